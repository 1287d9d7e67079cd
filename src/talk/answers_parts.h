/* answers_parts: shared by the files of answers; others use answers.h. */
#pragma once

#include "talk/answers.h"

/* The rule set and its family. */
void json_rules(struct json *j, const struct rules *r);

/* The winning seats of a finished game. */
void json_winners(struct json *j, const struct state *s);
