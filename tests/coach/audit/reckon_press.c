/* Press games: the value of every way to go on, for one, two or three players. Points are counted
 * in units of 50. */
#include "reckon.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DICE = 6, UNIT = 50, MENUS = 256, OPTIONS = 32, BEYOND = 160, ROWS = 1200, SEATS = 4 };
enum { SHARE, LEADER, CHASER };

static struct {
    bool farkle, all, may;
    int entry, goal, tie; /* entry and goal in units */
} book;

/* ---- what dice score ---- */

/* The points for all n dice of a face, or -1 if not all of them score. */
static int same_face(int face, int n) {
    int single = face == 1 ? 100 : face == 5 ? 50 : -1;
    int three = face == 1 ? (book.farkle ? 300 : 1000) : 100 * face, best = -1;
    if (n < 3)
        return n == 0 ? 0 : single < 0 ? -1 : n * single;
    if (n == 6)
        best = 3000;
    if (book.farkle && n == 5)
        best = 2000;
    if (book.farkle && n == 4)
        best = 1000;
    int rest = same_face(face, n - 3);
    return rest >= 0 && three + rest > best ? three + rest : best;
}

static bool has_counts(const int n[FACES + 1], int a, int b, int c) {
    int want[DICE + 1] = {0}, have[DICE + 1] = {0};
    want[a]++;
    want[b]++;
    want[c]++;
    for (int f = 1; f <= FACES; f++)
        have[n[f]]++;
    return !memcmp(&want[1], &have[1], DICE * sizeof(int));
}

static int scores(const int n[FACES + 1], int size) {
    int sum = 0, best = 0;
    for (int f = 1; f <= FACES; f++) {
        int points = same_face(f, n[f]);
        if (points < 0) {
            sum = 0;
            break;
        }
        sum += points;
    }
    if (size == DICE) {
        bool run = true;
        for (int f = 1; f <= FACES; f++)
            run = run && n[f] == 1;
        best = run || has_counts(n, 2, 2, 2) ? 1500 : best;
        best = has_counts(n, 4, 2, 0) ? (book.farkle ? 1500 : 3000) : best;
        best = has_counts(n, 3, 3, 0) ? 2500 : best;
    }
    return (sum > best ? sum : best) / UNIT;
}

/* ---- menus: what a throw of n dice lets the player do ---- */

struct menu {
    double chance;
    int count, points[OPTIONS], left[OPTIONS]; /* left: dice not set aside; 0: all are */
};

static struct menu menus[DICE + 1][MENUS];
static int menu_count[DICE + 1];
static double bust[DICE + 1];

static void list_parts(const int thrown[], int part[], int face, int size, int taken,
                       struct menu *m) {
    if (face <= FACES) {
        for (part[face] = 0; part[face] <= thrown[face]; part[face]++)
            list_parts(thrown, part, face + 1, size, taken + part[face], m);
        part[face] = 0;
        return;
    }
    int points = taken ? scores(part, taken) : 0;
    if (!points)
        return;
    if (book.all && m->count) { /* only the largest set */
        if (size - taken < m->left[0]) {
            m->points[0] = points;
            m->left[0] = size - taken;
        }
        return;
    }
    for (int i = 0; i < m->count; i++) {
        if (m->points[i] == points && m->left[i] == size - taken)
            return;
    }
    m->points[m->count] = points;
    m->left[m->count++] = size - taken;
}

static void add_throw(const int thrown[], int size, double chance) {
    struct menu m = {.chance = chance};
    int part[FACES + 1] = {0};
    list_parts(thrown, part, 1, size, 0, &m);
    if (!m.count)
        bust[size] += chance;
    for (int i = 0; i < menu_count[size]; i++) {
        struct menu *old = &menus[size][i];
        if (old->count == m.count && !memcmp(old->points, m.points, sizeof m.points) &&
            !memcmp(old->left, m.left, sizeof m.left)) {
            old->chance += chance;
            return;
        }
    }
    if (menu_count[size] == MENUS)
        abort();
    menus[size][menu_count[size]++] = m;
}

static void list_throws(int thrown[], int face, int size, int left, double chance) {
    if (face == FACES) {
        thrown[face] = left;
        add_throw(thrown, size, chance); /* chance: ways / 6^size */
        thrown[face] = 0;
        return;
    }
    double ways = chance; /* times "left choose n" */
    for (int n = 0; n <= left; n++) {
        thrown[face] = n;
        list_throws(thrown, face + 1, size, left - n, ways);
        ways *= (double)(left - n) / (n + 1);
    }
    thrown[face] = 0;
}

/* ---- one turn ---- */

/* The worth of stopping with t units (NAN: not allowed), and of a bust; from these the worth of
 * throwing n dice with t units at risk, and the chance that best play then ends in a bust. */
