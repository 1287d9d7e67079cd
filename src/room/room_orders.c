/* Room commands: creating a table, sitting down, beginning, leaving, bots for absent players. */

#include "core/name.h"
#include "room/room_parts.h"

/* Truncates words to a sane length; anything this long is later refused as too long. */
static struct span plain_words(struct span s) {
    enum { WORDS_MAX = 1024 };
    s = s.len ? span_trim(s) : span_of("");
    return s.len > WORDS_MAX ? (struct span){s.at, WORDS_MAX} : s;
}

/* Rejects malformed UTF-8 and control characters: a NUL would truncate the text when it is
 * written. */
static bool clean(struct span s, struct text *error) {
    if (!span_clean(s))
        say(error, room_unclean);
    return span_clean(s);
}

static bool plain_name(struct span name, struct text *error) {
    bool plain = room_line_name_is_plain(name);
    if (!plain)
        say(error, room_name_misread, .name = SHOWN(name));
    return plain;
}

/* The only way a plan changes who holds a place, and with which token. */
static void plan_row(struct room_plan *plan, enum room_row row, int place) {
    plan->row = row;
    plan->place = place;
}

/* For new names only: whether everybody at the table can tell the name from all others. Names
 * stored before this check existed stay valid. Identical names are refused by the table itself. */
static bool can_be_told_apart(const struct membership *m, int places, struct span name,
                              struct text *error) {
    if (!name_is_clear(name, error))
        return false;
    for (int i = 0; i < places; i++) {
        const struct room_place *p = &m->places[i];
        if (p->removed || span_is(name, p->name) || !names_look_alike(name, span_of(p->name)))
            continue;
        return say_fail(error, room_name_alike, .name = SHOWN(name), .other = p->name);
    }
    return true;
}

/* ---- creating a table ---- */

/* Adds a side such as "Cem+Dan": one place for each name, later ones as partners of the first. */
static bool add_side(struct room_plan *plan, struct span names, int *places, struct text *error) {
    int first = *places + 1;
    for (struct span name; plan->count < ROOM_LINES_MAX && span_item(&names, '+', &name);) {
        struct room_change c = {.kind = WORD_SIT, .place = ++*places};
        name = plain_words(name);
        if (!plain_name(name, error))
            return false;
        room_change_name(&c, name);
        c.with = *places > first ? first : 0;
        plan_add_change(plan, &c);
    }
    return true;
}

/* Adds a line that sets an option, in the user's own words. */
static void add_option(struct room_plan *plan, enum word word, struct span words) {
    LOCAL_TEXT(l, ROOM_LINE_MAX);
    room_line_quote(word, plain_words(words), &l);
    plan_add_text(plan, l.data);
}

static void add_words(struct room_plan *plan, enum word word, struct span words) {
    LOCAL_TEXT(l, ROOM_LINE_MAX);
    words = plain_words(words);
    text_add(&l, "%s %.*s", vocabulary[word].text, (int)words.len, words.at);
    plan_add_text(plan, l.data);
}

/* Adds the rules in the canonical spelling of a record. */
static bool add_rules(struct room_plan *plan, struct span words, struct text *error) {
    LOCAL_TEXT(s, RULES_TEXT_MAX);
    struct rules r;
    if (!rules_parse(plain_words(words), &r, error))
        return false;
    rules_print(&r, &s);
    add_words(plan, WORD_RULES, span_of(s.data));
    return true;
}

static void add_options(const struct room_setup *setup, struct room_plan *plan) {
    struct room_change clock = {.kind = WORD_CLOCK, .seconds = setup->clock_seconds};
    struct room_change away = {.kind = WORD_AWAY, .seconds = setup->away_seconds};
    if (setup->dice.len && !span_is(setup->dice, "fair"))
        add_option(plan, WORD_DICE, setup->dice);
    if (setup->clock_seconds)
        plan_add_change(plan, &clock);
    if (setup->away_seconds && setup->away_seconds != ROOM_AWAY_SECONDS)
        plan_add_change(plan, &away);
    if (setup->start.len && !span_is(setup->start, "1"))
        add_option(plan, WORD_START, setup->start);
    if (setup->keeper)
        plan_add_change(plan, &(struct room_change){.kind = WORD_KEEPER});
}

/* Tries the lines in a new room, and checks that names can be told apart. */
static bool readable(const struct room_plan *plan, struct text *error) {
    struct room *r = room_new();
    bool good = r != NULL;
    if (!r)
        say(error, room_no_memory);
    for (int i = 0; good && i < plan->count; i++)
        good = room_read(r, span_of(plan->lines[i]->text), 0, NULL, error);
    for (int i = 0; good && i < r->members.place_count; i++)
        good = can_be_told_apart(&r->members, i, span_of(r->members.places[i].name), error);
    room_free(r);
    return good;
}

