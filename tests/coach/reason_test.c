/* What the coach says at random moments of random games of every book, checked against the referee,
 * the exact values and a count of all throws. */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reason_moments.h"
#include "rules/sheet.h"

/* ---- in every game ---- */

static int is_shaped(const struct moment *m) {
    HOLDS(m, m->why.count >= 1 && m->why.count <= REASONS_MAX);
    for (int i = 0; i < m->why.count; i++) {
        const char *s = m->why.sentence[i];
        size_t n = strlen(s);
        HOLDS(m, n > 10 && n < REASON_TEXT_MAX - 1 && s[n - 1] == '.');
        HOLDS(m, isupper((unsigned char)s[0]) || isdigit((unsigned char)s[0]));
        HOLDS(m, !strstr(s, "nan") && !strstr(s, "inf") && !strstr(s, "  ") && !strstr(s, "-0"));
        for (int j = 0; j < i; j++)
            HOLDS(m, strcmp(s, m->why.sentence[j]) != 0);
    }
    return m->why.count;
}

CLAIM(sentences_are_complete_and_not_repeated) {
    assert_true(in_all_books(-1, is_shaped) > 1000);
}

/* Finds the number before each % sign by going back over digits and the point. */
static int has_true_percents(const struct moment *m) {
    int met = 0;
    for (int i = 0; i < m->why.count; i++) {
        const char *s = m->why.sentence[i];
        for (const char *at = s; (at = strstr(at, " %")); at++) {
            const char *from = at;
            while (from > s && (isdigit((unsigned char)from[-1]) || from[-1] == '.'))
                from--;
            HOLDS(m, from < at);
            double number = strtod(from, NULL);
            HOLDS(m, number >= 0 && number <= 100);
            met++;
        }
    }
    return met;
}

CLAIM(percentages_are_between_0_and_100) {
    assert_true(in_all_books(-1, has_true_percents) > 1000);
}

static bool differ(double a, double b) {
    return fabs(a - b) > 1e-8;
}

/* The words for an action, optionally capitalized. */
static void words_of(const struct moment *m, struct action a, bool capital, char ret[128]) {
    struct text t = text_start(ret, 128);
    action_words(&m->rules, &m->game, a, &t);
    ret[0] = (char)(capital ? toupper((unsigned char)ret[0]) : ret[0]);
}

static int has_a_verdict(const struct moment *m) {
    const struct reasons *why = &m->why;
    const char *verdict = why->sentence[0];
    char best[128], second[128], value[64];
    const struct valued_action *list = m->advice.actions;
    int below = 0;
    while (below < m->advice.count && !differ(list[below].value, list[0].value))
        below++;
    HOLDS(m, !memcmp(&why->best, &list[0].action, sizeof why->best));
    HOLDS(m, why->best_value == list[0].value);
    HOLDS(m, why->compared == (below < m->advice.count));
    HOLDS(m, why->approximate ==
                 (m->rules.book->family == FAMILY_PRESS && m->game.seats > 2 && !m->game.ender));
    HOLDS(m, why->approximate == (strstr(verdict, "(an estimate)") != NULL));
    if (why->unit == UNIT_POINTS) {
        snprintf(value, sizeof value, " %.1f points on average", why->best_value);
        HOLDS(m, strstr(verdict, value));
    } else if (why->unit == UNIT_TURNS && differ(why->best_value, 1)) {
        snprintf(value, sizeof value, " %.2f turns on average", why->best_value);
        HOLDS(m, strstr(verdict, value));
    }
    words_of(m, why->best, true, best);
    if (!why->compared) {
        HOLDS(m, strstr(verdict, m->advice.count == 1 ? "no other choice" : "worth the same"));
        return 1;
    }
    HOLDS(m, why->second_value == list[below].value);
    words_of(m, why->second, false, second);
    HOLDS(m, !strncmp(verdict, best, strlen(best)) && strstr(verdict, " than if you "));
    HOLDS(m, !strncmp(strstr(verdict, " than if you ") + 13, second, strlen(second)));
    return 1;
}

CLAIM(the_verdict_names_the_best_action_and_the_best_inferior_one) {
    assert_true(in_all_books(-1, has_a_verdict) > (SANITIZED ? 50 : 500));
}

