/* reason_parts: what the files of reason share; others use reason.h. */
#pragma once

#include "coach/reason.h"

struct question {
    struct adviser *adviser;
    const struct rules *rules;
    const struct game *game;
    struct work *work;
    const struct advice *advice;
    const struct valued_action *best,
        *second; /* second: NULL when nothing worth less is compared */
    struct reasons *ret;
};

/* A piece of a sentence; use .s at once, it lives as long as the expression. */
struct piece {
    char s[ACTION_WORDS_MAX];
};

/* "12.5 %". Rounding makes nothing certain or impossible that is not. */
struct piece percent(double chance);

/* "2.3", "0.04": the size of a difference, with as many digits as it takes to see it. */
struct piece amount(double difference);

/* "22" when it is whole, else "22.4". */
struct piece mean(double points);

/* "keep 4 4 4" */
struct piece doing(const struct question *q, struct action a);

/* "231.2 points on average", "a 52.9 % chance of winning", "18.3 turns to go on average" */
struct piece worth(const struct question *q, double value);

/* Values that differ by less come from rounding. */
bool same_worth(double a, double b);

/* The best action of one kind, NULL: there is none. */
const struct valued_action *best_act(const struct advice *advice, int act);

/* Adds a sentence; when there are REASONS_MAX already it is dropped: the weightiest come first. */
void reason_add(const struct question *q, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* All sentences after the verdict. False when cancelled. */
bool reason_sheet(const struct question *q, struct text *error);
bool reason_press(const struct question *q, struct text *error);
