/* What the coach says at random moments in random games of every book, checked against the referee,
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

static int has_true_percents(const struct moment *m) {
    int met = 0;
    for (const char *at = m->said; (at = FIND(at, M_coach_percent, M_coach_percent_more)); at++) {
        double shown = number(at, FIND(at, M_coach_percent) == at ? "number" : "amount");
        HOLDS(m, shown >= 0 && shown <= 100);
        met++;
    }
    return met;
}

CLAIM(percentages_are_between_0_and_100) {
    assert_true(in_all_books(-1, has_true_percents) > 1000);
}

static bool differ(double a, double b) {
    return fabs(a - b) > 1e-8;
}

/* An action as say_json() writes it: with the form "begin" for the beginning of a sentence, or the
 * form "if" for use after that word. */
static void action_json(const struct moment *m, struct action a, const char *form, char ret[256]) {
    static const char before[] = "{\"key\":\"coach_do_";
    LOCAL_TEXT(coded, 128);
    LOCAL_TEXT(json, 256);
    struct text out = text_start(ret, 256);
    struct json j = json_start(&json);
    say_in_code(true);
    action_words(&m->rules, &m->game, a, &coded);
    say_in_code(false);
    say_json(&j, NULL, span_of(coded.data));
    HOLDS(m, !strncmp(json.data, before, strlen(before)));
    text_add(&out, "{\"key\":\"coach_%s_%s", form, json.data + strlen(before));
    HOLDS(m, !coded.cut && !json.cut && !out.cut);
}

/* The verdict, which is the first sentence. */
static const char *verdict_of(const struct moment *m) {
    return m->said + 2; /* after "[{" */
}

static bool is_verdict(const struct moment *m, enum message key) {
    return FIND(m->said, key) == verdict_of(m);
}

static int has_a_verdict(const struct moment *m) {
    const struct reasons *why = &m->why;
    const char *verdict = verdict_of(m), *estimate = FIND(verdict, M_coach_an_estimate);
    char best[256], second[256], value[128] = "";
    const struct valued_action *list = m->advice.actions;
    int below = 0;
    while (below < m->advice.count && !differ(list[below].value, list[0].value))
        below++;
    HOLDS(m, !memcmp(&why->best, &list[0].action, sizeof why->best));
    HOLDS(m, why->best_value == list[0].value);
    HOLDS(m, why->compared == (below < m->advice.count));
    HOLDS(m, why->approximate ==
                 (m->rules.book->family == FAMILY_PRESS && m->game.seats > 2 && !m->game.ender));
    HOLDS(m, why->approximate == (estimate && estimate < value_end(m->said + 1)));
    if (why->unit == UNIT_POINTS)
        snprintf(value, sizeof value,
                 "{\"key\":\"coach_expected_score\",\"points\":"
                 "{\"key\":\"coach_number_1\",\"x\":%.1f}}",
                 why->best_value);
    else if (why->unit == UNIT_TURNS && differ(why->best_value, 1))
        snprintf(value, sizeof value, "{\"key\":\"coach_turns_on_average\",\"turns\":%.2f}",
                 why->best_value);
    HOLDS(m, !*value || is_json(verdict, "value", value));
    if (!why->compared) {
        HOLDS(m, is_verdict(m, m->advice.count == 1 ? M_coach_verdict_only : M_coach_verdict_same));
        return 1;
    }
    HOLDS(m, why->second_value == list[below].value);
    action_json(m, why->best, "begin", best);
    action_json(m, why->second, "if", second);
    HOLDS(m, is_verdict(m, M_coach_verdict) && is_json(verdict, "action", best));
    HOLDS(m, is_json(verdict, "other", second));
    return 1;
}

CLAIM(the_verdict_names_the_best_action_and_the_runner_up) {
    assert_true(in_all_books(-1, has_a_verdict) > (SANITIZED ? 50 : 500));
}

