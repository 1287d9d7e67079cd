/* Sessions: WebSockets of players and spectators. */
#include <stdlib.h>
#include <string.h>

#include "core/json.h"
#include "core/memory.h"
#include "server/api_parts.h"
#include "talk/talk.h"

enum {
    UNANSWERED_MAX = 16,
    HELLO_SECONDS = 10,
    /* A long log is sent in parts, so that it does not delay anything else. */
    PART_LINES = 500,
    PART_BYTES = SOCKET_QUEUE_MAX / 2,
    PART_PAUSE_MS = 5,
};

struct session {
    struct session *next, **at;
    struct api *api;
    struct socket *socket;
    struct open_table *table;
    struct follower *follower;
    struct command *entering;
    struct line *lines; /* not answered yet */
    int unanswered;
    struct event *timer; /* until the hello; then until the next part of the log */
    int place, after;
    int entered_at; /* number of lines when the token was checked */
    bool said_hello;
    bool looks_on;               /* counted as a spectator */
    bool welcome;                /* hello received and answered */
    char name[TABLE_NAME_BYTES]; /* the table's name, until the table is found */
    char address[ADDRESS_LETTERS];
    char token[TOKEN_LETTERS + 1];
};

struct line {
    struct line *next;
    struct session *session;
    struct command *command;
    char id[TABLES_ACTION_MAX + 1];
    char *question; /* NULL: not a question */
};

static void send_text(struct session *s, const struct text *t) {
    if (t->cut)
        return;
    if (!say_answer_is_coded(t->data)) {
        socket_send(s->socket, (struct span){t->data, t->len});
        return;
    }
    struct text words = text_on_heap(); /* English with keys, for pages in any language */
    say_answer(&words, t->data);
    socket_send(s->socket, (struct span){words.data, words.len});
    free(words.data);
}

static void say_no(struct session *s, struct span id, const char *code, const char *words,
                   const char *rule) {
    LOCAL_TEXT(t, 2048);
    api_refusal(&t, id, code, words, rule);
    send_text(s, &t);
}

static void end(struct session *s, int code, const char *reason) {
    socket_close(s->socket, code, reason);
}

/* ---- lines of the table ---- */

/* Whether the token, valid when this session started, has been replaced since. A session that reads
 * slowly, or claims to know more lines than exist, may have missed the line that moved the
 * place. */
static bool place_has_moved(const struct session *s) {
    return s->place && tables_moved(s->table, s->place) > s->entered_at;
}

static void on_heard(void *where, int line, const char *say, int64_t at) {
    struct session *s = where;
    static char data[2 * STORE_LINE_MAX + 128];
    struct text t = TEXT_IN(data);
    if (line <= 0) {
        struct json j = json_begin(&t);
        json_string(&j, "bye", say);
        json_string(&j, "code", line ? "windows" : "deleted");
        json_close(&j, '}');
        send_text(s, &t);
        end(s, 1008, say);
        return;
    }
    api_line(&t, line, say, at);
    send_text(s, &t);
    /* End the session if its place has moved to another device, unless it already uses the new
     * token. */
    if (place_has_moved(s) && line == tables_moved(s->table, s->place))
        end(s, 1008, words_of(M_server_place_moved));
}

/* The welcome already contains the initial presence. */
static void on_here(void *where, struct set places) {
    struct session *s = where;
    LOCAL_TEXT(t, 512);
    if (!s->welcome)
        return;
    api_here(&t, places);
    send_text(s, &t);
}

static void free_line(struct line *l) {
    free(l->question);
    free(l);
}

static void answer_question(struct line *l, struct room *room, struct text *t) {
    struct text out = text_on_heap();
    enum room_refusal why = room_ask(room, span_of(l->question), &out);
    text_put(t, "{");
    if (l->id[0])
        text_add(t, "\"id\":\"%s\",", l->id);
    if (why != ROOM_OK)
        text_add(t, "\"code\":\"%s\",", room_refusal_codes[why]);
    text_put_n(t, out.data + 1, out.len ? out.len - 1 : 0);
    free(out.data);
}

static void on_answer(void *where, const struct command_result *a) {
    struct line *l = where, **at;
    struct session *s = l->session;
    static char data[ANSWER_MAX + 256 + RECEIPT_JSON_MAX]; /* holds any answer to a line */
    struct text t = l->question ? text_on_heap() : TEXT_IN(data);
    struct cost cost = cost_begin(s->api);
    for (at = &s->lines; *at != l; at = &(*at)->next)
        ;
    *at = l->next;
    s->unanswered--;
    if (!l->question || a->code[0]) {
        api_answer(&t, span_of(l->id), a);
    } else {
        answer_question(l, a->room, &t);
    }
    if (!l->question && !a->code[0] && !a->again)
        cost_disk(s->api, s->address, 1, a->room);
    send_text(s, &t);
    if (l->question)
        free(t.data);
    free_line(l);
    cost_end(s->api, cost, s->address, s->table, s->place);
}

