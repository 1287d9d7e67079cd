/* adviser: best play for any rule set and any goal, on request.
 *
 * It knows which solver answers which question, solves a rule set on first use and remembers it.
 * Only one thread at a time may use an adviser, but many may read what it has solved: after
 * adviser_prepare(), adviser_advise() may be called from any thread for goals that need no further
 * solving (GOAL_SCORE of sheet games, GOAL_WIN of two-seat and GOAL_TURNS of solo press games). */
#pragma once

#include "coach/grade.h"
#include "coach/stock.h"
#include "solve/advice.h"

enum goal_kind {
    GOAL_USUAL, /* what people play for: points; in press games a win or, if solo, fewest turns */
    GOAL_SCORE, /* expected final total; in press games, expected points from this turn */
    GOAL_WIN,   /* chance of winning, with a shared win counting as a fraction */
    GOAL_REACH, /* chance of a final total of at least `total` */
    GOAL_TURNS, /* expected turns still to come, in a press game played alone */
};

struct goal {
    int kind;
    int total; /* GOAL_REACH */
};

struct adviser;

struct adviser *adviser_new(int threads); /* 0: all processors */
void adviser_free(struct adviser *a);     /* NULL is fine */

/* Looks for solved tables in this folder (NULL or "": no cache) and stores those that are slow to
 * solve; with keep_all, those of sheet games too. A bad file, or a failure to write one, is not an
 * error: it is reported through warn(). */
void adviser_use_cache(struct adviser *a, const char *folder, bool keep_all,
                       void (*warn)(void *user, const char *words), void *user);

/* Parses "score", "win", "reach 250" or "turns"; an empty string means the usual goal. */
bool goal_parse(struct span words, struct goal *ret, struct text *error);
void goal_print(struct goal goal, struct text *out);

/* Resolves GOAL_USUAL for this game. */
struct goal goal_of_game(const struct rules *r, const struct game *g, struct goal goal);

/* The unit (enum unit) of the goal's values; the chance of reaching a total has the same unit as
 * the chance of winning. */
int goal_unit(struct goal goal);

/* Solves what this goal needs for a table with this many seats. Returns false and sets error if
 * canceled, or if this goal cannot be solved for these rules and seats. */
bool adviser_prepare(struct adviser *a, const struct rules *r, int seats, struct goal goal,
                     struct work *work, struct text *error);

/* Advice for the seat to move. Returns false and sets error if the game is over, when
 * adviser_prepare() would, or if the position's value is unknown. */
bool adviser_advise(struct adviser *a, const struct rules *r, const struct game *g,
                    struct goal goal, struct work *work, struct advice *ret, struct text *error);

/* Whether there is a choice to make and this action (unless NULL) is legal; otherwise
 * fills in the refusal. */
bool choice_asked(const struct rules *r, const struct game *g, const struct action *action,
                  struct refusal *refusal);

/* Whether the values are approximate: for GOAL_WIN, in press games for three or more players before
 * the final round, and in sheet games while opponents are still playing. */
bool adviser_approximates(const struct rules *r, const struct game *g, struct goal goal);

/* A sheet game solved for points, and whether it came from the cache; NULL if canceled.
 * Owned by the adviser. */
const struct sheet_solver *adviser_sheet(struct adviser *a, const struct rules *r,
                                         struct work *work, bool *ret_cached);

/* A press game solved for two players and for one; NULL with an error if canceled or unsolvable.
 * Owned by the adviser. */
struct press_solver;
const struct press_solver *adviser_press(struct adviser *a, const struct rules *r,
                                         struct work *work, struct text *error);

/* The same, solved only for one player alone, which is fast. */
const struct press_solver *adviser_press_alone(struct adviser *a, const struct rules *r,
                                               struct work *work, struct text *error);

/* Whether the two-player table came from the cache. */
bool adviser_press_cached(struct adviser *a, const struct rules *r);

/* The odds with perfect play in a sheet game for the seat to move, or from the empty card if g is
 * NULL. The caller frees them; NULL if canceled. */
struct sheet_odds *adviser_odds(struct adviser *a, const struct rules *r, const struct game *g,
                                struct work *work);

/* The odds from the empty card for play with mistakes, at a temperature above 0 (sheet_odds.h). */
struct sheet_odds *adviser_soft_odds(struct adviser *a, const struct rules *r, double temperature,
                                     struct work *work);

/* A press game between two players who make mistakes (stock.h). Returns false and sets error
 * for the same reasons as adviser_prepare(). */
bool adviser_line(struct adviser *a, const struct rules *r, const double temperature[2],
                  struct work *work, struct press_line *ret, struct text *error);