/* Asks about a random action. */
static int compares_with(const struct moment *m) {
    struct moment other = *m;
    const struct valued_action *asked = &m->advice.actions[draw_below(m->draw, m->advice.count)];
    ask(&other, &asked->action);
    if (asked == &m->advice.actions[0])
        return 0; /* naming the best action is like naming none */
    HOLDS(&other, !memcmp(&other.why.second, &asked->action, sizeof asked->action));
    HOLDS(&other, other.why.compared && !differ(other.why.second_value, asked->value));
    char words[256];
    action_json(m, asked->action, "if", words);
    HOLDS(&other, is_json(verdict_of(&other), "other", words));
    HOLDS(&other,
          is_verdict(&other, M_coach_verdict_equal) == !differ(asked->value, m->advice.value));
    is_shaped(&other);
    return 1;
}

CLAIM(you_can_ask_about_any_legal_action) {
    assert_true(in_all_books(-1, compares_with) > 200);
}

/* ---- sheet games ---- */

static int adds_up(const struct moment *m) {
    const char *turn = SAID(m, M_coach_turn_brings), *later = SAID(m, M_coach_later_brings);
    const char *both =
        SAID(m, M_coach_turn_and_later, M_coach_turn_not_later, M_coach_later_not_turn);
    double gain = m->why.best_value - m->why.second_value;
    if (turn)
        HOLDS(m, near(number(turn, "points") - number(turn, "other_points"), gain, 0.11));
    if (later)
        HOLDS(m, near(number(later, "rest") - number(later, "other_rest"), gain, 0.11));
    if (both) {
        int so_far = game_total(&m->rules, &m->game, m->game.seat);
        HOLDS(m, near(so_far + number(both, "points") + number(both, "rest"), m->why.best_value,
                      0.11));
        HOLDS(m, near(so_far + number(both, "other_points") + number(both, "other_rest"),
                      m->why.second_value, 0.11));
    }
    return turn || later || both;
}

CLAIM(the_turn_and_the_rest_of_the_card_add_up_to_the_value) {
    assert_true(in_all_books(FAMILY_SHEET, adds_up) > 100);
}

/* Points now and points later, each with the sign that the sentence gives it. */
static int explains_the_boxes(const struct moment *m) {
    static const struct {
        enum message key;
        int now, later;
    } ways[] = {{M_coach_box_now, 1, 0},
                {M_coach_box_later, 0, 1},
                {M_coach_box_both, 1, 1},
                {M_coach_box_now_not_later, 1, -1},
                {M_coach_box_later_not_now, -1, 1}};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        const char *boxes = SAID(m, ways[i].key);
        if (!boxes)
            continue;
        double now = ways[i].now ? ways[i].now * number(boxes, "now") : 0;
        double later = ways[i].later ? ways[i].later * number(boxes, "later") : 0;
        HOLDS(m, m->why.best.act == ACT_SCORE && m->why.second.act == ACT_SCORE);
        HOLDS(m, near(now + later, m->why.best_value - m->why.second_value, 0.11));
        return 1;
    }
    return 0;
}

CLAIM(points_now_and_boxes_left_open_explain_the_verdict) {
    assert_true(in_all_books(FAMILY_SHEET, explains_the_boxes) > 10);
}

/* Outcomes of the last roll of a turn if the player then scores in the best box. */
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

/* "under 1 %" and "over 99 %" count as 0 and 100. */
static bool is_percent(double number, double chance) {
    bool small = number == 0 && chance < 0.01, large = number == 100 && chance > 0.99;
    return small || large || near(number, 100 * chance, 0.051);
}

/* Checks what the messages with these keys say about the boxes; returns how many such messages
 * there are. */
static int counts_boxes(const struct moment *m, const struct ends *e, const enum message *keys) {
    int met = 0;
    for (const char *at = m->said; (at = find_message(at, keys)); at++, met++) {
        int box = 0;
        while (box < m->rules.book->box_count &&
               !is_message(at, "box", m->rules.book->boxes[box].label))
            box++;
        HOLDS(m, box < m->rules.book->box_count);
        HOLDS(m, is_percent(number(at, "percent"), e->points[box]));
    }
    return met;
}

