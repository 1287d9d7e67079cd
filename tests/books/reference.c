#include "reference.h"

#include <string.h>

/* ---- box lists ---- */

/* In both lists the first six are the upper boxes, faces 1 to 6; the rest are lower boxes. */
static const char *const family_boxes[] = {
    "ones",           "twos",       "threes",    "fours",      "fives",
    "sixes",          "three-kind", "four-kind", "full-house", "small-straight",
    "large-straight", "five-kind",  "chance",    NULL};

static const char *const yatzy_boxes[] = {
    "ones",       "twos",      "threes",     "fours",     "fives",          "sixes",
    "one-pair",   "two-pairs", "three-kind", "four-kind", "small-straight", "large-straight",
    "full-house", "chance",    "five-kind",  NULL};

/* A run makes tens of millions of comparisons; most end at the first letter, without calling
 * strcmp(). */
static int same(const char *a, const char *b) {
    return *a == *b && strcmp(a, b) == 0;
}

static const char *const *box_list(const char *book) {
    if (same(book, "yardzee") || same(book, "yahtzee") || same(book, "yahtzee-classic"))
        return family_boxes;
    if (same(book, "yatzy"))
        return yatzy_boxes;
    return NULL;
}

const char *reference_box_key(const char *book, int index) {
    const char *const *list = box_list(book);

    /* Walk instead of indexing, so that an index far past the end is safe. */
    for (int i = 0; list != NULL && list[i] != NULL; i++) {
        if (i == index)
            return list[i];
    }
    return NULL;
}

int reference_box_index(const char *book, const char *box) {
    const char *const *list = box_list(book);

    for (int i = 0; list != NULL && list[i] != NULL; i++) {
        if (same(list[i], box))
            return i;
    }
    return -1;
}

/* ---- looking at five dice ---- */

static int count_face(const int dice[5], int face) {
    int count = 0;

    for (int i = 0; i < 5; i++) {
        if (dice[i] == face)
            count++;
    }
    return count;
}

static int sum(const int dice[5]) {
    return dice[0] + dice[1] + dice[2] + dice[3] + dice[4];
}

/* The highest face shown at least `times` times, or 0. */
static int highest_of_a_kind(const int dice[5], int times) {
    for (int face = 6; face >= 1; face--) {
        if (count_face(dice, face) >= times)
            return face;
    }
    return 0;
}

/* Exact counts: five of a kind is not three of one face and two of another. */
static int is_full_house(const int dice[5]) {
    for (int a = 1; a <= 6; a++) {
        for (int b = 1; b <= 6; b++) {
            if (count_face(dice, a) == 3 && count_face(dice, b) == 2)
                return 1;
        }
    }
    return 0;
}

static int has_all_faces(const int dice[5], int from, int to) {
    for (int face = from; face <= to; face++) {
        if (count_face(dice, face) == 0)
            return 0;
    }
    return 1;
}

/* ---- ordinary scores ---- */

static int family_score(const char *box, const int dice[5]) {
    if (same(box, "three-kind"))
        return highest_of_a_kind(dice, 3) ? sum(dice) : 0;
    if (same(box, "four-kind"))
        return highest_of_a_kind(dice, 4) ? sum(dice) : 0;
    if (same(box, "full-house"))
        return is_full_house(dice) ? 25 : 0;
    if (same(box, "small-straight"))
        return has_all_faces(dice, 1, 4) || has_all_faces(dice, 2, 5) || has_all_faces(dice, 3, 6)
                   ? 30
                   : 0;
    if (same(box, "large-straight"))
        return has_all_faces(dice, 1, 5) || has_all_faces(dice, 2, 6) ? 40 : 0;
    if (same(box, "five-kind"))
        return highest_of_a_kind(dice, 5) ? 50 : 0;
    if (same(box, "chance"))
        return sum(dice);
    return -1;
}

static int yatzy_score(const char *box, const int dice[5]) {
    if (same(box, "one-pair"))
        return 2 * highest_of_a_kind(dice, 2);
    if (same(box, "two-pairs")) {
        /* The pairs must differ: four of a kind is not two pairs. */
        for (int a = 1; a <= 6; a++) {
            for (int b = a + 1; b <= 6; b++) {
                if (count_face(dice, a) >= 2 && count_face(dice, b) >= 2)
                    return 2 * a + 2 * b;
            }
        }
        return 0;
    }
    if (same(box, "three-kind"))
        return 3 * highest_of_a_kind(dice, 3);
    if (same(box, "four-kind"))
        return 4 * highest_of_a_kind(dice, 4);
    if (same(box, "small-straight"))
        return has_all_faces(dice, 1, 5) ? 15 : 0;
    if (same(box, "large-straight"))
        return has_all_faces(dice, 2, 6) ? 20 : 0;
    if (same(box, "full-house"))
        return is_full_house(dice) ? sum(dice) : 0;
    if (same(box, "chance"))
        return sum(dice);
    if (same(box, "five-kind"))
        return highest_of_a_kind(dice, 5) ? 50 : 0;
    return -1;
}

int reference_box(const char *book, const char *box, const int dice[5]) {
    int index = reference_box_index(book, box);

    if (index < 0)
        return -1;
    if (index < 6)
        return (index + 1) * count_face(dice, index + 1);
    if (same(book, "yatzy"))
        return yatzy_score(box, dice);
    return family_score(box, dice);
}

/* ---- jokers ---- */

int reference_joker_box(const char *book, const char *box, const int dice[5]) {
    int ordinary = reference_box(book, box, dice);

    if (reference_box_index(book, box) < 6)
        return -1;
    if (ordinary > 0 || highest_of_a_kind(dice, 5) == 0)
        return ordinary;
    if (same(box, "small-straight"))
        return same(book, "yatzy") ? 15 : 30;
    if (same(box, "large-straight"))
        return same(book, "yatzy") ? 20 : 40;
    /* Only full house and, in yatzy, two pairs remain. */
    return same(book, "yatzy") ? sum(dice) : 25;
}

