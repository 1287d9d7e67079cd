/* Sheet games: the value of every card that can follow, and how a turn ends with best play. */
#include "reckon.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEEPS = 462, BOXES = 15, UPPER_MOST = 106 };

/* ---- sheet games: dice ---- */

/* All multisets of up to five dice; those of five come last. */
static int keep_count[KEEPS][FACES + 1], keep_size[KEEPS], keep_plus[KEEPS][FACES + 1];
static int keeps, first_roll;
static double opening_chance[KEEPS];

static int find_keep(const int count[FACES + 1]) {
    for (int i = 0; i < keeps; i++) {
        if (!memcmp(&keep_count[i][1], &count[1], FACES * sizeof(int)))
            return i;
    }
    return -1;
}

static void add_keeps(int count[FACES + 1], int face, int left) {
    if (face > FACES) {
        if (left)
            return;
        memcpy(keep_count[keeps], count, sizeof keep_count[keeps]);
        for (int f = 1; f <= FACES; f++)
            keep_size[keeps] += count[f];
        keeps++;
        return;
    }
    for (count[face] = left; count[face] >= 0; count[face]--)
        add_keeps(count, face + 1, left - count[face]);
    count[face] = 0;
}

static bool holds(int roll, int keep) {
    for (int f = 1; f <= FACES; f++) {
        if (keep_count[keep][f] > keep_count[roll][f])
            return false;
    }
    return true;
}

static int part_count[KEEPS], *parts[KEEPS]; /* of every roll: the keeps in it, except all dice */

static void list_keeps(void) {
    int count[FACES + 1] = {0};
    for (int size = 0; size <= 5; size++) {
        first_roll = size == 5 ? keeps : 0;
        add_keeps(count, 1, size);
    }
    for (int i = 0; i < keeps; i++) {
        for (int f = 1; f <= FACES && keep_size[i] < 5; f++) {
            memcpy(count, keep_count[i], sizeof count);
            count[f]++;
            keep_plus[i][f] = find_keep(count);
        }
    }
    for (int roll = first_roll; roll < keeps; roll++) {
        parts[roll] = room_for(32, sizeof(int));
        for (int i = 0; i < first_roll; i++) {
            if (holds(roll, i))
                parts[roll][part_count[roll]++] = i;
        }
    }
    opening_chance[0] = 1;
    for (int i = 0; i < first_roll; i++) {
        for (int f = 1; f <= FACES; f++)
            opening_chance[keep_plus[i][f]] += opening_chance[i] / 6;
    }
}

/* ---- sheet games: boxes ---- */

enum { THREE = 6, FOUR, HOUSE, SMALL, LARGE, FIVE, CHANCE }; /* after the six upper boxes */
enum {
    Y_PAIR = 6,
    Y_PAIRS,
    Y_THREE,
    Y_FOUR,
    Y_SMALL,
    Y_LARGE, /* Yatzy has its own boxes */
    Y_HOUSE,
    Y_CHANCE,
    Y_FIVE
};

enum { NO_JOKER, FREE, FORCED, CLASSIC };

static struct {
    bool yatzy;
    int boxes, five, joker, bonus, upper_bonus, par;
} book;

static int sum_of(const int n[]) {
    int sum = 0;
    for (int f = 1; f <= FACES; f++)
        sum += f * n[f];
    return sum;
}

static int most_of(const int n[]) {
    int most = 0;
    for (int f = 1; f <= FACES; f++)
        most = n[f] > most ? n[f] : most;
    return most;
}

static bool runs(const int n[], int from, int length) {
    for (int f = from; f < from + length; f++) {
        if (!n[f])
            return false;
    }
    return true;
}

static bool is_house(const int n[]) {
    bool three = false, two = false;
    for (int f = 1; f <= FACES; f++) {
        three = three || n[f] == 3;
        two = two || n[f] == 2;
    }
    return three && two;
}

static int highest(const int n[], int times) {
    for (int f = FACES; f >= 1; f--) {
        if (n[f] >= times)
            return f * times;
    }
    return 0;
}

