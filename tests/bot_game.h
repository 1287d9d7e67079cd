/* bot_game: how much a bot level loses in whole games. */
#ifndef YARD_TESTS_BOT_GAME_H
#define YARD_TESTS_BOT_GAME_H

#include <math.h>
#include <stdlib.h>

#include "coach/bot.h"
#include "core/random.h"

/* Plays one game with a bot of this level in every seat and returns the mean loss per seat by the
 * adviser's values, in the unit of GOAL_USUAL. Slow unless the adviser has solved the rules
 * already. Draws from *random. */
static inline double bot_game_loss(struct adviser *a, const struct bot_level *level,
                                   const struct rules *r, int seats, uint64_t *random) {
    char words[256];
    struct text error = TEXT_IN(words);
    struct advice advice;
    struct game g;
    double loss = 0;
    game_start(r, &g, seats, 0);
    while (g.phase != PHASE_OVER) {
        struct action act = {.act = ACT_ROLL};
        if (g.phase == PHASE_ROLL) {
            for (int n = 0; n < g.falling; n++)
                act.dice = dice_with(act.dice, 1 + (int)random_below(random, FACES), 1);
        } else {
            struct goal goal = goal_of_game(r, &g, (struct goal){.kind = GOAL_USUAL});
            if (!adviser_advise(a, r, &g, goal, NULL, &advice, &error))
                abort(); /* cannot happen: no cancellation, and the game is not over */
            act = bot_pick(level, r, &g, &advice, goal_unit(goal), random_unit(random));
            loss += fabs(advice.value - advice_find(&advice, act)->value);
        }
        game_apply(r, &g, act);
    }
    return loss / seats;
}

#endif
