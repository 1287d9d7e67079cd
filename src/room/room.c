#include "room/room.h"

#include <stdlib.h>
#include <string.h>

#include "core/blake2b.h"
#include "core/memory.h"
#include "room/room_parts.h"
#include "talk/answers.h"

const char *const room_refusal_codes[] = {"", "rules", "turn", "place", "host", "phase", "words"};

struct room *room_new(void) {
    struct room *r = grab(1, sizeof *r);
    r->table = table_new();
    r->members.options.dice.kind = DICE_FAIR;
    r->members.options.away_seconds = ROOM_AWAY_SECONDS;
    return r;
}

void room_free(struct room *r) {
    if (!r)
        return;
    table_free(r->table);
    free(r->authors);
    free(r->kept.words);
    free(r->kept.answer);
    memset(r->root, 0, sizeof r->root);
    free(r);
}

/* ---- accessors ---- */

int room_lines(const struct room *r) {
    return table_lines(r->table);
}

struct table *room_table(struct room *r) {
    return r->table;
}

size_t room_bytes(const struct room *r) {
    size_t kept = r->kept.answer ? strlen(r->kept.answer) : 0;
    return sizeof *r + table_bytes(r->table) + (size_t)r->author_room + kept;
}

int room_places(const struct room *r) {
    return r->members.place_count;
}

const struct room_place *room_place(const struct room *r, int index) {
    return members_place(&r->members, index + 1);
}

int room_host(const struct room *r) {
    return members_host(&r->members);
}

const struct room_options *room_options(const struct room *r) {
    return &r->members.options;
}

bool room_begun(const struct room *r) {
    return r->members.phase >= MEMBERS_BEGINNING;
}

bool room_takes_people(const struct room *r) {
    return r->members.phase != MEMBERS_BEGINNING && !r->members.options.keeper;
}

/* ---- secrets ---- */

/* The secret of the commitment that follows `deals` earlier commitments; `salt` is NULL for logs
 * from before salts were introduced. */
static void secret_of(const struct room *r, uint32_t deals, const uint8_t *salt,
                      uint8_t ret[FAIR_BYTES]) {
    enum { LABEL = 16, NUMBER = 4 };
    char message[LABEL + NUMBER + ROOM_SALT_BYTES];
    memcpy(message, "yard-room-secret", LABEL);
    for (int i = 0; i < NUMBER; i++)
        message[LABEL + i] = (char)(deals >> 8 * i & 0xff);
    if (salt)
        memcpy(message + LABEL + NUMBER, salt, ROOM_SALT_BYTES);
    size_t len = LABEL + NUMBER + (salt ? ROOM_SALT_BYTES : 0);
    blake2b((struct span){message, len}, r->root, sizeof r->root, ret, FAIR_BYTES);
}

void room_freshen(struct room *r, const uint8_t salt[ROOM_SALT_BYTES]) {
    memcpy(r->fresh, salt, ROOM_SALT_BYTES);
}

static void tell_secret(struct room *r) {
    uint8_t secret[FAIR_BYTES];
    if (!r->has_secret || !r->members.deals)
        return;
    const struct membership *m = &r->members;
    secret_of(r, m->deals - 1, m->salted ? m->salt : NULL, secret);
    table_know_secret(r->table, secret);
}

void room_know_secret(struct room *r, const uint8_t root[ROOM_SECRET_BYTES]) {
    memcpy(r->root, root, sizeof r->root);
    r->has_secret = true;
    tell_secret(r);
}

/* ---- reading ---- */

static bool in_head(const struct room *r, const struct entry *e, struct text *error) {
    const struct state *s = table_now(r->table);
    bool good = !room_lines(r) ? e->kind == ENTRY_VERSION
                               : !s->rules.book && (e->kind == ENTRY_DATE ? room_lines(r) == 1
                                                                          : e->kind == ENTRY_RULES);
    if (!good)
        say(error, room_table_head);
    return good;
}

