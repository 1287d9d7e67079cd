#include "server/service.h"

#include <errno.h>
#include <event2/event.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/memory.h"
#include "core/say.h"
#include "net/clock.h"
#include "play/folder.h"
#include "server/api.h"
#include "server/doctor.h"
#include "server/groups.h"

/* Number of lines read from a table at a time: other requests are served in between. */
enum { LINES_AT_ONCE = 250 };

struct service {
    struct server *server;
    struct journal *journal;
    struct store *store;
    struct bots *bots;
    struct groups *groups;
    struct tables *tables;
    struct api *api;
    struct event *watch; /* checks the store's health */
    bool store_away;
    uint8_t key[SECRET_BYTES];
};

static bool on_request(void *where, struct evhttp_request *request) {
    struct service *s = where;
    return s->api && api_request(s->api, request);
}

static void on_stopping(void *where) {
    struct service *s = where;
    if (s->api)
        api_stop(s->api);
}

static void on_problem(void *where, const char *table, const char *words) {
    struct service *s = where;
    if (!journal_begin(s->journal, "table"))
        return;
    journal_string(s->journal, "table", span_of(table));
    journal_string(s->journal, "problem", span_of(words));
    journal_end(s->journal);
}

/* Clients are not told why the store fails, so tell the operator, even if nobody is playing. */
static void on_watch(evutil_socket_t fd, short what, void *where) {
    (void)fd, (void)what;
    struct service *s = where;
    LOCAL_TEXT(w, 512);
    bool away = !store_healthy(s->store, &w);
    if (away && !s->store_away)
        journal_problem(s->journal, "store away", w.data);
    else if (!away && s->store_away)
        journal_say(s->journal, "store back");
    s->store_away = away;
}

static void watch_store(struct service *s, struct event_base *base) {
    s->watch = event_new(base, -1, EV_PERSIST, on_watch, s);
    if (!s->watch || event_add(s->watch, &(struct timeval){.tv_sec = 1}) != 0)
        abort();
}

/* ---- store and key ---- */

static void on_finding(void *where, const char *check, enum survey_grade grade, const char *words) {
    struct service *s = where;
    if (grade == SURVEY_GOOD || !journal_begin(s->journal, "doctor"))
        return;
    journal_string(s->journal, "check", span_of(check));
    journal_string(s->journal, grade == SURVEY_BAD ? "problem" : "note", span_of(words));
    journal_end(s->journal);
}

/* Runs before the store is opened, so that damage is not made worse and sealed dice are not used
 * with the wrong key. */
static bool examine(struct service *s, const struct service_options *o, struct doctor_report *ret,
                    struct text *error) {
    *ret = (struct doctor_report){0};
    if (!store_is_database(o->store) && access(o->store, F_OK) != 0 && errno == ENOENT)
        return true; /* will be created */
    doctor_examine(
        &(struct doctor_options){
            .store = o->store, .key = o->key, .quick = true, .finding = on_finding, .arg = s},
        ret);
    if (ret->damaged)
        say(error, server_store_damaged, .problem = ret->first_wrong);
    return !ret->damaged;
}

/* For a store in a file, a missing key is created; nodes that share a database must be
 * given the same key. Dice sealed with a lost key are lost, so only the operator may decide to go
 * on. */
static bool load_key(struct service *s, const struct service_options *o,
                     const struct doctor_report *found, struct text *error) {
    LOCAL_TEXT(p, 4096);
    bool database = store_is_database(o->store);
    if (!doctor_key_path(o->store, o->key, &p)) {
        say_message(error, database ? M_server_key_of_database : M_server_store_name_too_long,
                    NULL);
        return false;
    }
    bool missing = access(p.data, F_OK) != 0 && errno == ENOENT;
    if (missing && (found->sealed || found->unread) && !o->new_key)
        return say_fail(error, server_key_lost, .file = p.data);
    if (missing && database && !o->new_key)
        return say_fail(error, server_key_not_shared, .file = p.data);
    if (!missing && !key_load(p.data, false, s->key, error))
        return false; /* unreadable, open to others, or malformed: error says which */
    if (!missing && found->sealed && !found->opened && !o->new_key)
        return say_fail(error, server_key_of_other_store, .file = p.data);
    return key_load(p.data, true, s->key, error);
}

/* ---- opening and closing ---- */

