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

/* Leaves out what-if games. */
void bests_of_shelf(const struct shelf *shelf, struct bests *ret);

/* Compares one game with all earlier ones on the shelf under the same rules. Returns true if this
 * seat did better than ever; ret_before is the best result until then. Returns false for a
 * person's first game, for bots and for what-if games. */
bool bests_beaten(const struct shelf *shelf, const char *path, const struct table *t, int game,
                  int seat, int *ret_before);
void bests_free(struct bests *all);