static int yatzy_points(const int n[], int box) {
    int sum = 0, pairs = 0;
    switch (box) {
    case Y_PAIR:
        return highest(n, 2);
    case Y_PAIRS:
        for (int f = 1; f <= FACES; f++) {
            pairs += n[f] >= 2;
            sum += n[f] >= 2 ? 2 * f : 0;
        }
        return pairs == 2 ? sum : 0;
    case Y_THREE:
        return highest(n, 3);
    case Y_FOUR:
        return highest(n, 4);
    case Y_SMALL:
        return runs(n, 1, 5) ? 15 : 0;
    case Y_LARGE:
        return runs(n, 2, 5) ? 20 : 0;
    case Y_HOUSE:
        return is_house(n) ? sum_of(n) : 0;
    case Y_CHANCE:
        return sum_of(n);
    default:
        return most_of(n) == 5 ? 50 : 0;
    }
}

static int points_in(const int n[], int box, bool joker) {
    if (box < 6)
        return (box + 1) * n[box + 1];
    if (book.yatzy)
        return yatzy_points(n, box);
    switch (box) {
    case THREE:
        return most_of(n) >= 3 ? sum_of(n) : 0;
    case FOUR:
        return most_of(n) >= 4 ? sum_of(n) : 0;
    case HOUSE:
        return joker || is_house(n) ? 25 : 0;
    case SMALL:
        return joker || runs(n, 1, 4) || runs(n, 2, 4) || runs(n, 3, 4) ? 30 : 0;
    case LARGE:
        return joker || runs(n, 1, 5) || runs(n, 2, 5) ? 40 : 0;
    case FIVE:
        return most_of(n) == 5 ? 50 : 0;
    default:
        return sum_of(n);
    }
}

/* A card: which boxes are filled, whether the box for five of a kind has points, and the upper
 * total (no more of it than the bonus needs). */
struct card {
    int mask, upper;
    bool holds;
};

struct score {
    bool legal;
    int points, bonus;
};

static int ordinary[KEEPS][BOXES]; /* points without a joker, worked out once for each book */

static struct score score_in(const struct card *c, int roll, int box) {
    const int *n = keep_count[roll];
    if (c->mask >> box & 1)
        return (struct score){0};
    if (!(c->mask >> book.five & 1) || !ordinary[roll][book.five])
        return (struct score){true, ordinary[roll][box], 0};
    int own = 0;
    while (n[own + 1] < 5)
        own++;
    bool own_open = !(c->mask >> own & 1), lower_open = c->mask >> 6 != (1 << (book.boxes - 6)) - 1;
    bool forced = book.joker == FORCED || (book.joker == CLASSIC && c->holds);
    bool joker = book.joker != NO_JOKER && !own_open && box >= 6;
    struct score s = {true, points_in(n, box, joker), c->holds ? book.bonus : 0};
    if (forced && own_open && box != own)
        s.legal = false;
    if (forced && !own_open && lower_open && box < 6)
        s.legal = false;
    return s;
}

/* ---- sheet games: values ---- */

static double *solved; /* points to come, by holds, mask and upper total; NAN if not yet computed */

static double *solved_at(const struct card *c) {
    return &solved[((size_t)c->holds << BOXES | (size_t)c->mask) * UPPER_MOST + (size_t)c->upper];
}

static struct card card_after(const struct card *c, int box, const struct score *s) {
    struct card next = *c;
    next.mask |= 1 << box;
    next.holds = next.holds || (box == book.five && s->points && (book.bonus || book.joker));
    if (box < 6) {
        next.upper += s->points;
        next.upper = next.upper > book.par ? book.par : next.upper;
    }
    return next;
}

static double to_come(const struct card *c);

static double worth_of(const struct card *c, int roll, int box) {
    struct score s = score_in(c, roll, box);
    if (!s.legal)
        return -INFINITY;
    struct card next = card_after(c, box, &s);
    bool earned = next.upper >= book.par && c->upper < book.par;
    return s.points + s.bonus + (earned ? book.upper_bonus : 0) + to_come(&next);
}

/* The values of one turn: after the last roll, and of every keep with one or two rolls left. */
struct turn {
    double score[KEEPS], keep[3][KEEPS], roll[4][KEEPS]; /* roll[n]: with n rolls left */
};

static void fill_keeps(double value[KEEPS]) {
    for (int i = first_roll - 1; i >= 0; i--) {
        value[i] = 0;
        for (int f = 1; f <= FACES; f++)
            value[i] += value[keep_plus[i][f]] / 6;
    }
}

