#include "coach/practice.h"

#include <string.h>

#include "core/random.h"
#include "core/say.h"

const char *const practice_levels[] = {"easy", "medium", "hard", NULL};

const char *practice_level_word(int level) {
    return practice_levels[level];
}

enum message practice_level_message(int level) {
    static const enum message levels[] = {[PRACTICE_EASY] = M_coach_level_easy,
                                          [PRACTICE_MEDIUM] = M_coach_level_medium,
                                          [PRACTICE_HARD] = M_coach_level_hard};
    return levels[level];
}

int practice_level_find(struct span word) {
    for (int level = 0; level < PRACTICE_LEVELS; level++) {
        if (span_is(word, practice_levels[level]))
            return level;
    }
    return -1;
}

int practice_seats(const struct rules *r) {
    return r->book->family == FAMILY_PRESS ? 2 : 1;
}

/* ---- a position ---- */

static int unit_of(const struct rules *r, const struct game *g) {
    if (r->book->family == FAMILY_SHEET)
        return UNIT_POINTS;
    return g->seats == 1 ? UNIT_TURNS : UNIT_WIN;
}

static double loss_of(const struct practice_question *q, int choice) {
    return choice_cost(q->advice.actions[choice].value, q->advice.value);
}

bool practice_look(struct adviser *a, const struct rules *r, const struct game *g,
                   struct work *work, struct practice_question *ret, struct text *error) {
    if (!adviser_advise(a, r, g, (struct goal){.kind = GOAL_USUAL}, work, &ret->advice, error))
        return false;
    ret->game = *g;
    ret->unit = unit_of(r, g);
    ret->second = 0;
    while (ret->second < ret->advice.count &&
           grade_of(ret->unit, loss_of(ret, ret->second)) == GRADE_BEST)
        ret->second++;
    if (ret->second == ret->advice.count)
        ret->second = -1;
    ret->gap = ret->second < 0 ? 0 : loss_of(ret, ret->second);
    ret->level = GRADE_BLUNDER - grade_of(ret->unit, ret->gap);
    return true;
}

double practice_cost(const struct practice_question *q, struct action a) {
    const struct valued_action *found = advice_find(&q->advice, a);
    return found ? loss_of(q, (int)(found - q->advice.actions)) : -1;
}

/* ---- generated positions ---- */

/* One of the choices that give away next to nothing. Iterates in the referee's order, so that the
 * order of equal values in the advice does not matter. */
static struct action sensible(const struct rules *r, const struct practice_question *q,
                              uint64_t *stream) {
    struct action list[ACTIONS_MAX], chosen = q->advice.actions[0].action;
    int count = game_legal(r, &q->game, list);
    uint32_t good = 0;
    for (int i = 0; i < count; i++) {
        double cost = practice_cost(q, list[i]);
        if (grade_of(q->unit, cost) <= GRADE_GOOD && random_below(stream, ++good) == 0)
            chosen = list[i];
    }
    return chosen;
}

static struct action thrown(int dice, uint64_t *stream) {
    struct action roll = {.act = ACT_ROLL};
    for (int n = 0; n < dice; n++)
        roll.dice = dice_with(roll.dice, 1 + (int)random_below(stream, FACES), 1);
    return roll;
}

/* Plays one game and picks one of its positions of this level at random, each equally likely. */
static bool search_game(struct adviser *a, const struct rules *r, int level, uint64_t *stream,
                        struct work *work, struct practice_question *ret, bool *ret_found,
                        struct text *error) {
    struct practice_question now;
    struct game g;
    uint32_t found = 0;
    game_start(r, &g, practice_seats(r), 0);
    while (g.phase != PHASE_OVER) {
        struct action act;
        if (g.phase == PHASE_ROLL) {
            act = thrown(g.falling, stream);
        } else {
            if (!practice_look(a, r, &g, work, &now, error))
                return false;
            if (now.level == level && random_below(stream, ++found) == 0)
                *ret = now;
            act = sensible(r, &now, stream);
        }
        game_apply(r, &g, act);
    }
    *ret_found = found > 0;
    return true;
}

bool practice_generate(struct adviser *a, const struct rules *r, int level, uint64_t *stream,
                       struct work *work, struct practice_question *ret, struct text *error) {
    enum { GAMES_MAX = 2000 };
    struct goal goal = {.kind = r->book->family == FAMILY_PRESS ? GOAL_WIN : GOAL_SCORE};
    if (!adviser_prepare(a, r, practice_seats(r), goal, work, error))
        return false;
    for (int game = 0; game < GAMES_MAX; game++) {
        bool found;
        /* Each game has its own stream, so that its length does not affect the next one. */
        uint64_t own = random_next(stream);
        if (!search_game(a, r, level, &own, work, ret, &found, error))
            return false;
        if (found)
            return true;
    }
    if (level == PRACTICE_EASY)
        return say_fail(error, coach_no_easy_position, .games = GAMES_MAX);
    if (level == PRACTICE_MEDIUM)
        return say_fail(error, coach_no_medium_position, .games = GAMES_MAX);
    return say_fail(error, coach_no_hard_position, .games = GAMES_MAX);
}

bool practice_daily(struct adviser *a, const struct rules *r, int day, struct work *work,
                    struct practice_question *ret, struct text *error) {
    LOCAL_TEXT(w, RULES_TEXT_MAX);
    uint64_t stream = random_mix((uint64_t)day + RANDOM_STEP);
    rules_print(r, &w);
    for (const char *c = w.data; *c; c++)
        stream = random_mix(stream ^ (unsigned char)*c) + RANDOM_STEP;
    int level = (int)random_below(&stream, PRACTICE_LEVELS);
    return practice_generate(a, r, level, &stream, work, ret, error);
}

/* ---- mistakes from records ---- */

/* What the decision depends on: in sheet games, which are played for points, only the player's own
 * card. */
static struct game essence(const struct rules *r, const struct game *g) {
    struct game own = *g;
    if (r->book->family == FAMILY_PRESS)
        return own;
    memset(own.card, 0, sizeof own.card);
    memset(own.turns, 0, sizeof own.turns);
    own.card[0] = g->card[g->seat];
    own.turns[0] = g->turns[g->seat];
    own.seats = 1;
    own.seat = 0;
    return own;
}

static bool wanted(const struct ledger *l, const struct moment *m, const struct state *s,
                   struct span name) {
    struct span person = seat_person(&s->seats[m->seat], m->person);
    bool own = !name.len || (name.len == person.len && !memcmp(name.at, person.at, name.len));
    return m->decision && !moment_is_partial(l, m) && m->grade > GRADE_GOOD &&
           !s->seats[m->seat].bot[0] && own;
}

int practice_gather(const struct solved_tables *tables, const struct table *t, struct span name,
                    int today, struct deck *d, struct text *error) {
    const struct state *now = table_now(t);
    int added = 0, games = now->games + (now->stage == STAGE_PLAY && !state_over(now));
    for (int game = 0; game < games; game++) {
        struct ledger l;
        if (!ledger_of(tables, t, game, &l, error))
            return -1;
        for (int i = 0; i < l.count; i++) {
            const struct moment *m = &l.moments[i];
            const struct state *s = &table_step(t, m->step)->before;
            if (!wanted(&l, m, s, name))
                continue;
            struct game g = essence(&s->rules, &s->game);
            added += deck_add(d, &s->rules, &g, seat_person(&s->seats[m->seat], m->person), today);
        }
        ledger_free(&l);
    }
    return added;
}
