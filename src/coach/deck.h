/* deck: positions that come back until they are known (Leitner's boxes), and the file they are in.
 *
 * The file is plain text, one position a line:
 *
 *     2026-11-18 2 -+ yardzee ones=3 1 3,3,3,4,5 2 Ann
 *
 * the day on which it is due, its box, how it was answered so far (+ right, - missed, the latest
 * last; "." for never), the words of a `position` line, and whose mistake it was. Lines that begin
 * with # are comments. A line that makes no sense is named and kept where it stands: whatever was
 * meant by it, it is not ours to throw away.
 *
 * A position that was answered well moves up a box and stays away longer; one that was missed goes
 * back to the first box and returns the next day. */
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
    struct deck_card *card; /* NULL: a comment, or damaged */
    char *text;             /* then this, of so many bytes, without its newline */
    size_t len;
};

struct deck {
    struct deck_line *lines;
    int count, room;
};

void deck_free(struct deck *d); /* a zeroed one is fine */

/* Reads a deck into an empty one. What is damaged is told, line by line; `name` is the file's.
 * False when it is too large to be a deck. */
bool deck_read_text(struct span data, const char *name, struct deck *d,
                    void (*damaged)(void *user, const char *words), void *user, struct text *error);

/* The whole file; to be freed. */
char *deck_print(const struct deck *d, size_t *ret_size);

/* Adds a position to be asked from `today` on, unless this person's deck has it already. */
bool deck_add(struct deck *d, const struct rules *r, const struct game *g, struct span name,
              int today);

/* The days until a position of this box returns. */
int deck_days(int box);
void deck_answered(struct deck_card *card, bool right, int today);

/* ---- the file ---- */

struct deck_file;

/* $XDG_DATA_HOME/yardstick/practice, else ~/.local/share/yardstick/practice. */
bool deck_folder(struct text *ret, struct text *error);

/* Locks and reads the deck of a folder, which is made when missing; a deck that is not there is an
 * empty one. NULL when another process has it open, or it cannot be read. */
struct deck_file *deck_open(const char *folder, struct deck *d,
                            void (*damaged)(void *user, const char *words), void *user,
                            struct text *error);

/* Writes the deck anew: whole, synced and only then under its name. On failure the file is as it
 * was before. */
bool deck_save(struct deck_file *file, const struct deck *d, struct text *error);
void deck_close(struct deck_file *file); /* NULL is fine */