static void solve_turn(const struct card *c, struct turn *t) {
    for (int roll = first_roll; roll < keeps; roll++) {
        double best = -INFINITY;
        for (int box = 0; box < book.boxes; box++)
            best = fmax(best, worth_of(c, roll, box));
        t->score[roll] = t->roll[0][roll] = best;
    }
    for (int left = 1; left <= 2; left++) {
        memcpy(t->keep[left], t->roll[left - 1], sizeof t->keep[left]);
        fill_keeps(t->keep[left]);
        for (int roll = first_roll; roll < keeps; roll++) {
            double best = t->score[roll];
            for (int i = 0; i < part_count[roll]; i++)
                best = fmax(best, t->keep[left][parts[roll][i]]);
            t->roll[left][roll] = best;
        }
    }
}

static double to_come(const struct card *c) {
    double *value = solved_at(c);
    if (!isnan(*value))
        return *value;
    if (c->mask == (1 << book.boxes) - 1)
        return *value = 0;
    struct turn *t = room_for(1, sizeof *t);
    double sum = 0;
    solve_turn(c, t);
    for (int roll = first_roll; roll < keeps; roll++)
        sum += opening_chance[roll] * t->roll[2][roll];
    free(t);
    return *value = sum;
}

/* ---- sheet games: chances ---- */

/* What can be asked about the end of a turn. */
enum {
    Q_BOX,         /* + box: scores points there */
    Q_POINTS = 15, /* + box: the points there */
    Q_ZERO = 30,   /* a zero somewhere */
    Q_EXTRA,       /* another five of a kind that earns the bonus */
    Q_PAR,         /* the upper bonus becomes certain */
    Q_ABOVE,       /* an upper box is filled */
    Q_FEWER,
    Q_MORE, /* fewer or more points than the other action scores at once */
    Q_TURN, /* points of the turn */
    Q_PACE, /* upper points beyond the box's share of what the bonus needs */
    QUESTIONS,
};

static double answer(const struct card *c, int roll, int box, int question, int in_hand) {
    struct score s = score_in(c, roll, box);
    struct card next = card_after(c, box, &s);
    int scored = s.points + s.bonus;
    if (question < Q_POINTS)
        return box == question && s.points;
    if (question < Q_ZERO)
        return box == question - Q_POINTS ? s.points : 0;
    switch (question) {
    case Q_ZERO:
        return !s.points;
    case Q_EXTRA:
        return s.bonus > 0;
    case Q_PAR:
        return c->upper < book.par && next.upper >= book.par;
    case Q_ABOVE:
        return box < 6;
    case Q_FEWER:
        return scored < in_hand;
    case Q_MORE:
        return scored > in_hand;
    case Q_TURN:
        return scored;
    default:
        return box < 6 ? s.points - book.par * (box + 1) / 21.0 : 0;
    }
}

/* Where several choices are equally good, the answer depends on which of them the player takes:
 * `most` says whether to find the highest or the lowest answer. */
static double pick(double best, double now, bool most) {
    return isnan(best) ? now : most ? fmax(best, now) : fmin(best, now);
}

static double at_the_end(const struct card *c, const struct turn *t, int roll, int question,
                         int in_hand, bool most) {
    double best = NAN;
    for (int box = 0; box < book.boxes; box++) {
        if (worth_of(c, roll, box) > t->score[roll] - 1e-8)
            best = pick(best, answer(c, roll, box, question, in_hand), most);
    }
    return best;
}

/* The answer for a keep with `left` rolls to come. */
static double ask_keep(const struct card *c, const struct turn *t, int keep, int left, int question,
                       int in_hand, bool most) {
    static double end[KEEPS], value[KEEPS], next[KEEPS];
    for (int roll = first_roll; roll < keeps; roll++)
        value[roll] = end[roll] = at_the_end(c, t, roll, question, in_hand, most);
    fill_keeps(value);
    for (int n = 1; n < left; n++) {
        for (int roll = first_roll; roll < keeps; roll++) {
            double best = t->score[roll] > t->roll[n][roll] - 1e-8 ? end[roll] : NAN;
            for (int i = 0; i < part_count[roll]; i++) {
                if (t->keep[n][parts[roll][i]] > t->roll[n][roll] - 1e-8)
                    best = pick(best, value[parts[roll][i]], most);
            }
            next[roll] = best;
        }
        memcpy(value, next, sizeof value);
        fill_keeps(value);
    }
    return value[keep];
}

