#include "coach/adviser.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "coach/stock.h"
#include "core/memory.h"
#include "core/say.h"
#include "rules/sheet.h"
#include "solve/parallel.h"
#include "solve/press_solver.h"
#include "solve/sheet_goal.h"

/* A solved rule set. */
struct solved {
    struct solved *next;
    struct rules rules;
    struct sheet_solver *sheet; /* may have only the cards that were asked about */
    bool sheet_cached, sheet_whole;
    struct press_solver *press;
    bool turns_solved;
    bool pairs_sought, pairs_cached; /* looked for in the cache, and found there */
    bool pairs_solved;               /* the two-player table is solved ... */
    int least_own, least_other;      /* ... from these totals up, in either order */
};

struct adviser {
    int threads;
    struct stock stock;
    struct solved *solved;

    /* The last goal that needed solving for one card; it is queried several times in a turn. */
    struct sheet_goal *goal;
    struct rules goal_rules;
    struct card goal_card;
    double *worth;
    int worth_count;
    struct game rivals; /* the opponents' cards that `worth` was computed for */

    /* The plan for the current turn of a press game for three or more players: it is kept because
     * the final round of such a game is slow to solve. */
    struct press_plan *plan;
    struct rules plan_rules;
    struct game plan_game;
};

struct adviser *adviser_new(int threads) {
    struct adviser *a = grab(1, sizeof *a);
    a->threads = threads > 0 ? threads : parallel_threads();
    return a;
}

void adviser_free(struct adviser *a) {
    if (!a)
        return;
    while (a->solved) {
        struct solved *solved = a->solved;
        a->solved = solved->next;
        sheet_solver_free(solved->sheet);
        press_solver_free(solved->press);
        free(solved);
    }
    sheet_goal_free(a->goal);
    press_plan_free(a->plan);
    free(a->worth);
    free(a);
}

void adviser_use_cache(struct adviser *a, const char *folder, bool keep_all,
                       void (*warn)(void *user, const char *words), void *user) {
    struct text f = TEXT_IN(a->stock.folder);
    text_put(&f, folder ? folder : "");
    if (f.cut)
        text_clear(&f);
    a->stock.keep_sheets = keep_all;
    a->stock.warn = warn;
    a->stock.user = user;
}

/* ---- goals in words ---- */

static const char *const goal_words[] = {
    [GOAL_USUAL] = "usual", [GOAL_SCORE] = "score", [GOAL_WIN] = "win",
    [GOAL_REACH] = "reach", [GOAL_TURNS] = "turns",
};

bool goal_parse(struct span words, struct goal *ret, struct text *error) {
    struct span rest = words;
    struct span word = span_word(&rest);
    struct goal goal = {.kind = GOAL_USUAL};
    int64_t total = 0;
    if (!word.len) {
        *ret = goal;
        return true;
    }
    for (int kind = GOAL_SCORE; kind <= GOAL_TURNS; kind++)
        goal.kind = span_is(word, goal_words[kind]) ? kind : goal.kind;
    if (goal.kind == GOAL_USUAL)
        return say_fail(error, coach_no_goal, .word = SHOWN(word));
    if (goal.kind == GOAL_REACH && !span_number(rest, 1, 10000, &total))
        return say_fail(error, coach_reach_takes_total);
    if (goal.kind != GOAL_REACH && rest.len)
        return say_fail(error, coach_nothing_follows, .word = goal_words[goal.kind]);
    goal.total = (int)total;
    *ret = goal;
    return true;
}

void goal_print(struct goal goal, struct text *out) {
    text_put(out, goal_words[goal.kind]);
    if (goal.kind == GOAL_REACH)
        text_add(out, " %d", goal.total);
}

struct goal goal_of_game(const struct rules *r, const struct game *g, struct goal goal) {
    if (goal.kind != GOAL_USUAL)
        return goal;
    if (r->book->family == FAMILY_SHEET)
        goal.kind = GOAL_SCORE;
    else
        goal.kind = set_count(game_playing(g)) == 1 ? GOAL_TURNS : GOAL_WIN;
    return goal;
}

int goal_unit(struct goal goal) {
    return goal.kind == GOAL_SCORE ? UNIT_POINTS : goal.kind == GOAL_TURNS ? UNIT_TURNS : UNIT_WIN;
}