struct turn {
    int rows; /* from here on stopping is worth as much as at rows - 1 */
    double stop[ROWS], bust;
    double roll[ROWS][DICE + 1], slope[ROWS][DICE + 1];
};

static int row(const struct turn *t, int points) {
    return points < t->rows ? points : t->rows - 1;
}

/* Sets dice aside for a total of `points` in the turn: the better of stopping and throwing. */
static double go_on(const struct turn *t, int points, int left, double *ret_slope) {
    int at = row(t, points);
    bool may_stop = !isnan(t->stop[at]) && (left || book.may);
    double roll = t->roll[at][left ? left : DICE];
    bool stops = may_stop && t->stop[at] >= roll;
    *ret_slope = stops ? 0 : t->slope[at][left ? left : DICE];
    return stops ? t->stop[at] : roll;
}

static void throw_dice(struct turn *t, int points, int dice) {
    double sum = 0, slope = 0;
    for (int i = 0; i < menu_count[dice]; i++) {
        const struct menu *m = &menus[dice][i];
        double best = t->bust, best_slope = 1;
        for (int k = 0; k < m->count; k++) {
            double s, worth = go_on(t, points + m->points[k], m->left[k], &s);
            if (!k || worth > best) {
                best = worth;
                best_slope = s;
            }
        }
        sum += m->chance * best;
        slope += m->chance * best_slope;
    }
    t->roll[points][dice] = sum;
    t->slope[points][dice] = slope;
}

/* In the last row more points change nothing, so it refers to itself. */
static void solve_turn(struct turn *t, int from) {
    int last = t->rows - 1;
    for (int n = 1; n <= DICE; n++)
        t->roll[last][n] = t->bust;
    for (int again = 0; again < 40; again++) {
        for (int n = 1; n <= DICE; n++)
            throw_dice(t, last, n);
    }
    for (int points = last - 1; points >= from; points--) {
        for (int n = 1; n <= DICE; n++)
            throw_dice(t, points, n);
    }
}

/* ---- the last turn ---- */

struct chase {
    double worth, beats, ties; /* to the chaser; and how often they get above, or level */
};

/* One turn for a player who is `missing` units short of a tie, worth `tie`. */
static struct chase chase(int missing, double tie) {
    static struct turn t;
    struct chase c = {0};
    t = (struct turn){.rows = missing + 2};
    for (int i = 0; i < t.rows; i++)
        t.stop[i] = i > missing ? 1 : i == missing ? tie : 0;
    solve_turn(&t, 0);
    c.worth = t.roll[0][DICE];
    static double ties[ROWS][DICE + 1], beats[ROWS][DICE + 1]; /* following the same choices */
    memset(ties, 0, sizeof ties);
    memset(beats, 0, sizeof beats);
    for (int again = 0, points = missing + 1; points >= 0;
         points -= points <= missing || again++ > 40) {
        for (int n = 1; n <= DICE; n++) {
            double tied = 0, beat = 0;
            for (int i = 0; i < menu_count[n]; i++) {
                const struct menu *m = &menus[n][i];
                int best = -1;
                double most = -1, s;
                for (int k = 0; k < m->count; k++) {
                    double worth = go_on(&t, points + m->points[k], m->left[k], &s);
                    if (worth > most) {
                        most = worth;
                        best = k;
                    }
                }
                if (best < 0)
                    continue;
                int at = row(&t, points + m->points[best]), left = m->left[best];
                bool stops = (left || book.may) && t.stop[at] >= t.roll[at][left ? left : DICE];
                int dice = left ? left : DICE;
                tied += m->chance * (stops ? at == missing && t.stop[at] > 0 : ties[at][dice]);
                beat += m->chance * (stops ? at > missing : beats[at][dice]);
            }
            ties[points][n] = tied;
            beats[points][n] = beat;
        }
    }
    c.ties = ties[0][DICE];
    c.beats = beats[0][DICE];
    return c;
}

static double tie_worth(int sharers) {
    return book.tie == SHARE ? 1.0 / sharers : book.tie == CHASER;
}

/* Against one player who has finished. */
static double last_turn(int missing) {
    static double known[ROWS];
    static int rules = -1;
    int now = book.tie + 4 * book.goal + 100000 * (book.may + 2 * book.all + 4 * book.farkle);
    if (rules != now) {
        for (int i = 0; i < ROWS; i++)
            known[i] = NAN;
        rules = now;
    }
    if (isnan(known[missing]))
        known[missing] = chase(missing, tie_worth(2)).worth;
    return known[missing];
}

/* ---- two players, and one alone ---- */

static double *win;      /* by both totals: of the player to move */
static double *turns_of; /* by total */
static int win_from = -1;

