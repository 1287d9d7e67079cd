/* One turn of Yardkle, solved slowly and independently of the program: the scores are written by
 * hand from the rule sheet. */
#ifndef YARD_TESTS_SOLVE_PRESS_SLOW_H
#define YARD_TESTS_SOLVE_PRESS_SLOW_H

#include <string.h>

#include "rules/rules.h"
#include "support.h"

enum { FAR = 300, SETS_MAX = 400 };

struct slow {
    int goal, entry, tie, must, set_aside;
    int sets[7];
    struct {
        double chance;
        int count;
        struct {
            int used, points;
        } option[40];
    } set[7][SETS_MAX];
};

/* Points of a set in units of 50, written from the rule sheet; 0 if a die does not score. */
static inline int slow_points(const int count[7]) {
    int dice = 0, points = 0, pairs = 0, triples = 0, four = 0, single = 0;
    bool idle = false;
    for (int f = 1; f <= 6; f++) {
        int n = count[f], rest = n % 3;
        dice += n;
        single += n == 1;
        pairs += n == 2;
        triples += n == 3;
        four += n == 4;
        if (n == 6)
            return 60;
        if (n >= 3)
            points += f == 1 ? 20 : 2 * f;
        if (f == 1)
            points += 2 * rest;
        else if (f == 5)
            points += rest;
        else
            idle = idle || rest;
    }
    if (dice == 6 && four == 1 && pairs == 1)
        return 60;
    if (dice == 6 && triples == 2)
        return 50;
    if (dice == 6 && (pairs == 3 || single == 6))
        return 30;
    return idle ? 0 : points;
}

/* Leaves only the option with the most dice. */
static inline void slow_take_all(struct slow *w, int n, int at) {
    int most = 0;
    for (int j = 1; j < w->set[n][at].count; j++) {
        if (w->set[n][at].option[j].used > w->set[n][at].option[most].used)
            most = j;
    }
    if (w->set[n][at].count) {
        w->set[n][at].option[0] = w->set[n][at].option[most];
        w->set[n][at].count = 1;
    }
}

static inline void slow_throw(struct slow *w, int n, const int faces[6], double chance) {
    int at = w->sets[n];
    w->set[n][at].count = 0;
    for (int mask = 1; mask < 1 << n; mask++) {
        int count[7] = {0}, used = 0;
        for (int i = 0; i < n; i++) {
            count[faces[i]] += mask >> i & 1;
            used += mask >> i & 1;
        }
        int points = slow_points(count), j = 0;
        if (!points)
            continue;
        for (; j < w->set[n][at].count; j++) {
            if (w->set[n][at].option[j].used == used && w->set[n][at].option[j].points == points)
                break;
        }
        if (j == w->set[n][at].count) {
            w->set[n][at].option[j].used = used;
            w->set[n][at].option[j].points = points;
            w->set[n][at].count++;
        }
    }
    if (w->set_aside == SET_ASIDE_ALL)
        slow_take_all(w, n, at);
    /* Throws with the same options in the same order are merged. With sorted faces this finds
     * enough of them to be fast; missing some does no harm. */
    for (int i = 0; i < at; i++) {
        int size = w->set[n][at].count;
        if (w->set[n][i].count == size &&
            memcmp(w->set[n][i].option, w->set[n][at].option,
                   (size_t)size * sizeof w->set[n][i].option[0]) == 0) {
            w->set[n][i].chance += chance;
            return;
        }
    }
    w->set[n][at].chance = chance;
    w->sets[n]++;
    assert_true(w->sets[n] < SETS_MAX);
}

static inline void slow_sorted_throws(struct slow *w, int n, int at, int faces[6]) {
    if (at == n) {
        double chance = 1, group = 1;
        for (int i = 0; i < n; i++) {
            group = i && faces[i] == faces[i - 1] ? group + 1 : 1;
            chance *= (i + 1) / group / 6;
        }
        slow_throw(w, n, faces, chance);
        return;
    }
    for (faces[at] = at ? faces[at - 1] : 1; faces[at] <= 6; faces[at]++)
        slow_sorted_throws(w, n, at + 1, faces);
}

/* The value of a turn; stop[t] is the value of stopping with t points (negative: not allowed),
 * `bust` that of a bust. */
static inline double slow_turn(const struct slow *w, const double stop[FAR], double bust) {
    static double roll[FAR + 61][7];
    for (int t = FAR + 60; t >= 0; t--) {
        for (int n = 1; n <= 6; n++) {
            roll[t][n] = 0;
            for (int i = 0; i < w->sets[n] && t < FAR; i++) {
                double best = w->set[n][i].count ? -1 : bust;
                for (int j = 0; j < w->set[n][i].count; j++) {
                    int after = t + w->set[n][i].option[j].points;
                    int left = n - w->set[n][i].option[j].used;
                    double halt = after < FAR ? stop[after] : 1;
                    double value = roll[after][left ? left : 6];
                    if (left || !w->must || after >= FAR)
                        value = halt > value ? halt : value;
                    best = value > best ? value : best;
                }
                roll[t][n] += w->set[n][i].chance * best;
            }
        }
    }
    return roll[0][6];
}

static inline void slow_start(struct slow *w, int set_aside) {
    int faces[6];
    memset(w, 0, sizeof *w);
    w->set_aside = set_aside;
    for (int n = 1; n <= 6; n++)
        slow_sorted_throws(w, n, 0, faces);
}

#endif
