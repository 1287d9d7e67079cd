/* reason_sheet: shared by the files with the reasons in sheet games. */
#pragma once

#include "coach/reason_parts.h"
#include "rules/sheet.h"
#include "solve/sheet_policy.h"

enum bonus_state { BONUS_NONE, BONUS_OPEN, BONUS_SAFE, BONUS_GONE };

/* The outcome of the turn after an action, with best play. */
struct view {
    const struct valued_action *action;
    double points; /* expected points of the turn, including five-of-a-kind bonuses */
    double rest;   /* expected points after the turn, with the upper bonus unless already safe */
    double box[BOXES_MAX];   /* chance of scoring points in the box */
    double there[BOXES_MAX]; /* mean points in the box, given that the turn scores there */
    double zero;             /* chance that some box gets a zero */
    double further;          /* chance of another five of a kind that earns the bonus */
    double par;              /* chance that the upper bonus becomes safe */
    double above;            /* chance that an upper box is filled */
    double pace;             /* mean upper points beyond par for the boxes then filled */
    int count;
    struct outcome list[OUTCOMES_MAX];
};

struct sheet_question {
    const struct question *q;
    const struct sheet_solver *solver;
    const struct sheet_table *table;
    const struct card *card;
    uint32_t open;
    int upper, most; /* the upper total now, and the most it can still reach */
    enum bonus_state bonus;
    struct view best, second; /* second.action: NULL if none */
    bool conceded; /* a sentence has said what speaks against the best action, and only that */
};

static inline const struct box *box_of(const struct sheet_question *s, int box) {
    return &s->q->rules->book->boxes[box];
}

static inline bool is_upper(const struct sheet_question *s, int box) {
    return box_is_upper(box_of(s, box));
}

static inline const char *label(const struct sheet_question *s, int box) {
    return words_of(box_of(s, box)->label);
}

static inline bool is_score(const struct view *v) {
    return v->action && v->action->action.act == ACT_SCORE;
}

static inline bool is_keep(const struct view *v) {
    return v->action && v->action->action.act == ACT_KEEP;
}

static inline int box_filled_by(const struct view *v) {
    return v->action->action.box;
}

/* Shared limits: chances and differences below them are not mentioned. */
static const double chance_matters = 0.01, upper_matters = 0.2;

/* Whether a difference in one chance, which is worth so many points, accounts for at least half of
 * the verdict's difference; such a chance is mentioned however small it is. */
bool reason_decides(const struct sheet_question *s, double difference, double points);

/* Whether a sentence that speaks only against the best action is still due: one is enough. */
bool reason_concedes(struct sheet_question *s);

enum bonus_state bonus_state(const struct rules *r, int upper, int most);
int upper_room(const struct book *book, uint32_t open); /* the most these boxes can score */

/* What filling a box adds to the lead over par for the upper bonus. */
double pace_gained(const struct sheet_question *s, int box, int points);

/* Adds the sentences about the upper section. */
void reason_upper(struct sheet_question *s);
