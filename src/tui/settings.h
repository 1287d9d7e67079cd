/* settings: preferences kept between games, as lines of `key = value` in
 * $XDG_CONFIG_HOME/yardstick/settings, or ~/.config/yardstick/settings. Invalid lines are reported
 * and ignored; they stay in the file, as do comments. */
#pragma once

#include "tui/tui.h"

enum speed { SPEED_OFF, SPEED_SLOW, SPEED_NORMAL, SPEED_FAST, SPEEDS };
enum { SETTINGS_BYTES_MAX = 1 << 16 };

struct settings {
    char name[PERSON_NAME_MAX + 1]; /* the player's name; empty if not given */
    int speed;                      /* speed of dice animation and bots */
    bool ascii, colour;
    bool coach;          /* work out best play without being asked */
    struct warning warn; /* when to question a costly choice */
    char rules[RULES_TEXT_MAX];
    char dice[32];

    char *file; /* original content, to preserve its lines; malloc'd, may be NULL */
    size_t file_len;
    bool adrift; /* the file could not be read, so don't overwrite it */
};

void settings_start(struct settings *s);
void settings_free(struct settings *s);

/* Applies the lines of a file. Each invalid line adds a sentence to `said`. */
void settings_parse(struct settings *s, struct span file, struct text *said);

/* Prints the file with the current values: each key once, missing keys at the end, and all other
 * lines unchanged. */
void settings_print(const struct settings *s, struct text *out);

/* Loads the file if it exists; adds problems to `said`. */
void settings_load(struct settings *s, struct text *said);

/* Replaces the file atomically. */
bool settings_save(struct settings *s, struct text *error);