/* Adds the host, a keeper's additional sides, and bots. */
static bool add_people(const struct room_setup *setup, struct room_plan *plan, struct text *error) {
    struct room_change host = {.kind = WORD_SIT, .place = 1};
    int places = 0;
    bool good = true;
    if (setup->keeper) {
        good = add_side(plan, setup->name, &places, error);
    } else {
        room_change_name(&host, plain_words(setup->name));
        plan_add_change(plan, &host);
        places = 1;
    }
    for (int i = 0; good && setup->seats && setup->seats[i] && plan->count < ROOM_LINES_MAX; i++)
        good = add_side(plan, span_of(setup->seats[i]), &places, error);
    for (int i = 0; setup->bots && setup->bots[i][0] && plan->count < ROOM_LINES_MAX; i++) {
        struct room_change bot = {.kind = WORD_BOT, .place = ++places};
        room_change_name(&bot, span_of(setup->bots[i][0]));
        room_change_level(&bot, span_of(setup->bots[i][1] ? setup->bots[i][1] : ""));
        plan_add_change(plan, &bot);
    }
    if (good && plan->count == ROOM_LINES_MAX) {
        say(error, room_too_many_people);
        good = false;
    }
    return good;
}

bool room_plan_new(const struct room_setup *setup, struct room_plan *ret, struct text *error) {
    plan_start(ret);
    if (setup->seats && setup->seats[0] && !setup->keeper)
        return say_fail(error, room_sides_by_keeper);
    if (!clean(setup->rules, error) || !clean(setup->name, error) || !clean(setup->dice, error) ||
        !clean(setup->start, error) || !clean(setup->date, error))
        return false;
    plan_add_entry(ret, NULL, &(struct entry){.kind = ENTRY_VERSION});
    if (setup->date.len)
        add_words(ret, WORD_DATE, setup->date);
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
    struct room_change c = {.kind = WORD_SIT, .place = r->members.place_count + 1};
    const struct room_place *partner = members_place(&r->members, with);
    plan_start(ret);
    name = plain_words(name);
    if (r->members.options.keeper) {
        say(error, room_keeper_keeps);
        return ROOM_PHASE;
    }
    if (with && program) {
        say(error, room_program_alone);
        return ROOM_RULES;
    }
    if (!clean(name, error) || (!with && !program && !plain_name(name, error)) ||
        !can_be_told_apart(&r->members, r->members.place_count, name, error))
        return ROOM_WORDS;
    room_change_name(&c, name);
    c.with = partner && partner->with ? partner->with : with;
    c.program = program;
    plan_row(ret, ROOM_ROW_SIT, c.place);
    return plan_change(r, &c, ret, error);
}

/* ---- other commands ---- */

/* A command from the holder of a place; `rest` is what follows its first word. */
struct ordered {
    enum word word;
    struct room *room;
    int place;
    struct set here;
    struct span rest;
    struct room_plan *plan;
    struct text *error;
};

/* A command about a place: its number and, for `ask`, a bot level. */
static enum room_refusal about_place(const struct ordered *w, enum word kind, int by) {
    struct room_change c = {.kind = kind, .by = by};
    struct span rest = w->rest, number = span_word(&rest);
    int64_t place;
    if (!span_number(number, 1, ROOM_PLACES_MAX, &place) || (rest.len && kind != WORD_ASK)) {
        say(w->error, room_takes_place, .word = vocabulary[kind].text);
        return ROOM_WORDS;
    }
    c.place = (int)place;
    room_change_level(&c, rest);
    return plan_change(w->room, &c, w->plan, w->error);
}

enum room_refusal room_plan_move(struct room *r, int place, struct room_plan *ret,
                                 struct text *error) {
    struct room_change c = {.kind = WORD_MOVE, .place = place};
    plan_start(ret);
    if (room_lines(r) >= ROOM_LOG_MAX) { /* nothing else limits how often places move */
        say(error, room_table_full);
        return ROOM_PHASE;
    }
    plan_row(ret, ROOM_ROW_MOVE, place);
    return plan_change(r, &c, ret, error);
}

/* The seats of server bots. They give no share, and the lines that say so come with the commitment,
 * so that a lone player's share comes last and needs no pledge. */
static struct set bot_seats(const struct membership *m) {
    struct set seats = set_none();
    int side = 0;
    for (int i = 0; i < m->place_count; i++) {
        const struct room_place *p = &m->places[i];
        if (p->removed || p->with)
            continue;
        seats = place_is_bot(p) ? set_with(seats, side) : seats;
        side++;
    }
    return seats;
}

/* Commands without arguments, most of them about the speaker's own place. */
static enum room_refusal about_own(const struct ordered *w) {
    struct room_change c = {.kind = w->word, .place = w->place};
    if (w->rest.len) {
        say(w->error, room_nothing_follows, .word = vocabulary[w->word].text);
        return ROOM_WORDS;
    }
    return plan_change(w->room, &c, w->plan, w->error);
}

