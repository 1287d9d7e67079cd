/* What people order in a room: making a table, sitting down, beginning, leaving, bots for people
 * who are away. */
#include <string.h>

#include "core/name.h"
#include "room/room_parts.h"

/* What goes into a line: no word is so long, and what is cut off is refused for its length. */
static struct span plain_words(struct span s) {
    enum { WORDS_MAX = 1024 };
    s = s.len ? span_trim(s) : span_of("");
    return s.len > WORDS_MAX ? (struct span){s.at, WORDS_MAX} : s;
}

/* A NUL would end what is written, and make another name of it. */
static bool clean(struct span s, struct text *error) {
    if (!span_clean(s))
        text_put(error, "there are control characters, or it is not UTF-8");
    return span_clean(s);
}

static bool plain_name(struct span name, struct text *error) {
    bool plain = members_name_is_plain(name);
    if (!plain)
        text_add(error, "the name '%.*s' would be read as something else", span_shown(name),
                 name.at);
    return plain;
}

/* Only this changes who holds a place, and with which token. */
static void plan_row(struct room_plan *plan, enum room_row row, int place) {
    plan->row = row;
    plan->place = place;
}

/* Of a name that is given now: whether everybody at the table can tell it from all others. What was
 * stored before there was this check is read all the same. A name that is the same to the letter is
 * refused by the table itself. */
static bool can_be_told_apart(const struct membership *m, int places, struct span name,
                              struct text *error) {
    if (!name_is_clear(name, error))
        return false;
    for (int i = 0; i < places; i++) {
        const struct room_place *p = &m->places[i];
        if (p->removed || span_is(name, p->name) || !names_look_alike(name, span_of(p->name)))
            continue;
        text_add(error, "the name '%.*s' looks like '%s', which is taken: choose another",
                 span_shown(name), name.at, p->name);
        return false;
    }
    return true;
}

/* ---- making a table ---- */

/* "Cem+Dan": a place each, the others as partners of the first. */
static bool add_side(struct room_plan *plan, struct span names, int *places, struct text *error) {
    int first = *places + 1;
    for (struct span name; plan->count < ROOM_LINES_MAX && span_item(&names, '+', &name);) {
        char line[LINE_MAX_BYTES];
        struct text l = TEXT_IN(line);
        name = plain_words(name);
        if (!plain_name(name, error))
            return false;
        text_add(&l, ROOM_MARK "sit %d %.*s", ++*places, (int)name.len, name.at);
        if (*places > first)
            text_add(&l, " with %d", first);
        plan_add(plan, line);
    }
    return true;
}

static void add_words(struct room_plan *plan, const char *before, struct span words) {
    char line[LINE_MAX_BYTES];
    struct text l = TEXT_IN(line);
    words = plain_words(words);
    text_add(&l, "%s%.*s", before, (int)words.len, words.at);
    plan_add(plan, line);
}

/* As a record spells them, whatever the order of their words. */
static bool add_rules(struct room_plan *plan, struct span words, struct text *error) {
    char spelled[RULES_TEXT_MAX];
    struct text s = TEXT_IN(spelled);
    struct rules r;
    if (!rules_parse(plain_words(words), &r, error))
        return false;
    rules_print(&r, &s);
    add_words(plan, "rules ", span_of(spelled));
    return true;
}

static void add_options(const struct room_setup *setup, struct room_plan *plan) {
    if (setup->dice.len && !span_is(setup->dice, "fair"))
        add_words(plan, ROOM_MARK "dice ", setup->dice);
    if (setup->clock_seconds) {
        char line[64];
        struct text l = TEXT_IN(line);
        text_add(&l, ROOM_MARK "clock %d", setup->clock_seconds);
        plan_add(plan, line);
    }
    if (setup->away_seconds && setup->away_seconds != ROOM_AWAY_SECONDS) {
        char line[64];
        struct text l = TEXT_IN(line);
        text_add(&l, ROOM_MARK "away %d", setup->away_seconds);
        plan_add(plan, line);
    }
    if (setup->start.len && !span_is(setup->start, "1"))
        add_words(plan, ROOM_MARK "start ", setup->start);
    if (setup->keeper)
        plan_add(plan, ROOM_MARK "keeper");
}

/* Lines are worth nothing unless a room takes them, and people can tell each other apart. */
static bool readable(const struct room_plan *plan, struct text *error) {
    struct room *r = room_new();
    bool good = r != NULL;
    if (!r)
        text_put(error, "there is no memory for another table");
    for (int i = 0; good && i < plan->count; i++)
        good = room_read(r, span_of(plan->lines[i]), 0, error);
    for (int i = 0; good && i < r->members.place_count; i++)
        good = can_be_told_apart(&r->members, i, span_of(r->members.places[i].name), error);
    room_free(r);
    return good;
}

