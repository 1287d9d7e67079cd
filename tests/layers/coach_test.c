/* The whole of coach, with what it may use and nothing else: advice knows no words on a screen. */
#include "check.h"
#include "coach/bot.h"
#include "rules/books.h"

static void coach_stands_on_solve(void **state) {
    (void)state;
    char words[256];
    struct text error = TEXT_IN(words);
    struct rules r = rules_of(&book_template);
    struct game g;
    struct advice advice;
    struct adviser *a = adviser_new(1);
    game_start(&r, &g, 1, 0);
    assert_true(
        adviser_advise(a, &r, &g, (struct goal){.kind = GOAL_USUAL}, NULL, &advice, &error));
    assert_true(advice.value > 0 && advice.count == 0);
    adviser_free(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(coach_stands_on_solve)};
    return cmocka_run_group_tests_name("layer coach", tests, NULL, NULL);
}
