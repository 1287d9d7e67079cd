/* deck: positions that come back until you know them (Leitner boxes), and the file that holds
 * them.
 *
 * The file is plain text, one position per line:
 *
 *     2026-11-18 2 -+ yardzee ones=3 1 3,3,3,4,5 2 Ann
 *
 * These are the day the position is due, its box, the answers so far (+ right, - missed, latest
 * last; "." for none), the arguments of a `position` line, and the person whose mistake it was.
 * Lines that begin with # are comments. An invalid line is reported and kept in place: whatever it
 * meant, it is not ours to delete.
 *
 * A position that you get right moves up a box and returns later; one that you miss goes back to
 * the first box and returns the next day. */
#pragma once

#include "core/day.h"
#include "play/entry.h"

enum {
    DECK_BOXES = 7,
    DECK_HISTORY = 24,
    DECK_BYTES_MAX = 16 << 20,
    DECK_LINES_MAX = 100000,
};

struct deck_card {
    int due; /* day.h */
    int box; /* from 1 */
    char history[DECK_HISTORY + 1];
    char name[PERSON_NAME_MAX + 1];
    struct rules rules;
    struct game game;
};

struct deck_line {
    struct deck_card *card; /* NULL if the line is blank, a comment or damaged */
    char *text;             /* its text in that case: `len` bytes without the newline */
    size_t len;
};

struct deck {
    struct deck_line *lines;
    int count, room;
};

void deck_free(struct deck *d); /* a zeroed struct is fine */

/* Reads a deck into `d`, which must be empty. Damaged lines are reported one by one; `name` is the
 * name of the file. Returns false if the data is too large for a deck. */
bool deck_read_text(struct span data, const char *name, struct deck *d,
                    void (*damaged)(void *user, const char *words), void *user, struct text *error);

/* The contents of the whole file; the caller frees them. */
char *deck_print(const struct deck *d, size_t *ret_size);

/* Adds a position that first comes up on `today`. Returns false if the person already has it or the
 * deck is full. */
bool deck_add(struct deck *d, const struct rules *r, const struct game *g, struct span name,
              int today);

/* The number of days until a position in this box returns. */
int deck_days(int box);
void deck_answered(struct deck_card *card, bool right, int today);

/* ---- the file ---- */

struct deck_file;

/* $XDG_DATA_HOME/yardstick/practice, or else ~/.local/share/yardstick/practice. */
bool deck_folder(struct text *ret, struct text *error);

/* Locks and reads the deck in a folder, creating the folder if needed; a missing deck counts as
 * empty. Returns NULL if another process has the deck open, or if the folder or the deck cannot be
 * used. */
struct deck_file *deck_open(const char *folder, struct deck *d,
                            void (*damaged)(void *user, const char *words), void *user,
                            struct text *error);

/* Replaces the file atomically: writes a new one in full, syncs it and then renames it. If writing
 * fails, the old file is unchanged. */
bool deck_save(struct deck_file *file, const struct deck *d, struct text *error);
void deck_close(struct deck_file *file); /* NULL is fine */
