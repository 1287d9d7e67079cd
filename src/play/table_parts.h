/* table_parts: shared by the files that implement the table; all others use table.h. */
#pragma once

#include "play/steps.h"

/* A unit of undo: a step, or a correction together with the entry it replaced. */
struct deed {
    int corrected_step; /* -1: a step was added */
    int replaced;       /* offset of the replaced entry in table.replaced */
};

struct secret {
    bool told;
    uint8_t bytes[FAIR_BYTES];
    uint8_t commitment[FAIR_BYTES]; /* version 1 */
    uint8_t tried[FAIR_BYTES];      /* the version 2 commitment that `chain` was computed for */
    struct chain *chain;            /* NULL: not computed, or the secret does not match `tried` */
};

struct commitment {
    int line;
    bool chained;      /* version 2 */
    struct set people; /* seats that were not the host's bots when they gave it a share */
    uint8_t bytes[FAIR_BYTES];
};

struct warned {
    int game, seat;
};

enum pending_kind { PENDING_STEP, PENDING_NOTE, PENDING_UNDO, PENDING_CORRECTION };

struct pending {
    int kind;
    struct entry entry;
    char *line; /* as it must be written to the record; owned */
    bool odd;   /* the record spells it differently */
    struct state next;
    bool replays;       /* a correction or its undo; otherwise `from` and `steps` are unset */
    int from;           /* first step that changes */
    struct steps steps; /* all steps, replayed */
};

struct table {
    struct state now;
    char **lines;
    int line_count, line_room;
    size_t line_bytes;            /* total size of all lines */
    uint8_t log_hash[FAIR_BYTES]; /* hash of all lines; see table_log_hash() */
    struct steps steps;
    struct deed *deeds;
    int deed_count, deed_room;
    struct bytes replaced; /* entries replaced by corrections, for undo */
    char date[DATE_MAX];
    struct fallen *fallen;
    int fallen_count, fallen_room;
    struct hint *hints;
    int hint_count, hint_room;
    bool hinted; /* a hint was asked for at the current choice */
    struct warned *warnings;
    int warning_count, warning_room;
    bool warned; /* at the current choice */
    bool what_if;
    struct secret known;
    struct wrong_throw wrong;       /* line 0: none */
    struct commitment *commitments; /* all so far; the last one is in force */
    int commitment_count, commitment_room;
    struct fallen *seen; /* version 1, by throw number: the occurrence with the most dice */
    int seen_count, seen_room;
    uint8_t (*links)[FAIR_BYTES]; /* by throw number: links opened under the current commitment */
    int link_count, link_room;
    int odd_line; /* first line that a record spells differently from entry_print(); 0: none */
    struct pending *pending; /* the prepared line; NULL: none */
};

/* Completes or refuses an entry about dice: adds the faces of a roll or the secret of a reveal. */
bool table_settle_dice(struct table *t, struct entry *e, enum telling telling, struct text *error);

/* Whether the faces named by a roll could have come up in this state. */
bool table_faces_fit(struct table *t, const struct state *s, struct dice faces,
                     enum telling telling, struct text *error);

/* Whether all throws under the current commitment, including undone ones, match the secret. */
bool table_fell_as_committed(struct table *t, const uint8_t secret[FAIR_BYTES], struct text *error);

/* In a record with version 2 dice, comments begin with "# ", so that changing one byte cannot turn
 * another line into a comment. */
bool table_comment_fits(struct table *t, struct span line, enum telling telling,
                        struct text *error);

/* Reports a record's line about version 2 dice that is not spelled as entry_print() spells it: the
 * log hash would not cover its actual bytes. */
void table_found_odd(struct table *t, const struct entry *e, struct text *error);

/* Records the throw, share or commitment of an entry that takes effect. */
void table_note_dice(struct table *t, const struct entry *e);
