/* rules: what a rule book is, and the rules in force at one table.
 *
 * A family is code (sheet.c: fill boxes; press.c: set dice aside and push your luck). A book is
 * data: one const table in books/, listed in books.c; menus, tests, solvers and fuzzers iterate
 * over that list. Where reasonable people read a book differently, the reading is a named
 * parameter, so a household can change it: "yardkle:set-aside=all,goal=5000". */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "core/dice.h"
#include "core/text.h"
#include "core/words.h"
#include "lang/messages.h"

/* Limits for books: the solvers' tables and the score sheets are sized to them. */
enum {
    BOXES_MAX = 20,
    ROLLS_MAX = 3,
    HANDS_MAX = 6, /* including the end marker */
    UPPER_MAX = DICE_MAX * FACES * (FACES + 1) / 2,
    BOX_POINTS_MAX = 999,
    SET_POINTS_MAX = 10000,
    BOOK_ID_MAX = 32,
    BOOK_NAME_MAX = 32,
    BOX_KEY_MAX = 16,
    RULES_TEXT_MAX = 256,
};

/* The rules a player can be referred to. Each has a short name, a description in our own words
 * (words.c) and, if the book gives one, a citation. */
enum rule {
    RULE_TURN,
    RULE_BOX,
    RULE_UPPER_BONUS,
    RULE_FIVE_BONUS,
    RULE_JOKER,
    RULE_ASIDE,
    RULE_BUST,
    RULE_HOT_DICE,
    RULE_ENTRY,
    RULE_FINAL_ROUND,
    RULE_WINNER,
    RULE_START,
    RULE_PARTNERS,
    RULE_SETTLEMENT,
    RULES_COUNT
};

/* What a newcomer has to know besides these rules (guide.c). */
enum topic { TOPIC_NEEDS, TOPIC_PLAYERS, TOPIC_SCORES, TOPIC_ZERO, TOPIC_SOLO, TOPICS_COUNT };

/* ---- the sheet family ---- */

enum pattern {
    PATTERN_FACE,  /* any dice; face `n` scores. These boxes form the upper section */
    PATTERN_KIND,  /* at least n of a kind */
    PATTERN_PAIRS, /* n pairs of different faces */
    PATTERN_HOUSE, /* three of one face and two of another */
    PATTERN_RUN,   /* n faces in sequence, starting anywhere or at `from` */
    PATTERN_ANY,
};

enum pays {
    PAYS_ALL,     /* the sum of all dice */
    PAYS_MATCHED, /* the sum of the dice in the pattern; the highest if there is a choice */
    PAYS_FIXED,   /* `points` */
};

struct box {
    const char *key;
    enum message label;
    enum message how; /* how to score it, briefly: use BOX_HOW(). May contain {box} (its label) in
                         an upper box and {points} in others */
    enum pattern pattern;
    int n, from;
    enum pays pays;
    int points;
};

/* How to score a box, as a string that lives as long as the enclosing block. */
#define BOX_HOW(box) box_how((box), SAY_ROOM)
const char *box_how(const struct box *box, char room[]);

enum joker { JOKER_NONE, JOKER_FREE, JOKER_FORCED, JOKER_CLASSIC };

/* ---- the press family ---- */

struct hand { /* a combination that uses all dice in one throw */
    enum message label;
    int counts[3]; /* number of dice of a first, second and third face; {1,1,1}: all differ */
    int points;
};

enum set_aside { SET_ASIDE_ANY, SET_ASIDE_ALL };
enum hot_dice { HOT_DICE_MUST, HOT_DICE_MAY };
enum tie { TIE_SHARE, TIE_LEADER, TIE_CHASER };
enum final_round { FINAL_OTHERS, FINAL_EVERYONE, FINAL_REST };
enum settlement { SETTLEMENT_OFF, SETTLEMENT_ON };

/* ---- parameters of both families, and the book ---- */

struct params {
    int joker, bonus, upper_bonus, upper_par;               /* sheet */
    int set_aside, entry, goal, final_round, hot_dice, tie; /* press */
    int settlement;                                         /* both */
};

enum { PARAM_NUMBERS = 11 };
_Static_assert(sizeof(struct params) == PARAM_NUMBERS * sizeof(int),
               "parameters can be compared as bytes");

enum family { FAMILY_SHEET, FAMILY_PRESS };

