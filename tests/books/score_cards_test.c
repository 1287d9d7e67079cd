/* The score cards of the rule books: their rows, how they add up, and how they are filled. */
#include "rules/rows.h"
#include "rules/sheet.h"
#include "support.h"

static const char *const thirteen_boxes[] = {"yardzee", "yahtzee", "yahtzee-classic"};
enum { BOOKS_WITH_13 = 3 };

CLAIM(yardzee_card_has_the_rows_of_its_score_card) {
    static const enum row_kind kinds[] = {
        ROW_HEADING,    ROW_BOX,         ROW_BOX,         ROW_BOX,         ROW_BOX,     ROW_BOX,
        ROW_BOX,        ROW_UPPER_SUM,   ROW_UPPER_BONUS, ROW_UPPER_TOTAL, ROW_HEADING, ROW_BOX,
        ROW_BOX,        ROW_BOX,         ROW_BOX,         ROW_BOX,         ROW_BOX,     ROW_BOX,
        ROW_FIVE_BONUS, ROW_LOWER_TOTAL, ROW_UPPER_AGAIN, ROW_GRAND_TOTAL};
    struct rules r = rules_named("yardzee");
    struct row rows[ROWS_MAX];
    int n = sheet_rows(&r, rows), box = 0;
    assert_int_equal(n, sizeof kinds / sizeof *kinds);
    for (int i = 0; i < n; i++) {
        assert_int_equal(rows[i].kind, kinds[i]);
        if (rows[i].kind == ROW_BOX)
            assert_int_equal(rows[i].box, box++);
    }
}

CLAIM(cards_of_both_yahtzee_editions_have_two_sections) {
    for (int i = 0; i < BOOKS_WITH_13; i++) {
        struct rules r = rules_named(thirteen_boxes[i]);
        struct row rows[ROWS_MAX];
        int boxes[3] = {0}, section = 0, n = sheet_rows(&r, rows);
        for (int k = 0; k < n; k++) {
            section += rows[k].kind == ROW_HEADING;
            boxes[section] += rows[k].kind == ROW_BOX;
        }
        assert_int_equal(section, 2);
        assert_int_equal(boxes[1], 6);
        assert_int_equal(boxes[2], 7);
    }
}

static int value_of(const struct rules *r, const struct card *card, enum row_kind kind) {
    struct row rows[ROWS_MAX];
    int n = sheet_rows(r, rows);
    for (int i = 0; i < n; i++) {
        int value;
        if (rows[i].kind == kind && row_value(r, card, &rows[i], &value))
            return value;
    }
    fail_msg("row %d is missing or empty", (int)kind);
    return -1;
}

/* Two cards, one at par and one a point below it; two bonuses on each. */
CLAIM(cards_add_up_row_by_row) {
    for (int i = 0; i < BOOKS_WITH_13; i++) {
        for (int below = 0; below <= 1; below++) {
            LOCAL_TEXT(line, 512);
            struct rules r;
            text_add(&line,
                     "%s ones=%d,twos=6,threes=9,fours=12,fives=15,sixes=18,three-kind=20,"
                     "four-kind=0,full-house=25,small-straight=30,large-straight=40,five-kind=50,"
                     "chance=17,bonus=2/- 2 ?5 0",
                     thirteen_boxes[i], 3 - below);
            struct game g = position_named(line.data, &r);
            const struct card *card = &g.card[0];
            int upper = 63 - below, bonus = below ? 0 : 35, lower = 182 + 2 * 100;
            assert_int_equal(value_of(&r, card, ROW_UPPER_SUM), upper);
            assert_int_equal(value_of(&r, card, ROW_UPPER_BONUS), bonus);
            assert_int_equal(value_of(&r, card, ROW_UPPER_TOTAL), upper + bonus);
            assert_int_equal(value_of(&r, card, ROW_UPPER_AGAIN), upper + bonus);
            assert_int_equal(value_of(&r, card, ROW_FIVE_BONUS), 2 * 100);
            assert_int_equal(value_of(&r, card, ROW_LOWER_TOTAL), lower);
            assert_int_equal(value_of(&r, card, ROW_GRAND_TOTAL), upper + bonus + lower);
        }
    }
}

/* Random orders; 1-2-4-5-6 fits every box that needs nothing in particular, and is no joker. */
CLAIM(each_box_is_filled_once_in_any_order) {
    struct draw draw = {13};
    for (int i = 0; i < BOOKS_WITH_13 * 20; i++) {
        struct rules r = rules_named(thirteen_boxes[i % BOOKS_WITH_13]);
        struct game g;
        game_start(&r, &g, 1, 0);
        for (int filled = 0; filled < 13; filled++) {
            play(&r, &g, "roll 1 2 4 5 6");
            int box = draw_below(&draw, 13);
            for (; g.card[0].filled >> box & 1; box = (box + 1) % 13) {
                struct action again = {.act = ACT_SCORE, .box = (uint8_t)box};
                assert_int_equal(game_check(&r, &g, again), REFUSED_BOX_FILLED);
            }
            assert_int_equal(
                game_apply(&r, &g, (struct action){.act = ACT_SCORE, .box = (uint8_t)box}),
                ALLOWED);
            assert_true(g.card[0].filled >> box & 1);
        }
        assert_int_equal(g.phase, PHASE_OVER);
    }
}