static int counts_throws(const struct moment *m) {
    if (m->game.rolls + 1 != m->rules.book->rolls || m->why.best.act != ACT_KEEP)
        return 0;
    const char *hand = SAID(m, M_coach_roll_risks_hand);
    const char *zero = SAID(m, M_coach_writes_zero, M_coach_writes_zero_more);
    const char *list = SAID(m, M_coach_ends_with_points, M_coach_scores_more_often,
                            M_coach_scores_otherwise, M_coach_scores_less_often);
    const char *turn = SAID(m, M_coach_turn_brings, M_coach_turn_and_later, M_coach_turn_not_later,
                            M_coach_later_not_turn);
    struct ends e = count_ends(m, m->why.best, hand ? (int)number(hand, "points") : 0);
    HOLDS(m, !turn || near(number(turn, "points"), e.mean, 0.051));
    HOLDS(m, !zero || is_percent(number(zero, "percent"), e.zero));
    if (hand) {
        HOLDS(m, is_percent(number(hand, "fewer"), e.less));
        HOLDS(m, is_percent(number(hand, "more"), e.more));
    }
    int boxes = counts_boxes(m, &e, KEYS(M_coach_in_box, M_coach_in_box_against));
    HOLDS(m, (list != NULL) == (boxes > 0));
    counts_boxes(m, &e, KEYS(M_coach_face, M_coach_face_par));
    return list != NULL;
}

CLAIM(chances_of_a_last_roll_match_a_count_of_all_rolls) {
    assert_true(in_all_books(FAMILY_SHEET, counts_throws) > 5);
}

/* The lead over par after filling a box, or as it is if the box is -1. */
static double pace_after(const struct moment *m, int box) {
    const struct book *book = m->rules.book;
    const struct card *card = &m->game.card[m->game.seat];
    double pace = 0;
    for (int i = 0; i < book->box_count; i++) {
        const struct box *b = &book->boxes[i];
        bool filled = card->filled >> i & 1;
        if (b->pattern != PATTERN_FACE || (!filled && i != box))
            continue;
        pace += filled ? card->points[i] : box_points(b, m->game.dice);
        pace -= m->rules.params.upper_par * b->n / 21.0;
    }
    return pace;
}

static double shown_pace(const char *message, const char *name) {
    const char *value = place(message, name);
    if (FIND(value, M_coach_pace_just) == value + 1)
        return 0;
    return FIND(value, M_coach_pace_behind) == value + 1 ? -number(message, name)
                                                         : number(message, name);
}

static int tells_the_upper_section(const struct moment *m) {
    const struct rules *r = &m->rules;
    const struct card *card = &m->game.card[m->game.seat];
    const char *included = SAID(m, M_coach_points_with_bonus);
    const char *stands = SAID(m, M_coach_upper_stands, M_coach_upper_falls_behind);
    const char *then = SAID(m, M_coach_upper_then_stands);
    const char *gone = SAID(m, M_coach_bonus_out_of_reach);
    int upper = card_upper(r->book, card), most = upper, open = 0, par = r->params.upper_par;
    for (int box = 0; box < r->book->box_count; box++) {
        const struct box *b = &r->book->boxes[box];
        bool filled = card->filled >> box & 1;
        most += !filled && b->pattern == PATTERN_FACE ? 5 * b->n : 0;
        open += !filled && b->pattern == PATTERN_FACE;
    }
    if (!open || upper >= par) {
        HOLDS(m, !included && !stands && !then && !gone);
        HOLDS(m, !SAID(m, M_coach_makes_bonus_safe, M_coach_would_make_bonus_safe,
                       M_coach_bonus_will_be_gone, M_coach_bonus_would_be_gone,
                       M_coach_bonus_chance_against, M_coach_bonus_less_often));
        return 0;
    }
    HOLDS(m, !gone || most < par);
    HOLDS(m, !included || most >= par);
    HOLDS(m, !stands || most >= par);
    if (then) {
        int now = upper + box_points(&r->book->boxes[m->why.best.box], m->game.dice);
        int other = m->why.second.act == ACT_SCORE ? m->why.second.box : -1;
        HOLDS(m, m->why.best.act == ACT_SCORE);
        HOLDS(m, number(then, "total") == now && now < par);
        HOLDS(m, near(shown_pace(then, "pace"), pace_after(m, m->why.best.box), 0.051));
        HOLDS(m, m->why.second.act != ACT_SCORE ||
                     near(shown_pace(then, "other_pace"), pace_after(m, other), 0.051));
    }
    return stands || then;
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
    const char *earns = SAID(m, M_coach_further_earns), *pays = SAID(m, M_coach_further_five);
    const char *joker = SAID(m, M_coach_joker_own_box, M_coach_joker_lower_box,
                             M_coach_joker_zero_above, M_coach_joker_counts);
    const char *cheapest = SAID(m, M_coach_cheapest_zero);
    HOLDS(m, !earns || (thrown && holds));
    HOLDS(m, !pays || holds);
    HOLDS(m, !joker || (thrown && filled && m->rules.params.joker != JOKER_NONE));
    HOLDS(m, !cheapest || m->advice.actions[0].points == 0);
    HOLDS(m, !SAID(m, M_coach_five_zero, M_coach_five_zero_advised) || !filled);
    HOLDS(m, !SAID(m, M_coach_five_opens_bonus) || (!filled && thrown));
    return earns || pays || cheapest;
}

