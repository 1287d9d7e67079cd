/* HTTP requests: each is answered immediately, or once the tables have carried out its command. */
#include "core/memory.h"
#include "server/api_ask.h"

#include <event2/buffer.h>
#include <event2/keyvalq_struct.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/json.h"
#include "talk/talk.h"

enum {
    REQUESTS_A_SECOND = 20, /* per address; burst size below */
    REQUESTS_AT_ONCE = 200,
    TABLES_A_MINUTE = 20,
    SITTINGS_A_MINUTE = 60,
};

/* ---- request lifecycle ---- */

void ask_free(struct ask *q) {
    if (q->at) {
        *q->at = q->next;
        if (q->next)
            q->next->at = q->at;
    }
    command_forget(q->command);
    group_forget(q->group);
    tables_unfollow(q->follower);
    if (q->timer)
        event_free(q->timer);
    if (q->looks_on) {
        stop_looking_on_from(q->api, q->address);
        disconnect_from(q->api, q->address);
    }
    if (q->table)
        tables_release(q->table);
    struct evhttp_connection *c = q->request ? evhttp_request_get_connection(q->request) : NULL;
    if (c)
        evhttp_connection_set_closecb(c, NULL, NULL);
    body_clear(&q->body);
    free(q);
}

static void on_gone(struct evhttp_connection *connection, void *where) {
    (void)connection;
    struct ask *q = where;
    /* A request that evhttp has detached from its connection is ours to free. */
    if (!evhttp_request_get_connection(q->request))
        evhttp_request_free(q->request);
    q->request = NULL;
    ask_free(q);
}

/* Replies and frees `q`. */
void ask_finish(struct ask *q, int status, const char *type, struct span content) {
    struct evhttp_request *request = q->request;
    ask_free(q);
    api_reply(request, status, type, content);
}

void ask_finish_json(struct ask *q, int status, const struct text *t) {
    ask_finish(q, status, "application/json", (struct span){t->data, t->len});
}

bool ask_fail(struct ask *q, int status, const char *code, const char *detail) {
    struct evhttp_request *request = q->request;
    struct api *a = q->api;
    LOCAL_TEXT(c, 1024);
    text_put(&c, detail); /* `detail` may point into memory that ask_free() frees */
    ask_free(q);
    api_problem(a, request, status, code, c.data);
    return false;
}

static void ask_fail_token(struct ask *q, const char *detail) {
    evhttp_add_header(evhttp_request_get_output_headers(q->request), "WWW-Authenticate", "Bearer");
    ask_fail(q, 401, TABLES_TOKEN, detail);
}

static void say_when(struct evhttp_request *request, int seconds) {
    LOCAL_TEXT(w, 16);
    text_add(&w, "%d", seconds);
    evhttp_add_header(evhttp_request_get_output_headers(request), "Retry-After", w.data);
}

static void ask_fail_for(struct ask *q, int seconds) {
    say_when(q->request, seconds);
    ask_fail(q, 429, "rate", words_of(M_server_takes_too_much));
}

bool ask_failed(struct ask *q, const char *code, const char *words) {
    q->command = NULL;
    q->group = NULL;
    if (!code[0])
        return false;
    if (!strcmp(code, TABLES_UNAVAILABLE) || !strcmp(code, TABLES_BUSY))
        evhttp_add_header(evhttp_request_get_output_headers(q->request), "Retry-After", "1");
    if (!strcmp(code, TABLES_TOKEN))
        ask_fail_token(q, words);
    else
        ask_fail(q, api_status(code), code, words);
    return true;
}

/* ---- commands ---- */

static void on_sat(void *where, const struct command_result *a) {
    struct ask *q = where;
    LOCAL_TEXT(t, 512);
    struct json j = json_start(&t);
    if (ask_failed(q, a->code, a->words))
        return;
    json_open(&j, NULL, '{');
    if (q->route == ROUTE_CREATE) {
        LOCAL_TEXT(l, 64);
        text_add(&l, "/api/tables/%s", tables_id(a->table));
        evhttp_add_header(evhttp_request_get_output_headers(q->request), "Location", l.data);
        json_string(&j, "id", tables_id(a->table));
        json_string(&j, "code", tables_code(a->table));
    }
    json_int(&j, "place", a->place);
    json_string(&j, "token", a->token);
    json_close(&j, '}');
    if (!a->again)
        cost_disk(q->api, q->address, 0, NULL);
    ask_finish_json(q, 201, &t);
}

