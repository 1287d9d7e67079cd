/* answers_parts: what the files of answers share; others use answers.h. */
#pragma once

#include "talk/answers.h"

/* The rule set and its family. */
void json_rules(struct json *j, const struct rules *r);

/* The seats that have won, of a game that is over. */
void json_winners(struct json *j, const struct state *s);