/* Asks about a random action. */
static int compares_with(const struct moment *m) {
    struct moment other = *m;
    const struct valued_action *asked = &m->advice.actions[draw_below(m->draw, m->advice.count)];
    ask(&other, &asked->action);
    if (asked == &m->advice.actions[0])
        return 0; /* naming the best is like naming none */
    HOLDS(&other, !memcmp(&other.why.second, &asked->action, sizeof asked->action));
    HOLDS(&other, other.why.compared && !differ(other.why.second_value, asked->value));
    char words[128];
    words_of(m, asked->action, false, words);
    HOLDS(&other, strstr(other.why.sentence[0], words));
    HOLDS(&other, (strstr(other.why.sentence[0], "just as good") != NULL) ==
                      !differ(asked->value, m->advice.value));
    is_shaped(&other);
    return 1;
}

CLAIM(any_legal_action_can_be_asked_about) {
    assert_true(in_all_books(-1, compares_with) > 200);
}

/* ---- sheet games ---- */

static int adds_up(const struct moment *m) {
    double turn = number_after(m, "This turn then brings "), rest = number_after(m, "the card ");
    double gain = m->why.best_value - m->why.second_value;
    if (isnan(turn))
        return 0;
    if (!said(m, "the rest of the card ")) {
        double other = number_after(m, "; ");
        other = isnan(other) || other == 0 ? number_after(m, "on average; ") : other;
        HOLDS(m, near(turn - other, gain, 0.11));
        return 1;
    }
    int so_far = game_total(&m->rules, &m->game, m->game.seat);
    const char *it = strstr(said(m, "the rest of the card "), " it is ");
    double other_turn = strtod(it + 7, NULL), other_rest = strtod(strstr(it, " and ") + 5, NULL);
    rest = number_after(m, "the rest of the card ");
    HOLDS(m, near(so_far + turn + rest, m->why.best_value, 0.11));
    HOLDS(m, near(so_far + other_turn + other_rest, m->why.second_value, 0.11));
    return 1;
}

CLAIM(the_turn_and_the_rest_of_the_card_add_up_to_the_value) {
    assert_true(in_all_books(FAMILY_SHEET, adds_up) > 100);
}

/* "adds 3.2" or "takes 3.2" */
static double signed_after(const char *words) {
    double number = strtod(strchr(words, ' '), NULL);
    return *words == 't' ? -number : number;
}

static int explains_the_boxes(const struct moment *m) {
    const char *first = said(m, " now; left open it ");
    if (!first)
        return 0;
    const char *second = strstr(first, " now and ");
    int best = m->why.best.box, other = m->why.second.box;
    const struct card *card = &m->game.card[m->game.seat];
    int now = sheet_claim(&m->rules, card, m->game.dice, best).points;
    int now_other = sheet_claim(&m->rules, card, m->game.dice, other).points;
    double open = signed_after(first + 19), open_other = signed_after(second + 9);
    HOLDS(m, m->why.best.act == ACT_SCORE && m->why.second.act == ACT_SCORE);
    HOLDS(m, near((now - open) - (now_other - open_other), m->why.best_value - m->why.second_value,
                  0.11));
    return 1;
}

CLAIM(points_now_and_boxes_left_open_explain_the_verdict) {
    assert_true(in_all_books(FAMILY_SHEET, explains_the_boxes) > 10);
}

/* Outcomes of the last roll of a turn, from the best box after each possible roll. */
struct ends {
    double points[BOXES_MAX], zero, less, more, mean;
};

static struct ends count_ends(const struct moment *m, struct action keep, int in_hand) {
    struct ends e = {0};
    int n = m->rules.book->dice - dice_size(keep.dice);
    struct dice roll = dice_first(n);
    do {
        struct game g = m->game;
        struct advice advice;
        struct goal goal = {.kind = GOAL_SCORE};
        double chance = dice_ways(roll) / pow(FACES, n);
        game_apply(&m->rules, &g, keep);
        game_apply(&m->rules, &g, (struct action){.act = ACT_ROLL, .dice = roll});
        adviser_advise(adviser, &m->rules, &g, goal, NULL, &advice, NULL);
        int box = advice.actions[0].action.box;
        struct claim claim = sheet_claim(&m->rules, &g.card[g.seat], g.dice, box);
        int scored = claim.points + claim.bonus;
        e.points[box] += claim.points ? chance : 0;
        e.zero += claim.points ? 0 : chance;
        e.less += scored < in_hand ? chance : 0;
        e.more += scored > in_hand ? chance : 0;
        e.mean += chance * scored;
    } while (dice_next(&roll));
    return e;
}

static bool is_percent(double number, double chance) {
    return near(number, 100 * chance, 0.051);
}

