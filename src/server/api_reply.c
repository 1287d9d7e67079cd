/* HTTP responses: status, headers, problems. */
#include <event2/buffer.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/say.h"
#include "net/http.h"
#include "server/api_parts.h"
#include "server/receipts.h"

/* ---- headers ---- */

static void add_header(void *where, const char *name, const char *value) {
    evhttp_add_header(where, name, value);
}

void api_headers(struct evhttp_request *request, const char *type) {
    struct evkeyvalq *headers = evhttp_request_get_output_headers(request);
    http_strict_headers(add_header, headers);
    evhttp_add_header(headers, "Cache-Control", "no-store");
    evhttp_add_header(headers, "Content-Type", type);
}

static const char *words_of_status(int status) {
    static const struct {
        int status;
        const char *reason;
    } known[] = {{200, "OK"},
                 {201, "Created"},
                 {204, "No Content"},
                 {303, "See Other"},
                 {304, "Not Modified"},
                 {400, "Bad Request"},
                 {401, "Unauthorized"},
                 {403, "Forbidden"},
                 {404, "Not Found"},
                 {405, "Method Not Allowed"},
                 {409, "Conflict"},
                 {413, "Content Too Large"},
                 {415, "Unsupported Media Type"},
                 {422, "Unprocessable Content"},
                 {429, "Too Many Requests"},
                 {503, "Service Unavailable"},
                 {507, "Insufficient Storage"}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (known[i].status == status)
            return known[i].reason;
    }
    return "";
}

static void reply_plainly(struct evhttp_request *request, int status, const char *type,
                          struct span content) {
    struct evbuffer *body = must(evbuffer_new());
    api_headers(request, type);
    if (evhttp_request_get_command(request) == EVHTTP_REQ_HEAD && status != 304) {
        /* evhttp would send the body even for HEAD, corrupting the next response. */
        char length[32];
        text_add(TEXT_OVER(length), "%zu", content.len);
        evhttp_add_header(evhttp_request_get_output_headers(request), "Content-Length", length);
    } else if (content.len) {
        evbuffer_add(body, content.at, content.len);
    }
    evhttp_send_reply(request, status, words_of_status(status), body);
    evbuffer_free(body);
}

/* Replies to HTTP requests leave the process here: encoded messages become English, with their keys
 * added if the content is JSON. */
void api_reply(struct evhttp_request *request, int status, const char *type, struct span content) {
    bool json = strstr(type, "json");
    if (!content.len || !(json ? say_answer_is_coded(content.at) : say_is_coded(content))) {
        reply_plainly(request, status, type, content);
        return;
    }
    struct text words = text_on_heap();
    if (json)
        say_answer(&words, content.at);
    else
        say_decode(&words, content, languages[0]);
    reply_plainly(request, status, type, (struct span){words.data, words.len});
    free(words.data);
}

void api_problem(struct api *a, struct evhttp_request *request, int status, const char *code,
                 const char *detail) {
    LOCAL_TEXT(t, 2048);
    a->problems++;
    http_problem(&t, status, words_of_status(status), code, span_of(detail));
    api_reply(request, status, "application/problem+json", (struct span){t.data, t.len});
}

void api_name_allowed(struct evhttp_request *request, const char *path) {
    static const struct {
        enum evhttp_cmd_type verb;
        const char *word;
    } verbs[] = {
        {EVHTTP_REQ_GET, "GET, HEAD"}, {EVHTTP_REQ_POST, "POST"}, {EVHTTP_REQ_DELETE, "DELETE"}};
    LOCAL_TEXT(l, 64);
    struct span name;
    int number;
    bool known;
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++) {
        if (api_route(span_of(path), verbs[i].verb, &name, &number, &known) != ROUTE_NONE)
            text_add(&l, "%s%s", l.len ? ", " : "", verbs[i].word);
    }
    evhttp_add_header(evhttp_request_get_output_headers(request), "Allow", l.data);
}

/* ---- requests not about a table ---- */

void api_give_health(struct api *a, struct evhttp_request *request, enum route route) {
    char words[256] = "";
    struct text w = TEXT_IN(words), t = text_on_heap();
    if (route == ROUTE_HEALTH) {
        api_reply(request, 200, "text/plain; charset=utf-8", span_of("ok\n"));
    } else if (route == ROUTE_READY) {
        /* The reason goes to the journal only: it may contain the store's path or address. */
        if (a->stopping)
            api_problem(a, request, 503, TABLES_UNAVAILABLE, words_of(M_net_going_down));
        else if (!store_healthy(a->o.store, &w))
            api_problem(a, request, 503, TABLES_UNAVAILABLE, words_of(M_server_store_away));
        else if (store_full(a->o.store))
            api_problem(a, request, 503, TABLES_UNAVAILABLE, words_of(M_server_store_behind));
        else
            api_reply(request, 200, "text/plain; charset=utf-8", span_of("ready\n"));
    } else if (route == ROUTE_METRICS) {
        api_metrics(a, &t);
        api_reply(request, 200, "text/plain; version=0.0.4; charset=utf-8",
                  (struct span){t.data, t.len});
    } else {
        text_put(&t,
                 "{\"yardstick\":1,\"version\":\"" YARD_VERSION "\",\"tables\":true,\"key\":\"");
        text_hex(&t, tables_signing_key(a->o.tables)->public, RECEIPT_KEY_BYTES);
        text_put(&t, "\"}");
        api_reply(request, 200, "application/json", (struct span){t.data, t.len});
    }
    free(t.data);
}

void api_lead_to_page(struct evhttp_request *request, enum route route, struct span name) {
    LOCAL_TEXT(t, 128);
    text_put(&t, route == ROUTE_CODE ? "/#/online/" : "/#/daily/");
    for (size_t i = 0; i < name.len; i++) {
        char c = name.at[i];
        bool plain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
        text_put_n(&t, plain ? &c : "-", 1);
    }
    evhttp_add_header(evhttp_request_get_output_headers(request), "Location", t.data);
    LOCAL_TEXT(words, 512);
    say(&words, server_table_in_page);
    text_put(&words, "\n");
    api_reply(request, 303, "text/plain; charset=utf-8", span_of(words.data));
}
