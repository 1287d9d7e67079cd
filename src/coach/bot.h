/* bot: players that choose by the adviser's values. `perfect` takes the best action; the graded
 * levels take each action with a probability that falls off with what it gives away (softmax over
 * the losses), so their mistakes are plausible: they often get close decisions wrong, rarely
 * blunder, and never make a choice that is plainly dominated (solve/dominated.h). */
#pragma once

#include "coach/adviser.h"
#include "lang/messages.h"

struct bot_level {
    const char *name;         /* "perfect", "expert", ... as in `seat Robo bot NAME` */
    enum message title;       /* the name shown to people */
    enum message about;       /* one line for menus */
    double sheet_temperature; /* points of loss that make an action e times rarer; 0: never errs */
    double press_temperature; /* the same, in chance of winning */
    double sheet_loss;        /* measured loss per solo Yardzee game, in points */
    double press_loss;        /* measured loss per two-player Yardkle game, in chance of winning */
};

/* Strongest first; ends with a NULL name. */
extern const struct bot_level bot_levels[];
const struct bot_level *bot_find(struct span name);

/* The level's line in a menu, with what it gives away in sheet games and in press games. */
void bot_words(const struct bot_level *level, struct text *out);

/* The action the bot takes at a choice. `random` is uniform in [0, 1). Returns false and
 * sets error for the same reasons as adviser_advise(). */
bool bot_choose(struct adviser *a, const struct bot_level *level, const struct rules *r,
                const struct game *g, double random, struct work *work, struct action *ret,
                struct text *error);

/* The action the bot takes, like bot_choose(), but from existing advice. */
struct action bot_pick(const struct bot_level *level, const struct rules *r, const struct game *g,
                       const struct advice *advice, int unit, double random);

/* The relative probabilities of the actions at this temperature; returns their sum. At temperature
 * 0 the first sensible action, which is the best one, gets everything. */
double bot_weights(double temperature, const struct rules *r, const struct game *g,
                   const struct advice *advice, double ret[ACTIONS_MAX]);

/* What the level gives away on average at this choice. */
double bot_expected_loss(const struct bot_level *level, const struct rules *r, const struct game *g,
                         const struct advice *advice, int unit);
