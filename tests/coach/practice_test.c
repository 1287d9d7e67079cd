/* Practice positions are legal, as hard as promised and the same for everybody; players' mistakes
 * are collected for practice. */
#include <stdlib.h>
#include <string.h>

#include "coach/practice.h"
#include "coach_support.h"
#include "core/random.h"
#include "support.h"

/* Sanitizer runs use only rules that are quick to solve. */
static bool left_out(const char *rules) {
    return SANITIZED && strcmp(rules, "yardzee") && !strstr(rules, "goal=");
}

static void position_of(const struct rules *r, const struct game *g, char ret[512]) {
    struct text p = text_start(ret, 512);
    position_print(r, g, &p);
    assert_false(p.cut);
}

static struct practice_question generate(const struct rules *r, int level, uint64_t *stream) {
    char words[512];
    struct text error = TEXT_IN(words);
    struct practice_question q;
    if (!practice_generate(adviser, r, level, stream, NULL, &q, &error))
        fail_msg("%s: %s", r->book->id, words);
    return q;
}

/* The position round-trips. Each choice is either best or wrong, and the least costly wrong one has
 * the grade that the level promises. */
static void is_as_promised(const struct rules *r, const struct practice_question *q, int level) {
    static const int wrong[] = {GRADE_BLUNDER, GRADE_MISTAKE, GRADE_INACCURACY};
    char position[512], words[512];
    struct text error = TEXT_IN(words);
    struct rules again;
    struct game g;
    struct practice_question looked;
    position_of(r, &q->game, position);
    assert_true(position_parse(span_of(position), &again, &g, &error));
    assert_true(rules_same(r, &again) && g.phase == PHASE_CHOOSE);
    assert_true(practice_look(adviser, &again, &g, NULL, &looked, &error));
    assert_true(looked.gap == q->gap);
    assert_int_equal(q->level, level);
    assert_true(q->second > 0);
    for (int i = 0; i < q->advice.count; i++) {
        double cost = practice_cost(q, q->advice.actions[i].action);
        assert_int_equal(game_check(r, &g, q->advice.actions[i].action), ALLOWED);
        if (i < q->second)
            assert_int_equal(grade_of(q->unit, cost), GRADE_BEST);
        else
            assert_true(cost >= q->gap - 1e-12 && grade_of(q->unit, cost) >= wrong[level]);
    }
    assert_int_equal(grade_of(q->unit, q->gap), wrong[level]);
}

CLAIM(generated_positions_are_as_hard_as_promised) {
    for (int book = 0; books[book]; book++) {
        struct rules r = rules_of(books[book]);
        if (left_out(books[book]->id))
            r = rules_named("yardkle:goal=2000");
        for (int level = 0; level < PRACTICE_LEVELS; level++) {
            uint64_t stream = 1;
            for (int i = 0; i < 3; i++) {
                struct practice_question q = generate(&r, level, &stream);
                is_as_promised(&r, &q, level);
            }
        }
    }
}

CLAIM(a_seed_always_gives_the_same_positions_and_none_twice_in_a_row) {
    struct rules r = rules_named("yardzee");
    uint64_t one = 7, two = 7;
    char before[512] = "", first[512], second[512];
    for (int i = 0; i < 5; i++) {
        struct practice_question a = generate(&r, PRACTICE_MEDIUM, &one);
        struct practice_question b = generate(&r, PRACTICE_MEDIUM, &two);
        position_of(&r, &a.game, first);
        position_of(&r, &b.game, second);
        assert_string_equal(first, second);
        assert_string_not_equal(first, before);
        strcpy(before, first);
    }
}

CLAIM(every_level_is_found_by_its_name) {
    for (int level = 0; level < PRACTICE_LEVELS; level++)
        assert_int_equal(practice_level_find(span_of(practice_level_word(level))), level);
    assert_int_equal(practice_level_find(span_of("hardest")), -1);
}

/* ---- the day ---- */

/* All players get these positions: if one has to be changed here, it has changed for everybody. */
static const struct {
    const char *rules, *position;
} of_2026_11_15[] = {
    {"yardzee", "yardzee twos=6,fours=12,sixes=18,full-house=25 1 2,3,3,4,4 2"},
    {"yardkle", "yardkle 4050/3400 2 0 1,1,2,3,6,6"},
    {"yahtzee", "yahtzee "
                "twos=4,threes=9,fours=16,fives=15,sixes=18,three-kind=21,four-kind=24,large-"
                "straight=40 1 1,2,3,5,5 2"},
    {"yahtzee-classic", "yahtzee-classic "
                        "ones=2,twos=8,threes=9,fours=16,fives=10,three-kind=19,large-straight=40,"
                        "five-kind=50 1 1,2,2,6,6 2"},
    {"yatzy", "yatzy - 1 1,4,4,5,6 1"},
    {"farkle", "farkle 7100/3250 2 0 1,2,3,4,5,6"},
    {"yardkle:set-aside=all,goal=2000", "yardkle:set-aside=all,goal=2000 0/0 1 0 2,4,5,6,6,6"},
};

CLAIM(daily_positions_never_change) {
    int count = 0;
    for (size_t i = 0; i < sizeof of_2026_11_15 / sizeof *of_2026_11_15; i++, count++) {
        if (left_out(of_2026_11_15[i].rules))
            continue;
        for (int threads = i < 2 && in_full() ? 1 : 2; threads <= 2; threads++) {
            struct adviser *own = adviser_new(threads);
            struct rules r = rules_named(of_2026_11_15[i].rules);
            struct practice_question q;
            char words[512], position[512];
            struct text error = TEXT_IN(words);
            assert_true(practice_daily(own, &r, 20772, NULL, &q, &error));
            position_of(&r, &q.game, position);
            assert_string_equal(position, of_2026_11_15[i].position);
            adviser_free(own);
        }
    }
    assert_int_equal(count, 7); /* six books, and one with house rules */
}

