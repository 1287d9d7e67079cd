/* The whole of talk, with what it may use and nothing else: the language knows no terminal. */
#include <string.h>

#include "check.h"
#include "talk/talk.h"

static void talk_stands_on_play(void **state) {
    (void)state;
    static char answer[ANSWER_MAX];
    struct text out = TEXT_IN(answer);
    struct talk *talk = talk_new(NULL, NULL);
    assert_non_null(talk);
    assert_true(talk_line(talk, span_of("rules yardkle"), &out));
    assert_string_equal(answer, "{\"ok\":\"rules yardkle\",\"line\":1,\"phase\":\"setup\"}");
    assert_false(talk_line(talk, span_of("quit"), &out));
    talk_free(talk);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(talk_stands_on_play)};
    return cmocka_run_group_tests_name("layer talk", tests, NULL, NULL);
}