static enum room_refusal begin(const struct ordered *w) {
    enum room_refusal why = about_own(w);
    const struct membership *m = &w->room->members;
    if (why == ROOM_OK && m->options.dice.kind == DICE_FAIR)
        plan_no_shares(w->plan, bot_seats(m));
    return why;
}

static enum room_refusal remove_place(const struct ordered *w) {
    int64_t number;
    if (span_number(w->rest, 1, ROOM_PLACES_MAX, &number)) {
        if (number == w->place) {
            say(w->error, room_own_place);
            return ROOM_WORDS;
        }
        plan_row(w->plan, ROOM_ROW_LEAVE, (int)number);
    }
    return about_place(w, WORD_LEAVE, 0);
}

static enum room_refusal add_bot(const struct ordered *w) {
    const struct membership *m = &w->room->members;
    struct room_change c = {.kind = WORD_BOT, .place = m->place_count + 1};
    struct span name = w->rest; /* the last word is the level */
    while (name.len && name.at[name.len - 1] != ' ')
        name.len--;
    struct span level = {name.at + name.len, w->rest.len - name.len};
    name = span_trim(name);
    if (!can_be_told_apart(m, m->place_count, name, w->error))
        return ROOM_WORDS;
    room_change_name(&c, name);
    room_change_level(&c, level);
    return plan_change(w->room, &c, w->plan, w->error);
}

/* Whether the command asks for a bot at somebody else's place while that player is present and has
 * neither asked for nor agreed to this particular bot. */
static bool asks_over_head(const struct ordered *w, struct span rest) {
    const struct membership *m = &w->room->members;
    int64_t number;
    const struct room_place *p = span_number(span_word(&rest), 1, ROOM_PLACES_MAX, &number)
                                     ? members_place(m, number)
                                     : NULL;
    if (!p || !place_answers_for_itself(p, w->place, w->here))
        return false;
    const struct ask *ask = &m->asks[p->seat];
    bool own_word = ask->place && span_is(rest, ask->level) && set_has(ask->agreed, p->place - 1);
    if (!own_word)
        say(w->error, room_only_they, .name = p->name);
    return !own_word;
}

/* Bots concern only those who play. */
static enum room_refusal about_bot(const struct ordered *w) {
    const struct room *r = w->room;
    if (room_begun(r) && !room_plays(r, members_place(&r->members, w->place))) {
        say(w->error, room_sits_out);
        return ROOM_PLACE;
    }
    return about_place(w, w->word, w->place);
}

static enum room_refusal ask(const struct ordered *w) {
    enum room_refusal why = about_bot(w);
    return why == ROOM_OK && asks_over_head(w, w->rest) ? ROOM_PHASE : why;
}

/* A keeper may name any place. */
static enum room_refusal back(const struct ordered *w) {
    if (w->room->members.options.keeper && w->rest.len)
        return about_place(w, WORD_BACK, 0);
    return about_own(w);
}

/* Each place answers once, so that nobody can flood the others with changes of mind. */
static enum room_refusal stay(const struct ordered *w) {
    if (set_has(w->room->members.again, w->place - 1)) {
        say(w->error, room_answered_already);
        return ROOM_PHASE;
    }
    return about_own(w);
}

static enum room_refusal leave(const struct ordered *w) {
    plan_row(w->plan, ROOM_ROW_LEAVE, w->place);
    return about_own(w);
}

static enum room_refusal (*const orders[])(const struct ordered *w) = {
    [WORD_BEGIN] = begin, [WORD_REMOVE] = remove_place, [WORD_BOT] = add_bot,
    [WORD_ASK] = ask,     [WORD_AGREE] = about_bot,     [WORD_BACK] = back,
    [WORD_LEAVE] = leave, [WORD_GOON] = about_own,      [WORD_STAY] = stay,
};
_Static_assert(sizeof orders / sizeof *orders == WORD_STAY + 1, "the last order is obeyed");

/* During a game, the host can remove only people who wait for the next one. */
static bool removes_newcomer(const struct room *r, enum word word, struct span rest) {
    int64_t number;
    const struct room_place *p =
        span_number(rest, 1, ROOM_PLACES_MAX, &number) ? members_place(&r->members, number) : NULL;
    return word == WORD_REMOVE && p && place_is_new(p);
}

enum room_refusal room_plan_order(struct room *r, int place, struct set here, enum word word,
                                  struct span rest, struct room_plan *ret, struct text *error) {
    struct ordered ordered = {word, r, place, here, rest, ret, error};
    bool host = vocabulary[word].speaker == SPEAKER_HOST;
    if (host && room_begun(r) && !removes_newcomer(r, word, rest)) {
        say(error, room_before_game, .word = vocabulary[word].text);
        return ROOM_PHASE;
    }
    if (host && place != room_host(r)) {
        say(error, room_for_host, .word = vocabulary[word].text, .place = room_host(r));
        return ROOM_HOST;
    }
    return orders[word](&ordered);
}
