/* Lines about the room and their effects. */
#include <inttypes.h>
#include <string.h>

#include "coach/bot.h"
#include "room/room_parts.h"

enum room_refusal apply_refuse(struct applying *a, enum room_refusal why, enum message message) {
    say_message(a->error, message, NULL);
    return why;
}

const struct room_place *members_place(const struct membership *m, int64_t place) {
    return place >= 1 && place <= m->place_count ? &m->places[place - 1] : NULL;
}

int members_host(const struct membership *m) {
    for (int i = 0; i < m->place_count; i++) {
        if (m->places[i].held)
            return m->places[i].place;
    }
    return 0;
}

struct set members_held(const struct membership *m) {
    struct set places = set_none();
    for (int i = 0; i < m->place_count; i++)
        places = m->places[i].held ? set_with(places, i) : places;
    return places;
}

struct set members_holders(const struct membership *m, struct set seats) {
    struct set places = set_none();
    for (int i = 0; i < m->place_count; i++) {
        const struct room_place *p = &m->places[i];
        if (p->held && p->seat >= 0 && set_has(seats, p->seat))
            places = set_with(places, p->place - 1);
    }
    return places;
}

/* ---- options ---- */

/* Options come before the first place, each at most once. */
static enum room_refusal apply_option(struct applying *a) {
    const struct room_change *c = a->change;
    struct room_options *o = &a->members->options;
    if (a->members->phase != MEMBERS_HEAD || set_has(a->members->options_said, (int)c->kind))
        return apply_refuse(a, ROOM_PHASE, M_room_options_settled);
    a->members->options_said = set_with(a->members->options_said, (int)c->kind);
    if (c->kind == WORD_DICE)
        o->dice = c->dice;
    else if (c->kind == WORD_CLOCK)
        o->clock_seconds = c->seconds;
    else if (c->kind == WORD_AWAY)
        o->away_seconds = c->seconds;
    else if (c->kind == WORD_START)
        o->start = c->start;
    else
        o->keeper = true;
    return ROOM_OK;
}
_Static_assert((int)WORDS_COUNT <= SET_MAX, "a set has room for every word");

/* ---- sides ---- */

/* The side whose first place is `first`. The table itself checks the names, their lengths and their
 * number. */
static bool side_at(const struct membership *m, int first, struct seat *ret, struct text *error) {
    const struct room_place *root = &m->places[first];
    LOCAL_TEXT(n, ROOM_LINE_MAX);
    text_put(&n, root->name);
    for (int i = first + 1; i < m->place_count; i++) {
        if (!m->places[i].removed && m->places[i].with == root->place)
            text_add(&n, "+%s", m->places[i].name);
    }
    if (root->bot[0])
        text_add(&n, " bot %s", root->bot);
    return seat_parse(span_of(n.data), ret, error);
}

int members_first_of(const struct membership *m, int seat) {
    int i = 0;
    while (m->places[i].seat != seat || m->places[i].with)
        i++;
    return i;
}

static bool is_side(const struct room_place *p) {
    return !p->removed && !p->with;
}

bool place_takes_partners(const struct room_place *p) {
    return is_side(p) && !p->bot[0];
}

static bool sides_fit(const struct membership *m, struct text *error) {
    struct refusal refusal = {.words = error};
    struct state s;
    state_start(&s);
    for (int i = 0; i < m->place_count; i++) {
        struct entry e = {.kind = ENTRY_SEAT};
        if (!is_side(&m->places[i]))
            continue;
        if (!side_at(m, i, &e.seat, error) || !state_step(&s, &e, &refusal))
            return false;
    }
    return true;
}

/* ---- sitting down ---- */

static bool name_is_one_person(struct span name, struct text *error) {
    struct seat seat;
    if (!seat_parse(name, &seat, error))
        return false;
    bool one = !seat.bot[0] && seat_people(&seat) == 1 && span_is(name, seat.name);
    if (!one)
        say(error, room_not_one_person, .name = SHOWN(name));
    return one;
}

static enum room_refusal add_place(struct applying *a, const struct room_place *p) {
    struct membership *m = a->members;
    struct span name = span_of(a->change->name);
    if (a->change->place != m->place_count + 1) {
        say(a->error, room_next_place, .place = m->place_count + 1);
        return ROOM_PHASE;
    }
    if (m->place_count == ROOM_PLACES_MAX) {
        say(a->error, room_places_given, .most = ROOM_PLACES_MAX);
        return ROOM_PHASE;
    }
    if (!name_is_one_person(name, a->error))
        return ROOM_WORDS;
    struct room_place *added = &m->places[m->place_count++];
    *added = *p;
    added->place = m->place_count;
    added->seat = added->person = -1;
    text_put_n(TEXT_OVER(added->name), name.at, name.len);
    return sides_fit(m, a->error) ? ROOM_OK : ROOM_RULES;
}

