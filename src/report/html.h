/* html: building blocks of the page, internal to this folder.
 *
 * Names can contain anything: they are escaped and isolated from the surrounding text (<bdi>, or
 * isolate characters where no element is allowed), so that right-to-left names do not reorder
 * it. */
#pragma once

#include <stdio.h>

#include "coach/analysis.h"
#include "report/report_part.h"

struct page {
    FILE *out;
    const struct analysis *analysis;
    struct adviser *adviser;
    const struct ledger *game; /* the game being written */
    int level;                 /* heading level of its parts: 2, or 3 in a series */
};

/* ---- html_write.c ---- */

void html_text(struct page *p, const char *words);

/* Writes a message from the catalog; html_words() is for messages without placeholders. Words and
 * values are escaped, except for markup made by the macros below. */
#define html_say(p, key, ...) html_message((p), M_##key, &(struct say_##key){__VA_ARGS__})
void html_message(struct page *p, enum message message, const void *places);
void html_words(struct page *p, enum message message);

/* Write a value in the game's unit, or a difference with its sign; minus signs are typographic. */
void html_value(struct page *p, double value);
void html_signed(struct page *p, double difference);
void html_exact(struct page *p, double value, bool is_difference); /* three or four decimals */
void html_number(struct page *p, const char *words); /* for output of unit_print() and the like */

/* Write the names of all people on a side, or of one of them. */
void html_seat(struct page *p, int seat);
void html_person(struct page *p, int seat, int person);
bool html_has_partners(const struct page *p);

/* Dice as pictures; those in `marked` are highlighted. */
void html_dice(struct page *p, struct dice dice, struct dice marked);

/* The symbol and the name of a grade. */
void html_grade(struct page *p, int grade);

/* The above as strings, for the placeholders of html_say(). The strings live as long as the
 * enclosing block. PLAIN_SIDE is for titles and attributes, BOLD for text without control
 * characters. */
#define VALUE(p, value) html_value_in(SAY_ROOM, (p), (value))
#define SIGNED(p, difference) html_signed_in(SAY_ROOM, (p), (difference))
#define SIDE(p, seat) html_seat_in(SAY_ROOM, (p), (seat), false)
#define PLAIN_SIDE(p, seat) html_seat_in(SAY_ROOM, (p), (seat), true)
#define PERSON(p, seat, person) html_person_in(SAY_ROOM, (p), (seat), (person))
#define NAME(name) html_name_in(SAY_ROOM, (name))
#define PICTURES(thrown) html_dice_in(SAY_ROOM, (thrown), (struct dice){0})
#define GRADE(grade) html_grade_in(SAY_ROOM, (grade))
#define BOLD(words) html_bold_in(SAY_ROOM, (words))

const char *html_value_in(char room[SAY_ROOM_BYTES], const struct page *p, double value);
const char *html_signed_in(char room[SAY_ROOM_BYTES], const struct page *p, double difference);
const char *html_seat_in(char room[SAY_ROOM_BYTES], const struct page *p, int seat, bool plain);
const char *html_person_in(char room[SAY_ROOM_BYTES], const struct page *p, int seat, int person);
const char *html_name_in(char room[SAY_ROOM_BYTES], const char *name);
const char *html_dice_in(char room[SAY_ROOM_BYTES], struct dice dice, struct dice marked);
const char *html_grade_in(char room[SAY_ROOM_BYTES], int grade);
const char *html_bold_in(char room[SAY_ROOM_BYTES], const char *words);

/* Bytes needed for a placeholder that lists all sides. */
enum { SIDES_TEXT_MAX = SEATS_MAX * SAY_ROOM_BYTES };

/* Writes a string made by these macros. */
void html_marked(struct page *p, const char *marked);

/* A heading, `deeper` levels below the headings of the game's parts. */
void html_heading(struct page *p, int deeper, enum message words);

/* A scrollable region for a wide table. Screen readers announce the label, the names at the seat,
 * if one is given, and, in a series, the number of the game. */
void html_scroll_open(struct page *p, const char *label, int seat); /* seat -1: all seats */
void html_scroll_close(struct page *p);

/* Writes the head of a table and the beginning of its body; M_NONE ends the list of names. */
void html_table_head(struct page *p, const enum message *names);

/* The id of a moment in links: g1m15 is moment 15 of the first game. */
void html_moment_id(struct page *p, int moment);

/* Whether a box was chosen for dice of which only the last are known: there is no number of the
 * roll. */
bool html_is_last(const struct page *p, const struct moment *m);

int html_roll_number(const struct page *p, int moment); /* within the turn, from 1 */

/* The sign of a favorable difference: negative if turns are counted, because fewer are better. */
double html_good_sign(const struct page *p);

/* ---- the parts of the page ---- */

extern const char html_style[];           /* html_style.c */
extern const char html_symbols[];         /* the faces of the dice */
void html_verdicts(struct page *p);       /* html_verdict.c */
void html_ledger(struct page *p);         /* html_ledger.c */
void html_series(struct page *p);         /* all games added up */
void html_sheet(struct page *p);          /* the score sheet */
void html_chart(struct page *p);          /* html_chart.c */
void html_turning_points(struct page *p); /* html_decisions.c */
void html_decisions(struct page *p);
