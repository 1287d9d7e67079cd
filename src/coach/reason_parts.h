/* reason_parts: shared by the files of reason; other code uses reason.h. */
#pragma once

#include "coach/reason.h"
#include "core/say.h"

struct question {
    struct adviser *adviser;
    const struct rules *rules;
    const struct game *game;
    struct work *work;
    const struct advice *advice;
    const struct valued_action *best, *second; /* second: NULL if no worse action is compared */
    struct reasons *ret;
};

/* A message that fills a placeholder of another message; use .s immediately: it lives only as long
 * as the expression. */
enum { PIECE_MAX = 256 };
struct piece {
    char s[PIECE_MAX];
};

/* Decimals needed, at most three, so that a number does not look like zero. */
int digits_for(double size);
struct piece number(double x, int digits);

/* "12.5 %". Never rounded to 0 or 100 unless exact. */
struct piece percent(double chance);

/* How often something happens: the same, but "under 1 %" and "over 99 %" where nobody cares how
 * much. */
struct piece how_often(double chance);

/* "2.3", "0.04": the size of a difference, with enough digits that it does not look like zero. */
struct piece amount(double difference);

/* "22" if whole, otherwise "22.4". */
struct piece mean(double points);

/* "keep 4 4 4" */
struct piece doing(const struct question *q, struct action a);

/* "if you keep 4 4 4" */
struct piece if_doing(const struct question *q, struct action a);

/* "expected final score 231.2", "52.9 % chance of winning", "18.31 turns on average",
 * "just this one turn" */
struct piece worth(const struct question *q, double value);

/* The same; if values are approximate: "41.0 % chance of winning, estimated". */
struct piece estimate(const struct question *q, double value);

/* Whether two values are equal except for rounding errors. */
bool same_worth(double a, double b);

/* The best action of one kind; NULL if none. */
const struct valued_action *best_act(const struct advice *advice, int act);

/* Adds a sentence unless there are REASONS_MAX already, so add the most important ones first. The
 * sentence must begin with a capital letter, or with a placeholder whose value does. */
#define reason_add(q, key, ...) reason_add_message((q), M_##key, &(struct say_##key){__VA_ARGS__})
void reason_add_message(const struct question *q, enum message message, const void *places);

/* Add all sentences after the verdict. Return false if canceled. */
bool reason_sheet(const struct question *q, struct text *error);
bool reason_press(const struct question *q, struct text *error);
