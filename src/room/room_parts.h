/* room_parts: declarations that only the room's own files share. */
#pragma once

#include "core/say.h"
#include "room/room.h"

#define ROOM_LATE_LEVEL "family" /* level of the bot that chooses for a late player */

enum members_phase {
    MEMBERS_HEAD, /* before the first place: version, date, rules, options */
    MEMBERS_LOBBY,
    MEMBERS_BEGINNING, /* from `begin` until all lines that must follow it are there */
    MEMBERS_GAME,
};

/* A request that a bot play for a place. */
struct ask {
    int place;         /* 0: no request */
    int by;            /* place that asked first */
    struct set agreed; /* places that agreed, at any seat, even this one; place 1 is number 0 */
    char level[BOT_NAME_MAX];
};

/* The result of all lines about the room: a plain value, so changes can be tried on a copy. */
struct membership {
    struct room_options options;
    struct set options_said; /* by word */
    int phase;
    struct room_place places[ROOM_PLACES_MAX];
    int place_count;
    int side_count; /* 0 until the game begins */
    int settled;    /* seat, start and dice lines that have followed `begin` */
    struct ask asks[SEATS_MAX];
    struct set back;         /* seats whose players want them back from a bot */
    struct set unopened;     /* seats that did not open their pledged share in time */
    struct set again, stays; /* places that want the next game, and that do not */
    struct set resting,
        joining;     /* after `rematch`: first places of sides that lose or take seats */
    struct set goon; /* places that want new dice without the unopened shares */
    uint32_t deals;  /* commitments so far */
    bool salted;     /* false until the first salt; old logs have none */
    uint8_t salt[ROOM_SALT_BYTES]; /* the latest salt */
    bool late;                     /* time is up: the server acts for the current seat */
};

static inline struct set place_set(int place) {
    return set_one(place - 1);
}

/* NULL if there is no place with this number. */
const struct room_place *members_place(const struct membership *m, int64_t place);
int members_host(const struct membership *m);

struct set members_held(const struct membership *m);

/* Held places at these seats. */
struct set members_holders(const struct membership *m, struct set seats);

/* Index of the first place of a seat. */
int members_first_of(const struct membership *m, int seat);

/* Whether people can sit down, during a game for the next one. With a keeper, only the keeper holds
 * a place. */
bool room_takes_people(const struct room *r);

/* Whether others can join this place as partners before the game. */
bool place_takes_partners(const struct room_place *p);

/* A change being applied to a membership. */
struct applying {
    struct membership *members;
    const struct state *view;
    const struct room_change *change;
    struct text *error;
};
enum room_refusal apply_refuse(struct applying *a, enum room_refusal why, enum message message);
enum room_refusal apply_level(struct applying *a); /* refuses unknown bot levels */

/* Whether only the place's own player may hand over the seat: that player is present, and somebody
 * else asks. */
bool place_answers_for_itself(const struct room_place *p, int by, struct set here);

/* Changes about absent players (room_away.c). */
enum room_refusal apply_ask(struct applying *a);
enum room_refusal apply_agree(struct applying *a);
enum room_refusal apply_back(struct applying *a);
enum room_refusal apply_unopened(struct applying *a);
enum room_refusal apply_goon(struct applying *a);

/* Changes about the next game (room_again.c). */
enum room_refusal apply_again(struct applying *a);
enum room_refusal apply_stay(struct applying *a);

/* Whether the holder of the place has never played: they sat down during a game, for the next one.
 */
bool place_is_new(const struct room_place *p);

/* Places that want the next game. Sitting down during a game counts as wanting the next one. */
struct set members_wanting(const struct membership *m);

/* How many sides would play the next game if it began now. */
int members_playing(const struct membership *m, const struct state *view);

/* A rematch has begun: finds the sides that sit it out or join; `view` is the state before it. */
void members_gather(struct membership *m, const struct state *view);

/* Whether a bot was requested for this seat and somebody who agreed still holds a place: then the
 * line that gives the seat to a bot is valid. The planner decides whose agreement is needed, since
 * that depends on presence. */
bool members_asked(const struct membership *m, int seat);

/* Held places at other seats whose players have not agreed to the bot. */
struct set members_silent(const struct membership *m, int seat);

/* Held places of this seat whose players have not agreed to a bot themselves. */
struct set members_unasked(const struct membership *m, int seat);

/* The entry that brings in the requested bot: "correct 5 seat Ann bot family". */
void members_replacement(const struct membership *m, int seat, struct entry *ret);

/* Applies `e` if it is such an entry for some seat; otherwise returns false. */
bool members_replace(struct membership *m, const struct entry *e);

/* Records that the seat has been handed to a bot, or back to its players. */
void members_settle_seat(struct membership *m, int seat, bool replaced);

/* Applies a change. On refusal the membership may be partly changed, so pass a copy. */
enum room_refusal members_apply(struct membership *m, const struct state *view,
                                const struct room_change *c, struct text *error);

