/* api: tables over HTTP and WebSocket (doc/protocol.md). Routes and authenticates requests;
 * tables.h does the rest. */
#pragma once

#include <event2/http.h>

#include "net/server.h"
#include "server/tables.h"

struct api_options {
    struct event_base *base;
    struct tables *tables;
    struct store *store;
    struct bots *bots;
    struct groups *groups;
    struct server *server;
    bool rates; /* apply rate limits */
    bool proxy; /* take client addresses from a proxy */
    bool tls;
    int connections_per_address; /* sockets and streams; 0: unlimited */
    int64_t disk_max;            /* refuse new tables at this store size in bytes; 0: unlimited */
    int64_t disk_per_address;    /* bytes per day; 0: unlimited */
    void (*problem)(void *arg, const char *words); /* for the journal */
    void *arg;
};

struct api;

struct api *api_new(const struct api_options *o);
void api_free(struct api *a); /* call after freeing sockets, store and tables */

/* Callback for the server, which has already checked the Host header. Returns true if the request
 * is ours and has been or will be answered. */
bool api_request(void *api, struct evhttp_request *request);

/* Ends all streams, because the server is shutting down. */
void api_stop(struct api *a);
