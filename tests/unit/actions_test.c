/* The referee on single actions: exactly the listed actions are legal, a refusal changes nothing
 * and gives a reason, and every action can be printed and parsed. */
#include <string.h>

#include "rules/press.h"
#include "rules/sheet.h"
#include "support.h"

static const char *const specs[] = {
    "yardzee",
    "yahtzee",
    "yahtzee-classic",
    "yatzy",
    "yardkle",
    "farkle",
    "yardkle:set-aside=all,goal=2000,entry=100,hot-dice=may",
    "yatzy:joker=classic,bonus=50",
};

enum { SPECS = sizeof specs / sizeof *specs };

static bool same_action(struct action a, struct action b) {
    return a.act == b.act && a.box == b.box && a.zero == b.zero && dice_same(a.dice, b.dice);
}

static bool listed(struct action a, const struct action *list, int n) {
    for (int i = 0; i < n; i++) {
        if (same_action(a, list[i]))
            return true;
    }
    return false;
}

/* A random action: any box, or some of the dice thrown and sometimes one more die. It is often
 * legal. */
static struct action wild_action(const struct game *g, struct draw *draw) {
    struct action a = {.act = (uint8_t)draw_below(draw, ACT_TAKE_STOP + 1)};
    if (a.act == ACT_SCORE) {
        a.box = (uint8_t)draw_below(draw, BOXES_MAX + 2);
        a.zero = draw_below(draw, 4) == 0;
        return a;
    }
    for (int face = 1; face <= FACES; face++)
        a.dice = dice_with(a.dice, face, draw_below(draw, dice_count(g->dice, face) + 1));
    if (draw_below(draw, 4) == 0 && dice_size(a.dice) < DICE_MAX)
        a.dice = dice_with(a.dice, 1 + draw_below(draw, FACES), 1);
    return a;
}

static void check_wild_actions(const struct rules *r, const struct game *g, struct draw *draw,
                               int *allowed, int *refused) {
    struct action list[ACTIONS_MAX];
    int n = game_legal(r, g, list);
    for (int i = 0; i < 12; i++) {
        struct action a = wild_action(g, draw);
        struct game after;
        memcpy(&after, g, sizeof after);
        enum refused why = game_check(r, g, a);
        assert_int_equal(game_apply(r, &after, a), why);
        struct action points = a;
        points.zero = 0; /* a zero is legal in every box listed */
        if (a.act != ACT_ROLL && (why == ALLOWED) != listed(points, list, n))
            fail_msg("%s: act %d, box %d, dice %06x is %s", r->book->id, a.act, a.box, a.dice.bits,
                     why ? "listed" : "not listed");
        if (why == ALLOWED) {
            ++*allowed;
            continue;
        }
        char words[512];
        struct text out = TEXT_IN(words);
        ++*refused;
        assert_memory_equal(&after, g, sizeof after);
        refusal_explain(r, g, a, why, &(struct refusal){.words = &out});
        assert_true(out.len > 0 && !out.cut);
    }
}

CLAIM(legal_actions_are_listed_and_refusals_change_nothing) {
    for (int i = 0; i < SPECS; i++) {
        struct draw draw = {31 + (uint64_t)i};
        struct rules r = rules_named(specs[i]);
        int allowed = 0, refused = 0;
        for (int played = 0; played < 40; played++) {
            struct game g;
            game_start(&r, &g, 1 + played % 3, 0);
            for (int step = 0; step < 200; step++) {
                check_wild_actions(&r, &g, &draw, &allowed, &refused);
                if (g.phase == PHASE_OVER)
                    break;
                assert_int_equal(game_apply(&r, &g, any_action(&r, &g, &draw)), ALLOWED);
            }
        }
        if (allowed < 100 || refused < 100)
            fail_msg("%s: %d allowed, %d refused: too few to tell", specs[i], allowed, refused);
    }
}

CLAIM(legal_choices_are_distinct_and_every_decision_has_at_least_one) {
    struct draw draw = {32};
    for (int i = 0; i < SPECS; i++) {
        struct rules r = rules_named(specs[i]);
        struct game g;
        game_start(&r, &g, 2, 1);
        for (int step = 0; step < 1000 && g.phase != PHASE_OVER; step++) {
            struct action list[ACTIONS_MAX];
            int n = game_legal(&r, &g, list);
            assert_int_equal(n > 0, g.phase == PHASE_CHOOSE);
            assert_int_equal(g.falling > 0, g.phase == PHASE_ROLL);
            for (int k = 0; k < n; k++)
                assert_false(listed(list[k], list, k));
            assert_int_equal(game_apply(&r, &g, any_action(&r, &g, &draw)), ALLOWED);
        }
    }
}

