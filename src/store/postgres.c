#include "store/postgres.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "core/words.h"
#include "store/link.h"

/* How often an idle listener checks that the database still responds. */
enum { HEARTBEAT_MS = 5000 };

/* A node that vanishes, or hangs while holding a lock, must not block the others. */
static const char on_connect[] = "SET search_path = yard;"
                                 "SET statement_timeout = '5s'; SET lock_timeout = '3s';"
                                 "SET idle_in_transaction_session_timeout = '4s';"
                                 "SET client_min_messages = warning;";
/* Commits must reach the disk, even if the database sets this to off; its other values are kept. */
static const char for_writing[] = "SELECT set_config('synchronous_commit', 'on', false) "
                                  "WHERE current_setting('synchronous_commit') = 'off'";
static const char for_notices[] = "SET synchronous_commit = off";
static const char listen[] = /* repeating it is harmless */
    "LISTEN " POSTGRES_CHANNEL "; LISTEN " POSTGRES_WHISPERS;

void postgres_explain(const PGconn *c, enum postgres_task task, struct text *error) {
    struct span rest = span_of(PQerrorMessage(c));
    const char *name = PQdb(c) ? PQdb(c) : "";
    LOCAL_TEXT(why, 1024);
    for (int lines = 0; rest.len; lines++) {
        struct span line = span_trim(span_until(&rest, '\n'));
        if (line.len)
            text_add(&why, "%s%.*s", lines ? "; " : "", (int)line.len, line.at);
    }
    if (!PQerrorMessage(c)[0])
        say(&why, store_no_answer);
    switch (task) {
    case POSTGRES_TO_REACH:
        say(error, store_cannot_reach_database, .name = name, .why = why.data);
        break;
    case POSTGRES_TO_FIND_STORE:
        say(error, store_cannot_find_store, .name = name, .why = why.data);
        break;
    case POSTGRES_TO_PREPARE:
        say(error, store_cannot_prepare_database, .name = name, .why = why.data);
        break;
    case POSTGRES_TO_USE:
        say(error, store_cannot_use_database, .name = name, .why = why.data);
        break;
    case POSTGRES_TO_WRITE:
        say(error, store_cannot_write_database, .name = name, .why = why.data);
        break;
    case POSTGRES_TO_READ:
        say(error, store_cannot_read_database, .name = name, .why = why.data);
        break;
    }
}

bool postgres_sent(PGconn *c) {
    int unsent;
    while ((unsent = PQflush(c)) == 1) {
        struct pollfd fd = {.fd = PQsocket(c), .events = POLLOUT};
        if (poll(&fd, 1, POSTGRES_SILENCE_MS) == 0)
            return false;
    }
    return unsent == 0;
}

bool postgres_result(PGconn *c, PGresult **ret) {
    *ret = NULL;
    for (;;) {
        int unsent = PQflush(c);
        if (!PQisBusy(c) || unsent < 0)
            break;
        struct pollfd fd = {.fd = PQsocket(c), .events = POLLIN | (unsent ? POLLOUT : 0)};
        int ready = poll(&fd, 1, POSTGRES_SILENCE_MS);
        if (ready == 0)
            return false;
        if (ready < 0 && errno != EINTR)
            return false;
        if ((fd.revents & ~POLLOUT) && !PQconsumeInput(c))
            break; /* the result says why */
    }
    *ret = PQgetResult(c);
    return true;
}

PGresult *postgres_answer(PGconn *c, int asked) {
    PGresult *last = NULL;
    for (PGresult *next; asked;) {
        bool said = postgres_result(c, &next);
        if (said && !next)
            break;
        PQclear(last);
        last = next;
        if (!said)
            break;
    }
    return last;
}

static bool run(PGconn *c, const char *sql) {
    PGresult *result = postgres_answer(c, PQsendQuery(c, sql));
    ExecStatusType status = PQresultStatus(result);
    PQclear(result);
    return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
}

/* By default, libpq prints notices; this discards them. */
static void pass_over(void *arg, const char *words) {
    (void)arg;
    (void)words;
}