CLAIM(bonuses_and_jokers_are_mentioned_only_if_the_rules_grant_them) {
    assert_true(in_all_books(FAMILY_SHEET, tells_of_five_of_a_kind) > 0);
}

/* ---- press games ---- */

/* Whether any die scores under the rule sheets: a 1, a 5, three of a kind, three pairs. */
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

/* The proportion of busts, counted over all 6^n throws. */
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

/* Whether a message uses the book's own name for a bust. */
static bool is_bust(const struct moment *m, const char *message) {
    char json[64];
    snprintf(json, sizeof json, "\"%s\"", m->rules.book->bust);
    return is_json(message, "bust", json);
}

static int counts_busts(const struct moment *m) {
    static double chance[DICE_MAX + 1];
    const struct valued_action *roll = NULL;
    for (int i = 0; i < m->advice.count && !roll; i++)
        roll = m->advice.actions[i].action.act == ACT_TAKE_ROLL ? &m->advice.actions[i] : NULL;
    const char *risk = SAID(m, M_coach_throw_risk, M_coach_throw_risk_taken);
    HOLDS(m, roll || !risk);
    if (!risk)
        return 0;
    int n = (int)number(risk, "n");
    int left = dice_size(m->game.dice) - dice_size(roll->action.dice);
    HOLDS(m, n == (left ? left : m->rules.book->dice));
    chance[n] = chance[n] > 0 ? chance[n] : count_busts(n);
    HOLDS(m, is_bust(m, risk));
    HOLDS(m, is_percent(number(risk, "percent"), chance[n]));
    HOLDS(m, number(risk, "points") == m->game.turn_points + roll->points);
    return 1;
}

CLAIM(the_chance_of_a_bust_matches_a_count_of_all_throws) {
    assert_true(in_all_books(FAMILY_PRESS, counts_busts) > 100);
}

static bool tells_the_last_round(const struct moment *m) {
    return SAID(m, M_coach_last_beats, M_coach_last_level, M_coach_last_level_enough,
                M_coach_last_level_short, M_coach_last_at, M_coach_last_at_level,
                M_coach_last_at_enough, M_coach_last_at_short, M_coach_last_behind,
                M_coach_last_behind_enough, M_coach_last_behind_short);
}

static bool tells_points_alone(const struct moment *m) {
    return SAID(m, M_coach_points_alone, M_coach_points_stop, M_coach_points_stop_turns,
                M_coach_points_stop_winning, M_coach_points_throw, M_coach_points_throw_turns,
                M_coach_points_throw_winning);
}

