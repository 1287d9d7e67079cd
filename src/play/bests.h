/* bests: personal bests, per rule set and person (or team of partners), over all finished games.
 * Bots have none. */
#pragma once

#include "play/shelf.h"

struct best {
    char rules[RULES_TEXT_MAX];
    bool fewest_turns; /* solo press games: fewer is better */
    char name[SEAT_NAME_MAX];
    char date[32];
    int value, games, wins;
    int64_t sum;
};

struct bests {
    struct best *list; /* by rule set, best first */
    int count;
};

void bests_of_shelf(const struct shelf *shelf, struct bests *ret);
void bests_free(struct bests *all);
