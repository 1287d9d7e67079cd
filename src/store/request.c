#include "store/request.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"

enum { BLOCK = 4096 - 64 };

struct block {
    struct block *next;
    size_t size, used;
    _Alignas(16) char data[];
};

struct request *request_new(enum request_kind kind, struct store_reply reply) {
    struct request *r = grab(1, sizeof *r);
    r->kind = kind;
    r->reply = reply;
    r->answer.words = "";
    r->bytes = sizeof *r;
    return r;
}

void request_free(struct request *r) {
    while (r && r->blocks) {
        struct block *next = r->blocks->next;
        free(r->blocks);
        r->blocks = next;
    }
    free(r);
}

void queue_put(struct queue *q, struct request *r) {
    r->next = NULL;
    if (!q->first)
        q->end = &q->first;
    *q->end = r;
    q->end = &r->next;
}

struct request *queue_take(struct queue *q) {
    struct request *r = q->first;
    if (r) {
        q->first = r->next;
        r->next = NULL;
    }
    return r;
}

void queue_set(struct queue *q, struct request *list) {
    *q = (struct queue){0};
    while (list) {
        struct request *next = list->next;
        queue_put(q, list);
        list = next;
    }
}

void waiting_put(struct waiting *w, struct request *r, int64_t deadline) {
    r->deadline = deadline;
    r->waits = true;
    r->older = w->newest;
    r->newer = NULL;
    *(w->newest ? &w->newest->newer : &w->oldest) = r;
    w->newest = r;
}

void waiting_remove(struct waiting *w, struct request *r) {
    if (!r->waits)
        return;
    *(r->older ? &r->older->newer : &w->oldest) = r->newer;
    *(r->newer ? &r->newer->older : &w->newest) = r->older;
    r->waits = false;
}

struct request *request_stand_in(struct request *r) {
    struct request *instead = request_new(r->kind, r->reply);
    instead->counted = r->counted;
    instead->bytes_counted = r->bytes_counted;
    if (r->tree) {
        instead->tree = request_alloc(instead, sizeof *r->tree);
        *instead->tree = *r->tree;
    }
    r->reply.done = NULL;
    r->counted = false;
    return instead;
}

void *request_alloc(struct request *r, size_t size) {
    struct block *b = r->blocks;
    size = (size + 15) & ~(size_t)15;
    if (!b || b->size - b->used < size) {
        /* The first block has only 256 bytes, unless more are needed: most requests are small, and
         * many wait at once. */
        size_t room = b && size < BLOCK ? BLOCK : size < 256 ? 256 : size;
        b = grab(1, sizeof *b + room);
        b->size = room;
        b->next = r->blocks;
        r->blocks = b;
        r->bytes += sizeof *b + room;
    }
    void *at = b->data + b->used;
    b->used += size;
    return at;
}

char *request_copy(struct request *r, const char *s, size_t len) {
    char *copy = request_alloc(r, len + 1);
    if (len)
        memcpy(copy, s, len);
    return copy;
}

const char *request_string(struct request *r, const char *s) {
    return s ? request_copy(r, s, strlen(s)) : NULL;
}

struct span request_span(struct request *r, struct span s) {
    return (struct span){s.len ? request_copy(r, s.at, s.len) : NULL, s.len};
}

void *request_item(struct request *r, const void *list, int count, size_t size) {
    if (count & (count - 1)) /* capacities are powers of two, so this list is not full */
        return (char *)list;
    char *wider = request_alloc(r, size * (size_t)(count ? 2 * count : 1));
    if (count)
        memcpy(wider, list, size * (size_t)count);
    return wider;
}

struct store_event *request_event(struct request *r) {
    struct store_event *list =
        request_item(r, r->answer.events, r->answer.event_count, sizeof *list);
    r->answer.events = list;
    return &list[r->answer.event_count++];
}

struct store_seat *request_seat(struct request *r) {
    struct store_seat *list = request_item(r, r->answer.seats, r->answer.seat_count, sizeof *list);
    r->answer.seats = list;
    return &list[r->answer.seat_count++];
}

struct store_game *request_game(struct request *r) {
    struct store_game *list = request_item(r, r->answer.games, r->answer.game_count, sizeof *list);
    r->answer.games = list;
    return &list[r->answer.game_count++];
}

