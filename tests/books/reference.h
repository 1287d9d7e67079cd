/*
 * A second, deliberately slow implementation of the scoring rules, kept apart from the game's own
 * code so that the two can be compared. Dice are plain lists of faces 1..6, in any order.
 */
#ifndef REFERENCE_H
#define REFERENCE_H

/* filled[] is indexed like the book's box list; five_kind_points (50 or 0) matters only if the
 * five-kind box is filled. */
struct reference_card {
    int filled[16];
    int five_kind_points;
};

/* One choice of dice to set aside: the first n of dice[], ascending. */
struct reference_set {
    int n;
    int dice[6];
    int points;
};

/* Sheet books: "yardzee", "yahtzee", "yahtzee-classic", "yatzy". */

/* Position of a box in the book's list, or -1. */
int reference_box_index(const char *book, const char *box);

/* The reverse: the box at a position; NULL outside the list, or for an unknown book. */
const char *reference_box_key(const char *book, int index);

/* Ordinary score of a box; -1 if it is not in the book. */
int reference_box(const char *book, const char *box, const int dice[5]);

/* Score of a lower box if five of a kind is a joker; -1 if the book has no such lower box.
 * Dice that are not five of a kind get the ordinary score. */
int reference_joker_box(const char *book, const char *box, const int dice[5]);

/* Points for filling the box, or -1 if that is illegal (or a name is unknown). joker is
 * "forced", "free", "classic" or "none". *bonus is 100 or 0, and 0 if the points are -1. */
int reference_claim(const char *book, const char *joker, const struct reference_card *card,
                    const int dice[5], const char *box, int *bonus);

/* Press books: "yardkle", "farkle". Finds every distinct multiset that may be set aside from a
 * throw of n dice (1..6), with its best points. Returns how many there are (0: a bust), and writes
 * at most max of them; 63 is always enough. -1: unknown book or bad n. */
int reference_sets(const char *book, int set_aside_all, const int *dice, int n,
                   struct reference_set *sets, int max);

#endif
