/* Day numbers match the calendar. */
#include <string.h>

#include "check.h"
#include "core/day.h"

static int day_named(const char *words) {
    int day = -1;
    if (!day_parse(span_of(words), &day))
        fail_msg("%s is no day", words);
    return day;
}

CLAIM(known_dates_have_the_right_number) {
    assert_int_equal(day_named("1970-01-01"), 0);
    assert_int_equal(day_named("2000-02-29"), 11016);
    assert_int_equal(day_named("2026-11-15"), 20772);
    assert_int_equal(day_named("9999-12-31"), DAY_MAX);
}

CLAIM(every_date_is_read_back_as_printed_and_dates_are_in_order) {
    char before[16] = "";
    for (int day = 0; day <= DAY_MAX; day += day < 80000 || day > DAY_MAX - 80000 ? 1 : 37) {
        char words[16];
        struct text w = TEXT_IN(words);
        day_print(day, &w);
        assert_int_equal(day_named(words), day);
        assert_true(strcmp(before, words) < 0);
        strcpy(before, words);
    }
}

CLAIM(invalid_dates_are_refused) {
    static const char *const wrong[] = {
        "",           "2026",       "2026-11",     "2026-11-31",   "2026-02-29", "1900-01-01",
        "2026-13-01", "2026-00-10", "2026-11-00",  "2026-1-1",     "26-11-15",   "2026-11-15 ",
        "2026/11/15", "2026-11-1x", "-026-11-150", "2026-11-15-1", "2100-02-29"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        int day = 7;
        assert_false(day_parse(span_of(wrong[i]), &day));
        assert_int_equal(day, 7);
    }
}
