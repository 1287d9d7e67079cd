/* The whole of play, with rules and core below it and nothing else, is in this program: had a table
 * used a solver, a coach or a screen, it would not link. */
#include "check.h"
#include "play/record.h"

static void play_stands_on_rules(void **state) {
    (void)state;
    static const char *const lines[] = {"rules yardzee", "seat Ann", "dice seed 42", "roll",
                                        "score chance"};
    struct table *t = table_new();
    assert_non_null(t);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        char words[256];
        struct text error = TEXT_IN(words);
        if (!table_say(t, span_of(lines[i]), &error))
            fail_msg("'%s': %s", lines[i], words);
    }
    assert_int_equal(table_now(t)->game.turns[0], 1);
    assert_int_equal(table_lines(t), 5);
    table_free(t);
    record_close(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(play_stands_on_rules)};
    return cmocka_run_group_tests_name("layer play", tests, NULL, NULL);
}
