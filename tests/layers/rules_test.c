/* The whole of rules, with core below it and nothing else, is in this program: had a rule used the
 * table, a solver or a screen, it would not link. */
#include "check.h"
#include "rules/game.h"

static void rules_stand_on_core(void **state) {
    (void)state;
    char words[256];
    struct text error = TEXT_IN(words);
    struct draw draw = {1};
    struct rules r;
    struct game g;
    assert_true(position_parse(span_of("yardkle 9000/0 1 0 ?6"), &r, &g, &error));
    for (int step = 0; step < 10000 && g.phase != PHASE_OVER; step++) {
        struct action list[ACTIONS_MAX], roll = {.act = ACT_ROLL};
        int n = game_legal(&r, &g, list);
        for (int i = 0; i < g.falling; i++)
            roll.dice = dice_with(roll.dice, 1 + draw_below(&draw, FACES), 1);
        struct action a = n ? list[draw_below(&draw, n)] : roll;
        assert_int_equal(game_apply(&r, &g, a), ALLOWED);
    }
    assert_int_equal(g.phase, PHASE_OVER);
    assert_int_not_equal(game_winners(&r, &g), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(rules_stand_on_core)};
    return cmocka_run_group_tests_name("layer rules", tests, NULL, NULL);
}