static void on_said(void *where, const struct command_result *a) {
    struct ask *q = where;
    static char data[ANSWER_MAX + 256 + RECEIPT_JSON_MAX];
    struct text t = TEXT_IN(data);
    if (ask_failed(q, a->code, a->words))
        return;
    if (!a->again)
        cost_disk(q->api, q->address, 1, a->room);
    if (q->route == ROUTE_LEAVE) {
        ask_finish(q, 200, "application/json", span_of("{\"ok\":\"leave\"}"));
        return;
    }
    if (q->route == ROUTE_DELETE) {
        ask_finish(q, 200, "application/json", span_of("{\"ok\":\"delete\"}"));
        return;
    }
    api_answer(&t, span_of(q->body.action), a);
    ask_finish_json(q, 200, &t);
}

static void on_looked(void *where, const struct command_result *a) {
    struct ask *q = where;
    struct api *api = q->api;
    char address[ADDRESS_LETTERS];
    if (ask_failed(q, a->code, a->words))
        return;
    memcpy(address, q->address, sizeof address); /* ask_show() may free q */
    struct cost cost = cost_begin(api);
    ask_show(q, a);
    cost_end(api, cost, address, NULL, 0);
}

/* Carries out the request, now that the client's place is known. */
static void act(struct ask *q) {
    struct body *b = &q->body;
    LOCAL_TEXT(w, 64);
    struct command_reply said = {on_said, q};
    struct command *command;
    if (q->route == ROUTE_LEAVE) {
        if (q->after == q->place)
            text_put(&w, "leave");
        else
            text_add(&w, "remove %d", q->after);
        command = tables_say(q->table, q->place, (struct span){0}, span_of(w.data), said);
    } else {
        if (!api_may_say(q->api, q->table, q->place, "")) {
            evhttp_add_header(evhttp_request_get_output_headers(q->request), "Retry-After", "1");
            ask_fail(q, 429, "rate", words_of(M_server_too_many_lines));
            return;
        }
        int wait = 1;
        if (!cost_allows(q->api, q->address, q->table, q->place, &wait) ||
            !cost_disk_allows(q->api, q->address, &wait)) {
            ask_fail_for(q, wait);
            return;
        }
        if (room_is_question(span_of(b->words))) {
            ask_fail(q, 422, "words", words_of(M_server_ask_by_get));
            return;
        }
        if (!b->action[0]) {
            ask_fail(q, 422, "words", words_of(M_server_action_missing));
            return;
        }
        cost_foresee(q->api, q->address, q->table, q->place, span_of(b->words));
        command = tables_say(q->table, q->place, span_of(b->action), span_of(b->words), said);
    }
    if (command) /* NULL: already answered, and q is freed */
        q->command = command;
}

static void on_entered(void *where, const struct command_result *a) {
    struct ask *q = where;
    if (ask_failed(q, a->code, a->words))
        return;
    if (!a->place) {
        ask_fail_token(q, words_of(M_server_token_without_place));
        return;
    }
    q->place = a->place;
    act(q);
}

static void on_found(void *where, const struct command_result *a) {
    struct ask *q = where;
    if (ask_failed(q, a->code, a->words))
        return;
    q->table = a->table;
    tables_hold(q->table);
    bool with_place = q->route == ROUTE_SAY || q->route == ROUTE_LEAVE;
    struct command_reply looked = {on_looked, q}, entered = {on_entered, q}, sat = {on_sat, q};
    struct command_reply said = {on_said, q};
    struct command *command;
    if (with_place)
        command = tables_enter(q->table, span_of(q->token), entered);
    else if (q->route == ROUTE_DELETE)
        command = tables_delete(q->table, span_of(q->token), said);
    else if (q->route == ROUTE_SIT && q->body.move)
        command = tables_move(q->table, span_of(q->token), span_of(q->body.action), sat);
    else if (q->route == ROUTE_SIT)
        command = tables_sit(q->table, span_of(q->body.name), (int)q->body.with, q->body.program,
                             span_of(q->body.action), sat);
    else
        command = tables_look(q->table, q->route == ROUTE_LINES ? q->after : 0, looked);
    if (command)
        q->command = command;
}