void request_gone(struct request *r, const char *game) {
    *request_event(r) = (struct store_event){.game = game, .line = ""};
}

void request_say(struct request *r, enum store_outcome outcome, const char *words) {
    r->answer.outcome = outcome;
    r->answer.words = request_string(r, words);
}

void request_say_absent(struct request *r) {
    if (r->kind == REQUEST_READ)
        request_say(r, STORE_ABSENT, WORDS(store_no_game, .game = r->key));
    else
        request_say(r, STORE_ABSENT, WORDS(store_no_room, .room = r->key));
}

void request_reset(struct request *r) {
    r->answer = (struct store_answer){.words = ""};
    if (r->kind == REQUEST_FOLD) {
        struct merkle *tree = request_alloc(r, sizeof *tree);
        *tree = *r->tree;
        r->answer.tree = tree;
    }
}

void request_written(struct request *r) {
    const struct store_append *a = &r->append;
    request_reset(r);
    for (int i = 0; i < a->line_count; i++)
        *request_event(r) = (struct store_event){.game = a->game,
                                                 .n = a->first + i,
                                                 .action = i ? NULL : a->action,
                                                 .line = a->lines[i],
                                                 .at = a->at};
    r->answer.last = a->line_count ? a->first + a->line_count - 1 : 0;
}

void request_deleted(struct request *r, bool deleted, bool there) {
    if (deleted)
        return;
    if (there)
        request_say(r, STORE_CONFLICT, WORDS(store_game_used_since, .game = r->key));
    else if (!r->tried) /* if it was tried before, that attempt may have deleted the game */
        request_say(r, STORE_ABSENT, WORDS(store_no_game, .game = r->key));
}

/* Another node may have written other lines for the same action, such as different dice. */
static bool as_asked(const struct request *r) {
    const struct store_append *a = &r->append;
    const struct store_event *found = r->answer.events;
    bool same = r->answer.event_count == a->line_count && found[0].n == a->first;
    for (int i = 0; same && i < a->line_count; i++)
        same = !strcmp(found[i].line, a->lines[i]);
    return same;
}

void request_found(struct request *r, bool by_action) {
    const struct store_append *a = &r->append;
    if (!by_action) {
        if (a->first > r->answer.last + 1)
            request_say(r, STORE_CONFLICT,
                        WORDS(store_event_too_early, .event = a->first, .game = a->game,
                              .next = r->answer.last + 1));
        else
            request_say(r, STORE_CONFLICT,
                        WORDS(store_event_written, .event = a->first, .game = a->game));
        return;
    }
    /* An earlier attempt at this request may have been committed before the connection was lost. */
    if (r->tried && as_asked(r))
        r->answer.outcome = STORE_DONE;
    else
        request_say(
            r, STORE_DUPLICATE,
            WORDS(store_action_done_before, .action = a->action, .event = r->answer.events[0].n));
}

