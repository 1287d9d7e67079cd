/* Sets of small numbers, compared with an array of flags. */
#include "check.h"

CLAIM(sets_agree_with_flags_for_every_number) {
    struct draw draw = {99};
    for (int trial = 0; trial < 200; trial++) {
        bool flags[2][SET_MAX] = {{false}};
        struct set s[2] = {set_none(), set_none()};
        for (int i = 0; i < 120; i++) {
            int which = draw_below(&draw, 2), n = draw_below(&draw, SET_MAX);
            bool add = draw_below(&draw, 3) > 0;
            flags[which][n] = add;
            s[which] = add ? set_with(s[which], n) : set_without(s[which], n);
        }
        int count = 0, at = -1;
        for (int n = 0; n < SET_MAX; n++) {
            bool a = flags[0][n], b = flags[1][n];
            assert_int_equal(set_has(s[0], n), a);
            assert_int_equal(set_has(set_or(s[0], s[1]), n), a || b);
            assert_int_equal(set_has(set_and(s[0], s[1]), n), a && b);
            assert_int_equal(set_has(set_minus(s[0], s[1]), n), a && !b);
            count += a;
            if (!a)
                continue;
            at = set_next(s[0], at);
            assert_int_equal(at, n);
        }
        assert_int_equal(set_next(s[0], at), -1);
        assert_int_equal(set_count(s[0]), count);
        assert_int_equal(set_meet(s[0], s[1]), set_any(set_and(s[0], s[1])));
    }
}

CLAIM(numbers_below_a_limit_are_exactly_those) {
    for (int limit = 0; limit <= SET_MAX; limit++) {
        struct set s = set_below(limit);
        assert_int_equal(set_count(s), limit);
        assert_int_equal(set_first(s), limit ? 0 : -1);
        int visited = 0;
        SET_EACH(n, s)
        assert_int_equal(n, visited++);
        assert_int_equal(visited, limit);
    }
    assert_true(set_same(set_below(SET_MAX), set_all()));
    assert_false(set_same(set_one(0), set_one(64)));
    assert_false(set_any(set_without(set_one(98), 98)));
}
