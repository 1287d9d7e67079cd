/* store: where the games of a server are kept, so that nothing acknowledged is ever lost.
 *
 * A game is a set-up text, seats, and events numbered from 1 without a gap. The number is the lock:
 * who appends says which number comes next, and of two who say the same one is told what the other
 * wrote. An action id, chosen by whoever acts, makes a repeated request harmless: it is applied
 * once and answered as it was the first time.
 *
 * Nothing here waits. A request is queued, threads of the store do the work, and the answer comes
 * as a call from store_deliver(), which the owner of the event loop makes when store_fd() is
 * readable. Every request is answered exactly once, at the latest by store_close(). One writer
 * commits what is queued as one group, so the price of a sync is shared by all who wait for it.
 * While the database is away or its disk is full, the store tries again by itself; a request that
 * has waited longer than its patience is answered with STORE_UNAVAILABLE, and may be made again
 * with the same action id.
 *
 * A store is a file of SQLite, for one server at a time, or a database of PostgreSQL
 * ("postgres://..."), for many of them at once. */
#pragma once

#include "core/text.h"
#include "core/words.h"
#include "store/merkle.h"

enum {
    STORE_ID_MAX = 64, /* game and action ids, room codes: letters, digits, '-' and '_' */
    STORE_LINE_MAX = 8192 + 64,
    STORE_LINES_MAX = 64, /* of one append */
    STORE_SETUP_MAX = 1 << 16,
    STORE_SEATS_MAX = 16 * 8, /* of one append: every person at the largest table */
    STORE_SEALED_MAX = 1024,
    STORE_PAGE = 50000,    /* events in one answer; as many as a table takes steps */
    STORE_LIST_MAX = 1000, /* games in one answer */
    STORE_WHISPER_MAX = 7000,
    STORE_COMMITMENT_LETTERS = 64, /* hexadecimal digits */
    STORE_ENTRIES_MAX = 500,       /* of the list of commitments in one answer */
};

struct store_options {
    int waiting_max;  /* requests that are not answered yet; 0: 10,000 */
    size_t bytes_max; /* of them; 0: 64 MB */
    int patience_ms;  /* how long a request waits for a database that is away; 0: 5,000 */
    int retry_ms;     /* the pause between two attempts; 0: 250 */
    int sweep_ms;     /* how often watched games are looked after; 0: 2,000 */
    int group_max;    /* appends in one commit; 0: 512 */
    int page;         /* events in one answer to a read; 0: STORE_PAGE */
    bool shared;      /* a file of SQLite, too, may be open in other stores */
};

struct store_game {
    const char *id;
    int64_t created; /* times are milliseconds since 1970, and the caller's */
    const char *rules, *setup;
    const char *code;               /* of the room; NULL: none, or the game is over */
    struct span commitment, secret; /* of fair dice; the secret as the caller has sealed it */
    int64_t over;                   /* when it ended; 0: it goes on */
    int64_t last;                   /* number of the last event; 0: none yet */
    int64_t used;                   /* its time, or that of the making; of those that are read */
};

struct store_seat {
    int seat, person; /* from 0; partners are several people at one seat */
    const char *name;
    const char *bot;   /* its level; NULL for people */
    struct span token; /* the hash of the secret token; empty: nobody holds the seat */
    int64_t at;
};

struct store_event {
    const char *game;
    int64_t n;
    const char *action; /* NULL: a further line of the append before it */
    const char *line;
    int64_t at;
};

/* An entry of the list of commitments, numbered from 1 without a gap. */
struct store_entry {
    int64_t n;
    const char *words; /* "commit HEX MS", "revealed HEX MS" or "abandoned HEX MS" */
};

enum store_outcome {
    STORE_DONE,        /* of what was written: it is durable */
    STORE_DUPLICATE,   /* this action was applied before; the events are those of then */
    STORE_CONFLICT,    /* not written: another event has the number, the room code is taken, or
                        * the game has been used since */
    STORE_ABSENT,      /* there is no such game; of a new one: it has been deleted */
    STORE_REFUSED,     /* the database will not take it; trying again will not help */
    STORE_UNAVAILABLE, /* not done in time; it may be made again with the same action id */
};

/* Everything in it is the store's, and gone when the callback returns. */
struct store_answer {
    enum store_outcome outcome;
    const char *words;              /* why not; "" when there is nothing to say */
    const struct store_game *games; /* of a read: one */
    int game_count;
    const struct store_seat *seats;
    int seat_count;
    /* Of a read: those asked for. Of an append that was done, or done before: what was written. Of
     * a conflict: what stands there instead, from the number that was asked for. */
    const struct store_event *events;
    int event_count;
    const struct store_entry *entries; /* of the list of commitments */
    int entry_count;
    const struct merkle *tree; /* of store_fold() */
    int64_t last;              /* number of the last event of the game */
    bool more;                 /* there is more behind it: ask again */
    int64_t bytes;             /* of store_size() */
};

/* Who is to be told. */
struct store_reply {
    void (*done)(void *arg, const struct store_answer *answer);
    void *arg;
};

struct store;

/* Opens it, and makes it what this version needs. A store made by a later version is refused, and
 * so is a file that another server has open. */
