/* Hands of dice, checked by brute force: all ordered throws, and arrays of counts. */
#include "check.h"
#include "core/dice.h"
#include "core/text.h"
#include "dice_of.h"

enum { HANDS_MOST = 462, HANDS_ALL = 924 }; /* hands of six dice; hands of zero to six */

static const int hands_of[DICE_MAX + 1] = {1, 6, 21, 56, 126, 252, 462}; /* n + 5 choose 5 */
static const int throws_of[DICE_MAX + 1] = {1, 6, 36, 216, 1296, 7776, 46656};

static int list_hands(int n, struct dice *list) {
    int count = 0;
    struct dice d = dice_first(n);
    do {
        assert_true(count < HANDS_MOST);
        list[count++] = d;
    } while (dice_next(&d));
    return count;
}

/* The ordered throws of n dice are the numbers below 6^n in base six. */
static void faces_of_throw(int number, int n, int *faces) {
    for (int i = 0; i < n; i++) {
        faces[i] = 1 + number % FACES;
        number /= FACES;
    }
}

CLAIM(there_are_252_hands_of_five_dice_and_462_of_six) {
    struct dice list[HANDS_MOST];
    for (int n = 0; n <= DICE_MAX; n++)
        assert_int_equal(list_hands(n, list), hands_of[n]);
}

CLAIM(no_hand_is_listed_twice) {
    struct dice list[HANDS_MOST];
    for (int n = 0; n <= DICE_MAX; n++) {
        int count = list_hands(n, list);
        for (int i = 0; i < count; i++) {
            for (int j = 0; j < i; j++)
                assert_false(dice_same(list[i], list[j]));
        }
    }
}

CLAIM(every_hand_of_n_dice_has_n_dice) {
    struct dice list[HANDS_MOST];
    for (int n = 0; n <= DICE_MAX; n++) {
        int count = list_hands(n, list);
        for (int i = 0; i < count; i++) {
            int dice = 0;
            for (int face = 1; face <= FACES; face++)
                dice += dice_count(list[i], face);
            assert_int_equal(dice, n);
            assert_int_equal(dice_size(list[i]), n);
        }
    }
}

CLAIM(ways_to_roll_all_hands_add_up_to_the_number_of_throws) {
    struct dice list[HANDS_MOST];
    for (int n = 0; n <= DICE_MAX; n++) {
        int count = list_hands(n, list), ways = 0;
        for (int i = 0; i < count; i++)
            ways += dice_ways(list[i]);
        assert_int_equal(ways, throws_of[n]);
    }
}

CLAIM(a_hand_has_as_many_ways_as_there_are_throws_that_show_it) {
    struct dice list[HANDS_MOST];
    for (int n = 1; n <= DICE_MAX; n++) {
        int count = list_hands(n, list), seen[HANDS_MOST] = {0};
        for (int number = 0; number < throws_of[n]; number++) {
            int faces[DICE_MAX], at = 0;
            struct dice d;
            faces_of_throw(number, n, faces);
            d = dice_of(faces, n);
            while (at < count && !dice_same(list[at], d))
                at++;
            assert_true(at < count); /* the list has every hand */
            seen[at]++;
        }
        for (int i = 0; i < count; i++)
            assert_int_equal(dice_ways(list[i]), seen[i]);
    }
}

CLAIM(sum_and_counts_match_the_faces) {
    for (int number = 0; number < throws_of[DICE_MAX]; number++) {
        int faces[DICE_MAX], counts[FACES + 1] = {0}, sum = 0;
        struct dice d;
        faces_of_throw(number, DICE_MAX, faces);
        d = dice_of(faces, DICE_MAX);
        for (int i = 0; i < DICE_MAX; i++) {
            counts[faces[i]]++;
            sum += faces[i];
        }
        assert_int_equal(dice_sum(d), sum);
        for (int face = 1; face <= FACES; face++)
            assert_int_equal(dice_count(d, face), counts[face]);
    }
}

