/* tui: the full screen. The one header of this layer that others include. */
#pragma once

#include "coach/tutor.h"
#include "play/entry.h"

struct tui_start {
    bool ascii;
    const struct warning *warn; /* NULL: as set */
    const char *speed;          /* "off", "slow", "normal", "fast"; NULL: as set */

    /* What to begin with: a record, a game of which something is known, or, with neither, home. */
    const char *resume;
    bool play;
    const char *rules, *seats[SEATS_MAX], *dice, *start, *record;
    int seat_count;
    bool unrecorded;
};

/* Whether this is a terminal that can show it. */
bool tui_possible(void);

extern const char *const speed_words[]; /* NULL at the end */

/* Until the person leaves. ret_farewell is for the shell: where the game is kept. When it could not
 * begin the error says why: what was given makes no sense, or something else is wrong. */
enum tui_end { TUI_LEFT, TUI_PROBLEM, TUI_SENSELESS };
enum tui_end tui_run(const struct tui_start *start, struct text *ret_farewell, struct text *error);
