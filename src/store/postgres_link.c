/* PostgreSQL: many nodes write at once, and the key (game, n) decides between them. A statement
 * checks that its number is next and inserts the lines; if another node does the same at the same
 * moment, the key is violated, the whole group is rolled back and retried, and the second check
 * sees the other node's lines.
 *
 * A group of plain appends is sent in one message: BEGIN, the INSERTs, COMMIT. Notices are sent
 * after the commit over a separate connection, since a notice within the transaction would hold a
 * database-wide lock while the disk is synced. */
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "store/pq.h"
#include "store/schema.h"

enum { NOTICE_BYTES = 7000 /* PostgreSQL's limit is 8000 */ };

static void close_link(struct link *k) {
    PQfinish(k->c);
    PQfinish(k->notifier);
    free(k->where);
    free(k);
}

/* Finds the version of the schema: another version of the program may have made the store. */
static bool find_version(struct link *k, int *ret, struct text *error) {
    int asked = PQsendQuery(k->c, "SELECT max(version) FROM schema");
    PGresult *result = pq_checked(k, postgres_answer(k->c, asked), POSTGRES_TO_FIND_STORE, error);
    if (!result)
        return false;
    *ret = atoi(PQgetvalue(result, 0, 0)); /* 0: none yet */
    PQclear(result);
    return schema_known(WORDS(store_the_database), *ret, error);
}

static bool is_current(struct link *k, struct text *error) {
    int version;
    if (!find_version(k, &version, error))
        return false;
    if (version < SCHEMA_VERSION)
        say(error, store_older_tables, .store = WORDS(store_the_database), .version = version);
    return version == SCHEMA_VERSION;
}

static bool migrate(struct link *k, struct text *error) {
    int version;
    /* If several nodes start at once, one migrates and the others wait. */
    if (!pq_run(k,
                "BEGIN; SELECT pg_advisory_xact_lock(1499558500);"
                "CREATE SCHEMA IF NOT EXISTS yard;"
                "CREATE TABLE IF NOT EXISTS yard.schema (version integer NOT NULL)",
                error) ||
        !find_version(k, &version, error))
        return false;
    if (version == SCHEMA_VERSION)
        return pq_run(k, "COMMIT", error);
    for (; version < SCHEMA_VERSION; version++) {
        if (!pq_run(k, postgres_steps[version], error))
            return false;
    }
    LOCAL_TEXT(t, 128);
    text_add(&t, "DELETE FROM schema; INSERT INTO schema VALUES (%d); COMMIT", SCHEMA_VERSION);
    return pq_run(k, t.data, error);
}

static bool prepare(struct link *k, struct text *error) {
    for (int i = 0; i < STATEMENTS; i++) {
        int asked = PQsendPrepare(k->c, pq_names[i], pq_statements[i], 0, NULL);
        PGresult *result = pq_checked(k, postgres_answer(k->c, asked), POSTGRES_TO_PREPARE, error);
        PQclear(result);
        if (!result)
            return false;
    }
    return true;
}

static struct link *open_link(const char *where, enum link_use use, struct text *error) {
    struct link *k = grab(1, sizeof *k);
    k->where = must(strdup(where));
    k->c = postgres_connect(where, use == LINK_READ ? POSTGRES_READ : POSTGRES_WRITE, error);
    if (k->c && (use == LINK_READ ? is_current(k, error) : migrate(k, error)) && prepare(k, error))
        return k;
    close_link(k);
    return NULL;
}

/* Finds out why an append was not written. */
static bool explain_loss(struct link *k, struct request *r, struct text *error) {
    const struct store_append *a = &r->append;
    int64_t last = 0, before = 0;
    int found = pq_find(k, LAST_EVENT, a->game, NULL, &last, error);
    if (!found)
        request_say(r, STORE_ABSENT, WORDS(store_no_game, .game = a->game));
    if (found != 1)
        return !found;
    found = pq_find(k, FIND_ACTION, a->game, a->action, &before, error);
    if (found < 0 || !pq_read_events(k, r, a->game, (found ? before : a->first) - 1,
                                     STORE_LINES_MAX, found == 1, error))
        return false;
    r->answer.last = last;
    request_found(r, found == 1);
    return true;
}