static int counts_throws(const struct moment *m) {
    if (m->game.rolls + 1 != m->rules.book->rolls || m->why.best.act != ACT_KEEP)
        return 0;
    int in_hand = m->why.second.act == ACT_SCORE ? (int)number_after(m, "fewer than the ") : 0;
    struct ends e = count_ends(m, m->why.best, in_hand);
    const char *list = said(m, "The turn ends with points this often: ");
    double turn = number_after(m, "This turn then brings "),
           zero = number_after(m, "write a zero ");
    HOLDS(m, isnan(turn) || near(turn, e.mean, 0.051));
    HOLDS(m, !said(m, "It has to write a zero ") || is_percent(zero, e.zero));
    if (said(m, "points in hand ")) {
        HOLDS(m, is_percent(number_after(m, "points in hand "), e.less));
        HOLDS(m, is_percent(number_after(m, "of the time, with more "), e.more));
    }
    for (int box = 0; box < m->rules.book->box_count; box++) {
        char words[96];
        snprintf(words, sizeof words, " %% in %s", m->rules.book->boxes[box].label);
        const char *at = list ? strstr(list, words) : NULL, *from = at;
        while (at && isdigit((unsigned char)from[-1] == '.' ? '0' : (unsigned char)from[-1]))
            from--;
        HOLDS(m, !at || is_percent(strtod(from, NULL), e.points[box]));
        snprintf(words, sizeof words, "%s is still open: the turn ends there ",
                 m->rules.book->boxes[box].label);
        HOLDS(m, !said(m, words) || is_percent(number_after(m, words), e.points[box]));
    }
    return list != NULL;
}

CLAIM(chances_of_a_last_roll_match_a_count_of_all_rolls) {
    assert_true(in_all_books(FAMILY_SHEET, counts_throws) > 5);
}

static int tells_the_upper_section(const struct moment *m) {
    const struct rules *r = &m->rules;
    const struct card *card = &m->game.card[m->game.seat];
    int upper = card_upper(r->book, card), most = upper, faces = 0, open = 0, par = 0;
    for (int box = 0; box < r->book->box_count; box++) {
        const struct box *b = &r->book->boxes[box];
        if (b->pattern != PATTERN_FACE)
            continue;
        bool filled = card->filled >> box & 1;
        most += filled ? 0 : 5 * b->n;
        open += !filled;
        faces += filled ? b->n : 0;
    }
    if (!open || upper >= r->params.upper_par) {
        HOLDS(m, !said(m, "upper"));
        return 0;
    }
    par = r->params.upper_par;
    HOLDS(m, !said(m, "out of reach") || most < par);
    HOLDS(m, !said(m, "upper bonus included") || most >= par);
    if (said(m, "The upper section stands at ")) {
        HOLDS(m, number_after(m, "The upper section stands at ") == upper);
        HOLDS(m, near(number_after(m, "filled boxes is "), par * faces / 21.0, 0.051));
        HOLDS(m, m->why.best.act == ACT_KEEP && most >= par);
    }
    if (said(m, "The upper section then stands at ")) {
        const struct box *b = &r->book->boxes[m->why.best.box];
        int now = upper + box_points(b, m->game.dice);
        HOLDS(m, m->why.best.act == ACT_SCORE && b->pattern == PATTERN_FACE);
        HOLDS(m, number_after(m, "then stands at ") == now && now < par);
        HOLDS(m, near(number_after(m, "filled boxes is "), par * (faces + b->n) / 21.0, 0.051));
    }
    return said(m, "The upper section ") != NULL;
}

CLAIM(the_upper_section_is_described_correctly_and_only_while_it_matters) {
    assert_true(in_all_books(FAMILY_SHEET, tells_the_upper_section) > 20);
}

static int tells_of_five_of_a_kind(const struct moment *m) {
    const struct card *card = &m->game.card[m->game.seat];
    int box = sheet_five_box(m->rules.book);
    int face = dice_commonest(m->game.dice);
    bool thrown = dice_count(m->game.dice, face) == m->rules.book->dice;
    bool filled = box >= 0 && (card->filled >> box & 1), holds = filled && card->points[box];
    HOLDS(m, !said(m, " extra, whichever") || (thrown && holds));
    HOLDS(m, !said(m, "pays 100 extra") || holds);
    HOLDS(m, !said(m, "joker") || (thrown && filled && m->rules.params.joker != JOKER_NONE));
    HOLDS(m, !said(m, "cheapest box for a zero") || m->advice.actions[0].points == 0);
    HOLDS(m, !said(m, "ends the 100") || !filled);
    return said(m, " extra") || said(m, "cheapest box for a zero");
}

CLAIM(extra_points_and_jokers_are_mentioned_only_if_the_referee_grants_them) {
    assert_true(in_all_books(FAMILY_SHEET, tells_of_five_of_a_kind) > 0);
}

