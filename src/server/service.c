#include "server/service.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "play/folder.h"
#include "server/api.h"
#include "server/clock.h"

/* Of a table that is read: between two parts others are answered. */
enum { LINES_AT_ONCE = 1000 };

struct service {
    struct server *server;
    struct journal *journal;
    struct store *store;
    struct bots *bots;
    struct hall *hall;
    struct api *api;
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

/* Beside the file of a store it may be made; the nodes of a database must be given the same. */
static bool load_key(struct service *s, const struct service_options *o, struct text *error) {
    char path[4096];
    struct text p = TEXT_IN(path);
    bool database = !strncmp(o->store, "postgres", 8);
    if (o->key)
        return key_load(o->key, !database, s->key, error);
    if (database) {
        text_put(error, "--key names the file with the key that all servers of this database "
                        "share: 64 hexadecimal digits");
        return false;
    }
    text_add(&p, "%s.key", o->store);
    if (p.cut) {
        text_put(error, "the name of the store is too long");
        return false;
    }
    return key_load(path, true, s->key, error);
}

static void on_words(void *where, const char *words) {
    struct service *s = where;
    journal_problem(s->journal, "store", words);
}

static void on_clock(void *where, int64_t by_ms, bool taken_over) {
    struct service *s = where;
    if (!journal_begin(s->journal, "clock"))
        return;
    journal_number(s->journal, "ahead_seconds", by_ms / 1000);
    journal_string(s->journal, "problem",
                   span_of(taken_over ? "the clock stays as it was set; the server follows it now"
                                      : "the clock was set; the server goes on by its own time"));
    journal_end(s->journal);
}

/* Sockets and streams of one address. Behind a proxy all connections are the proxy's, so there the
 * server itself counts none. */
static int most_per_address(const struct service_options *o) {
    int most = o->server.connections_per_address;
    if (!most && (o->server.lan || o->proxy))
        return SERVER_CONNECTIONS_PER_ADDRESS;
    return most < 0 ? 0 : most;
}

static bool open_tables(struct service *s, const struct service_options *o, struct text *error) {
    if (!secrets_ready()) {
        text_put(error, "the system gives no random numbers");
        return false;
    }
    if (o->folder && !folder_make(o->folder, error))
        return false;
    s->store = store_open(o->store, &(struct store_options){.page = LINES_AT_ONCE}, error);
    if (!s->store || !load_key(s, o, error))
        return false;
    struct event_base *base = server_base(s->server);
    s->bots = bots_new(&(struct bots_options){
        .base = base, .cache = o->cache, .thought_ms = o->bot_ms, .budget_seconds = o->bot_budget});
    s->hall = hall_new(&(struct hall_options){.base = base,
                                              .store = s->store,
                                              .bots = s->bots,
                                              .key = s->key,
                                              .bot_pause_ms = o->bot_pause_ms,
                                              .keep_days = o->keep_days,
                                              .problem = on_problem,
                                              .arg = s});
    s->api = api_new(&(struct api_options){.base = base,
                                           .hall = s->hall,
                                           .store = s->store,
                                           .bots = s->bots,
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
    struct service *s = calloc(1, sizeof *s);
    struct server_options server = o->server;
    if (!s)
        abort();
    s->journal = journal_new(o->journal ? STDERR_FILENO : -1, NULL, NULL);
    server.request = on_request;
    server.stopping = on_stopping;
    server.arg = s;
    server.journal = s->journal;
    if (o->proxy)
        server.connections_per_address = -1;
    clock_on_jump(on_clock, s);
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
    server_run(s->server);
}

/* First those who ask, then what is under way for them, then what they asked for; the loop that all
 * of it hangs on goes last. */
void service_close(struct service *s) {
    if (!s)
        return;
    if (s->server)
        server_hang_up(s->server);
    hall_stop(s->hall);
    if (s->store)
        store_close(s->store);
    bots_free(s->bots);
    hall_free(s->hall);
    api_free(s->api);
    server_close(s->server);
    journal_free(s->journal);
    memset(s->key, 0, sizeof s->key);
    clock_on_jump(NULL, NULL);
    free(s);
}
