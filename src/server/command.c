/* Wishes: how they wait, are planned, stored and answered. */
#include <stdlib.h>
#include <string.h>

#include "server/tables_parts.h"

enum {
    RETRY_MS = 500,
    LOOK_AGAIN_MS = 5000, /* whether something has to be done at a table without a room */
};

/* ---- answers ---- */

static bool is_servers(const struct command *c) {
    return c->kind == COMMAND_DUTY || c->kind == COMMAND_BOT;
}

/* What the server has to do could not be done, and will not at once. */
static void rest(struct open_table *t) {
    t->rests_until = tables_steady_now() + RETRY_MS;
    tables_wake(t, RETRY_MS);
}

static void free_call(struct command *c) {
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
    if (t && a.code[0] && is_servers(c))
        rest(t);
    if (c->reply.done)
        c->reply.done(c->reply.arg, &a);
    free_call(c);
}

void command_refuse(struct command *c, const char *code, const char *words) {
    command_finish(c, (struct command_result){.code = code, .words = words});
}

void command_refuse_store(struct tables *ts, struct command *c, const char *words) {
    if (ts->o.problem)
        ts->o.problem(ts->o.arg, c->table ? c->table->id : "",
                      words[0] ? words : "the store does not answer");
    command_refuse(c, TABLES_UNAVAILABLE, TABLES_STORE_AWAY);
}

void command_forget(struct command *call) {
    if (call)
        call->reply.done = NULL;
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

/* ---- waiting ---- */

struct command *command_new(struct open_table *t, enum command_kind kind,
                            struct command_reply reply) {
    struct command *c = calloc(1, sizeof *c);
    if (!c)
        abort();
    static uint64_t number;
    c->number = ++number;
    c->kind = kind;
    c->reply = reply;
    c->table = t;
    return c;
}

static void put_last(struct command *c) {
    struct open_table *t = c->table;
    *t->end = c;
    t->end = &c->next;
    t->commands++;
    t->tables->counts.commands++;
}

static void put_first(struct command *c) {
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
        command_refuse(c, TABLES_BUSY, "too many wait at this table; try again");
        return NULL;
    }
    tables_hold(t);
    tables_used(t);
    t->wanted_since = t->idle_since;
    put_last(c);
    tables_go_on(t);
    bool waits = t->storing_call && t->storing_call->number == number;
    for (struct command *w = t->first; w && !waits; w = w->next)
        waits = w->number == number;
    tables_release(t);
    return waits ? c : NULL;
}

/* ---- storing ---- */

static void on_stored(void *where, const struct store_answer *a);

/* A place gets a token. */
static bool gives_token(const struct command *c) {
    return c->plan.row == ROOM_ROW_SIT || c->plan.row == ROOM_ROW_MOVE;
}

/* The row of the place that a plan changes, if it says that it does. */
static bool seat_row(struct command *c, uint8_t hash[TOKEN_HASH_BYTES], struct store_seat *ret) {
    struct room *room = c->table->room;
    int place = c->plan.place;
    const char *name = "";
    if (c->plan.row == ROOM_ROW_STAYS)
        return false;
    for (int i = 0; i < room_places(room); i++) {
        if (room_place(room, i)->place == place)
            name = room_place(room, i)->name;
    }
    *ret = (struct store_seat){.seat = place, .name = name, .at = tables_now()};
    if (c->plan.row == ROOM_ROW_SIT)
        ret->name = c->words; /* the room does not know it yet */
    if (gives_token(c)) {
        token_hash(span_of(c->token), hash);
        ret->token = (struct span){(const char *)hash, TOKEN_HASH_BYTES};
    }
    return true;
}

static void store_plan(struct command *c) {
    struct open_table *t = c->table;
    uint8_t hash[TOKEN_HASH_BYTES];
    struct store_seat seat;
    struct store_note notes[2 * ROOM_LINES_MAX];
    const char *lines[ROOM_LINES_MAX];
    char words[256];
    struct text error = TEXT_IN(words);
    bool has_seat = seat_row(c, hash, &seat);
    for (int i = 0; i < c->plan.count; i++)
        lines[i] = c->plan.lines[i]->text;
    c->first = room_lines(t->room) - t->base + 1;
    if (!c->action[0]) {
        struct text action = TEXT_IN(c->action);
        text_add(&action, "server-%lld", (long long)c->first);
    }
    struct store_append append = {
        .game = t->id,
        .first = c->first,
        .action = c->action,
        .lines = lines,
        .line_count = c->plan.count,
        .at = tables_now(),
        .seats = &seat,
        .seat_count = has_seat,
        .notes = notes,
        .note_count = tables_notes(room_table(t->room), &c->plan, notes),
    };
    t->storing = true;
    t->storing_call = c;
    if (!store_append(t->tables->o.store, &append, (struct store_reply){on_stored, c}, &error)) {
        t->storing = false;
        t->storing_call = NULL;
        command_refuse(c, TABLES_BUSY, words);
    }
}

