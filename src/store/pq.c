#include "store/pq.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"

#define USED                                                                                       \
    "coalesce((SELECT greatest(created, at) FROM event WHERE event.game = id "                     \
    "ORDER BY n DESC LIMIT 1), created)"
#define GAME_COLUMNS(secret)                                                                       \
    "id, created, rules, setup, code, commitment, " secret ", over, "                              \
    "(SELECT max(n) FROM event WHERE event.game = id), " USED

#define IF_NEXT                                                                                    \
    "WHERE EXISTS (SELECT FROM game WHERE id = $1) "                                               \
    "AND $2::bigint = 1 + coalesce((SELECT max(n) FROM event WHERE game = $1), 0) "                \
    "AND NOT EXISTS (SELECT FROM event WHERE game = $1 AND action = $3)"

const char *const pq_statements[STATEMENTS] = {
    /* An append of one line; an append of several. */
    [ADD_EVENT] = "INSERT INTO event (game, n, action, line, at) "
                  "SELECT $1::text, $2::bigint, $3::text, $4::text, $5::bigint " IF_NEXT,
    [ADD_EVENTS] =
        "INSERT INTO event (game, n, action, line, at) "
        "SELECT $1::text, $2::bigint + i - 1, CASE WHEN i = 1 THEN $3::text END, line, $5::bigint "
        "FROM unnest($4::text[]) WITH ORDINALITY AS l (line, i) " IF_NEXT,
    /* Appends one line to each of many games, much faster than one by one. The conditions are
     * written so that each row is looked up by key, whatever size the planner assumes for the
     * tables. There may be at most one row per game, since the rows do not see each other. */
    [ADD_MANY] =
        "INSERT INTO event (game, n, action, line, at) "
        "SELECT a.game, a.n, a.action, a.line, a.at "
        "FROM unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::bigint[]) "
        "AS a (game, n, action, line, at) "
        "WHERE (SELECT true FROM game WHERE id = a.game) "
        "AND a.n = 1 + coalesce((SELECT max(e.n) FROM event e WHERE e.game = a.game), 0) "
        "AND (SELECT e.n FROM event e WHERE e.game = a.game AND e.action = a.action) IS NULL "
        "RETURNING game",
    [LAST_EVENT] = "SELECT (SELECT max(n) FROM event WHERE game = $1) FROM game WHERE id = $1",
    [FIND_ACTION] = "SELECT n FROM event WHERE game = $1 AND action = $2",
    [EVENTS_BEHIND] = "SELECT game, n, action, line, at FROM event WHERE game = $1 AND n > $2 "
                      "ORDER BY n LIMIT $3",
    [PUT_SEAT] = "INSERT INTO seat (game, seat, person, name, bot, token, at) "
                 "VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (game, seat, person) DO UPDATE "
                 "SET name = $4, bot = $5, token = $6, at = $7",
    [END_GAME] = "UPDATE game SET over = $2, code = NULL WHERE id = $1",
    /* Blocks appends until the transaction ends. */
    [HOLD_GAME] = "SELECT created FROM game WHERE id = $1 FOR UPDATE",
    [DELETE_GAME] = "DELETE FROM game WHERE id = $1 AND " USED " < $2 RETURNING created",
    [FIND_GAME] = "SELECT " GAME_COLUMNS("secret") " FROM game WHERE id = $1",
    [FIND_ROOM] = "SELECT " GAME_COLUMNS("secret") " FROM game WHERE code = $1",
    [ADD_GAME] = "INSERT INTO game (id, created, rules, setup, code, commitment, secret) "
                 "VALUES ($1, $2, $3, $4, $5, $6, $7)",
    [SEATS_OF] = "SELECT seat, person, name, bot, token, at FROM seat WHERE game = $1 "
                 "ORDER BY seat, person",
    [LIST_GAMES] = "SELECT " GAME_COLUMNS("NULL") " FROM game WHERE id > $1 ORDER BY id LIMIT $2",
    [CATCH_UP] = "SELECT e.game, e.n, e.action, e.line, e.at "
                 "FROM unnest($1::text[], $2::bigint[]) AS w (game, after), LATERAL "
                 "(SELECT * FROM event WHERE event.game = w.game AND n > w.after "
                 "ORDER BY n LIMIT $3) AS e UNION ALL "
                 "SELECT g.game COLLATE \"C\", 0, NULL, '', 0 FROM unnest($1::text[]) AS g (game) "
                 "WHERE (SELECT true FROM game WHERE id = g.game) IS NULL ORDER BY 1, 2",
    [SIZE] = "SELECT sum(pg_total_relation_size(name::regclass)) FROM unnest(ARRAY['game', 'seat', "
             "'event', 'commitment', 'commitment_pending', 'commitment_list', 'deleted']) AS name",
    [NOTIFY] = "SELECT pg_notify('" POSTGRES_CHANNEL "', words) FROM unnest($1::text[]) AS words",
    /* Ends the current commitment of a game and adds its fate to the list. */
    [END_AT_HAND] = "WITH ended AS (DELETE FROM commitment WHERE game = $1 RETURNING commitment) "
                    "INSERT INTO commitment_pending (entry) "
                    "SELECT concat($2::text, ' ', commitment, ' ', $3::bigint) FROM ended",
    [PUT_AT_HAND] = "WITH made AS (INSERT INTO commitment (game, commitment) VALUES ($1, $2)) "
                    "INSERT INTO commitment_pending (entry) VALUES ($3)",
    [READ_LIST] = "SELECT n, entry FROM commitment_list WHERE n > $1::bigint ORDER BY n "
                  "LIMIT $2::bigint",
    [ADD_DELETED] = "INSERT INTO deleted (hash) VALUES ($1) ON CONFLICT DO NOTHING",
    [FIND_DELETED] = "SELECT 1 FROM deleted WHERE hash = $1",
};

