/* arena: many games between bots and external programs, in parallel.
 *
 * Every game is a function of the seed and its number alone (provided external programs are
 * deterministic), so a run can be repeated, played on any number of threads, or split into shards,
 * with the same result. In game g, contestant g mod n takes the first seat and starts; the others
 * follow in order. */
#pragma once

#include "coach/arena_result.h"
#include "coach/bot.h"

struct contestant {
    const struct bot_level *level; /* NULL: an external program */
    const char *command;           /* starts the program */
    const char *words;             /* as specified: "club", "program:python3 mine.py" */
};

struct arena_plan {
    struct rules rules;
    struct contestant contestants[ARENA_MAX];
    int count;
    int64_t games; /* over all shards; with duplicate dice a multiple of count */
    uint64_t seed; /* below 2^63 */
    bool duplicate;
    int shard, shards;   /* shards are numbered from 1 */
    const char *records; /* folder for one record per game, or NULL */
    int threads;         /* 0: all processors */
    double patience;     /* seconds an external program has to answer */
};

/* The words must outlive the contestant. */
bool contestant_parse(const char *words, struct contestant *ret, struct text *error);

/* Solves what the bots need; nothing if there are only external programs. Slow the first time. */
bool arena_prepare(const struct arena_plan *plan, struct adviser *a, struct work *work,
                   struct text *error);

/* Plays the games; meanwhile the process encodes its messages (core/say.h). work must not be NULL.
 * Returns false if canceled, or if a bot could not choose or a record could not be written. */
bool arena_play(const struct arena_plan *plan, struct adviser *a, struct work *work,
                struct arena_result *ret, struct text *error);