static int read_dice(const char *words) {
    int count[FACES + 1] = {0};
    for (const char *s = words; *s >= '1' && *s <= '6'; s++)
        count[*s - '0']++;
    return find_keep(count);
}

static void set_book(const int field[5]) {
    static int known[5] = {-1};
    if (!solved)
        solved = room_for(((size_t)2 << BOXES) * UPPER_MOST, sizeof *solved);
    if (memcmp(known, field, sizeof known) != 0) {
        for (size_t i = 0; i < ((size_t)2 << BOXES) * UPPER_MOST; i++)
            solved[i] = NAN;
    }
    memcpy(known, field, sizeof known);
    book.yatzy = field[0];
    book.boxes = book.yatzy ? 15 : 13;
    book.five = book.yatzy ? Y_FIVE : FIVE;
    book.joker = field[1];
    book.bonus = field[2];
    book.upper_bonus = field[3];
    book.par = field[4];
    for (int roll = first_roll; roll < keeps; roll++) {
        for (int box = 0; box < book.boxes; box++)
            ordinary[roll][box] = points_in(keep_count[roll], box, false);
    }
}

static void say_action(const struct card *c, const struct turn *t, int roll, int rolls,
                       const char *action, int in_hand) {
    bool keeps_dice = action[0] == 'k';
    int keep = keeps_dice ? read_dice(action + 1) : 0, box = keeps_dice ? 0 : atoi(action + 1);
    for (int q = 0; q < QUESTIONS; q++) {
        double low, high;
        if (keeps_dice) {
            low = ask_keep(c, t, keep, 3 - rolls, q, in_hand, false);
            high = ask_keep(c, t, keep, 3 - rolls, q, in_hand, true);
        } else {
            low = high = answer(c, roll, box, q, in_hand);
        }
        printf(" %s:%d %.12f:%.12f", action, q, low, high);
    }
}

void say_sheet(const char *line) {
    int f[9], used, n, in_hand = 0;
    char dice[16], action[32];
    if (sscanf(line, "%d %d %d %d %d %d %d %d %d %15s%n", &f[0], &f[1], &f[2], &f[3], &f[4], &f[5],
               &f[6], &f[7], &f[8], dice, &used) != 10)
        abort();
    if (!keeps)
        list_keeps();
    set_book(f);
    struct card c = {.mask = f[5], .holds = f[6] > 0 && (book.bonus || book.joker), .upper = f[7]};
    c.upper = c.upper > book.par ? book.par : c.upper;
    int roll = read_dice(dice), rolls = f[8];
    struct turn *t = room_for(1, sizeof *t);
    solve_turn(&c, t);
    for (int i = 0; i < part_count[roll] && rolls < 3; i++) {
        printf(" k");
        for (int face = 1; face <= FACES; face++) {
            for (int k = 0; k < keep_count[parts[roll][i]][face]; k++)
                printf("%d", face);
        }
        printf(" %.12f", t->keep[3 - rolls][parts[roll][i]]);
    }
    for (int box = 0; box < book.boxes; box++) {
        struct score s = score_in(&c, roll, box);
        if (s.legal)
            printf(" s%d %.12f p%d %d b%d %d", box, worth_of(&c, roll, box), box, s.points, box,
                   s.bonus);
    }
    /* What points in the box for five of a kind add to the other boxes later. */
    if (!(c.mask >> book.five & 1)) {
        struct card with = c, without = c;
        with.mask = without.mask |= 1 << book.five;
        with.holds = book.bonus || book.joker;
        printf(" five %.12f", to_come(&with) - to_come(&without));
    }
    line += used;
    for (const char *at = line; sscanf(at, "%31s%n", action, &n) == 1; at += n) {
        struct score s =
            action[0] == 's' ? score_in(&c, roll, atoi(action + 1)) : (struct score){0};
        in_hand = s.legal ? s.points + s.bonus : in_hand;
    }
    for (; sscanf(line, "%31s%n", action, &n) == 1; line += n)
        say_action(&c, t, roll, rolls, action, in_hand);
    free(t);
    putchar('\n');
}
