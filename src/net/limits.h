/* limits: rate limits by token bucket. Each key, such as an address, has a bucket that refills over
 * time. The number of keys is limited: at the limit, a new key evicts the least recently used one.
 * The caller supplies the time. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "core/words.h"

enum { LIMITS_ENTRIES = 65536, LIMIT_KEY_MAX = 32 };

struct limits;

/* Create one for each rule: different rules do not share buckets. */
struct limits *limits_new(int entries);
void limits_free(struct limits *l);

/* Takes one token from the key's bucket, which refills at `rate` per second up to `burst`. Keys are
 * truncated to LIMIT_KEY_MAX bytes. If the bucket is empty, returns false and sets
 * *ret_retry_after_s to the seconds until the next token, rounded up. If now_ms goes backwards, the
 * latest time seen so far is used. */
bool limit_take(struct limits *l, struct span key, double rate, double burst, int64_t now_ms,
                int *ret_retry_after_s);

/* For costs that are known only afterwards. Returns true unless the bucket is overdrawn by
 * `debt` or more. */
bool limit_may_go_on(struct limits *l, struct span key, double rate, double burst, double debt,
                     int64_t now_ms, int *ret_retry_after_s);

/* Takes `amount`, overdrawing the bucket if necessary, down to -2 * burst. */
void limit_charge(struct limits *l, struct span key, double amount, double rate, double burst,
                  int64_t now_ms);