static bool goal_fits(const struct rules *r, int seats, struct goal goal, struct text *error) {
    bool sheet = r->book->family == FAMILY_SHEET;
    if (goal.kind == GOAL_TURNS && (sheet || seats > 1))
        say(error, coach_turns_alone);
    else if (goal.kind == GOAL_REACH && !sheet)
        say(error, coach_no_final_total, .book = r->book->name);
    else if (goal.kind == GOAL_WIN && seats == 1)
        say(error, coach_nobody_to_beat);
    else
        return true;
    return false;
}

bool choice_asked(const struct rules *r, const struct game *g, const struct action *action,
                  struct refusal *refusal) {
    if (g->phase == PHASE_OVER)
        return say_fail(refusal->words, coach_game_over);
    if (g->phase == PHASE_ROLL)
        return say_fail(refusal->words, coach_dice_fall_first);
    enum refused why = action ? game_check(r, g, *action) : ALLOWED;
    if (why != ALLOWED)
        refusal_explain(r, g, *action, why, refusal);
    return why == ALLOWED;
}

bool adviser_approximates(const struct rules *r, const struct game *g, struct goal goal) {
    goal = goal_of_game(r, g, goal);
    if (goal.kind != GOAL_WIN)
        return false;
    if (r->book->family == FAMILY_PRESS)
        return press_plan_estimates(r, g);
    for (int seat = 0; seat < g->seats; seat++) {
        if (seat != g->seat && !set_has(g->left, seat) &&
            g->card[seat].filled != (1u << r->book->box_count) - 1)
            return true;
    }
    return false;
}

/* ---- solving ---- */

static struct solved *solved_for(struct adviser *a, const struct rules *r) {
    for (struct solved *s = a->solved; s; s = s->next) {
        if (rules_same(&s->rules, r))
            return s;
    }
    struct solved *s = grab(1, sizeof *s);
    s->rules = *r;
    s->next = a->solved;
    a->solved = s;
    return s;
}

static bool cancelled(struct text *error) {
    return say_fail(error, coach_cancelled);
}

/* Solves the two-player table for these totals and all higher ones. */
static bool solve_pairs(struct adviser *a, struct solved *s, int own, int other, struct work *work,
                        struct text *error) {
    int low = own < other ? own : other, high = own < other ? other : own;
    if (s->pairs_solved && low >= s->least_own && high >= s->least_other)
        return true;
    if (!s->pairs_sought) {
        s->pairs_sought = true;
        s->pairs_solved = s->pairs_cached = stock_press(&a->stock, &s->rules, s->press);
        if (s->pairs_solved)
            return true; /* all of it */
    }
    s->pairs_solved = press_solve_from(s->press, low, high, a->threads, work);
    s->least_own = low;
    s->least_other = high;
    if (s->pairs_solved && !low && !high)
        stock_keep_press(&a->stock, &s->rules, s->press);
    if (!s->pairs_solved && work && atomic_load(&work->cancel))
        return cancelled(error);
    if (!s->pairs_solved)
        say(error, coach_goal_too_high);
    return s->pairs_solved;
}

static bool prepare_press(struct adviser *a, struct solved *s, struct goal goal, int own, int other,
                          struct work *work, struct text *error) {
    if (!s->press)
        s->press = press_solver_new(&s->rules);
    if (!s->press)
        return say_fail(error, coach_no_memory);
    if (goal.kind == GOAL_TURNS && !s->turns_solved)
        s->turns_solved = press_solve_turns(s->press, work);
    if (goal.kind == GOAL_TURNS)
        return s->turns_solved || cancelled(error);
    return goal.kind != GOAL_WIN || solve_pairs(a, s, own, other, work, error);
}

/* Solves the cards with at least these boxes filled. */
static bool prepare_sheet(struct adviser *a, struct solved *s, uint32_t filled, struct work *work) {
    if (!s->sheet) {
        s->sheet = stock_sheet(&a->stock, &s->rules, &s->sheet_cached);
        s->sheet_whole = s->sheet_cached;
    }
    bool good = s->sheet_whole || sheet_solver_reach(s->sheet, filled, a->threads, work);
    if (good && !filled && !s->sheet_whole) {
        s->sheet_whole = true;
        stock_keep_sheet(&a->stock, s->sheet);
    }
    return good;
}

bool adviser_prepare(struct adviser *a, const struct rules *r, int seats, struct goal goal,
                     struct work *work, struct text *error) {
    struct solved *s = solved_for(a, r);
    if (!goal_fits(r, seats, goal, error))
        return false;
    if (r->book->family == FAMILY_PRESS)
        return prepare_press(a, s, goal, 0, 0, work, error);
    return (goal.kind != GOAL_SCORE && goal.kind != GOAL_WIN) || prepare_sheet(a, s, 0, work) ||
           cancelled(error);
}

