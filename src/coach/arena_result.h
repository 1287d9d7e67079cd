/* arena_result: the result of many games between contestants. All sums are integers, so partial
 * results can be added up in any order and give exactly the result of the whole.
 *
 * Samples are independent of each other: each is one game or, with duplicate dice, a set of games
 * with the same dice, one for each seating. Intervals are based on the variance between samples. A
 * forfeited game counts as won by the others in equal shares; its totals mean nothing, so a sample
 * with a forfeit counts only toward the wins. */
#pragma once

#include "coach/outside.h"

enum {
    ARENA_MAX =
        16, /* contestants: a win is divided evenly among any number of them (arena_share) */
    CONTESTANT_MAX = 512,
    WHY_MAX = 512,
    SHARDS_MAX = 65536,
    RESULT_TEXT_MAX = 1 << 17,
};

__extension__ typedef __int128 wide; /* for sums of squares over many games */

struct arena_sums {
    wide wins;           /* in shares, arena_share() of which make a whole win */
    wide wins_squares;   /* per sample */
    wide totals;         /* this and the sums below: only samples without a forfeit */
    wide totals_squares; /* squares of the totals per game, for the standard deviation */
    wide sample_squares; /* squares of the totals per sample, for the standard error */
    wide lead;           /* (number of others) x own total - totals of the others */
    wide lead_squares;   /* per sample */
    wide turns, turns_squares;
    struct {
        int64_t count, first_game; /* games are numbered from 1 */
        char why[WHY_MAX];         /* reason for the first forfeit; may be encoded */
    } forfeits[FORFEITS];
};

struct arena_result {
    struct rules rules;
    int count;
    char contestants[ARENA_MAX][CONTESTANT_MAX];
    uint64_t seed;
    int64_t games;     /* games of all shards together */
    bool duplicate;    /* a sample is one game per contestant; if false, one game */
    int shard, shards; /* numbered from 1; shard 1 of 1 is the whole run */
    int64_t samples, whole_samples;
    struct arena_sums sums[ARENA_MAX];
};

/* One game, as far as it affects the result. */
struct arena_game {
    int64_t number; /* from 0 */
    struct set winners;
    int totals[ARENA_MAX], turns[ARENA_MAX]; /* by contestant, not by seat; so are the winners */
    enum forfeit forfeit;
    int forfeiter;
    char why[WHY_MAX];
};

int arena_set_size(const struct arena_result *r);

/* Adds the games of one sample, arena_set_size() of them. */
void result_add(struct arena_result *r, const struct arena_game *games);

/* Adds another part of the same run. */
void result_join(struct arena_result *r, const struct arena_result *part);

/* Merges all shards of a run into one result. The error names the files that do not belong together
 * or have the same shard, the missing shards, or a wrong number of games. */
bool result_merge(const struct arena_result *parts, const char *const *names, int count,
                  struct arena_result *ret, struct text *error);

/* A mean with its standard error and 95 % interval. NAN if unknown. */
struct estimate {
    double mean, error, low, high;
};

struct arena_standing {
    double wins;
    struct estimate share, total, lead, turns;
    double deviation, turns_deviation; /* standard deviation of single games */
    int64_t forfeits;
};

struct arena_standing result_standing_of(const struct arena_result *r, int contestant);

/* One JSON object; reading it back gives the same result. */
void result_print_json(const struct arena_result *r, struct text *out);
bool result_read_json(struct span text, struct arena_result *ret, struct text *error);
