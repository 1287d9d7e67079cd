/* arena: many games between bots and outside programs, on all cores.
 *
 * Every game is a function of the seed and its number alone (as far as outside programs are), so a
 * run can be repeated, played on any number of threads, or cut into shards, with the same result.
 * In game g contestant g mod n sits first and starts, the others follow in their order. */
#pragma once

#include "coach/arena_result.h"
#include "coach/bot.h"

struct contestant {
    const struct bot_level *level; /* NULL: an outside program */
    const char *command;           /* of the program */
    const char *words;             /* as it was named: "club", "program:python3 mine.py" */
};

struct arena_plan {
    struct rules rules;
    struct contestant contestants[SEATS_MAX];
    int count;
    int64_t games; /* of all shards; with duplicate dice a multiple of count */
    uint64_t seed; /* below 2^63 */
    bool duplicate;
    int shard, shards;   /* shard from 1 */
    const char *records; /* the folder for one record a game, or NULL */
    int threads;         /* 0: as many as the machine has */
    double patience;     /* seconds for an answer of an outside program */
};

/* The words must outlive the contestant. */
bool contestant_parse(const char *words, struct contestant *ret, struct text *error);

/* What the bots need to know; nothing when there are only outside programs. Slow the first time. */
bool arena_prepare(const struct arena_plan *plan, struct adviser *a, struct work *work,
                   struct text *error);

/* Plays. work must not be NULL. False when it was cancelled or a record could not be written. */
bool arena_play(const struct arena_plan *plan, struct adviser *a, struct work *work,
                struct arena_result *ret, struct text *error);
