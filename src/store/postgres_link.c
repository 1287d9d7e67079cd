/* PostgreSQL: many nodes write at once, and the key (game, n) decides between them. A statement
 * looks whether its number is next and inserts; where another node has done the same at the same
 * moment, the key is violated, the whole group is rolled back and tried again, and the second look
 * sees what the other wrote.
 *
 * A group goes over in one message: BEGIN, an INSERT for each append, COMMIT. Notices are sent
 * behind the commit by a connection of their own, as a notice within the transaction would hold a
 * lock of the whole database while the disk is synced. */
#include <stdlib.h>
#include <string.h>

#include "store/link.h"
#include "store/postgres.h"
#include "store/schema.h"

enum { PARAMETERS_MAX = 7, NOTICE_BYTES = 7000 /* PostgreSQL takes 8000 in one */ };

enum statement {
    ADD_EVENT, /* most appends have one line, and this is the faster by an eighth */
    ADD_EVENTS,
    LAST_EVENT,
    FIND_ACTION,
    EVENTS_BEHIND,
    PUT_SEAT,
    END_GAME,
    FIND_GAME,
    FIND_ROOM,
    ADD_GAME,
    SEATS_OF,
    LIST_GAMES,
    CATCH_UP,
    NOTIFY,
    STATEMENTS,
};

#define GAME_COLUMNS(secret)                                                                       \
    "id, created, rules, setup, code, commitment, " secret ", over, "                              \
    "(SELECT max(n) FROM event WHERE event.game = id)"

#define IF_NEXT                                                                                    \
    "WHERE EXISTS (SELECT FROM game WHERE id = $1) "                                               \
    "AND $2::bigint = 1 + coalesce((SELECT max(n) FROM event WHERE game = $1), 0) "                \
    "AND NOT EXISTS (SELECT FROM event WHERE game = $1 AND action = $3)"

static const char *const statements[STATEMENTS] = {
    [ADD_EVENT] = "INSERT INTO event (game, n, action, line, at) "
                  "SELECT $1::text, $2::bigint, $3::text, $4::text, $5::bigint " IF_NEXT,
    [ADD_EVENTS] =
        "INSERT INTO event (game, n, action, line, at) "
        "SELECT $1::text, $2::bigint + i - 1, CASE WHEN i = 1 THEN $3::text END, line, $5::bigint "
        "FROM unnest($4::text[]) WITH ORDINALITY AS l (line, i) " IF_NEXT,
    [LAST_EVENT] = "SELECT (SELECT max(n) FROM event WHERE game = $1) FROM game WHERE id = $1",
    [FIND_ACTION] = "SELECT n FROM event WHERE game = $1 AND action = $2",
    [EVENTS_BEHIND] = "SELECT game, n, action, line, at FROM event WHERE game = $1 AND n > $2 "
                      "ORDER BY n LIMIT $3",
    [PUT_SEAT] = "INSERT INTO seat (game, seat, person, name, bot, token, at) "
                 "VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (game, seat, person) DO UPDATE "
                 "SET name = $4, bot = $5, token = $6, at = $7",
    [END_GAME] = "UPDATE game SET over = $2, code = NULL WHERE id = $1",
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
                 "ORDER BY n LIMIT $3) AS e ORDER BY e.game, e.n",
    [NOTIFY] = "SELECT pg_notify('" POSTGRES_CHANNEL "', words) FROM unnest($1::text[]) AS words",
};

static const char *const names[STATEMENTS] = {
    [ADD_EVENT] = "add_event",         [ADD_EVENTS] = "add_events",
    [LAST_EVENT] = "last_event",       [FIND_ACTION] = "find_action",
    [EVENTS_BEHIND] = "events_behind", [PUT_SEAT] = "put_seat",
    [END_GAME] = "end_game",           [FIND_GAME] = "find_game",
    [FIND_ROOM] = "find_room",         [ADD_GAME] = "add_game",
    [SEATS_OF] = "seats_of",           [LIST_GAMES] = "list_games",
    [CATCH_UP] = "catch_up",           [NOTIFY] = "notify",
};

struct link {
    PGconn *c;
    PGconn *notifier; /* NULL: to be opened when there is something to say */
    char *where;
    enum link_result failed; /* what the last error means */
};

/* Words that grow; what does not fit ends the program, as memory does everywhere. */
static void grow(struct text *t, size_t size) {
    char *wider = realloc(t->data, size * 2);
    if (!wider)
        abort();
    t->data = wider;
    t->size = size * 2;
}

