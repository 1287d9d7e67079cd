/* The room as one player sees it. The functions that decide what the server allows also decide what
 * is shown as possible. */
#include "core/json.h"
#include "room/room_parts.h"

struct show {
    struct json *json;
    const struct room *room;
    const struct membership *members;
    const struct state *now;
    struct state view;
    const struct room_place *me; /* NULL: a spectator */
    int place;
    const struct room_presence *presence;
};

/* Prints places or seats, counted from 1. */
static void show_numbers(struct json *j, const char *key, struct set set) {
    json_open(j, key, '[');
    SET_EACH(n, set)
    json_int(j, NULL, n + 1);
    json_close(j, ']');
}

static bool has_place(struct set places, const struct room_place *p) {
    return p && set_has(places, p->place - 1);
}

/* ---- presence ---- */

/* Whether the player is known to be away: they hold the place, no bot plays for them, they are not
 * the one asking, and they have no device connected. Some programs play through HTTP requests
 * alone, so a program counts as away only if it has been connected before. */
static bool is_away(const struct show *s, const struct room_place *p) {
    bool follows = !p->bot[0] || has_place(s->presence->seen, p);
    return s->presence->known && p->held && !p->replaced && follows && p != s->me &&
           !has_place(s->presence->here, p);
}

/* Whether the player has left for good, and no bot plays for them. */
static bool has_left(const struct room_place *p) {
    return p->left && !p->held && !p->replaced;
}

/* Whether dice can be rolled: fair dice need their commitment and all shares. */
static bool dice_are_settled(const struct state *now) {
    return now->dice.kind != DICE_FAIR ||
           (now->fair.stage == FAIR_COMMITTED && !state_used_up(now) &&
            !set_any(fair_missing(&now->fair, now->seat_count)));
}

/* ---- possible actions ---- */

static bool may_have_rematch(const struct state *now) {
    LOCAL_TEXT(ignored, 128);
    struct state next = *now;
    return state_step(&next, &(struct entry){.kind = ENTRY_REMATCH},
                      &(struct refusal){.words = &ignored});
}

/* Whether this place may act next. */
static bool has_hand(const struct show *s) {
    if (!s->me || s->members->phase != MEMBERS_GAME)
        return false;
    if (state_over(s->now))
        return may_have_rematch(s->now) && !has_place(s->members->again, s->me);
    return dice_are_settled(s->now) && (room_may_act(s->room, &s->view, s->me) ||
                                        (room_bot_needs_throw(&s->view) &&
                                         state_falling(&s->view) && room_plays(s->room, s->me)));
}

/* One person gives a seat's share: the keeper or, without one, the first holder of a place
 * there. */
static int speaker_of(const struct membership *m, int seat) {
    if (m->options.keeper)
        return members_host(m);
    return set_first(members_holders(m, set_one(seat))) + 1;
}

static void show_shares(const struct show *s) {
    struct set speaks = set_none(), pledges = set_none();
    bool alone = s->me && !s->me->moved;
    for (int seat = 0; s->me && seat < s->now->seat_count; seat++) {
        if (speaker_of(s->members, seat) != s->place || seat_is_served(s->now, seat))
            continue;
        speaks = set_with(speaks, seat);
        pledges = room_pledges_first(s->room, seat) ? set_with(pledges, seat) : pledges;
    }
    for (int i = 0; i < s->members->place_count; i++) {
        const struct room_place *p = &s->members->places[i];
        alone = alone && (p == s->me || p->seat < 0 || !set_has(speaks, p->seat));
    }
    show_numbers(s->json, "speaks", speaks);
    show_numbers(s->json, "pledges", pledges);
    json_bool(s->json, "alone", alone); /* no other device can have spoken for these seats */
}

/* ---- seats ---- */

/* Assumes everybody is present if presence is unknown. */
static struct set maybe_here(const struct show *s) {
    return s->presence->known ? s->presence->here : set_all();
}