/* ---- limits and tokens ---- */

static bool within(struct api *a, struct limits *l, const char *address, double rate, int burst,
                   struct evhttp_request *request) {
    int wait;
    if (!l || limit_take(l, span_of(address), rate, burst, tables_steady_now(), &wait))
        return true;
    a->limited++;
    say_when(request, wait);
    api_problem(a, request, 429, "rate", words_of(M_server_too_many_requests));
    return false;
}

bool api_may_say(struct api *a, struct open_table *t, int place, const char *address) {
    LOCAL_TEXT(k, STORE_ID_MAX + 16);
    int wait;
    if (!a->lines_of)
        return true;
    text_add(&k, "%d %s", place, place ? tables_id(t) : address);
    bool good = limit_take(a->lines_of, (struct span){k.data, k.len}, LINES_A_SECOND, LINES_AT_ONCE,
                           tables_steady_now(), &wait);
    a->limited += !good;
    return good;
}

void ask_read_token(struct ask *q) {
    const char *said =
        evhttp_find_header(evhttp_request_get_input_headers(q->request), "Authorization");
    struct text t = TEXT_IN(q->token);
    if (!said || strncasecmp(said, "Bearer ", 7))
        return;
    text_put(&t, said + 7);
    q->has_token = !t.cut;
}

/* ---- creating a table ---- */

static void create(struct ask *q) {
    struct body *b = &q->body;
    LOCAL_TEXT(d, 32);
    time_t seconds = (time_t)(tables_now() / 1000);
    struct tm utc;
    char stamp[32];
    gmtime_r(&seconds, &utc);
    strftime(stamp, sizeof stamp, "%Y-%m-%dT%H:%M:%SZ", &utc);
    text_put(&d, stamp);
    struct room_setup setup = {.rules = span_of(b->rules),
                               .name = span_trim(span_of(b->name)),
                               .dice = span_of(b->dice[0] ? b->dice : "fair"),
                               .start = span_of(b->start),
                               .date = span_of(d.data),
                               .clock_seconds = (int)b->clock,
                               .away_seconds = (int)b->away,
                               .keeper = b->keeper,
                               .seats = (const char *const *)b->seats,
                               .bots = (const char *const(*)[2])b->bots};
    struct command *command = tables_create(q->api->o.tables, &setup, span_of(b->action),
                                            (struct command_reply){on_sat, q});
    if (command)
        q->command = command;
}

/* ---- arrival ---- */

/* Whether the request may make a player a member of a group. */
static bool enters_group(enum route route) {
    return route == ROUTE_HAND_IN || route == ROUTE_GROUP_ENTER;
}

static bool body_is_good(struct ask *q) {
    struct evbuffer *in = evhttp_request_get_input_buffer(q->request);
    size_t len = evbuffer_get_length(in);
    const char *type =
        evhttp_find_header(evhttp_request_get_input_headers(q->request), "Content-Type");
    LOCAL_TEXT(error, 512);
    bool wants = q->route == ROUTE_CREATE || q->route == ROUTE_SIT || q->route == ROUTE_SAY ||
                 q->route == ROUTE_GROUP_CREATE || enters_group(q->route);
    if (!wants && len)
        return ask_fail(q, 413, "body", words_of(M_server_body_not_wanted));
    if (!wants)
        return true;
    if (!type || strncasecmp(type, "application/json", 16))
        return ask_fail(q, 415, "body", words_of(M_server_body_type));
    struct span text = {(const char *)evbuffer_pullup(in, -1), len};
    if (!body_read(q->route, len ? text : span_of(""), &q->body, &error))
        return ask_fail(q, 400, "body", error.data);
    return true;
}