static struct text growing(void) {
    struct text t = {.grow = grow};
    grow(&t, 256);
    t.data[0] = '\0';
    return t;
}

static void close_link(struct link *k) {
    PQfinish(k->c);
    PQfinish(k->notifier);
    free(k->where);
    free(k);
}

/* What an error of the server means for the group. */
static enum link_result meaning(const PGconn *c, const PGresult *result) {
    const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    if (PQstatus(c) != CONNECTION_OK || !state)
        return LINK_LOST;
    if (!strcmp(state, "23505") || !strcmp(state, "40001") || !strcmp(state, "40P01"))
        return LINK_AGAIN; /* another node was faster */
    if (!strncmp(state, "22", 2) || !strncmp(state, "23", 2) || !strncmp(state, "54", 2))
        return LINK_REFUSED;
    if (!strncmp(state, "53", 2) || !strcmp(state, "55P03") || !strcmp(state, "57014"))
        return LINK_AWAY; /* disk full, or a lock that is held for long */
    return LINK_LOST;
}

/* The result if it is a good one; else NULL, and what that means is in `failed`. */
static PGresult *checked(struct link *k, PGresult *result, const char *doing, struct text *error) {
    ExecStatusType status = PQresultStatus(result);
    if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK)
        return result;
    k->failed = meaning(k->c, result);
    postgres_explain(k->c, doing, error);
    PQclear(result);
    return NULL;
}

static bool run(struct link *k, const char *sql, struct text *error) {
    PGresult *result = checked(k, PQexec(k->c, sql), "use", error);
    PQclear(result);
    return result;
}

/* The parameters of a statement, from 1 on, as text. */
struct values {
    const char *at[PARAMETERS_MAX];
    char *made[PARAMETERS_MAX];
    char numbers[PARAMETERS_MAX][24];
    int n;
};

static void put_text(struct values *v, const char *s) { /* NULL is NULL */
    v->at[v->n++] = s;
}

static void put_int(struct values *v, int64_t number) {
    struct text t = TEXT_IN(v->numbers[v->n]);
    text_add(&t, "%lld", (long long)number);
    v->at[v->n] = v->numbers[v->n];
    v->n++;
}

static void put_made(struct values *v, struct text *t) {
    v->made[v->n] = t->data;
    v->at[v->n++] = t->data;
}

static void put_span(struct values *v, struct span s) { /* empty is NULL */
    if (!s.len) {
        put_text(v, NULL);
        return;
    }
    struct text t = growing();
    text_put(&t, "\\x");
    for (size_t i = 0; i < s.len; i++)
        text_add(&t, "%02x", (unsigned char)s.at[i]);
    put_made(v, &t);
}

static void put_lines(struct values *v, const char *const *lines, int count) {
    struct text t = growing();
    for (int i = 0; i < count; i++) {
        text_put(&t, i ? ",\"" : "{\"");
        for (const char *p = lines[i]; *p; p++) {
            if (*p == '"' || *p == '\\')
                text_put(&t, "\\");
            text_put_n(&t, p, 1);
        }
        text_put(&t, "\"");
    }
    text_put(&t, "}");
    put_made(v, &t);
}

static void values_free(struct values *v) {
    for (int i = 0; i < v->n; i++)
        free(v->made[i]);
}

static PGresult *ask(struct link *k, enum statement which, struct values *v, struct text *error) {
    PGresult *result = PQexecPrepared(k->c, names[which], v->n, v->at, NULL, NULL, 0);
    values_free(v);
    return checked(k, result, "use", error);
}

static bool do_it(struct link *k, enum statement which, struct values *v, struct text *error) {
    PGresult *result = ask(k, which, v, error);
    PQclear(result);
    return result;
}

/* 1: there is a row, whose first number is put into ret; 0: there is none; -1: an error. */
static int find(struct link *k, enum statement which, const char *a, const char *b, int64_t *ret,
                struct text *error) {
    struct values v = {.n = 0};
    put_text(&v, a);
    if (b)
        put_text(&v, b);
    PGresult *result = ask(k, which, &v, error);
    if (!result)
        return -1;
    int rows = PQntuples(result);
    if (rows && ret)
        *ret = PQgetisnull(result, 0, 0) ? 0 : strtoll(PQgetvalue(result, 0, 0), NULL, 10);
    PQclear(result);
    return rows > 0;
}