/* Whether this player can ask for a bot at that place. */
static bool may_ask_for(const struct show *s, const struct room_place *p) {
    return s->me && s->me->seat >= 0 && s->members->phase == MEMBERS_GAME && !state_over(s->now) &&
           !s->members->options.keeper && p->seat >= 0 && !p->bot[0] && !p->replaced &&
           !place_answers_for_itself(p, s->place, maybe_here(s));
}

static void show_flag(struct json *j, const char *key, bool is) {
    if (is)
        json_bool(j, key, true);
}

/* During a game, only people who wait for their first one. */
static bool may_remove(const struct show *s, const struct room_place *p) {
    return s->me && s->me->place == members_host(s->members) && p != s->me &&
           (!room_begun(s->room) || place_is_new(p));
}

static void show_place(const struct show *s, const struct room_place *p) {
    struct json *j = s->json;
    json_open(j, NULL, '{');
    json_int(j, "place", p->place);
    json_string(j, "name", p->name);
    json_int(j, "seat", p->seat + 1);
    if (place_is_bot(p))
        json_string(j, "bot", p->bot);
    else
        show_flag(j, BOT_PROGRAM, p->bot[0]);
    show_flag(j, "mine", p == s->me);
    show_flag(j, "host", p->place == members_host(s->members));
    show_flag(j, "left", p->left);
    show_flag(j, "replaced", p->replaced);
    show_flag(j, "away", is_away(s, p));
    show_flag(j, "may_ask", may_ask_for(s, p));
    show_flag(j, "may_join", place_takes_partners(p));
    show_flag(j, "may_remove", may_remove(s, p));
    json_close(j, '}');
}

/* The places of each side, before and during the game. */
static void show_sides(const struct show *s) {
    const struct membership *m = s->members;
    json_open(s->json, "sides", '[');
    for (int i = 0; i < m->place_count; i++) {
        struct set side = set_one(i);
        if (m->places[i].removed || m->places[i].with)
            continue;
        for (int k = i + 1; k < m->place_count; k++) {
            if (!m->places[k].removed && m->places[k].with == i + 1)
                side = set_with(side, k);
        }
        show_numbers(s->json, NULL, side);
    }
    json_close(s->json, ']');
}

static void show_places(const struct show *s) {
    json_open(s->json, "places", '[');
    for (int i = 0; i < s->members->place_count; i++) {
        if (!s->members->places[i].removed)
            show_place(s, &s->members->places[i]);
    }
    json_close(s->json, ']');
    show_sides(s);
}

/* ---- requests for bots and new dice ---- */

static void show_asks(const struct show *s) {
    const struct membership *m = s->members;
    json_open(s->json, "asks", '[');
    for (int seat = 0; seat < m->side_count; seat++) {
        const struct ask *ask = &m->asks[seat];
        if (!ask->place)
            continue;
        /* Absent partners are not asked. */
        struct set unasked = set_and(members_unasked(m, seat), maybe_here(s));
        struct set missing = set_or(members_silent(m, seat), unasked);
        json_open(s->json, NULL, '{');
        json_int(s->json, "place", ask->place);
        json_int(s->json, "by", ask->by);
        json_string(s->json, "level", ask->level);
        show_numbers(s->json, "missing", set_without(missing, ask->place - 1));
        json_bool(s->json, "may",
                  s->me && room_plays(s->room, s->me) && ask->place != s->place &&
                      !has_place(ask->agreed, s->me));
        json_close(s->json, '}');
    }
    json_close(s->json, ']');
}

/* Shows the seats whose shares are unopened, and the players who agree to new dice without them. */
static void show_unopened(const struct show *s) {
    const struct membership *m = s->members;
    struct set asked = members_holders(m, set_minus(set_all(), m->unopened));
    struct set silent = set_minus(asked, m->goon);
    show_numbers(s->json, "unopened", m->unopened);
    show_numbers(s->json, "goon", set_and(asked, m->goon));
    show_numbers(s->json, "waited", set_and(silent, maybe_here(s)));
    json_bool(s->json, "may_goon", set_any(m->unopened) && has_place(silent, s->me));
}

