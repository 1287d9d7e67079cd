/* whole_file: atomic file replacement. A file appears under its name only when it is complete and
 * synced; until then, the old contents stay. */
#pragma once

#include <stddef.h>

/* Writes a file, or writes to an existing device or pipe of that name. Returns 0 or an errno. */
int whole_file_write(const char *path, const char *data, size_t size);

/* Writes everything to an open file. Returns 0 or an errno. */
int whole_file_put(int fd, const void *data, size_t size);

/* Syncs and closes a draft and renames it to `place`. If `reason` (an errno) is not 0, or a step
 * fails, removes the draft instead. Returns 0 or an errno. */
int whole_file_finish(int fd, int reason, const char *draft, const char *place);
