/* tui: the full-screen interface. Other layers include only this header and, for
 * locale_named() and term_unicode(), term.h. */
#pragma once

#include "coach/tutor.h"
#include "play/entry.h"

struct tui_start {
    bool ascii;
    const struct warning *warn; /* NULL: use the setting */
    const char *speed;          /* "off", "slow", "normal", "fast"; NULL: use the setting */

    /* Start with a record to resume, with a new game (fields may be NULL), or else on the home
     * screen. */
    const char *resume;
    bool play;
    const char *rules, *seats[SEATS_MAX], *dice, *pace, *start, *record;
    int seat_count;
    bool unrecorded;
};

/* Whether the terminal supports the full-screen interface. */
bool tui_possible(void);

extern const char *const speed_words[]; /* NULL-terminated */

/* Runs until the player leaves. ret_farewell, which the caller prints afterwards, says where the
 * game is saved, why settings could not be saved, both, or nothing. If the game cannot start, sets
 * error and returns TUI_SENSELESS for invalid options, TUI_PROBLEM for anything else. */
enum tui_end { TUI_LEFT, TUI_PROBLEM, TUI_SENSELESS };
enum tui_end tui_run(const struct tui_start *start, struct text *ret_farewell, struct text *error);