static enum pq_statement put_append(struct pq_values *v, const struct store_append *a) {
    pq_put_text(v, a->game);
    pq_put_int(v, a->first);
    pq_put_text(v, a->action);
    if (a->line_count == 1)
        pq_put_text(v, a->lines[0]);
    else
        pq_put_lines(v, a->lines, a->line_count);
    pq_put_int(v, a->at);
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
        struct pq_values v = {.n = 0};
        pq_put_text(&v, game);
        pq_put_int(&v, p->seat);
        pq_put_int(&v, p->person);
        pq_put_text(&v, p->name);
        pq_put_text(&v, p->bot);
        pq_put_span(&v, p->token);
        pq_put_int(&v, p->at);
        if (!pq_do(k, PUT_SEAT, &v, error))
            return false;
    }
    return true;
}

static bool create(struct link *k, struct request *r, struct text *error) {
    const struct store_game *g = &r->game;
    int found = pq_find(k, FIND_GAME, g->id, NULL, NULL, error);
    if (found == 1 && !r->tried)
        request_say(r, STORE_DUPLICATE, WORDS(store_game_made_before, .game = g->id));
    if (found)
        return found == 1;
    /* Look for a deletion after looking for the game, which may be deleted in between. */
    found = pq_list_deleted(k, g->id, error);
    if (found == 1)
        request_say(r, STORE_ABSENT, WORDS(store_game_deleted, .game = g->id));
    if (found)
        return found == 1;
    found = g->code ? pq_find(k, FIND_ROOM, g->code, NULL, NULL, error) : 0;
    if (found == 1)
        request_say(r, STORE_CONFLICT, WORDS(store_room_taken, .room = g->code));
    if (found)
        return found == 1;
    struct pq_values v = {.n = 0};
    pq_put_text(&v, g->id);
    pq_put_int(&v, g->created);
    pq_put_text(&v, g->rules);
    pq_put_text(&v, g->setup);
    pq_put_text(&v, g->code);
    pq_put_span(&v, g->commitment);
    pq_put_span(&v, g->secret);
    return pq_do(k, ADD_GAME, &v, error) && put_seats(k, r, g->id, error);
}

/* Writes an append that changes more than events. */
static bool append(struct link *k, struct request *r, struct text *error) {
    const struct store_append *a = &r->append;
    struct pq_values v = {.n = 0};
    if (a->line_count) {
        enum pq_statement which = put_append(&v, a);
        PGresult *result = pq_ask(k, which, &v, error);
        if (!result)
            return false;
        note_written(r, result);
        PQclear(result);
    } else {
        int64_t last = 0;
        int found = pq_find(k, LAST_EVENT, a->game, NULL, &last, error);
        if (!found)
            request_say(r, STORE_ABSENT, WORDS(store_no_game, .game = a->game));
        if (found != 1)
            return !found;
        r->answer.last = last;
    }
    if (r->lost)
        return true;
    v = (struct pq_values){.n = 0};
    pq_put_text(&v, a->game);
    pq_put_int(&v, a->at);
    return pq_list_note(k, a, error) && put_seats(k, r, a->game, error) &&
           (!a->over || pq_do(k, END_GAME, &v, error));
}

/* Locks the game first, so that an append in progress on another node counts as use. Seats and
 * events are deleted with the game. */
static bool delete (struct link *k, struct request *r, struct text *error) {
    struct pq_values v = {.n = 0};
    int there = pq_find(k, HOLD_GAME, r->key, NULL, NULL, error);
    if (there < 0)
        return false;
    pq_put_text(&v, r->key);
    pq_put_int(&v, r->after);
    PGresult *result = there ? pq_ask(k, DELETE_GAME, &v, error) : NULL;
    if (there && !result)
        return false;
    bool deleted = PQntuples(result);
    request_deleted(r, deleted, there);
    PQclear(result);
    return !deleted || pq_list_delete(k, r->key, r->append.at, error);
}

/* Whether the request can share a message with others. */
static bool is_plain(const struct request *r) {
    return r->kind == REQUEST_APPEND && r->append.line_count && !r->append.seat_count &&
           !r->append.over && !r->append.note_count;
}

/* The first append to each game, if it is a single line, goes into one common statement; all other
 * appends to the game follow in order. Moves the appends in the common statement to the front and
 * returns their number. */
