/* Shared by the files that make score sheets. */
#pragma once

#include "play/scoresheet.h"

struct scoresheet *scoresheet_new(const struct rules *r, int kind, const char *date, int columns,
                                  int lines);
void scoresheet_line(struct scoresheet *s, int line, int kind, const char *word, const char *label,
                     const char *how);
void scoresheet_head(struct scoresheet *s, int column, const char *name);
struct sheet_cell *scoresheet_number(struct scoresheet *s, int line, int column, int number);

/* The line of the grand total. */
int scoresheet_grand(const struct scoresheet *s);

/* The state at the end of a game or, if it is not over, now. */
const struct state *scoresheet_state(const struct table *t, int game);

/* The same for games requested in order: continues from *step and advances it. */
const struct state *scoresheet_next_end(const struct table *t, int game, int *step);

/* Whether a seat won a finished game, alone or shared. */
bool scoresheet_won(const struct state *end, int seat);
