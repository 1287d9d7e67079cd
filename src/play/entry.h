/* entry: one line of a record, parsed and printed. This file knows only the syntax; state.c and
 * table.c know what an entry does. doc/language.md describes all entries. */
#pragma once

#include "play/fair_chain.h"
#include "play/vocabulary.h"
#include "rules/kept.h"

enum {
    LINE_MAX_BYTES = POSITION_TEXT_MAX + 64, /* the longest line of the language */
    SEAT_NAME_MAX = 176,                     /* bytes, with the final zero */
    PERSON_LETTERS_MAX = 40,
    PERSON_NAME_MAX = 4 * PERSON_LETTERS_MAX, /* bytes: a character takes up to 4 */
    PEOPLE_MAX = 8,
    BOT_NAME_MAX = 24,
    DATE_MAX = sizeof "2026-11-15T08:30:00Z",
    RECORD_VERSION = 1,
};

#define BOT_PROGRAM                                                                                \
    "program" /* level of a bot that is someone's own program, not played by the host */

struct seat {
    char name[SEAT_NAME_MAX]; /* "Ann", or partners: "Ann+Bea" */
    char bot[BOT_NAME_MAX];   /* the bot's level; empty for people */
};

/* Seats, counted from 0. */
struct seat_order {
    uint8_t count, seats[SEATS_MAX];
};

int seat_people(const struct seat *seat);
struct span seat_person(const struct seat *seat, int index);

enum source_kind { DICE_PHYSICAL, DICE_SYSTEM, DICE_SEEDED, DICE_FAIR, DICE_DAILY };

struct dice_source {
    uint64_t seed; /* DICE_SEEDED; DICE_DAILY: the day, see core/day.h */
    int kind;
    int links;                      /* DICE_FAIR: chain length in version 2; 0 in version 1 */
    uint8_t commitment[FAIR_BYTES]; /* DICE_FAIR; zeros until the next game has a commitment */
};

int dice_version(const struct dice_source *dice); /* version of fair dice: 1 or 2 */

enum entry_kind {
    ENTRY_COMMENT,  /* # anything */
    ENTRY_VERSION,  /* yardstick 1 */
    ENTRY_DATE,     /* date 2026-11-15T08:30:00Z */
    ENTRY_RULES,    /* rules yardzee */
    ENTRY_POSITION, /* position ... */
    ENTRY_SEAT,     /* seat Ann+Bea */
    ENTRY_DICE,     /* dice seed 42 */
    ENTRY_START,    /* start roll, start 2 */
    ENTRY_PACE,     /* pace points: what people enter of their turns from here on */
    ENTRY_ACTION,   /* roll, keep, score, take; version 2 dice: roll 1 2 link HEX log HEX; turns
                       without all their throws: last, aside, bank, bust */
    ENTRY_REMATCH,  /* rematch */
    ENTRY_SEATS,    /* seats 3 1 2: who plays the next game, and in which order */
    ENTRY_LEAVE,    /* leave 2: for good */
    ENTRY_UNDO,     /* undo */
    ENTRY_HINT,     /* hint: the player to move asked for advice */
    ENTRY_PLEDGE,   /* pledge 2 HEX: a hash of a seat's share of fair dice */
    ENTRY_SHARE,    /* share 2 HEX, or share 2 - */
    ENTRY_REVEAL,   /* reveal HEX: the secret of fair dice; version 2: reveal HEX log HEX */
};

enum { START_BY_ROLL = -1 };

struct entry {
    int kind;
    int corrects; /* number of the line that this entry corrects; 0: none */
    union {
        struct {
            struct rules rules;
            struct game game; /* ENTRY_POSITION */
        };
        char date[DATE_MAX];
        struct seat seat;
        struct seat_order order;
        struct dice_source dice;
        int leaver; /* a seat, counted from 0 */
        int start;  /* a seat, counted from 0, or START_BY_ROLL */
        enum pace pace;
        struct action action;
        struct gift gift; /* ENTRY_PLEDGE, ENTRY_SHARE; ENTRY_REVEAL, without a seat */
    };
    struct proof proof; /* of a roll or reveal; checked when its line is said, not kept in steps */
};

/* The rules are needed to recognize boxes; NULL before they are set. `roll` without faces is parsed
 * as a roll of no dice, and `reveal` without a secret as a reveal of nothing: the table fills in
 * what is missing. */
bool entry_parse(const struct rules *r, struct span line, struct entry *ret, struct text *error);

/* Not for comments, which are kept as written. */
void entry_print(const struct rules *r, const struct entry *e, struct text *out);

/* Parse or print what follows the first word of an entry. Lines about a room use the same syntax
 * for dice and start, so their parser and printer call these functions too. */
bool seat_parse(struct span words, struct seat *ret, struct text *error);
bool dice_parse(struct span words, struct dice_source *ret, struct text *error);
void dice_print(const struct dice_source *dice, struct text *out);
bool start_parse(struct span words, int *ret, struct text *error);
void start_print(int start, struct text *out);