/* The host, further sides of a keeper, and bots. */
static bool add_people(const struct room_setup *setup, struct room_plan *plan, struct text *error) {
    int places = 0;
    bool good = true;
    if (setup->keeper)
        good = add_side(plan, setup->name, &places, error);
    else
        add_words(plan, ROOM_MARK "sit 1 ", setup->name);
    places = setup->keeper ? places : 1;
    for (int i = 0; good && setup->seats && setup->seats[i] && plan->count < ROOM_LINES_MAX; i++)
        good = add_side(plan, span_of(setup->seats[i]), &places, error);
    for (int i = 0; setup->bots && setup->bots[i][0] && plan->count < ROOM_LINES_MAX; i++) {
        char line[LINE_MAX_BYTES];
        struct text l = TEXT_IN(line);
        text_add(&l, ROOM_MARK "bot %d %s %s", ++places, setup->bots[i][0],
                 setup->bots[i][1] ? setup->bots[i][1] : "");
        plan_add(plan, line);
    }
    if (good && plan->count == ROOM_LINES_MAX) {
        text_put(error, "these are too many people for one table");
        good = false;
    }
    return good;
}

bool room_plan_new(const struct room_setup *setup, struct room_plan *ret, struct text *error) {
    plan_start(ret);
    if (setup->seats && setup->seats[0] && !setup->keeper) {
        text_put(error, "only where one device keeps the score are all sides named at once");
        return false;
    }
    if (!clean(setup->rules, error) || !clean(setup->name, error) || !clean(setup->dice, error) ||
        !clean(setup->start, error) || !clean(setup->date, error))
        return false;
    plan_add(ret, "yardstick 1");
    if (setup->date.len)
        add_words(ret, "date ", setup->date);
    bool good = add_rules(ret, setup->rules, error);
    add_options(setup, ret);
    good = good && add_people(setup, ret, error) && readable(ret, error);
    if (good)
        plan_row(ret, ROOM_ROW_SIT, 1);
    else
        room_plan_clear(ret);
    return good;
}

/* ---- sitting down ---- */

enum room_refusal room_plan_sit(struct room *r, struct span name, int with, bool program,
                                struct room_plan *ret, struct text *error) {
    char words[LINE_MAX_BYTES];
    struct text w = TEXT_IN(words);
    const struct room_place *partner = members_place(&r->members, with);
    plan_start(ret);
    name = plain_words(name);
    if (r->members.options.keeper) {
        text_put(error, "one device keeps the score at this table; look on");
        return ROOM_PHASE;
    }
    if (with && program) {
        text_put(error, "a program plays alone");
        return ROOM_RULES;
    }
    if (!clean(name, error) || (!with && !program && !plain_name(name, error)) ||
        !can_be_told_apart(&r->members, r->members.place_count, name, error))
        return ROOM_WORDS;
    text_add(&w, "sit %d %.*s", r->members.place_count + 1, (int)name.len, name.at);
    if (with)
        text_add(&w, " with %d", partner && partner->with ? partner->with : with);
    if (program)
        text_put(&w, " " ROOM_PROGRAM);
    plan_row(ret, ROOM_ROW_SIT, r->members.place_count + 1);
    return plan_order(r, words, ret, error);
}

/* ---- all others ---- */

/* Words of the holder of a place, behind the verb. */
struct setup {
    struct room *room;
    int place;
    uint64_t here;
    struct span rest;
    struct room_plan *plan;
    struct text *error;
};

/* A number and the words behind it, made into an order. */
static enum room_refusal about_place(const struct setup *w, const char *verb, int by,
                                     struct span rest) {
    char words[LINE_MAX_BYTES];
    struct text t = TEXT_IN(words);
    struct span number = span_word(&rest);
    int64_t place;
    if (!span_number(number, 1, ROOM_PLACES_MAX, &place)) {
        text_add(w->error, "%s takes the number of a place", verb);
        return ROOM_WORDS;
    }
    text_add(&t, "%s %d", verb, (int)place);
    if (by)
        text_add(&t, " %d", by);
    if (rest.len)
        text_add(&t, " %.*s", (int)rest.len, rest.at);
    return plan_order(w->room, words, w->plan, w->error);
}

enum room_refusal room_plan_move(struct room *r, int place, struct room_plan *ret,
                                 struct text *error) {
    char words[64];
    struct text w = TEXT_IN(words);
    plan_start(ret);
    if (room_lines(r) >= ROOM_LOG_MAX) { /* moving is free otherwise, and a log must end */
        text_put(error, "this table is full: open a new one");
        return ROOM_PHASE;
    }
    text_add(&w, "move %d", place);
    plan_row(ret, ROOM_ROW_MOVE, place);
    return plan_order(r, words, ret, error);
}

/* The seats that bots of the server will have. They give no share, and that is said together with
 * the commitment: a share that comes after all others' words needs no pledge. */
static uint32_t bot_seats(const struct membership *m) {
    uint32_t seats = 0;
    int side = 0;
    for (int i = 0; i < m->place_count; i++) {
        const struct room_place *p = &m->places[i];
        if (p->removed || p->with)
            continue;
        seats |= place_is_bot(p) ? 1u << side : 0;
        side++;
    }
    return seats;
}

