/* api_parts: declarations that only the API's own files share. */
#pragma once

#include "core/say.h"
#include "net/crowd.h"
#include "net/limits.h"
#include "server/api.h"
#include "server/groups.h"

enum {
    BODY_WORDS_MAX = 8192 + 64,
    ADDRESS_LETTERS = 64,
    TABLE_NAME_BYTES = 64, /* an id or code as typed */
    LINES_A_SECOND = 20,   /* per place, or per address for spectators; burst size below */
    LINES_AT_ONCE = 60,
};

struct api {
    struct api_options o;
    int64_t started; /* by the steady clock */
    uint64_t requests, problems, limited;
    struct limits *requests_of, *tables_of, *sittings_of, *lines_of; /* NULL: unlimited */

    /* Limits charged mostly after the fact: milliseconds of processor time, by address and by
     * place; bytes in the store, by address. NULL: unlimited. */
    struct limits *cost_of, *cost_of_place, *bytes_of;
    bool costs;          /* a measurement is in progress */
    double processor_ms; /* total */
    uint64_t cost_refusals, disk_refusals;
    struct crowd *connected, *lookers; /* long-lived connections by address: all, and spectators' */
    int64_t disk_bytes;                /* size of the store when last measured */
    struct event *disk_timer;
    struct session *sessions;
    struct ask *streams;
    struct api_list *list; /* list of commitments (api_list.c) */
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
    ROUTE_GROUP_CREATE,
    ROUTE_GROUP,
    ROUTE_GROUP_DAY,
    ROUTE_GROUP_DELETE,
    ROUTE_GROUP_REMOVE,
    ROUTE_HAND_IN,
    ROUTE_GROUP_ENTER,
    ROUTE_GROUP_LINK,
};

/* Sets the table's or group's id or code and the trailing number or day, if the path has them, and
 * whether the path exists at all. */
enum route api_route(struct span path, enum evhttp_cmd_type verb, struct span *ret_name,
                     int *ret_number, bool *ret_path_known);

/* The client's address; for IPv6 its /64 network, which is usually one household. With a proxy, the
 * last address in X-Forwarded-For, which is trusted only if the request comes from this machine or
 * a private network. */
void api_address(struct api *a, struct evhttp_request *request, char ret[ADDRESS_LETTERS]);

/* Whether the Origin header is absent or names this site: another site's page must not act on
 * behalf of its visitor. */
bool api_origin_is_own(struct evhttp_request *request);

/* The contents of a request body, copied. */
struct body {
    char rules[512], name[256], dice[64], start[16], action[TABLES_ACTION_MAX + 1];
    char words[BODY_WORDS_MAX];
    int64_t clock, away, with;
    bool keeper, program, move;
    char *seats[SEATS_MAX + 1], *bots[SEATS_MAX + 1][2]; /* NULL ends the lists */
    char *record;                                        /* with line feeds */
};

/* If the body is invalid for this route, returns false and sets error. */
bool body_read(enum route route, struct span text, struct body *ret, struct text *error);
void body_clear(struct body *b);

/* ---- answers ---- */

/* Adds the headers common to all responses, and the content type. */
void api_headers(struct evhttp_request *request, const char *type);

/* Sets the Allow header to the methods that this path supports. */
void api_name_allowed(struct evhttp_request *request, const char *path);
void api_reply(struct evhttp_request *request, int status, const char *type, struct span content);
void api_problem(struct api *a, struct evhttp_request *request, int status, const char *code,
                 const char *detail);
/* Requests not about a table: health, metrics, /api itself, and the redirect from a code to the
 * page. */
void api_give_health(struct api *a, struct evhttp_request *request, enum route route);
void api_lead_to_page(struct evhttp_request *request, enum route route, struct span name);

int api_status(const char *code); /* HTTP status for a command's error code */

/* The table as JSON. */
void api_describe(struct text *out, struct open_table *t, struct room *room);
/* Places whose holders are present: {"here":[1,3]} */
void api_here(struct text *out, struct set places);
void api_line(struct text *out, int line, const char *say, int64_t at);

/* The engine's answer to a line, or the reason it was refused, with the id that the client gave the
 * line, if any. */
void api_answer(struct text *out, struct span id, const struct command_result *answer);
void api_refusal(struct text *out, struct span id, const char *code, const char *words,
                 const char *rule);

/* Metrics for Prometheus. */
void api_metrics(struct api *a, struct text *out);

/* Applies the rate limit on lines: per place, or per address for spectators. Returns whether
 * another line is allowed. */
bool api_may_say(struct api *a, struct open_table *t, int place, const char *address);

bool action_is_good(struct span action);

/* ---- the list of commitments ---- */

void api_list_open(struct api *a);
void api_list_close(struct api *a);
void api_give_entries(struct api *a, struct evhttp_request *request, const char *query);
void api_give_root(struct api *a, struct evhttp_request *request);

/* ---- costs (api_cost.c) ---- */

/* Measures the thread's processor time. A nested measurement counts as part of the outer one. */
struct cost {
    bool outer;
    double since;
};
struct cost cost_begin(struct api *a);

/* Charges an address and, if `t` is not NULL and `place` is not 0, that place. */
void cost_end(struct api *a, struct cost cost, const char *address, const struct open_table *t,
              int place);

/* Charges an address for work that was measured elsewhere. */
void cost_charge(struct api *a, const char *address, double ms);

/* Whether the address and the place, if any, have budget left. Holders of places get extra credit,
 * in case others at their address have used up its budget. If `t` is NULL, `place` only tells
 * whether the request may come from a holder. */
bool cost_allows(struct api *a, const char *address, const struct open_table *t, int place,
                 int *ret_retry_after_s);

/* Charges in advance for a line that will be expensive later. */
void cost_foresee(struct api *a, const char *address, const struct open_table *t, int place,
                  struct span words);

/* Charges disk space for stored lines or, if `room` is NULL, for a new table or place. */
void cost_disk(struct api *a, const char *address, int lines, struct room *room);
void cost_disk_bytes(struct api *a, const char *address, size_t bytes);
bool cost_disk_allows(struct api *a, const char *address, int *ret_retry_after_s);
bool disk_has_room(const struct api *a); /* for new tables */
void disk_watch(struct api *a);

/* connect_from() counts a socket or stream from this address; if it belongs to a spectator, call
 * look_on_from() as well. Both return false if there are too many. */
bool connect_from(struct api *a, const char *address);
void disconnect_from(struct api *a, const char *address);
bool look_on_from(struct api *a, const char *address);
void stop_looking_on_from(struct api *a, const char *address);

/* ---- sockets ---- */

void session_open(struct api *a, struct evhttp_request *request, struct span table);