/* ---- press games ---- */

/* Whether any die scores by the rule sheets: a 1, a 5, three of a kind, three pairs. */
static bool scores(const int *throw, int n) {
    int count[FACES + 1] = {0}, pairs = 0;
    bool three = false;
    for (int i = 0; i < n; i++)
        count[throw[i]]++;
    for (int face = 1; face <= FACES; face++) {
        three = three || count[face] >= 3;
        pairs += count[face] == 2;
    }
    return count[1] || count[5] || three || pairs == 3;
}

/* All 6^n throws, one by one. */
static double count_busts(int n) {
    int throw[DICE_MAX], bad = 0, all = 1;
    for (int i = 0; i < n; i++)
        all *= FACES;
    for (int number = 0; number < all; number++) {
        for (int i = 0, left = number; i < n; i++, left /= FACES)
            throw[i] = 1 + left % FACES;
        bad += !scores(throw, n);
    }
    return (double)bad / all;
}

static int counts_busts(const struct moment *m) {
    static double chance[DICE_MAX + 1];
    const struct valued_action *roll = NULL;
    for (int i = 0; i < m->advice.count && !roll; i++)
        roll = m->advice.actions[i].action.act == ACT_TAKE_ROLL ? &m->advice.actions[i] : NULL;
    const char *at = said(m, "Throwing ");
    HOLDS(m, roll || !at);
    if (!at)
        return 0;
    int n = (int)number_after(m, "Throwing ");
    int left = dice_size(m->game.dice) - dice_size(roll->action.dice);
    HOLDS(m, n == (left ? left : m->rules.book->dice));
    chance[n] = chance[n] > 0 ? chance[n] : count_busts(n);
    char words[32];
    snprintf(words, sizeof words, "is a %s ", m->rules.book->bust);
    HOLDS(m, is_percent(number_after(m, words), chance[n]));
    HOLDS(m, number_after(m, "of the time, with ") == m->game.turn_points + roll->points);
    return 1;
}

CLAIM(the_chance_of_a_bust_matches_a_count_of_all_throws) {
    assert_true(in_all_books(FAMILY_PRESS, counts_busts) > 100);
}

static int tells_the_score(const struct moment *m) {
    const struct game *g = &m->game;
    int own = g->total[g->seat], goal = m->rules.params.goal, entry = m->rules.params.entry;
    bool may_stop = false;
    for (int i = 0; i < m->advice.count; i++)
        may_stop = may_stop || m->advice.actions[i].action.act == ACT_TAKE_STOP;
    HOLDS(m, !said(m, "If you stop") || may_stop);
    HOLDS(m, !said(m, "Stopping") || may_stop);
    HOLDS(m, !said(m, "on the sheet") || (own == 0 && entry > 0));
    HOLDS(m, !said(m, "must throw on") || !may_stop);
    HOLDS(m, (said(m, "This is the last round") != NULL) == (g->ender != 0));
    HOLDS(m, !said(m, "or points alone") || !g->ender);
    HOLDS(m, !said(m, "winning") || g->seats > 1);
    HOLDS(m, !said(m, "turns on average") || g->seats == 1);
    HOLDS(m, !said(m, "starts the last round") || !g->ender);
    if (said(m, " start the last round") || said(m, "that is the game"))
        HOLDS(m, said(m, "It stays below") || number_after(m, "Stopping with ") >= goal);
    if (said(m, "would lose for certain")) {
        int most = 0;
        for (int i = 0; i < g->seats; i++)
            most = i != g->seat && g->total[i] > most ? g->total[i] : most;
        HOLDS(m, number_after(m, "Stopping with ") < most);
    }
    return g->ender || !own;
}

CLAIM(entry_goal_and_final_round_are_described_as_the_totals_say) {
    assert_true(in_all_books(FAMILY_PRESS, tells_the_score) > 30);
}

/* After a bust: what the next of two players leaves, or one more turn in a solo game. */
static int tells_the_bust(const struct moment *m) {
    char words[32], error_words[128];
    struct text error = TEXT_IN(error_words);
    snprintf(words, sizeof words, "After a %s: ", m->rules.book->bust);
    double told = number_after(m, words);
    if (isnan(told) || m->game.ender || said(m, "99.99") || m->game.seats > 2)
        return 0;
    struct game next = m->game; /* the next player before the first roll */
    struct advice advice;
    next.seat = (uint8_t)((next.seat + 1) % next.seats);
    next.phase = PHASE_ROLL;
    next.turn_points = 0;
    next.dice = (struct dice){0};
    next.falling = (uint8_t)m->rules.book->dice;
    assert_true(adviser_advise(adviser, &m->rules, &next, m->why.goal, NULL, &advice, &error));
    if (m->game.seats == 1)
        HOLDS(m, near(told, 1 + advice.value, 0.0051));
    else
        HOLDS(m, is_percent(told, 1 - advice.value));
    return 1;
}

