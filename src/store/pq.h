/* pq: prepared statements for PostgreSQL, and their results. */
#pragma once

#include "store/link.h"
#include "store/postgres.h"

#define PQ_STATEMENTS(EACH)                                                                        \
    EACH(ADD_EVENT), EACH(ADD_EVENTS), EACH(ADD_MANY), EACH(LAST_EVENT), EACH(FIND_ACTION),        \
        EACH(EVENTS_BEHIND), EACH(PUT_SEAT), EACH(END_GAME), EACH(HOLD_GAME), EACH(DELETE_GAME),   \
        EACH(FIND_GAME), EACH(FIND_ROOM), EACH(ADD_GAME), EACH(SEATS_OF), EACH(LIST_GAMES),        \
        EACH(CATCH_UP), EACH(NOTIFY), EACH(END_AT_HAND), EACH(PUT_AT_HAND), EACH(READ_LIST),       \
        EACH(SIZE), EACH(ADD_DELETED), EACH(FIND_DELETED)
#define PQ_ITSELF(name) name
enum pq_statement { PQ_STATEMENTS(PQ_ITSELF), STATEMENTS };

/* The SQL of each statement, and the name under which it is prepared. */
extern const char *const pq_statements[STATEMENTS], *const pq_names[STATEMENTS];

struct link {
    PGconn *c;
    PGconn *notifier; /* NULL: opened when first needed */
    char *where;
    enum link_result failed; /* meaning of the last error */
};

enum { PARAMETERS_MAX = 7 };

/* The parameters of a statement, in order, as text. */
struct pq_values {
    const char *at[PARAMETERS_MAX];
    char *made[PARAMETERS_MAX];
    char numbers[PARAMETERS_MAX][24];
    int n;
};

void pq_put_text(struct pq_values *v, const char *s); /* NULL becomes SQL NULL */
void pq_put_int(struct pq_values *v, int64_t number);
void pq_put_span(struct pq_values *v, struct span s);  /* empty becomes SQL NULL */
void pq_put_made(struct pq_values *v, struct text *t); /* takes ownership of t->data */
void pq_put_lines(struct pq_values *v, const char *const *lines, int count); /* as an array */
void pq_add_line(struct text *array, const char *line); /* adds one line; the array stays open */
void pq_values_free(struct pq_values *v);

/* The result if it is good; otherwise NULL, and k->failed says what the error means. */
PGresult *pq_checked(struct link *k, PGresult *result, enum postgres_task task, struct text *error);

bool pq_run(struct link *k, const char *sql, struct text *error);

/* Both functions free the values. */
PGresult *pq_ask(struct link *k, enum pq_statement which, struct pq_values *v, struct text *error);
bool pq_do(struct link *k, enum pq_statement which, struct pq_values *v, struct text *error);

/* 1: a row was found, and its first number is in *ret; 0: there is none; -1: error. */
int pq_find(struct link *k, enum pq_statement which, const char *a, const char *b, int64_t *ret,
            struct text *error);

/* Rolls back after a failure; returns what the failure means. */
enum link_result pq_give_up(struct link *k, struct text *error);

const char *pq_text_at(struct request *r, const PGresult *result, int row, int column);
int64_t pq_int_at(const PGresult *result, int row, int column);
struct span pq_span_at(struct request *r, const PGresult *result, int row, int column);

/* Reads the events after number `after` or, if `own` is set, only those of the append that begins
 * right after it. */
bool pq_read_events(struct link *k, struct request *r, const char *game, int64_t after, int limit,
                    bool own, struct text *error);

/* The list of commitments; see sqlite_list.h. */
bool pq_list_note(struct link *k, const struct store_append *a, struct text *error);
bool pq_list_delete(struct link *k, const char *game, int64_t at, struct text *error);
int pq_list_deleted(struct link *k, const char *game, struct text *error); /* like pq_find() */
bool pq_list_read(struct link *k, struct request *r, struct text *error);

/* See struct link_kind. */
enum link_result pq_list_number(struct link *k, struct text *error);
enum link_result pq_read(struct link *k, struct request *r, struct text *error);