static enum room_refusal apply_sit(struct applying *a) {
    struct membership *m = a->members;
    const struct room_change *c = a->change;
    struct room_place p = {.with = c->with};
    bool first = m->phase == MEMBERS_HEAD;
    bool late = m->phase == MEMBERS_GAME; /* waits for the next game of the series */
    if (m->phase == MEMBERS_BEGINNING || !a->view->rules.book || (late && m->options.keeper))
        return apply_refuse(a, ROOM_PHASE, M_room_begun_nobody_sits);
    if (first ? c->with || c->program : m->options.keeper && c->program)
        return apply_refuse(a, ROOM_WORDS, first ? M_room_first_is_person : M_room_people_keep);
    if (late && c->with)
        return apply_refuse(a, ROOM_PHASE, M_room_late_alone);
    const struct room_place *partner = members_place(m, c->with);
    if (c->with && (!partner || !place_takes_partners(partner)))
        return apply_refuse(a, ROOM_PLACE, M_room_nobody_to_partner);
    text_put(TEXT_OVER(p.bot), c->program ? BOT_PROGRAM : "");
    p.held = first || !m->options.keeper;
    m->phase = late ? MEMBERS_GAME : MEMBERS_LOBBY;
    return add_place(a, &p);
}

enum room_refusal apply_level(struct applying *a) {
    struct span level = span_of(a->change->level);
    if (bot_find(level))
        return ROOM_OK;
    LOCAL_TEXT(levels, 256);
    for (const struct bot_level *l = bot_levels; l->name; l++)
        text_add(&levels, "%s%s", l == bot_levels ? "" : ", ", l->name);
    say(a->error, room_no_such_bot, .word = SHOWN(level), .levels = levels.data);
    return ROOM_WORDS;
}

static enum room_refusal apply_bot(struct applying *a) {
    struct room_place p = {0};
    if (!a->change->name[0] || !a->change->level[0])
        return apply_refuse(a, ROOM_WORDS, M_room_bot_takes);
    if (a->members->phase != MEMBERS_LOBBY)
        return apply_refuse(a, ROOM_PHASE, M_room_begun_nobody_sits);
    enum room_refusal why = apply_level(a);
    text_put(TEXT_OVER(p.bot), a->change->level);
    return why == ROOM_OK ? add_place(a, &p) : why;
}

/* ---- leaving, moving ---- */

static enum room_refusal apply_move(struct applying *a) {
    const struct room_place *p = members_place(a->members, a->change->place);
    if (!p || !p->held)
        return apply_refuse(a, ROOM_PLACE, M_room_nobody_holds);
    a->members->places[p->place - 1].moved = true;
    return ROOM_OK;
}

/* The next partner's place becomes the first place of the side. */
static void leave_partners(struct membership *m, int place) {
    int first = 0;
    for (int i = place; i < m->place_count; i++) {
        struct room_place *p = &m->places[i];
        if (p->removed || p->with != place)
            continue;
        p->with = first;
        first = first ? first : p->place;
    }
}

static enum room_refusal apply_leave(struct applying *a) {
    struct membership *m = a->members;
    const struct room_place *found = members_place(m, a->change->place);
    bool lobby = m->phase == MEMBERS_LOBBY;
    if (!found || !(lobby ? !found->removed : found->held))
        return apply_refuse(a, ROOM_PLACE, M_room_nobody_holds);
    struct room_place *p = &m->places[found->place - 1];
    p->removed = lobby || place_is_new(p); /* others may take the name */
    p->left = p->held;
    p->held = false;
    m->again = set_without(m->again, p->place - 1);
    m->stays = set_without(m->stays, p->place - 1);
    if (lobby)
        leave_partners(m, p->place);
    return ROOM_OK;
}

/* ---- beginning ---- */

static enum room_refusal apply_begin(struct applying *a) {
    struct membership *m = a->members;
    if (m->phase != MEMBERS_LOBBY)
        return apply_refuse(a, ROOM_PHASE, M_room_begun_already);
    for (int i = 0; i < m->place_count; i++) {
        struct room_place *p = &m->places[i];
        if (p->removed)
            continue;
        p->seat = p->with ? m->places[p->with - 1].seat : m->side_count++;
        p->person = 0;
        for (int j = 0; j < i; j++)
            p->person += !m->places[j].removed && m->places[j].seat == p->seat;
    }
    if (!m->side_count)
        return apply_refuse(a, ROOM_PHASE, M_room_nobody_sits);
    if (m->options.start >= m->side_count) {
        say(a->error, room_no_seat_to_start, .seat = m->options.start + 1, .n = m->side_count);
        return ROOM_RULES;
    }
    m->phase = MEMBERS_BEGINNING;
    return ROOM_OK;
}

