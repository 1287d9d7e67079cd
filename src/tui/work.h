/* work: long work, done by a thread of its own, so that no key ever waits for it. Questions go in,
 * answers come out; the adviser belongs to the thread. */
#pragma once

#include "coach/bot.h"
#include "coach/ledger.h"
#include "coach/practice.h"
#include "coach/reason.h"
#include "play/table.h"

enum question_kind {
    QUESTION_LOOK,     /* advice for the seat to move, and what every seat can expect */
    QUESTION_BOT,      /* a bot's choice */
    QUESTION_ODDS,     /* the odds of a rule set */
    QUESTION_PRACTICE, /* a position to decide */
    QUESTION_WHY,      /* reasons in words */
    QUESTION_LEDGER,   /* of the last game of a table */
};

struct question {
    int kind;
    unsigned id;
    struct rules rules;
    struct game game;
    const struct bot_level *level; /* QUESTION_BOT */
    double random;
    int difficulty;  /* QUESTION_PRACTICE: enum practice_level, */
    uint64_t stream; /* and where the positions come from */
    bool compared;   /* QUESTION_WHY: with another action than the runner-up */
    struct action instead;
    struct table *table; /* QUESTION_LEDGER: a copy of its own, freed by the worker */
};

struct odds_words {
    char words[4096];
};

struct answer {
    int kind;
    unsigned id;
    bool good;
    char error[512]; /* when it is not; empty when it was cancelled */
    struct game game;
    struct advice advice;              /* QUESTION_LOOK */
    double value[SEATS_MAX];           /* what each seat can expect; NAN where nothing is known */
    bool approximate;                  /* press games of three and more */
    struct action action;              /* QUESTION_BOT */
    struct odds_words *odds;           /* QUESTION_ODDS */
    struct practice_question practice; /* QUESTION_PRACTICE */
    uint64_t stream;                   /* for the next one */
    struct reasons reasons;            /* QUESTION_WHY */
    struct ledger ledger;              /* QUESTION_LEDGER */
};

/* What it holds, and itself. Who keeps odds or ledger leaves nothing in their place. */
void answer_free(struct answer *a);

struct worker;

/* `wake` is called from the worker's thread when an answer is there. */
struct worker *worker_new(void (*wake)(void *user), void *user);
void worker_free(struct worker *w); /* cancels; NULL is fine */

void worker_ask(struct worker *w, const struct question *q);
struct answer *worker_answer(struct worker *w); /* NULL: none is there */

/* How far the work under way is, 0 to 1; below 0: there is none, or none that takes long. */
double worker_progress(struct worker *w);
bool worker_busy(struct worker *w);

/* For tests: a worker without a thread, which answers by this function when it is asked. */
struct worker *worker_new_at_once(struct answer *(*answer)(const struct question *q));
