/* room: one table of a server, without any socket, store or clock: its log, who holds which place,
 * who may say what, and what the server has to say itself.
 *
 * Lines go in as they were stored (room_read); commands come out as lines to store (room_plan_*),
 * which change nothing by themselves. The same lines always lead to the same room, so every node
 * that has read them agrees with every other. Lines about the room are comments of the record
 * ("# room: sit 2 Bea"), so the log is a record that can be read at every moment. */
#pragma once

#include "play/table.h"
#include "room/room_line.h"

enum {
    ROOM_LINES_MAX = 64,  /* that one command can lead to */
    ROOM_LOG_MAX = 20000, /* lines of a table, about; then only the server says more */
    ROOM_SECRET_BYTES = 32,
    ROOM_SHARE_PATIENCE_MS = 30000,
    ROOM_REPLAY_MAX =
        1000, /* lines that are said once more to answer an old one; see room_answer() */
};

struct room;

struct room *room_new(void);
void room_free(struct room *r);

/* The root secret of the table, from which the secret of each of its commitments is derived:
 * BLAKE2b-256, keyed with the root, of "yard-room-secret" | le32(how many commitments stand before
 * it) | the salt on the line before it. It may be told before the first line or later. */
void room_know_secret(struct room *r, const uint8_t root[ROOM_SECRET_BYTES]);

/* Random bytes for the next commitment, to be told before the first and after each of them. They
 * are no secret. They make
 * the commitment another one when a server is restored from an older copy and the same lines are
 * played again: without them the dice would be those that everybody has seen. */
void room_freshen(struct room *r, const uint8_t salt[ROOM_SALT_BYTES]);

/* The next stored line and when it was stored (ms). False: it is not one that can stand here, and
 * nothing has changed. ret (may be NULL) is what it changes in the room. */
bool room_read(struct room *r, struct span line, int64_t at, struct room_change *ret,
               struct text *error);

int room_lines(const struct room *r);
struct table *room_table(struct room *r);
size_t room_bytes(const struct room *r); /* what it takes up in memory, with its table */

struct room_place {
    int place; /* from 1 */
    char name[PERSON_NAME_MAX + 1];
    char bot[BOT_NAME_MAX]; /* level of a bot of the server, or "program"; "" for people */
    int with;               /* the place whose partner this is; 0: none */
    int seat, person;       /* from 0, once the game has begun; before: -1 */
    bool held;              /* somebody has its token: a person, or somebody's program */
    bool left;              /* somebody had it once */
    bool removed;           /* before the game: it has no seat */
    bool replaced;          /* a bot plays for it at the moment */
    bool moved;             /* to another device, at least once */
};
int room_places(const struct room *r); /* all there ever were; index 0 is place 1 */
const struct room_place *room_place(const struct room *r, int index);
int room_host(const struct room *r); /* the lowest place that is held; 0: nobody holds one */

struct room_options {
    struct dice_source dice; /* DICE_FAIR without a commitment */
    int clock_seconds;       /* 0: none */
    int away_seconds;        /* before a bot plays for somebody who is away */
    int start;               /* as entry.start */
    bool keeper;
};
const struct room_options *room_options(const struct room *r);
bool room_begun(const struct room *r);

/* Why not. */
enum room_refusal { ROOM_OK, ROOM_RULES, ROOM_TURN, ROOM_PLACE, ROOM_HOST, ROOM_PHASE, ROOM_WORDS };
extern const char *const room_refusal_codes[]; /* "", "rules", "turn", ... */

/* What a plan does to the row of a place, where its token is kept: most plans do nothing. */
enum room_row { ROOM_ROW_STAYS, ROOM_ROW_SIT, ROOM_ROW_MOVE, ROOM_ROW_LEAVE };

/* A line to store, and what it was made from: once it is stored it need not be parsed. */
struct planned_line {
    char *text;
    struct room_change change; /* of a line about the room */
    struct entry entry;        /* of any other */
};

/* Lines to store, in order and all at once; the first is the one that is answered. */
struct room_plan {
    int count;
    struct planned_line *lines[ROOM_LINES_MAX]; /* on the heap */
    enum room_row row;
    int place; /* whose row it is; 0: none changes */
};
void room_plan_clear(struct room_plan *plan);

