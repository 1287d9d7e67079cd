/* The list of commitments over HTTP: its entries and its signed root. The Merkle tree grows with
 * the list; the store's reader thread adds new entries to the tree, so the event loop never waits
 * for a long list, not even at startup. */
#include <event2/buffer.h>
#include <event2/keyvalq_struct.h>
#include <stdlib.h>
#include <string.h>

#include "core/json.h"
#include "core/memory.h"
#include "server/api_parts.h"
#include "server/receipts.h"

enum { ROOT_MESSAGE_BYTES = 16 + 8 + 8 + MERKLE_BYTES };

struct list_ask {
    struct list_ask *next;
    struct api *api;
    struct evhttp_request *request; /* NULL: the client has disconnected */
    bool late;                      /* arrived during a store query; may expect newer entries */
};

struct api_list {
    struct merkle tree;
    bool asking;
    struct list_ask *waiting; /* for the root */
    char root[512];           /* as last signed; "" initially */
    uint64_t signed_size;
};

/* ---- request lifecycle ---- */

static void on_gone(struct evhttp_connection *connection, void *where) {
    (void)connection;
    struct list_ask *q = where;
    if (!evhttp_request_get_connection(q->request))
        evhttp_request_free(q->request); /* evhttp has detached it */
    q->request = NULL;
}

static struct list_ask *new_ask(struct api *a, struct evhttp_request *request) {
    struct list_ask *q = grab(1, sizeof *q);
    q->api = a;
    q->request = request;
    evhttp_connection_set_closecb(evhttp_request_get_connection(request), on_gone, q);
    return q;
}

/* Frees `q` and returns the request for the caller to answer; NULL if the client has
 * disconnected. */
static struct evhttp_request *end_ask(struct list_ask *q) {
    struct evhttp_request *request = q->request;
    if (request)
        evhttp_connection_set_closecb(evhttp_request_get_connection(request), NULL, NULL);
    free(q);
    return request;
}

static void fail(struct list_ask *q, const char *code, const char *words) {
    struct api *a = q->api;
    struct evhttp_request *request = end_ask(q);
    if (!request)
        return;
    evhttp_add_header(evhttp_request_get_output_headers(request), "Retry-After", "1");
    api_problem(a, request, api_status(code), code, words);
}

/* ---- entries ---- */

static void on_entries(void *where, const struct store_answer *a) {
    struct list_ask *q = where;
    struct text t = text_on_heap();
    if (a->outcome != STORE_DONE) {
        free(t.data);
        fail(q, TABLES_UNAVAILABLE, words_of(M_server_list_unreadable));
        return;
    }
    for (int i = 0; i < a->entry_count; i++) {
        struct json j = json_begin(&t);
        json_int(&j, "n", a->entries[i].n);
        json_string(&j, "entry", a->entries[i].words);
        json_close(&j, '}');
        text_put(&t, "\n");
    }
    struct evhttp_request *request = end_ask(q);
    if (request)
        api_reply(request, 200, "application/x-ndjson", (struct span){t.data, t.len});
    free(t.data);
}

static bool read_after(const char *query, int64_t *ret) {
    struct evkeyvalq pairs;
    *ret = 0;
    if (!query)
        return true;
    if (evhttp_parse_query_str(query, &pairs) != 0)
        return false;
    const char *value = evhttp_find_header(&pairs, "after");
    bool good = value && span_number(span_of(value), 0, INT64_MAX / 2, ret);
    evhttp_clear_headers(&pairs);
    return good;
}

void api_give_entries(struct api *a, struct evhttp_request *request, const char *query) {
    LOCAL_TEXT(error, 256);
    int64_t after;
    if (!read_after(query, &after)) {
        api_problem(a, request, 400, "query", words_of(M_server_query_after));
        return;
    }
    struct list_ask *q = new_ask(a, request);
    if (!store_entries(a->o.store, after, (struct store_reply){on_entries, q}, &error))
        fail(q, TABLES_BUSY, error.data);
}

/* ---- the root ---- */

static uint8_t *put_number(uint8_t *to, uint64_t number) {
    for (int i = 0; i < 8; i++)
        *to++ = (uint8_t)(number >> 8 * i);
    return to;
}

/* Signs once per size of the list, so repeated requests need no new signature. */
static void sign_root(struct api *a) {
    struct api_list *l = a->list;
    const struct signing_key *key = tables_signing_key(a->o.tables);
    uint8_t message[ROOT_MESSAGE_BYTES], root[MERKLE_BYTES], signature[RECEIPT_SIGNATURE_BYTES];
    int64_t at = tables_now();
    if (l->root[0] && l->signed_size == l->tree.size)
        return;
    merkle_root(&l->tree, root);
    /* NOLINTNEXTLINE(bugprone-not-null-terminated-result): bytes to sign, not a string */
    memcpy(message, "yard-commitments", 16);
    uint8_t *end = put_number(put_number(message + 16, l->tree.size), (uint64_t)at);
    memcpy(end, root, MERKLE_BYTES);
    sign(key, message, sizeof message, signature);
    struct text t = TEXT_IN(l->root);
    struct json j = json_begin(&t);
    json_int(&j, "size", (int64_t)l->tree.size);
    json_hex(&j, "root", root, sizeof root);
    json_int(&j, "at", at);
    json_hex(&j, "key", key->public, sizeof key->public);
    json_hex(&j, "sig", signature, sizeof signature);
    json_close(&j, '}');
    l->signed_size = l->tree.size;
}

static void ask_store(struct api *a);

/* Answers the requests that arrived before this round of store queries or, with `problem`, fails
 * all requests. Returns whether any requests are left. */
static bool answer_root(struct api *a, const char *problem) {
    struct api_list *l = a->list;
    struct list_ask *all = l->waiting, *next;
    l->waiting = NULL;
    for (struct list_ask *q = all; q; q = next) {
        next = q->next;
        if (q->late && !problem) {
            q->late = false;
            q->next = l->waiting;
            l->waiting = q;
        } else if (problem) {
            fail(q, TABLES_UNAVAILABLE, problem);
        } else {
            struct evhttp_request *request = end_ask(q);
            if (request)
                api_reply(request, 200, "application/json", span_of(l->root));
        }
    }
    return l->waiting;
}

static void on_folded(void *where, const struct store_answer *answer) {
    struct api *a = where;
    struct api_list *l = a->list;
    l->asking = false;
    if (answer->outcome != STORE_DONE) {
        answer_root(a, words_of(M_server_list_unreadable));
        return;
    }
    l->tree = *answer->tree;
    if (answer->more) {
        ask_store(a);
        return;
    }
    sign_root(a);
    if (answer_root(a, NULL))
        ask_store(a);
}

static void ask_store(struct api *a) {
    LOCAL_TEXT(error, 256);
    struct api_list *l = a->list;
    l->asking = store_fold(a->o.store, &l->tree, (struct store_reply){on_folded, a}, &error);
    if (!l->asking)
        answer_root(a, error.data);
}

void api_give_root(struct api *a, struct evhttp_request *request) {
    struct api_list *l = a->list;
    struct list_ask *q = new_ask(a, request);
    q->late = l->asking;
    q->next = l->waiting;
    l->waiting = q;
    if (!l->asking)
        ask_store(a);
}

void api_list_open(struct api *a) {
    a->list = grab(1, sizeof *a->list);
    ask_store(a);
}

void api_list_close(struct api *a) {
    while (a->list->waiting) {
        struct list_ask *q = a->list->waiting;
        a->list->waiting = q->next;
        end_ask(q);
    }
    free(a->list);
}