static int tells_the_score(const struct moment *m) {
    const struct game *g = &m->game;
    int own = g->total[g->seat], goal = m->rules.params.goal, entry = m->rules.params.entry;
    bool may_stop = false;
    for (int i = 0; i < m->advice.count; i++)
        may_stop = may_stop || m->advice.actions[i].action.act == ACT_TAKE_STOP;
    const char *entering = SAID(m, M_coach_entry_worth_less), *loses = SAID(m, M_coach_stop_loses);
    const char *must = SAID(m, M_coach_entry_must_throw);
    const char *starts = SAID(m, M_coach_starts_last_two, M_coach_starts_last);
    const char *ends =
        SAID(m, M_coach_would_start_last_two, M_coach_would_start_last, M_coach_reaches_goal);
    HOLDS(m, !SAID(m, M_coach_stop_taking) || may_stop);
    HOLDS(m, !(entering || loses || starts || ends) || may_stop);
    HOLDS(m, !(entering || must || SAID(m, M_coach_entry_reached, M_coach_entry_missing)) ||
                 (own == 0 && entry > 0));
    HOLDS(m, !must || !may_stop);
    HOLDS(m, tells_the_last_round(m) == (g->ender != 0));
    HOLDS(m, !tells_points_alone(m) || !g->ender);
    HOLDS(m, !SAID(m, M_coach_chance_of_winning, M_coach_points_stop_winning,
                   M_coach_points_throw_winning) ||
                 g->seats > 1);
    HOLDS(m, !SAID(m, M_coach_turns_on_average) || g->seats == 1);
    HOLDS(m, !starts || !g->ender);
    HOLDS(m, !starts || number(starts, "total") >= goal);
    HOLDS(m, !ends || number(ends, "total") >= goal);
    if (loses) {
        int most = 0;
        for (int i = 0; i < g->seats; i++)
            most = i != g->seat && g->total[i] > most ? g->total[i] : most;
        HOLDS(m, number(loses, "total") < most);
    }
    return g->ender || !own;
}

CLAIM(entry_goal_and_final_round_are_described_according_to_the_totals) {
    assert_true(in_all_books(FAMILY_PRESS, tells_the_score) > 30);
}

/* The value after a bust: with two players, 1 minus the next player's chance of winning; in a solo
 * game, 1 plus the number of turns expected from then on. */
