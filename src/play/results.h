/* results: how lists, checks and bests describe a table. */
#pragma once

#include "core/json.h"
#include "play/table.h"

/* Room for every player's name with a few words or a number. */
enum { RESULT_TEXT_BYTES = SEATS_MAX * (SEAT_NAME_MAX + 16) };

/* "Ann 254, Bea 201" */
void result_totals(const struct state *s, struct text *out);

/* "Ann +53, Bea -53": the balances of a table that settles. Bots have none. */
void result_balances(const struct state *s, struct text *out);

/* "finished, Ann wins", "round 4, Bea to play" */
void result_standing(const struct state *s, struct text *out);

/* "Ann wins", "Ann and Bea win" (partners), "Ann and Bea share the win" */
void result_winners(const struct state *s, struct text *out);

/* The effect of an action, one message per line: "Ann scores 25 in Full house. Total: 120."
 * Nothing for keeping dice or for a roll that leads to a choice. */
void step_words(const struct state *before, const struct state *now, const struct action *a,
                struct text *out);

/* "Ann", or for partners "Ann (Ann+Bea)". */
void person_words(const struct state *s, int seat, struct text *out);

/* "Yardzee", "Yardzee, game 2 of 3", "Yardzee, what if": a game of a record, counted from 0. */
void result_title(const struct table *t, int game, struct text *out);

/* A JSON object that describes a record. */
void result_json(struct json *j, const char *path, const struct table *t);
