/* html: building blocks of the page, internal to this folder.
 *
 * Names can contain anything: they are escaped and isolated from the surrounding text (<bdi>, or
 * isolate characters where no element is allowed), so that right-to-left names do not reorder
 * it. */
#pragma once

#include <stdio.h>

#include "coach/analysis.h"

struct page {
    FILE *out;
    const struct analysis *analysis;
    struct adviser *adviser;
    const struct ledger *game; /* the game being written */
    int level;                 /* heading level of its parts: 2, or 3 in a series */
};

/* ---- html_write.c ---- */

void html_text(struct page *p, const char *words);

/* A value in the game's unit, and a difference with its sign; minus signs are typographic. */
void html_value(struct page *p, double value);
void html_signed(struct page *p, double difference);
void html_exact(struct page *p, double value, bool is_difference); /* with more digits */
void html_number(struct page *p, const char *words); /* for output of unit_print() and the like */

/* The whole side, or one of its people; `plain` is for titles and attributes. */
void html_seat(struct page *p, int seat, bool plain);
void html_person(struct page *p, int seat, int person, bool plain);
bool html_has_partners(const struct page *p);

/* Dice as pictures; those in `marked` are highlighted. */
void html_dice(struct page *p, struct dice dice, struct dice marked);

/* The symbol and the name of a grade. */
void html_grade(struct page *p, int grade);

/* "1 inaccuracy", "3 mistakes"; written to the caller's buffer. */
enum { GRADE_COUNT_MAX = 32 };
const char *html_grade_count(int grade, int count, char buffer[GRADE_COUNT_MAX]);

/* A heading, `deeper` levels below those of the game's parts. */
void html_heading(struct page *p, int deeper, const char *words);

/* A scrollable region for a wide table. Screen readers announce the label, in a series with the
 * number of the game. */
void html_scroll_open(struct page *p, const char *label, int seat); /* seat -1: all seats */
void html_scroll_close(struct page *p);

/* The id of a moment in links: g1m15 is moment 15 of the first game. */
void html_moment_id(struct page *p, int moment);

const struct state *html_names(const struct page *p);   /* a state with the seats */
int html_roll_number(const struct page *p, int moment); /* within the turn, from 1 */

/* The sign of a favourable difference: negative if turns are counted, because fewer are better. */
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