/* Of a store that another version may have made. */
static bool find_version(struct link *k, int *ret, struct text *error) {
    PGresult *result =
        checked(k, PQexec(k->c, "SELECT max(version) FROM schema"), "find a store in", error);
    if (!result)
        return false;
    *ret = atoi(PQgetvalue(result, 0, 0)); /* 0: there is none yet */
    PQclear(result);
    return schema_known("the database", *ret, error);
}

static bool is_current(struct link *k, struct text *error) {
    int version;
    if (!find_version(k, &version, error))
        return false;
    if (version < SCHEMA_VERSION)
        text_add(error,
                 "the database has tables of an older version (%d): start the server on it "
                 "once",
                 version);
    return version == SCHEMA_VERSION;
}

static bool migrate(struct link *k, struct text *error) {
    int version;
    /* Of several nodes that start at once, one does it and the others wait. */
    if (!run(k,
             "BEGIN; SELECT pg_advisory_xact_lock(1499558500);"
             "CREATE SCHEMA IF NOT EXISTS yard;"
             "CREATE TABLE IF NOT EXISTS yard.schema (version integer NOT NULL)",
             error) ||
        !find_version(k, &version, error))
        return false;
    if (version == SCHEMA_VERSION)
        return run(k, "COMMIT", error);
    for (; version < SCHEMA_VERSION; version++) {
        if (!run(k, postgres_steps[version], error))
            return false;
    }
    char sql[128];
    struct text t = TEXT_IN(sql);
    text_add(&t, "DELETE FROM schema; INSERT INTO schema VALUES (%d); COMMIT", SCHEMA_VERSION);
    return run(k, sql, error);
}

static bool prepare(struct link *k, struct text *error) {
    for (int i = 0; i < STATEMENTS; i++) {
        PGresult *result =
            checked(k, PQprepare(k->c, names[i], statements[i], 0, NULL), "prepare", error);
        PQclear(result);
        if (!result)
            return false;
    }
    return true;
}

static struct link *open_link(const char *where, enum link_use use, struct text *error) {
    struct link *k = calloc(1, sizeof *k);
    if (!k || !(k->where = strdup(where)))
        abort();
    k->c = postgres_connect(where, use == LINK_READ ? POSTGRES_READ : POSTGRES_WRITE, error);
    if (k->c && (use == LINK_READ ? is_current(k, error) : migrate(k, error)) && prepare(k, error))
        return k;
    close_link(k);
    return NULL;
}

static const char *text_at(struct request *r, const PGresult *result, int row, int column) {
    return PQgetisnull(result, row, column) ? NULL
                                            : request_string(r, PQgetvalue(result, row, column));
}

static int64_t int_at(const PGresult *result, int row, int column) {
    return strtoll(PQgetvalue(result, row, column), NULL, 10); /* NULL is "" here, and 0 */
}

static struct span span_at(struct request *r, const PGresult *result, int row, int column) {
    size_t len = 0;
    unsigned char *bytes =
        PQunescapeBytea((const unsigned char *)PQgetvalue(result, row, column), &len);
    if (!bytes)
        abort();
    struct span s = request_span(r, (struct span){(const char *)bytes, len});
    PQfreemem(bytes);
    return s;
}

static void take_events(struct request *r, const PGresult *result, bool own) {
    for (int i = 0; i < PQntuples(result); i++) {
        if (own && i && !PQgetisnull(result, i, 2))
            break;
        *request_event(r) = (struct store_event){.game = text_at(r, result, i, 0),
                                                 .n = int_at(result, i, 1),
                                                 .action = text_at(r, result, i, 2),
                                                 .line = text_at(r, result, i, 3),
                                                 .at = int_at(result, i, 4)};
    }
}

/* The events behind a number, or with `own` those of the one append that begins there. */
static bool read_events(struct link *k, struct request *r, const char *game, int64_t after,
                        int limit, bool own, struct text *error) {
    struct values v = {.n = 0};
    put_text(&v, game);
    put_int(&v, after);
    put_int(&v, limit);
    PGresult *result = ask(k, EVENTS_BEHIND, &v, error);
    if (!result)
        return false;
    take_events(r, result, own);
    r->answer.more = PQntuples(result) == limit;
    PQclear(result);
    return true;
}