static int put_many_first(struct request **list, int count) {
    struct request **rest = grab((size_t)count, sizeof *rest);
    int many = 0, others = 0;
    for (int i = 0; i < count; i++) {
        bool first = !i || strcmp(list[i - 1]->append.game, list[i]->append.game);
        list[i]->first_of_many = first && list[i]->append.line_count == 1;
    }
    for (int i = 0; i < count; i++) {
        if (list[i]->first_of_many)
            list[many++] = list[i];
        else
            rest[others++] = list[i];
    }
    memcpy(list + many, rest, (size_t)others * sizeof *rest);
    free(rest);
    return many;
}

static bool send_many(struct link *k, struct request **list, int count) {
    enum { COLUMNS = 5 };
    struct text columns[COLUMNS];
    struct pq_values v = {.n = 0};
    for (int i = 0; i < COLUMNS; i++)
        columns[i] = text_on_heap();
    for (int i = 0; i < count; i++) { /* ids need no escaping */
        const struct store_append *a = &list[i]->append;
        char comma = i ? ',' : '{';
        text_add(&columns[0], "%c\"%s\"", comma, a->game);
        text_add(&columns[1], "%c%lld", comma, (long long)a->first);
        text_add(&columns[2], "%c\"%s\"", comma, a->action);
        pq_add_line(&columns[3], a->lines[0]);
        text_add(&columns[4], "%c%lld", comma, (long long)a->at);
    }
    for (int i = 0; i < COLUMNS; i++) {
        text_put(&columns[i], "}");
        pq_put_made(&v, &columns[i]);
    }
    bool good = PQsendQueryPrepared(k->c, pq_names[ADD_MANY], v.n, v.at, NULL, NULL, 0);
    pq_values_free(&v);
    return good;
}

static int by_name(const void *key, const void *item) {
    return strcmp(key, (*(struct request *const *)item)->append.game);
}

static void note_many(struct request **list, int count, const PGresult *result) {
    for (int i = 0; i < count; i++)
        list[i]->lost = true;
    for (int row = 0; row < PQntuples(result); row++) {
        struct request **found =
            bsearch(PQgetvalue(result, row, 0), list, (size_t)count, sizeof *list, by_name);
        if (!found)
            continue;
        (*found)->lost = false;
        request_written(*found);
    }
}

static bool send_all(struct link *k, struct request **list, int many, int count, bool end) {
    bool good = !many || send_many(k, list, many);
    for (int i = many; i < count && good; i++) {
        struct pq_values v = {.n = 0};
        enum pq_statement which = put_append(&v, &list[i]->append);
        good = PQsendQueryPrepared(k->c, pq_names[which], v.n, v.at, NULL, NULL, 0);
        pq_values_free(&v);
    }
    if (good && end)
        good = PQsendQueryParams(k->c, "COMMIT", 0, NULL, NULL, NULL, NULL, 0);
    return good && PQpipelineSync(k->c);
}

/* Marks the link as unusable; if `explain`, also sets the error. */
static bool lose(struct link *k, bool explain, struct text *error) {
    k->failed = LINK_LOST;
    if (explain)
        postgres_explain(k->c, POSTGRES_TO_WRITE, error);
    return false;
}

/* Sends plain appends in one batch, with COMMIT at its end if they complete the group, and reads
 * the results. */
static bool pipeline(struct link *k, struct request **list, int count, bool begin, bool end,
                     struct text *error) {
    int many = put_many_first(list, count);
    bool good = PQenterPipelineMode(k->c) &&
                (!begin || PQsendQueryParams(k->c, "BEGIN", 0, NULL, NULL, NULL, NULL, 0)) &&
                send_all(k, list, many, count, end);
    if (!good)
        return lose(k, true, error);
    int before = begin + (many > 0), answers = before + count - many + end;
    for (int n = 0; n < answers; n++) {
        /* The append that gets this result; the first `many` share one statement and its result. */
        int i = many + n - before;
        PGresult *result, *none;
        bool said = postgres_result(k->c, &result);
        if (good) { /* later errors only repeat the first one */
            result = pq_checked(k, result, POSTGRES_TO_WRITE, error);
            good = result;
        }
        if (good && i >= many && i < count)
            note_written(list[i], result);
        else if (good && many && i == many - 1)
            note_many(list, many, result);
        PQclear(result);
        said = said && PQstatus(k->c) == CONNECTION_OK && postgres_result(k->c, &none);
        if (!said)
            return lose(k, good, error);
        PQclear(none); /* NULL: the end of one statement's results */
    }
    PGresult *behind;
    if (!postgres_result(k->c, &behind))
        return lose(k, good, error);
    PQclear(behind); /* end of the pipeline */
    if (PQexitPipelineMode(k->c) == 1)
        return good;
    return lose(k, good, error);
}