/* Whether the entry is valid in a game. The planner has checked that the author may say it. */
static bool in_game(const struct room *r, const struct entry *e, struct text *error) {
    bool past = e->corrects || e->kind == ENTRY_UNDO;
    if (e->kind == ENTRY_SHARE)
        return room_share_in_order(r, &e->gift, error);
    bool good = e->kind == ENTRY_ACTION || e->kind == ENTRY_UNDO || e->kind == ENTRY_HINT ||
                e->kind == ENTRY_REMATCH || e->kind == ENTRY_PLEDGE || e->kind == ENTRY_REVEAL ||
                e->kind == ENTRY_LEAVE || e->kind == ENTRY_PACE;
    good = good || (e->kind == ENTRY_DICE && r->members.options.dice.kind == DICE_FAIR);
    if (past && room_past_is_settled(r))
        good = false;
    if (e->kind == ENTRY_UNDO && r->author_count && r->authors[r->author_count - 1] == BY_ROOM)
        good = false;
    if (!good)
        say(error, room_not_in_game);
    return good;
}

/* `owed` is the entry that must come here; if it is NULL, a commitment must come. */
static void refuse_other_line(const struct entry *owed, struct text *error) {
    LOCAL_TEXT(line, ROOM_LINE_MAX);
    if (owed)
        entry_print(NULL, owed, &line);
    else
        text_put(&line, "dice fair");
    say(error, room_owed_line, .line = line.data);
}

/* Whether the line is valid here; applies it to `next`. While an entry is owed, no other line is
 * valid, except a salt before a commitment. */
static bool fits(struct room *r, const struct room_change *c, const struct entry *e,
                 const struct state *view, struct membership *next, struct text *error) {
    struct entry owes;
    enum owed owed = members_owes(next, &owes);
    bool salt = c->kind == WORD_SALT; /* may precede a commitment */
    if (owed != OWED_NOTHING && !(salt && owed == OWED_COMMITMENT)) {
        bool same = owed == OWED_ENTRY ? members_same_entry(e, &owes)
                                       : e->kind == ENTRY_DICE && e->dice.kind == DICE_FAIR;
        if (!same)
            refuse_other_line(owed == OWED_ENTRY ? &owes : NULL, error);
        members_settle(next, room_lines(r) + 1);
        return same;
    }
    if (c->kind)
        return members_apply(next, view, c, error) == ROOM_OK;
    if (next->phase != MEMBERS_GAME && next->phase != MEMBERS_HEAD)
        return say_fail(error, room_not_begun);
    if (e->corrects && e->kind == ENTRY_SEAT && members_replace(next, e))
        return true;
    members_hear(next, e, view);
    return next->phase == MEMBERS_HEAD ? in_head(r, e, error) : in_game(r, e, error);
}

static void push_author(struct room *r, int author) {
    r->authors = grown(r->authors, r->author_count, &r->author_room, sizeof *r->authors);
    r->authors[r->author_count++] = (int8_t)author;
    r->spoke = author;
}

/* The author of an entry: the seat that rolled, chose or set the pace, or the server for a bot's
 * choice. Bots' rolls are anybody's, since with real dice any holder of a place may throw for a
 * bot. The server begins the next game if several people hold places, so that none of them can call
 * it off. */
static int author_of(const struct room *r, const struct entry *e, const struct state *view) {
    int seat = state_seat(view);
    if (e->kind == ENTRY_LEAVE)
        return e->leaver;
    if (e->kind != ENTRY_ACTION && e->kind != ENTRY_PACE)
        return set_count(members_held(&r->members)) > 1 ? BY_SERVER : BY_ANYBODY;
    if (seat < 0)
        return BY_ANYBODY;
    if (!seat_is_served(view, seat))
        return seat;
    return e->kind == ENTRY_ACTION && e->action.act == ACT_ROLL ? BY_ANYBODY : BY_SERVER;
}

/* Keeps the authors in step with the table's undo history; `deed`: undo takes this entry back. */
static void note_author(struct room *r, const struct entry *e, const struct state *view,
                        bool deed) {
    bool binds = e->kind == ENTRY_PLEDGE || e->kind == ENTRY_SHARE || e->kind == ENTRY_REVEAL ||
                 (e->kind == ENTRY_DICE && e->dice.kind == DICE_FAIR);
    if (e->corrects)
        push_author(r, e->kind == ENTRY_SEAT ? BY_ROOM : BY_ANYBODY);
    else if (deed && r->members.phase == MEMBERS_GAME)
        push_author(r, author_of(r, e, view));
    else if (e->kind == ENTRY_UNDO)
        r->spoke = r->authors[--r->author_count];
    else if (binds)
        r->author_count = 0;
}