/* An opponent's final total, as a distribution and a number of points added to it. */
struct rival {
    const struct card *card;
    double mean; /* expected final total */
    struct sheet_odds *odds;
    bool exact; /* `odds` are this opponent's own */
    int shift;
};

/* The chance that an opponent finishes with exactly `total`; the total of a finished card is
 * certain. */
static double ends_with(const struct rival *rival, int total) {
    const struct sheet_odds *odds = rival->odds;
    total -= rival->shift;
    return total < odds->low || total > odds->high ? 0 : odds->chance[total - odds->low];
}

/* What a final total is worth: the chance of winning with it, a shared win counting as a fraction.
 * level[n]: the chance that none of the opponents so far is above this total and n of them are
 * level with it. */
static double win_worth(const struct rival *rivals, const double *below, int count, int total) {
    double level[SEATS_MAX + 1] = {1}, worth = 0;
    for (int i = 0; i < count; i++) {
        double same = ends_with(&rivals[i], total);
        for (int n = i + 1; n >= 0; n--)
            level[n] = level[n] * below[i] + (n ? level[n - 1] * same : 0);
    }
    for (int n = 0; n <= count; n++)
        worth += level[n] / (n + 1);
    return worth;
}

static double expected_total(const struct sheet_solver *s, const struct rules *r,
                             const struct card *card) {
    struct game alone;
    struct advice advice;
    game_start(r, &alone, 1, 0);
    alone.card[0] = *card;
    if (card->filled == (1u << r->book->box_count) - 1)
        return game_total(r, &alone, 0);
    sheet_advise(s, &alone, &advice);
    return advice.value;
}

static int by_mean(const void *a, const void *b) {
    double x = ((const struct rival *)a)->mean, y = ((const struct rival *)b)->mean;
    return x < y ? 1 : x > y ? -1 : 0;
}

/* The opponents, those with the highest expected totals first. */
static int find_rivals(const struct sheet_solver *s, const struct rules *r, const struct game *g,
                       struct rival rivals[SEATS_MAX]) {
    int n = 0;
    for (int seat = 0; seat < g->seats; seat++) {
        const struct card *card = &g->card[seat];
        if (seat != g->seat && !set_has(g->left, seat)) /* a player who has left cannot win */
            rivals[n++] = (struct rival){.card = card, .mean = expected_total(s, r, card)};
    }
    qsort(rivals, (size_t)n, sizeof *rivals, by_mean);
    return n;
}

static int open_boxes(const struct rules *r, const struct card *card) {
    return r->book->box_count - __builtin_popcount(card->filled);
}

/* Gives an opponent the distribution of one with nearly as many open boxes, moved to the right
 * mean. */
static void borrow_odds(const struct rules *r, const struct rival *rivals, int count,
                        struct rival *to) {
    const struct rival *best = NULL;
    int own = open_boxes(r, to->card), least = BOXES_MAX;
    for (int i = 0; i < count; i++) {
        int open = rivals[i].exact ? open_boxes(r, rivals[i].card) : 0;
        if (!open || abs(open - own) >= least)
            continue;
        least = abs(open - own);
        best = &rivals[i];
    }
    if (!best)
        abort(); /* impossible: the strongest unfinished opponent is exact */
    to->odds = best->odds;
    to->shift = (int)lround(to->mean - best->mean);
}

/* A distribution takes seconds to compute for an almost empty card, and half as long for each box
 * that is filled. So the strongest opponents get their own first, and others, who hardly ever win,
 * only within what three almost empty cards take. */
static bool find_odds(struct adviser *a, const struct rules *r, struct rival *rivals, int count,
                      struct work *work) {
    const struct sheet_solver *solver = solved_for(a, r)->sheet;
    int effort = 3 << (r->book->box_count - 1);
    for (int i = 0; i < count; i++) {
        struct rival *rival = &rivals[i];
        int cost = rival->card->filled ? 1 << open_boxes(r, rival->card) : 0; /* empty: in stock */
        if (cost > effort)
            continue;
        effort -= cost;
        rival->odds = rival->card->filled ? sheet_odds_of(solver, rival->card, a->threads, work)
                                          : stock_odds(&a->stock, solver, a->threads, work);
        rival->exact = rival->odds != NULL;
        if (!rival->odds)
            return false;
    }
    for (int i = 0; i < count; i++) {
        if (!rivals[i].odds)
            borrow_odds(r, rivals, count, &rivals[i]);
    }
    return true;
}