static enum room_refusal begin(const struct setup *w) {
    if (w->rest.len) {
        text_put(w->error, "nothing may follow 'begin'");
        return ROOM_WORDS;
    }
    enum room_refusal why = plan_order(w->room, "begin", w->plan, w->error);
    const struct membership *m = &w->room->members;
    if (why == ROOM_OK && m->options.dice.kind == DICE_FAIR)
        plan_no_shares(w->plan, bot_seats(m));
    return why;
}

static enum room_refusal remove_place(const struct setup *w) {
    int64_t number;
    if (span_number(w->rest, 1, ROOM_PLACES_MAX, &number)) {
        if (number == w->place) {
            text_put(w->error, "that is your own place; say leave");
            return ROOM_WORDS;
        }
        plan_row(w->plan, ROOM_ROW_LEAVE, (int)number);
    }
    return about_place(w, "leave", 0, w->rest);
}

static enum room_refusal add_bot(const struct setup *w) {
    char words[LINE_MAX_BYTES];
    struct text t = TEXT_IN(words);
    const struct membership *m = &w->room->members;
    struct span name = w->rest; /* the last word is the level */
    while (name.len && name.at[name.len - 1] != ' ')
        name.len--;
    if (!can_be_told_apart(m, m->place_count, span_trim(name), w->error))
        return ROOM_WORDS;
    text_add(&t, "bot %d %.*s", m->place_count + 1, (int)w->rest.len, w->rest.at);
    return plan_order(w->room, words, w->plan, w->error);
}

/* Whether somebody else's place is asked for while its person is there, and has not said that they
 * want this very bot. */
static bool asks_over_head(const struct setup *w, struct span rest) {
    const struct membership *m = &w->room->members;
    int64_t number;
    const struct room_place *p = span_number(span_word(&rest), 1, ROOM_PLACES_MAX, &number)
                                     ? members_place(m, number)
                                     : NULL;
    if (!p || !place_answers_for_itself(p, w->place, w->here))
        return false;
    const struct ask *ask = &m->asks[p->seat];
    bool own_word = ask->place && span_is(rest, ask->level) && (ask->agreed & place_bit(p->place));
    if (!own_word)
        text_add(w->error, "%s is here; only they can hand over their seat", p->name);
    return !own_word;
}

static enum room_refusal ask(const struct setup *w) {
    enum room_refusal why = about_place(w, "ask", w->place, w->rest);
    return why == ROOM_OK && asks_over_head(w, w->rest) ? ROOM_PHASE : why;
}

static enum room_refusal agree(const struct setup *w) {
    return about_place(w, "agree", w->place, w->rest);
}

/* Orders about one's own place; a keeper may name another. */
static enum room_refusal about_own(const struct setup *w, const char *verb) {
    char words[64];
    struct text t = TEXT_IN(words);
    if (w->rest.len) {
        text_add(w->error, "nothing may follow '%s'", verb);
        return ROOM_WORDS;
    }
    text_add(&t, "%s %d", verb, w->place);
    return plan_order(w->room, words, w->plan, w->error);
}

static enum room_refusal back(const struct setup *w) {
    if (w->room->members.options.keeper && w->rest.len)
        return about_place(w, "back", 0, w->rest);
    return about_own(w, "back");
}

static enum room_refusal leave(const struct setup *w) {
    plan_row(w->plan, ROOM_ROW_LEAVE, w->place);
    return about_own(w, "leave");
}

static enum room_refusal go_on(const struct setup *w) {
    return about_own(w, "goon");
}

static const struct {
    const char *word;
    bool host; /* the host's, before the game */
    enum room_refusal (*plan)(const struct setup *w);
} orders[] = {
    {"begin", true, begin},  {"remove", true, remove_place}, {"bot", true, add_bot},
    {"ask", false, ask},     {"agree", false, agree},        {"back", false, back},
    {"leave", false, leave}, {"goon", false, go_on},
};

const char *const room_order_words[] = {"begin", "remove", "bot",  "ask", "agree",
                                        "back",  "leave",  "goon", NULL};

enum room_refusal room_plan_order(struct room *r, int place, uint64_t here, struct span words,
                                  bool *ret_known, struct room_plan *ret, struct text *error) {
    struct span rest = words, verb = span_word(&rest);
    struct setup setup = {r, place, here, rest, ret, error};
    *ret_known = false;
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
        if (!span_is(verb, orders[i].word))
            continue;
        *ret_known = true;
        if (orders[i].host && room_begun(r)) {
            text_add(error, "the game has begun; '%s' comes before it", orders[i].word);
            return ROOM_PHASE;
        }
        if (orders[i].host && place != room_host(r)) {
            text_add(error, "'%s' is for the host, place %d", orders[i].word, room_host(r));
            return ROOM_HOST;
        }
        return orders[i].plan(&setup);
    }
    return ROOM_OK;
}
