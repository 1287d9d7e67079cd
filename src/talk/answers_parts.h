/* answers_parts: shared by the files of answers; others use answers.h. */
#pragma once

#include "talk/answers.h"

/* The rule set and its family. */
void json_rules(struct json *j, const struct rules *r);

/* What came of an action. */
void json_came_of(struct json *j, const struct state *before, const struct state *now,
                  const struct action *a);

/* A set of a press game: its dice, its points and those of the turn with it. */
void json_set(struct json *j, const struct state *s, struct dice set);

/* answers_kept.c: what may be entered where turns are entered without all their throws, as members
 * of the state. */
void json_kept(struct json *j, const struct state *s);

/* The winning seats of a finished game. */
void json_winners(struct json *j, const struct state *s);