/* The worth of every final total of the seat to move; the caller frees the array. NULL if
 * canceled. */
static double *worth_of_winning(struct adviser *a, const struct rules *r, const struct game *g,
                                struct work *work, int *ret_count) {
    struct rival rivals[SEATS_MAX];
    double below[SEATS_MAX] = {0}, *worth = NULL;
    int count = find_rivals(solved_for(a, r)->sheet, r, g, rivals), most = 0;
    if (find_odds(a, r, rivals, count, work)) {
        for (int i = 0; i < count; i++) {
            int high = rivals[i].odds->high + rivals[i].shift;
            most = high > most ? high : most;
        }
        worth = grab((size_t)most + 2, sizeof *worth);
        for (int total = 0; total <= most; total++) {
            worth[total] = win_worth(rivals, below, count, total);
            for (int i = 0; i < count; i++)
                below[i] += ends_with(&rivals[i], total);
        }
        worth[most + 1] = 1; /* above every opponent */
        *ret_count = most + 2;
    }
    for (int i = 0; i < count; i++) {
        if (rivals[i].exact)
            sheet_odds_free(rivals[i].odds);
    }
    return worth;
}

/* Whether no opponent has moved since `worth` was computed, so that it is still valid. */
static bool same_rivals(const struct adviser *a, const struct rules *r, const struct game *g) {
    bool same = a->goal && rules_same(&a->goal_rules, r) && a->rivals.seats == g->seats &&
                a->rivals.seat == g->seat && set_same(a->rivals.left, g->left);
    for (int seat = 0; same && seat < g->seats; seat++)
        same = seat == g->seat || !memcmp(&a->rivals.card[seat], &g->card[seat], sizeof *g->card);
    return same;
}

static bool solve_goal(struct adviser *a, const struct rules *r, const struct card *card,
                       double *worth, int count, struct work *work, struct text *error) {
    bool same = a->goal && rules_same(&a->goal_rules, r) && count == a->worth_count &&
                !memcmp(&a->goal_card, card, sizeof *card) &&
                !memcmp(a->worth, worth, (size_t)count * sizeof *worth);
    if (same) {
        free(worth);
        return true;
    }
    sheet_goal_free(a->goal);
    free(a->worth);
    a->worth = worth;
    a->worth_count = count;
    a->goal_rules = *r;
    a->goal_card = *card;
    a->goal = sheet_goal_solve(r, card, (struct goal_worth){worth, count}, false, a->threads, work);
    return a->goal || cancelled(error);
}

/* A plan is valid for the rest of its turn: the same seat, totals and turns taken, and no fewer
 * turn points. */
static bool same_turn(const struct game *a, const struct game *b) {
    return a->seats == b->seats && a->seat == b->seat && a->ender == b->ender &&
           a->first == b->first && set_same(a->left, b->left) && a->turn_points <= b->turn_points &&
           !memcmp(a->turns, b->turns, sizeof a->turns) &&
           !memcmp(a->total, b->total, sizeof a->total);
}

static bool advise_by_plan(struct adviser *a, const struct solved *s, const struct game *g,
                           struct advice *ret) {
    if (!a->plan || !rules_same(&a->plan_rules, &s->rules) || !same_turn(&a->plan_game, g)) {
        press_plan_free(a->plan);
        a->plan = press_plan_win(s->press, g);
        a->plan_rules = s->rules;
        a->plan_game = *g;
    }
    return a->plan && press_plan_advise(a->plan, g, ret);
}

/* Near the end of a two-seat game, only the part of the table for higher totals is needed; the
 * final round needs no table. */
static bool advise_press(struct adviser *a, const struct rules *r, const struct game *g,
                         struct goal goal, struct work *work, struct advice *ret,
                         struct text *error) {
    struct solved *s = solved_for(a, r);
    struct set others = set_without(game_playing(g), g->seat);
    bool two = set_count(others) == 1;
    int own = two ? g->total[g->seat] : 0, other = two ? g->total[set_first(others)] : 0;
    struct goal table =
        g->ender && goal.kind == GOAL_WIN ? (struct goal){.kind = GOAL_SCORE} : goal;
    if (!goal_fits(r, set_count(others) + 1, goal, error) ||
        !prepare_press(a, s, table, own, other, work, error))
        return false;
    bool good = goal.kind == GOAL_TURNS ? press_advise_turns(s->press, g, ret)
                : goal.kind == GOAL_WIN ? (g->seats > 2 ? advise_by_plan(a, s, g, ret)
                                                        : press_advise_win(s->press, g, ret))
                                        : press_advise_points(s->press, g, ret);
    if (!good)
        say(error, coach_value_unknown);
    return good;
}

