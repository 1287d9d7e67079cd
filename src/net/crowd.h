/* crowd: counts per key, such as open sockets per address. Only keys with a nonzero count use
 * memory. */
#pragma once

#include "core/words.h"

struct crowd;

struct crowd *crowd_new(void);
void crowd_free(struct crowd *c); /* NULL is fine */

int crowd_count(const struct crowd *c, struct span key);
void crowd_add(struct crowd *c, struct span key);
void crowd_remove(struct crowd *c, struct span key); /* the key must have been added */
