/* game: the state of one game, and which actions are legal.
 *
 * The rules never roll: dice come from outside, as an action like any other. The game is always
 * waiting for dice (PHASE_ROLL), waiting for a choice with at least one legal action
 * (PHASE_CHOOSE), or over. An illegal action changes nothing. The state is a plain value without
 * pointers, so copying it serves for undo, snapshots and rollouts. */
#pragma once

#include "core/set.h"
#include "rules/rules.h"

enum {
    SEATS_MAX = 99,
    SEATS_ROOM = 100, /* length of arrays of small numbers by seat: leaves no padding after them */
    ACTIONS_MAX = 128,
    POSITION_TEXT_MAX = 42 * 1024,
};

enum phase { PHASE_ROLL, PHASE_CHOOSE, PHASE_OVER };

struct card {
    uint32_t filled; /* one bit per box */
    int32_t bonuses; /* number of five-of-a-kind bonuses */
    int16_t points[BOXES_MAX];
};

struct game {
    uint8_t seats, seat, phase;
    uint8_t falling;            /* dice about to be thrown; 0 if no throw is due */
    uint8_t rolls;              /* throws made this turn (sheet games only) */
    uint8_t ender;              /* press: 1 + the seat that began the final round; 0 before that */
    uint8_t first;              /* press: the seat whose turn begins each round */
    uint8_t raised;             /* press: 1 if the seat that began the final round banked points in
                                   its own last turn, as final-round=everyone allows */
    struct dice dice;           /* on the table: the dice thrown or, in PHASE_ROLL, those kept */
    int32_t turn_points;        /* press: points set aside this turn, still at risk */
    struct set left;            /* seats that have left the game for good */
    uint16_t turns[SEATS_ROOM]; /* turns finished by each seat */
    union {
        struct card card[SEATS_MAX]; /* sheet */
        int32_t total[SEATS_MAX];    /* press */
    };
};

_Static_assert((1 << DICE_MAX) - 1 + BOXES_MAX <= ACTIONS_MAX &&
                   2 * ((1 << DICE_MAX) - 1) <= ACTIONS_MAX,
               "every part of the dice, with every box or both ways to go on, fits into a list");
_Static_assert(RULES_TEXT_MAX + 64 + SEATS_MAX * (BOXES_MAX * (BOX_KEY_MAX + 5) + 11) <=
                   POSITION_TEXT_MAX,
               "cards with every box filled fit into a position");
_Static_assert(BOXES_MAX <= 32, "a card has one bit a box");
_Static_assert(SEATS_MAX <= (int)SET_MAX, "the seats fit into a set");
_Static_assert(sizeof(struct game) == 32 + 2 * SEATS_ROOM + SEATS_MAX * (8 + 2 * BOXES_MAX),
               "a game has no padding, so that equal games are equal byte by byte");

enum act {
    ACT_ROLL,
    ACT_KEEP,
    ACT_SCORE,
    ACT_TAKE_ROLL,
    ACT_TAKE_STOP,
    ACT_LAST,  /* sheet: the dice as they lay at the end of the turn (kept.h) */
    ACT_ASIDE, /* press: dice set aside from a throw whose other dice are not entered */
    ACT_BANK,  /* press: the turn ends with the points set aside or, alone, with `points` */
    ACT_BUST,  /* press: the turn ends without points */
};

struct action {
    uint8_t act;
    uint8_t box;      /* ACT_SCORE */
    uint8_t zero;     /* ACT_SCORE: 1 enters a zero, whatever the dice would score; ACT_BANK: 0 was
                         given as the number of points */
    uint8_t bonus;    /* ACT_SCORE without dice: 1 if the roll earned a five-of-a-kind bonus */
    struct dice dice; /* all actions but ACT_SCORE, ACT_BANK and ACT_BUST */
    int32_t points;   /* ACT_SCORE without dice, ACT_BANK: the points of the turn; 0: not given */
};

_Static_assert(sizeof(struct action) == 8 + sizeof(struct dice),
               "an action has no padding, so that equal actions are equal byte by byte");

