#include "net/limits.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"

enum { NONE = -1 };

/* Buckets live in one array and are linked by index. */
struct bucket {
    uint8_t key[LIMIT_KEY_MAX];
    uint8_t key_bytes;
    double level;
    int64_t at_ms;    /* when the level was computed */
    int in_slot;      /* next in the same slot */
    int newer, older; /* in order of last use */
};

struct limits {
    struct bucket *buckets;
    int *slots;
    int size, count;
    int newest, oldest;
    int64_t now_ms;
};

struct limits *limits_new(int entries) {
    struct limits *l = grab(1, sizeof *l);
    if (entries < 1)
        abort();
    l->buckets = must(malloc((size_t)entries * sizeof *l->buckets));
    l->slots = must(malloc((size_t)entries * sizeof *l->slots));
    for (int i = 0; i < entries; i++)
        l->slots[i] = NONE;
    l->size = entries;
    l->newest = l->oldest = NONE;
    return l;
}

void limits_free(struct limits *l) {
    if (!l)
        return;
    free(l->buckets);
    free(l->slots);
    free(l);
}

/* ---- the table ---- */

/* FNV-1a. A client that can choose its keys can lengthen one chain, but only up to the number of
 * entries. */
static int *slot_of(struct limits *l, const uint8_t *key, size_t bytes) {
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < bytes; i++)
        hash = (hash ^ key[i]) * 16777619u;
    return &l->slots[hash % (uint32_t)l->size];
}

static void unlink_bucket(struct limits *l, int i) {
    struct bucket *b = &l->buckets[i];
    *(b->newer == NONE ? &l->newest : &l->buckets[b->newer].older) = b->older;
    *(b->older == NONE ? &l->oldest : &l->buckets[b->older].newer) = b->newer;
}

static void link_as_newest(struct limits *l, int i) {
    struct bucket *b = &l->buckets[i];
    b->newer = NONE;
    b->older = l->newest;
    *(l->newest == NONE ? &l->oldest : &l->buckets[l->newest].newer) = i;
    l->newest = i;
}

/* Returns the index of a free bucket, evicting the least recently used one if necessary. */
static int make_room(struct limits *l) {
    if (l->count < l->size)
        return l->count++;
    int i = l->oldest;
    int *at = slot_of(l, l->buckets[i].key, l->buckets[i].key_bytes);
    while (*at != i)
        at = &l->buckets[*at].in_slot;
    *at = l->buckets[i].in_slot;
    unlink_bucket(l, i);
    return i;
}

static struct bucket *find(struct limits *l, struct span key, double burst) {
    size_t bytes = key.len < LIMIT_KEY_MAX ? key.len : LIMIT_KEY_MAX;
    int *slot = slot_of(l, (const uint8_t *)key.at, bytes), i = *slot;
    while (i != NONE &&
           (l->buckets[i].key_bytes != bytes || memcmp(l->buckets[i].key, key.at, bytes)))
        i = l->buckets[i].in_slot;
    if (i != NONE) {
        unlink_bucket(l, i);
    } else {
        i = make_room(l);
        struct bucket *b = &l->buckets[i];
        memcpy(b->key, key.at, bytes);
        b->key_bytes = (uint8_t)bytes;
        b->level = burst;
        b->at_ms = l->now_ms;
        slot = slot_of(l, b->key, bytes);
        b->in_slot = *slot;
        *slot = i;
    }
    link_as_newest(l, i);
    return &l->buckets[i];
}

/* ---- buckets ---- */

static struct bucket *fill(struct limits *l, struct span key, double rate, double burst,
                           int64_t now_ms) {
    if (now_ms > l->now_ms)
        l->now_ms = now_ms;
    struct bucket *b = find(l, key, burst);
    b->level += rate * (double)(l->now_ms - b->at_ms) / 1000;
    if (b->level > burst)
        b->level = burst;
    b->at_ms = l->now_ms;
    return b;
}

bool limit_take(struct limits *l, struct span key, double rate, double burst, int64_t now_ms,
                int *ret_retry_after_s) {
    struct bucket *b = fill(l, key, rate, burst, now_ms);
    if (b->level >= 1) {
        b->level -= 1;
        return true;
    }
    if (ret_retry_after_s)
        *ret_retry_after_s = (int)ceil((1 - b->level) / rate);
    return false;
}

bool limit_may_go_on(struct limits *l, struct span key, double rate, double burst, double debt,
                     int64_t now_ms, int *ret_retry_after_s) {
    struct bucket *b = fill(l, key, rate, burst, now_ms);
    if (b->level > -debt)
        return true;
    if (ret_retry_after_s)
        *ret_retry_after_s = (int)floor((-debt - b->level) / rate) + 1;
    return false;
}

void limit_charge(struct limits *l, struct span key, double amount, double rate, double burst,
                  int64_t now_ms) {
    struct bucket *b = fill(l, key, rate, burst, now_ms);
    b->level = fmax(b->level - amount, -2 * burst);
}