/* ---- the next game ---- */

/* Shows who wants the next game, who does not, and who is present and has not answered. */
static void show_again(const struct show *s) {
    const struct membership *m = s->members;
    struct set wanting = members_wanting(m), held = members_held(m);
    bool asked = state_over(s->now) && set_any(m->again);
    show_flag(s->json, "goes", s->me && (has_place(wanting, s->me) || set_count(held) == 1));
    if (!asked)
        return;
    json_open(s->json, "again", '{');
    show_numbers(s->json, "wanting", wanting);
    show_numbers(s->json, "stays", m->stays);
    show_numbers(s->json, "silent",
                 set_and(set_minus(held, set_or(wanting, m->stays)), maybe_here(s)));
    json_int(s->json, "seconds", ROOM_REMATCH_SECONDS);
    json_bool(s->json, "enough", members_playing(m, &s->view) > 1);
    json_close(s->json, '}');
}

/* ---- everything ---- */

static void show_options(const struct show *s) {
    const struct room_options *o = &s->members->options;
    static const char *const dice[] = {"physical", "system", "seed", "fair"};
    json_string(s->json, "dice", dice[o->dice.kind]);
    if (o->dice.kind == DICE_SEEDED) {
        char digits[24]; /* a seed may be too large for a JavaScript number */
        text_add(TEXT_OVER(digits), "%llu", (unsigned long long)o->dice.seed);
        json_string(s->json, "seed", digits);
    }
    show_flag(s->json, "roll", o->start < 0); /* a roll decides who starts */
    json_int(s->json, "clock", o->clock_seconds);
    json_int(s->json, "wait", o->away_seconds);
    show_flag(s->json, "keeper", o->keeper);
}

static void show_change(const struct show *s, const struct room_change *c) {
    bool of_seat = c->kind == WORD_LATE || c->kind == WORD_HURRIED;
    const struct room_place *p = members_place(s->members, c->place);
    json_open(s->json, "change", '{');
    json_string(s->json, "word", vocabulary[c->kind].text);
    json_string(s->json, "name", of_seat ? s->now->seats[c->seat].name : p ? p->name : "");
    show_flag(s->json, "mine", p && c->place == s->place);
    json_close(s->json, '}');
}

void room_show(const struct room *r, int place, const struct room_presence *presence,
               const struct room_change *change, struct text *out) {
    struct json j = json_start(out);
    struct show s = {&j, r, &r->members, table_now(r->table), .place = place, .presence = presence};
    const struct room_place *sat = members_place(s.members, place);
    s.me = sat && sat->held ? sat : NULL;
    state_view(s.now, &s.view);
    const struct room_place *at_hand = room_at_hand(r, &s.view);
    json_open(&j, NULL, '{');
    if (change->kind != WORD_NONE)
        show_change(&s, change);
    show_options(&s);
    json_bool(&j, "begun", room_begun(r) && s.members->settled >= s.members->side_count);
    show_flag(&j, "may_sit", !s.me && room_takes_people(r));
    show_places(&s);
    if (state_seat(&s.view) >= 0) {
        struct span person = state_person(&s.view, state_seat(&s.view));
        json_string_n(&j, "person", person.at, person.len);
    }
    if (at_hand && dice_are_settled(s.now) && (is_away(&s, at_hand) || has_left(at_hand)))
        json_int(&j, "missed", at_hand->place);
    show_flag(&j, "gone", !s.me && sat && sat->left);
    json_bool(&j, "hand", has_hand(&s));
    json_bool(&j, "back",
              s.me && room_plays(r, s.me) && s.now->stage != STAGE_SETUP &&
                  !room_past_is_settled(r));
    show_shares(&s);
    show_asks(&s);
    show_unopened(&s);
    show_again(&s);
    json_close(&j, '}');
}
