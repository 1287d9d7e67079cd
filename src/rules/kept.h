/* kept: turns that are entered without all their throws.
 *
 * Score for real dice can be kept at three speeds: every throw; the last dice of a turn (sheet
 * games: the dice as they lay, then the box; press games: the dice set aside, throw by throw, then
 * bank or bust); or only the points of a turn. Whatever is left out, the referee checks the rest:
 * an entry is legal if some throws could have led to it. */
#pragma once

#include "rules/sheet.h"

enum pace { PACE_THROWS, PACE_POINTS, PACE_LAST, PACES };

/* In the table language: "throws", "points", "last"; NULL-terminated. */
extern const char *const pace_words[PACES + 1];

enum {
    TURN_POINTS_MAX = 1000000, /* of a press game */
    POSSIBLE_MAX = 463,        /* the hands of six dice, and a zero */
};

/* Whether the action is an entry of a turn without all its throws. A `score` is one if the dice are
 * not on the table, and has a number. */
bool action_is_kept(const struct game *g, struct action a);

/* The pace at which the action is entered. `chosen` decides for a bust before anything was set
 * aside, which is entered the same way without all throws, and for a `bank` with nothing to bank.
 */
enum pace action_pace(const struct game *g, struct action a, enum pace chosen);

/* game_check() and game_apply() for such an entry. */
enum refused kept_check(const struct rules *r, const struct game *g, struct action a);
enum refused kept_apply(const struct rules *r, struct game *g, struct action a);

/* Sheet games: what a `score` without dice would enter. The bonus for an extra five of a kind
 * counts if it is claimed, or if only a roll that earns it gives these points. */
struct claim kept_score(const struct rules *r, const struct card *card, struct action a);

/* Lists, in ascending order, the points that a turn can enter in this box, without such a bonus,
 * with it or either way; returns how many there are. */
enum kept_bonus { BONUS_WITHOUT, BONUS_WITH, BONUS_EITHER };
int kept_points(const struct rules *r, const struct card *card, int box, enum kept_bonus bonus,
                int ret[POSSIBLE_MAX]);

/* The lowest number of points that the seat to move can bank in a turn. */
int kept_least(const struct rules *r, const struct game *g);