#define NAME(name) #name
const char *const pq_names[STATEMENTS] = {PQ_STATEMENTS(NAME)};

/* Classifies a server error. */
static enum link_result meaning(const PGconn *c, const PGresult *result) {
    const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    if (PQstatus(c) != CONNECTION_OK || !state)
        return LINK_LOST;
    if (!strcmp(state, "23505") || !strcmp(state, "40001") || !strcmp(state, "40P01"))
        return LINK_AGAIN; /* another node was faster */
    if (!strcmp(state, "23503"))
        return LINK_AGAIN; /* another node has just deleted the game */
    if (!strncmp(state, "22", 2) || !strncmp(state, "23", 2) || !strncmp(state, "54", 2))
        return LINK_REFUSED;
    if (!strncmp(state, "53", 2) || !strcmp(state, "55P03") || !strcmp(state, "57014"))
        return LINK_AWAY; /* out of disk space or another resource, or timed out */
    return LINK_LOST;
}

PGresult *pq_checked(struct link *k, PGresult *result, enum postgres_task task,
                     struct text *error) {
    ExecStatusType status = PQresultStatus(result);
    if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK)
        return result;
    k->failed = meaning(k->c, result);
    postgres_explain(k->c, task, error);
    PQclear(result);
    return NULL;
}

bool pq_run(struct link *k, const char *sql, struct text *error) {
    PGresult *result =
        pq_checked(k, postgres_answer(k->c, PQsendQuery(k->c, sql)), POSTGRES_TO_USE, error);
    PQclear(result);
    return result;
}

void pq_put_text(struct pq_values *v, const char *s) { /* NULL becomes SQL NULL */
    v->at[v->n++] = s;
}

void pq_put_int(struct pq_values *v, int64_t number) {
    text_add(TEXT_OVER(v->numbers[v->n]), "%lld", (long long)number);
    v->at[v->n] = v->numbers[v->n];
    v->n++;
}

void pq_put_made(struct pq_values *v, struct text *t) {
    v->made[v->n] = t->data;
    v->at[v->n++] = t->data;
}

void pq_put_span(struct pq_values *v, struct span s) { /* empty becomes SQL NULL */
    if (!s.len) {
        pq_put_text(v, NULL);
        return;
    }
    struct text t = text_on_heap();
    text_put(&t, "\\x");
    for (size_t i = 0; i < s.len; i++)
        text_add(&t, "%02x", (unsigned char)s.at[i]);
    pq_put_made(v, &t);
}

void pq_add_line(struct text *array, const char *line) {
    text_put(array, array->len ? ",\"" : "{\"");
    for (size_t plain; *line; line += plain + (line[plain] != '\0')) {
        plain = strcspn(line, "\"\\");
        text_put_n(array, line, plain);
        if (line[plain]) {
            text_put(array, "\\");
            text_put_n(array, line + plain, 1);
        }
    }
    text_put(array, "\"");
}

void pq_put_lines(struct pq_values *v, const char *const *lines, int count) {
    struct text t = text_on_heap();
    for (int i = 0; i < count; i++)
        pq_add_line(&t, lines[i]);
    text_put(&t, "}");
    pq_put_made(v, &t);
}

void pq_values_free(struct pq_values *v) {
    for (int i = 0; i < v->n; i++)
        free(v->made[i]);
}

PGresult *pq_ask(struct link *k, enum pq_statement which, struct pq_values *v, struct text *error) {
    int asked = PQsendQueryPrepared(k->c, pq_names[which], v->n, v->at, NULL, NULL, 0);
    pq_values_free(v);
    return pq_checked(k, postgres_answer(k->c, asked), POSTGRES_TO_USE, error);
}

bool pq_do(struct link *k, enum pq_statement which, struct pq_values *v, struct text *error) {
    PGresult *result = pq_ask(k, which, v, error);
    PQclear(result);
    return result;
}

int pq_find(struct link *k, enum pq_statement which, const char *a, const char *b, int64_t *ret,
            struct text *error) {
    struct pq_values v = {.n = 0};
    pq_put_text(&v, a);
    if (b)
        pq_put_text(&v, b);
    PGresult *result = pq_ask(k, which, &v, error);
    if (!result)
        return -1;
    int rows = PQntuples(result);
    if (rows && ret)
        *ret = PQgetisnull(result, 0, 0) ? 0 : strtoll(PQgetvalue(result, 0, 0), NULL, 10);
    PQclear(result);
    return rows > 0;
}

enum link_result pq_give_up(struct link *k, struct text *error) {
    enum link_result failed = k->failed;
    bool begun = failed != LINK_LOST && PQtransactionStatus(k->c) != PQTRANS_IDLE;
    return begun && !pq_run(k, "ROLLBACK", error) ? LINK_LOST : failed;
}

const char *pq_text_at(struct request *r, const PGresult *result, int row, int column) {
    return PQgetisnull(result, row, column) ? NULL
                                            : request_string(r, PQgetvalue(result, row, column));
}

int64_t pq_int_at(const PGresult *result, int row, int column) {
    return strtoll(PQgetvalue(result, row, column), NULL, 10); /* NULL reads as "", hence 0 */
}

struct span pq_span_at(struct request *r, const PGresult *result, int row, int column) {
    size_t len = 0;
    unsigned char *bytes =
        must(PQunescapeBytea((const unsigned char *)PQgetvalue(result, row, column), &len));
    struct span s = request_span(r, (struct span){(const char *)bytes, len});
    PQfreemem(bytes);
    return s;
}