static double *win_of(int own, int other) {
    return &win[(size_t)own * (size_t)book.goal + (size_t)other];
}

static bool may_enter(int own, int points) {
    return own || points >= book.entry;
}

/* The worth of ending the turn with this total, the other player to move. */
static double handed_on(int total, int other) {
    return total >= book.goal ? 1 - last_turn(total - other) : 1 - *win_of(other, total);
}

static void prepare_pair(struct turn *t, int own, int other) {
    t->rows = book.goal - own + BEYOND;
    for (int i = 0; i < t->rows; i++)
        t->stop[i] = i && may_enter(own, i) ? handed_on(own + i, other) : NAN;
}

static void solve_pair(int a, int b) {
    static struct turn x, y;
    double *va = win_of(a, b), *vb = win_of(b, a);
    prepare_pair(&x, a, b);
    prepare_pair(&y, b, a);
    *va = *vb = 0.5;
    for (int again = 0; again < 50; again++) {
        double was = *va, were = *vb;
        x.bust = 1 - were;
        solve_turn(&x, 0);
        y.bust = 1 - was;
        solve_turn(&y, 0);
        /* Newton's method for va = X(1 - vb), vb = Y(1 - va). */
        double p = x.slope[0][DICE], q = y.slope[0][DICE];
        double gx = x.roll[0][DICE] + p * were, gy = y.roll[0][DICE] + q * was;
        *va = (gx - p * gy) / (1 - p * q);
        *vb = (gy - q * gx) / (1 - p * q);
        if (fabs(*va - was) + fabs(*vb - were) < 1e-12)
            return;
    }
}

static void solve_pairs(int from) {
    for (int sum = 2 * (book.goal - 1); sum >= 2 * from; sum--) {
        for (int a = from; a <= sum - a; a++) {
            if (sum - a < book.goal && !(win_from >= 0 && a >= win_from))
                solve_pair(a, sum - a);
        }
    }
}

static void need_pairs(int from) {
    if (!win)
        win = room_for((size_t)book.goal * (size_t)book.goal, sizeof *win);
    if (win_from < 0 || from < win_from) {
        solve_pairs(from);
        win_from = from;
    }
}

static void prepare_alone(struct turn *t, int own) {
    t->rows = book.goal - own + 2;
    for (int i = 0; i < t->rows; i++)
        t->stop[i] = !i || !may_enter(own, i) ? NAN
                     : own + i >= book.goal   ? -1
                                              : -1 - turns_of[own + i];
}

static void need_turns(void) {
    static struct turn t;
    if (turns_of)
        return;
    turns_of = room_for((size_t)book.goal, sizeof *turns_of);
    for (int own = book.goal - 1; own >= 0; own--) {
        prepare_alone(&t, own);
        double v = 3;
        for (int again = 0; again < 200; again++) {
            double was = v;
            t.bust = -1 - v;
            solve_turn(&t, 0);
            v = (-t.roll[0][DICE] - t.slope[0][DICE] * was) / (1 - t.slope[0][DICE]);
            if (fabs(v - was) < 1e-12)
                break;
        }
        turns_of[own] = v;
    }
}

/* ---- questions ---- */

static struct {
    int seats, seat, ender, total[SEATS]; /* ender: the seat that began the final round, or -1 */
} game;

/* Three or more players before the final round: the odds of losing to each opponent alone, added
 * up; a player who has begun the final round wins if nobody overtakes. */
static double estimate(int total) {
    double odds = 0, safe = 1;
    for (int i = 0; i < game.seats; i++) {
        if (i == game.seat)
            continue;
        if (total >= book.goal) {
            safe *= 1 - last_turn(total - game.total[i]);
        } else {
            double lost = *win_of(game.total[i], total);
            odds += lost / (1 - lost);
        }
    }
    return total >= book.goal ? safe : 1 / (1 + odds);
}

/* In the final round: the best total so far, how many have it, and who is still to come. */
static int standing(int *ret_level, int *ret_next) {
    int best = 0;
    *ret_level = 0;
    *ret_next = -1;
    for (int i = 1; i < game.seats; i++) {
        int seat = (game.ender + i - 1) % game.seats;
        if (seat == game.seat)
            break;
        if (game.total[seat] > best)
            *ret_level = 0;
        best = game.total[seat] > best ? game.total[seat] : best;
        *ret_level += game.total[seat] == best;
    }
    int next = (game.seat + 1) % game.seats;
    if (next != game.ender)
        *ret_next = next;
    return best;
}

