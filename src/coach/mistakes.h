/* mistakes: the deck of practice positions (deck.h), kept up to date with the games on the shelf.
 */
#pragma once

#include "coach/practice.h"
#include "play/shelf.h"

/* Whose mistakes, and in which game; NULL: everyone's, in all games. */
struct mistakes_of {
    const char *name;
    const struct rules *rules;
};

struct mistakes {
    struct deck deck;
    struct deck_file *file; /* locked until mistakes_close() */
};

/* Opens the deck and adds new mistakes from the shelf, but none from what-if games. Damaged lines,
 * unreadable records and games that cannot be analyzed are reported one by one. Returns false and
 * sets error if the deck or the shelf cannot be used, if nobody has this name, or if the work was
 * canceled (then without an error). */
bool mistakes_open(struct mistakes *m, struct mistakes_of of, struct adviser *a, struct work *work,
                   int today, void (*trouble)(void *user, const char *words), void *user,
                   struct text *error);
void mistakes_close(struct mistakes *m); /* a zeroed struct is fine */

/* The cards that are due, longest overdue first; the caller frees the list. */
struct deck_card **mistakes_due(const struct mistakes *m, struct mistakes_of of, int today,
                                int *ret_count);

/* Moves the card according to the cost of an answer, and saves the deck. */
bool mistakes_answered(struct mistakes *m, struct deck_card *card,
                       const struct practice_question *q, struct action answer, int today,
                       struct text *error);
