/* twin: a room as a server runs it, and a second room that only reads the lines and knows no
 * secret, as on a client. After every line the two must be equal. */
#ifndef YARD_TESTS_ROOM_TWIN_H
#define YARD_TESTS_ROOM_TWIN_H

#include "check.h"
#include "room/room.h"

struct twin {
    struct room *room, *follower;
    int64_t now;
    struct set here;  /* places whose players are present */
    char words[1024]; /* words of the last refusal */
};

struct twin twin_of(const struct room_setup *setup);

/* Ann's table with these dice ("fair", "physical", "seed 1") and a clock; 0: no clock. */
struct twin twin_with(const char *rules, const char *dice, int clock_seconds);
/* Ann and Bea playing yardzee, after the game has begun. */
struct twin twin_two(const char *dice, int clock_seconds);
void twin_close(struct twin *h);

/* Stores the lines of a plan and clears it. */
void twin_store(struct twin *h, struct room_plan *plan);

/* Sits down; returns the place. */
int twin_sit(struct twin *h, const char *name, int with, bool program);

enum room_refusal twin_try(struct twin *h, int place, const char *words);
void twin_say(struct twin *h, int place, const char *words); /* must be accepted */
void twin_play(struct twin *h, const char *lines); /* several: "1 roll; 1 score ones; 2 roll" */

/* Says something that must be refused with this code and with words that contain `why`. */
void twin_refuse(struct twin *h, int place, const char *words, enum room_refusal code,
                 const char *why);

/* All who hold a place want the next game, which begins. */
void twin_again(struct twin *h);

/* Performs the server's duties until it has to wait; bots choose at random. */
void twin_serve(struct twin *h, struct draw *draw);

/* The next duty, which must be of this kind; its lines, if any, are stored. */
struct room_duty twin_duty(struct twin *h, enum room_duty_kind kind);

/* The line with the pledge (sealed) or share of a seat (from 1). */
void twin_gift(const struct twin *h, int seat, bool sealed, struct text *out);

/* Send a seat's pledge or share from a place; the room must accept the line. */
void twin_pledge(struct twin *h, int place, int seat);
void twin_share(struct twin *h, int place, int seat);

const struct state *twin_now(const struct twin *h);
struct state twin_view(const struct twin *h);
const char *twin_line(const struct twin *h, int from_the_end);            /* 0: the last */
void twin_last(const struct twin *h, int from_the_end, const char *line); /* checks that line */

/* A random legal choice in words. */
void twin_choice(const struct state *view, struct draw *draw, struct text *out);

/* Reads the log as a record: it must be valid and lead to the same state. */
void twin_check_record(const struct twin *h);

#endif