static const char *game_of(const struct request *r) {
    return r->kind == REQUEST_CREATE   ? r->game.id
           : r->kind == REQUEST_DELETE ? r->key
                                       : r->append.game;
}

/* Sorts by game, so that two nodes writing to the same games lock them in the same order; within a
 * game, in the order of the requests. */
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
            if ((!begun && !pq_run(k, "BEGIN", error)) ||
                !(r->kind == REQUEST_CREATE   ? create(k, r, error)
                  : r->kind == REQUEST_DELETE ? delete (k, r, error)
                                              : append(k, r, error)))
                return false;
        }
        begun = true;
    }
    return ended || pq_run(k, "COMMIT", error);
}

static enum link_result commit(struct link *k, struct request *group, struct text *error) {
    int count = 0;
    for (struct request *r = group; r; r = r->next) {
        request_reset(r);
        r->lost = false;
        r->place = count++;
    }
    struct request **list = grab((size_t)count + 1, sizeof *list);
    for (struct request *r = group; r; r = r->next)
        list[r->place] = r;
    qsort(list, (size_t)count, sizeof *list, by_game);
    bool good = write_all(k, list, count, error);
    for (int i = 0; i < count && good; i++)
        good = !list[i]->lost || explain_loss(k, list[i], error);
    free(list);
    if (good)
        return LINK_DONE;
    return pq_give_up(k, error);
}

/* The last event of each append, and each deletion, as an array of as few pg_notify() payloads as
 * possible. */
static char *notice(const struct request *group, char *before) {
    struct text t = text_on_heap();
    size_t begun = 0;
    if (before) { /* reopen the array and continue its last payload */
        text_put_n(&t, before, strlen(before) - strlen("\"}"));
        begun = (size_t)(strrchr(t.data, '"') + 1 - t.data);
        free(before);
    }
    for (const struct request *r = group; r; r = r->next) {
        bool appended = r->kind == REQUEST_APPEND && r->append.line_count;
        if (r->answer.outcome != STORE_DONE || (!appended && r->kind != REQUEST_DELETE))
            continue;
        if (begun && t.len - begun > NOTICE_BYTES) {
            text_put(&t, "\",\"");
            begun = t.len;
        } else if (!begun) {
            text_put(&t, "{\"");
            begun = t.len;
        }
        /* For a deleted game, INT64_MAX makes every node check. */
        text_add(&t, "%s %lld;", game_of(r), (long long)(appended ? r->answer.last : INT64_MAX));
    }
    text_put(&t, "\"}");
    if (begun)
        return t.data;
    free(t.data);
    return NULL;
}

/* Failures here do not matter: sweeps on the other nodes make up for them. */
static int notify(struct link *k, const char *words) {
    LOCAL_TEXT(error, 512);
    if (!k->notifier)
        k->notifier = postgres_connect(k->where, POSTGRES_NOTICES, &error);
    if (!k->notifier)
        return 0;
    PGresult *before = NULL; /* result of the previous notice */
    bool said;
    do
        PQclear(before);
    while ((said = postgres_result(k->notifier, &before)) && before);
    if (said &&
        PQsendQueryParams(k->notifier, pq_statements[NOTIFY], 1, NULL, &words, NULL, NULL, 0) &&
        postgres_sent(k->notifier))
        return PQbackendPID(k->notifier);
    PQfinish(k->notifier);
    k->notifier = NULL;
    return 0;
}

static bool backup(const char *where, const char *file, struct store_judge judge,
                   struct text *error) {
    (void)where, (void)file, (void)judge;
    return say_fail(error, store_backup_by_postgresql);
}

const struct link_kind postgres_link = {
    .many = true,
    .open = open_link,
    .close = close_link,
    .commit = commit,
    .number_list = pq_list_number,
    .read = pq_read,
    .notice = notice,
    .notify = notify,
    .listen = postgres_listen,
    .backup = backup,
};
