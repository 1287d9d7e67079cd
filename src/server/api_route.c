/* Routing, and identifying the client. */
#include <arpa/inet.h>
#include <event2/http.h>
#include <event2/keyvalq_struct.h>
#include <string.h>
#include <strings.h>

#include "core/day.h"
#include "net/request.h"
#include "server/api_parts.h"

/* ---- routing ---- */

static bool is_table_name(struct span name) {
    return name.len >= 1 && name.len < TABLE_NAME_BYTES;
}

/* Parses what follows "/api/groups/" in a path. */
static enum route group_route(struct span path, struct span rest, enum evhttp_cmd_type verb,
                              struct span *ret_name, int *ret_number, bool *ret_path_known) {
    bool get = verb == EVHTTP_REQ_GET || verb == EVHTTP_REQ_HEAD;
    int64_t number = 0;
    *ret_path_known = true;
    if (path.at[path.len - 1] != '/' && !rest.len)
        return verb == EVHTTP_REQ_POST ? ROUTE_GROUP_CREATE : ROUTE_NONE;
    *ret_name = span_until(&rest, '/');
    struct span word = span_until(&rest, '/');
    bool named = is_table_name(*ret_name);
    if (named && !word.len && !rest.len)
        return get ? ROUTE_GROUP : verb == EVHTTP_REQ_DELETE ? ROUTE_GROUP_DELETE : ROUTE_NONE;
    if (named && span_is(word, "results") && !rest.len)
        return verb == EVHTTP_REQ_POST ? ROUTE_HAND_IN : ROUTE_NONE;
    if (named && span_is(word, "members") && !rest.len)
        return verb == EVHTTP_REQ_POST ? ROUTE_GROUP_ENTER : ROUTE_NONE;
    if (named && span_is(word, "days") && day_parse(rest, ret_number))
        return get ? ROUTE_GROUP_DAY : ROUTE_NONE;
    *ret_path_known =
        named && span_is(word, "members") && span_number(rest, 1, GROUP_MEMBERS_EVER, &number);
    *ret_number = (int)number;
    return *ret_path_known && verb == EVHTTP_REQ_DELETE ? ROUTE_GROUP_REMOVE : ROUTE_NONE;
}

/* Parses a path such as "/api/tables/KQ7M2P/lines". */
enum route api_route(struct span path, enum evhttp_cmd_type verb, struct span *ret_name,
                     int *ret_number, bool *ret_path_known) {
    bool get = verb == EVHTTP_REQ_GET || verb == EVHTTP_REQ_HEAD;
    static const struct {
        const char *word;
        enum route get, post;
    } parts[] = {{"", ROUTE_TABLE, ROUTE_NONE},        {"places", ROUTE_NONE, ROUTE_SIT},
                 {"lines", ROUTE_LINES, ROUTE_SAY},    {"ask", ROUTE_ASK, ROUTE_NONE},
                 {"record", ROUTE_RECORD, ROUTE_NONE}, {"verify", ROUTE_VERIFY, ROUTE_NONE},
                 {"qr.svg", ROUTE_QR, ROUTE_NONE},     {"socket", ROUTE_SOCKET, ROUTE_NONE}};
    static const struct {
        const char *path;
        enum route route;
    } fixed[] = {{"/api", ROUTE_ABOUT},
                 {"/healthz", ROUTE_HEALTH},
                 {"/readyz", ROUTE_READY},
                 {"/metrics", ROUTE_METRICS},
                 {"/api/commitments", ROUTE_ENTRIES},
                 {"/api/commitments/root", ROUTE_ROOT}};
    *ret_path_known = true;
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++) {
        if (span_is(path, fixed[i].path))
            return get ? fixed[i].route : ROUTE_NONE;
    }
    struct span rest = path, first, second, third;
    span_until(&rest, '/');
    first = span_until(&rest, '/');
    if ((span_is(first, "t") || span_is(first, "g")) && is_table_name(rest)) {
        *ret_name = rest;
        return !get ? ROUTE_NONE : first.at[0] == 't' ? ROUTE_CODE : ROUTE_GROUP_LINK;
    }
    second = span_until(&rest, '/');
    if (span_is(first, "api") && span_is(second, "tables")) {
        if (path.at[path.len - 1] != '/' && !rest.len)
            return verb == EVHTTP_REQ_POST ? ROUTE_CREATE : ROUTE_NONE;
        *ret_name = span_until(&rest, '/');
        third = span_until(&rest, '/');
        int64_t number;
        if (is_table_name(*ret_name) && span_is(third, "places") && rest.len &&
            span_number(rest, 1, ROOM_PLACES_MAX, &number)) {
            *ret_number = (int)number;
            return verb == EVHTTP_REQ_DELETE ? ROUTE_LEAVE : ROUTE_NONE;
        }
        if (is_table_name(*ret_name) && !third.len && !rest.len && verb == EVHTTP_REQ_DELETE)
            return ROUTE_DELETE;
        for (size_t i = 0; is_table_name(*ret_name) && !rest.len && i < 8; i++) {
            if (span_is(third, parts[i].word))
                return get ? parts[i].get : verb == EVHTTP_REQ_POST ? parts[i].post : ROUTE_NONE;
        }
    }
    if (span_is(first, "api") && span_is(second, "groups"))
        return group_route(path, rest, verb, ret_name, ret_number, ret_path_known);
    *ret_path_known = false;
    return ROUTE_NONE;
}

