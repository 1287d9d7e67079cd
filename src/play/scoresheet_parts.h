/* Shared by the files that make score sheets. */
#pragma once

#include "play/scoresheet.h"

struct scoresheet *sheet_new(const struct rules *r, int kind, const char *date, int columns,
                             int lines);
void sheet_line(struct scoresheet *s, int line, int kind, const char *word, const char *label,
                const char *how);
void sheet_head(struct scoresheet *s, int column, const char *name);
struct sheet_cell *sheet_number(struct scoresheet *s, int line, int column, int number);

/* The line of the grand total. */
int sheet_grand(const struct scoresheet *s);

/* The state at the end of a game or, if it is not over, now. */
const struct state *sheet_state(const struct table *t, int game);

/* The same for games requested in order: continues from *step and advances it. */
const struct state *sheet_next_end(const struct table *t, int game, int *step);

/* Whether a seat won a finished game, alone or shared. */
bool sheet_won(const struct state *end, int seat);
