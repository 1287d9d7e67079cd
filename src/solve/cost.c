#include "solve/cost.h"

#include <math.h>

#include "rules/sheet.h"
#include "solve/lanes.h"
#include "solve/press_menu.h"
#include "solve/press_solver.h"

/* ---- sheet games ---- */

/* One row of the table is one card with all its upper totals. A row costs most when about three
 * blocks of lanes are needed; with a higher par most totals are out of reach. A turn walks over all
 * hands: 462 for five dice, 924 for six. */
static const double SECONDS_A_CARD = 28e-6, HANDS_OF_FIVE = 462;

static double hands_of(int dice) {
    double hands = 1;
    for (int i = 1; i <= FACES; i++)
        hands = hands * (dice + i) / i;
    return hands;
}

static struct solve_cost sheet_cost(const struct rules *r) {
    bool twice =
        sheet_five_box(r->book) >= 0 && (r->params.bonus || r->params.joker == JOKER_CLASSIC);
    int par = r->params.upper_bonus ? r->params.upper_par : 0;
    double cards = ldexp(1, r->book->box_count), stride = (par + LANES + 7) / 8 * 8;
    return (struct solve_cost){
        .seconds =
            cards * (twice ? 1.5 : 1) * SECONDS_A_CARD * (hands_of(r->book->dice) / HANDS_OF_FIVE),
        .bytes = cards * (twice ? 2 : 1) * stride * sizeof(double),
    };
}

/* ---- press games ---- */

/* A pair of totals takes WALKS passes over the turn points at which a player might still throw:
 * up to the goal or, if that is higher, CATCH units beyond the other total. In each row a walk
 * evaluates every choice of every menu. */
static const double WALKS = 4.1, CATCH = 112;
static const double ROW_SECONDS = 10e-9, CHOICE_SECONDS = 0.078e-9; /* two seats, per lane */
static const double ALONE_SECONDS = 0.22e-6, ALONE_CHOICE_SECONDS = 1.7e-9; /* for all passes */
enum { LANES_TOGETHER = 8 };

/* What the cost of a press game depends on. */
struct press_size {
    double goal, entry; /* units */
    int unit, choices;
    bool known;
};

static struct press_size size_of(const struct rules *r) {
    struct press_menus *m = press_menus_new(r);
    struct press_size size = {0};
    if (m)
        size = (struct press_size){m->goal, m->entry, m->unit, m->choices, true};
    press_menus_free(m);
    return size;
}

static struct solve_cost press_cost(const struct press_size *s, int seats) {
    double goal = s->goal;
    if (!s->known || (seats > 1 && goal > PRESS_GOAL_MAX))
        return (struct solve_cost){INFINITY, INFINITY};
    if (seats == 1) {
        double rows = goal * (goal + 1) / 2 + s->entry;
        return (struct solve_cost){
            .seconds = rows * (ALONE_SECONDS + s->choices * ALONE_CHOICE_SECONDS),
            .bytes = (goal + s->entry) * 10 * sizeof(double),
        };
    }
    double rows = goal > CATCH ? goal / 2 + CATCH * CATCH / (2 * goal) : CATCH;
    double walked = goal * goal * WALKS * rows;
    /* All lanes of a group take as many rows as the longest one. For a player without a score, the
     * walk goes up to the entry; if the entry is above the goal, so does the opponent's. */
    if (s->entry > rows)
        walked += goal * LANES_TOGETHER * (s->entry > goal ? WALKS : WALKS / 2) * (s->entry - rows);
    return (struct solve_cost){
        .seconds = walked * (ROW_SECONDS + s->choices * CHOICE_SECONDS),
        .bytes = goal * goal * (sizeof(double) + sizeof(float)),
    };
}

struct solve_cost solve_cost(const struct rules *r, int seats) {
    if (r->book->family == FAMILY_SHEET)
        return sheet_cost(r);
    struct press_size size = size_of(r);
    return press_cost(&size, seats);
}

static bool fits(struct solve_cost cost, struct solve_cost limit) {
    return cost.seconds <= limit.seconds && cost.bytes <= limit.bytes;
}

int solve_goal_within(const struct rules *r, int seats, struct solve_cost limit) {
    if (r->book->family == FAMILY_SHEET)
        return 0;
    struct press_size size = size_of(r);
    int low = 0, high = r->params.goal / (size.unit ? size.unit : 1);
    while (low < high) { /* the highest goal that fits is in low..high */
        int middle = low + (high - low + 1) / 2;
        size.goal = middle;
        if (fits(press_cost(&size, seats), limit))
            low = middle;
        else
            high = middle - 1;
    }
    return low * size.unit;
}