/* Replacing the player at another seat does not restart the clock. */
static void note_time(struct room *r, const struct entry *e, const struct state *view, int64_t at) {
    bool waits = e->kind != ENTRY_COMMENT && e->kind != ENTRY_HINT;
    if (e->corrects && e->kind == ENTRY_SEAT) {
        int seat = state_seat(view);
        waits =
            seat >= 0 && e->corrects == r->members.places[members_first_of(&r->members, seat)].line;
    }
    if (waits)
        r->waits_from = at;
}

/* Reads a parsed line: an entry or, for a comment, the change it makes to the room. */
static bool read_parsed(struct room *r, struct span line, const struct room_change *c,
                        const struct entry *e, int64_t at, struct text *error) {
    struct membership next = r->members;
    struct state view;
    LOCAL_TEXT(stored, ROOM_LINE_MAX);
    const struct state *now = table_now(r->table);
    state_view(now, &view);
    if (!fits(r, c, e, &view, &next, error) ||
        !table_prepare_entry(r->table, e, line, TELLING_RECORD, &stored,
                             &(struct refusal){.words = error}))
        return false;
    if (!span_is(line, stored.data)) {
        say(error, room_other_line, .line = SHOWN(span_of(stored.data)));
        table_abandon(r->table);
        return false;
    }
    bool deed = entry_is_deed(e, now);
    table_commit(r->table);
    note_time(r, e, &view, at);
    uint32_t deals = r->members.deals;
    r->members = next;
    if (!set_any(next.again)) /* the next time that somebody asks, the others get all their time */
        r->gathering.on = false;
    if (e->kind == ENTRY_REMATCH || e->kind == ENTRY_UNDO || e->kind == ENTRY_SEAT ||
        e->kind == ENTRY_SEATS)
        members_reseat(&r->members, table_now(r->table));
    note_author(r, e, &view, deed);
    if (deals != next.deals)
        tell_secret(r);
    return true;
}

bool room_read(struct room *r, struct span line, int64_t at, struct room_change *ret,
               struct text *error) {
    const struct rules *rules = &table_now(r->table)->rules;
    struct room_change c = {0};
    struct entry e = {0};
    if (line.len >= ROOM_LINE_MAX)
        return say_fail(error, room_line_too_long);
    bool comment = line.len && line.at[0] == '#';
    bool good = comment ? room_line_parse(line, &c, error)
                        : entry_parse(rules->book ? rules : NULL, line, &e, error);
    if (!good || !read_parsed(r, line, &c, &e, at, error))
        return false;
    if (ret)
        *ret = c;
    return true;
}

bool room_read_planned(struct room *r, const struct planned_line *line, int64_t at,
                       struct text *error) {
    if (!line->change.kind && line->entry.kind == ENTRY_COMMENT) /* text only: parse it */
        return room_read(r, span_of(line->text), at, NULL, error);
    return read_parsed(r, span_of(line->text), &line->change, &line->entry, at, error);
}

/* ---- plans ---- */

void plan_start(struct room_plan *plan) {
    memset(plan, 0, sizeof *plan);
}

void room_plan_clear(struct room_plan *plan) {
    for (int i = 0; i < plan->count; i++) {
        free(plan->lines[i]->text);
        free(plan->lines[i]);
    }
    plan_start(plan);
}

static struct planned_line *add_line(struct room_plan *plan, const char *text) {
    if (plan->count == ROOM_LINES_MAX)
        abort(); /* cannot happen: add_people() stops before that, and other plans are shorter */
    struct planned_line *line = grab(1, sizeof *line);
    line->text = must(strdup(text));
    plan->lines[plan->count++] = line;
    return line;
}

void plan_add_text(struct room_plan *plan, const char *line) {
    add_line(plan, line);
}

void plan_add_change(struct room_plan *plan, const struct room_change *c) {
    LOCAL_TEXT(l, ROOM_LINE_MAX);
    room_line_print(c, &l);
    add_line(plan, l.data)->change = *c;
}

void plan_add_entry(struct room_plan *plan, const struct rules *r, const struct entry *e) {
    LOCAL_TEXT(l, ROOM_LINE_MAX);
    entry_print(r, e, &l);
    add_line(plan, l.data)->entry = *e;
}

