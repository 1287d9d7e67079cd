/* room_line: parses and prints lines about a room: "# room: sit 2 Bea". Only this module knows
 * their syntax; room_members.c, room_again.c and room_away.c define what they do. doc/protocol.md
 * describes all of them. */
#pragma once

#include "play/entry.h"

enum {
    ROOM_PLACES_MAX = SET_MAX, /* every seat of the largest table, and some that were given up */
    ROOM_LINE_MAX =
        8192 + 64, /* bytes; a room has no positions, the longest lines of the language */
    ROOM_CLOCK_MAX = 24 * 60 * 60,
    ROOM_SALT_BYTES = 16,
    ROOM_AWAY_SECONDS = 30, /* default wait for absent players */
    ROOM_AWAY_MIN = 5,
    ROOM_AWAY_MAX = 60 * 60,
};

/* The change a line makes to the room. */
struct room_change {
    enum word kind; /* such as WORD_SIT; WORD_NONE if the line is not about the room */
    int place;      /* of the words that name one: from 1; 0 if none given */
    int by;         /* ask, agree: the place that asks or agrees */
    int with;       /* sit: the place to partner with; 0: none */
    int seat;       /* late, unopened, hurried: from 0 */
    int seconds;    /* clock, away */
    int start;      /* start: as in struct entry */
    bool program;   /* sit: a program, not a person */
    uint8_t salt[ROOM_SALT_BYTES];
    struct dice_source dice; /* dice: for DICE_FAIR, the commitment is not set */

    /* `name`: sit, bot; `level`: bot, ask. Both hold more than any valid text, so that one that is
     * too long is refused and not silently truncated. */
    char name[PERSON_NAME_MAX + 24], level[BOT_NAME_MAX + 8];
};

void room_change_name(struct room_change *c, struct span name);
void room_change_level(struct room_change *c, struct span level);

/* Whether the line is marked as being about the room; it may still be invalid. */
bool room_line_is(struct span line);

bool room_line_parse(struct span line, struct room_change *ret, struct text *error);
void room_line_print(const struct room_change *c, struct text *out);

/* Like room_line_print(), with the user's own words as arguments; the line may be invalid. */
void room_line_quote(enum word kind, struct span words, struct text *out);

/* Whether `sit` would read all of this as the name: not if it ends in "with 2" or "program". */
bool room_line_name_is_plain(struct span name);
