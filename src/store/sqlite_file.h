/* sqlite_file: shared by all code that opens a store's file. */
#pragma once

enum { SQLITE_FILE_APPLICATION = 0x59617264 }; /* "Yard", in the file header */
