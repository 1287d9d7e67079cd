/* Commands that write lines: the room plans the lines, which are stored and read back before the
 * answer. */
#include <string.h>

#include "server/tables_parts.h"

/* ---- notes for the list of commitments ---- */

/* Returns the last word of "dice fair HEX" or "dice fair2 1024 HEX"; NULL for other lines. */
static const char *commitment_in(const struct planned_line *line) {
    const struct entry *e = &line->entry;
    bool commits = e->kind == ENTRY_DICE && e->dice.kind == DICE_FAIR;
    return commits ? line->text + strlen(line->text) - STORE_COMMITMENT_LETTERS : NULL;
}

int tables_notes(const struct table *log, const struct room_plan *plan, struct store_note *ret) {
    int count = 0;
    for (int i = 0; i < plan->count; i++) {
        const char *commitment = commitment_in(plan->lines[i]);
        bool reveals = plan->lines[i]->entry.kind == ENTRY_REVEAL;
        /* A commitment that has been used is replaced only when all its links are used up. The last
         * link is the secret, so the secret has been revealed. */
        if (reveals || (commitment && !count && table_thrown(log)))
            ret[count++] = (struct store_note){.kind = STORE_REVEALED};
        if (commitment)
            ret[count++] = (struct store_note){STORE_COMMITTED, commitment};
    }
    return count;
}

/* ---- storing ---- */

_Static_assert((int)STORE_LINES_MAX >= (int)ROOM_LINES_MAX &&
                   (int)STORE_SEATS_MAX >= (int)ROOM_PLACES_MAX &&
                   (int)STORE_LINE_MAX >= (int)ROOM_LINE_MAX,
               "the store takes every plan in one append");

static void on_stored(void *where, const struct store_answer *a);

/* Whether the command gives a token to a place. */
static bool gives_token(const struct command *c) {
    return c->plan.row == ROOM_ROW_SIT || c->plan.row == ROOM_ROW_MOVE;
}

/* The row of the place that the plan changes, if any. */
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
        ret->name = c->words; /* not known to the room yet */
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
    LOCAL_TEXT(error, 256);
    bool has_seat = seat_row(c, hash, &seat);
    for (int i = 0; i < c->plan.count; i++)
        lines[i] = c->plan.lines[i]->text;
    c->first = room_lines(t->room) - t->base + 1;
    if (!c->action[0]) {
        text_add(TEXT_OVER(c->action), "server-%lld", (long long)c->first);
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
    t->storing_command = c;
    if (!store_append(t->tables->o.store, &append, (struct store_reply){on_stored, c}, &error)) {
        t->storing = false;
        t->storing_command = NULL;
        command_refuse(c, TABLES_BUSY, error.data);
    }
}

/* The place assigned by a line stored earlier. */
static int place_given(const char *line) {
    LOCAL_TEXT(ignored, 256);
    struct room_change c = {0};
    room_line_parse(span_of(line), &c, &ignored);
    return c.place;
}

static void command_answer_again(struct command *c, int line) {
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
    if (!command_is_servers(c))
        t->tables->counts.said++;
    if (c->kind == COMMAND_BOT)
        t->tables->counts.bot_moves++;
    if (again)
        command_answer_again(c, line);
    else
        tables_acknowledge(
            c, (struct command_result){.line = line, .place = gives_token(c) ? c->plan.place : 0},
            true);
}

/* Whether the room, which supplies the answer, has the line, or never will because the table is
 * damaged. The room may lack the line if another node stored it. */
static bool is_in_room(struct command *c, const struct store_answer *a) {
    struct open_table *t = c->table;
    int line = a->event_count ? t->base + (int)a->events[0].n : 0;
    if (line == room_lines(t->room) + 1)
        tables_heard(t, a->events, a->event_count, c);
    c->line = line;
    c->asked = false;
    return line <= room_lines(t->room) || t->broken;
}

/* Whether another node has moved the place to another device in the meantime. */
static bool has_lost_place(const struct command *c, const struct store_answer *a) {
    const struct open_table *t = c->table;
    return c->place && a->event_count && t->moved[c->place] >= t->base + (int)a->events[0].n;
}

static void on_stored(void *where, const struct store_answer *a) {
    struct command *c = where;
    struct open_table *t = c->table;
    tables_hold(t);
    t->storing = false;
    t->storing_command = NULL;
    switch (a->outcome) {
    case STORE_DONE:
    case STORE_DUPLICATE:
        if (is_in_room(c, a))
            fulfilled(c, a);
        else
            command_put_back(c); /* stored; answered once the table is read */
        break;
    case STORE_CONFLICT:
        t->tables->counts.conflicts++;
        if (a->event_count)
            tables_heard(t, a->events, a->event_count, NULL); /* the watch will not repeat these */
        if (command_is_servers(c) && a->event_count)
            command_free(c); /* the duty may be obsolete */
        else if (has_lost_place(c, a))
            command_refuse(c, TABLES_TOKEN, words_of(M_server_place_moved));
        else if (++c->conflicts < CONFLICTS_MAX && !command_is_servers(c))
            command_put_back(c); /* retry after the conflicting line */
        else
            command_refuse(c, TABLES_CONFLICT, words_of(M_server_other_was_first));
        break;
    case STORE_ABSENT:
        command_refuse(c, TABLES_ABSENT, words_of(M_server_table_gone));
        tables_gone(t);
        break;
    default:
        command_refuse_store(t->tables, c, a->words);
    }
    tables_go_on(t);
    tables_release(t);
}

/* ---- planning ---- */

/* Refuses bots if the table's rules would be too costly for them to solve. */
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
    struct set here =
        room_minds_presence(room, words) ? tables_present(c->table, true) : set_none();
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

void command_write(struct command *c) {
    struct open_table *t = c->table;
    LOCAL_TEXT(error, 1024);
    struct refusal refusal = {.words = &error};
    int line = c->action[0] ? tables_done_before(t, c->action) : 0;
    if (line) {
        command_answer_again(c, line);
        return;
    }
    if (!t->has_secret && room_options(t->room)->dice.kind == DICE_FAIR) {
        command_refuse(c, TABLES_UNAVAILABLE, words_of(M_server_other_key));
        return;
    }
    if (c->kind == COMMAND_SAY && c->place)
        t->spoke[c->place] = tables_steady_now();
    if (c->kind != COMMAND_DUTY) {
        enum room_refusal why = plan(c, &refusal);
        if (why != ROOM_OK) {
            command_finish(c, (struct command_result){.code = room_refusal_codes[why],
                                                      .words = error.data,
                                                      .rule = refusal.rule});
            return;
        }
    }
    store_plan(c);
}
