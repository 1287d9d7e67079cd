/* state: everything a table knows at one moment, as a plain value: rules, seats, dice, the opening
 * roll, the game, the series. Stepping from one moment to the next is a pure function of the state
 * and an entry, so undo, correction and replay need nothing else. */
#pragma once

#include <stddef.h>

#include "play/entry.h"

enum stage {
    STAGE_SETUP,   /* rules and seats are being named */
    STAGE_OPENING, /* rolling for who starts */
    STAGE_PLAY,    /* the game; it may be over */
};

struct opening {
    uint32_t contenders;    /* seats that still may start, one bit each */
    uint16_t seat;          /* whose roll is next */
    uint16_t round;         /* from 1; above 1 the ties of the round before roll again */
    int16_t sum[SEATS_MAX]; /* 0: not rolled in this round */
};

/* Behind the rules there is no padding, so that equal states are equal byte by byte there. */
struct state {
    struct rules rules; /* rules.book is NULL until named */
    struct seat seats[SEATS_MAX];
    struct dice_source dice;
    struct fair fair; /* of DICE_FAIR: what the seats have given */
    int seat_count;
    int start; /* a seat, or START_BY_ROLL */
    int stage;
    int first; /* the seat that started this game */
    struct opening opening;
    struct game game;
    uint32_t throws;           /* throws so far, of all games: the place in the dice's stream */
    int games;                 /* finished games of the series */
    int64_t ledger[SEATS_MAX]; /* the settlement of all finished games */
    uint16_t wins[SEATS_MAX];  /* games won or shared */
};

_Static_assert(sizeof(struct state) ==
                   sizeof(struct rules) + (size_t)SEATS_MAX * (SEAT_NAME_MAX + BOT_NAME_MAX) +
                       sizeof(struct dice_source) + sizeof(struct fair) + 4 * sizeof(int) + 8 +
                       2 * (size_t)SEATS_MAX + sizeof(struct game) + 8 + 10 * (size_t)SEATS_MAX,
               "behind its rules a state has no padding");

/* The bytes at its beginning that no action changes once they are set up: rules, seats, dice and
 * shares. */
enum { STATE_SET_UP = offsetof(struct state, seat_count) };

void state_start(struct state *s);

/* Undo and corrections concern the past and are table.c's; everything else happens here. On
 * failure the state is unchanged. */
bool state_step(struct state *s, const struct entry *e, struct refusal *ret);

/* The state as people at the table see it: with the set-up complete, waiting for the first roll.
 * Any other state is its own view. */
void state_view(const struct state *s, struct state *ret);

/* How many dice are about to be thrown; 0 when it is not the dice's turn. */
int state_falling(const struct state *s);

/* Whose turn it is: a seat, and of partners the person. -1 when it is nobody's. */
int state_seat(const struct state *s);
struct span state_person(const struct state *s, int seat);

bool state_over(const struct state *s);

/* The number of the next throw in the stream of its dice, from 0. Fair dice have one stream a
 * commitment, all others one a table. */
uint32_t state_throw(const struct state *s);

/* Fair dice of version 2: whether every link of the chain is open, so that new dice are needed; and
 * the dice of the next throw, which opens this link. */
bool state_used_up(const struct state *s);
struct dice state_chain_dice(const struct state *s, const uint8_t link[FAIR_BYTES], int n);

/* The dice that fair ones of version 1 show in their throw number `throw_number` under this secret.
 */
struct dice state_fair_dice(const struct state *s, const uint8_t secret[FAIR_BYTES],
                            uint32_t throw_number, int n);
