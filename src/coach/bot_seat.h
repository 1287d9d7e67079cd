/* bot_seat: bots seated at a table. They move by themselves on their turn; with real dice, people
 * roll for them. */
#pragma once

#include "coach/bot.h"
#include "play/record.h"

/* All levels, one per line, each preceded by a newline. */
void bot_seat_levels(struct text *out);

/* Returns false if the seat ("Robo bot club") names an unknown bot level, or none ("Robo bot"), or
 * a bot without a name ("bot club"). */
bool bot_seat_known(struct span seat, struct text *error);

/* The bot that takes the next step by itself; NULL if none. */
const struct bot_level *bot_seat_next(const struct state *view);

/* A random number for bot_choose(), from the operating system. */
bool bot_seat_random(double *ret, struct text *error);

/* After an undo: undoes the preceding bot steps too, because otherwise the bot would move again at
 * once. Returns how many steps it undid. */
int bot_seat_take_back(struct table *t, struct record *rec);
