/* api_ask: an HTTP request about a table; only for api.c and api_show.c. */
#pragma once

#include "server/api_parts.h"

/* One request, from arrival to the end of its response. */
struct ask {
    struct api *api;
    struct evhttp_request *request; /* NULL: the client has disconnected */
    enum route route;
    struct command *command;
    struct open_table *table;
    struct follower *follower;
    struct group_ask *group;
    char name[TABLE_NAME_BYTES], token[2 * FAIR_BYTES + 1], question[256];
    int place, after; /* after: or the number at the end of the path */
    int64_t record;   /* number of the result whose record is asked for; 0: none */
    bool has_token, follow;
    bool looks_on, ending; /* counted as a spectator; the stream is about to end */
    char address[ADDRESS_LETTERS];
    struct event *timer;    /* for a stream: sends the next part of the log or ends the stream */
    struct ask *next, **at; /* in the list of streams */
    struct body body;
};

void ask_free(struct ask *q);

/* Each of these functions replies and frees `q`. */
void ask_finish(struct ask *q, int status, const char *type, struct span content);
void ask_finish_json(struct ask *q, int status, const struct text *t);
bool ask_fail(struct ask *q, int status, const char *code, const char *detail); /* returns false */

/* Reads the token from the Authorization header, if any. */
void ask_read_token(struct ask *q);

/* Whether a command or a request about a group failed, which its code says; if so, replies. */
bool ask_failed(struct ask *q, const char *code, const char *words);

/* Carries out a request about a group (api_groups.c). */
void ask_group(struct ask *q);

/* Answers a read-only request whose table has been loaded. */
void ask_show(struct ask *q, const struct command_result *a);

/* Ends the stream of a follower. */
void ask_end_stream(struct ask *q);