bool good_id(const char *id, enum message what, struct text *error) {
    size_t n =
        id ? strspn(id, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") : 0;
    if (n && n <= STORE_ID_MAX && !id[n])
        return true;
    return say_fail(error, store_bad_id, .what = words_of(what), .most = STORE_ID_MAX);
}

/* Text that both databases keep unchanged: UTF-8 without control characters, apart from line feeds
 * if `lines` is set. */
static bool good_text(const char *s, size_t max, bool lines, enum message what,
                      struct text *error) {
    size_t len = s ? strnlen(s, max + 1) : 0;
    struct span rest = {s, len};
    if (!s)
        return say_fail(error, store_missing, .what = words_of(what));
    if (len > max)
        return say_fail(error, store_too_long, .what = words_of(what), .most = (long long)max);
    while (rest.len) {
        struct span part = lines ? span_until(&rest, '\n') : rest;
        if (!lines)
            rest.len = 0;
        if (!span_clean(part))
            return say_fail(error, store_unclean, .what = words_of(what));
    }
    return true;
}

static bool good_sealed(struct span s, enum message what, struct text *error) {
    if (s.len <= STORE_SEALED_MAX)
        return true;
    return say_fail(error, store_too_long, .what = words_of(what), .most = STORE_SEALED_MAX);
}

bool good_game(const struct store_game *g, struct text *error) {
    return good_id(g->id, M_store_what_game_id, error) &&
           (!g->code || good_id(g->code, M_store_what_room_code, error)) &&
           good_text(g->rules, STORE_LINE_MAX, false, M_store_what_rules, error) &&
           good_text(g->setup, STORE_SETUP_MAX, true, M_store_what_setup, error) &&
           good_sealed(g->commitment, M_store_what_commitment, error) &&
           good_sealed(g->secret, M_store_what_secret, error);
}

bool good_seats(const struct store_seat *seats, int count, struct text *error) {
    if (count < 0 || count > STORE_SEATS_MAX)
        return say_fail(error, store_no_such_table, .seats = count);
    for (int i = 0; i < count; i++) {
        const struct store_seat *p = &seats[i];
        if (p->seat < 0 || p->person < 0 || p->seat > 1000 || p->person > 1000)
            return say_fail(error, store_no_seat, .seat = p->seat, .person = p->person);
        if (!good_text(p->name, STORE_LINE_MAX, false, M_store_what_seat_name, error) ||
            (p->bot && !good_text(p->bot, STORE_LINE_MAX, false, M_store_what_bot_level, error)) ||
            !good_sealed(p->token, M_store_what_token_hash, error))
            return false;
    }
    return true;
}

static bool good_notes(const struct store_append *a, struct text *error) {
    bool good = a->note_count >= 0 && a->note_count <= 2 * a->line_count;
    for (int i = 0; good && i < a->note_count; i++) {
        const struct store_note *n = &a->notes[i];
        good = n->kind == STORE_REVEALED ||
               (n->commitment && strlen(n->commitment) == STORE_COMMITMENT_LETTERS &&
                strspn(n->commitment, "0123456789abcdef") == STORE_COMMITMENT_LETTERS);
    }
    if (!good)
        say(error, store_bad_note, .digits = STORE_COMMITMENT_LETTERS);
    return good;
}

bool good_append(const struct store_append *a, struct text *error) {
    if (!good_id(a->game, M_store_what_game_id, error) ||
        !good_seats(a->seats, a->seat_count, error))
        return false;
    if (a->line_count < 0 || a->line_count > STORE_LINES_MAX ||
        (!a->line_count && !a->seat_count && !a->over))
        return say_fail(error, store_append_lines, .most = STORE_LINES_MAX);
    if (!a->line_count)
        return true;
    if (a->first < 1 || a->first > INT64_MAX / 2)
        return say_fail(error, store_events_from_one);
    for (int i = 0; i < a->line_count; i++) {
        if (!good_text(a->lines[i], STORE_LINE_MAX, false, M_store_what_line, error))
            return false;
    }
    return good_notes(a, error) && good_id(a->action, M_store_what_action_id, error);
}

static void take_seats(struct request *r, const struct store_seat *seats, int count) {
    struct store_seat *copy = request_alloc(r, sizeof *copy * (size_t)count);
    for (int i = 0; i < count; i++) {
        copy[i] = seats[i];
        copy[i].name = request_string(r, seats[i].name);
        copy[i].bot = request_string(r, seats[i].bot);
        copy[i].token = request_span(r, seats[i].token);
    }
    r->append.seats = copy;
    r->append.seat_count = count;
}

void request_take_game(struct request *r, const struct store_game *game) {
    r->game = *game;
    r->game.id = request_string(r, game->id);
    r->game.rules = request_string(r, game->rules);
    r->game.setup = request_string(r, game->setup);
    r->game.code = request_string(r, game->code);
    r->game.commitment = request_span(r, game->commitment);
    r->game.secret = request_span(r, game->secret);
}

void request_take_append(struct request *r, const struct store_append *append) {
    r->append = *append;
    r->append.game = request_string(r, append->game);
    r->append.action = request_string(r, append->action);
    const char **lines = request_alloc(r, sizeof *lines * (size_t)append->line_count);
    for (int i = 0; i < append->line_count; i++)
        lines[i] = request_string(r, append->lines[i]);
    r->append.lines = lines;
    take_seats(r, append->seats, append->seat_count);
    struct store_note *notes = request_alloc(r, sizeof *notes * (size_t)append->note_count);
    for (int i = 0; i < append->note_count; i++) {
        notes[i] = append->notes[i];
        notes[i].commitment = request_string(r, append->notes[i].commitment);
    }
    r->append.notes = notes;
}
