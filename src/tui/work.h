/* work: a worker thread for long computations, so that keys never have to wait. Questions go
 * in, answers come out; the adviser belongs to the thread. */
#pragma once

#include "coach/bot.h"
#include "coach/ledger.h"
#include "coach/mistakes.h"
#include "coach/reason.h"
#include "play/table.h"

enum question_kind {
    QUESTION_LOOK,     /* advice for the seat to move, and every seat's outlook */
    QUESTION_BOT,      /* a bot's choice */
    QUESTION_ODDS,     /* the odds of a rule set */
    QUESTION_MISTAKES, /* the deck, with the mistakes of new games */
    QUESTION_PRACTICE, /* a position to practice: `game` if `posed`, otherwise a new one */
    QUESTION_WHY,      /* an explanation */
    QUESTION_LEDGER,   /* the ledger of a game at a table */
};

struct question {
    int kind;
    unsigned id;
    struct rules rules;
    struct game game;
    const struct bot_level *level; /* QUESTION_BOT */
    double random;
    int today;       /* QUESTION_MISTAKES */
    bool posed;      /* QUESTION_PRACTICE */
    int difficulty;  /* QUESTION_PRACTICE: enum practice_level */
    uint64_t stream; /* QUESTION_PRACTICE: state of the position generator */
    bool compared;   /* QUESTION_WHY: compare with `instead`, not with the runner-up */
    struct action instead;
    struct table *table; /* QUESTION_LEDGER: a copy, freed by the worker */
    int game_number;     /* QUESTION_LEDGER: in the series, from 0 */
};

struct odds_words {
    char words[4096];
};

struct answer {
    int kind;
    unsigned id;
    bool good;
    char error[512]; /* reason if not good; may be empty if canceled */
    struct game game;
    struct advice advice;      /* QUESTION_LOOK */
    double value[SEATS_MAX];   /* expected result of each seat; NAN if unknown */
    bool approximate;          /* press games for three or more, before the final round */
    struct action action;      /* QUESTION_BOT */
    struct odds_words *odds;   /* QUESTION_ODDS */
    struct mistakes *mistakes; /* QUESTION_MISTAKES; `error` may report trouble with some of them */
    struct practice_question practice; /* QUESTION_PRACTICE */
    uint64_t stream;                   /* state of the generator for the next position */
    struct reasons reasons;            /* QUESTION_WHY */
    struct ledger ledger;              /* QUESTION_LEDGER */
};

/* Frees the answer and everything in it. To keep the odds, the mistakes or the ledger, copy the
 * field and clear it first. */
void answer_free(struct answer *a);

struct worker;

/* The worker thread calls `wake` when an answer is ready. */
struct worker *worker_new(void (*wake)(void *user), void *user);
void worker_free(struct worker *w); /* cancels pending work; w may be NULL */

void worker_ask(struct worker *w, const struct question *q);
struct answer *worker_answer(struct worker *w); /* NULL if none is ready */

/* Progress of the current work, 0 to 1; negative if idle or if the work reports no steps. */
double worker_progress(struct worker *w);
bool worker_busy(struct worker *w);

/* For tests: a worker without a thread; `answer` is called when a question is asked. */
struct worker *worker_new_at_once(struct answer *(*answer)(const struct question *q));
