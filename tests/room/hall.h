/* hall: a room as a server has it, and a second one beside it that only reads the lines and knows
 * no secret, as another node's page does. After every line both must be the same. */
#ifndef YARD_TESTS_ROOM_HALL_H
#define YARD_TESTS_ROOM_HALL_H

#include "check.h"
#include "room/room.h"

struct hall {
    struct room *room, *follower;
    int64_t now;
    uint64_t here;    /* places that have somebody there */
    char words[1024]; /* of the last refusal */
};

struct hall hall_of(const struct room_wish *wish);

/* Ann's table with these dice ("fair", "physical", "seed 1") and a clock, or 0. */
struct hall hall_with(const char *rules, const char *dice, int clock_seconds);
/* The same with Bea, once the game has begun. */
struct hall hall_two(const char *dice, int clock_seconds);
void hall_close(struct hall *h);

/* Stores the lines of a plan, which is cleared. */
void hall_store(struct hall *h, struct room_plan *plan);

/* Sits down; the place. */
int hall_sit(struct hall *h, const char *name, int with, bool program);

enum room_refusal hall_try(struct hall *h, int place, const char *words);
void hall_say(struct hall *h, int place, const char *words); /* has to be allowed */

/* Refused, with words that hold `why`. */
void hall_refuse(struct hall *h, int place, const char *words, enum room_refusal code,
                 const char *why);

/* Does what the server has to, until it waits; chooses for bots by `draw`. */
void hall_serve(struct hall *h, struct draw *draw);

/* One duty, which has to be of this kind; lines are stored. */
struct room_duty hall_duty(struct hall *h, enum room_duty_kind kind);

/* Pledge and share of a seat (from 1), the first time and the second. */
void hall_pledge(struct hall *h, int place, int seat);
void hall_share(struct hall *h, int place, int seat);

const struct state *hall_now(const struct hall *h);
struct state hall_view(const struct hall *h);
const char *hall_line(const struct hall *h, int from_the_end);            /* 0: the last */
void hall_last(const struct hall *h, int from_the_end, const char *line); /* is this one */

/* A legal choice in words. */
void hall_choice(const struct state *view, struct draw *draw, struct text *out);

/* The log as a record, read anew: it must be one, and lead to the same state. */
void hall_check_record(const struct hall *h);

#endif