/* Reads a line of a plan that has been stored as it was planned. */
bool room_read_planned(struct room *r, const struct planned_line *line, int64_t at,
                       struct text *error);

/* The first lines of a table. */
struct room_setup {
    struct span rules, name;
    struct span dice;  /* "fair" (also when empty), "physical", "seed 42" */
    struct span start; /* "roll", the number of a seat, or empty: seat 1 */
    struct span date;  /* as in the record; empty: none */
    int clock_seconds; /* 0: none */
    int away_seconds;  /* 0: ROOM_AWAY_SECONDS */
    bool keeper;
    const char *const *seats;     /* names of further sides (keeper only), NULL at the end */
    const char *const (*bots)[2]; /* name and level, a NULL name at the end */
};
bool room_plan_new(const struct room_setup *setup, struct room_plan *ret, struct text *error);

/* Somebody sits down; with: 0, or whose partner. */
enum room_refusal room_plan_sit(struct room *r, struct span name, int with, bool program,
                                struct room_plan *ret, struct text *error);

/* The token of a place is exchanged. */
enum room_refusal room_plan_move(struct room *r, int place, struct room_plan *ret,
                                 struct text *error);

/* Words of the holder of a place (0: of somebody who looks on): an entry of the table language or
 * an order of the room (begin, remove, bot, ask, agree, back, goon, leave). `here` are the places
 * that have somebody there, of which place 1 is the lowest bit. It decides what may be planned and
 * never how a line is read: lines mean the same to everybody, presence does not. */
enum room_refusal room_plan_say(struct room *r, int place, uint64_t here, struct span words,
                                struct room_plan *ret, struct refusal *refusal);

/* Whether these words are a question; then room_ask() answers it as `yard engine` does: one JSON
 * object in any case, {"error":...} when it is refused. */
bool room_is_question(struct span words);
enum room_refusal room_ask(struct room *r, struct span words, struct text *out);

/* Which places have a device connected, as far as a follower of the table knows; one bit a place.
 */
struct room_presence {
    bool known;    /* whether `here` says anything */
    uint64_t here; /* places with a device connected */
    uint64_t seen; /* those that ever had, as far as they know: some programs never do */
};

/* The room as a page shows it, as one JSON object: the seats, what the holder of this place (0: an
 * onlooker) can do, and what the last line changed. */
void room_show(const struct room *r, int place, const struct room_presence *p,
               const struct room_change *change, struct text *out);

/* The engine's answer to a line of the log when it was said: {"ok":...}, one JSON object. Of a line
 * behind ROOM_REPLAY_MAX that was undone or corrected since, or stands behind such a change, only
 * the line itself and its number: the rest would take as long as the whole table took. */
void room_answer(struct room *r, int line, struct text *out);
void room_answer_last(const struct room *r, struct text *out);

/* What the server has to do at this time. */
enum room_duty_kind {
    ROOM_DUTY_NONE, /* `at` says when to ask again (ms); 0: not before the next line */
    ROOM_DUTY_SAY,  /* plan: lines to store */
    ROOM_DUTY_BOT,  /* a bot of this level chooses for the seat at hand: room_plan_bot() */
};
struct room_duty {
    enum room_duty_kind kind;
    int64_t at;
    struct room_plan plan;
    char level[BOT_NAME_MAX];
    bool watches; /* somebody's coming or going makes a difference: ask again when it happens */
};

/* Whether it makes a difference at the moment who is there, or would with these words. */
bool room_minds_presence(const struct room *r, struct span words);

/* Times need not go forward: a clock that was set back makes nobody wait longer than his time, one
 * that was set forward makes at most one late. */
void room_duty(struct room *r, int64_t now, uint64_t here, struct room_duty *ret);

/* Whether a bot is to choose now, for itself or for somebody who is late. */
bool room_bot_chooses(const struct room *r);

/* The choice of that bot, as a line to store; `hurried`: behind one that says that it was made
 * without having worked the game out. Refused when no bot is to choose any more. */
enum room_refusal room_plan_bot(struct room *r, struct span words, bool hurried,
                                struct room_plan *ret, struct text *error);
