/* room_line: a line about a room, read and written: "# room: sit 2 Bea". Nothing else knows how
 * these lines are spelled; what they mean for the room is room_members.c's business.
 * doc/protocol.md describes all of them. */
#pragma once

#include "play/entry.h"

enum {
    ROOM_PLACES_MAX = 64,
    ROOM_CLOCK_MAX = 24 * 60 * 60,
    ROOM_SALT_BYTES = 16,
    ROOM_AWAY_SECONDS = 30, /* before a bot plays for somebody who is away, unless said otherwise */
    ROOM_AWAY_MIN = 5,
    ROOM_AWAY_MAX = 60 * 60,
};

/* What a line changes in the room. */
struct room_change {
    enum word kind; /* WORD_SIT ...; WORD_NONE: the line is not about the room */
    int place;      /* sit, bot, move, leave, ask, agree, back, goon: from 1; 0: it names none */
    int by;         /* ask, agree: the place that says so */
    int with;       /* sit: whose partner; 0: nobody's */
    int seat;       /* late, unopened, hurried: from 0 */
    int seconds;    /* clock, away */
    int start;      /* start: as in an entry */
    bool program;   /* sit: it is somebody's program */
    uint8_t salt[ROOM_SALT_BYTES];
    struct dice_source dice; /* dice; fair ones without a commitment */

    /* sit, bot; bot, ask. There is space for names that are too long, so that they can be refused
     * for it; what is longer still is cut off. */
    char name[PERSON_NAME_MAX + 24], level[BOT_NAME_MAX + 8];
};

void room_change_name(struct room_change *c, struct span name);
void room_change_level(struct room_change *c, struct span level);

/* Whether the line is about the room, also when it is misspelled. */
bool room_line_is(struct span line);

bool room_line_parse(struct span line, struct room_change *ret, struct text *error);
void room_line_print(const struct room_change *c, struct text *out);

/* The same with the words behind the first as somebody has put them; it may be no good line. */
void room_line_quote(enum word kind, struct span words, struct text *out);

/* Whether a name behind `sit` is read as nothing but a name. */
bool room_line_name_is_plain(struct span name);
