/* store: keeps the games of a server, so that nothing acknowledged is ever lost.
 *
 * A game consists of a setup text, seats, and events numbered from 1 without gaps. The number
 * serves as the lock: an append names the next number, and if two appends name the same number, the
 * second gets the lines that the first wrote. An action id, chosen by the author, makes retries
 * harmless: the action is applied once, and retrying with the same id returns the original result.
 *
 * Requests never block. They are queued, the store's threads do the work, and the answer comes as a
 * callback from store_deliver(), which the owner of the event loop calls when store_fd() is
 * readable. Every request is answered exactly once, by store_close() at the latest. A single writer
 * commits the queued writes in groups, so that those in a group share the cost of a sync. While the
 * database is unreachable or its disk is full, the store keeps retrying; a request that times out
 * is answered with STORE_UNAVAILABLE and can be retried with the same action id.
 *
 * A store is an SQLite file, for one server at a time, or a PostgreSQL database ("postgres://..."),
 * for many at once. */
#pragma once

#include "core/text.h"
#include "core/words.h"
#include "store/merkle.h"

enum {
    STORE_ID_MAX = 64, /* game and action ids, room codes: letters, digits, '-' and '_' */
    STORE_LINE_MAX = 8192 + 64,
    STORE_LINES_MAX = 256, /* per append */
    STORE_SETUP_MAX = 1 << 16,
    STORE_SEATS_MAX = 128, /* per append: every place at the largest table */
    STORE_SEALED_MAX = 1024,
    STORE_PAGE = 50000,    /* events per answer; also the most steps a table can have */
    STORE_LIST_MAX = 1000, /* games per answer */
    STORE_WHISPER_MAX = 7000,
    STORE_COMMITMENT_LETTERS = 64, /* hexadecimal digits */
    STORE_ENTRIES_MAX = 500,       /* entries of the list of commitments per answer */
};

struct store_options {
    int waiting_max;  /* unanswered requests; 0: 10,000 */
    size_t bytes_max; /* their total size; 0: 64 MB */
    int patience_ms;  /* how long a request may take before it times out; 0: 5,000 */
    int retry_ms;     /* pause between attempts; 0: 250 */
    int sweep_ms;     /* interval between checks of watched games; 0: 2,000 */
    int group_max;    /* requests per commit; 0: 512 */
    int page;         /* events per answer to a read; 0: STORE_PAGE */
    bool shared;      /* other servers may use the store, even if it is an SQLite file */
};

struct store_game {
    const char *id;
    int64_t created; /* all times are milliseconds since 1970, set by the caller */
    const char *rules, *setup;
    const char *code;               /* room code; NULL: none, or the game is over */
    struct span commitment, secret; /* for fair dice; the caller seals the secret */
    int64_t over;                   /* when it ended; 0: it has not */
    int64_t last;                   /* number of the last event; 0: none yet */
    int64_t used;                   /* time of the last event, or of creation; only in answers */
};

struct store_seat {
    int seat, person; /* from 0; partners are several people in one seat */
    const char *name;
    const char *bot;   /* level; NULL for people */
    struct span token; /* hash of the secret token; empty: nobody holds the seat */
    int64_t at;
};

struct store_event {
    const char *game;
    int64_t n;
    const char *action; /* NULL: another line of the same append */
    const char *line;
    int64_t at;
};

/* An entry of the list of commitments, numbered from 1 without gaps. */
struct store_entry {
    int64_t n;
    const char *words; /* "commit HEX MS", "revealed HEX MS" or "abandoned HEX MS" */
};

enum store_outcome {
    STORE_DONE,        /* anything written is durable */
    STORE_DUPLICATE,   /* this action was applied before; the events are the original ones */
    STORE_CONFLICT,    /* not done: number not next, room code taken, or game used too recently */
    STORE_ABSENT,      /* the game does not exist, or a new game has the id of a deleted one */
    STORE_REFUSED,     /* the database will not accept it; retrying does not help */
    STORE_UNAVAILABLE, /* no result in time; can be retried with the same action id */
};

/* The store owns all of this; it is valid until the callback returns. */
struct store_answer {
    enum store_outcome outcome;
    const char *words;              /* reason for a failure; "" if none */
    const struct store_game *games; /* a read returns one */
    int game_count;
    const struct store_seat *seats;
    int seat_count;
    /* A read: the events asked for. An append that is done, or was done before: the events written.
     * A conflict: the existing events, from the requested number. */
    const struct store_event *events;
    int event_count;
    const struct store_entry *entries; /* entries of the list of commitments */
    int entry_count;
    const struct merkle *tree; /* result of store_fold() */
    int64_t last;              /* number of the game's last event */
    bool more;                 /* there is more: ask again */
    int64_t bytes;             /* result of store_size() */
};

/* The callback for the answer. */
struct store_reply {
    void (*done)(void *arg, const struct store_answer *answer);
    void *arg;
};

struct store;

/* Opens a store and upgrades it to this version. Fails if its schema is from a later version,
 * or if another server has the file open and the store is not `shared`. */
struct store *store_open(const char *where, const struct store_options *options,
                         struct text *error);

int store_fd(const struct store *s); /* readable when there is something to deliver */
void store_deliver(struct store *s); /* runs the callbacks in this thread; they must not close s */

