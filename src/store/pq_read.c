#include "core/memory.h"
#include "store/pq.h"

static void take_events(struct request *r, const PGresult *result, bool own) {
    for (int i = 0; i < PQntuples(result); i++) {
        if (own && i && !PQgetisnull(result, i, 2))
            break;
        *request_event(r) = (struct store_event){.game = pq_text_at(r, result, i, 0),
                                                 .n = pq_int_at(result, i, 1),
                                                 .action = pq_text_at(r, result, i, 2),
                                                 .line = pq_text_at(r, result, i, 3),
                                                 .at = pq_int_at(result, i, 4)};
    }
}

bool pq_read_events(struct link *k, struct request *r, const char *game, int64_t after, int limit,
                    bool own, struct text *error) {
    struct pq_values v = {.n = 0};
    pq_put_text(&v, game);
    pq_put_int(&v, after);
    pq_put_int(&v, limit);
    PGresult *result = pq_ask(k, EVENTS_BEHIND, &v, error);
    if (!result)
        return false;
    take_events(r, result, own);
    r->answer.more = PQntuples(result) == limit;
    PQclear(result);
    return true;
}

static bool read_games(struct link *k, struct request *r, struct text *error) {
    static const enum pq_statement which[] = {
        [REQUEST_READ] = FIND_GAME, [REQUEST_READ_ROOM] = FIND_ROOM, [REQUEST_LIST] = LIST_GAMES};
    struct pq_values v = {.n = 0};
    pq_put_text(&v, r->key);
    if (r->kind == REQUEST_LIST)
        pq_put_int(&v, r->limit);
    PGresult *result = pq_ask(k, which[r->kind], &v, error);
    if (!result)
        return false;
    for (int i = 0; i < PQntuples(result); i++)
        *request_game(r) = (struct store_game){.id = pq_text_at(r, result, i, 0),
                                               .created = pq_int_at(result, i, 1),
                                               .rules = pq_text_at(r, result, i, 2),
                                               .setup = pq_text_at(r, result, i, 3),
                                               .code = pq_text_at(r, result, i, 4),
                                               .commitment = pq_span_at(r, result, i, 5),
                                               .secret = pq_span_at(r, result, i, 6),
                                               .over = pq_int_at(result, i, 7),
                                               .last = pq_int_at(result, i, 8),
                                               .used = pq_int_at(result, i, 9)};
    PQclear(result);
    return true;
}

static bool read_seats(struct link *k, struct request *r, const char *game, struct text *error) {
    struct pq_values v = {.n = 0};
    pq_put_text(&v, game);
    PGresult *result = pq_ask(k, SEATS_OF, &v, error);
    if (!result)
        return false;
    for (int i = 0; i < PQntuples(result); i++)
        *request_seat(r) = (struct store_seat){.seat = (int)pq_int_at(result, i, 0),
                                               .person = (int)pq_int_at(result, i, 1),
                                               .name = pq_text_at(r, result, i, 2),
                                               .bot = pq_text_at(r, result, i, 3),
                                               .token = pq_span_at(r, result, i, 4),
                                               .at = pq_int_at(result, i, 5)};
    PQclear(result);
    return true;
}

static bool read_whole(struct link *k, struct request *r, struct text *error) {
    if (!pq_run(k, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", error) ||
        !read_games(k, r, error))
        return false;
    if (!r->answer.game_count) {
        request_say_absent(r);
        return pq_run(k, "COMMIT", error);
    }
    const char *game = r->answer.games[0].id;
    r->answer.last = r->answer.games[0].last;
    return read_seats(k, r, game, error) &&
           pq_read_events(k, r, game, r->after, r->limit, false, error) &&
           pq_run(k, "COMMIT", error);
}

static bool catch_up(struct link *k, struct request *r, struct text *error) {
    struct pq_values v = {.n = 0};
    struct text games = text_on_heap(), afters = text_on_heap();
    for (int i = 0; i < r->place_count; i++) { /* ids need no escaping */
        text_add(&games, "%c\"%s\"", i ? ',' : '{', r->places[i].game);
        text_add(&afters, "%c%lld", i ? ',' : '{', (long long)r->places[i].after);
    }
    text_put(&games, r->place_count ? "}" : "{}");
    text_put(&afters, r->place_count ? "}" : "{}");
    pq_put_made(&v, &games);
    pq_put_made(&v, &afters);
    pq_put_int(&v, r->limit);
    PGresult *result = pq_ask(k, CATCH_UP, &v, error);
    if (!result)
        return false;
    take_events(r, result, false);
    PQclear(result);
    return true;
}

static bool read_size(struct link *k, struct request *r, struct text *error) {
    struct pq_values v = {.n = 0};
    PGresult *result = pq_ask(k, SIZE, &v, error);
    if (!result)
        return false;
    r->answer.bytes = PQntuples(result) ? pq_int_at(result, 0, 0) : 0;
    PQclear(result);
    return true;
}

enum link_result pq_read(struct link *k, struct request *r, struct text *error) {
    bool good;
    request_reset(r);
    if (r->kind == REQUEST_CATCH_UP)
        good = catch_up(k, r, error);
    else if (r->kind == REQUEST_SIZE)
        good = read_size(k, r, error);
    else if (r->kind == REQUEST_LIST)
        good = read_games(k, r, error);
    else if (r->kind == REQUEST_ENTRIES || r->kind == REQUEST_FOLD)
        good = pq_list_read(k, r, error);
    else
        good = read_whole(k, r, error);
    if (good && r->kind == REQUEST_LIST)
        r->answer.more = r->answer.game_count == r->limit;
    if (good)
        return LINK_DONE;
    return pq_give_up(k, error);
}
