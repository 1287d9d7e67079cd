/* crowd: how many of something each key has at the moment, such as open sockets by address. Takes
 * memory for keys that have some, and for no others. */
#pragma once

#include "core/words.h"

struct crowd;

struct crowd *crowd_new(void);
void crowd_free(struct crowd *c); /* NULL is fine */

int crowd_count(const struct crowd *c, struct span key);
void crowd_add(struct crowd *c, struct span key);
void crowd_remove(struct crowd *c, struct span key); /* one that was added */
