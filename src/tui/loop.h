/* loop: the event loop; waits for keys, worker answers and signals. */
#pragma once

#include "tui/screen.h"

/* Creates the worker, so that screens can use it from the start. */
bool loop_begin(struct app *app);

/* Runs until no screen is left, the terminal is gone or a signal ends the program. The terminal
 * must be open. */
void loop_run(struct app *app);

/* Stops the worker, canceling what it is doing. */
void loop_end(struct app *app);