/* Why an action is refused. */
enum refused {
    ALLOWED,
    REFUSED_OVER,
    REFUSED_ROLL_FIRST,
    REFUSED_CHOOSE_FIRST,
    REFUSED_OTHER_FAMILY,
    REFUSED_DICE_COUNT,
    REFUSED_NOT_THROWN,
    REFUSED_NO_ROLL_LEFT,
    REFUSED_KEEPS_ALL,
    REFUSED_NO_BOX,
    REFUSED_BOX_FILLED,
    REFUSED_JOKER_UPPER,
    REFUSED_JOKER_LOWER,
    REFUSED_TAKES_NOTHING,
    REFUSED_DEAD_DIE,
    REFUSED_NOT_ALL,
    REFUSED_HOT_DICE,
    REFUSED_ENTRY,
    REFUSED_DICE_DECIDE,
    REFUSED_POINTS,
    REFUSED_POINTS_JOKER,
    REFUSED_NO_BONUS,
    REFUSED_LAST_COUNT,
    REFUSED_ASIDE_COUNT,
    REFUSED_ASIDE_FIRST,
    REFUSED_TURN_BEGUN,
    REFUSED_BANK_ZERO,
    REFUSED_UNIT,
};

void game_start(const struct rules *r, struct game *g, int seats, int first);

/* A seat leaves a game in progress for good. It has no more turns, and what it has scored stays; if
 * it is its turn, the turn is over. If nobody is left, the game is over. */
void game_leave(const struct rules *r, struct game *g, int seat);

/* The seats that are still in the game. */
static inline struct set game_playing(const struct game *g) {
    return set_minus(set_below(g->seats), g->left);
}

/* For turns whose throws are all entered; kept.h is for the others. */
enum refused game_check(const struct rules *r, const struct game *g, struct action a);
enum refused game_apply(const struct rules *r, struct game *g, struct action a);

/* Lists all legal choices without duplicates; lists none while the game waits for dice or is
 * over. A box is listed once, with its points: a zero by choice is legal in every box listed. */
int game_legal(const struct rules *r, const struct game *g, struct action list[ACTIONS_MAX]);

/* A refusal, explained to the player. */
struct refusal {
    struct text *words; /* receives the explanation */
    const char *rule;   /* name of the rule behind the refusal; NULL if none */
    struct dice dice;   /* the dice concerned, if any */
};

/* Fills in a refusal, citing the rule if there is one. */
void refusal_explain(const struct rules *r, const struct game *g, struct action a, enum refused why,
                     struct refusal *ret);

/* The same in a few words, to stand in a button that is not enabled. */
void refusal_brief(const struct rules *r, const struct game *g, struct action a, enum refused why,
                   struct text *out);

/* The seat's grand total so far. */
int game_total(const struct rules *r, const struct game *g, int seat);

/* The seats that can win: those still in the game or, if all have left, all. */
struct set game_contenders(const struct game *g);

/* The winning seats; none until the game is over. A seat that has left cannot win, unless all have
 * left. */
struct set game_winners(const struct rules *r, const struct game *g);

/* The round as players count it, from 1. */
int game_round(const struct game *g);

/* Whether a turn is about to begin: nothing of it has been entered. */
bool game_turn_begins(const struct game *g);

/* Actions in the table language: "keep 1 1", "score three-kind", "score twos 0", "take 1 5 stop",
 * "roll 1 2 3"; without all throws (kept.h): "score twos 8", "last 2 2 2 4 5", "aside 1 5",
 * "bank 850", "bust". */
bool action_parse(const struct rules *r, struct span line, struct action *ret, struct text *error);
void action_print(const struct rules *r, struct action a, struct text *out);
bool action_same(struct action a, struct action b);
bool faces_parse(struct span list, char separator, struct dice *ret, struct text *error);
int box_find(const struct book *book, struct span key, struct text *error); /* -1 if none */

/* The arguments of a `position` line, as described in doc/language.md. */
bool position_parse(struct span line, struct rules *ret_rules, struct game *ret_game,
                    struct text *error);
void position_print(const struct rules *r, const struct game *g, struct text *out);
