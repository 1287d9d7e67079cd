/* stores: helpers for tests of both kinds of store. Each fails the running test if it cannot do its
 * job. */
#ifndef YARD_TESTS_STORES_H
#define YARD_TESTS_STORES_H

#include "check.h"
#include "store/store.h"

enum { PATIENCE_MS = 60000 };

extern const char *address; /* address of PostgreSQL; NULL for SQLite */
extern char where[256];     /* the store of the running claim */

/* A claim that starts with an empty store. The program is run as PROGRAM [postgres://...]; without
 * an address it uses SQLite in a temporary folder. */
#define STORE_CLAIM(name) CLAIM_WITH(name, empty_store, NULL)
int empty_store(void **state);

/* These bypass the store, as another program would. */
int count_rows(const char *from); /* "event WHERE game = 'g'" */
void run_postgres(const char *sql);
void run_sqlite(const char *sql);
void run_sql(const char *sql);

struct store *open_with(const struct store_options *options);
struct store *open_store(void);        /* sweeps often */
void deliver(struct store *s, int ms); /* waits up to ms for something to deliver */
void must(bool queued, const char *words);

/* A copy of an answer, for inspection. */
struct heard {
    int answers;
    enum store_outcome outcome;
    char words[512], lines[1024], games[256], seats[256], setup[256], code[80];
    int64_t last, over, used;
    int events;
    bool more;
    char commitment[64], secret[64];
    size_t commitment_len, secret_len;
};

/* The callback that fills in a struct heard. */
void note(void *arg, const struct store_answer *a);
void await(struct store *s, struct heard *h, int answers);

/* These wait for their answers. */
struct heard create(struct store *s, const char *id, const char *code);
struct heard append_all(struct store *s, const struct store_append *a);
struct heard append(struct store *s, const char *game, int64_t first, const char *action,
                    const char *line);
struct heard delete_game(struct store *s, const char *game, int64_t used_before);
struct heard read_game(struct store *s, const char *game, int64_t after);

#endif
