/* room_parts: what the files of the room share; others use room.h. */
#pragma once

#include "room/room.h"

#define ROOM_LATE_LEVEL "family" /* of the bot that chooses for somebody who is late */

enum members_phase {
    MEMBERS_HEAD, /* before anybody sits: version, date, rules, options */
    MEMBERS_LOBBY,
    MEMBERS_BEGINNING, /* the lines that follow `begin` */
    MEMBERS_GAME,
};

/* Somebody asks that a bot plays for a place. */
struct ask {
    int place;       /* 0: nobody asks */
    int by;          /* who asked first */
    uint64_t agreed; /* places, the first is bit 0; those of the seat itself give their own word */
    char level[BOT_NAME_MAX];
};

/* What the lines about the room lead to: a plain value, so that a change can be tried on a copy. */
struct membership {
    struct room_options options;
    uint64_t options_said; /* one bit a word */
    int phase;
    struct room_place places[ROOM_PLACES_MAX];
    int place_count;
    int side_count; /* once it has begun */
    int settled;    /* lines that have followed `begin` */
    int seat_line[SEATS_MAX];
    struct ask asks[SEATS_MAX];
    uint32_t back;     /* seats whose people want them back from a bot */
    uint32_t unopened; /* seats that have pledged a share and did not open it in time */
    uint64_t goon;     /* places that want new dice, without the shares of those seats */
    uint32_t deals;    /* commitments so far */
    bool salted;       /* before there were salts, secrets followed from the root alone */
    uint8_t salt[ROOM_SALT_BYTES]; /* of the last commitment */
    bool late;                     /* the time is up: the server acts for the seat at hand */
};

static inline uint64_t place_bit(int place) {
    return (uint64_t)1 << (place - 1);
}

/* One of a side; NULL: there is none such. */
const struct room_place *members_place(const struct membership *m, int64_t place);
int members_host(const struct membership *m);

/* The places that somebody holds at these seats, one bit each. */
uint64_t members_holders(const struct membership *m, uint32_t seats);

/* The place that is the first of a seat. */
int members_first_of(const struct membership *m, int seat);

/* Whether people can sit down; where one device keeps the score only its person holds a place. */
bool room_takes_people(const struct room *r);

/* Whether others can join it as partners, before the game. */
bool place_takes_partners(const struct room_place *p);

/* A change that is being made to a membership. */
struct applying {
    struct membership *members;
    const struct state *view;
    const struct room_change *change;
    struct text *error;
};
enum room_refusal apply_refuse(struct applying *a, enum room_refusal why, const char *words);
enum room_refusal apply_level(struct applying *a); /* whether there is such a bot */

/* Whether somebody's seat is theirs alone to hand over: they are there, and somebody else asks. */
bool place_answers_for_itself(const struct room_place *p, int by, uint64_t here);

/* Those about people who are away (room_away.c). */
enum room_refusal apply_ask(struct applying *a);
enum room_refusal apply_agree(struct applying *a);
enum room_refusal apply_back(struct applying *a);
enum room_refusal apply_unopened(struct applying *a);
enum room_refusal apply_goon(struct applying *a);

/* A seat is asked for, by somebody who still holds a place: then the line that gives it to a bot
 * may stand here. Whose agreement was needed is the planner's business, as it depends on who is
 * there. */
bool members_asked(const struct membership *m, int seat);

/* Holders at other seats that have not agreed, one bit a place. */
uint64_t members_silent(const struct membership *m, int seat);

/* Held places of the seat whose people have not said themselves that a bot may play for them. */
uint64_t members_unasked(const struct membership *m, int seat);

/* "correct 5 seat Ann bot family", which brings in the bot that was asked for. */
void members_replacement(const struct membership *m, int seat, struct entry *ret);

/* Lets that happen; false: it is another entry. */
bool members_replace(struct membership *m, const struct entry *e);

/* A seat has changed hands. */
void members_settle_seat(struct membership *m, int seat, bool replaced);

/* On refusal the membership may be half changed: try it on a copy. */
enum room_refusal members_apply(struct membership *m, const struct state *view,
                                const struct room_change *c, struct text *error);