bool adviser_advise(struct adviser *a, const struct rules *r, const struct game *g,
                    struct goal goal, struct work *work, struct advice *ret, struct text *error) {
    goal = goal_of_game(r, g, goal);
    if (g->phase == PHASE_OVER)
        return say_fail(error, coach_game_over);
    if (r->book->family == FAMILY_PRESS)
        return advise_press(a, r, g, goal, work, ret, error);
    if (goal.kind == GOAL_SCORE) {
        struct solved *s = solved_for(a, r);
        if (!prepare_sheet(a, s, g->card[g->seat].filled, work))
            return cancelled(error);
        sheet_advise(s->sheet, g, ret);
        return true;
    }
    if (!adviser_prepare(a, r, set_count(game_playing(g)), goal, work, error))
        return false;
    double *worth;
    int count = goal.total + 1;
    if (goal.kind == GOAL_REACH) {
        worth = grab((size_t)count, sizeof *worth);
        worth[goal.total] = 1;
    } else if (same_rivals(a, r, g)) {
        count = a->worth_count;
        worth = grab((size_t)count, sizeof *worth);
        memcpy(worth, a->worth, (size_t)count * sizeof *worth);
    } else {
        worth = worth_of_winning(a, r, g, work, &count);
        if (!worth)
            return cancelled(error);
    }
    a->rivals.seats = 0;
    if (!solve_goal(a, r, &g->card[g->seat], worth, count, work, error))
        return false;
    if (goal.kind == GOAL_WIN)
        a->rivals = *g;
    sheet_goal_advise(a->goal, g, ret);
    return true;
}

/* ---- direct access to tables ---- */

const struct press_solver *adviser_press_alone(struct adviser *a, const struct rules *r,
                                               struct work *work, struct text *error) {
    struct solved *s = solved_for(a, r);
    struct goal goal = {.kind = GOAL_TURNS};
    return prepare_press(a, s, goal, 0, 0, work, error) ? s->press : NULL;
}

const struct press_solver *adviser_press(struct adviser *a, const struct rules *r,
                                         struct work *work, struct text *error) {
    bool good =
        adviser_press_alone(a, r, work, error) &&
        prepare_press(a, solved_for(a, r), (struct goal){.kind = GOAL_WIN}, 0, 0, work, error);
    return good ? solved_for(a, r)->press : NULL;
}

bool adviser_press_cached(struct adviser *a, const struct rules *r) {
    return solved_for(a, r)->pairs_cached;
}

const struct sheet_solver *adviser_sheet(struct adviser *a, const struct rules *r,
                                         struct work *work, bool *ret_cached) {
    struct solved *s = solved_for(a, r);
    bool good = prepare_sheet(a, s, 0, work);
    *ret_cached = s->sheet_cached;
    return good ? s->sheet : NULL;
}

struct sheet_odds *adviser_odds(struct adviser *a, const struct rules *r, const struct game *g,
                                struct work *work) {
    bool cached;
    const struct sheet_solver *s = adviser_sheet(a, r, work, &cached);
    if (!s)
        return NULL;
    if (!g || (!g->card[g->seat].filled && !g->rolls))
        return stock_odds(&a->stock, s, a->threads, work);
    return sheet_odds_of_game(s, g, a->threads, work);
}

struct sheet_odds *adviser_soft_odds(struct adviser *a, const struct rules *r, double temperature,
                                     struct work *work) {
    bool cached;
    const struct sheet_solver *s = adviser_sheet(a, r, work, &cached);
    return s ? stock_soft_odds(&a->stock, s, temperature, a->threads, work) : NULL;
}

bool adviser_line(struct adviser *a, const struct rules *r, const double temperature[2],
                  struct work *work, struct press_line *ret, struct text *error) {
    const struct press_solver *s = adviser_press(a, r, work, error);
    if (!s)
        return false;
    return stock_line(&a->stock, r, s, temperature, a->threads, work, ret) || cancelled(error);
}
