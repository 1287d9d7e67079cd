/* api_ask: a request over HTTP that concerns a table; for api.c and api_show.c alone. */
#pragma once

#include "server/api_parts.h"

/* One request, from its arrival to the end of its answer. */
struct ask {
    struct api *api;
    struct evhttp_request *request; /* NULL: whoever asked has gone */
    enum route route;
    struct command *command;
    struct open_table *table;
    struct follower *follower;
    char name[TABLE_NAME_BYTES], token[TOKEN_LETTERS + 1], question[256];
    int place, after;
    bool has_token, follow;
    bool looks_on, ending; /* it counts as somebody who looks on; the stream is to end */
    char address[ADDRESS_LETTERS];
    struct event *timer;    /* of a stream: the next part of the log, or its end */
    struct ask *next, **at; /* of the streams */
    struct body body;
};

void ask_free(struct ask *q);

/* Each of these answers, and is done with the request. */
void ask_finish(struct ask *q, int status, const char *type, struct span content);
void ask_finish_json(struct ask *q, int status, const struct text *t);
bool ask_fail(struct ask *q, int status, const char *code, const char *detail); /* false */

/* The token of the request's Authorization header, if there is one. */
void ask_read_token(struct ask *q);

/* The table is at hand: what this request wants to see of it. */
void ask_show(struct ask *q, const struct command_result *a);

/* One that follows a table hears no more of it. */
void ask_end_stream(struct ask *q);
