/* whole_file: a file appears under its name when it is complete and on the disk, never half of it;
 * what stood there before stays until then. */
#pragma once

#include <stddef.h>

/* Writes a file, or a device or pipe if there is one under that name. 0, or the errno. */
int whole_file_write(const char *path, const char *data, size_t size);

/* Writes everything to an open file. 0, or the errno. */
int whole_file_put(int fd, const void *data, size_t size);

/* Syncs and closes a draft that is written, and gives it its name; with a reason why it is not
 * whole, or one that is found here, it is removed. 0, or the errno. */
int whole_file_finish(int fd, int reason, const char *draft, const char *place);
