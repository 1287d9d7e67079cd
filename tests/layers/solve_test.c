/* The whole of solve, with rules and core below it and nothing else: values know no table. */
#include "check.h"
#include "rules/books.h"
#include "solve/sheet_solver.h"

static void solve_stands_on_rules(void **state) {
    (void)state;
    struct rules r = rules_of(&book_template);
    struct sheet_solver *s = sheet_solve(&r, 1, NULL);
    assert_non_null(s);
    assert_true(sheet_solver_value(s) > 0);
    sheet_solver_free(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(solve_stands_on_rules)};
    return cmocka_run_group_tests_name("layer solve", tests, NULL, NULL);
}