/* The entry that has to follow at once. Of a commitment only `dice fair` is known. */
enum owed { OWED_NOTHING, OWED_ENTRY, OWED_COMMITMENT };
enum owed members_owes(const struct membership *m, struct entry *ret);
/* Of entries that can be owed: seats, their corrections, who starts, dice. */
bool members_same_entry(const struct entry *a, const struct entry *b);
void members_settle(struct membership *m, int line); /* it stands there now */

/* An entry that was said, and what was at hand before it. */
void members_hear(struct membership *m, const struct entry *e, const struct state *view);

/* Who can undo what was done last: a seat, or one of these. */
enum author { BY_ANYBODY = -1, BY_SERVER = -2, BY_ROOM = -3 };

/* Something has to stay true for a while before it counts. */
struct lasting {
    bool on;
    int64_t from;
};

struct room {
    struct membership members;
    struct table *table;
    struct state before; /* the last line */
    bool has_secret;
    uint8_t root[ROOM_SECRET_BYTES];
    uint8_t fresh[ROOM_SALT_BYTES]; /* for the next commitment that is planned */
    int8_t *authors;                /* of what can be undone */
    int author_count, author_room;
    int spoke;          /* the author of the last entry */
    int64_t waits_from; /* when it became the turn of whoever is waited for */

    /* The last answer that took long to work out. It stays right until the next line. */
    struct {
        char *words, *answer;
        int lines;
    } kept;

    /* What this node has seen for itself; no line depends on it: */
    struct lasting absent[SEATS_MAX]; /* all agreed on a bot, and nobody of the seat came back */
    struct lasting going_on;          /* all who are there want new dice; others stay away */
};

bool place_is_bot(const struct room_place *p); /* of the server, not somebody's program */

/* "share N -" for each of these seats. */
void plan_no_shares(struct room_plan *plan, uint32_t seats);

/* A bot of the server plays at this seat. */
bool seat_is_served(const struct state *s, int seat);

/* The place of the person who is to act; NULL: there is none. */
const struct room_place *room_at_hand(const struct room *r, const struct state *view);

/* Whether somebody acts now: the person at hand; after they have left, their partners. */
bool room_may_act(const struct room *r, const struct state *view, const struct room_place *who);

/* Real dice don't throw themselves: anybody throws for a bot of the server. */
bool room_bot_needs_throw(const struct state *view);

/* Whether what was done stays done; with real dice and where one device keeps the score it can be
 * undone and corrected. */
bool room_past_is_settled(const struct room *r);

/* The level that has to choose at this moment; NULL: no bot has to. */
const char *room_choosing_level(const struct room *r, const struct state *view);

/* Where several seats give a share of the dice, each pledges it first. */
bool room_pledges_first(const struct room *r, int seat);

/* Whether a share may be given now as far as the room is concerned. */
bool room_share_in_order(const struct room *r, const struct gift *g, struct text *error);

void plan_start(struct room_plan *plan);
void plan_add_change(struct room_plan *plan, const struct room_change *c);
void plan_add_entry(struct room_plan *plan, const struct rules *r, const struct entry *e);

/* A line that is only worded and still has to be read. */
void plan_add_text(struct room_plan *plan, const char *line);

/* A change of the room, and all that has to follow it. */
enum room_refusal plan_change(struct room *r, const struct room_change *c, struct room_plan *ret,
                              struct text *error);

/* What has to follow the lines of this membership, whose next line is number `line`. */
enum room_refusal plan_owed(struct room *r, struct membership *m, int line, struct room_plan *ret,
                            struct text *error);

/* An entry that the table takes, as it is to be stored. */
bool plan_entry(struct room *r, const struct entry *e, struct room_plan *ret,
                struct refusal *refusal);

/* "dice fair ..." with the next secret. */
bool plan_commitment(struct room *r, uint32_t deals, struct room_plan *ret, struct text *error);

/* What people order in a room: one of the words that are orders, and what stands behind it. */
enum room_refusal room_plan_order(struct room *r, int place, uint64_t here, enum word word,
                                  struct span rest, struct room_plan *ret, struct text *error);