/* Why an append was not written. */
static bool explain_loss(struct link *k, struct request *r, struct text *error) {
    const struct store_append *a = &r->append;
    int64_t last = 0, before = 0;
    int found = find(k, LAST_EVENT, a->game, NULL, &last, error);
    if (!found)
        request_say(r, STORE_ABSENT, "there is no game %s", a->game);
    if (found != 1)
        return !found;
    found = find(k, FIND_ACTION, a->game, a->action, &before, error);
    if (found < 0 || !read_events(k, r, a->game, (found ? before : a->first) - 1, STORE_LINES_MAX,
                                  found == 1, error))
        return false;
    r->answer.last = last;
    request_found(r, found == 1);
    return true;
}

static enum statement put_append(struct values *v, const struct store_append *a) {
    put_text(v, a->game);
    put_int(v, a->first);
    put_text(v, a->action);
    if (a->line_count == 1)
        put_text(v, a->lines[0]);
    else
        put_lines(v, a->lines, a->line_count);
    put_int(v, a->at);
    return a->line_count == 1 ? ADD_EVENT : ADD_EVENTS;
}

static void note_written(struct request *r, const PGresult *result) {
    r->lost = PQcmdTuples((PGresult *)result)[0] == '0';
    if (!r->lost)
        request_written(r);
}

static bool put_seats(struct link *k, struct request *r, const char *game, struct text *error) {
    for (int i = 0; i < r->append.seat_count; i++) {
        const struct store_seat *p = &r->append.seats[i];
        struct values v = {.n = 0};
        put_text(&v, game);
        put_int(&v, p->seat);
        put_int(&v, p->person);
        put_text(&v, p->name);
        put_text(&v, p->bot);
        put_span(&v, p->token);
        put_int(&v, p->at);
        if (!do_it(k, PUT_SEAT, &v, error))
            return false;
    }
    return true;
}

static bool create(struct link *k, struct request *r, struct text *error) {
    const struct store_game *g = &r->game;
    int found = find(k, FIND_GAME, g->id, NULL, NULL, error);
    if (found == 1 && !r->tried)
        request_say(r, STORE_DUPLICATE, "game %s has been made before", g->id);
    if (found)
        return found == 1;
    found = g->code ? find(k, FIND_ROOM, g->code, NULL, NULL, error) : 0;
    if (found == 1)
        request_say(r, STORE_CONFLICT, "room code %s is taken", g->code);
    if (found)
        return found == 1;
    struct values v = {.n = 0};
    put_text(&v, g->id);
    put_int(&v, g->created);
    put_text(&v, g->rules);
    put_text(&v, g->setup);
    put_text(&v, g->code);
    put_span(&v, g->commitment);
    put_span(&v, g->secret);
    return do_it(k, ADD_GAME, &v, error) && put_seats(k, r, g->id, error);
}

/* An append that changes more than events. */
static bool append(struct link *k, struct request *r, struct text *error) {
    const struct store_append *a = &r->append;
    struct values v = {.n = 0};
    if (a->line_count) {
        enum statement which = put_append(&v, a);
        PGresult *result = ask(k, which, &v, error);
        if (!result)
            return false;
        note_written(r, result);
        PQclear(result);
    } else {
        int64_t last = 0;
        int found = find(k, LAST_EVENT, a->game, NULL, &last, error);
        if (!found)
            request_say(r, STORE_ABSENT, "there is no game %s", a->game);
        if (found != 1)
            return !found;
        r->answer.last = last;
    }
    if (r->lost)
        return true;
    v = (struct values){.n = 0};
    put_text(&v, a->game);
    put_int(&v, a->at);
    return put_seats(k, r, a->game, error) && (!a->over || do_it(k, END_GAME, &v, error));
}

/* One that goes over with others in one message. */
static bool is_plain(const struct request *r) {
    return r->kind == REQUEST_APPEND && r->append.line_count && !r->append.seat_count &&
           !r->append.over;
}

static bool send_all(struct link *k, struct request **list, int count, bool end) {
    bool good = true;
    for (int i = 0; i < count && good; i++) {
        struct values v = {.n = 0};
        enum statement which = put_append(&v, &list[i]->append);
        good = PQsendQueryPrepared(k->c, names[which], v.n, v.at, NULL, NULL, 0);
        values_free(&v);
    }
    if (good && end)
        good = PQsendQueryParams(k->c, "COMMIT", 0, NULL, NULL, NULL, NULL, 0);
    return good && PQpipelineSync(k->c);
}