/* The place that a line which was stored before has given. */
static int place_given(const char *line) {
    char words[256];
    struct text ignored = TEXT_IN(words);
    struct room_change c = {0};
    room_line_parse(span_of(line), &c, &ignored);
    return c.place;
}

static void answer_again(struct command *c, int line) {
    const struct table *log = room_table(c->table->room);
    bool placed = c->kind == COMMAND_SIT || c->kind == COMMAND_MOVE;
    tables_acknowledge(
        c,
        (struct command_result){
            .line = line, .again = true, .place = placed ? place_given(table_line(log, line)) : 0},
        false);
}

static void fulfilled(struct command *c, const struct store_answer *a) {
    struct open_table *t = c->table;
    int line = t->base + (int)(a->event_count ? a->events[0].n : c->first);
    bool again = a->outcome == STORE_DUPLICATE;
    if (!again && gives_token(c)) {
        token_hash(span_of(c->token), t->tokens[c->plan.place]);
        t->held[c->plan.place] = true;
    }
    if (!again && c->plan.row == ROOM_ROW_LEAVE)
        t->held[c->plan.place] = false;
    if (!is_servers(c))
        t->tables->counts.said++;
    if (c->kind == COMMAND_BOT)
        t->tables->counts.bot_moves++;
    if (again)
        answer_again(c, line);
    else
        tables_acknowledge(
            c, (struct command_result){.line = line, .place = gives_token(c) ? c->plan.place : 0},
            true);
}

/* It is answered from the room, which may not have it yet when it was said on another node. */
static bool is_in_room(struct command *c, const struct store_answer *a) {
    struct open_table *t = c->table;
    int line = a->event_count ? t->base + (int)a->events[0].n : 0;
    if (line == room_lines(t->room) + 1)
        tables_heard(t, a->events, a->event_count, c);
    c->line = line;
    c->asked = false;
    return line <= room_lines(t->room) || t->broken;
}

/* Its place has been given to another device, on a node that this one had not heard of yet. */
static bool has_lost_place(const struct command *c, const struct store_answer *a) {
    const struct open_table *t = c->table;
    return c->place && a->event_count && t->moved[c->place] >= t->base + (int)a->events[0].n;
}

static void on_stored(void *where, const struct store_answer *a) {
    struct command *c = where;
    struct open_table *t = c->table;
    tables_hold(t);
    t->storing = false;
    t->storing_call = NULL;
    switch (a->outcome) {
    case STORE_DONE:
    case STORE_DUPLICATE:
        if (is_in_room(c, a))
            fulfilled(c, a);
        else
            put_first(c); /* it is done, and found when the table has been read */
        break;
    case STORE_CONFLICT:
        t->tables->counts.conflicts++;
        if (a->event_count)
            tables_heard(t, a->events, a->event_count,
                         NULL); /* the watch will not say them twice */
        if (is_servers(c) && a->event_count)
            free_call(c); /* there may be nothing to do any more */
        else if (has_lost_place(c, a))
            command_refuse(c, TABLES_TOKEN, "this place has moved to another device");
        else if (++c->conflicts < CONFLICTS_MAX && !is_servers(c))
            put_first(c); /* as if it had come later, which it has */
        else
            command_refuse(c, TABLES_CONFLICT, "somebody else was first; look at the table again");
        break;
    case STORE_ABSENT:
        command_refuse(c, TABLES_ABSENT, "there is no such table any more");
        tables_gone(t);
        break;
    default:
        command_refuse_store(t->tables, c, a->words);
    }
    tables_go_on(t);
    tables_release(t);
}

/* ---- one command ---- */

static int place_of(const struct open_table *t, const char *token) {
    uint8_t hash[TOKEN_HASH_BYTES];
    int found = 0;
    token_hash(span_of(token), hash);
    for (int place = 1; place <= ROOM_PLACES_MAX; place++) {
        if (t->held[place] && token_fits(hash, t->tokens[place]))
            found = place;
    }
    return found;
}

/* Nobody is given a bot that cannot play by the rules of the table. */
static enum room_refusal bots_fit(struct command *c, enum room_refusal why, struct text *error) {
    const struct state *s = table_now(room_table(c->table->room));
    enum word first = why == ROOM_OK ? c->plan.lines[0]->change.kind : WORD_NONE;
    if ((first != WORD_BOT && first != WORD_ASK) ||
        bots_play(c->table->tables->o.bots, &s->rules, s->seat_count ? s->seat_count : 2, error))
        return why;
    room_plan_clear(&c->plan);
    return ROOM_RULES;
}

