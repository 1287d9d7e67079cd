/* questions: words of the table language other than entries, and their answers. Part of talk. */
#pragma once

#include "talk/talk.h"

struct talk {
    struct work *work;
    struct adviser *adviser; /* created on first use */
    struct table *table;
    struct record *record;
    bool own_table;
    struct state before; /* the state before the line, to tell what an entry changed */
};

/* Answers a question; `words` is the rest of the line. */
typedef void ask_fn(struct talk *talk, struct span words, struct text *out);

/* Lines and games per page of `log` and `results`. */
enum { LOG_PAGE = 200, RESULTS_PAGE = 50 };

void question_answer(struct talk *talk, enum word word, struct span rest, struct text *out);

ask_fn ask_advise, ask_why, ask_judge, ask_analyse, ask_bot, ask_practice, ask_daily;
