/* The whole of report, with what it may use and nothing else: reports know no verb. */
#include "check.h"
#include "report/report.h"

static void report_stands_on_coach(void **state) {
    (void)state;
    FILE *nowhere = fopen("/dev/null", "w");
    struct history none = {0};
    assert_non_null(nowhere);
    report_csv(nowhere, &none, span_of(""));
    report_history(nowhere, &none, span_of("Ann"));
    struct ledger game = {.rules = rules_of(books[0]), .seats = 1, .finished = true};
    struct analysis a = {.name = "a.yard", .table = table_new(), .games = &game, .count = 1};
    assert_true(table_say((struct table *)a.table, span_of("rules yardzee"), &(struct text){0}));
    report_html(nowhere, &a, NULL); /* no decision, so nobody is asked */
    table_free((struct table *)a.table);
    fclose(nowhere);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(report_stands_on_coach)};
    return cmocka_run_group_tests_name("layer report", tests, NULL, NULL);
}
