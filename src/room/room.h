/* room: one table on a server: its log, who holds which place, who may say what, and what the
 * server itself must do. It has no sockets, store or clock of its own.
 *
 * room_read() takes stored lines. The room_plan_*() functions turn commands into lines to store;
 * they change nothing themselves. The same lines always lead to the same room, so all nodes that
 * have read them agree. Lines about the room are comments in the record ("# room: sit 2 Bea"), so
 * the log is a valid record at any time. */
#pragma once

#include "play/table.h"
#include "room/room_line.h"

enum {
    ROOM_LINES_MAX = 256, /* per command: `begin` has two lines per seat and a few more */
    ROOM_LOG_MAX = 20000, /* lines per table, roughly; the last 1,000 are reserved for the server */
    ROOM_SECRET_BYTES = 32,
    ROOM_SHARE_PATIENCE_MS = 30000,
    ROOM_REMATCH_SECONDS = 30, /* to answer whether one wants the next game */
    ROOM_REPLAY_MAX = 1000,    /* lines replayed to answer an old line; see room_answer() */
};

struct room;

struct room *room_new(void);
void room_free(struct room *r);

/* The root secret of the table, from which the secret of each commitment is derived: BLAKE2b-256,
 * keyed with the root, of "yard-room-secret" | le32(number of earlier commitments) | the salt on
 * the preceding line. May be set before or after reading lines. */
void room_know_secret(struct room *r, const uint8_t root[ROOM_SECRET_BYTES]);

/* Random bytes for the next commitment; set them before the first commitment and after each one.
 * They are not secret. They make commitments differ when a server is restored from an older backup
 * and the same lines are played again: otherwise the dice would repeat those already seen. */
void room_freshen(struct room *r, const uint8_t salt[ROOM_SALT_BYTES]);

/* Reads the next stored line; `at` is when it was stored (ms). If the line is invalid here, returns
 * false and changes nothing. ret (may be NULL) receives the change to the room. */
bool room_read(struct room *r, struct span line, int64_t at, struct room_change *ret,
               struct text *error);

int room_lines(const struct room *r);
struct table *room_table(struct room *r);
size_t room_bytes(const struct room *r); /* memory used, including its table */

struct room_place {
    int place; /* from 1 */
    char name[PERSON_NAME_MAX + 1];
    char bot[BOT_NAME_MAX]; /* level of a server bot, or "program"; "" for people */
    int with;               /* the place whose partner this is; 0: none */
    int seat, person;       /* from 0; -1 before the game or if removed */
    bool held;              /* a person or a program has its token */
    bool left;              /* it was held, but its holder left */
    bool removed;           /* it was removed before the game and has no seat */
    bool replaced;          /* a bot currently plays for it */
    bool moved;             /* moved to another device at least once */
    int line;               /* of the `seat` line of its side; 0: none yet */
};
int room_places(const struct room *r); /* including removed ones; index 0 is place 1 */
const struct room_place *room_place(const struct room *r, int index);
int room_host(const struct room *r); /* the lowest held place; 0 if none is held */

struct room_options {
    struct dice_source dice; /* for DICE_FAIR, the commitment is not set */
    int clock_seconds;       /* 0: none */
    int away_seconds;        /* how long to wait for absent players */
    int start;               /* as in struct entry */
    bool keeper;
};
const struct room_options *room_options(const struct room *r);
bool room_begun(const struct room *r);

enum room_refusal { ROOM_OK, ROOM_RULES, ROOM_TURN, ROOM_PLACE, ROOM_HOST, ROOM_PHASE, ROOM_WORDS };
extern const char *const room_refusal_codes[]; /* "", "rules", "turn", ... */

/* What a plan does to the store's row for a place, which contains the hash of the place's token;
 * usually nothing. */
enum room_row { ROOM_ROW_STAYS, ROOM_ROW_SIT, ROOM_ROW_MOVE, ROOM_ROW_LEAVE };

/* A line to store, with its parsed form, so that it need not be parsed again once stored. */
struct planned_line {
    char *text;
    struct room_change change; /* if the line is about the room */
    struct entry entry;        /* otherwise */
};

