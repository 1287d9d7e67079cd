/* limits: how often somebody may do something. Each key, an address or the hash of a token, has a
 * bucket that fills with time and is emptied by what is done. There is room for so many keys: one
 * more takes the place of that which was asked for least recently. The time comes from outside. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "core/words.h"

enum { LIMITS_ENTRIES = 65536, LIMIT_KEY_MAX = 32 };

struct limits;

/* Of one rule: keys of different rules have tables of their own. */
struct limits *limits_new(int entries);
void limits_free(struct limits *l);

/* Takes one from the bucket of a key (longer ones than LIMIT_KEY_MAX count by their beginning),
 * into which `rate` flow a second and `burst` fit. False: it is empty, and one will be there again
 * after so many seconds, rounded up. A time before that of the last call counts as that. */
bool limit_take(struct limits *l, struct span key, double rate, double burst, int64_t now_ms,
                int *ret_retry_after_s);

/* For what is paid afterwards, when its price is known. May go on: there is something in the
 * bucket, or it is in debt by no more than `debt`. */
bool limit_may_go_on(struct limits *l, struct span key, double rate, double burst, double debt,
                     int64_t now_ms, int *ret_retry_after_s);

/* Takes so much, into debt if need be, but no further than twice what fits. */
void limit_charge(struct limits *l, struct span key, double amount, double rate, double burst,
                  int64_t now_ms);
