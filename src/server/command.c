/* The lifecycle of a command: it is queued, carried out in turn, and answered.
 *
 * A line said by a player passes through:
 *   api_socket.c, api.c    read the request
 *   tables_commands.c      turns it into a command
 *   command.c              queues it until it is first at its table
 *   command_store.c        has the room parse and plan it (room_say.c or room_orders.c), and
 *                          stores the plan
 *   tables_read.c          applies the stored lines to the room
 *   tables_followers.c     sends them to all followers
 *   command_receipts.c     signs the receipt and sends the answer
 * Commands that present a token are in command_tokens.c, the server's own in tables_duty.c. */
#include <stdlib.h>

#include "core/memory.h"
#include "server/tables_parts.h"

enum { LOOK_AGAIN_MS = 5000 }; /* how often to check a table whose room is not loaded */

/* ---- results ---- */

bool command_is_servers(const struct command *c) {
    return c->kind == COMMAND_DUTY || c->kind == COMMAND_BOT;
}

void command_free(struct command *c) {
    room_plan_clear(&c->plan);
    free(c->words);
    free(c);
}

void command_finish(struct command *c, struct command_result a) {
    struct open_table *t = c->table;
    a.table = t;
    a.room = t ? t->room : NULL;
    if (!a.code)
        a.code = "";
    if (!a.words)
        a.words = "";
    a.token = a.place && !a.code[0] ? c->token : "";
    if (t && a.code[0])
        t->tables->counts.refused++;
    if (t && a.code[0] && command_is_servers(c))
        tables_rest(t);
    if (c->reply.done)
        c->reply.done(c->reply.arg, &a);
    command_free(c);
}

void command_refuse(struct command *c, const char *code, const char *words) {
    command_finish(c, (struct command_result){.code = code, .words = words});
}

void command_refuse_store(struct tables *ts, struct command *c, const char *words) {
    if (ts->o.problem)
        ts->o.problem(ts->o.arg, c->table ? c->table->id : "",
                      words[0] ? words : words_of(M_server_store_silent));
    command_refuse(c, TABLES_UNAVAILABLE, words_of(M_server_store_away));
}

void command_forget(struct command *c) {
    if (c)
        c->reply.done = NULL;
}

void tables_fail_all(struct open_table *t, const char *code, const char *words) {
    struct command *first = t->first;
    t->first = NULL;
    t->end = &t->first;
    t->tables->counts.commands -= t->commands;
    t->commands = 0;
    while (first) {
        struct command *next = first->next;
        command_refuse(first, code, words);
        first = next;
    }
}

/* ---- queue ---- */

struct command *command_new(struct open_table *t, enum command_kind kind,
                            struct command_reply reply) {
    struct command *c = grab(1, sizeof *c);
    static uint64_t number;
    c->number = ++number;
    c->kind = kind;
    c->reply = reply;
    c->table = t;
    return c;
}

void command_put_last(struct command *c) {
    struct open_table *t = c->table;
    *t->end = c;
    t->end = &c->next;
    t->commands++;
    t->tables->counts.commands++;
}

void command_put_back(struct command *c) {
    struct open_table *t = c->table;
    c->next = t->first;
    t->first = c;
    if (!c->next)
        t->end = &c->next;
    t->commands++;
    t->tables->counts.commands++;
}

static struct command *take_first(struct open_table *t) {
    struct command *c = t->first;
    t->first = c->next;
    if (!t->first)
        t->end = &t->first;
    c->next = NULL;
    t->commands--;
    t->tables->counts.commands--;
    return c;
}

struct command *command_wait(struct command *c) {
    struct open_table *t = c->table;
    uint64_t number = c->number;
    if (t->commands >= TABLES_COMMANDS_MAX) {
        command_refuse(c, TABLES_BUSY, words_of(M_server_too_many_wait));
        return NULL;
    }
    tables_hold(t);
    tables_used(t);
    t->wanted_since = t->idle_since;
    command_put_last(c);
    tables_go_on(t);
    bool waits = t->storing_command && t->storing_command->number == number;
    for (struct command *w = t->first; w && !waits; w = w->next)
        waits = w->number == number;
    tables_release(t);
    return waits ? c : NULL;
}

/* ---- execution ---- */

static void fulfil(struct command *c) {
    switch (c->kind) {
    case COMMAND_FIND:
    case COMMAND_LOOK:
        command_finish(c, (struct command_result){0});
        break;
    case COMMAND_ENTER:
        if (command_find_place(c))
            command_finish(c, (struct command_result){.place = c->place});
        break;
    case COMMAND_DELETE:
        command_delete(c);
        break;
    case COMMAND_MOVE:
        if (command_move_is_new(c))
            command_write(c);
        break;
    default:
        command_write(c);
    }
}

/* Whether to ask the store for a line that this node does not have yet; true only once. */
static bool is_behind(struct command *c) {
    bool behind = c->line > c->table->last && !c->asked;
    c->asked = c->asked || behind;
    return behind;
}

void tables_go_on(struct open_table *t) {
    if (t->tables->stopping)
        return;
    tables_hold(t);
    if (t->gone)
        tables_fail_all(t, TABLES_ABSENT, words_of(M_server_no_such_table));
    while (t->first && !t->storing && !t->loading) {
        enum command_kind kind = t->first->kind;
        bool enters = kind == COMMAND_ENTER;
        bool shows_token = enters || kind == COMMAND_MOVE || kind == COMMAND_DELETE;
        if (!t->opened || (!tables_is_whole(t) && kind != COMMAND_FIND && !enters) ||
            (shows_token && t->tokens_stale) || is_behind(t->first)) {
            tables_load(t);
            break;
        }
        if (t->broken && kind != COMMAND_FIND) {
            tables_fail_all(t, TABLES_UNAVAILABLE, words_of(M_server_table_damaged));
            break;
        }
        fulfil(take_first(t));
    }
    bool idle = !t->gone && !t->first && !t->storing && !t->loading && !t->thinking;
    if (idle && tables_is_whole(t))
        tables_do_duty(t);
    else if (idle && t->follower_count)
        tables_wake(t, LOOK_AGAIN_MS);
    tables_release(t);
}
