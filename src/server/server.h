/* server: the site over HTTP, for a browser on this machine or for others in the network. */
#ifndef YARD_SERVER_SERVER_H
#define YARD_SERVER_SERVER_H

#include <stdbool.h>

#include "core/text.h"

enum { SERVER_PORT = 8080, SERVER_PORT_TRIES = 10 };

struct server_options {
    int port;                 /* 0: any that is free; -1: SERVER_PORT, or one of those behind it */
    bool lan;                 /* listen to others, too */
    const char *const *hosts; /* further names to answer to, NULL at the end; or NULL */
};

struct server;

/* Listens from here on. NULL: why not. The hosts stay the caller's. */
struct server *server_open(const struct server_options *options, struct text *error);

int server_port(const struct server *s);

/* Answers until SIGINT or SIGTERM. */
void server_run(struct server *s);

void server_close(struct server *s);

#endif
