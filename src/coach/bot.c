#include "coach/bot.h"

#include <math.h>

#include "core/say.h"
#include "solve/dominated.h"

/* Losses in solo Yardzee and two-player Yardkle, computed exactly by `yard handicap`; a test
 * measures them over whole games. */
const struct bot_level bot_levels[] = {
    {.name = "perfect", .title = M_coach_level_perfect, .about = M_coach_bot_perfect},
    {.name = "expert",
     .title = M_coach_level_expert,
     .about = M_coach_bot_expert,
     .sheet_temperature = 0.345,
     .press_temperature = 0.0026,
     .sheet_loss = 2.3,
     .press_loss = 0.015},
    {.name = "club",
     .title = M_coach_level_club,
     .about = M_coach_bot_club,
     .sheet_temperature = 0.658,
     .press_temperature = 0.00525,
     .sheet_loss = 9.1,
     .press_loss = 0.044},
    {.name = "family",
     .title = M_coach_level_family,
     .about = M_coach_bot_family,
     .sheet_temperature = 1.02,
     .press_temperature = 0.0105,
     .sheet_loss = 19.8,
     .press_loss = 0.10},
    {.name = "novice",
     .title = M_coach_level_novice,
     .about = M_coach_bot_novice,
     .sheet_temperature = 2.09,
     .press_temperature = 0.0219,
     .sheet_loss = 49.9,
     .press_loss = 0.20},
    {.name = NULL},
};

void bot_words(const struct bot_level *level, struct text *out) {
    if (level->sheet_temperature > 0)
        say(out, coach_bot_gives_away, .about = words_of(level->about),
            .points = level->sheet_loss);
    else
        text_put(out, words_of(level->about));
}

const struct bot_level *bot_find(struct span name) {
    for (const struct bot_level *level = bot_levels; level->name; level++) {
        if (span_is(name, level->name))
            return level;
    }
    return NULL;
}

double bot_weights(double temperature, const struct rules *r, const struct game *g,
                   const struct advice *advice, double ret[ACTIONS_MAX]) {
    bool sensible[ACTIONS_MAX];
    double sum = 0;
    advice_sensible(r, g, advice, sensible);
    for (int i = 0; i < advice->count; i++) {
        double loss = fabs(advice->actions[i].value - advice->value);
        if (temperature > 0)
            ret[i] = sensible[i] ? exp(-loss / temperature) : 0;
        else
            ret[i] = sensible[i] && sum == 0;
        sum += ret[i];
    }
    return sum;
}

/* Press games played alone are valued in turns, so the temperature is scaled by the ratio of the
 * grade limits. */
static double temperature_of(const struct bot_level *level, int unit) {
    double turns = grade_limit(UNIT_TURNS, GRADE_GOOD) / grade_limit(UNIT_WIN, GRADE_GOOD);
    if (unit == UNIT_POINTS)
        return level->sheet_temperature;
    return unit == UNIT_WIN ? level->press_temperature : turns * level->press_temperature;
}

struct action bot_pick(const struct bot_level *level, const struct rules *r, const struct game *g,
                       const struct advice *advice, int unit, double random) {
    const struct valued_action *list = advice->actions;
    double weight[ACTIONS_MAX];
    int pick = 0;
    random *= bot_weights(temperature_of(level, unit), r, g, advice, weight);
    for (int i = 0; i < advice->count && random >= 0; i++) {
        random -= weight[i];
        pick = weight[i] > 0 ? i : pick; /* a rounding error may leave something at the end */
    }
    /* Of stops worth the same, such as all those that win, the one with the most points. */
    for (int i = 0; i < advice->count && list[pick].action.act == ACT_TAKE_STOP; i++) {
        if (list[i].action.act == ACT_TAKE_STOP && list[i].value == list[pick].value &&
            list[i].points > list[pick].points)
            pick = i;
    }
    return list[pick].action;
}

double bot_expected_loss(const struct bot_level *level, const struct rules *r, const struct game *g,
                         const struct advice *advice, int unit) {
    double weight[ACTIONS_MAX], loss = 0;
    double sum = bot_weights(temperature_of(level, unit), r, g, advice, weight);
    for (int i = 0; i < advice->count; i++)
        loss += weight[i] / sum * fabs(advice->actions[i].value - advice->value);
    return loss;
}

bool bot_choose(struct adviser *a, const struct bot_level *level, const struct rules *r,
                const struct game *g, double random, struct work *work, struct action *ret,
                struct text *error) {
    struct advice advice;
    struct goal goal = goal_of_game(r, g, (struct goal){.kind = GOAL_USUAL});
    if (!adviser_advise(a, r, g, goal, work, &advice, error))
        return false;
    *ret = bot_pick(level, r, g, &advice, goal_unit(goal), random);
    return true;
}
