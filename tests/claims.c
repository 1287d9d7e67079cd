#include "check.h"

static struct CMUnitTest tests[64];
static int lines[64];
static size_t count;

/* Constructors run in no particular order, so claims are sorted by line. */
void claim_add(int line, struct CMUnitTest test) {
    size_t i = count++;
    if (count > sizeof tests / sizeof *tests)
        abort();
    for (; i > 0 && lines[i - 1] > line; i--) {
        tests[i] = tests[i - 1];
        lines[i] = lines[i - 1];
    }
    tests[i] = test;
    lines[i] = line;
}

void claim_about(const char *name, CMUnitTestFunction test, const void *about) {
    claim_add(INT32_MAX, (struct CMUnitTest){name, test, NULL, NULL, (void *)about});
}

int run_claims(CMFixtureFunction begin, CMFixtureFunction end) {
    return _cmocka_run_group_tests("claims", tests, count, begin, end);
}

__attribute__((weak)) int main(void) {
    return run_claims(NULL, NULL);
}
