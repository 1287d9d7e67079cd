#include "solve/sheet_rough.h"

#include <math.h>
#include <stdlib.h>

#include "core/memory.h"
#include "solve/sheet_turn.h"

struct guess {
    struct sheet_table table;
    struct sheet_bench bench;
    double alone[BOXES_MAX]; /* mean points of a turn played for this box */
};

static void fill(double lanes[LANES], double value) {
    for (int l = 0; l < LANES; l++)
        lanes[l] = value;
}

/* ---- a box by itself ---- */

static void points_alone(void *user, const struct sheet_spot *spot, int scored,
                         double lanes[LANES]) {
    (void)user, (void)spot;
    fill(lanes, scored);
}

static void value_boxes(struct guess *g) {
    const struct sheet_after after = {points_alone, NULL};
    struct lane value;
    for (int box = 0; box < g->table.boxes; box++) {
        struct sheet_spot spot = {.filled = g->table.full & ~(1u << box)};
        sheet_turn(&g->table, &spot, &after, &g->bench, &value);
        g->alone[box] = value.v[0];
    }
}

/* ---- what is still to come ---- */

/* With `open` boxes left, a box with a fixed score gets a try about every other turn; other boxes
 * improve slightly, because each gets the best of several rolls. */
static double box_to_come(const struct guess *g, int box, int open) {
    const struct box *b = &g->table.rules.book->boxes[box];
    if (b->pays != PAYS_FIXED || b->points <= 0)
        return g->alone[box] * (1 + 0.03 * (open - 1));
    double chance = fmin(g->alone[box] / b->points, 1);
    return b->points * (1 - pow(1 - chance, 1 + 0.5 * (open - 1)));
}

static double bonus_to_come(const struct guess *g, double upper, int open_upper) {
    double missing = g->table.par - upper, spread = 2 + 1.5 * open_upper;
    return g->table.rules.params.upper_bonus / (1 + exp(1.7 * missing / spread));
}

static double to_come(const struct guess *g, const struct sheet_spot *spot) {
    int open = g->table.boxes - __builtin_popcount(spot->filled), open_upper = 0;
    double sum = 0, upper = spot->upper;
    for (int box = 0; box < g->table.boxes; box++) {
        if (spot->filled >> box & 1)
            continue;
        double value = box_to_come(g, box, open);
        sum += value;
        if (box_is_upper(&g->table.rules.book->boxes[box])) {
            upper += value;
            open_upper++;
        }
    }
    if (!g->table.par)
        return sum;
    if (open_upper)
        return sum + bonus_to_come(g, upper, open_upper);
    return sum + (spot->upper >= g->table.par ? g->table.rules.params.upper_bonus : 0);
}

static void value_after(void *user, const struct sheet_spot *spot, int scored,
                        double lanes[LANES]) {
    fill(lanes, scored + to_come(user, spot));
}

void sheet_rough_advise(const struct rules *r, const struct game *game, struct advice *ret) {
    struct guess *g = must(aligned_alloc(64, (sizeof *g + 63) / 64 * 64));
    const struct sheet_after after = {value_after, g};
    sheet_table_make(&g->table, r);
    value_boxes(g);
    int so_far = sheet_spot_of(&g->table, &game->card[game->seat]).total;
    ret->count = 0;
    sheet_turn_advise(&g->table, game, &after, &g->bench, so_far, ret);
    free(g);
}
