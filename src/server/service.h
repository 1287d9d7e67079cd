/* service: a complete server: the page, and tables if there is a store. */
#pragma once

#include "net/server.h"

struct service_options {
    struct server_options server; /* its callbacks are overwritten */
    const char *store;            /* a file or postgres://...; NULL: no tables */
    char *folder;                 /* folder to create for the store; or NULL */
    const char *key;              /* file with the server's key; NULL: next to the store */
    bool new_key;                 /* accept or create a key that opens none of the store's games */
    const char *cache;            /* folder of solved tables for bots; or NULL */
    bool rates;                   /* apply rate limits */
    bool proxy;                   /* take client addresses from a proxy */
    bool journal;                 /* log to standard error */
    int bot_pause_ms;
    int64_t disk_max, disk_per_address; /* bytes, total and per day: see api.h */
    int bot_ms, bot_budget;             /* see bots.h: thought_ms, budget_seconds */
    int keep_days;                      /* see tables.h */
};

struct service;

/* Returns NULL and sets error on failure. */
struct service *service_open(const struct service_options *o, struct text *error);
int service_port(const struct service *s);
void service_run(struct service *s);
void service_close(struct service *s); /* NULL is fine */
