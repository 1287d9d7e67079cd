/* daily: one game a day for everybody. The dice of a day and a book are public: anyone can compute
 * them (doc/language.md, "Daily dice"). A daily game counts if its record is a legal game of one
 * person with these dice in which no throw that was seen was taken back; the referee refuses the
 * rest. */
#pragma once

#include "play/table.h"

/* The number that share texts give a day: 1 on 2025-10-01. */
int daily_number(int day);

/* The first n faces of throw `roll` (from 0) in turn `turn` (from 0), in the order in which they
 * fall. Nothing else affects them: a throw of fewer dice is the beginning of a throw of more, and
 * what happened in earlier turns does not matter. */
void daily_faces(int day, const struct book *book, uint32_t turn, uint32_t roll, int n,
                 uint8_t *ret);

/* The dice of the next throw of a table with daily dice. */
struct dice daily_dice(const struct state *s, int n);

/* Whether a table with daily dice may begin: it has a single player, no bot and no house rules. */
bool daily_may_begin(const struct state *s, struct text *error);

/* Whether a table with daily dice may undo this entry: not a roll, which has been seen. */
bool daily_may_undo(const struct entry *e, struct text *error);

/* ---- results ---- */

/* The player's device draws a secret token and writes a hash of it into the record, as a comment
 * before the first roll: `# player: HEX`. Only the device can hand the record in. */
extern const char player_line[];
void daily_player(const uint8_t token[FAIR_BYTES], uint8_t ret[FAIR_BYTES]);

struct daily_result {
    int day;
    const struct book *book;
    char name[SEAT_NAME_MAX];
    bool signed_by;             /* the record names a player's hash */
    uint8_t player[FAIR_BYTES]; /* if it does */
    bool finished; /* and not given up, nor a what-if, which has seen the dice before */
    int points;    /* total so far */
    int turns;     /* finished; the fewer the better in press games */
    int hints, warnings;
};

/* The result at a table with daily dice; false, with an error, at other tables. */
bool daily_result(const struct table *t, struct daily_result *ret, struct text *error);

/* ---- streaks ---- */

struct streak {
    int now;     /* days in a row up to today, or up to yesterday if today has not been played */
    int longest; /* of all */
};

/* `days` may have any order and repetitions; it is sorted. Days after today do not count. */
struct streak daily_streak(int *days, int count, int today);
