/* questions: the words of the table language that are no entries, and how they are answered. Part
 * of talk. */
#pragma once

#include "talk/talk.h"

struct talk {
    struct work *work;
    struct adviser *adviser; /* made when first asked */
    struct table *table;
    struct record *record;
    bool own_table;
    struct state before; /* the line: kept to tell what an entry changed */
};

/* Answers a question, with the words that stand behind the first. */
typedef void ask_fn(struct talk *talk, struct span words, struct text *out);

/* Of `log` and `results` with a number behind them: lines and games in one answer. */
enum { LOG_PAGE = 200, RESULTS_PAGE = 50 };

void question_answer(struct talk *talk, enum word word, struct span rest, struct text *out);

ask_fn ask_advise, ask_why, ask_judge, ask_analyse, ask_bot, ask_practice, ask_daily;
