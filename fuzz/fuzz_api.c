/* API requests: a path on the first line, then a body. A path matches at most one route, a body is
 * parsed or refused with an error, and parsed requests meet the conditions that the server relies
 * on. */
#include <string.h>

#include "core/day.h"
#include "fuzz/fuzz.h"
#include "server/api_parts.h"

static void try_path(struct span path) {
    static const enum evhttp_cmd_type verbs[] = {EVHTTP_REQ_GET, EVHTTP_REQ_POST, EVHTTP_REQ_DELETE,
                                                 EVHTTP_REQ_PUT};
    for (size_t i = 0; path.len && i < sizeof verbs / sizeof *verbs; i++) {
        struct span name = {0};
        int number = 0;
        bool known = false;
        enum route route = api_route(path, verbs[i], &name, &number, &known);
        REQUIRE(route == ROUTE_NONE || known);
        REQUIRE(name.len < TABLE_NAME_BYTES || route == ROUTE_NONE);
        REQUIRE(!name.len || (name.at >= path.at && name.at + name.len <= path.at + path.len));
        REQUIRE(route != ROUTE_LEAVE || (number >= 1 && number <= ROOM_PLACES_MAX));
        REQUIRE(route != ROUTE_GROUP_REMOVE || (number >= 1 && number <= GROUP_MEMBERS_EVER));
        REQUIRE(route != ROUTE_GROUP_DAY || (number >= 0 && number <= DAY_MAX));
    }
}

static void try_body(enum route route, struct span text) {
    static struct body body;
    char words[512];
    struct text error = TEXT_IN(words);
    if (!body_read(route, text, &body, &error)) {
        REQUIRE(error.len > 0);
        return;
    }
    REQUIRE(span_clean(span_of(body.name)) && span_clean(span_of(body.words)));
    REQUIRE(!body.action[0] || action_is_good(span_of(body.action)));
    REQUIRE(!body.seats[16] && !body.bots[16][0]);
    REQUIRE(route != ROUTE_SAY || body.words[0]);
    REQUIRE(route != ROUTE_CREATE || (body.rules[0] && body.name[0]));
    REQUIRE(route != ROUTE_GROUP_CREATE || body.name[0]);
    REQUIRE(route != ROUTE_HAND_IN || body.record);
    body_clear(&body);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *copy = fuzz_copy(data, size);
    struct span rest = {copy, size}, path = span_until(&rest, '\n');
    try_path(path);
    try_body(ROUTE_CREATE, rest);
    try_body(ROUTE_SIT, rest);
    try_body(ROUTE_SAY, rest);
    try_body(ROUTE_GROUP_CREATE, rest);
    try_body(ROUTE_HAND_IN, rest);
    free(copy);
    return 0;
}
