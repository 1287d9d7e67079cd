/* results: what lists, checks and bests say of a table. */
#ifndef YARD_PLAY_RESULTS_H
#define YARD_PLAY_RESULTS_H

#include "core/json.h"
#include "play/table.h"

/* "Ann 254, Bea 201" */
void result_totals(const struct state *s, struct text *out);

/* "finished, Ann wins", "round 4, Bea to play" */
void result_standing(const struct state *s, struct text *out);

/* "Ann", "Ann and Bea share the win" */
void result_winners(const struct state *s, struct text *out);

/* The fields of a JSON object that describe a record. */
void result_json(struct json *j, const char *path, const struct table *t);

#endif
