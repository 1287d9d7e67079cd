#include "web/heap.h"

#include <stdalign.h>
#include <stdint.h>
#include <string.h>

#include "check.h"

enum { ARENA = 1 << 20, LIVE = 200 };

static alignas(HEAP_GRAIN) char arena[ARENA];
static size_t used;

/* Gives more than requested: whole pages. */
void *heap_more(size_t bytes, size_t *ret_bytes) {
    size_t give = (bytes + 4095) / 4096 * 4096;
    if (give > ARENA - used)
        return NULL;
    void *at = arena + used;
    used += give;
    *ret_bytes = give;
    return at;
}

static uint64_t next_random(uint64_t *seed) {
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return *seed >> 33;
}

struct piece {
    unsigned char *at;
    size_t size;
    unsigned char mark;
};

static void fill(struct piece *p) {
    memset(p->at, p->mark, p->size);
}

static void assert_whole(const struct piece *p) {
    for (size_t i = 0; i < p->size; i++)
        assert_int_equal(p->at[i], p->mark);
}

CLAIM(live_blocks_never_overlap) {
    static struct piece pieces[LIVE];
    uint64_t seed = 42;
    for (int round = 0; round < 200000; round++) {
        struct piece *p = &pieces[next_random(&seed) % LIVE];
        size_t size = next_random(&seed) % (next_random(&seed) % 8 ? 300 : 6000);
        size_t kept = p->size < size ? p->size : size;
        if (p->at && next_random(&seed) % 3) {
            assert_whole(p);
            heap_put(p->at);
            *p = (struct piece){0};
            continue;
        }
        unsigned char *at = heap_resize(p->at, size);
        if (!at)
            continue; /* the old block must be intact, which is checked when its turn comes */
        assert_int_equal((uintptr_t)at % HEAP_GRAIN, 0);
        *p = (struct piece){at, kept, p->mark};
        assert_whole(p);
        *p = (struct piece){at, size, (unsigned char)round};
        fill(p);
    }
    for (int i = 0; i < LIVE; i++) {
        if (pieces[i].at)
            assert_whole(&pieces[i]);
        heap_put(pieces[i].at);
    }
    heap_put(NULL);
}

CLAIM(freed_blocks_merge_into_one) {
    char *all = heap_get(used - HEAP_GRAIN);
    assert_ptr_equal(all, arena + HEAP_GRAIN);
    heap_put(all);
}

CLAIM(requests_that_do_not_fit_fail_and_change_nothing) {
    assert_null(heap_get(ARENA));
    assert_null(heap_get(SIZE_MAX));
    char *some = heap_get(10);
    memset(some, 7, 10);
    assert_null(heap_resize(some, 2 * ARENA));
    assert_null(heap_resize(some, SIZE_MAX - 1));
    for (int i = 0; i < 10; i++)
        assert_int_equal(some[i], 7);
    heap_put(some);
}
