/* The whole of room, with what it may use and nothing else: a table of a server needs no server. */
#include "check.h"
#include "room/room.h"

static void room_stands_on_talk(void **state) {
    (void)state;
    char words[512] = "";
    struct text error = TEXT_IN(words);
    struct room_setup setup = {.rules = span_of("yardkle"), .name = span_of("Ann")};
    struct room_plan plan;
    assert_true(room_plan_new(&setup, &plan, &error));
    struct room *r = room_new();
    assert_non_null(r);
    for (int i = 0; i < plan.count; i++)
        assert_true(room_read(r, span_of(plan.lines[i]), 0, &error));
    room_plan_clear(&plan);
    assert_int_equal(room_host(r), 1);
    assert_false(room_begun(r));
    room_free(r);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(room_stands_on_talk)};
    return cmocka_run_group_tests_name("layer room", tests, NULL, NULL);
}