bool plan_entry(struct room *r, const struct entry *e, struct room_plan *ret,
                struct refusal *refusal) {
    LOCAL_TEXT(stored, ROOM_LINE_MAX);
    bool good = table_prepare_entry(r->table, e, span_of(""), TELLING_LIVE, &stored, refusal);
    if (good)
        add_line(ret, stored.data)->entry = *table_prepared(r->table);
    table_abandon(r->table); /* the entry is committed once it has been stored */
    return good;
}

bool plan_commitment(struct room *r, uint32_t deals, struct room_plan *ret, struct text *error) {
    uint8_t secret[FAIR_BYTES];
    struct room_change salt = {.kind = WORD_SALT};
    struct entry e = {.kind = ENTRY_DICE, .dice = {.kind = DICE_FAIR, .links = FAIR_CHAIN_USUAL}};
    if (!r->has_secret)
        return say_fail(error, room_secret_unknown);
    memcpy(salt.salt, r->fresh, ROOM_SALT_BYTES);
    plan_add_change(ret, &salt);
    secret_of(r, deals, r->fresh, secret);
    chain_link(secret, FAIR_CHAIN_USUAL, 0, e.dice.commitment);
    plan_add_entry(ret, NULL, &e);
    return true;
}

enum room_refusal plan_owed(struct room *r, struct membership *m, int line, struct room_plan *ret,
                            struct text *error) {
    for (;;) {
        struct entry e;
        enum owed owed = members_owes(m, &e);
        if (owed == OWED_NOTHING)
            return ROOM_OK;
        if (owed == OWED_ENTRY)
            plan_add_entry(ret, NULL, &e);
        else if (!plan_commitment(r, m->deals, ret, error))
            return ROOM_PHASE;
        members_settle(m, line++);
    }
}

enum room_refusal plan_change(struct room *r, const struct room_change *c, struct room_plan *ret,
                              struct text *error) {
    struct membership m = r->members;
    struct state view;
    state_view(table_now(r->table), &view);
    enum room_refusal why = members_apply(&m, &view, c, error);
    plan_add_change(ret, c);
    if (why == ROOM_OK)
        why = plan_owed(r, &m, room_lines(r) + 2, ret, error);
    if (why != ROOM_OK)
        room_plan_clear(ret);
    return why;
}

/* ---- answers ---- */

/* Replays the log up to this line, since later lines may have undone or corrected part of it. */
static void answer_past(const struct room *r, int line, struct text *out) {
    struct table *t = table_new();
    struct state before;
    state_start(&before);
    for (int i = 1; i <= line; i++) {
        LOCAL_TEXT(error, 256);
        before = *table_now(t);
        if (!table_prepare(t, span_of(table_line(r->table, i)), TELLING_RECORD, NULL,
                           &(struct refusal){.words = &error}))
            abort(); /* cannot happen: the table accepted it before */
        table_commit(t);
    }
    answer_entry(out, table_line(t, line), &before, t);
    table_free(t);
}

static bool begins_with(const char *line, const char *word) {
    return !strncmp(line, word, strlen(word));
}

/* Whether a later undo or correction may have changed the answer to this line. An undo removes the
 * latest step, so a step still in force is untouched by undos; a correction may change any earlier
 * step. */
static bool was_overtaken(const struct room *r, int line) {
    bool in_force = table_step_of_line(r->table, line) >= 0;
    for (int i = line + 1; i <= room_lines(r); i++) {
        const char *later = table_line(r->table, i);
        if (begins_with(later, "correct ") || (!in_force && begins_with(later, "undo")))
            return true;
    }
    return false;
}

static void answer_shortly(const struct room *r, int line, struct text *out) {
    struct json j = json_begin(out);
    json_string(&j, "ok", table_line(r->table, line));
    json_int(&j, "line", line);
    json_close(&j, '}');
}

void room_answer_last(const struct room *r, struct text *out) {
    struct state before; /* needed only if the last line is a step */
    table_last_before(r->table, &before);
    answer_entry(out, table_line(r->table, room_lines(r)), &before, r->table);
}

void room_answer(struct room *r, int line, struct text *out) {
    if (line < 1 || line > room_lines(r))
        answer_error(out, words_of(M_room_no_such_line));
    else if (line == room_lines(r))
        room_answer_last(r, out);
    else if (!was_overtaken(r, line))
        answer_entry_of_line(out, r->table, line);
    else if (line <= ROOM_REPLAY_MAX)
        answer_past(r, line, out);
    else
        answer_shortly(r, line, out);
    table_forget_steps(r->table);
}
