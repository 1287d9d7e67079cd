/* adviser: best play for any rule set and any goal, on request.
 *
 * It knows which solver answers which question, solves a rule set when it is first asked about, and
 * remembers it. An adviser is used by one thread at a time; what it has solved may be read by many
 * (adviser_prepare() first, then adviser_advise() from any thread for goals that need no further
 * solving: GOAL_SCORE of sheet games, GOAL_WIN of two-seat and GOAL_TURNS of solo press games). */
#pragma once

#include "coach/grade.h"
#include "coach/stock.h"
#include "solve/advice.h"

enum goal_kind {
    GOAL_USUAL, /* what people play for: points; in press games winning, alone the fewest turns */
    GOAL_SCORE, /* expected final total; in press games expected points of this turn */
    GOAL_WIN,   /* chance of winning, a shared win counting as its share */
    GOAL_REACH, /* chance of a final total of at least `total` */
    GOAL_TURNS, /* expected turns still to come, alone in a press game */
};

struct goal {
    int kind;
    int total; /* GOAL_REACH */
};

struct adviser;

struct adviser *adviser_new(int threads); /* 0: as many as the machine has */
void adviser_free(struct adviser *a);     /* NULL is fine */

/* Solved tables are looked for in this folder (NULL or "": nowhere), and those that take long are
 * kept there; with keep_all, those of sheet games too. What is wrong with a file, or with writing
 * one, is no error: it is told in words. */
void adviser_use_cache(struct adviser *a, const char *folder, bool keep_all,
                       void (*warn)(void *user, const char *words), void *user);

/* "score", "win", "reach 250", "turns", or nothing for the usual one. */
bool goal_parse(struct span words, struct goal *ret, struct text *error);
void goal_print(struct goal goal, struct text *out);

/* The usual goal, spelled out for this game. */
struct goal goal_of_game(const struct rules *r, const struct game *g, struct goal goal);

/* In what its values are counted (enum unit); chances of reaching a total count as those of
 * winning. */
int goal_unit(struct goal goal);

/* Solves what this goal needs for a table of so many seats. False when cancelled, or when the rule
 * set has no such goal (then with an error). */
bool adviser_prepare(struct adviser *a, const struct rules *r, int seats, struct goal goal,
                     struct work *work, struct text *error);

/* Advice for the seat to move. The game must not be over. False as above. */
bool adviser_advise(struct adviser *a, const struct rules *r, const struct game *g,
                    struct goal goal, struct work *work, struct advice *ret, struct text *error);

/* Whether there is a choice to ask about, and this action (unless NULL) is one of the legal ones;
 * an error otherwise. */
bool choice_asked(const struct rules *r, const struct game *g, const struct action *action,
                  struct refusal *refusal);

/* Whether the answer is an approximation: press games of three and more before the final round, and
 * `win` in sheet games while opponents still play. */
bool adviser_approximates(const struct rules *r, const struct game *g, struct goal goal);

/* A sheet game solved for points, and whether it was in the cache; NULL when cancelled. It is the
 * adviser's. */
const struct sheet_solver *adviser_sheet(struct adviser *a, const struct rules *r,
                                         struct work *work, bool *ret_cached);

/* A press game solved for two players and alone; NULL when cancelled or with an error. */
struct press_solver;
const struct press_solver *adviser_press(struct adviser *a, const struct rules *r,
                                         struct work *work, struct text *error);

/* The odds of perfect play in a sheet game, for the seat to move; NULL for the game: from the empty
 * card. To be freed; NULL when cancelled. */
struct sheet_odds *adviser_odds(struct adviser *a, const struct rules *r, const struct game *g,
                                struct work *work);

/* The same from the empty card for play with mistakes, by its temperature above 0 (sheet_odds.h).
 */
struct sheet_odds *adviser_soft_odds(struct adviser *a, const struct rules *r, double temperature,
                                     struct work *work);

/* Two players of a press game with mistakes against each other (stock.h). False as above. */
bool adviser_line(struct adviser *a, const struct rules *r, const double temperature[2],
                  struct work *work, struct press_line *ret, struct text *error);
