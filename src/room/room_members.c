/* The lines about the room, and what they lead to. */
#include <inttypes.h>
#include <string.h>

#include "coach/bot.h"
#include "room/room_parts.h"

enum room_refusal order_refuse(struct order *o, enum room_refusal why, const char *words) {
    text_put(o->error, words);
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

uint64_t members_holders(const struct membership *m, uint32_t seats) {
    uint64_t places = 0;
    for (int i = 0; i < m->place_count; i++) {
        const struct room_place *p = &m->places[i];
        if (p->held && p->seat >= 0 && (seats >> p->seat & 1))
            places |= place_bit(p->place);
    }
    return places;
}

/* ---- options ---- */

/* Options stand before the first place, each at most once. */
static enum room_refusal option(struct order *o, int number) {
    if (o->members->phase != MEMBERS_HEAD || (o->members->options_said >> number & 1))
        return order_refuse(o, ROOM_PHASE, "options of a table are settled when it is made");
    o->members->options_said |= 1u << number;
    return ROOM_OK;
}

/* What stands behind `dice` and `start` is spelled as in the table language. */
static bool entry_of(const char *verb, struct span rest, struct entry *ret, struct text *error) {
    char line[LINE_MAX_BYTES];
    struct text l = TEXT_IN(line);
    text_add(&l, "%s %.*s", verb, (int)rest.len, rest.at);
    if (l.cut)
        text_put(error, "the line is too long");
    return !l.cut && entry_parse(NULL, span_of(line), ret, error);
}

static enum room_refusal order_dice(struct order *o) {
    struct entry e = {0};
    if (span_is(o->rest, "fair"))
        e.dice.kind = DICE_FAIR;
    else if (!entry_of("dice", o->rest, &e, o->error))
        return ROOM_WORDS;
    else if (e.dice.kind != DICE_PHYSICAL && e.dice.kind != DICE_SEEDED)
        return order_refuse(o, ROOM_WORDS,
                            "the dice of a table are fair, physical, or seed and a number");
    o->members->options.dice = e.dice;
    return option(o, 0);
}

static enum room_refusal order_clock(struct order *o) {
    int64_t seconds;
    if (!span_number(o->rest, 1, ROOM_CLOCK_MAX, &seconds)) {
        text_add(o->error, "a clock takes 1 to %d seconds", ROOM_CLOCK_MAX);
        return ROOM_WORDS;
    }
    o->members->options.clock_seconds = (int)seconds;
    return option(o, 1);
}

static enum room_refusal order_away(struct order *o) {
    int64_t seconds;
    if (!span_number(o->rest, ROOM_AWAY_MIN, ROOM_AWAY_MAX, &seconds)) {
        text_add(o->error, "a bot waits %d to %d seconds for people who are away", ROOM_AWAY_MIN,
                 ROOM_AWAY_MAX);
        return ROOM_WORDS;
    }
    o->members->options.away_seconds = (int)seconds;
    return option(o, 4);
}

static enum room_refusal order_start(struct order *o) {
    struct entry e;
    if (!entry_of("start", o->rest, &e, o->error))
        return ROOM_WORDS;
    o->members->options.start = e.start;
    return option(o, 2);
}

static enum room_refusal order_keeper(struct order *o) {
    if (o->rest.len)
        return order_refuse(o, ROOM_WORDS, "nothing may follow 'keeper'");
    o->members->options.keeper = true;
    return option(o, 3);
}

/* ---- sides ---- */

/* "seat Ann+Bea", of the side that this place is the first of. */
static void print_side(const struct membership *m, int first, struct text *out) {
    const struct room_place *root = &m->places[first];
    text_add(out, "seat %s", root->name);
    for (int i = first + 1; i < m->place_count; i++) {
        if (!m->places[i].removed && m->places[i].with == root->place)
            text_add(out, "+%s", m->places[i].name);
    }
    if (root->bot[0])
        text_add(out, " bot %s", root->bot);
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

/* The table itself judges who can sit together: names, their lengths, how many there are. */
static bool sides_fit(const struct membership *m, struct text *error) {
    struct state s;
    state_start(&s);
    for (int i = 0; i < m->place_count; i++) {
        char line[LINE_MAX_BYTES];
        struct text l = TEXT_IN(line);
        struct entry e;
        if (!is_side(&m->places[i]))
            continue;
        print_side(m, i, &l);
        if (!entry_parse(NULL, span_of(line), &e, error) || !state_step(&s, &e, error))
            return false;
    }
    return true;
}

/* ---- sitting down ---- */

static bool name_is_one_person(struct span name, struct text *error) {
    struct entry e;
    if (!entry_of("seat", name, &e, error))
        return false;
    bool one = !e.seat.bot[0] && seat_people(&e.seat) == 1 && span_is(name, e.seat.name);
    if (!one)
        text_add(error, "'%.*s' is not the name of one person", span_shown(name), name.at);
    return one;
}

static enum room_refusal add_place(struct order *o, int64_t number, struct span name,
                                   const struct room_place *p) {
    struct membership *m = o->members;
    if (number != m->place_count + 1) {
        text_add(o->error, "the next place is %d", m->place_count + 1);
        return ROOM_PHASE;
    }
    if (m->place_count == ROOM_PLACES_MAX) {
        text_add(o->error, "a table has %d places, and they are given", ROOM_PLACES_MAX);
        return ROOM_PHASE;
    }
    if (!name_is_one_person(name, o->error))
        return ROOM_WORDS;
    struct room_place *added = &m->places[m->place_count++];
    *added = *p;
    added->place = m->place_count;
    added->seat = added->person = -1;
    struct text t = TEXT_IN(added->name);
    text_put_n(&t, name.at, name.len);
    return sides_fit(m, o->error) ? ROOM_OK : ROOM_RULES;
}

/* Cuts the last word off; an empty span when it is the only one. */
static struct span cut_last_word(struct span *words) {
    for (size_t i = words->len; i > 1; i--) {
        if (words->at[i - 1] != ' ')
            continue;
        struct span last = {words->at + i, words->len - i};
        *words = span_trim((struct span){words->at, i - 1});
        return last;
    }
    return (struct span){0};
}

/* "Cem with 2", "Ticker program" */
static void cut_manner(struct span *name, struct room_place *p) {
    struct span rest = *name, last = cut_last_word(&rest);
    int64_t with;
    if (span_is(last, ROOM_PROGRAM)) {
        struct text bot = TEXT_IN(p->bot);
        text_put(&bot, ROOM_PROGRAM);
        *name = rest;
    } else if (span_number(last, 1, ROOM_PLACES_MAX, &with)) {
        struct span word = cut_last_word(&rest);
        if (span_is(word, "with")) {
            p->with = (int)with;
            *name = rest;
        }
    }
}

bool members_name_is_plain(struct span name) {
    struct room_place p = {0};
    cut_manner(&name, &p);
    return !p.with && !p.bot[0];
}

static enum room_refusal order_sit(struct order *o) {
    struct membership *m = o->members;
    struct room_place p = {.held = true};
    struct span number = span_word(&o->rest), name = o->rest;
    int64_t place;
    if (!span_number(number, 1, INT32_MAX, &place))
        return order_refuse(o, ROOM_WORDS, "sit takes the number of a place and a name");
    cut_manner(&name, &p);
    bool first = m->phase == MEMBERS_HEAD;
    if (m->phase > MEMBERS_LOBBY || !o->view->rules.book)
        return order_refuse(o, ROOM_PHASE, "the game has begun; nobody sits down any more");
    if (first ? p.with || p.bot[0] : m->options.keeper && p.bot[0])
        return order_refuse(o, ROOM_WORDS,
                            first ? "the first at a table is a person" : "people keep this table");
    const struct room_place *partner = members_place(m, p.with);
    if (p.with && (!partner || !place_takes_partners(partner)))
        return order_refuse(o, ROOM_PLACE, "there is nobody at that place to be partner of");
    p.held = first || !m->options.keeper;
    m->phase = MEMBERS_LOBBY;
    return add_place(o, place, name, &p);
}

enum room_refusal order_level(struct order *o, struct span level) {
    if (bot_find(level))
        return ROOM_OK;
    text_add(o->error, "no bot is called '%.*s'; there are:", span_shown(level), level.at);
    for (const struct bot_level *l = bot_levels; l->name; l++)
        text_add(o->error, "%s %s", l == bot_levels ? "" : ",", l->name);
    return ROOM_WORDS;
}

static enum room_refusal order_bot(struct order *o) {
    struct room_place p = {0};
    struct span number = span_word(&o->rest), name = o->rest, level = cut_last_word(&name);
    int64_t place;
    if (!span_number(number, 1, INT32_MAX, &place) || !level.len)
        return order_refuse(o, ROOM_WORDS, "bot takes a name and a level");
    if (o->members->phase != MEMBERS_LOBBY)
        return order_refuse(o, ROOM_PHASE, "the game has begun; nobody sits down any more");
    enum room_refusal why = order_level(o, level);
    struct text bot = TEXT_IN(p.bot);
    text_put_n(&bot, level.at, level.len);
    return why == ROOM_OK ? add_place(o, place, name, &p) : why;
}

/* ---- leaving, moving ---- */

static enum room_refusal order_move(struct order *o) {
    int64_t number;
    const struct room_place *p = span_number(o->rest, 1, ROOM_PLACES_MAX, &number)
                                     ? members_place(o->members, number)
                                     : NULL;
    if (!p || !p->held)
        return order_refuse(o, ROOM_PLACE, "nobody holds that place");
    o->members->places[number - 1].moved = true;
    return ROOM_OK;
}

/* The next partner is the first of the side from now on. */
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

static enum room_refusal order_leave(struct order *o) {
    struct membership *m = o->members;
    int64_t number;
    const struct room_place *found =
        span_number(o->rest, 1, ROOM_PLACES_MAX, &number) ? members_place(m, number) : NULL;
    bool lobby = m->phase == MEMBERS_LOBBY;
    if (!found || !(lobby ? !found->removed : found->held))
        return order_refuse(o, ROOM_PLACE, "nobody holds that place");
    struct room_place *p = &m->places[found->place - 1];
    p->left = p->held;
    p->held = false;
    p->removed = lobby;
    if (lobby)
        leave_partners(m, p->place);
    return ROOM_OK;
}

/* ---- beginning ---- */

static enum room_refusal order_begin(struct order *o) {
    struct membership *m = o->members;
    if (o->rest.len)
        return order_refuse(o, ROOM_WORDS, "nothing may follow 'begin'");
    if (m->phase != MEMBERS_LOBBY)
        return order_refuse(o, ROOM_PHASE, "the game has begun already");
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
        return order_refuse(o, ROOM_PHASE, "nobody sits at this table");
    if (m->options.start >= m->side_count) {
        text_add(o->error, "seat %d is to start, but there are %d", m->options.start + 1,
                 m->side_count);
        return ROOM_RULES;
    }
    m->phase = MEMBERS_BEGINNING;
    return ROOM_OK;
}

/* ---- the clock ---- */

static enum room_refusal order_late(struct order *o) {
    struct membership *m = o->members;
    int seat = state_seat(o->view);
    int64_t number;
    if (!span_number(o->rest, 1, SEATS_MAX, &number))
        return order_refuse(o, ROOM_WORDS, "late takes the number of a seat");
    bool timed = m->phase == MEMBERS_GAME && m->options.clock_seconds &&
                 m->options.dice.kind != DICE_PHYSICAL;
    bool shares_missing =
        o->view->dice.kind == DICE_FAIR && fair_missing(&o->view->fair, o->view->seat_count);
    if (!timed || shares_missing || m->late || number - 1 != seat || seat_is_served(o->view, seat))
        return order_refuse(o, ROOM_PHASE, "nobody waits for that seat by the clock");
    m->late = true;
    return ROOM_OK;
}

/* ---- bots that had no time ---- */

/* The choice that follows was made without having worked the game out. It changes nothing. */
static enum room_refusal order_hurried(struct order *o) {
    int seat = state_seat(o->view);
    int64_t number;
    if (!span_number(o->rest, 1, SEATS_MAX, &number))
        return order_refuse(o, ROOM_WORDS, "hurried takes the number of a seat");
    bool chooses = o->members->phase == MEMBERS_GAME && seat >= 0 && !state_falling(o->view) &&
                   (seat_is_served(o->view, seat) || o->members->late);
    if (!chooses || number - 1 != seat)
        return order_refuse(o, ROOM_PHASE, "no bot chooses at that seat now");
    return ROOM_OK;
}

/* ---- dice ---- */

static enum room_refusal order_salt(struct order *o) {
    struct membership *m = o->members;
    if (m->phase < MEMBERS_BEGINNING || m->options.dice.kind != DICE_FAIR)
        return order_refuse(o, ROOM_PHASE, "only fair dice have a salt");
    if (!span_hex(o->rest, m->salt, ROOM_SALT_BYTES))
        return order_refuse(o, ROOM_WORDS, "salt takes 32 hexadecimal digits");
    m->salted = true;
    return ROOM_OK;
}

/* ---- all of them ---- */

static const struct {
    const char *word;
    enum room_refusal (*apply)(struct order *o);
} orders[] = {
    {"dice", order_dice},     {"clock", order_clock},     {"start", order_start},
    {"keeper", order_keeper}, {"sit", order_sit},         {"bot", order_bot},
    {"move", order_move},     {"leave", order_leave},     {"begin", order_begin},
    {"ask", order_ask},       {"agree", order_agree},     {"back", order_back},
    {"late", order_late},     {"away", order_away},       {"unopened", order_unopened},
    {"goon", order_goon},     {"hurried", order_hurried}, {"salt", order_salt},
};

enum room_refusal members_order(struct membership *m, const struct state *view, struct span words,
                                struct text *error) {
    struct order o = {.members = m, .view = view, .rest = words, .error = error};
    struct span verb = span_word(&o.rest);
    if (!span_clean(words))
        return order_refuse(&o, ROOM_WORDS, "the line has control characters or is not UTF-8");
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
        if (span_is(verb, orders[i].word))
            return orders[i].apply(&o);
    }
    text_add(error, "a room knows no '%.*s'", span_shown(verb), verb.at);
    return ROOM_WORDS;
}

/* ---- what has to follow ---- */

static enum owed owed_at_beginning(const struct membership *m, struct text *ret) {
    const struct room_options *o = &m->options;
    struct entry e = {.kind = ENTRY_DICE, .dice = o->dice};
    if (m->settled < m->side_count) {
        print_side(m, members_first_of(m, m->settled), ret);
        return OWED_LINE;
    }
    if (m->settled > m->side_count && o->dice.kind == DICE_FAIR)
        return OWED_COMMITMENT;
    if (m->settled == m->side_count) {
        e.kind = ENTRY_START;
        e.start = o->start;
    }
    entry_print(NULL, &e, ret);
    return OWED_LINE;
}

enum owed members_owes(const struct membership *m, struct text *ret) {
    if (m->phase == MEMBERS_BEGINNING)
        return owed_at_beginning(m, ret);
    if (m->phase != MEMBERS_GAME || !m->back)
        return OWED_NOTHING;
    int seat = __builtin_ctz(m->back);
    text_add(ret, "correct %d ", m->seat_line[seat]);
    print_side(m, members_first_of(m, seat), ret);
    return OWED_LINE;
}

void members_settle(struct membership *m, int line) {
    if (m->phase == MEMBERS_GAME) {
        members_settle_seat(m, __builtin_ctz(m->back), false);
        return;
    }
    if (m->settled < m->side_count)
        m->seat_line[m->settled] = line;
    if (m->settled++ <= m->side_count)
        return;
    m->phase = MEMBERS_GAME;
    m->deals += m->options.dice.kind == DICE_FAIR;
}

void members_hear(struct membership *m, const struct entry *e, const struct state *view) {
    int seat = state_seat(view);
    if (e->corrects || e->kind == ENTRY_HINT)
        return;
    if (e->kind == ENTRY_ACTION && seat >= 0 && !m->late && !seat_is_served(view, seat))
        memset(&m->asks[seat], 0, sizeof m->asks[seat]); /* they are there, and play */
    if (e->kind == ENTRY_SHARE)
        m->unopened &= ~(1u << e->gift.seat);
    if (e->kind == ENTRY_DICE || e->kind == ENTRY_REMATCH)
        m->unopened = 0;
    if (!m->unopened || e->kind == ENTRY_SHARE) /* a goon counts only after the last share */
        m->goon = 0;
    m->deals += e->kind == ENTRY_DICE;
    m->late = false;
}