/* Plain appends in one message, with COMMIT behind them when they are the end of the group. */
static bool pipeline(struct link *k, struct request **list, int count, bool begin, bool end,
                     struct text *error) {
    bool good = PQenterPipelineMode(k->c) &&
                (!begin || PQsendQueryParams(k->c, "BEGIN", 0, NULL, NULL, NULL, NULL, 0)) &&
                send_all(k, list, count, end);
    if (!good) {
        k->failed = LINK_LOST;
        postgres_explain(k->c, "write to", error);
        return false;
    }
    for (int i = begin ? -1 : 0; i < count + end; i++) {
        PGresult *result = PQgetResult(k->c);
        if (good) { /* behind the first error there are only echoes of it */
            result = checked(k, result, "write to", error);
            good = result;
        }
        if (good && i >= 0 && i < count)
            note_written(list[i], result);
        PQclear(result);
        if (PQstatus(k->c) != CONNECTION_OK)
            return false;
        PQclear(PQgetResult(k->c)); /* NULL, between two of them */
    }
    PQclear(PQgetResult(k->c)); /* the end of the message */
    if (PQexitPipelineMode(k->c) == 1)
        return good;
    k->failed = LINK_LOST;
    if (good)
        postgres_explain(k->c, "write to", error);
    return false;
}

static const char *game_of(const struct request *r) {
    return r->kind == REQUEST_CREATE ? r->game.id : r->append.game;
}

/* By game, so that two nodes that write the same games wait for each other in the same order; of
 * one game in the order of asking. */
static int by_game(const void *a, const void *b) {
    const struct request *x = *(struct request *const *)a, *y = *(struct request *const *)b;
    int order = strcmp(game_of(x), game_of(y));
    return order ? order : x->place < y->place ? -1 : 1;
}

static bool write_all(struct link *k, struct request **list, int count, struct text *error) {
    bool begun = false, ended = false;
    for (int from = 0, to; from < count; from = to) {
        for (to = from; to < count && is_plain(list[to]); to++)
            ;
        if (to > from) {
            ended = to == count;
            if (!pipeline(k, list + from, to - from, !begun, ended, error))
                return false;
        } else {
            struct request *r = list[to++];
            if ((!begun && !run(k, "BEGIN", error)) ||
                !(r->kind == REQUEST_CREATE ? create(k, r, error) : append(k, r, error)))
                return false;
        }
        begun = true;
    }
    return ended || run(k, "COMMIT", error);
}

static enum link_result commit(struct link *k, struct request *group, struct text *error) {
    int count = 0;
    for (struct request *r = group; r; r = r->next) {
        request_reset(r);
        r->lost = false;
        r->place = count++;
    }
    struct request **list = calloc((size_t)count, sizeof *list);
    if (!list)
        abort();
    for (struct request *r = group; r; r = r->next)
        list[r->place] = r;
    qsort(list, (size_t)count, sizeof *list, by_game);
    bool good = write_all(k, list, count, error);
    for (int i = 0; i < count && good; i++)
        good = !list[i]->lost || explain_loss(k, list[i], error);
    free(list);
    if (good)
        return LINK_DONE;
    enum link_result failed = k->failed;
    if (failed != LINK_LOST && PQtransactionStatus(k->c) != PQTRANS_IDLE &&
        !run(k, "ROLLBACK", error))
        failed = LINK_LOST;
    return failed;
}

static bool read_games(struct link *k, struct request *r, struct text *error) {
    static const enum statement which[] = {
        [REQUEST_READ] = FIND_GAME, [REQUEST_READ_ROOM] = FIND_ROOM, [REQUEST_LIST] = LIST_GAMES};
    struct values v = {.n = 0};
    put_text(&v, r->key);
    if (r->kind == REQUEST_LIST)
        put_int(&v, r->limit);
    PGresult *result = ask(k, which[r->kind], &v, error);
    if (!result)
        return false;
    for (int i = 0; i < PQntuples(result); i++)
        *request_game(r) = (struct store_game){.id = text_at(r, result, i, 0),
                                               .created = int_at(result, i, 1),
                                               .rules = text_at(r, result, i, 2),
                                               .setup = text_at(r, result, i, 3),
                                               .code = text_at(r, result, i, 4),
                                               .commitment = span_at(r, result, i, 5),
                                               .secret = span_at(r, result, i, 6),
                                               .over = int_at(result, i, 7),
                                               .last = int_at(result, i, 8)};
    PQclear(result);
    return true;
}