static enum room_refusal plan(struct command *c, struct refusal *refusal) {
    struct text *error = refusal->words;
    struct room *room = c->table->room;
    struct span words = span_of(c->words ? c->words : "");
    uint64_t here = room_minds_presence(room, words) ? tables_present(c->table, true) : 0;
    room_plan_clear(&c->plan);
    switch (c->kind) {
    case COMMAND_SIT:
        return room_plan_sit(room, span_of(c->words), c->with, c->program, &c->plan, error);
    case COMMAND_MOVE:
        return room_plan_move(room, c->place, &c->plan, error);
    case COMMAND_BOT:
        return room_plan_bot(room, span_of(c->words), c->hurried, &c->plan, error);
    default:
        return bots_fit(
            c, room_plan_say(room, c->place, here, span_of(c->words), &c->plan, refusal), error);
    }
}

/* The store has the name of the action, and nobody can tell a token by it without the key. */
static void name_move(struct command *c, int place) {
    struct text a = TEXT_IN(c->action);
    text_add(&a, "move%d-%s", place, c->mark);
    token_derive(c->table->tables->o.key, "place", c->table->id, c->action, c->token);
}

/* The place to which the same command has brought the token that it has now; 0: there is none. */
static int moved_before(struct command *c) {
    const struct open_table *t = c->table;
    uint8_t hash[TOKEN_HASH_BYTES];
    for (int place = 1; place <= ROOM_PLACES_MAX; place++) {
        if (!t->held[place])
            continue;
        name_move(c, place);
        token_hash(span_of(c->token), hash);
        if (token_fits(hash, t->tokens[place]))
            return place;
    }
    return 0;
}

/* Whose token it is. False: the store is asked first, and once; it may have been given by another
 * node a moment ago. */
static bool find_place(struct command *c) {
    c->place = place_of(c->table, c->words);
    if (c->place || c->asked)
        return true;
    c->asked = true;
    c->table->tokens_stale = true;
    put_first(c);
    return false;
}

static void refuse_token(struct command *c) {
    command_refuse(c, TABLES_TOKEN, "this token holds no place at this table");
}

/* Whether it has still to be done. */
static bool move_is_new(struct command *c) {
    c->place = place_of(c->table, c->words);
    if (c->place) {
        name_move(c, c->place);
        return true;
    }
    int place = moved_before(c);
    if (place)
        command_finish(c, (struct command_result){.again = true, .place = place});
    else if (find_place(c))
        refuse_token(c);
    return false;
}

static void delete_table(struct command *c) {
    if (!c->asked) { /* what cannot be undone is not done for a token that was good a moment ago */
        c->asked = true;
        c->table->tokens_stale = true;
        put_first(c);
        return;
    }
    c->place = place_of(c->table, c->words);
    if (!c->place)
        refuse_token(c);
    else if (c->place != room_host(c->table->room))
        command_refuse(c, room_refusal_codes[ROOM_HOST], "only the host deletes a table");
    else
        tables_store_deletion(c);
}

static void fulfil(struct command *c) {
    struct open_table *t = c->table;
    char words[1024];
    struct text error = TEXT_IN(words);
    struct refusal refusal = {.words = &error};
    if (c->kind == COMMAND_FIND || c->kind == COMMAND_LOOK) {
        command_finish(c, (struct command_result){0});
        return;
    }
    if (c->kind == COMMAND_ENTER) {
        if (find_place(c))
            command_finish(c, (struct command_result){.place = c->place});
        return;
    }
    if (c->kind == COMMAND_MOVE && !move_is_new(c))
        return;
    if (c->kind == COMMAND_DELETE) {
        delete_table(c);
        return;
    }
    int line = c->action[0] ? tables_done_before(t, c->action) : 0;
    if (line) {
        answer_again(c, line);
        return;
    }
    if (!t->has_secret && room_options(t->room)->dice.kind == DICE_FAIR) {
        command_refuse(c, TABLES_UNAVAILABLE,
                       "the key of this server does not open the dice of this table");
        return;
    }
    if (c->kind == COMMAND_SAY && c->place)
        t->spoke[c->place] = tables_steady_now();
    if (c->kind != COMMAND_DUTY) {
        enum room_refusal why = plan(c, &refusal);
        if (why != ROOM_OK) {
            command_finish(c, (struct command_result){.code = room_refusal_codes[why],
                                                      .words = words,
                                                      .rule = refusal.rule});
            return;
        }
    }
    store_plan(c);
}

/* ---- what the server does by itself ---- */

static bool has_bots(const struct room *room) {
    for (int i = 0; i < room_places(room); i++) {
        const struct room_place *p = room_place(room, i);
        bool bot = p->bot[0] && strcmp(p->bot, "program") != 0;
        if (p->replaced || (bot && !p->removed))
            return true;
    }
    return false;
}

