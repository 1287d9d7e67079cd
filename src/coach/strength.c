#include "coach/strength.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/say.h"

double student_95(int n) {
    static const double by_freedom[] = {0,     12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365,
                                        2.306, 2.262,  2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
                                        2.120, 2.110,  2.101, 2.093, 2.086, 2.080, 2.074, 2.069,
                                        2.064, 2.060,  2.056, 2.052, 2.048, 2.045, 2.042};
    int freedom = n - 1, known = (int)(sizeof by_freedom / sizeof *by_freedom);
    if (freedom < 1)
        return INFINITY;
    /* Beyond the table, two terms of the expansion in 1/freedom give three correct digits. */
    return freedom < known ? by_freedom[freedom] : 1.960 + 2.4 / freedom;
}

/* ---- sides: individual players, or partners counted as one ---- */

/* Combines the performances of one seat in one game, which start at index `from`; returns the index
 * after the last. */
static int side_at(const struct history *h, int from, struct performance *ret, struct text *name) {
    int end = from;
    *ret = h->list[from];
    ret->account.errors = 0;
    ret->account.hints = 0;
    text_clear(name);
    for (; end < h->count; end++) {
        const struct performance *p = &h->list[end];
        if (p->record != ret->record || p->game != ret->game || p->seat != ret->seat)
            break;
        text_add(name, "%s%s", end > from ? "+" : "", p->name);
        ret->account.errors += p->account.errors;
        ret->whole = ret->whole && p->whole;
        ret->account.hints += p->account.hints;
    }
    return end;
}

/* Whether the game counts toward strength under these rules. */
static bool counts(const struct performance *p, const struct rules *r) {
    LOCAL_TEXT(w, RULES_TEXT_MAX);
    rules_print(r, &w);
    int unit = r->book->family == FAMILY_SHEET ? UNIT_POINTS : UNIT_WIN;
    return p->finished && p->whole && !p->approximate && p->unit == unit &&
           !strcmp(p->rules, w.data);
}

struct roll_call {
    const char **names;
    int count;
    bool bot;  /* a bot has the name that was asked for */
    int games; /* under that name, with any rules, finished or not */
};

static void call_name(struct roll_call *roll, const char *name) {
    for (int i = 0; i < roll->count; i++) {
        if (!strcmp(roll->names[i], name))
            return;
    }
    roll->names = must(realloc(roll->names, (size_t)(roll->count + 2) * sizeof *roll->names));
    roll->names[roll->count++] = must(strdup(name));
    roll->names[roll->count] = NULL;
}

static void roll_call_free(struct roll_call *roll) {
    for (int i = 0; i < roll->count; i++)
        free((char *)(uintptr_t)roll->names[i]);
    free(roll->names);
}

/* ---- a person ---- */

static bool nobody(const struct roll_call *roll, const struct rules *r, struct span name,
                   struct text *error) {
    LOCAL_TEXT(w, RULES_TEXT_MAX);
    const char *near = roll->names ? nearest_word(name, roll->names) : NULL;
    rules_print(r, &w);
    if (roll->bot)
        say(error, coach_name_is_bot, .word = SHOWN(name));
    else if (roll->games && r->book->family == FAMILY_PRESS)
        say(error, coach_no_game_for_two, .player = SHOWN(name), .rules = w.data);
    else if (roll->games)
        say(error, coach_no_finished_game, .player = SHOWN(name), .rules = w.data);
    else if (near)
        say(error, coach_nobody_called_near, .word = SHOWN(name), .near = near);
    else
        say(error, coach_nobody_called, .word = SHOWN(name));
    return false;
}

static bool long_enough(const struct strength *s, const struct rules *r, struct text *error) {
    LOCAL_TEXT(w, RULES_TEXT_MAX);
    if (s->loss.games >= STRENGTH_GAMES_MIN)
        return true;
    rules_print(r, &w);
    return say_fail(error, coach_history_short, .player = s->name, .n = s->loss.games,
                    .rules = w.data, .needed = STRENGTH_GAMES_MIN);
}

static bool strength_of_person(const struct history *h, const struct rules *r, struct span name,
                               struct strength *ret, struct text *error) {
    struct history own = {0};
    struct roll_call roll = {0};
    for (const struct bot_level *level = bot_levels; level->name; level++)
        call_name(&roll, level->name);
    ret->hints = 0;
    for (int i = 0, end; i < h->count; i = end) {
        struct performance side;
        LOCAL_TEXT(j, STRENGTH_NAME_MAX);
        end = side_at(h, i, &side, &j);
        bool same = span_is(name, j.data);
        if (!side.bot)
            call_name(&roll, j.data);
        roll.bot = roll.bot || (same && side.bot);
        roll.games += same && !side.bot;
        if (!same || side.bot || !counts(&side, r))
            continue;
        history_join(&own, &(struct history){.list = &side, .count = 1});
        ret->hints += side.account.hints;
    }
    ret->loss = history_loss(&own, 0, own.count);
    ret->uncertainty = student_95(ret->loss.games) * ret->loss.error;
    bool good = own.count ? long_enough(ret, r, error) : nobody(&roll, r, name, error);
    history_free(&own);
    roll_call_free(&roll);
    return good;
}

bool strength_of(const struct history *h, const struct rules *r, struct span name,
                 struct strength *ret, struct text *error) {
    struct strength s = {.level = bot_find(name)};
    text_put_n(TEXT_OVER(s.name), name.at, name.len);
    if (!s.level && !strength_of_person(h, r, name, &s, error))
        return false;
    *ret = s;
    return true;
}
