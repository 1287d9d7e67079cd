/* The whole of tui, with what it may use and nothing else: the full screen knows no verb. */
#include "check.h"
#include "tui/settings.h"

static void tui_stands_on_talk(void **state) {
    (void)state;
    char words[256], again[4096];
    struct text said = TEXT_IN(words), out = TEXT_IN(again);
    struct settings s;
    settings_start(&s);
    settings_parse(&s, span_of("speed = slow\nspede = fast\n"), &said);
    assert_int_equal(s.speed, SPEED_SLOW);
    assert_string_equal(words, "Line 2 of the settings makes no sense and is passed over: "
                               "spede = fast (did you mean speed?)\n");
    settings_print(&s, &out);
    assert_memory_equal(again, "speed = slow\nspede = fast\n", 26);
    settings_free(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(tui_stands_on_talk)};
    return cmocka_run_group_tests_name("layer tui", tests, NULL, NULL);
}
