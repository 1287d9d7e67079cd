/* signed: what tests/web/parallel_test.mjs asks the solvers, linked into the page's core as more
 * exports, and into a native program that prints its answers. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "../solve/bits.h"
#include "core/memory.h"
#include "solve/parallel.h"

static uint64_t bits_named(struct span spec, int threads) {
    LOCAL_TEXT(error, 256);
    struct rules r;
    return rules_parse(spec, &r, &error) ? solved_bits(&r, threads) : 0;
}

#ifndef __wasm__
int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        uint64_t one = bits_named(span_of(argv[i]), 1), three = bits_named(span_of(argv[i]), 3);
        printf("%s %" PRIu64 " %" PRIu64 "\n", argv[i], one, three);
    }
    return 0;
}
#else
uint64_t test_bits(const char *spec, size_t length);
bool test_squares(int count, bool ends);

__attribute__((export_name("test_bits"))) uint64_t test_bits(const char *spec, size_t length) {
    return bits_named((struct span){spec, length}, parallel_threads());
}

struct squares {
    atomic_bool came; /* a helper has taken a piece */
    bool ends;
    int values[];
};

/* The caller stays in the first piece until a helper is in another one. */
static void square(void *user, int thread, int i) {
    struct squares *s = user;
    if (thread) {
        atomic_store(&s->came, true);
        if (s->ends)
            __builtin_trap();
    }
    while (!thread && !atomic_load(&s->came))
        ;
    s->values[i] = i * i;
}

static int first_two(void *user, int i) {
    (void)user;
    return i < 2 ? 0 : 2;
}

/* Whether all pieces are right, which a helper has helped with or, with `ends`, ended in. */
__attribute__((export_name("test_squares"))) bool test_squares(int count, bool ends) {
    struct squares *s = grab(1, sizeof *s + (size_t)count * sizeof *s->values);
    s->ends = ends;
    bool right = parallel_in_order(count, parallel_threads(), NULL, first_two, square, s);
    for (int i = 0; i < count; i++)
        right = right && s->values[i] == i * i;
    return right;
}
#endif
