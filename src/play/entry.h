/* entry: one line of a record, read and written. What the words mean for the table is table.c's
 * business; here is only how they are spelled. doc/language.md describes all of them. */
#pragma once

#include "play/fair_chain.h"
#include "play/vocabulary.h"
#include "rules/game.h"

enum {
    LINE_MAX_BYTES = POSITION_TEXT_MAX + 64, /* no line of the language is longer */
    SEAT_NAME_MAX = 120,
    PERSON_NAME_MAX = 40,
    PEOPLE_MAX = 8,
    BOT_NAME_MAX = 24,
    DATE_MAX = sizeof "2026-11-15T08:30:00Z",
    RECORD_VERSION = 1,
};

#define BOT_PROGRAM                                                                                \
    "program" /* the level of somebody's own program, which a host does not play                   \
               */

struct seat {
    char name[SEAT_NAME_MAX]; /* "Ann", or partners: "Ann+Bea" */
    char bot[BOT_NAME_MAX];   /* the bot's level; empty for people */
};

int seat_people(const struct seat *seat);
struct span seat_person(const struct seat *seat, int index);

enum source_kind { DICE_PHYSICAL, DICE_SYSTEM, DICE_SEEDED, DICE_FAIR };

struct dice_source {
    uint64_t seed;
    int kind;
    int links;                      /* DICE_FAIR of version 2: of its chain; 0: version 1 */
    uint8_t commitment[FAIR_BYTES]; /* DICE_FAIR; all zero while the next game has none yet */
};

int dice_version(const struct dice_source *dice); /* of fair dice: 1 or 2 */

enum entry_kind {
    ENTRY_COMMENT,  /* # anything */
    ENTRY_VERSION,  /* yardstick 1 */
    ENTRY_DATE,     /* date 2026-11-15T08:30:00Z */
    ENTRY_RULES,    /* rules yardzee */
    ENTRY_POSITION, /* position ... */
    ENTRY_SEAT,     /* seat Ann+Bea */
    ENTRY_DICE,     /* dice seed 42 */
    ENTRY_START,    /* start roll, start 2 */
    ENTRY_ACTION,   /* roll, keep, score, take; fair dice 2: roll 1 2 link HEX log HEX */
    ENTRY_REMATCH,  /* rematch */
    ENTRY_UNDO,     /* undo */
    ENTRY_HINT,     /* hint: whoever is to choose asked for advice */
    ENTRY_PLEDGE,   /* pledge 2 HEX: a seat's share of fair dice, sealed */
    ENTRY_SHARE,    /* share 2 HEX, or share 2 - */
    ENTRY_REVEAL,   /* reveal HEX: the secret of the fair dice; version 2: reveal HEX log HEX */
};

enum { START_BY_ROLL = -1 };

struct entry {
    int kind;
    int corrects; /* the line whose entry this one replaces; 0 for a line of its own */
    union {
        struct {
            struct rules rules;
            struct game game; /* ENTRY_POSITION */
        };
        char date[DATE_MAX];
        struct seat seat;
        struct dice_source dice;
        int start; /* a seat from 0, or START_BY_ROLL */
        struct action action;
        struct gift gift; /* ENTRY_PLEDGE, ENTRY_SHARE; ENTRY_REVEAL, of no seat */
    };
    struct proof proof; /* of a roll or a reveal; checked when it is said, and not kept in steps */
};

/* Rules are needed to know the boxes; NULL before the rules are named. `roll` without faces is
 * read as a roll of no dice: the table's dice decide; so is `reveal` without a secret. */
bool entry_parse(const struct rules *r, struct span line, struct entry *ret, struct text *error);

/* Not for comments, which are kept as they were written. */
void entry_print(const struct rules *r, const struct entry *e, struct text *out);

/* What stands behind the word in an entry; lines about a room spell it the same way. */
bool seat_parse(struct span words, struct seat *ret, struct text *error);
bool dice_parse(struct span words, struct dice_source *ret, struct text *error);
void dice_print(const struct dice_source *dice, struct text *out);
bool start_parse(struct span words, int *ret, struct text *error);
void start_print(int start, struct text *out);