static int tells_the_bust(const struct moment *m) {
    char error_words[128];
    struct text error = TEXT_IN(error_words);
    const char *after = SAID(m, M_coach_after_bust);
    if (!after || m->game.ender || m->game.seats > 2)
        return 0;
    HOLDS(m, is_bust(m, after));
    double told = number(after, "value");
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

CLAIM(the_value_after_a_bust_follows_from_that_of_the_next_turn) {
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
    struct text said = TEXT_IN(words);
    action_words(&m.rules, &m.game, a, &said);
    assert_string_equal(words, expected);
}

CLAIM(actions_are_described_in_plain_words) {
    expect_words("yardzee - 1 1,2,4,4,4 1", "keep 4 4 4", "keep 4 4 4");
    expect_words("yardzee - 1 1,2,4,4,4 1", "keep -", "keep nothing");
    expect_words("yardzee - 1 1,2,4,4,4 1", "score fours", "score 12 in Fours");
    expect_words("yardzee - 1 1,2,4,4,4 1", "score sixes", "enter a zero in Sixes");
    expect_words("yardzee - 1 1,2,4,4,4 1", "score sixes 0", "enter a zero in Sixes");
    expect_words("yardzee - 1 1,2,4,4,4 1", "score fours 0", "enter a zero in Fours instead of 12");
    expect_words("yahtzee ones=3,sixes=18,five-kind=50 1 6,6,6,6,6 3", "score large-straight",
                 "score 40 in Large straight");
    expect_words("yardkle 1500/0 1 350 1,2,2,4,5,5", "take 1 5 roll",
                 "set aside 1 5 and roll again");
    expect_words("yardkle 1500/0 1 350 1,2,2,4,5,5", "take 1 5 stop", "set aside 1 5 and stop");
}

static void expect_refusal(struct moment *m, const struct action *instead, const char *expected) {
    char words[256] = "";
    struct text error = TEXT_IN(words);
    assert_false(reason_of(adviser, &m->rules, &m->game, instead, NULL, &m->why,
                           &(struct refusal){.words = &error}));
    assert_non_null(strstr(words, expected));
}

CLAIM(no_reasons_are_given_without_a_legal_choice) {
    struct moment m = at("yardzee - 1 1,2,?3 1");
    expect_refusal(&m, NULL, "There's nothing to decide yet. Roll the dice first.");
    m.game.phase = PHASE_OVER;
    expect_refusal(&m, NULL, "The game is over.");
    m = at("yardzee fours=8 1 1,2,4,4,4 1");
    expect_refusal(&m, &(struct action){.act = ACT_SCORE, .box = 3},
                   "Fours already has a score (8). Choose another box.");
    m = at("yardkle 0/0 1 0 1,2,2,3,4,6");
    struct action stop = {.act = ACT_TAKE_STOP, .dice = dice_with((struct dice){0}, 1, 1)};
    expect_refusal(&m, &stop,
                   "You need at least 500 points in one turn to get on the score sheet, and you "
                   "have 100. Keep rolling.");
}

static void expect_sentence(const char *position, const char *expected) {
    struct moment m = at(position);
    char words[256];
    struct text error = TEXT_IN(words);
    assert_true(reason_of(adviser, &m.rules, &m.game, NULL, NULL, &m.why,
                          &(struct refusal){.words = &error}));
    for (int i = 0; i < m.why.count; i++) {
        if (strstr(m.why.sentence[i], expected))
            return;
    }
    fail_msg("%s: '%s' is not said", position, expected);
}

CLAIM(a_tied_total_is_described_according_to_the_tie_rule) {
    expect_sentence("yardkle:goal=1000 1000/800 2 150 5,2,2",
                    "you're level with the best score so far, 1000, and a tie shares the win.");
    expect_sentence("yardkle:goal=1000 1000/800 2 150 5,2,2",
                    "Although stopping with 1000 would tie and share the win, rolling again is "
                    "worth more.");
    expect_sentence("yardkle:goal=1000 1000/750 2 200 5,2",
                    "your 1000 ties the best score so far: a tie shares the win.");
    expect_sentence("yardkle:goal=1000,tie=chaser 1000/800 2 150 5,2,2",
                    "ties the best score so far. A tie is enough.");
    expect_sentence("yardkle:goal=1000,tie=leader 1000/800 2 150 5,2,2",
                    "and you're at 1000. A tie isn't enough.");
}

CLAIM(reaching_the_goal_is_described_according_to_the_final_round) {
    expect_sentence("yardkle:goal=1000,final-round=everyone 800/300 1 150 1,2,2",
                    "starts the final round: the other player has one turn, starting from 300, "
                    "then you have one. Their chance of winning is");
    expect_sentence("yardkle:goal=1000,final-round=everyone 800/300/300 1 150 1,2,2",
                    "everyone has one more turn, you last.");
    expect_sentence("yardkle:goal=1000,final-round=everyone 1000/1200 1 150 1,2,2",
                    "This is the final round, and your 1250 beats the best score so far, 1200.");
    expect_sentence("yardkle:goal=1000,final-round=everyone 1000/800 2 150 1,5,2",
                    "After you, 1 more player has a last turn to beat your score.");
    expect_sentence("yardkle:goal=1000,final-round=rest 800/300 1 150 1,2,2",
                    "the other player has one turn, starting from 300; their chance of winning is");
    expect_sentence("yardkle:goal=1000,final-round=rest 800/300 1 150 1,2,2 start=2",
                    "Stopping with 1050 wins: you're the last to play in this round");
    expect_sentence("yardkle:goal=1000,final-round=rest 0/800/300 2 150 1,2,2",
                    "starts the final round: 1 more player has a turn.");
}

CLAIM(a_small_mean_is_not_rounded_to_zero) {
    expect_sentence("yardzee ones=1,twos=2,threes=3,fours=4,fives=5,sixes=6,three-kind=0,"
                    "four-kind=0,full-house=0,small-straight=0,large-straight=0,chance=5 1 "
                    "1,2,3,4,6 2",
                    "This turn earns you 0.04 points on average instead of 0.");
}

int main(void) {
    return run_claims(set_up, tear_down);
}