/* ---- client address and origin ---- */

/* Whether the address is on this machine or in a network not reachable from outside. */
static bool is_private(const char *address) {
    struct in_addr four;
    struct in6_addr six;
    if (inet_pton(AF_INET, address, &four) == 1) {
        uint32_t a = ntohl(four.s_addr);
        return a >> 24 == 127 || a >> 24 == 10 || a >> 20 == 0xac1 || a >> 16 == 0xc0a8 ||
               a >> 16 == 0xa9fe;
    }
    return inet_pton(AF_INET6, address, &six) == 1 &&
           (IN6_IS_ADDR_LOOPBACK(&six) || IN6_IS_ADDR_LINKLOCAL(&six) ||
            (six.s6_addr[0] & 0xfe) == 0xfc);
}

/* A client that has one IPv6 address usually has the whole /64. */
static void keep_network(char address[ADDRESS_LETTERS]) {
    struct in6_addr six;
    if (inet_pton(AF_INET6, address, &six) != 1 || IN6_IS_ADDR_V4MAPPED(&six))
        return;
    memset(six.s6_addr + 8, 0, 8);
    inet_ntop(AF_INET6, &six, address, ADDRESS_LETTERS);
}

void api_address(struct api *a, struct evhttp_request *request, char ret[ADDRESS_LETTERS]) {
    char *peer = NULL, all[1024];
    ev_uint16_t port;
    struct text t = text_start(ret, ADDRESS_LETTERS), room = TEXT_IN(all);
    evhttp_connection_get_peer(evhttp_request_get_connection(request), &peer, &port);
    const char *list = a->o.proxy && peer && is_private(peer)
                           ? request_list(request, "X-Forwarded-For", &room)
                           : NULL;
    if (list) {
        struct span rest = span_of(list), one = {0}, item;
        while (span_item(&rest, ',', &item))
            one = span_trim(item);
        text_put_n(&t, one.at, one.len);
    } else {
        text_put(&t, peer ? peer : "");
    }
    keep_network(ret);
}

bool api_origin_is_own(struct evhttp_request *request) {
    struct evkeyvalq *in = evhttp_request_get_input_headers(request);
    const char *origin = evhttp_find_header(in, "Origin");
    const char *host = evhttp_find_header(in, "Host");
    if (!origin)
        return true;
    const char *at = strstr(origin, "://");
    return at && host && !strcasecmp(at + 3, host);
}