void tables_end_thoughts(struct open_table *t) {
    bots_leave(t->bots);
    t->bots = NULL;
    t->thinking = false;
}

void tables_check_thoughts(struct open_table *t) {
    if (t->bots && t->room && !has_bots(t->room) && !room_bot_chooses(t->room))
        tables_end_thoughts(t);
}

static void say_choice(struct open_table *t, const char *words, bool hurried) {
    struct command *c = command_new(t, COMMAND_BOT, (struct command_reply){0});
    c->hurried = hurried;
    c->words = strdup(words);
    if (!c->words)
        abort();
    put_last(c);
}

static void on_thought(void *where, const char *words, bool hurried) {
    struct open_table *t = where;
    static struct state view;
    t->thinking = false;
    tables_hold(t);
    if (t->room && !t->first && !t->storing) {
        state_view(table_now(room_table(t->room)), &view);
        /* NOLINTNEXTLINE(bugprone-suspicious-memory-comparison): game.h has it without padding */
        if (!memcmp(&view.game, &t->thinks_about, sizeof view.game)) /* and not another choice */
            say_choice(t, words, hurried);
    }
    tables_go_on(t);
    tables_release(t);
}

static void let_bot_choose(struct open_table *t, const char *level) {
    static struct state view;
    state_view(table_now(room_table(t->room)), &view);
    if (state_falling(&view)) { /* nothing to think about */
        say_choice(t, "roll", false);
        tables_go_on(t);
        return;
    }
    if (!t->bots)
        t->bots = bots_join(t->tables->o.bots);
    t->thinks_about = view.game;
    t->thinking = bots_ask(t->bots, &view.rules, &view.game, level, on_thought, t);
    if (!t->thinking)
        rest(t);
}

/* Bots want to know the rules before their first turn, and not when the last of them has gone. */
static void prepare_bots(struct open_table *t) {
    const struct state *s = table_now(room_table(t->room));
    tables_check_thoughts(t);
    if (t->bots || !has_bots(t->room) || state_over(s))
        return;
    t->bots = bots_join(t->tables->o.bots);
    bots_prepare(t->bots, &s->rules, s->seat_count ? s->seat_count : 2);
}

/* When to look again: at the time that the room has named, or when somebody who has spoken a moment
 * ago, without a socket, is no longer taken to be there. */
static void wake_for_duty(struct open_table *t, const struct room_duty *duty, int64_t now) {
    int64_t in_ms = duty->at ? duty->at - now : INT64_MAX;
    for (int place = 1; duty->watches && place <= ROOM_PLACES_MAX; place++) {
        int64_t left = t->spoke[place] + PRESENCE_GRACE_MS - tables_steady_now();
        if (t->spoke[place] && left > 0 && left < in_ms)
            in_ms = left;
    }
    if (in_ms != INT64_MAX)
        tables_wake(t, in_ms);
}

static void do_duty(struct open_table *t) {
    struct room_duty duty = {0};
    int64_t now = tables_room_now(t);
    bool sealed = !t->has_secret && room_options(t->room)->dice.kind == DICE_FAIR;
    bool alone = !t->follower_count && tables_steady_now() - t->wanted_since > TABLES_PRESENCE_MS;
    int64_t pause = t->rests_until - tables_steady_now();
    if (alone || t->broken || sealed)
        return; /* nobody is there; it will be done when somebody comes */
    if (pause > 0) {
        tables_wake(t, pause);
        return;
    }
    prepare_bots(t);
    uint64_t here = room_minds_presence(t->room, (struct span){0}) ? tables_present(t, false) : 0;
    room_duty(t->room, now, here, &duty);
    int64_t since = now - t->last_at;
    if (duty.kind == ROOM_DUTY_SAY) {
        struct command *c = command_new(t, COMMAND_DUTY, (struct command_reply){0});
        c->plan = duty.plan;
        put_last(c);
        tables_go_on(t);
    } else if (duty.kind == ROOM_DUTY_BOT) {
        if (since >= 0 && since < t->tables->o.bot_pause_ms)
            tables_wake(t, t->tables->o.bot_pause_ms - since);
        else
            let_bot_choose(t, duty.level);
    } else {
        wake_for_duty(t, &duty, now);
    }
}

/* Asks the store once for a line that is not known here. */
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
        tables_fail_all(t, TABLES_ABSENT, "there is no such table");
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
            tables_fail_all(t, TABLES_UNAVAILABLE, "this table is damaged; its record is safe");
            break;
        }
        fulfil(take_first(t));
    }
    bool idle = !t->gone && !t->first && !t->storing && !t->loading && !t->thinking;
    if (idle && tables_is_whole(t))
        do_duty(t);
    else if (idle && t->follower_count)
        tables_wake(t, LOOK_AGAIN_MS);
    tables_release(t);
}
