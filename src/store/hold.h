/* hold: that only one server at a time has a store which is a file. */
#pragma once

#include "core/text.h"

/* Takes the store, by a lock on a file beside it that ends with this process, however that ends.
 * NULL: another has it, or why not. */
struct hold;
struct hold *hold_take(const char *where, struct text *error);
void hold_release(struct hold *hold); /* NULL is fine */
