/* hold: lets only one server at a time use a store that is a file. */
#pragma once

#include "core/text.h"

/* Takes the store by locking a file next to it; the lock ends with this process, however the
 * process ends. Returns NULL if another server holds the store, or on failure. */
struct hold;
struct hold *hold_take(const char *where, struct text *error);
void hold_release(struct hold *hold); /* NULL is fine */