static int any_lower_open(const char *book, const struct reference_card *card) {
    const char *const *list = box_list(book);

    for (int i = 6; list != NULL && list[i] != NULL; i++) {
        if (!card->filled[i])
            return 1;
    }
    return 0;
}

int reference_claim(const char *book, const char *joker, const struct reference_card *card,
                    const int dice[5], const char *box, int *bonus) {
    int index = reference_box_index(book, box);
    int own = dice[0] - 1;
    int classic = same(joker, "classic");
    int must = same(joker, "forced") || (classic && card->five_kind_points == 50);
    int none = same(joker, "none");

    *bonus = 0;
    if (index < 0 || card->filled[index])
        return -1;
    if (!classic && !must && !none && !same(joker, "free"))
        return -1;
    if (highest_of_a_kind(dice, 5) == 0 || !card->filled[reference_box_index(book, "five-kind")])
        return reference_box(book, box, dice);

    /* From here on the dice are five of a kind and the five-kind box is filled: first rule out
     * illegal boxes, then compute the points. */
    if (must && !card->filled[own] && index != own)
        return -1;
    if (must && card->filled[own] && any_lower_open(book, card) && index < 6)
        return -1;
    if (card->five_kind_points == 50 && !same(book, "yatzy"))
        *bonus = 100;
    if (!none && card->filled[own] && index >= 6)
        return reference_joker_box(book, box, dice);
    /* An upper box of another face gets its zero here. */
    return reference_box(book, box, dice);
}

/* ---- press games ---- */

static int larger(int a, int b) {
    return a > b ? a : b;
}

static int all_same(const int *dice, int n) {
    for (int i = 1; i < n; i++) {
        if (dice[i] != dice[0])
            return 0;
    }
    return 1;
}

/* Points for these ascending dice as a single combination; 0 if they are not one. */
static int combination(const char *book, const int *d, int n) {
    int farkle = same(book, "farkle");
    int best = 0;

    if (n == 1)
        return d[0] == 1 ? 100 : d[0] == 5 ? 50 : 0;
    if (n == 3 && all_same(d, 3))
        return d[0] > 1 ? 100 * d[0] : farkle ? 300 : 1000;
    if (n == 4 && all_same(d, 4))
        return farkle ? 1000 : 0;
    if (n == 5 && all_same(d, 5))
        return farkle ? 2000 : 0;
    if (n != 6)
        return 0;

    /* Six dice may fit several shapes at once, so every shape is tried. */
    if (all_same(d, 6))
        best = larger(best, 3000);
    if (d[0] == 1 && d[1] == 2 && d[2] == 3 && d[3] == 4 && d[4] == 5 && d[5] == 6)
        best = larger(best, 1500);
    if (all_same(d, 2) && all_same(d + 2, 2) && all_same(d + 4, 2))
        best = larger(best, 1500);
    if (all_same(d, 3) && all_same(d + 3, 3))
        best = larger(best, 2500);
    if ((all_same(d, 4) && all_same(d + 4, 2)) || (all_same(d, 2) && all_same(d + 2, 4)))
        best = larger(best, farkle ? 1500 : 3000);
    return best;
}

/* Copies the dice whose bit is set in mask, keeping their order; returns how many. */
static int pick(const int *dice, int n, int mask, int *out) {
    int count = 0;

    for (int i = 0; i < n; i++) {
        if (mask & (1 << i))
            out[count++] = dice[i];
    }
    return count;
}

/* Best sum over all ways to split the dice into combinations with none left over, or -1. */
static int best_reading(const char *book, const int *dice, int n) {
    int best = -1;

    if (n == 0)
        return 0;
    /* Odd masks only: the first die has to be in some combination, so let it be this one. */
    for (int mask = 1; mask < 1 << n; mask += 2) {
        int part[6] = {0}, rest[6] = {0};
        int parts = pick(dice, n, mask, part);
        int rests = pick(dice, n, ~mask, rest);
        int points = combination(book, part, parts);
        int others = points > 0 ? best_reading(book, rest, rests) : -1;

        if (others >= 0)
            best = larger(best, points + others);
    }
    return best;
}

static int known_set(const struct reference_set *sets, int count, const int *dice, int n) {
    for (int i = 0; i < count; i++) {
        if (sets[i].n == n && memcmp(sets[i].dice, dice, (size_t)n * sizeof dice[0]) == 0)
            return 1;
    }
    return 0;
}

int reference_sets(const char *book, int set_aside_all, const int *dice, int n,
                   struct reference_set *sets, int max) {
    struct reference_set found[63];
    int sorted[6];
    int count = 0, most = 0, kept = 0;

    if ((!same(book, "yardkle") && !same(book, "farkle")) || n < 1 || n > 6)
        return -1;
    for (int face = 1, at = 0; face <= 6; face++) {
        for (int i = 0; i < n; i++) {
            if (dice[i] == face)
                sorted[at++] = face;
        }
    }
    for (int mask = 1; mask < 1 << n; mask++) {
        struct reference_set set = {0};

        set.n = pick(sorted, n, mask, set.dice);
        set.points = best_reading(book, set.dice, set.n);
        if (set.points > 0 && !known_set(found, count, set.dice, set.n)) {
            found[count++] = set;
            most = larger(most, set.n);
        }
    }
    for (int i = 0; i < count; i++) {
        if (set_aside_all && found[i].n < most)
            continue;
        if (kept < max)
            sets[kept] = found[i];
        kept++;
    }
    return kept;
}