/* ---- the clock ---- */

static enum room_refusal apply_late(struct applying *a) {
    struct membership *m = a->members;
    int seat = state_seat(a->view);
    bool timed = m->phase == MEMBERS_GAME && m->options.clock_seconds &&
                 m->options.dice.kind != DICE_PHYSICAL;
    bool shares_missing = a->view->dice.kind == DICE_FAIR &&
                          set_any(fair_missing(&a->view->fair, a->view->seat_count));
    if (!timed || shares_missing || m->late || a->change->seat != seat ||
        seat_is_served(a->view, seat))
        return apply_refuse(a, ROOM_PHASE, M_room_no_clock_for_seat);
    m->late = true;
    return ROOM_OK;
}

/* ---- bots that ran out of time ---- */

/* Announces that the next choice is made without solving the game. Changes nothing. */
static enum room_refusal apply_hurried(struct applying *a) {
    int seat = state_seat(a->view);
    bool chooses = a->members->phase == MEMBERS_GAME && seat >= 0 && !state_falling(a->view) &&
                   (seat_is_served(a->view, seat) || a->members->late);
    if (!chooses || a->change->seat != seat)
        return apply_refuse(a, ROOM_PHASE, M_room_no_bot_chooses);
    return ROOM_OK;
}

/* ---- dice ---- */

static enum room_refusal apply_salt(struct applying *a) {
    struct membership *m = a->members;
    if (m->phase < MEMBERS_BEGINNING || m->options.dice.kind != DICE_FAIR)
        return apply_refuse(a, ROOM_PHASE, M_room_salt_of_fair_dice);
    memcpy(m->salt, a->change->salt, ROOM_SALT_BYTES);
    m->salted = true;
    return ROOM_OK;
}

/* ---- dispatch ---- */

static enum room_refusal (*const apply[])(struct applying *a) = {
    [WORD_DICE] = apply_option,       [WORD_START] = apply_option,    [WORD_BOT] = apply_bot,
    [WORD_BEGIN] = apply_begin,       [WORD_ASK] = apply_ask,         [WORD_AGREE] = apply_agree,
    [WORD_BACK] = apply_back,         [WORD_LEAVE] = apply_leave,     [WORD_GOON] = apply_goon,
    [WORD_CLOCK] = apply_option,      [WORD_AWAY] = apply_option,     [WORD_KEEPER] = apply_option,
    [WORD_SIT] = apply_sit,           [WORD_MOVE] = apply_move,       [WORD_LATE] = apply_late,
    [WORD_UNOPENED] = apply_unopened, [WORD_HURRIED] = apply_hurried, [WORD_SALT] = apply_salt,
    [WORD_STAY] = apply_stay,         [WORD_AGAIN] = apply_again,
};
_Static_assert(sizeof apply / sizeof *apply == WORDS_COUNT, "the last word is applied");

enum room_refusal members_apply(struct membership *m, const struct state *view,
                                const struct room_change *c, struct text *error) {
    struct applying a = {m, view, c, error};
    return apply[c->kind](&a);
}

/* ---- lines that must follow ---- */

/* The names at the seat have been checked, so this cannot fail. */
static void owe_seat(const struct membership *m, int first, int corrects, struct entry *ret) {
    LOCAL_TEXT(ignored, 256);
    ret->kind = ENTRY_SEAT;
    ret->corrects = corrects;
    side_at(m, first, &ret->seat, &ignored);
}

static enum owed owed_at_beginning(const struct membership *m, struct entry *ret) {
    const struct room_options *o = &m->options;
    if (m->settled > m->side_count && o->dice.kind == DICE_FAIR)
        return OWED_COMMITMENT;
    if (m->settled < m->side_count) {
        owe_seat(m, members_first_of(m, m->settled), 0, ret);
    } else if (m->settled == m->side_count) {
        ret->kind = ENTRY_START;
        ret->start = o->start;
    } else {
        ret->kind = ENTRY_DICE;
        ret->dice = o->dice;
    }
    return OWED_ENTRY;
}

/* The seats that play if some do not; false if all do. Sides that join come first, because a table
 * is never empty. */