PGconn *postgres_connect(const char *where, enum postgres_use use, struct text *error) {
    /* The name of the database may be a connection string, which overrides the options listed
     * before it. Apart from surveys, only connecting blocks inside libpq, since only libpq can try
     * the next of several hosts; connect_timeout limits the wait for each host. */
    static const char *const names[] = {"connect_timeout",      "keepalives_idle",
                                        "keepalives_interval",  "keepalives_count",
                                        "tcp_user_timeout",     "application_name",
                                        "target_session_attrs", "dbname",
                                        "client_encoding",      NULL};
    const char *const values[] = {
        "3",   "3",    "2", "3", "6000", "yard", use == POSTGRES_READ ? "any" : "read-write",
        where, "UTF8", NULL};
    PGconn *c = PQconnectdbParams(names, values, 1);
    PQsetNoticeProcessor(c, pass_over, NULL);
    bool good = PQstatus(c) == CONNECTION_OK && PQsetnonblocking(c, 1) == 0 && run(c, on_connect) &&
                run(c, use == POSTGRES_NOTICES ? for_notices : for_writing);
    if (good)
        return c;
    postgres_explain(c, POSTGRES_TO_REACH, error);
    PQfinish(c);
    return NULL;
}

/* Parses a notice of the form "GAME LAST;GAME LAST;...". */
static void hear_games(const PGnotify *n, struct link_hearer hearer) {
    struct span rest = span_of(n->extra);
    while (rest.len) {
        struct span item = span_until(&rest, ';'), name = span_word(&item);
        LOCAL_TEXT(t, 128);
        int64_t last;
        text_put_n(&t, name.at, name.len);
        if (name.len && !t.cut && span_number(span_trim(item), 1, INT64_MAX, &last))
            hearer.heard(hearer.arg, n->be_pid, t.data, last);
        else
            hearer.heard(hearer.arg, 0, NULL,
                         0); /* not ours, or from a later version: check all games */
    }
}

static void hear_all(PGconn *c, struct link_hearer hearer) {
    for (PGnotify *n; (n = PQnotifies(c)); PQfreemem(n)) {
        if (strcmp(n->relname, POSTGRES_WHISPERS))
            hear_games(n, hearer);
        else if (n->be_pid != PQbackendPID(c))
            hearer.whispered(hearer.arg, n->extra);
    }
}

/* Sends all waiting whispers; those that the database rejects are lost. Returns false if the
 * connection is lost. */
static bool whisper_all(PGconn *c, struct link_hearer hearer) {
    bool good = true;
    for (char *words; good && (words = hearer.next_whisper(hearer.arg)); free(words)) {
        const char *const values[] = {POSTGRES_WHISPERS, words};
        int asked =
            PQsendQueryParams(c, "SELECT pg_notify($1, $2)", 2, NULL, values, NULL, NULL, 0);
        PGresult *result = postgres_answer(c, asked);
        good = result && PQstatus(c) == CONNECTION_OK;
        PQclear(result);
        hear_all(c, hearer); /* notices of games must not wait until all whispers are sent */
    }
    return good;
}

enum waited { WAITED_IN_VAIN, WAITED_FOR_NEWS, WAITED_FOR_THE_END };

static enum waited wait_for(PGconn *c, int stop, int whispers, int ms) {
    struct pollfd fds[] = {{.fd = stop, .events = POLLIN},
                           {.fd = c ? PQsocket(c) : -1, .events = POLLIN},
                           {.fd = whispers, .events = POLLIN}};
    int ready = poll(fds, 3, ms);
    return fds[0].revents ? WAITED_FOR_THE_END : ready ? WAITED_FOR_NEWS : WAITED_IN_VAIN;
}

/* Returns false if the connection is lost, true when it is time to stop. */
static bool hear_on(PGconn *c, int stop, struct link_hearer hearer) {
    enum waited waited = WAITED_FOR_NEWS;
    while (waited != WAITED_FOR_THE_END) {
        if (waited == WAITED_IN_VAIN ? !run(c, listen) : !PQconsumeInput(c))
            return false;
        hear_all(c, hearer);
        if (!whisper_all(c, hearer))
            return false;
        hear_all(c, hearer); /* notifications received with the answers do not wake poll() */
        waited = wait_for(c, stop, hearer.whispers, HEARTBEAT_MS);
    }
    return true;
}

void postgres_listen(const char *where, int stop, int retry_ms, struct link_hearer hearer) {
    for (bool stopped = false; !stopped;) {
        LOCAL_TEXT(error, 512);
        PGconn *c = postgres_connect(where, POSTGRES_NOTICES, &error);
        if (!c || !run(c, listen)) {
            PQfinish(c);
            stopped = wait_for(NULL, stop, -1, retry_ms) == WAITED_FOR_THE_END;
            continue;
        }
        hearer.heard(hearer.arg, 0, NULL, 0); /* earlier notifications may have been missed */
        hearer.whispered(hearer.arg, NULL);
        stopped = hear_on(c, stop, hearer);
        PQfinish(c);
    }
}
