/* sqlite_file: shared by everything that opens the file of a store. */
#pragma once

enum { SQLITE_FILE_APPLICATION = 0x59617264 }; /* "Yard", in the file header */