static bool query_is_good(struct ask *q, const char *query) {
    struct evkeyvalq pairs;
    const char *value;
    int64_t number = 0;
    bool good = true;
    if (!query || evhttp_parse_query_str(query, &pairs) != 0)
        return q->route != ROUTE_ASK;
    value = evhttp_find_header(&pairs, "after");
    if (value)
        good = span_number(span_of(value), 0, 1 << 30, &number);
    if (q->route == ROUTE_LINES)
        q->after = (int)number;
    value = evhttp_find_header(&pairs, "record");
    if (value && q->route == ROUTE_GROUP_DAY)
        good = good && span_number(span_of(value), 1, INT32_MAX, &q->record);
    value = evhttp_find_header(&pairs, "follow");
    q->follow = value && !strcmp(value, "1") &&
                evhttp_request_get_command(q->request) == EVHTTP_REQ_GET; /* HEAD gets no stream */
    value = evhttp_find_header(&pairs, "q");
    struct text t = TEXT_IN(q->question);
    text_put(&t, value ? value : "");
    good = good && !t.cut && span_clean(span_of(q->question));
    evhttp_clear_headers(&pairs);
    return good;
}

static void begin(struct ask *q, const char *query) {
    bool needs_token = q->route == ROUTE_SAY || q->route == ROUTE_LEAVE ||
                       q->route == ROUTE_DELETE || enters_group(q->route) ||
                       q->route == ROUTE_GROUP_DELETE || q->route == ROUTE_GROUP_REMOVE;
    evhttp_connection_set_closecb(evhttp_request_get_connection(q->request), on_gone, q);
    ask_read_token(q);
    if (!body_is_good(q))
        return;
    if (!query_is_good(q, query)) {
        ask_fail(q, 400, "query", words_of(M_server_query_unclear));
        return;
    }
    if ((needs_token || q->body.move) && !q->has_token) {
        ask_fail_token(q, words_of(M_server_token_needed));
        return;
    }
    if (q->route == ROUTE_CREATE) {
        create(q);
        return;
    }
    if (q->route >= ROUTE_GROUP_CREATE) {
        ask_group(q);
        return;
    }
    struct command *command =
        tables_find(q->api->o.tables, span_of(q->name), (struct command_reply){on_found, q});
    if (command)
        q->command = command;
}

/* Whether the disk limits, overall and per address, allow a new table; if not, replies with the
 * error. */
static bool may_store(struct api *a, const char *address, struct evhttp_request *request) {
    int wait = 1;
    if (!disk_has_room(a)) {
        a->disk_refusals++;
        api_problem(a, request, 507, "disk", words_of(M_server_no_room_for_tables));
        return false;
    }
    if (cost_disk_allows(a, address, &wait))
        return true;
    say_when(request, wait);
    api_problem(a, request, 429, "rate", words_of(M_server_stored_too_much));
    return false;
}

/* Whether the request carries a token on a route that uses one. On other routes nobody checks the
 * token, so the header proves nothing. */
static bool shows_token(struct evhttp_request *request, enum route route) {
    bool acts = route == ROUTE_SAY || route == ROUTE_LEAVE || route == ROUTE_DELETE ||
                route == ROUTE_SIT || enters_group(route);
    return acts && evhttp_find_header(evhttp_request_get_input_headers(request), "Authorization");
}

static bool may_ask(struct api *a, struct evhttp_request *request, enum route route,
                    const char *address) {
    int wait = 1;
    if (!within(a, a->requests_of, address, REQUESTS_A_SECOND, REQUESTS_AT_ONCE, request))
        return false;
    if (!cost_allows(a, address, NULL, shows_token(request, route) || route == ROUTE_SOCKET,
                     &wait)) {
        say_when(request, wait);
        api_problem(a, request, 429, "rate", words_of(M_server_requests_too_costly));
        return false;
    }
    bool new = route == ROUTE_CREATE || route == ROUTE_GROUP_CREATE;
    if ((new || enters_group(route)) && !may_store(a, address, request))
        return false;
    if (new)
        return within(a, a->tables_of, address, TABLES_A_MINUTE / 60.0, TABLES_A_MINUTE, request);
    if (route == ROUTE_SIT || enters_group(route))
        return within(a, a->sittings_of, address, SITTINGS_A_MINUTE / 60.0, SITTINGS_A_MINUTE,
                      request);
    return true;
}

