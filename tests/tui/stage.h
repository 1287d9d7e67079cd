/* stage: the full screen without a terminal. The screens are the real ones; the person, the clock
 * and the worker are pretended: the worker answers at once, with legal moves and made-up values. */
#pragma once

#include "tui/screen.h"

/* main() of a test: the claims, in the home of somebody who never lived. */
int stage_run(void);
void stage_clear(void); /* empties that home */

struct app *stage_open(void);
void stage_close(struct app *app);
void stage_answers(struct app *app); /* hands over what the worker has answered */

/* Draws the screen and returns what is on it, line by line; to be freed. */
char *stage_screen(const struct app *app);