/* Accepts no more requests, finishes the rest without retries, and delivers all answers. */
void store_close(struct store *s);

/* Whether so much is waiting that no more requests are accepted for now. */
bool store_full(struct store *s);

/* Requests. The data is copied. If the store is full or closing, or the request is invalid, these
 * functions return false and set error, and there is no callback. Safe to call from any thread. */
bool store_create(struct store *s, const struct store_game *game, const struct store_seat *seats,
                  int seat_count, struct store_reply reply, struct text *error);

/* The meaning of an append's lines for the list of commitments. The store does not parse lines, so
 * the caller supplies it; the store itself tracks the current commitment of each game. */
enum store_note_kind {
    STORE_COMMITTED, /* to new dice; the current commitment, if any, is abandoned */
    STORE_REVEALED,  /* the secret of the current commitment */
};
struct store_note {
    enum store_note_kind kind;
    const char *commitment; /* STORE_COMMITTED: lowercase hexadecimal digits */
};

struct store_append {
    const char *game;
    int64_t first;      /* number of the first line: the last known number plus 1 */
    const char *action; /* not needed without lines */
    const char *const *lines;
    int line_count; /* 0: only seats or `over`; `first` is not checked */
    int64_t at;
    const struct store_seat *seats; /* replace those with the same seat and person */
    int seat_count;
    bool over;                      /* the game has ended; its room code becomes free */
    const struct store_note *notes; /* in the order of the lines */
    int note_count;
};
bool store_append(struct store *s, const struct store_append *append, struct store_reply reply,
                  struct text *error);

/* Deletes a game permanently, with its seats and events, if it was last used before `used_before`;
 * INT64_MAX: always. Nothing can be appended to it afterwards. Its room code becomes free, but its
 * id is never reused: receipts signed for it must not match another game. Its current commitment,
 * if any, is abandoned as of now. */
bool store_delete(struct store *s, const char *game, int64_t used_before, struct store_reply reply,
                  struct text *error);

/* Read a game with its seats: by its id, with the events after number `after`; or by its room code,
 * with all events. */
bool store_read(struct store *s, const char *game, int64_t after, struct store_reply reply,
                struct text *error);
bool store_read_room(struct store *s, const char *code, struct store_reply reply,
                     struct text *error);

/* Lists games in the order of their ids, after the id `behind` ("": from the first game). */
bool store_list(struct store *s, const char *behind, int limit, struct store_reply reply,
                struct text *error);

/* The list of commitments: entries after number `after`, at most STORE_ENTRIES_MAX. The list
 * outlives the games and does not name them. Entries are written together with the lines they are
 * about; on PostgreSQL they are numbered a moment later. */
bool store_entries(struct store *s, int64_t after, struct store_reply reply, struct text *error);

/* Adds the entries after tree->size to a tree, many at once and not in the delivering thread. The
 * answer contains the new tree; `more` is set if the tree does not cover the whole list yet. */
bool store_fold(struct store *s, const struct merkle *tree, struct store_reply reply,
                struct text *error);

/* Measures the disk space used by all games: `bytes` in the answer. SQLite does not count the space
 * left by deleted games, which it reuses; PostgreSQL counts it until VACUUM returns it to the
 * system. */
bool store_size(struct store *s, struct store_reply reply, struct text *error);

/* Follows a game: reports the events after number `after`, each once and in order, whichever node
 * wrote them. Events that this store wrote come before the answer to their append. To be called in
 * the delivering thread only. */
struct store_watch;
struct store_hearer {
    void (*heard)(void *arg, const struct store_event *events, int count);
    void *arg;
    void (*gone)(void *arg); /* the game was deleted, on any node; called once; may be NULL */
};
struct store_watch *store_watch(struct store *s, const char *game, int64_t after,
                                struct store_hearer hearer);
void store_unwatch(struct store *s, struct store_watch *watch); /* NULL is fine */

/* Transient messages between nodes, not worth storing: nobody waits for them, nothing is written,
 * and they may get lost. Returns false if the message is already lost, because it is too long, too
 * many are waiting, or the store is an SQLite file. */
bool store_whisper(struct store *s, const char *words); /* up to STORE_WHISPER_MAX bytes */
bool store_has_nodes(const struct store *s);            /* other nodes may be using the store */

/* Sets the callback through which store_deliver() passes on whispers from other nodes. `words` is
 * NULL if the connection is new and earlier whispers may have been missed. To be called before the
 * first store_deliver(). */
void store_on_whisper(struct store *s, void (*heard)(void *arg, const char *words), void *arg);

/* Whether the last read and the last write both succeeded; if not, `words` says why. Safe to call
 * from any thread. */
bool store_healthy(struct store *s, struct text *words);

struct store_counts {
    int waiting; /* unanswered requests */
    int watches;
    uint64_t groups, appends, events; /* committed */
    uint64_t deletions;
    uint64_t conflicts, duplicates, unavailable;
    uint64_t failures;  /* failed attempts */
    uint64_t heard;     /* notices from other nodes */
    uint64_t recovered; /* events of watched games that had to be read from the database */
};
void store_counts(struct store *s, struct store_counts *ret);
