/* api_parts: what the files of the api share, and nobody else sees. */
#pragma once

#include "net/crowd.h"
#include "net/limits.h"
#include "server/api.h"

enum {
    BODY_WORDS_MAX = 8192 + 64,
    ADDRESS_LETTERS = 64,
    TABLE_NAME_BYTES = 64, /* an id or a code as it was typed */
    LINES_A_SECOND = 20,   /* of one token, with bursts: */
    LINES_AT_ONCE = 60,
};

struct api {
    struct api_options o;
    int64_t started; /* by the steady clock */
    uint64_t requests, problems, limited;
    struct limits *requests_of, *tables_of, *sittings_of, *lines_of; /* NULL: any number */

    /* What is paid for afterwards: milliseconds of a processor, by address and by place; bytes of
     * the store, by address. NULL: any number. */
    struct limits *cost_of, *cost_of_place, *bytes_of;
    bool costs;          /* it is being measured */
    double processor_ms; /* in all */
    uint64_t cost_refusals, disk_refusals;
    struct crowd *connected, *lookers; /* open for long, by address: all, and those who look on */
    int64_t disk_bytes;                /* of the store when it was last looked at */
    struct event *disk_timer;
    struct session *sessions;
    struct ask *streams;
    struct api_list *list; /* of commitments (api_list.c) */
    bool stopping;
};

enum route {
    ROUTE_NONE,
    ROUTE_ABOUT,
    ROUTE_CREATE,
    ROUTE_TABLE,
    ROUTE_DELETE,
    ROUTE_SIT,
    ROUTE_LEAVE,
    ROUTE_SAY,
    ROUTE_LINES,
    ROUTE_ASK,
    ROUTE_RECORD,
    ROUTE_VERIFY,
    ROUTE_QR,
    ROUTE_SOCKET,
    ROUTE_CODE,
    ROUTE_HEALTH,
    ROUTE_READY,
    ROUTE_METRICS,
    ROUTE_ENTRIES,
    ROUTE_ROOT,
};

/* The table it names, and the number behind it; whether the path is one of ours at all. */
enum route api_route(struct span path, enum evhttp_cmd_type verb, struct span *ret_name,
                     int *ret_number, bool *ret_path_known);

/* The address of whoever asks, of IPv6 the first half, which is one household's; behind a proxy the
 * one it names last. A proxy is in this machine or in a private network. */
void api_address(struct api *a, struct evhttp_request *request, char ret[ADDRESS_LETTERS]);

/* A page elsewhere may not use this server in the name of whoever looks at it. */
bool api_origin_is_own(struct evhttp_request *request);

/* What a body says. Everything in it is copied. */
struct body {
    char rules[512], name[256], dice[64], start[16], action[TABLES_ACTION_MAX + 1];
    char words[BODY_WORDS_MAX];
    int64_t clock, away, with;
    bool keeper, program, move;
    char *seats[17], *bots[17][2];
};

/* False, with words: it is not what this request may say. */
bool body_read(enum route route, struct span text, struct body *ret, struct text *error);
void body_clear(struct body *b);

/* ---- answers ---- */

/* What every answer says, and of which type it is. */
void api_headers(struct evhttp_request *request, const char *type);

/* Which methods there are for a path that has others. */
void api_name_allowed(struct evhttp_request *request, const char *path);
void api_reply(struct evhttp_request *request, int status, const char *type, struct span content);
void api_problem(struct api *a, struct evhttp_request *request, int status, const char *code,
                 const char *detail);
/* Requests without a table: how it is, and the way from a code to the page. */
void api_give_health(struct api *a, struct evhttp_request *request, enum route route);
void api_lead_to_page(struct evhttp_request *request, struct span name);

int api_status(const char *code); /* of a problem with a command */

/* The table as JSON. */
void api_describe(struct text *out, struct open_table *t, struct room *room);
/* Which places have somebody there: {"here":[1,3]} */
void api_here(struct text *out, uint64_t places);
void api_line(struct text *out, int line, const char *say, int64_t at);

/* The engine's answer to a line, or why there was none; with the client's id when it has one. */
void api_answer(struct text *out, struct span id, const struct command_result *answer);
void api_refusal(struct text *out, struct span id, const char *code, const char *words,
                 const char *rule);

/* Figures for Prometheus. */
void api_metrics(struct api *a, struct text *out);

/* Whoever holds a token, or looks on from an address, says no more than this many lines; true: this
 * one is fine. */
bool api_may_say(struct api *a, struct open_table *t, int place, const char *address);

bool action_is_good(struct span action);

/* ---- the list of commitments ---- */

void api_list_open(struct api *a);
void api_list_close(struct api *a);
void api_give_entries(struct api *a, struct evhttp_request *request, const char *query);
void api_give_root(struct api *a, struct evhttp_request *request);

/* ---- what somebody costs (api_cost.c) ---- */

/* Measures what the thread does in between. One within another is part of the outer one. */
struct cost {
    bool outer;
    double since;
};
struct cost cost_begin(struct api *a);

/* Charges an address for it, and the holder of a place (0: none; then the table may be NULL). */
void cost_end(struct api *a, struct cost cost, const char *address, const struct open_table *t,
              int place);

/* Whether they have some of it left; holders of places get along when others at their address have
 * used it up. Without a table, `place` says only whether somebody shows a token. */
bool cost_allows(struct api *a, const char *address, const struct open_table *t, int place,
                 int *ret_retry_after_s);

/* Charges for what a line of theirs will cost later. */
void cost_foresee(struct api *a, const char *address, const struct open_table *t, int place,
                  struct span words);

/* The same for the disk: so many lines have been stored (with no room: a new table, or a place). */
void cost_disk(struct api *a, const char *address, int lines, struct room *room);
bool cost_disk_allows(struct api *a, const char *address, int *ret_retry_after_s);
bool disk_has_room(const struct api *a); /* for new tables */
void disk_watch(struct api *a);

/* A socket or a stream of this address begins, one that looks on; false: there are too many. */
bool connect_from(struct api *a, const char *address);
void disconnect_from(struct api *a, const char *address);
bool look_on_from(struct api *a, const char *address);
void stop_looking_on_from(struct api *a, const char *address);

/* ---- sockets ---- */

void session_open(struct api *a, struct evhttp_request *request, struct span table);