struct book {
    const char *id, *name;
    enum message about;  /* one line for menus */
    enum message source; /* where the rules come from */
    const char *five;    /* sheet: the book's name for five of a kind, or NULL */
    enum message bonus;  /* sheet: label of the row for five-of-a-kind bonuses */
    bool chips;          /* sheet: these bonuses are counted in chips, not in check marks */
    const char *bust;    /* press: name of a throw without a scoring die */
    enum family family;
    int dice;
    struct params params; /* the book's own values, before overrides */
    enum message cites[RULES_COUNT];
    enum message topic_cites[TOPICS_COUNT];

    int rolls; /* sheet: rolls per turn */
    int box_count;
    struct box boxes[BOXES_MAX];
    int columns;   /* columns on the printed sheet: players or, on an own card, games */
    int rounds;    /* press: rounds on a blank sheet, within which 99 of 100 games end even at the
                      weakest level of the bots (doc/performance.md) */
    bool own_card; /* each player has a sheet of their own, with one column per game */

    int of_a_kind[FACES + 1][DICE_MAX + 1]; /* press: points for exactly n of a face, 0 if none */
    struct hand hands[HANDS_MAX];           /* press: a label of M_NONE ends the list */
};

/* All books, NULL-terminated. */
extern const struct book *const books[];
const struct book *book_find(struct span id);

/* Checks that every field is within its limits; otherwise the error names the book and the problem.
 * rules_parse() and the solvers call it before using a book. */
bool book_check(const struct book *book, struct text *error);

/* The rules in force: a plain value. Its size is a multiple of eight bytes on every machine, so
 * that what follows it in a struct needs no padding. */
struct rules {
    const struct book *book;
    _Alignas(8) struct params params;
};

struct param {
    const char *name;
    enum family family;
    enum rule rule;              /* the rule that it changes */
    const char *const *words;    /* the named values; NULL for a number */
    const enum message *choices; /* what each named value means, in one sentence */
    const enum message *titles;  /* the same in a few words: "shared win" */
    int first, second;           /* offsets into struct params; second: "63" in "35@63", or -1 */
    int min, max, step;
    int second_min;            /* the maximum is param_second_max() */
    enum message label;        /* for a form: "Target score" */
    enum message title;        /* for a narrow form: "Target" */
    enum message second_label; /* label for the number after the @ */
    enum message meaning;      /* longer than the label: "which of the tied players wins: ..." */
};

/* The parameters of both families; ends with a NULL name. */
extern const struct param params[];
int param_value(const struct params *p, int offset);
int param_second_max(const struct book *book); /* the highest possible upper total */

struct rules rules_of(const struct book *book);

/* Parses "yardzee", "yahtzee:joker=free,bonus=0". On failure *ret is unchanged, and the error says
 * what is wrong and, where it can, suggests the nearest valid word. */
bool rules_parse(struct span spec, struct rules *ret, struct text *error);

/* Prints the rules in the same syntax, listing only what differs from the book. */
void rules_print(const struct rules *r, struct text *out);
bool param_same(const struct param *p, const struct params *a, const struct params *b);
void param_print(const struct param *param, const struct params *values, struct text *out);
bool rules_same(const struct rules *a, const struct rules *b);

/* A hash of the whole book and the parameters in force: it changes if anything in them changes, and
 * is the same on every machine. The book must pass book_check(). */
enum { RULES_HASH_BYTES = 32 };
void rules_hash(const struct rules *r, uint8_t ret[RULES_HASH_BYTES]);

/* Short name of a rule: "joker", "entry", ... */
const char *rule_name(enum rule rule);

/* The heading of a rule: "Hot dice", or the book's own name for the rule. */
const char *rule_title(const struct book *book, enum rule rule);

/* Describes the rule under the parameters in force, in our own words; returns false if the rule
 * does not apply. */
bool rule_words(const struct rules *r, enum rule rule, struct text *out);

/* The same, with a mark (OUR_MARK) after each sentence that is our own ruling: the book says
 * nothing definite about it, or can be read in more than one way. */
bool rule_words_marked(const struct rules *r, enum rule rule, struct text *out);
#define OUR_MARK "*"

/* Whether a house rule changes what the book says about the rule. */
bool rule_changed(const struct rules *r, enum rule rule);
