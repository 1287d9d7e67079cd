/* loop: waits for keys, for the worker and for signals, and lets the screens live. */
#pragma once

#include "tui/screen.h"

/* The worker is made, which screens may ask as soon as they exist. */
bool loop_begin(struct app *app);

/* Until no screen is left, or the terminal is gone. The terminal must be open. */
void loop_run(struct app *app);

/* The worker is stopped, whatever it is at. */
void loop_end(struct app *app);