/* The entry that must follow immediately. If a commitment is owed, `ret` stays empty, and any
 * `dice` line with fair dice will do. */
enum owed { OWED_NOTHING, OWED_ENTRY, OWED_COMMITMENT };
enum owed members_owes(const struct membership *m, struct entry *ret);
/* Compares entries of the kinds that can be owed: seats and their corrections, start, dice. */
bool members_same_entry(const struct entry *a, const struct entry *b);
void members_settle(struct membership *m, int line); /* the owed line is in the log now */

/* Finds everybody's seat again: the seats of a series change when somebody leaves or joins. */
void members_reseat(struct membership *m, const struct state *now);

/* Applies an entry; `view` is the state before it. */
void members_hear(struct membership *m, const struct entry *e, const struct state *view);

/* The author of a step, for undo: a seat, or one of these. */
enum author { BY_ANYBODY = -1, BY_SERVER = -2, BY_ROOM = -3 };

/* A condition that must hold for a while before it counts. */
struct lasting {
    bool on;
    int64_t from;
};

struct room {
    struct membership members;
    struct table *table;
    bool has_secret;
    uint8_t root[ROOM_SECRET_BYTES];
    uint8_t fresh[ROOM_SALT_BYTES]; /* salt for the next planned commitment */
    int8_t *authors;                /* one per undoable step */
    int author_count, author_room;
    int spoke;          /* author of the last step made or undone */
    int64_t waits_from; /* when the wait for the current player began */

    /* The last expensive answer, valid until the next line. */
    struct {
        char *words, *answer;
        int lines;
    } kept;

    /* What this node itself has observed; reading lines does not depend on it: */
    struct lasting absent[SEATS_MAX]; /* all who are present agree on a bot; somebody is absent */
    struct lasting going_on;          /* all who are present want new dice; somebody is absent */
    struct lasting gathering; /* enough for the next game want it; somebody has not answered */
};

bool place_is_bot(const struct room_place *p); /* a server bot; false for a program */

/* Adds "share N -" for each of these seats. */
void plan_no_shares(struct room_plan *plan, struct set seats);

/* Whether a server bot plays at this seat. */
bool seat_is_served(const struct state *s, int seat);

/* The place whose turn it is; NULL if none. */
const struct room_place *room_at_hand(const struct room *r, const struct state *view);

/* Whether this player may act now: no server bot is to move, and either they are the keeper, or it
 * is their turn or that of a partner who has left. */
bool room_may_act(const struct room *r, const struct state *view, const struct room_place *who);

/* Whether it is a server bot's turn with real dice, which anybody may throw for it. */
bool room_bot_needs_throw(const struct state *view);

/* Whether this player has a part in the game; some wait for the next one, or sit this one out. */
bool room_plays(const struct room *r, const struct room_place *who);

/* Whether undo and corrections are disabled; they are allowed only with real dice or a keeper. */
bool room_past_is_settled(const struct room *r);

/* The level at which the server must choose now, for a bot or a late player; NULL if neither. */
const char *room_choosing_level(const struct room *r, const struct state *view);

/* Whether the seat must pledge its share of the dice first, because other seats share too. */
bool room_pledges_first(const struct room *r, int seat);

/* Whether the room allows this share now. */
bool room_share_in_order(const struct room *r, const struct gift *g, struct text *error);

void plan_start(struct room_plan *plan);
void plan_add_change(struct room_plan *plan, const struct room_change *c);
void plan_add_entry(struct room_plan *plan, const struct rules *r, const struct entry *e);

/* Adds a line as text only, to be parsed later. */
void plan_add_text(struct room_plan *plan, const char *line);

/* Plans a change to the room, and everything that must follow it. */
enum room_refusal plan_change(struct room *r, const struct room_change *c, struct room_plan *ret,
                              struct text *error);

/* Plans all lines that this membership owes, starting with line number `line`. */
enum room_refusal plan_owed(struct room *r, struct membership *m, int line, struct room_plan *ret,
                            struct text *error);

/* Plans the next game for this membership, which it changes. */
enum room_refusal plan_rematch(struct room *r, struct membership *m, struct room_plan *ret,
                               struct refusal *refusal);

/* Plans what follows when this place wants the next game: it begins at once if nobody else holds a
 * place; otherwise the others are asked. */
enum room_refusal plan_again(struct room *r, int place, struct room_plan *ret,
                             struct refusal *refusal);

/* Plans an entry in the form in which it is stored, if the table accepts it. */
bool plan_entry(struct room *r, const struct entry *e, struct room_plan *ret,
                struct refusal *refusal);

/* Plans the next commitment: its salt and its `dice` line. */
bool plan_commitment(struct room *r, uint32_t deals, struct room_plan *ret, struct text *error);

/* Plans a room command, given its word and its arguments. */
enum room_refusal room_plan_order(struct room *r, int place, struct set here, enum word word,
                                  struct span rest, struct room_plan *ret, struct text *error);
