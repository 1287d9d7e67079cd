/* The clocks of a server when somebody sets the machine's clock. */
#include <stdlib.h>

#include "check.h"
#include "net/clock.h"
#include "steady.h"

enum { SECOND = 1000, HOUR = 3600 * SECOND, DAY = 24 * HOUR, SLACK = 2 * SECOND };

static struct {
    int count;
    int64_t by_ms;
    bool taken_over;
} jumps;

static void note_jump(void *arg, int64_t by_ms, bool taken_over) {
    (void)arg;
    jumps.count++;
    jumps.by_ms = by_ms;
    jumps.taken_over = taken_over;
}

/* Sets the machine's clock `ms` ahead of the correct time. */
static void set_ahead(int64_t ms) {
    static int64_t ahead;
    daytime_set(ms - ahead);
    ahead = ms;
}

static int begin(void **state) {
    (void)state;
    steady_stop(); /* a busy machine may pause for seconds between two readings */
    clock_wall();
    clock_on_jump(note_jump, NULL);
    jumps.count = 0;
    return 0;
}

/* Makes the machine's clock correct and trusted again. */
static int end(void **state) {
    (void)state;
    set_ahead(0);
    clock_wall();
    steady_advance(CLOCK_TRUST_MS);
    clock_wall();
    clock_on_jump(NULL, NULL);
    return 0;
}

static void assert_near(int64_t is, int64_t should) {
    assert_in_range(is - should + 2, 0, 4); /* readings are rounded to milliseconds */
}

CLAIM_WITH(a_jump_of_the_system_clock_changes_neither_wall_time_nor_steady_time, begin, end) {
    static const int64_t jumps_of[] = {DAY, -DAY, 365 * (int64_t)DAY, -HOUR};
    for (int i = 0; i < 4; i++) {
        int64_t wall = clock_wall(), steady = clock_steady();
        set_ahead(jumps_of[i]);
        assert_near(clock_wall(), wall);
        assert_near(clock_steady(), steady);
        assert_near(clock_ahead(), jumps_of[i]);
        assert_int_equal(jumps.count, i + 1);
        assert_false(jumps.taken_over);
        steady_advance(10 * SECOND);
        assert_near(clock_wall(), wall + 10 * SECOND);
        assert_int_equal(jumps.count, i + 1); /* reported once */
    }
    set_ahead(0);
    clock_wall();
    assert_int_equal(clock_ahead(), 0);
}

CLAIM_WITH(a_jump_that_lasts_an_hour_is_accepted, begin, end) {
    int64_t wall = clock_wall();
    set_ahead(DAY);
    clock_wall();
    steady_advance(CLOCK_TRUST_MS - SLACK);
    assert_near(clock_wall(), wall + CLOCK_TRUST_MS - SLACK);
    steady_advance(2 * SLACK);
    assert_near(clock_wall(), wall + DAY + CLOCK_TRUST_MS + SLACK);
    assert_int_equal(jumps.count, 2);
    assert_true(jumps.taken_over);
    assert_int_equal(clock_ahead(), 0);
    assert_near(clock_settled(), 0); /* ages from before the jump are unknown */
}

CLAIM_WITH(small_corrections_are_accepted_but_time_never_goes_back, begin, end) {
    int64_t wall = clock_wall();
    set_ahead(3 * SECOND);
    int64_t later = clock_wall();
    assert_true(later >= wall + 3 * SECOND);
    set_ahead(0);
    assert_true(clock_wall() >= later);
    assert_true(clock_wall() < later + SLACK);
    steady_advance(10 * SECOND);
    assert_near(clock_wall(), wall + 10 * SECOND);
    assert_int_equal(jumps.count, 0);
}
