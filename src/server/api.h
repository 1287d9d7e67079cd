/* api: tables over HTTP and WebSocket, as doc/protocol.md describes them. Decides which request
 * means what and who asks it; all else is done in tables.h. */
#pragma once

#include <event2/http.h>

#include "net/server.h"
#include "server/tables.h"

struct api_options {
    struct event_base *base;
    struct tables *tables;
    struct store *store;
    struct bots *bots;
    struct server *server;
    bool rates; /* nobody may ask too often */
    bool proxy; /* a proxy in front says who asks */
    bool tls;
    int connections_per_address; /* sockets and streams; 0: any number */
    int64_t disk_max;         /* bytes of the store, behind which no table begins; 0: any number */
    int64_t disk_per_address; /* bytes a day; 0: any number */
    void (*problem)(void *arg, const char *words); /* for the journal */
    void *arg;
};

struct api;

struct api *api_new(const struct api_options *o);
void api_free(struct api *a); /* after the sockets, before the tables */

/* For the server: true when the request is one of ours; it has been or will be answered. The Host
 * has been checked. */
bool api_request(void *api, struct evhttp_request *request);

/* The server is going down: streams end. */
void api_stop(struct api *a);