static void on_words(void *where, const char *words) {
    struct service *s = where;
    journal_problem(s->journal, "store", words);
}

static void on_clock(void *where, int64_t by_ms, bool taken_over) {
    struct service *s = where;
    if (!journal_begin(s->journal, "clock"))
        return;
    journal_number(s->journal, "ahead_seconds", by_ms / 1000);
    journal_string(
        s->journal, "problem",
        span_of(words_of(taken_over ? M_server_clock_followed : M_server_clock_changed)));
    journal_end(s->journal);
}

/* The limit on sockets and streams per address; 0: none. Behind a proxy every connection comes
 * from the proxy, so the API, not the server, counts connections. */
static int most_per_address(const struct service_options *o) {
    int most = o->server.connections_per_address;
    if (!most && (o->server.lan || o->proxy))
        return SERVER_CONNECTIONS_PER_ADDRESS;
    return most < 0 ? 0 : most;
}

static bool open_tables(struct service *s, const struct service_options *o, struct text *error) {
    if (!secrets_ready())
        return say_fail(error, server_no_randomness);
    if (o->folder && !folder_make(o->folder, error))
        return false;
    struct doctor_report found;
    if (!examine(s, o, &found, error))
        return false;
    s->store = store_open(o->store, &(struct store_options){.page = LINES_AT_ONCE}, error);
    if (!s->store || !load_key(s, o, &found, error))
        return false;
    struct event_base *base = server_base(s->server);
    watch_store(s, base);
    s->bots = bots_new(&(struct bots_options){
        .base = base, .cache = o->cache, .thought_ms = o->bot_ms, .budget_seconds = o->bot_budget});
    s->tables = tables_new(&(struct tables_options){.base = base,
                                                    .store = s->store,
                                                    .bots = s->bots,
                                                    .key = s->key,
                                                    .bot_pause_ms = o->bot_pause_ms,
                                                    .keep_days = o->keep_days,
                                                    .problem = on_problem,
                                                    .arg = s});
    s->groups = groups_new(&(struct groups_options){
        .store = s->store, .bots = s->bots, .key = s->key, .problem = on_problem, .arg = s});
    s->api = api_new(&(struct api_options){.base = base,
                                           .tables = s->tables,
                                           .store = s->store,
                                           .bots = s->bots,
                                           .groups = s->groups,
                                           .server = s->server,
                                           .rates = o->rates,
                                           .proxy = o->proxy,
                                           .tls = o->server.certificate,
                                           .connections_per_address = most_per_address(o),
                                           .disk_max = o->disk_max,
                                           .disk_per_address = o->disk_per_address,
                                           .problem = on_words,
                                           .arg = s});
    return true;
}

struct service *service_open(const struct service_options *o, struct text *error) {
    struct service *s = grab(1, sizeof *s);
    struct server_options server = o->server;
    s->journal = journal_new(o->journal ? STDERR_FILENO : -1, NULL, NULL);
    server.request = on_request;
    server.stopping = on_stopping;
    server.arg = s;
    server.journal = s->journal;
    if (o->proxy)
        server.connections_per_address = -1;
    clock_on_jump(on_clock, s);
    server.proxy = o->proxy;
    s->server = server_open(&server, error);
    if (!s->server || (o->store && !open_tables(s, o, error))) {
        service_close(s);
        return NULL;
    }
    return s;
}

int service_port(const struct service *s) {
    return server_port(s->server);
}

void service_run(struct service *s) {
    if (journal_begin(s->journal, "start")) {
        journal_number(s->journal, "port", server_port(s->server));
        journal_end(s->journal);
    }
    say_in_code(true); /* each client translates into its own language */
    server_run(s->server);
    say_in_code(false);
}

/* Disconnects clients first, then ends the work in progress, then frees the tables; the event loop,
 * which everything uses, is freed last. */
void service_close(struct service *s) {
    if (!s)
        return;
    if (s->server)
        server_hang_up(s->server);
    if (s->watch)
        event_free(s->watch);
    tables_stop(s->tables);
    groups_stop(s->groups);
    if (s->store)
        store_close(s->store);
    groups_free(s->groups);
    bots_free(s->bots);
    tables_free(s->tables);
    api_free(s->api);
    server_close(s->server);
    journal_free(s->journal);
    memset(s->key, 0, sizeof s->key);
    clock_on_jump(NULL, NULL);
    free(s);
}
