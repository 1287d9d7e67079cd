/* The whole of core and nothing else is in this program: had core used another layer, it would not
 * link. That it also runs shows that nothing was missing. */
#include "check.h"
#include "core/dice.h"
#include "core/json.h"
#include "core/text.h"
#include "core/words.h"

static void core_stands_alone(void **state) {
    (void)state;
    char data[64];
    struct text out = TEXT_IN(data);
    struct json j = json_start(&out);
    struct span rest = span_of("5 1 5");
    struct dice d = {0};
    int64_t face;
    while (rest.len) {
        assert_true(span_number(span_word(&rest), 1, FACES, &face));
        d = dice_with(d, (int)face, 1);
    }
    json_open(&j, NULL, '{');
    json_int(&j, "sum", dice_sum(d));
    json_close(&j, '}');
    text_dice(&out, d, " ");
    assert_string_equal(data, "{\"sum\":11}1 5 5");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(core_stands_alone)};
    return cmocka_run_group_tests_name("layer core", tests, NULL, NULL);
}
