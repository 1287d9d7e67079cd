#include "store/postgres.h"

#include <poll.h>
#include <string.h>

#include "core/words.h"

/* A machine that has vanished, and one that stands still with a lock, must not stop the others. */
static const char on_connect[] = "SET search_path = yard;"
                                 "SET statement_timeout = '15s'; SET lock_timeout = '5s';"
                                 "SET idle_in_transaction_session_timeout = '15s';"
                                 "SET client_min_messages = warning;";
/* Durable means on the disk, whatever the database is set to; more than that is kept. */
static const char for_writing[] = "SELECT set_config('synchronous_commit', 'on', false) "
                                  "WHERE current_setting('synchronous_commit') = 'off'";
static const char for_notices[] = "SET synchronous_commit = off";

void postgres_explain(const PGconn *c, const char *doing, struct text *error) {
    struct span rest = span_of(PQerrorMessage(c));
    const char *name = PQdb(c);
    text_add(error, "cannot %s the database %s: ", doing, name ? name : "");
    for (int lines = 0; rest.len; lines++) {
        struct span line = span_trim(span_until(&rest, '\n'));
        if (line.len)
            text_add(error, "%s%.*s", lines ? "; " : "", (int)line.len, line.at);
    }
}

static bool run(PGconn *c, const char *sql) {
    PGresult *result = PQexec(c, sql);
    ExecStatusType status = PQresultStatus(result);
    PQclear(result);
    return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
}

/* Left to itself, libpq prints them. */
static void pass_over(void *arg, const char *words) {
    (void)arg;
    (void)words;
}

PGconn *postgres_connect(const char *where, enum postgres_use use, struct text *error) {
    /* Before the name of the database, which may say otherwise. A network that is cut is noticed
     * within ten seconds. */
    static const char *const names[] = {"connect_timeout",      "keepalives_idle",
                                        "keepalives_interval",  "keepalives_count",
                                        "tcp_user_timeout",     "application_name",
                                        "target_session_attrs", "dbname",
                                        "client_encoding",      NULL};
    const char *const values[] = {
        "5",   "3",    "2", "3", "6000", "yard", use == POSTGRES_READ ? "any" : "read-write",
        where, "UTF8", NULL};
    PGconn *c = PQconnectdbParams(names, values, 1);
    PQsetNoticeProcessor(c, pass_over, NULL);
    bool good = PQstatus(c) == CONNECTION_OK && run(c, on_connect) &&
                run(c, use == POSTGRES_NOTICES ? for_notices : for_writing);
    if (good)
        return c;
    postgres_explain(c, "reach", error);
    PQfinish(c);
    return NULL;
}

/* "GAME LAST;GAME LAST;..." */
static void hear_all(const char *words, void (*heard)(void *arg, const char *game, int64_t last),
                     void *arg) {
    struct span rest = span_of(words);
    while (rest.len) {
        struct span item = span_until(&rest, ';'), name = span_word(&item);
        char game[128];
        struct text t = TEXT_IN(game);
        int64_t last;
        text_put_n(&t, name.at, name.len);
        if (name.len && !t.cut && span_number(span_trim(item), 1, INT64_MAX, &last))
            heard(arg, game, last);
        else
            heard(arg, NULL, 0); /* not ours, or of a version to come: better look */
    }
}

/* True when it is time to stop. */
static bool wait_for(PGconn *c, int stop, int ms) {
    struct pollfd fds[] = {{.fd = stop, .events = POLLIN},
                           {.fd = c ? PQsocket(c) : -1, .events = POLLIN}};
    poll(fds, 2, ms);
    return fds[0].revents != 0;
}

void postgres_listen(const char *where, int stop, int retry_ms,
                     void (*heard)(void *arg, const char *game, int64_t last), void *arg) {
    for (bool stopped = false; !stopped;) {
        char words[512];
        struct text error = TEXT_IN(words);
        PGconn *c = postgres_connect(where, POSTGRES_NOTICES, &error);
        if (!c || !run(c, "LISTEN " POSTGRES_CHANNEL)) {
            PQfinish(c);
            stopped = wait_for(NULL, stop, retry_ms);
            continue;
        }
        heard(arg, NULL, 0); /* what was said before nobody heard */
        while (!stopped && PQconsumeInput(c)) {
            for (PGnotify *n; (n = PQnotifies(c)); PQfreemem(n))
                hear_all(n->extra, heard, arg);
            stopped = wait_for(c, stop, -1);
        }
        PQfinish(c);
    }
}