/* ---- messages ---- */

static void send_line(struct session *s, struct span id, struct span words) {
    if (place_has_moved(s)) {
        say_no(s, id, TABLES_TOKEN, words_of(M_server_place_moved), NULL);
        end(s, 1008, words_of(M_server_place_moved));
        return;
    }
    if (s->unanswered >= UNANSWERED_MAX) {
        say_no(s, id, TABLES_BUSY, words_of(M_server_unanswered_lines), NULL);
        return;
    }
    bool question = room_is_question(words);
    if (!question && !id.len) {
        say_no(s, id, "words", words_of(M_server_id_needed), NULL);
        return;
    }
    if (!question && !s->place) {
        say_no(s, id, "place", words_of(M_server_you_look_on), NULL);
        return;
    }
    if (!api_may_say(s->api, s->table, s->place, s->address)) {
        say_no(s, id, "rate", words_of(M_server_too_many_lines), NULL);
        return;
    }
    if (!cost_allows(s->api, s->address, s->table, s->place, NULL)) {
        say_no(s, id, "rate", words_of(M_server_takes_too_long), NULL);
        return;
    }
    if (!question && !cost_disk_allows(s->api, s->address, NULL)) {
        say_no(s, id, "rate", words_of(M_server_stored_too_much), NULL);
        return;
    }
    if (!question)
        cost_foresee(s->api, s->address, s->table, s->place, words);
    struct line *l = grab(1, sizeof *l);
    text_put_n(TEXT_OVER(l->id), id.at, id.len);
    l->session = s;
    l->next = s->lines;
    s->lines = l;
    s->unanswered++;
    l->question = question ? must(strndup(words.at, words.len)) : NULL;
    struct command_reply reply = {on_answer, l};
    struct command *command = question ? tables_look(s->table, 0, reply)
                                       : tables_say(s->table, s->place, id, words, reply);
    if (command)
        l->command = command;
}

/* If `command` is NULL, the command has already been answered, and its callback may have started
 * the next one. */
static void wait_for(struct session *s, struct command *command) {
    if (command)
        s->entering = command;
}

static void wait_for_next_part(struct session *s) {
    if (evtimer_add(s->timer, &(struct timeval){.tv_usec = PART_PAUSE_MS * 1000}) != 0)
        abort();
}

static void tell_part(struct session *s) {
    struct cost cost = cost_begin(s->api);
    bool more = socket_waiting(s->socket) >= PART_BYTES || tables_catch_up(s->follower, PART_LINES);
    cost_end(s->api, cost, s->address, s->table, s->place);
    if (more)
        wait_for_next_part(s);
}

/* The room has been loaded again, in case it was evicted after the last part was sent. */
static void on_looked_again(void *where, const struct command_result *a) {
    struct session *s = where;
    s->entering = NULL;
    if (a->code[0])
        end(s, 1013, words_of(M_server_try_again));
    else
        tell_part(s);
}

/* Refuses entry, for good or for now. */
static void refuse(struct session *s, const struct command_result *a) {
    say_no(s, (struct span){0}, a->code, a->words, NULL);
    end(s, strcmp(a->code, TABLES_ABSENT) ? 1013 : 1008, a->words);
}

/* Once the room is loaded: describes the table and starts sending its lines, or refuses. */
static void on_looked(void *where, const struct command_result *a) {
    struct session *s = where;
    static char data[64 << 10];
    struct text t = TEXT_IN(data);
    s->entering = NULL;
    if (a->code[0]) {
        refuse(s, a);
        return;
    }
    if (place_has_moved(s)) {
        say_no(s, (struct span){0}, TABLES_TOKEN, words_of(M_server_place_moved), NULL);
        end(s, 1008, words_of(M_server_place_moved));
        return;
    }
    int lines = room_lines(a->room);
    s->follower =
        tables_follow(s->table, s->after < lines ? s->after : lines, s->place, on_heard, s);
    if (!s->follower) {
        end(s, 1013, words_of(M_server_lookers_at_table));
        return;
    }
    tables_attend(s->follower, on_here);
    s->welcome = true;
    event_del(s->timer);
    text_put(&t, "{\"table\":");
    api_describe(&t, s->table, a->room);
    text_add(&t, ",\"place\":%d,\"lines\":%d}", s->place, lines);
    send_text(s, &t);
    tell_part(s);
}

static void on_entered(void *where, const struct command_result *a) {
    struct session *s = where;
    s->entering = NULL;
    if (a->code[0]) {
        refuse(s, a);
        return;
    }
    if (!a->place) {
        say_no(s, (struct span){0}, "token", words_of(M_server_token_without_place), NULL);
        end(s, 1008, words_of(M_server_wrong_token));
        return;
    }
    s->place = a->place;
    s->entered_at = tables_lines(s->table);
    wait_for(s, tables_look(s->table, s->after, (struct command_reply){on_looked, s}));
}

