/* What the files of the guide share. */
#pragma once

#include "rules/game.h"
#include "rules/guide.h"

enum { GUIDE_WORDS = 2048 };

struct guide {
    const struct rules *r;
    guide_fn *write;
    void *arg;
};

void guide_heading(const struct guide *g, const char *words);
void guide_text(const struct guide *g, const char *words, const char *cite);
void guide_item(const struct guide *g, const char *label, const char *words);
void guide_step(const struct guide *g, struct dice dice, const char *words);

/* The words of a citation; NULL if there is none. */
const char *guide_cite(enum message cite);

/* A paragraph about a rule, under the rule's own heading if `headed`; returns false if the rule
 * does not apply. */
bool guide_rule(const struct guide *g, enum rule rule, bool headed);

/* Adds "Fours 12" to a list of boxes and their points. */
void guide_offer(struct text *list, const struct box *box, int points);

/* guide_turn.c: a turn with real dice, each step decided by the referee. */
void guide_example(const struct guide *g);

/* guide_scores.c: the boxes of a sheet, or the sets of dice that score. */
void guide_boxes(const struct guide *g);
void guide_sets(const struct guide *g);
