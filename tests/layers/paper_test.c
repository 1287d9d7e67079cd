/* The whole of paper, with what it may use and nothing else: sheets know no verb. */
#include "check.h"
#include "paper/sheet_files.h"

static void paper_stands_on_play(void **state) {
    (void)state;
    char words[256];
    struct text error = TEXT_IN(words);
    struct rules r = rules_of(books[0]);
    struct scoresheet *s = scoresheet_blank(&r);
    assert_true(sheet_write_svg(s, "/dev/null", PAPER_A4, &error));
    scoresheet_free(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(paper_stands_on_play)};
    return cmocka_run_group_tests_name("layer paper", tests, NULL, NULL);
}
