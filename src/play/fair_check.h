/* fair_check: whether the throws of a table's fair dice are those that were committed to. */
#ifndef YARD_PLAY_FAIR_CHECK_H
#define YARD_PLAY_FAIR_CHECK_H

#include "core/json.h"
#include "play/table.h"

/* One commitment and what was thrown under it. */
struct fair_deal {
    int line, until;            /* of its commitment; where the next begins, or behind the log */
    int game;                   /* of the series, from 1 */
    int reveal;                 /* the line of its reveal; 0: not revealed */
    const struct state *shares; /* the table once all seats had given theirs: a table_state() */
    uint8_t secret[FAIR_BYTES]; /* of a reveal */
    int first, throws; /* its throws at the table, from the first; undone ones are throws, too */
};

/* Goes through all deals: begin with a line of 0, true as long as there was one. */
bool fair_next_deal(const struct table *t, struct fair_deal *d);

enum fair_verdict {
    FAIR_NONE,    /* no fair dice have fallen */
    FAIR_RIGHT,   /* all throws are as committed */
    FAIR_PENDING, /* some cannot be checked before their secret is revealed */
    FAIR_WRONG,   /* table_wrong_throw() */
};

struct fair_sum {
    enum fair_verdict verdict;
    int throws, checked;
};

struct fair_sum fair_check(const struct table *t);

const char *fair_word(enum fair_verdict verdict); /* "none", "right", "pending", "wrong" */

/* All of it as fields of an object. */
void fair_json(struct json *j, const struct table *t);

#endif