/* Upper bound: every non-empty subset of six different dice, either to roll on or to stop. */
_Static_assert(2 * ((1 << DICE_MAX) - 1) <= ACTIONS_MAX, "a list has room for all choices");

CLAIM(any_subset_of_dice_with_different_faces_can_be_kept) {
    struct rules r;
    struct action list[ACTIONS_MAX];
    struct game g = position_named("yardzee - 1 1,2,3,4,6 1", &r);
    assert_int_equal(game_legal(&r, &g, list), (1 << 5) - 1 + 13);
    g = position_named("yardzee - 1 1,2,3,4,6 3", &r);
    assert_int_equal(game_legal(&r, &g, list), 13);
    /* You may take 1, 5, both or all six; after all six, you may not stop. */
    g = position_named("yardkle 500 1 0 1,2,3,4,5,6", &r);
    assert_int_equal(game_legal(&r, &g, list), 4 + 3);
}

CLAIM(a_finished_game_accepts_no_actions) {
    struct rules r;
    struct game g = position_named("yardkle 9900 1 0 ?6", &r);
    struct action list[ACTIONS_MAX];
    play(&r, &g, "roll 1 2 2 3 3 4; take 1 stop");
    assert_int_equal(game_legal(&r, &g, list), 0);
    assert_int_equal(ask(&r, &g, "roll 1 2 2 3 3 4"), REFUSED_OVER);
    assert_int_equal(ask(&r, &g, "take 1 stop"), REFUSED_OVER);
    assert_int_equal(ask(&r, &g, "keep 1"), REFUSED_OVER);
}

/* ---- refusals ---- */

static const struct {
    const char *position, *action;
    enum refused why;
    const char *words[2]; /* what the refusal must contain */
} refusals[] = {
    {"yardzee - 1 ?5 0", "keep 1", REFUSED_ROLL_FIRST, {"Roll the dice first.", ""}},
    {"yardzee - 1 ?5 0", "score chance", REFUSED_ROLL_FIRST, {"Roll the dice first.", ""}},
    {"yardkle 0 1 0 ?6", "take 1 roll", REFUSED_ROLL_FIRST, {"Roll the dice first.", ""}},
    {"yardzee - 1 1,1,2,3,4 1",
     "roll 1 1 2 3 4",
     REFUSED_CHOOSE_FIRST,
     {"Decide what to do with these dice first.", ""}},
    {"yardzee - 1 ?5 0",
     "roll 1 1 2 3",
     REFUSED_DICE_COUNT,
     {"This roll needs 5 dice, but you gave 4.", "turn"}},
    {"yardzee - 1 3,3,?3 1", "roll 1 2 3 4 5", REFUSED_DICE_COUNT, {"3 dice", "you gave 5"}},
    {"yardkle 0 1 350 ?3",
     "roll 1",
     REFUSED_DICE_COUNT,
     {"This roll needs 3 dice, but you gave 1.", "turn"}},
    {"yardzee - 1 1,1,2,3,4 1",
     "take 1 stop",
     REFUSED_OTHER_FAMILY,
     {"played with 'keep' and 'score'", ""}},
    {"yardzee - 1 ?5 0",
     "take 1 stop",
     REFUSED_OTHER_FAMILY,
     {"played with 'keep' and 'score'", ""}},
    {"yardkle 0 1 0 1,1,2,3,4,6", "keep 1", REFUSED_OTHER_FAMILY, {"'take', not 'keep'", ""}},
    {"yardkle 0 1 0 ?6", "keep 1", REFUSED_OTHER_FAMILY, {"'take', not 'keep'", ""}},
    {"yardzee - 1 1,1,2,3,4 1",
     "keep 2 2",
     REFUSED_NOT_THROWN,
     {"You chose 2 2s, but the dice show 1 1 2 3 4.", ""}},
    {"yardkle 0 1 0 1,1,2,3,4,6",
     "take 5 roll",
     REFUSED_NOT_THROWN,
     {"You chose a 5, but the dice show ", ""}},
    {"yardzee - 1 1,1,2,3,4 3",
     "keep 1",
     REFUSED_NO_ROLL_LEFT,
     {"all 3 rolls", "Yardzee rule sheet"}},
    {"yardzee - 1 1,1,2,3,4 1",
     "keep 1 1 2 3 4",
     REFUSED_KEEPS_ALL,
     {"there's nothing left to roll", ""}},
    {"yardzee ones=3 1 1,1,2,3,4 1",
     "score ones",
     REFUSED_BOX_FILLED,
     {"Aces", "already has a score (3)"}},
    {"yahtzee five-kind=50 1 4,4,4,4,4 1",
     "score chance",
     REFUSED_JOKER_UPPER,
     {"must score this five of a kind in Fours",
      "(rule joker; 2003 Yahtzee instructions, Joker Rules)"}},
    {"yahtzee five-kind=50,fours=8 1 4,4,4,4,4 1",
     "score ones",
     REFUSED_JOKER_LOWER,
     {"must score this five of a kind in the lower section", "joker"}},
    {"yardkle 0 1 0 1,1,2,3,4,6",
     "take 1 2 roll",
     REFUSED_DEAD_DIE,
     {"The 2 doesn't score, so you can't set it aside. Choose from the scoring dice: 1 1.",
      "Yardkle rule sheet"}},
    {"yardkle:set-aside=all 0 1 0 1,1,2,3,4,6",
     "take 1 roll",
     REFUSED_NOT_ALL,
     {"must set aside all scoring dice: 1 1", ""}},
    {"yardkle 500 1 0 1,2,3,4,5,6",
     "take 1 2 3 4 5 6 stop",
     REFUSED_HOT_DICE,
     {"all 6 dice", "hot-dice"}},
    {"yardkle 0 1 300 1,1,2", "take 1 1 stop", ALLOWED, {"", ""}},
    {"yardkle 0 1 250 1,1,2",
     "take 1 1 stop",
     REFUSED_ENTRY,
     {"at least 500 points in one turn to get on the score sheet, and you have 450", ""}},
};

