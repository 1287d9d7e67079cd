/* sqlite_file: the application id, which marks an SQLite file as a store. */
#pragma once

enum { SQLITE_FILE_APPLICATION = 0x59617264 }; /* "Yard", in the file header */
