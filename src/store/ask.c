/* Requests from callers, checked and copied. */
#include <time.h>

#include "core/say.h"
#include "store/store_parts.h"

bool store_create(struct store *s, const struct store_game *game, const struct store_seat *seats,
                  int seat_count, struct store_reply reply, struct text *error) {
    if (!good_game(game, error) || !good_seats(seats, seat_count, error))
        return false;
    struct request *r = request_new(REQUEST_CREATE, reply);
    struct store_append with = {.seats = seats, .seat_count = seat_count};
    request_take_game(r, game);
    request_take_append(r, &with);
    return store_ask(s, r, error);
}

bool store_append(struct store *s, const struct store_append *append, struct store_reply reply,
                  struct text *error) {
    if (!good_append(append, error))
        return false;
    struct request *r = request_new(REQUEST_APPEND, reply);
    request_take_append(r, append);
    return store_ask(s, r, error);
}

bool store_entries(struct store *s, int64_t after, struct store_reply reply, struct text *error) {
    if (after < 0)
        return say_fail(error, store_entries_from_one);
    struct request *r = request_new(REQUEST_ENTRIES, reply);
    r->after = after;
    return store_ask(s, r, error);
}

bool store_fold(struct store *s, const struct merkle *tree, struct store_reply reply,
                struct text *error) {
    struct request *r = request_new(REQUEST_FOLD, reply);
    r->tree = request_alloc(r, sizeof *r->tree);
    *r->tree = *tree;
    return store_ask(s, r, error);
}

bool store_delete(struct store *s, const char *game, int64_t used_before, struct store_reply reply,
                  struct text *error) {
    if (!good_id(game, M_store_what_game_id, error))
        return false;
    struct request *r = request_new(REQUEST_DELETE, reply);
    r->key = request_string(r, game);
    r->after = used_before;
    struct timespec now; /* for an entry in the list of commitments */
    clock_gettime(CLOCK_REALTIME, &now);
    r->append.at = (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
    return store_ask(s, r, error);
}

bool store_read(struct store *s, const char *game, int64_t after, struct store_reply reply,
                struct text *error) {
    if (!good_id(game, M_store_what_game_id, error))
        return false;
    struct request *r = request_new(REQUEST_READ, reply);
    r->key = request_string(r, game);
    r->after = after;
    r->limit = s->options.page;
    return store_ask(s, r, error);
}

bool store_read_room(struct store *s, const char *code, struct store_reply reply,
                     struct text *error) {
    if (!good_id(code, M_store_what_room_code, error))
        return false;
    struct request *r = request_new(REQUEST_READ_ROOM, reply);
    r->key = request_string(r, code);
    r->limit = s->options.page;
    return store_ask(s, r, error);
}

bool store_size(struct store *s, struct store_reply reply, struct text *error) {
    return store_ask(s, request_new(REQUEST_SIZE, reply), error);
}

bool store_list(struct store *s, const char *behind, int limit, struct store_reply reply,
                struct text *error) {
    if (behind[0] && !good_id(behind, M_store_what_game_id, error))
        return false;
    struct request *r = request_new(REQUEST_LIST, reply);
    r->key = request_string(r, behind);
    r->limit = limit < 1 || limit > STORE_LIST_MAX ? STORE_LIST_MAX : limit;
    return store_ask(s, r, error);
}