struct store *store_open(const char *where, const struct store_options *options,
                         struct text *error);

int store_fd(const struct store *s); /* readable when there is something to deliver */
void store_deliver(struct store *s); /* makes the calls, in this thread; they must not close it */

/* Takes no more requests, finishes those it has (without patience) and delivers all answers. */
void store_close(struct store *s);

/* Whether so much is waiting that nothing more is taken for now. */
bool store_full(struct store *s);

/* Requests. The data is copied. False: not queued, nobody will be called, and words say why: the
 * store is full, or something in the request is wrong. Any thread may make them. */
bool store_create(struct store *s, const struct store_game *game, const struct store_seat *seats,
                  int seat_count, struct store_reply reply, struct text *error);

/* What lines mean for the list of commitments. The store does not read lines, so the caller says
 * it; which commitment a game has at hand, the store knows by itself. */
enum store_note_kind {
    STORE_COMMITTED, /* to new dice; a commitment that was at hand until now is abandoned */
    STORE_REVEALED,  /* the secret of the commitment at hand */
};
struct store_note {
    enum store_note_kind kind;
    const char *commitment; /* of STORE_COMMITTED: lowercase hexadecimal digits */
};

struct store_append {
    const char *game;
    int64_t first;      /* number of the first line: one more than the last one known */
    const char *action; /* not needed when there are no lines */
    const char *const *lines;
    int line_count; /* 0: seats only, which then are not under the lock of a number */
    int64_t at;
    const struct store_seat *seats; /* put in the place of those with the same seat and person */
    int seat_count;
    bool over;                      /* the game has ended; its room code becomes free */
    const struct store_note *notes; /* in the order of the lines */
    int note_count;
};
bool store_append(struct store *s, const struct store_append *append, struct store_reply reply,
                  struct text *error);

/* Deletes a game for good, with its seats and all its events, if it was last used before this time;
 * INT64_MAX: in any case. Nothing can be appended to it afterwards. Its code is free again, its id
 * never: receipts that were signed for it must not fit another game. A
 * commitment that it has at hand becomes abandoned, as of now. */
bool store_delete(struct store *s, const char *game, int64_t used_before, struct store_reply reply,
                  struct text *error);

/* A game with its seats and its events behind number `after`. By its id, or by the room's code. */
bool store_read(struct store *s, const char *game, int64_t after, struct store_reply reply,
                struct text *error);
bool store_read_room(struct store *s, const char *code, struct store_reply reply,
                     struct text *error);

/* Games in the order of their ids, behind this one ("" for the first ones). */
bool store_list(struct store *s, const char *behind, int limit, struct store_reply reply,
                struct text *error);

/* The list of commitments: entries behind number `after`, STORE_ENTRIES_MAX at most. It outlives
 * the games, and names none. Entries are written together with what they are about; on PostgreSQL
 * they get their numbers a moment later. */
bool store_entries(struct store *s, int64_t after, struct store_reply reply, struct text *error);

/* Adds the entries behind tree->size to a tree, many at once and not in the thread that delivers.
 * The answer has the new tree, and `more` when it does not reach the end of the list yet. */
bool store_fold(struct store *s, const struct merkle *tree, struct store_reply reply,
                struct text *error);

/* The bytes that all games take up on the disk, as `bytes` of the answer. Room that deleted games
 * have left is not counted by SQLite, which uses it again; PostgreSQL counts it until it is
 * vacuumed. */
bool store_size(struct store *s, struct store_reply reply, struct text *error);

/* Events of a game behind number `after`, each once and in order, whoever wrote them. Events that
 * this store wrote come before the answer to their append. Only in the thread that delivers. */
struct store_watch;
struct store_hearer {
    void (*heard)(void *arg, const struct store_event *events, int count);
    void *arg;
    void (*gone)(void *arg); /* the game has been deleted, by whomever; once, or NULL */
};
struct store_watch *store_watch(struct store *s, const char *game, int64_t after,
                                struct store_hearer hearer);
void store_unwatch(struct store *s, struct store_watch *watch); /* NULL is fine */

/* Words from node to node about what is true at the moment, and not worth keeping: nobody waits for
 * them, nothing is written, and they may get lost. False: they are lost already, as too many wait,
 * or as there are no other nodes. */
bool store_whisper(struct store *s, const char *words); /* up to STORE_WHISPER_MAX bytes */
bool store_has_nodes(const struct store *s);            /* or may have: others use it, too */

/* Those of other nodes, by store_deliver(). NULL: the connection to them is a new one, and what was
 * said before was not heard. To be called before the first store_deliver(). */
void store_on_whisper(struct store *s, void (*heard)(void *arg, const char *words), void *arg);

/* Whether the last attempt on the database went well; words say why not. Any thread. */
bool store_healthy(struct store *s, struct text *words);

struct store_counts {
    int waiting; /* requests that are not answered yet */
    int watches;
    uint64_t groups, appends, events; /* committed */
    uint64_t deletions;
    uint64_t conflicts, duplicates, unavailable;
    uint64_t failures;  /* attempts that had to be repeated */
    uint64_t heard;     /* notices from other nodes */
    uint64_t recovered; /* events of watched games that were read from the database */
};
void store_counts(struct store *s, struct store_counts *ret);
