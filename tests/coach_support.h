/* coach_support: shared by the coach's tests. It builds tables from lines and provides one adviser
 * per test program. */
#ifndef YARD_TESTS_COACH_SUPPORT_H
#define YARD_TESTS_COACH_SUPPORT_H

#include "check.h"
#include "coach/adviser.h"
#include "play/table.h"

/* A table after these lines, all of which must be accepted. */
static inline struct table *table_of(const char *lines) {
    struct table *t = table_new();
    char words[512];
    struct text error = TEXT_IN(words);
    assert_non_null(t);
    for (struct span rest = span_of(lines), line; rest.len;) {
        line = span_until(&rest, '\n');
        if (!table_say(t, line, &error))
            fail_msg("%.*s: %s", (int)line.len, line.at, words);
    }
    return t;
}

/* The adviser shared by all tests in a program, with its group fixtures. */
static struct adviser *adviser;

static inline int adviser_begin(void **state) {
    (void)state;
    adviser = adviser_new(0);
    if (getenv("YARD_SOLVED")) /* solved at build time */
        adviser_use_cache(adviser, getenv("YARD_SOLVED"), false, NULL, NULL);
    return 0;
}

static inline int adviser_end(void **state) {
    (void)state;
    adviser_free(adviser);
    return 0;
}

#endif
