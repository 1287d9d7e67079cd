/* settings: what is remembered between games, as lines `key = value` in
 * $XDG_CONFIG_HOME/yardstick/settings, else ~/.config/yardstick/settings. A line that makes no
 * sense is told about and passed over; it stays in the file, as do comments. */
#pragma once

#include "tui/tui.h"

enum speed { SPEED_OFF, SPEED_SLOW, SPEED_NORMAL, SPEED_FAST, SPEEDS };
enum { SETTINGS_BYTES_MAX = 1 << 16 };

struct settings {
    char name[PERSON_NAME_MAX]; /* of the person who plays here */
    int speed;                  /* of rolling dice and of bots */
    bool ascii, colour;
    bool coach;          /* work out best play as soon as a game begins */
    struct warning warn; /* before a choice that gives much away */
    char rules[RULES_TEXT_MAX];
    char dice[32];

    char *file; /* as it was read, to be kept; malloc'd, may be NULL */
    size_t file_len;
    bool adrift; /* the file could not be read: it is not written either */
};

void settings_start(struct settings *s);
void settings_free(struct settings *s);

/* Reads lines over what is there. Every line that makes no sense adds a sentence to `said`. */
void settings_parse(struct settings *s, struct span file, struct text *said);

/* The file again: the lines as they were, with the values of now; what was missing at the end. */
void settings_print(const struct settings *s, struct text *out);

/* The file, if there is one; what is wrong with it is said. */
void settings_load(struct settings *s, struct text *said);

/* Appears at once as a whole, or not at all. */
bool settings_save(struct settings *s, struct text *error);
