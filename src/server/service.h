/* service: a whole server: the page, and tables where there is a store to keep them in. */
#pragma once

#include "net/server.h"

struct service_options {
    struct server_options server; /* its hooks are ours */
    const char *store;            /* a file or postgres://...; NULL: there are no tables */
    char *folder;                 /* to be made for it; or NULL */
    const char *key;              /* the file of the key that seals dice; NULL: beside the store */
    bool new_key;                 /* a key that opens nothing of the store is meant to be new */
    const char *cache;            /* folder of solved tables, for bots; or NULL */
    bool rates;                   /* nobody may ask too often */
    bool proxy;                   /* a proxy in front says who asks */
    bool journal;                 /* on standard error */
    int bot_pause_ms;
    int64_t disk_max, disk_per_address; /* bytes, in all and a day: see api.h */
    int bot_ms, bot_budget;             /* see bots.h: thought_ms, budget_seconds */
    int keep_days;                      /* see tables.h */
};

struct service;

/* NULL: why not. */
struct service *service_open(const struct service_options *o, struct text *error);
int service_port(const struct service *s);
void service_run(struct service *s);
void service_close(struct service *s); /* NULL is fine */