static bool owes_seats(const struct membership *m, struct seat_order *ret) {
    memset(ret, 0, sizeof *ret);
    if (m->phase != MEMBERS_GAME || !set_any(m->resting) || set_any(m->joining))
        return false;
    for (int seat = 0; seat < m->side_count; seat++) {
        if (!set_has(m->resting, members_first_of(m, seat)))
            ret->seats[ret->count++] = (uint8_t)seat;
    }
    return ret->count < m->side_count;
}

enum owed members_owes(const struct membership *m, struct entry *ret) {
    memset(ret, 0, sizeof *ret);
    if (m->phase == MEMBERS_BEGINNING)
        return owed_at_beginning(m, ret);
    if (owes_seats(m, &ret->order)) {
        ret->kind = ENTRY_SEATS;
        return OWED_ENTRY;
    }
    if (m->phase == MEMBERS_GAME && set_any(m->joining)) {
        owe_seat(m, set_first(m->joining), 0, ret);
        return OWED_ENTRY;
    }
    if (m->phase != MEMBERS_GAME || !set_any(m->back))
        return OWED_NOTHING;
    int seat = set_first(m->back);
    owe_seat(m, members_first_of(m, seat), m->places[members_first_of(m, seat)].line, ret);
    return OWED_ENTRY;
}

bool members_same_entry(const struct entry *a, const struct entry *b) {
    if (a->kind != b->kind || a->corrects != b->corrects)
        return false;
    if (a->kind == ENTRY_SEAT)
        return !strcmp(a->seat.name, b->seat.name) && !strcmp(a->seat.bot, b->seat.bot);
    if (a->kind == ENTRY_START)
        return a->start == b->start;
    if (a->kind == ENTRY_SEATS)
        return !memcmp(&a->order, &b->order, sizeof a->order);
    return a->kind == ENTRY_DICE && a->dice.kind == b->dice.kind && a->dice.seed == b->dice.seed;
}

void members_settle(struct membership *m, int line) {
    struct seat_order order;
    if (owes_seats(m, &order)) {
        m->resting = set_none();
        return;
    }
    if (m->phase == MEMBERS_GAME && set_any(m->joining)) {
        m->places[set_first(m->joining)].line = line;
        m->places[set_first(m->joining)].seat = m->side_count++;
        m->joining = set_without(m->joining, set_first(m->joining));
        return;
    }
    if (m->phase == MEMBERS_GAME) {
        members_settle_seat(m, set_first(m->back), false);
        return;
    }
    if (m->settled < m->side_count)
        m->places[members_first_of(m, m->settled)].line = line;
    if (m->settled++ <= m->side_count)
        return;
    m->phase = MEMBERS_GAME;
    m->deals += m->options.dice.kind == DICE_FAIR;
}

static int seat_called(const struct state *s, const char *name) {
    for (int seat = 0; seat < s->seat_count; seat++) {
        if (span_is(seat_person(&s->seats[seat], 0), name))
            return seat;
    }
    return -1;
}

void members_reseat(struct membership *m, const struct state *now) {
    bool changed = false;
    for (int i = 0; i < m->place_count; i++) {
        struct room_place *p = &m->places[i];
        if (m->phase != MEMBERS_GAME || p->removed)
            continue;
        int seat = p->with ? m->places[p->with - 1].seat : seat_called(now, p->name);
        changed = changed || seat != p->seat;
        p->seat = seat;
        p->person = seat < 0 ? -1 : 0;
        for (int j = 0; j < i; j++)
            p->person += seat >= 0 && m->places[j].seat == seat;
    }
    if (!changed)
        return;
    m->side_count = now->seat_count;
    memset(m->asks, 0, sizeof m->asks);
}

void members_hear(struct membership *m, const struct entry *e, const struct state *view) {
    int seat = state_seat(view);
    if (e->corrects || e->kind == ENTRY_HINT)
        return;
    if (e->kind == ENTRY_ACTION && seat >= 0 && !m->late && !seat_is_served(view, seat))
        memset(&m->asks[seat], 0, sizeof m->asks[seat]); /* the player is present and playing */
    if (e->kind == ENTRY_SHARE)
        m->unopened = set_without(m->unopened, e->gift.seat);
    if (e->kind == ENTRY_DICE || e->kind == ENTRY_REMATCH)
        m->unopened = set_none();
    if (!set_any(m->unopened) || e->kind == ENTRY_SHARE) /* a new share voids earlier consent */
        m->goon = set_none();
    m->deals += e->kind == ENTRY_DICE;
    m->late = false;
    if (e->kind == ENTRY_REMATCH)
        members_gather(m, view);
    if (e->kind == ENTRY_REMATCH || e->kind == ENTRY_ACTION || e->kind == ENTRY_UNDO)
        m->again = m->stays = set_none();
}