/* An adviser that was asked about something else, or has solved only the end of a game, still gives
 * the same position. */
CLAIM(the_daily_position_does_not_depend_on_earlier_questions) {
    struct rules r;
    struct game g =
        position_named("yardkle:set-aside=all,goal=2000 1500/1600 1 350 1,2,2,4,5,5", &r);
    struct adviser *own = adviser_new(1);
    struct practice_question q;
    char words[512], position[512];
    struct text error = TEXT_IN(words);
    assert_true(practice_look(own, &r, &g, NULL, &q, &error));
    assert_true(practice_daily(own, &r, 20772, NULL, &q, &error));
    position_of(&r, &q.game, position);
    for (size_t i = 0; i < sizeof of_2026_11_15 / sizeof *of_2026_11_15; i++) {
        if (!strcmp(of_2026_11_15[i].rules, "yardkle:set-aside=all,goal=2000"))
            assert_string_equal(position, of_2026_11_15[i].position);
    }
    adviser_free(own);
}

CLAIM(each_day_and_rule_set_has_its_own_position) {
    static const char *const rules[] = {"yardzee", "yahtzee", "yahtzee:bonus=0"};
    char seen[12][512], words[512];
    int count = 0;
    for (int day = 20772; day < 20776; day++) {
        for (int i = 0; i < 3; i++, count++) {
            struct rules r = rules_named(rules[i]);
            struct practice_question q;
            struct text error = TEXT_IN(words);
            assert_true(practice_daily(adviser, &r, day, NULL, &q, &error));
            position_of(&r, &q.game, seen[count]);
            for (int k = 0; k < count; k++)
                assert_string_not_equal(strchr(seen[k], ' '), strchr(seen[count], ' '));
        }
    }
}

/* ---- players' mistakes ---- */

static void gathers(const char *lines, const char *name, const char *want) {
    struct table *t = table_of(lines);
    struct solved_tables tables;
    struct deck d = {0};
    char words[512];
    struct text error = TEXT_IN(words);
    size_t size;
    assert_true(ledger_prepare(adviser, &table_now(t)->rules, NULL, &tables, &error));
    int added = practice_gather(&tables, t, span_of(name), 20772, &d, &error);
    assert_int_equal(added, d.count);
    assert_int_equal(practice_gather(&tables, t, span_of(name), 20773, &d, &error), 0);
    char *text = deck_print(&d, &size);
    assert_int_equal(size, strlen(want));
    if (size)
        assert_memory_equal(text, want, size);
    free(text);
    deck_free(&d);
    table_free(t);
}

#define TWO                                                                                        \
    "rules yardzee\nseat Ann\nseat Bea\nseat Robo bot novice\ndice physical\nstart 1\n"            \
    "roll 6 6 6 6 6\nscore five-kind\n" /* right */                                                \
    "roll 6 6 6 6 6\nscore ones\n"      /* Bea's blunder */                                        \
    "roll 6 6 6 6 6\nscore ones\n"      /* a bot's blunder */                                      \
    "roll 1 2 3 4 5\nscore chance\n"    /* Ann's blunder */

CLAIM(mistakes_by_people_enter_the_deck_with_only_their_own_card) {
    gathers(TWO, "",
            "2026-11-15 1 . yardzee - 1 6,6,6,6,6 1 Bea\n"
            "2026-11-15 1 . yardzee five-kind=50 1 1,2,3,4,5 1 Ann\n");
}

CLAIM(practice_can_be_limited_to_one_persons_mistakes) {
    gathers(TWO, "Ann", "2026-11-15 1 . yardzee five-kind=50 1 1,2,3,4,5 1 Ann\n");
    gathers(TWO, "Robo", "");
    gathers(TWO, "An", "");
}

CLAIM(an_undone_choice_is_not_a_mistake) {
    gathers(TWO "undo\nscore large-straight", "Ann", "");
}

#define ALL_BUT_CHANCE                                                                             \
    "ones=0,twos=0,threes=0,fours=0,fives=0,sixes=0,one-pair=0,two-pairs=0,three-kind=0,"          \
    "four-kind=0,small-straight=0,large-straight=0,full-house=0,five-kind=0"

CLAIM(a_zero_by_choice_is_a_mistake_to_practice) {
    gathers(TWO "undo\nscore large-straight 0\n", "Ann",
            "2026-11-15 1 . yardzee five-kind=50 1 1,2,3,4,5 1 Ann\n");
    /* The same in the last box, where there is no other choice; and on a card with a zero by
     * choice, which no dice score in chance. */
    gathers("position yatzy " ALL_BUT_CHANCE " 1 1,2,3,4,5 3\nscore chance 0\n", "",
            "2026-11-15 1 . yatzy " ALL_BUT_CHANCE " 1 1,2,3,4,5 3 Seat 1\n");
    gathers("position yardzee chance=0 1 6,6,6,6,6 1\nscore ones\n", "",
            "2026-11-15 1 . yardzee chance=0 1 6,6,6,6,6 1 Seat 1\n");
}

CLAIM(in_press_games_a_position_keeps_the_totals_of_all_seats) {
    gathers(
        "rules yardkle:goal=2000\nseat Ann\nseat Bea\ndice physical\nstart 1\nroll 1 1 1 2 3 4\n"
        "take 1 1 1 stop\nroll 1 1 1 1 1 1\ntake 1 roll\n",
        "", "2026-11-15 1 . yardkle:goal=2000 1000/0 2 0 1,1,1,1,1,1 Bea\n");
}

int main(void) {
    return run_claims(adviser_begin, adviser_end);
}
