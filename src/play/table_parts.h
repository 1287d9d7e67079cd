/* table_parts: what the files of the table share; others use table.h. */
#pragma once

#include "play/steps.h"

/* What undo takes back: a step, or a correction, of which the entry it replaced is kept. */
struct deed {
    int corrected_step; /* -1: the last step was added */
    int replaced;       /* where its entry is packed, among those of the table */
};

struct secret {
    bool told;
    uint8_t bytes[FAIR_BYTES];
    uint8_t commitment[FAIR_BYTES]; /* of version 1 */
    uint8_t tried[FAIR_BYTES];      /* the commitment of version 2 that `chain` was made for */
    struct chain *chain;            /* NULL: not made yet, or the secret is not that chain's */
};

struct commitment {
    int line;
    bool chained;    /* of version 2 */
    uint32_t people; /* seats that gave it a share, and no bot of the host sat there then */
    uint8_t bytes[FAIR_BYTES];
};

enum pending_kind { PENDING_NOTHING, PENDING_STEP, PENDING_NOTE, PENDING_UNDO, PENDING_CORRECTION };

struct pending {
    int kind;
    struct entry entry;
    char *line; /* as it belongs in the record; owned */
    bool odd;   /* a record spells it otherwise */
    struct state next;
    bool replays;       /* PENDING_CORRECTION and undoing one: */
    int from;           /* the first step that becomes another */
    struct steps steps; /* all of them, anew */
};

struct table {
    struct state now;
    char **lines;
    int line_count, line_room;
    size_t line_bytes;            /* of all of them */
    uint8_t log_hash[FAIR_BYTES]; /* of all of them; see table_log_hash() */
    struct steps steps;
    struct deed *deeds;
    int deed_count, deed_room;
    struct bytes replaced; /* the entries of deeds that are corrections */
    char date[DATE_MAX];
    struct fallen *fallen;
    int fallen_count, fallen_room;
    struct hint *hints;
    int hint_count, hint_room;
    bool hinted; /* the last hint was for the choice at hand */
    struct secret known;
    struct wrong_throw wrong;       /* of no line: there is none */
    struct commitment *commitments; /* all there were; the last is in force */
    int commitment_count, commitment_room;
    struct fallen *seen; /* by number: each throw of fair dice when most of its dice fell */
    int seen_count, seen_room;
    uint8_t (*links)[FAIR_BYTES]; /* by number: what each throw of the commitment at hand opened */
    int link_count, link_room;
    int odd_line; /* the first line that a record spells otherwise than it is printed; 0: none */
    struct pending pending;
};

/* What the table itself adds to an entry about dice or refuses about it: the faces of a roll, the
 * secret of a reveal. */
bool table_settle_dice(struct table *t, struct entry *e, enum telling telling, struct text *error);

/* Whether a roll that names its faces is one that could have fallen in this state. */
bool table_faces_fit(struct table *t, const struct state *s, struct dice faces,
                     enum telling telling, struct text *error);

/* Whether every throw under the commitment at hand is the secret's, also one that was undone. */
bool table_fell_as_committed(struct table *t, const uint8_t secret[FAIR_BYTES], struct text *error);

/* A comment in a record of version-2 dice begins with "# ", so that no other line becomes one when
 * a byte of it is changed. */
bool table_comment_fits(struct table *t, struct span line, enum telling telling,
                        struct text *error);

/* A record's line about version-2 dice that is not spelled as it is printed: its bytes would stand
 * in no hash. */
void table_found_odd(struct table *t, const struct entry *e, struct text *error);

/* An entry comes into force: remembers what fell, and what was committed to. */
void table_note_dice(struct table *t, const struct entry *e);