CLAIM(each_refusal_says_why) {
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        struct rules r;
        struct game g = position_named(refusals[i].position, &r);
        struct action a;
        char words[512];
        struct text out = TEXT_IN(words);
        /* Actions of the other family don't parse here, but the referee refuses them properly. */
        const struct rules any = rules_named("yardkle");
        if (!action_parse(&r, span_of(refusals[i].action), &a, &out))
            a = action_named(&any, refusals[i].action);
        enum refused why = game_check(&r, &g, a);
        if (why != refusals[i].why)
            fail_msg("%s, %s: refusal %d", refusals[i].position, refusals[i].action, why);
        if (why == ALLOWED)
            continue;
        text_clear(&out);
        refusal_explain(&r, &g, a, why, &(struct refusal){.words = &out});
        for (int k = 0; k < 2; k++) {
            if (!strstr(words, refusals[i].words[k]))
                fail_msg("%s, %s: '%s' does not say '%s'", refusals[i].position, refusals[i].action,
                         words, refusals[i].words[k]);
        }
    }
}

CLAIM(an_unknown_box_and_an_empty_set_are_refused) {
    struct rules r;
    struct game g = position_named("yardzee - 1 1,1,2,3,4 1", &r);
    struct action a = {.act = ACT_SCORE, .box = 13};
    assert_int_equal(game_check(&r, &g, a), REFUSED_NO_BOX);
    g = position_named("yardkle 0 1 0 1,1,2,3,4,6", &r);
    for (int act = ACT_TAKE_ROLL; act <= ACT_TAKE_STOP; act++) {
        a = (struct action){.act = (uint8_t)act};
        assert_int_equal(game_check(&r, &g, a), REFUSED_TAKES_NOTHING);
    }
}

/* ---- keeping ---- */

CLAIM(dice_kept_earlier_can_be_rerolled) {
    struct rules r;
    struct game g = position_named("yardzee - 1 1,1,2,3,4 1", &r);
    play(&r, &g, "keep 1 1; roll 6 6 6");
    assert_true(dice_same(g.dice, hand("1 1 6 6 6")));
    assert_int_equal(g.rolls, 2);
    play(&r, &g, "keep 6 6 6; roll 6 5");
    assert_true(dice_same(g.dice, hand("5 6 6 6 6")));
    assert_int_equal(g.rolls, 3);
}

CLAIM(keeping_none_rerolls_all_dice) {
    struct rules r;
    struct game g = position_named("yardzee - 1 1,1,2,3,4 1", &r);
    play(&r, &g, "keep -");
    assert_int_equal(g.falling, 5);
    assert_int_equal(g.dice.bits, 0);
}

CLAIM(dice_from_an_earlier_roll_never_complete_a_set) {
    struct rules r;
    struct game g = position_named("yardkle 500 1 0 1,1,2,3,4,6", &r);
    play(&r, &g, "take 1 1 roll; roll 1 2 3 4; take 1 roll");
    assert_int_equal(g.turn_points, 300); /* three 1s, but not in one roll */
    play(&r, &g, "roll 2 2 2; take 2 2 2 roll");
    assert_int_equal(g.turn_points, 500);
}

