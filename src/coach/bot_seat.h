/* bot_seat: bots who sit at a table. They move by themselves when it is their turn; with real dice
 * the people throw for them. */
#pragma once

#include "coach/bot.h"
#include "play/record.h"

/* All levels, each on a line of its own behind a newline. */
void bot_seat_levels(struct text *out);

/* False when the seat ("Robo bot club") is for a bot of a level that there is not. */
bool bot_seat_known(struct span seat, struct text *error);

/* The bot that takes the next step by itself; NULL when it is a person's, or nobody's. */
const struct bot_level *bot_seat_next(const struct state *view);

/* A random number for bot_choose(), from the operating system. */
bool bot_seat_random(double *ret, struct text *error);

/* After an undo: a bot would only step forward again, so its steps are taken back, too. Returns how
 * many. */
int bot_seat_take_back(struct table *t, struct record *rec);