static double last_round(int total) {
    int level, next, lead = standing(&level, &next);
    bool first = total > lead, tied = total == lead;
    int sharers = first ? 1 : level + tied;
    double mine = first ? 1 : !tied ? 0 : tie_worth(level + 1);
    if (next < 0 || (!first && !tied))
        return mine;
    struct chase c = chase((first ? total : lead) - game.total[next], tie_worth(sharers + 1));
    double fails = 1 - c.beats - c.ties;
    if (book.tie == SHARE)
        return fails * mine + c.ties / (sharers + 1);
    return mine * (fails + (book.tie == LEADER ? c.ties : 0));
}

static double stopped(int total) {
    if (game.ender >= 0)
        return last_round(total);
    return game.seats == 1   ? (total >= book.goal ? -1 : -1 - turns_of[total])
           : game.seats == 2 ? handed_on(total, game.total[1 - game.seat])
                             : estimate(total);
}

static void set_press_book(const int f[6]) {
    static int known[6] = {-1};
    book.farkle = f[0];
    book.all = f[1];
    book.entry = f[2] / UNIT;
    book.goal = f[3] / UNIT;
    book.may = f[4];
    book.tie = f[5];
    if (!memcmp(known, f, sizeof known))
        return;
    memcpy(known, f, sizeof known);
    free(win);
    free(turns_of);
    win = turns_of = NULL;
    win_from = -1;
    for (int n = 1; n <= DICE; n++) {
        int thrown[FACES + 1] = {0};
        bust[n] = menu_count[n] = 0;
        list_throws(thrown, 1, n, n, pow(1.0 / 6, n));
    }
}

/* Every legal way to go on, by the dice that are set aside. */
static void say_parts(const int thrown[], int part[], int face, int aside, int size, int taken,
                      const struct turn *t, const char *roll, const char *stop) {
    if (face <= FACES) {
        for (part[face] = 0; part[face] <= thrown[face]; part[face]++)
            say_parts(thrown, part, face + 1, aside, size, taken + part[face], t, roll, stop);
        part[face] = 0;
        return;
    }
    int points = taken ? scores(part, taken) : 0, left = size - taken, at = row(t, aside + points);
    if (!points)
        return;
    if (book.all) {
        struct menu m = {0};
        int all[FACES + 1] = {0};
        list_parts(thrown, all, 1, size, 0, &m);
        if (m.left[0] != left)
            return;
    }
    char dice[DICE + 1] = "";
    for (int f = 1, n = 0; f <= FACES; f++) {
        for (int i = 0; i < part[f]; i++) {
            dice[n++] = (char)('0' + f);
            dice[n] = '\0';
        }
    }
    printf(" %s%s %.12f", roll, dice, t->roll[at][left ? left : DICE]);
    if (!isnan(t->stop[at]) && (left || book.may))
        printf(" %s%s %.12f", stop, dice, t->stop[at]);
    printf(" p%s %d", dice, points * UNIT);
}

void say_press(const char *line) {
    static struct turn t;
    int f[9], used, n, thrown[FACES + 1] = {0}, part[FACES + 1] = {0}, size = 0, least = 1 << 20;
    char dice[16];
    if (sscanf(line, "%d %d %d %d %d %d %d %d %d %15s%n", &f[0], &f[1], &f[2], &f[3], &f[4], &f[5],
               &f[6], &f[7], &f[8], dice, &used) != 10)
        abort();
    set_press_book(f);
    game.ender = f[6] - 1;
    game.seat = f[7] - 1;
    game.seats = 0;
    for (line += used; sscanf(line, "%d%n", &game.total[game.seats], &n) == 1; line += n) {
        game.total[game.seats] /= UNIT;
        least = game.total[game.seats] < least ? game.total[game.seats] : least;
        game.seats++;
    }
    for (const char *s = dice; *s; s++, size++)
        thrown[*s - '0']++;
    int own = game.total[game.seat], aside = f[8] / UNIT;
    if (game.seats == 1)
        need_turns();
    else if (game.ender < 0)
        need_pairs(least);
    t.rows = book.goal - own + aside + BEYOND;
    for (int i = 0; i < t.rows; i++)
        t.stop[i] = i && i >= aside && may_enter(own, i) ? stopped(own + i) : NAN;
    t.bust = stopped(own);
    printf(" after %.12f", fabs(t.bust));
    solve_turn(&t, aside);
    say_parts(thrown, part, 1, aside, size, 0, &t, "r", "t");
    t.rows = aside + 400; /* for points alone */
    t.bust = 0;
    for (int i = 0; i < t.rows; i++)
        t.stop[i] = i && may_enter(own, i) ? i * UNIT : NAN;
    solve_turn(&t, aside);
    say_parts(thrown, part, 1, aside, size, 0, &t, "R", "T");
    for (int i = 1; i <= DICE; i++)
        printf(" bust%d %.12f", i, bust[i]);
    putchar('\n');
}