/* ---- in words ---- */

CLAIM(every_action_parses_back_from_its_printed_form) {
    struct draw draw = {33};
    for (int i = 0; i < SPECS; i++) {
        struct rules r = rules_named(specs[i]);
        struct game g;
        game_start(&r, &g, 1, 0);
        for (int step = 0; step < 300 && g.phase != PHASE_OVER; step++) {
            struct action list[ACTIONS_MAX + 1];
            int n = game_legal(&r, &g, list);
            list[n++] = any_action(&r, &g, &draw);
            for (int k = 0; k < n; k++) {
                char words[64];
                struct text out = TEXT_IN(words);
                action_print(&r, list[k], &out);
                assert_false(out.cut);
                assert_true(same_action(action_named(&r, words), list[k]));
            }
            assert_int_equal(game_apply(&r, &g, list[n - 1]), ALLOWED);
        }
    }
}

CLAIM(actions_are_printed_in_canonical_form) {
    static const char *const lines[][3] = {
        {"yardzee", "roll 5 1 3 1 6", "roll 1 1 3 5 6"},
        {"yardzee", "keep 3 1", "keep 1 3"},
        {"yardzee", " keep\t- ", "keep -"},
        {"yardzee", "score three-kind", "score three-kind"},
        {"yardzee", " score \ttwos  0 ", "score twos 0"},
        {"yardkle", "take 5 1 roll", "take 1 5 roll"},
        {"yardkle", "take  5  stop ", "take 5 stop"},
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct rules r = rules_named(lines[i][0]);
        char words[64];
        struct text out = TEXT_IN(words);
        action_print(&r, action_named(&r, lines[i][1]), &out);
        assert_string_equal(words, lines[i][2]);
    }
}

CLAIM(a_malformed_action_is_refused_with_a_reason) {
    static const char *const lines[][3] = {
        {"yardzee", "", "'' isn't a move."},
        {"yardzee", "jump 1", "'jump' isn't a move. Use 'roll', 'keep', 'score' or 'take'."},
        {"yardzee", "roll 1 7", "'7' isn't a face of a die"},
        {"yardzee", "roll 1,2", "'1,2' isn't a face"},
        {"yardzee", "roll 11", "'11' isn't a face"},
        {"yardzee", "roll 1 1 1 1 1 1 1", "too many dice"},
        {"yardzee", "keep", "or '-' for none"},
        {"yardzee", "keep - 1", "'-' isn't a face"},
        {"yardzee", "score", "the name of one box"},
        {"yardzee", "score ones twos", "the name of one box"},
        {"yardzee", "score ones 1000", "Add a 0 to enter a zero there"},
        {"yardzee", "score ones 3 bonuses", "Add a 0"},
        {"yardzee", "score ones bonus", "Add a 0"},
        {"yardzee", "last 7", "'7' isn't a face"},
        {"yardzee", "bank 100", "with 'last', then the box with 'score'"},
        {"yardzee", "aside 1", "with 'last'"},
        {"yardzee", "bust", "with 'last'"},
        {"yardkle", "last 1 1 1 1 1", "with 'aside', then 'bank' or 'bust'"},
        {"yardkle", "bank -50", "a whole number up to 1000000"},
        {"yardkle", "bank 1000001", "a whole number up to 1000000"},
        {"yardkle", "bank all", "a whole number"},
        {"yardkle", "bust 500", "nothing after it"},
        {"yardzee", "score ones 0 0", "Add a 0"},
        {"yardzee", "score 0", "no box called '0'"},
        {"yardzee", "score thre-kind", "Did you mean 'three-kind'?"},
        {"yardzee", "score yardzee", "no box called 'yardzee'"},
        {"yardkle", "score ones", "no boxes to score"},
        {"yardkle", "take 1", "End with 'roll' or 'stop'"},
        {"yardkle", "take", "End with 'roll' or 'stop'"},
        {"yardkle", "take roll", "at least one"},
        {"yardkle", "take - stop", "at least one"},
        {"yardkle", "take 1 roll stop", "'roll' isn't a face"},
        {"yardkle", "take stop 1", "End with"},
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct rules r = rules_named(lines[i][0]);
        struct action a = {.act = 77}, before = a;
        char words[512];
        struct text error = TEXT_IN(words);
        if (action_parse(&r, span_of(lines[i][1]), &a, &error))
            fail_msg("'%s' should be refused", lines[i][1]);
        if (!strstr(words, lines[i][2]))
            fail_msg("'%s': \"%s\" does not say \"%s\"", lines[i][1], words, lines[i][2]);
        assert_true(same_action(a, before));
    }
}
