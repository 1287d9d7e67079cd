/* state: everything a table knows at one moment (rules, seats, dice, the opening roll, the game and
 * the series), as a plain value. Each step is a pure function of the state and an entry, so undo,
 * corrections and replay need nothing else. */
#pragma once

#include <stddef.h>

#include "play/entry.h"

enum stage {
    STAGE_SETUP,   /* rules and seats are being set up */
    STAGE_OPENING, /* rolling to decide who starts */
    STAGE_PLAY,    /* the game; it may be over */
};

struct opening {
    struct set contenders;   /* seats that may still start */
    struct set left;         /* seats that have left before the game */
    int seat;                /* next to roll */
    int round;               /* from 1; in later rounds, tied seats roll again */
    int16_t sum[SEATS_ROOM]; /* 0: not rolled yet in this round */
};

/* There is no padding after the rules, so from there on, equal states are equal byte for byte. */
struct state {
    struct rules rules;           /* rules.book is NULL until set */
    struct seat seats[SEATS_MAX]; /* those that play, then those that played earlier games */
    struct dice_source dice;
    struct fair fair; /* DICE_FAIR: the seats' pledges and shares */
    int seat_count;
    int start; /* a seat, or START_BY_ROLL */
    int stage;
    int first; /* seat that started this game */
    int known; /* number of seats that play or played earlier; never below seat_count */
    uint32_t game_throw, turn_throw; /* throws before this game, and before this turn */
    int pace; /* enum pace: what people enter of their turns; bots' turns have all throws */
    struct opening opening;
    struct game game;
    uint32_t throws;           /* throws so far in all games; see state_throw() */
    int games;                 /* finished games of the series */
    int64_t ledger[SEATS_MAX]; /* settlement of all finished games, if state_settles() */
    uint16_t wins[SEATS_ROOM]; /* games won, alone or shared */
};

_Static_assert(sizeof(struct state) ==
                   sizeof(struct rules) + (size_t)SEATS_MAX * (SEAT_NAME_MAX + BOT_NAME_MAX) +
                       sizeof(struct dice_source) + sizeof(struct fair) + 8 * sizeof(int) +
                       2 * sizeof(struct set) + 8 + 2 * (size_t)SEATS_ROOM + sizeof(struct game) +
                       8 + 8 * (size_t)SEATS_MAX + 2 * (size_t)SEATS_ROOM,
               "a state has no padding after its rules");

/* Size of the part at the front that no action changes after the setup: rules, seats, dice and
 * shares. */
enum { STATE_SET_UP = offsetof(struct state, seat_count) };

void state_start(struct state *s);

/* Applies an entry other than undo and corrections, which table.c handles. Leaves the state
 * unchanged on failure. */
bool state_step(struct state *s, const struct entry *e, struct refusal *ret);

/* The state as shown at the table: once the rules are set, the setup counts as complete and the
 * table waits for the first roll. Any other state is copied unchanged. */
void state_view(const struct state *s, struct state *ret);

/* Number of dice about to be thrown; 0 if no throw is due. */
int state_falling(const struct state *s);

/* Whose turn it is: the seat (-1 if none), and which partner plays for a seat. */
int state_seat(const struct state *s);
struct span state_person(const struct state *s, int seat);

bool state_over(const struct state *s);

/* What a person has to enter next of this turn. Bots need all throws to choose; and a turn that has
 * begun with throws goes on with them, except that dice can be set aside from throws not entered.
 */
enum pace state_pace(const struct state *s);

/* Whether the table settles: the rules say so, and at least two seats are people. */
bool state_settles(const struct state *s);

/* Whether the seats for the next game of a series can still change: after the rematch, before the
 * first roll and the first share. */
bool state_between(const struct state *s);

/* Whether one of the seats that play can leave the game so that others play on. */
bool state_may_leave(const struct state *s);

/* The seats that have left the game, or the roll for who starts. */
struct set state_left(const struct state *s);

/* The number, from 0, of the next throw in its stream of dice. Fair dice have one stream per
 * commitment, all others one per table. */
uint32_t state_throw(const struct state *s);

/* Version 2 of fair dice: whether the chain is used up, so that new dice are needed; and the dice
 * of the next throw, which opens this link. */
bool state_used_up(const struct state *s);
struct dice state_chain_dice(const struct state *s, const uint8_t link[FAIR_BYTES], int n);

/* Version 1 of fair dice: the dice of throw `throw_number` under this secret. */
struct dice state_fair_dice(const struct state *s, const uint8_t secret[FAIR_BYTES],
                            uint32_t throw_number, int n);