/* Lines to store atomically and in order; the client gets the answer to the first one. */
struct room_plan {
    int count;
    struct planned_line *lines[ROOM_LINES_MAX]; /* on the heap */
    enum room_row row;
    int place; /* the place whose row changes; 0: none */
};
void room_plan_clear(struct room_plan *plan);

/* Reads a planned line after it has been stored unchanged. */
bool room_read_planned(struct room *r, const struct planned_line *line, int64_t at,
                       struct text *error);

/* The contents of a table's first lines. */
struct room_setup {
    struct span rules, name;
    struct span dice;  /* "fair" (default), "physical", "seed 42" */
    struct span start; /* "roll" or the number of a seat; default: seat 1 */
    struct span date;  /* as in the record; empty: none */
    int clock_seconds; /* 0: none */
    int away_seconds;  /* 0: ROOM_AWAY_SECONDS */
    bool keeper;
    const char *const *seats;     /* names of additional sides (keeper only), NULL-terminated */
    const char *const (*bots)[2]; /* name and level; ends with a NULL name */
};
bool room_plan_new(const struct room_setup *setup, struct room_plan *ret, struct text *error);

/* A player takes a new place; `with` is the place to partner, or 0. */
enum room_refusal room_plan_sit(struct room *r, struct span name, int with, bool program,
                                struct room_plan *ret, struct text *error);

/* Replaces the token of a place. */
enum room_refusal room_plan_move(struct room *r, int place, struct room_plan *ret,
                                 struct text *error);

/* A line from the holder of a place (0: a spectator): an entry in the table language or a room
 * command (begin, remove, bot, ask, agree, back, goon, stay, leave). `here` has the places whose
 * holders are present; place 1 is number 0. Presence decides what may be planned, but never how a
 * line is read, because nodes agree on lines but not on presence. */
enum room_refusal room_plan_say(struct room *r, int place, struct set here, struct span words,
                                struct room_plan *ret, struct refusal *refusal);

/* Whether the words are a question. room_ask() answers it like `yard engine`: always one JSON
 * object, {"error":...} if refused. */
bool room_is_question(struct span words);
enum room_refusal room_ask(struct room *r, struct span words, struct text *out);

/* Which places have a device connected, as far as the page knows. */
struct room_presence {
    bool known;      /* whether `here` is valid */
    struct set here; /* places with a device connected */
    struct set seen; /* places that have been connected at some time; some programs never are */
};

/* The room as a page shows it, as one JSON object: its options and places, what the holder of this
 * place (0: a spectator) can do, and what the last line changed. */
void room_show(const struct room *r, int place, const struct room_presence *p,
               const struct room_change *change, struct text *out);

/* The engine's answer to a line of the log, as it was when the line was said: {"ok":...}, one JSON
 * object. If a later undo or correction may have changed it and the line is beyond ROOM_REPLAY_MAX,
 * the answer has only the line and its number, because a replay would take too long. */
void room_answer(struct room *r, int line, struct text *out);
void room_answer_last(const struct room *r, struct text *out);

/* What the server must do now. */
enum room_duty_kind {
    ROOM_DUTY_NONE, /* ask again at `at` (ms); if 0, after the next line */
    ROOM_DUTY_SAY,  /* store the lines in `plan` */
    ROOM_DUTY_BOT,  /* a bot of this level must choose: room_plan_bot() */
};
struct room_duty {
    enum room_duty_kind kind;
    int64_t at;
    struct room_plan plan;
    char level[BOT_NAME_MAX];
    bool watches; /* depends on presence: ask again when it changes */
};

/* Whether presence matters now, or would matter for these words. */
bool room_minds_presence(const struct room *r, struct span words);

/* `now` need not be monotonic: after a step back, nobody gets more than one full time limit, and a
 * step forward makes at most one player late. */
void room_duty(struct room *r, int64_t now, struct set here, struct room_duty *ret);

/* Whether a bot must choose now: as a player, as a stand-in or for a late player. */
bool room_bot_chooses(const struct room *r);

/* A bot's choice as a line to store, preceded by a "hurried" line if it was made without solving
 * the game. Refused if no bot has to choose anymore. */
enum room_refusal room_plan_bot(struct room *r, struct span words, bool hurried,
                                struct room_plan *ret, struct text *error);