CLAIM(ties_for_the_most_common_face_go_to_the_highest) {
    struct dice list[HANDS_MOST];
    for (int n = 0; n <= DICE_MAX; n++) {
        int count = list_hands(n, list);
        for (int i = 0; i < count; i++) {
            int best = dice_commonest(list[i]);
            if (n == 0) {
                assert_int_equal(best, 0);
                continue;
            }
            assert_in_range(best, 1, FACES);
            for (int face = 1; face <= FACES; face++) {
                assert_true(dice_count(list[i], face) <= dice_count(list[i], best));
                if (face > best)
                    assert_true(dice_count(list[i], face) < dice_count(list[i], best));
            }
        }
    }
}

/* ---- parts ---- */

static int list_all_hands(struct dice *list) {
    int count = 0;
    for (int n = 0; n <= DICE_MAX; n++)
        count += list_hands(n, list + count);
    assert_int_equal(count, HANDS_ALL);
    return count;
}

static bool lies_within(struct dice all, struct dice part) {
    for (int face = 1; face <= FACES; face++) {
        if (dice_count(part, face) > dice_count(all, face))
            return false;
    }
    return true;
}

CLAIM(a_hand_contains_exactly_the_hands_that_have_no_more_of_any_face_than_it_has) {
    static struct dice list[HANDS_ALL];
    int count = list_all_hands(list);
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < count; j++) {
            if (dice_contain(list[i], list[j]) != lies_within(list[i], list[j]))
                fail_msg("%06x and %06x", list[i].bits, list[j].bits);
        }
    }
}

CLAIM(every_subset_of_a_hand_is_listed_once) {
    static struct dice list[HANDS_ALL];
    int count = list_all_hands(list);
    for (int i = 0; i < count; i++) {
        struct dice part = {0}, parts[64];
        int n = 0, right = 1;
        for (int face = 1; face <= FACES; face++)
            right *= dice_count(list[i], face) + 1;
        do {
            assert_true(n < 64);
            assert_true(lies_within(list[i], part));
            for (int k = 0; k < n; k++)
                assert_false(dice_same(parts[k], part));
            parts[n++] = part;
        } while (dice_next_part(list[i], &part));
        assert_int_equal(n, right);
        assert_true(dice_same(parts[n - 1], list[i]));
    }
}

CLAIM(added_dice_can_be_taken_away_again) {
    static struct dice list[HANDS_ALL];
    int count = list_all_hands(list);
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < count; j++) {
            if (dice_size(list[i]) + dice_size(list[j]) > DICE_MAX)
                continue;
            struct dice both = dice_plus(list[i], list[j]);
            assert_int_equal(dice_size(both), dice_size(list[i]) + dice_size(list[j]));
            assert_int_equal(dice_sum(both), dice_sum(list[i]) + dice_sum(list[j]));
            assert_true(dice_same(dice_minus(both, list[j]), list[i]));
        }
    }
}

CLAIM(adding_n_dice_of_a_face_gives_n_of_that_face) {
    for (int face = 1; face <= FACES; face++) {
        for (int n = 0; n <= DICE_MAX; n++) {
            struct dice d = dice_with((struct dice){0}, face, n);
            assert_int_equal(dice_count(d, face), n);
            assert_int_equal(dice_size(d), n);
        }
    }
}

CLAIM(the_order_of_dice_does_not_matter) {
    const int one[] = {5, 1, 3, 1, 6}, other[] = {1, 1, 3, 5, 6};
    struct dice a, b;
    a = dice_of(one, 5);
    b = dice_of(other, 5);
    assert_true(dice_same(a, b));
}

/* ---- printing ---- */

CLAIM(dice_are_printed_in_ascending_order) {
    const int faces[] = {6, 5, 1, 5, 1};
    char data[32];
    struct text out = TEXT_IN(data);
    struct dice d;
    d = dice_of(faces, 5);
    text_dice(&out, d, " ");
    assert_string_equal(data, "1 1 5 5 6");
    text_clear(&out);
    text_dice(&out, d, ",");
    assert_string_equal(data, "1,1,5,5,6");
    text_clear(&out);
    text_dice(&out, (struct dice){0}, ",");
    assert_string_equal(data, "-");
}
