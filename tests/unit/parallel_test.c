#include "solve/parallel.h"

#include <string.h>

#include "../solve/bits.h"
#include "check.h"
#include "support.h"

enum { PIECES = 2000 };

struct seen {
    atomic_int runs[PIECES];
    atomic_bool early; /* a piece ran before one that it needs */
    int needs[PIECES];
    int values[PIECES]; /* not atomic: the thread sanitizer sees who reads too early */
    struct work work;
    int cancel_at;
};

static int needs(void *user, int i) {
    const struct seen *s = user;
    return s->needs[i];
}

static void add_up(void *user, int thread, int i) {
    struct seen *s = user;
    (void)thread;
    int sum = 1;
    for (int before = 0; before < s->needs[i]; before++) {
        if (!atomic_load_explicit(&s->runs[before], memory_order_relaxed))
            atomic_store(&s->early, true);
        sum = (sum + s->values[before]) % 1009;
    }
    s->values[i] = sum;
    atomic_fetch_add_explicit(&s->runs[i], 1, memory_order_relaxed);
    if (i == s->cancel_at)
        atomic_store(&s->work.cancel, true);
}

static struct seen *new_seen(uint64_t seed) {
    struct seen *s = calloc(1, sizeof *s);
    struct draw draw = {seed};
    for (int i = 1; i < PIECES; i++) {
        int least = s->needs[i - 1]; /* in solvers, later pieces never need fewer */
        s->needs[i] = least + draw_below(&draw, (i - least) % 7 + 1);
    }
    s->cancel_at = -1;
    return s;
}

CLAIM(every_piece_runs_once_and_after_those_it_needs) {
    struct seen *one = new_seen(7);
    assert_true(parallel_in_order(PIECES, 1, NULL, needs, add_up, one));
    for (int threads = 2; threads <= 8; threads++) {
        struct seen *s = new_seen(7);
        assert_true(parallel_in_order(PIECES, threads, &s->work, needs, add_up, s));
        assert_false(s->early);
        assert_int_equal(s->work.done, PIECES);
        for (int i = 0; i < PIECES; i++)
            assert_int_equal(s->runs[i], 1);
        assert_memory_equal(s->values, one->values, sizeof s->values);
        free(s);
    }
    free(one);
}

CLAIM(a_canceled_job_says_so_and_finishes_every_piece_it_has_begun) {
    for (int threads = 1; threads <= 4; threads++) {
        struct seen *s = new_seen(11);
        s->cancel_at = PIECES / 2;
        assert_false(parallel_in_order(PIECES, threads, &s->work, needs, add_up, s));
        int done = 0;
        while (done < PIECES && s->runs[done])
            done++;
        assert_in_range(done, PIECES / 2 + 1, PIECES);
        for (int i = done; i < PIECES; i++)
            assert_int_equal(s->runs[i], 0);
        assert_false(s->early);
        free(s);
    }
}

/* The first sums of a press game have only one piece each, so threads wait for each other. The
 * address sanitizer sees no races, so there smaller games do; the thread sanitizer solves these. */
CLAIM(the_number_of_threads_does_not_change_a_bit_of_any_value) {
#ifdef __SANITIZE_ADDRESS__
    static const char *const sets[] = {"yardkle:goal=700", "farkle:goal=500,entry=0",
                                       "yardkle:goal=500,final-round=rest"};
#else
    static const char *const sets[] = {"yardkle:goal=1500", "farkle:goal=1000,entry=0",
                                       "yardkle:goal=1000,final-round=rest", "yahtzee"};
#endif
    size_t count = sizeof sets / sizeof *sets;
    for (size_t i = 0; i < (SANITIZED && count > 3 ? 3 : count); i++) {
        struct rules r = rules_named(sets[i]);
        uint64_t one = solved_bits(&r, 1);
        assert_true(one != 0);
        for (int threads = 2; threads <= 5; threads++)
            assert_true(solved_bits(&r, threads) == one);
    }
}
