/* twin: a room as a server has it, and a second one beside it that only reads the lines and knows
 * no secret, as another node's page does. After every line both must be the same. */
#ifndef YARD_TESTS_ROOM_TWIN_H
#define YARD_TESTS_ROOM_TWIN_H

#include "check.h"
#include "room/room.h"

struct twin {
    struct room *room, *follower;
    int64_t now;
    uint64_t here;    /* places that have somebody there */
    char words[1024]; /* of the last refusal */
};

struct twin twin_of(const struct room_setup *setup);

/* Ann's table with these dice ("fair", "physical", "seed 1") and a clock, or 0. */
struct twin twin_with(const char *rules, const char *dice, int clock_seconds);
/* The same with Bea, once the game has begun. */
struct twin twin_two(const char *dice, int clock_seconds);
void twin_close(struct twin *h);

/* Stores the lines of a plan, which is cleared. */
void twin_store(struct twin *h, struct room_plan *plan);

/* Sits down; the place. */
int twin_sit(struct twin *h, const char *name, int with, bool program);

enum room_refusal twin_try(struct twin *h, int place, const char *words);
void twin_say(struct twin *h, int place, const char *words); /* has to be allowed */
void twin_play(struct twin *h, const char *lines); /* the same: "1 roll; 1 score ones; 2 roll" */

/* Refused, with words that hold `why`. */
void twin_refuse(struct twin *h, int place, const char *words, enum room_refusal code,
                 const char *why);

/* Does what the server has to, until it waits; chooses for bots by `draw`. */
void twin_serve(struct twin *h, struct draw *draw);

/* One duty, which has to be of this kind; lines are stored. */
struct room_duty twin_duty(struct twin *h, enum room_duty_kind kind);

/* Pledge (sealed) or share of a seat (from 1), in words. */
void twin_gift(const struct twin *h, int seat, bool sealed, struct text *out);

/* The same said: has to be allowed. */
void twin_pledge(struct twin *h, int place, int seat);
void twin_share(struct twin *h, int place, int seat);

const struct state *twin_now(const struct twin *h);
struct state twin_view(const struct twin *h);
const char *twin_line(const struct twin *h, int from_the_end);            /* 0: the last */
void twin_last(const struct twin *h, int from_the_end, const char *line); /* is this one */

/* A legal choice in words. */
void twin_choice(const struct state *view, struct draw *draw, struct text *out);

/* The log as a record, read anew: it must be one, and lead to the same state. */
void twin_check_record(const struct twin *h);

#endif