CLAIM(a_bust_leaves_what_the_next_turn_is_worth) {
    assert_true(in_all_books(FAMILY_PRESS, tells_the_bust) > 30);
}

/* ---- words and refusals ---- */

static struct moment at(const char *position) {
    char words[256];
    struct text error = TEXT_IN(words);
    struct moment m = {0};
    if (!position_parse(span_of(position), &m.rules, &m.game, &error))
        fail_msg("%s", words);
    return m;
}

static void expect_words(const char *position, const char *line, const char *expected) {
    struct moment m = at(position);
    char words[128];
    struct text error = TEXT_IN(words);
    struct action a;
    assert_true(action_parse(&m.rules, span_of(line), &a, &error));
    words_of(&m, a, false, words);
    assert_string_equal(words, expected);
}

CLAIM(actions_are_described_in_plain_words) {
    expect_words("yardzee - 1 1,2,4,4,4 1", "keep 4 4 4", "keep 4 4 4");
    expect_words("yardzee - 1 1,2,4,4,4 1", "keep -", "keep nothing");
    expect_words("yardzee - 1 1,2,4,4,4 1", "score fours", "score 12 in Fours");
    expect_words("yardzee - 1 1,2,4,4,4 1", "score sixes", "write a zero in Sixes");
    expect_words("yahtzee ones=3,sixes=18,five-kind=50 1 6,6,6,6,6 3", "score large-straight",
                 "score 40 in Large straight");
    expect_words("yardkle 1500/0 1 350 1,2,2,4,5,5", "take 1 5 roll", "take 1 5 and throw again");
    expect_words("yardkle 1500/0 1 350 1,2,2,4,5,5", "take 1 5 stop", "take 1 5 and stop");
}

static void expect_refusal(struct moment *m, const struct action *instead, const char *expected) {
    char words[256] = "";
    struct text error = TEXT_IN(words);
    assert_false(reason_of(adviser, &m->rules, &m->game, instead, NULL, &m->why,
                           &(struct refusal){.words = &error}));
    assert_non_null(strstr(words, expected));
}

CLAIM(without_a_legal_choice_there_is_no_reason) {
    struct moment m = at("yardzee - 1 1,2,?3 1");
    expect_refusal(&m, NULL, "dice are about to fall");
    m.game.phase = PHASE_OVER;
    expect_refusal(&m, NULL, "the game is over");
    m = at("yardzee fours=8 1 1,2,4,4,4 1");
    expect_refusal(&m, &(struct action){.act = ACT_SCORE, .box = 3}, "Fours is filled already");
    m = at("yardkle 0/0 1 0 1,2,2,3,4,6");
    struct action stop = {.act = ACT_TAKE_STOP, .dice = dice_with((struct dice){0}, 1, 1)};
    expect_refusal(&m, &stop, "not yet the 500");
}

static void expect_sentence(const char *position, const char *expected) {
    struct moment m = at(position);
    char words[256];
    struct text error = TEXT_IN(words);
    assert_true(reason_of(adviser, &m.rules, &m.game, NULL, NULL, &m.why,
                          &(struct refusal){.words = &error}));
    if (!said(&m, expected))
        fail_msg("%s: '%s' is not said", position, expected);
}

CLAIM(a_tied_total_is_described_according_to_the_tie_rule) {
    expect_sentence("yardkle:goal=1000 1000/800 2 150 5,2,2", "and you are at 1000.");
    expect_sentence("yardkle:goal=1000,tie=chaser 1000/800 2 150 5,2,2",
                    "draws level with the best so far, which is enough.");
    expect_sentence("yardkle:goal=1000,tie=leader 1000/800 2 150 5,2,2",
                    "and you are at 1000, which is not enough.");
}

CLAIM(a_small_mean_is_not_rounded_to_zero) {
    expect_sentence("yardzee ones=1,twos=2,threes=3,fours=4,fives=5,sixes=6,three-kind=0,"
                    "four-kind=0,full-house=0,small-straight=0,large-straight=0,chance=5 1 "
                    "1,2,3,4,6 2",
                    "This turn then brings 0.04 points on average; 0 if you keep 1 2.");
}

int main(void) {
    return run_claims(set_up, tear_down);
}
