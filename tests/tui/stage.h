/* stage: the full screen without a terminal. The screens are real; the person, the clock and the
 * worker are simulated: the worker answers at once, with legal moves and made-up values or, now
 * and then, with an error. */
#pragma once

#include "tui/screen.h"

/* main() of a test: runs the claims in an empty home folder. */
int stage_run(void);
void stage_clear(void); /* empties the home folder */

struct app *stage_open(void);
void stage_close(struct app *app);
void stage_answers(struct app *app); /* delivers the worker's answers */

/* Draws the screen and returns its text, line by line; the caller frees it. */
char *stage_screen(const struct app *app);