static bool read_seats(struct link *k, struct request *r, const char *game, struct text *error) {
    struct values v = {.n = 0};
    put_text(&v, game);
    PGresult *result = ask(k, SEATS_OF, &v, error);
    if (!result)
        return false;
    for (int i = 0; i < PQntuples(result); i++)
        *request_seat(r) = (struct store_seat){.seat = (int)int_at(result, i, 0),
                                               .person = (int)int_at(result, i, 1),
                                               .name = text_at(r, result, i, 2),
                                               .bot = text_at(r, result, i, 3),
                                               .token = span_at(r, result, i, 4),
                                               .at = int_at(result, i, 5)};
    PQclear(result);
    return true;
}

static bool read_whole(struct link *k, struct request *r, struct text *error) {
    if (!run(k, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", error) ||
        !read_games(k, r, error))
        return false;
    if (!r->answer.game_count) {
        request_say(r, STORE_ABSENT, "there is no %s %s", r->kind == REQUEST_READ ? "game" : "room",
                    r->key);
        return run(k, "COMMIT", error);
    }
    const char *game = r->answer.games[0].id;
    r->answer.last = r->answer.games[0].last;
    return read_seats(k, r, game, error) &&
           read_events(k, r, game, r->after, STORE_PAGE, false, error) && run(k, "COMMIT", error);
}

static bool catch_up(struct link *k, struct request *r, struct text *error) {
    struct values v = {.n = 0};
    struct text games = growing(), afters = growing();
    for (int i = 0; i < r->place_count; i++) { /* ids need no quotes */
        text_add(&games, "%c%s", i ? ',' : '{', r->places[i].game);
        text_add(&afters, "%c%lld", i ? ',' : '{', (long long)r->places[i].after);
    }
    text_put(&games, "}");
    text_put(&afters, "}");
    put_made(&v, &games);
    put_made(&v, &afters);
    put_int(&v, r->limit);
    PGresult *result = ask(k, CATCH_UP, &v, error);
    if (!result)
        return false;
    take_events(r, result, false);
    PQclear(result);
    return true;
}

static enum link_result read_link(struct link *k, struct request *r, struct text *error) {
    bool good;
    request_reset(r);
    if (r->kind == REQUEST_CATCH_UP)
        good = catch_up(k, r, error);
    else if (r->kind == REQUEST_LIST)
        good = read_games(k, r, error);
    else
        good = read_whole(k, r, error);
    if (good && r->kind == REQUEST_LIST)
        r->answer.more = r->answer.game_count == r->limit;
    if (good)
        return LINK_DONE;
    enum link_result failed = k->failed;
    if (failed != LINK_LOST && PQtransactionStatus(k->c) != PQTRANS_IDLE &&
        !run(k, "ROLLBACK", error))
        failed = LINK_LOST;
    return failed;
}

/* The last event of each append: an array of texts for pg_notify(), as few as hold them all. */
static char *notice(const struct request *group) {
    struct text t = growing();
    size_t begun = 0;
    for (const struct request *r = group; r; r = r->next) {
        if (r->kind != REQUEST_APPEND || r->answer.outcome != STORE_DONE || !r->append.line_count)
            continue;
        if (begun && t.len - begun > NOTICE_BYTES) {
            text_put(&t, "\",\"");
            begun = t.len;
        } else if (!begun) {
            text_put(&t, "{\"");
            begun = t.len;
        }
        text_add(&t, "%s %lld;", r->append.game, (long long)r->answer.last);
    }
    text_put(&t, "\"}");
    if (begun)
        return t.data;
    free(t.data);
    return NULL;
}

/* Whatever goes wrong here is made good by the sweeps of the others. */
static void notify(struct link *k, const char *words) {
    char why[512];
    struct text error = TEXT_IN(why);
    if (!k->notifier)
        k->notifier = postgres_connect(k->where, POSTGRES_NOTICES, &error);
    if (!k->notifier)
        return;
    for (PGresult *result; (result = PQgetResult(k->notifier));) /* of the notice before */
        PQclear(result);
    if (PQsendQueryParams(k->notifier, statements[NOTIFY], 1, NULL, &words, NULL, NULL, 0))
        return;
    PQfinish(k->notifier);
    k->notifier = NULL;
}

static bool backup(const char *where, const char *file, struct text *error) {
    (void)where;
    (void)file;
    text_put(error, "a database of PostgreSQL is backed up by its own tools, such as 'pg_dump "
                    "--schema=yard'; 'yard export' writes all games as records");
    return false;
}

const struct link_kind postgres_link = {
    .open = open_link,
    .close = close_link,
    .commit = commit,
    .read = read_link,
    .notice = notice,
    .notify = notify,
    .listen = postgres_listen,
    .backup = backup,
};
