/* sqlite_file: what all who open the file of a store agree on. */
#pragma once

enum { SQLITE_FILE_APPLICATION = 0x59617264 }; /* "Yard", in the header of the file */