static void greet(struct session *s) {
    if (s->token[0])
        wait_for(s,
                 tables_enter(s->table, span_of(s->token), (struct command_reply){on_entered, s}));
    else
        wait_for(s, tables_look(s->table, s->after, (struct command_reply){on_looked, s}));
}

static void on_found(void *where, const struct command_result *a) {
    struct session *s = where;
    s->entering = NULL;
    if (a->code[0]) {
        refuse(s, a);
        return;
    }
    s->table = a->table;
    tables_hold(s->table);
    greet(s);
}

/* Handles a client's first message: "follow 0" or "hold TOKEN 17". */
static void hello(struct session *s, struct span words) {
    struct span verb = span_word(&words);
    int64_t after = 0;
    bool good = span_is(verb, "follow");
    if (span_is(verb, "hold")) {
        struct span token = span_word(&words);
        struct text t = TEXT_IN(s->token);
        text_put_n(&t, token.at, token.len);
        good = token.len > 0 && !t.cut;
    }
    if (s->said_hello || !good || !span_number(span_trim(words), 0, 1 << 30, &after)) {
        say_no(s, (struct span){0}, "words", words_of(M_server_say_who_first), NULL);
        end(s, 1008, words_of(M_server_not_understood));
        return;
    }
    if (!s->token[0] && !look_on_from(s->api, s->address)) {
        say_no(s, (struct span){0}, TABLES_BUSY, words_of(M_server_lookers_from_address), NULL);
        end(s, 1008, words_of(M_server_lookers_from_address));
        return;
    }
    s->looks_on = !s->token[0];
    s->after = (int)after;
    s->said_hello = true;
    wait_for(s,
             tables_find(s->api->o.tables, span_of(s->name), (struct command_reply){on_found, s}));
}

static void hear(struct session *s, struct span words) {
    struct span id = {0};
    words = span_trim(words);
    if (!s->welcome) {
        hello(s, words);
        return;
    }
    if (words.len && words.at[0] == '@') {
        id = span_word(&words);
        id.at++;
        id.len--;
        words = span_trim(words);
        if (!action_is_good(id)) {
            say_no(s, (struct span){0}, "words", words_of(M_server_id_is_letters), NULL);
            return;
        }
    }
    if (!span_clean(words)) {
        say_no(s, id, "words", words_of(M_server_line_unclean), NULL);
        return;
    }
    send_line(s, id, words);
}

static void on_message(void *where, struct socket *socket, struct span words) {
    struct session *s = where;
    (void)socket;
    struct cost cost = cost_begin(s->api);
    hear(s, words); /* never frees the session: only the event loop does */
    cost_end(s->api, cost, s->address, s->table, s->place);
}

/* ---- opening and closing ---- */

static void let_go(struct session *s) {
    command_forget(s->entering);
    while (s->lines) {
        struct line *l = s->lines;
        s->lines = l->next;
        /* The command is still carried out; only its answer is dropped. The command frees its own
         * copy of the words. */
        command_forget(l->command);
        free_line(l);
    }
    tables_unfollow(s->follower);
    if (s->looks_on)
        stop_looking_on_from(s->api, s->address);
    disconnect_from(s->api, s->address);
    if (s->table)
        tables_release(s->table);
    if (s->timer)
        event_free(s->timer);
    *s->at = s->next;
    if (s->next)
        s->next->at = s->at;
    free(s);
}

static void on_closed(void *where, struct socket *socket) {
    (void)socket;
    let_go(where);
}

static void on_timer(evutil_socket_t fd, short what, void *where) {
    (void)fd, (void)what;
    struct session *s = where;
    if (s->welcome && socket_waiting(s->socket) >= PART_BYTES)
        wait_for_next_part(s);
    else if (s->welcome)
        wait_for(s, tables_look(s->table, 0, (struct command_reply){on_looked_again, s}));
    else
        end(s, 1008, words_of(M_server_nothing_said));
}

void session_open(struct api *a, struct evhttp_request *request, struct span table) {
    struct session *s = grab(1, sizeof *s);
    text_put_n(TEXT_OVER(s->name), table.at, table.len);
    s->api = a;
    api_address(a, request, s->address);
    if (!connect_from(a, s->address)) {
        evhttp_add_header(evhttp_request_get_output_headers(request), "Retry-After", "10");
        api_problem(a, request, 429, TABLES_BUSY, words_of(M_server_connections_from_address));
        free(s);
        return;
    }
    s->socket = socket_take(server_sockets(a->o.server), request,
                            (struct socket_hooks){on_message, on_closed}, s);
    if (!s->socket) {
        disconnect_from(a, s->address);
        free(s);
        return;
    }
    s->next = a->sessions;
    s->at = &a->sessions;
    if (s->next)
        s->next->at = &s->next;
    a->sessions = s;
    s->timer = evtimer_new(a->o.base, on_timer, s);
    if (!s->timer || evtimer_add(s->timer, &(struct timeval){.tv_sec = HELLO_SECONDS}) != 0)
        abort();
}