static bool take_request(struct api *a, struct evhttp_request *request,
                         const char address[ADDRESS_LETTERS]) {
    const struct evhttp_uri *uri = evhttp_request_get_evhttp_uri(request);
    const char *path = uri ? evhttp_uri_get_path(uri) : NULL;
    struct span name = {0};
    int number = 0;
    bool known;
    if (!path || !path[0])
        return false;
    enum evhttp_cmd_type verb = evhttp_request_get_command(request);
    enum route route = api_route(span_of(path), verb, &name, &number, &known);
    if (route == ROUTE_NONE && !known && strncmp(path, "/api/", 5))
        return false; /* one of the site's files, or not found */
    a->requests++;
    if (route == ROUTE_HEALTH || route == ROUTE_READY || route == ROUTE_METRICS) {
        api_give_health(a, request, route);
        return true;
    }
    if (!may_ask(a, request, route, address))
        return true;
    if (route == ROUTE_NONE) {
        if (known)
            api_name_allowed(request, path);
        api_problem(a, request, known ? 405 : 404, known ? "method" : "absent",
                    words_of(known ? M_server_not_possible_here : M_server_nothing_there));
        return true;
    }
    if (!api_origin_is_own(request)) {
        api_problem(a, request, 403, "origin", words_of(M_server_foreign_page));
        return true;
    }
    if (route == ROUTE_ABOUT) {
        api_give_health(a, request, route);
        return true;
    }
    if (route == ROUTE_ENTRIES) {
        api_give_entries(a, request, evhttp_uri_get_query(uri));
        return true;
    }
    if (route == ROUTE_ROOT) {
        api_give_root(a, request);
        return true;
    }
    if (route == ROUTE_CODE || route == ROUTE_GROUP_LINK) {
        api_lead_to_page(request, route, name);
        return true;
    }
    if (route == ROUTE_SOCKET) {
        session_open(a, request, name);
        return true;
    }
    struct ask *q = grab(1, sizeof *q);
    text_put_n(TEXT_OVER(q->name), name.at, name.len);
    q->api = a;
    q->request = request;
    q->route = route;
    q->after = number;
    memcpy(q->address, address, sizeof q->address);
    begin(q, evhttp_uri_get_query(uri));
    return true;
}

bool api_request(void *where, struct evhttp_request *request) {
    struct api *a = where;
    char address[ADDRESS_LETTERS];
    api_address(a, request, address);
    struct cost cost = cost_begin(a);
    bool ours = take_request(a, request, address);
    cost_end(a, cost, address, NULL, 0);
    return ours;
}

void api_stop(struct api *a) {
    a->stopping = true;
    while (a->streams)
        ask_end_stream(a->streams);
}

struct api *api_new(const struct api_options *o) {
    struct api *a = grab(1, sizeof *a);
    a->o = *o;
    a->started = tables_steady_now();
    a->connected = crowd_new();
    a->lookers = crowd_new();
    if (o->rates) {
        a->requests_of = limits_new(LIMITS_ENTRIES);
        a->tables_of = limits_new(LIMITS_ENTRIES);
        a->sittings_of = limits_new(LIMITS_ENTRIES);
        a->lines_of = limits_new(LIMITS_ENTRIES);
        a->cost_of = limits_new(LIMITS_ENTRIES);
        a->cost_of_place = limits_new(LIMITS_ENTRIES);
    }
    api_list_open(a);
    if (o->rates && o->disk_per_address)
        a->bytes_of = limits_new(LIMITS_ENTRIES);
    if (o->disk_max)
        disk_watch(a);
    return a;
}

void api_free(struct api *a) {
    if (!a)
        return;
    limits_free(a->requests_of);
    limits_free(a->tables_of);
    limits_free(a->sittings_of);
    limits_free(a->lines_of);
    api_list_close(a);
    limits_free(a->cost_of);
    limits_free(a->cost_of_place);
    limits_free(a->bytes_of);
    crowd_free(a->connected);
    crowd_free(a->lookers);
    if (a->disk_timer)
        event_free(a->disk_timer);
    free(a);
}
