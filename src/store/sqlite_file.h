/* sqlite_file: what all who open the file of a store agree on. */
#ifndef YARD_STORE_SQLITE_FILE_H
#define YARD_STORE_SQLITE_FILE_H

enum { SQLITE_FILE_APPLICATION = 0x59617264 }; /* "Yard", in the header of the file */

#endif
