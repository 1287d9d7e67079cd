/* What a server does at a table on its own: it commits to dice and reveals their secret, passes
 * over seats that cannot give a share, rolls and chooses for bots and for players whose time is up,
 * and lets bots take over for absent players. */
#include <string.h>

#include "room/room_parts.h"

/* ---- shares ---- */

/* Seats to pass over with "share N -": those of server bots, and those that nobody holds. */
static struct set passed_over(const struct room *r) {
    const struct state *s = table_now(r->table);
    struct set seats = set_below(s->seat_count);
    for (int i = 0; i < r->members.place_count; i++) {
        const struct room_place *p = &r->members.places[i];
        if (p->held && p->seat >= 0 && !seat_is_served(s, p->seat))
            seats = set_without(seats, p->seat);
    }
    return seats;
}

bool room_pledges_first(const struct room *r, int seat) {
    const struct state *s = table_now(r->table);
    const struct fair *f = &s->fair;
    struct set out = set_with(set_or(f->passed, passed_over(r)), seat);
    bool others = set_any(set_minus(set_below(s->seat_count), out));
    return others && f->stage == FAIR_COMMITTED;
}

bool room_share_in_order(const struct room *r, const struct gift *g, struct text *error) {
    bool pledged = set_has(table_now(r->table)->fair.pledged, g->seat);
    if (g->nothing || pledged || !room_pledges_first(r, g->seat))
        return true;
    return say_fail(error, room_pledge_first);
}

void plan_no_shares(struct room_plan *plan, struct set seats) {
    SET_EACH(seat, seats) {
        struct entry e = {.kind = ENTRY_SHARE, .gift = {.seat = seat, .nothing = 1}};
        plan_add_entry(plan, NULL, &e);
    }
}

static void commit_to_dice(struct room *r, struct set no_shares, struct room_duty *ret) {
    LOCAL_TEXT(ignored, 256);
    if (!plan_commitment(r, r->members.deals, &ret->plan, &ignored))
        return; /* only another node knows the secret */
    plan_no_shares(&ret->plan, no_shares);
    ret->kind = ROOM_DUTY_SAY;
}

/* ---- waiting ---- */

/* Schedules a wake-up at this time; returns false if that time has come. */
static bool wait_until(int64_t at, int64_t now, struct room_duty *ret) {
    if (now >= at)
        return false;
    if (!ret->at || at < ret->at)
        ret->at = at;
    return true;
}

/* Whether a condition that holds now has held for this long. Callers reset `l` when the condition
 * does not hold. */
static bool has_lasted_for(int seconds, struct lasting *l, int64_t now, struct room_duty *ret) {
    if (!l->on || now < l->from)
        *l = (struct lasting){true, now};
    return !wait_until(l->from + (int64_t)seconds * 1000, now, ret);
}

/* For as long as the table waits for absent players. */
static bool has_lasted(struct lasting *l, const struct room *r, int64_t now,
                       struct room_duty *ret) {
    return has_lasted_for(r->members.options.away_seconds, l, now, ret);
}

static void say_change(struct room_change c, struct room_duty *ret) {
    plan_add_change(&ret->plan, &c);
    ret->kind = ROOM_DUTY_SAY;
}

static void say_entry(struct room *r, const struct entry *e, struct room_duty *ret) {
    LOCAL_TEXT(ignored, 512);
    if (plan_entry(r, e, &ret->plan, &(struct refusal){.words = &ignored}))
        ret->kind = ROOM_DUTY_SAY;
}

/* ---- bots for absent players ---- */

/* Brings in the bot that was asked for, or drops the request if the player has come back. Everybody
 * else who is present must agree; players absent for the whole wait are not asked, because two of
 * them could block a game forever. */
static bool see_to_ask(struct room *r, int seat, int64_t now, struct set here,
                       struct room_duty *ret) {
    const struct membership *m = &r->members;
    const struct ask *ask = &m->asks[seat];
    struct set unasked = members_unasked(m, seat);
    struct set quiet = set_or(unasked, members_silent(m, seat));
    struct entry replacement;
    ret->watches = true;
    if (set_has(set_and(unasked, here), ask->place - 1)) {
        say_change((struct room_change){.kind = WORD_BACK, .place = ask->place}, ret);
        return true;
    }
    if (!members_asked(m, seat) || set_meet(quiet, here)) {
        r->absent[seat].on = false;
        return false;
    }
    if (set_any(quiet) && !has_lasted(&r->absent[seat], r, now, ret))
        return false;
    members_replacement(m, seat, &replacement);
    say_entry(r, &replacement, ret);
    return ret->kind == ROOM_DUTY_SAY;
}

static bool see_to_asks(struct room *r, int64_t now, struct set here, struct room_duty *ret) {
    for (int seat = 0; seat < r->members.side_count; seat++) {
        if (!r->members.asks[seat].place)
            r->absent[seat].on = false;
        else if (see_to_ask(r, seat, now, here, ret))
            return true;
    }
    return false;
}

/* ---- missing shares ---- */

/* Seats that the log already names for not opening their pledged shares. */
static struct set unopened_seats(const struct room *r) {
    const struct fair *f = &table_now(r->table)->fair;
    return set_and(r->members.unopened, set_minus(f->pledged, f->shared));
}

/* Whether everybody present, except at the seats whose shares are missing, wants new dice without
 * those shares. Absent players get the full wait: nobody should get different dice because a
 * connection broke for a moment. */
static bool all_go_on(struct room *r, int64_t now, struct set here, struct room_duty *ret) {
    const struct membership *m = &r->members;
    struct set unopened = unopened_seats(r);
    struct set asked = members_holders(m, set_minus(set_all(), unopened));
    struct set silent = set_minus(asked, m->goon);
    bool wanted = set_any(unopened) && set_meet(asked, m->goon);
    ret->watches = ret->watches || wanted;
    if (!wanted || set_meet(silent, here)) {
        r->going_on.on = false;
        return false;
    }
    return !set_any(silent) || has_lasted(&r->going_on, r, now, ret);
}

/* The server never drops a pledged share that is not opened: otherwise a player who knows the other
 * shares could choose between two sets of dice. Instead, the server only names the seat, which may
 * still open its share. */
static void name_unopened(struct set seats, struct room_duty *ret) {
    SET_EACH(seat, seats)
    say_change((struct room_change){.kind = WORD_UNOPENED, .seat = seat}, ret);
}

static void see_to_shares(struct room *r, struct set missing, int64_t now, struct set here,
                          struct room_duty *ret) {
    const struct state *s = table_now(r->table);
    const struct fair *f = &s->fair;
    struct set over = passed_over(r), named = r->members.unopened;
    struct set gone = set_minus(set_and(set_minus(f->pledged, f->shared), over), named);
    struct set silent = set_minus(missing, f->pledged);
    struct set closed = set_minus(set_and(missing, f->pledged), named);
    int64_t patience = r->waits_from + ROOM_SHARE_PATIENCE_MS;
    if (set_meet(silent, over)) {
        plan_no_shares(&ret->plan, set_and(silent, over));
        ret->kind = ROOM_DUTY_SAY;
    } else if (set_any(gone)) {
        name_unopened(gone, ret);
    } else if (all_go_on(r, now, here, ret)) {
        commit_to_dice(r, set_or(over, unopened_seats(r)), ret);
    } else if (set_any(silent)) { /* no time limit until another seat has pledged or shared */
        bool others = set_any(set_minus(set_or(f->pledged, f->shared), over));
        if (!others || wait_until(patience, now, ret))
            return;
        plan_no_shares(&ret->plan, silent);
        ret->kind = ROOM_DUTY_SAY;
    } else if (set_any(closed) &&
               set_any(set_minus(set_below(s->seat_count), set_or(over, missing)))) {
        /* somebody is waiting */
        if (!wait_until(patience, now, ret))
            name_unopened(closed, ret);
    }
}

/* ---- the next game ---- */

/* Those who want the next game and can be relied on to play it: programs need not be connected. */
static struct set ready(const struct membership *m, struct set here) {
    struct set places = members_wanting(m);
    for (int i = 0; i < m->place_count; i++) {
        if (!set_has(here, i) && !m->places[i].bot[0])
            places = set_without(places, i);
    }
    return places;
}

/* Whether somebody who has played here wants the next game: people who have only just sat down must
 * not take the table from the others. They may once all players have left it. */
static bool player_wants(const struct membership *m) {
    bool players = false, wanted = false;
    for (int i = 0; i < m->place_count; i++) {
        const struct room_place *p = &m->places[i];
        bool played = p->held && !place_is_new(p);
        players = players || played;
        wanted = wanted || (played && set_has(m->again, i));
    }
    return players ? wanted : set_any(m->again);
}

/* Begins the next game once everybody has answered. Nobody can keep the others waiting for long by
 * not answering, nor leave anybody behind without time to answer. */
static void see_to_rematch(struct room *r, const struct state *view, int64_t now, struct set here,
                           struct room_duty *ret) {
    struct membership m = r->members;
    LOCAL_TEXT(ignored, 512);
    struct refusal refusal = {.words = &ignored};
    struct set in = ready(&m, here), away = set_minus(members_wanting(&m), in);
    struct set silent = set_minus(members_held(&m), set_or(in, m.stays));
    ret->watches = true;
    m.again = set_minus(m.again, away);
    m.stays = set_or(m.stays, away);
    int least = view->seat_count > 1 ? 2 : 1;
    bool enough = player_wants(&m) && members_playing(&m, view) >= least;
    if (!enough)
        r->gathering.on = false;
    if (!enough ||
        (set_any(silent) && !has_lasted_for(ROOM_REMATCH_SECONDS, &r->gathering, now, ret)))
        return;
    SET_EACH(place, away)
    say_change((struct room_change){.kind = WORD_STAY, .place = place + 1}, ret);
    ret->kind = ROOM_DUTY_SAY;
    if (plan_rematch(r, &m, &ret->plan, &refusal) == ROOM_OK)
        return;
    room_plan_clear(&ret->plan);
    ret->kind = ROOM_DUTY_NONE;
}

/* ---- turns ---- */

/* Plans a roll, unless only another node knows the secret. */
static void roll(struct room *r, struct room_duty *ret) {
    say_entry(r, &(struct entry){.kind = ENTRY_ACTION, .action = {.act = ACT_ROLL}}, ret);
}

static void see_to_late(struct room *r, const struct state *view, int64_t now,
                        struct room_duty *ret) {
    const struct room_options *o = &r->members.options;
    if (!o->clock_seconds || o->dice.kind == DICE_PHYSICAL)
        return;
    bool falls = state_falling(view);
    if (r->members.late && falls) {
        roll(r, ret);
        return;
    }
    if (wait_until(r->waits_from + (int64_t)o->clock_seconds * 1000, now, ret))
        return;
    /* The roll follows as a separate duty, so that its log mark covers this line. */
    say_change((struct room_change){.kind = WORD_LATE, .seat = state_seat(view)}, ret);
}

static void see_to_turn(struct room *r, const struct state *view, int64_t now,
                        struct room_duty *ret) {
    if (room_lines(r) >= ROOM_LOG_MAX)
        return; /* the limit on lines stops bots and time limits too */
    const char *level = room_choosing_level(r, view);
    int seat = state_seat(view);
    if (level) {
        text_put(TEXT_OVER(ret->level), level);
        ret->kind = ROOM_DUTY_BOT;
    } else if (!seat_is_served(view, seat)) {
        see_to_late(r, view, now, ret);
    } else if (r->members.options.dice.kind != DICE_PHYSICAL) {
        roll(r, ret);
    }
}

/* Plans lines that should have followed the last line immediately. There are none if the store
 * writes such lines together with the line they follow. */
static bool see_to_owed(struct room *r, struct room_duty *ret) {
    LOCAL_TEXT(ignored, 512);
    struct entry owed;
    if (members_owes(&r->members, &owed) == OWED_NOTHING)
        return false; /* the usual case: no need to copy the membership */
    struct membership m = r->members;
    if (plan_owed(r, &m, room_lines(r) + 1, &ret->plan, &ignored) != ROOM_OK)
        room_plan_clear(&ret->plan);
    ret->kind = ret->plan.count ? ROOM_DUTY_SAY : ROOM_DUTY_NONE;
    return ret->plan.count;
}

static void see_to_game(struct room *r, int64_t now, struct set here, struct room_duty *ret) {
    struct state view;
    const struct state *s = table_now(r->table);
    state_view(s, &view);
    bool fair = s->dice.kind == DICE_FAIR, deserted = !room_host(r);
    bool ended = state_over(s) || deserted;
    if (fair && ended && s->fair.stage == FAIR_COMMITTED)
        say_entry(r, &(struct entry){.kind = ENTRY_REVEAL, .gift = {.nothing = 1}}, ret);
    else if (state_over(s) && set_any(r->members.again))
        see_to_rematch(r, &view, now, here, ret);
    if (ended || s->fair.stage == FAIR_REVEALED)
        return;
    if (fair && (s->fair.stage == FAIR_UNCOMMITTED || state_used_up(s))) {
        commit_to_dice(r, passed_over(r), ret);
        return;
    }
    struct set missing = fair ? fair_missing(&s->fair, s->seat_count) : set_none();
    if (set_any(missing))
        see_to_shares(r, missing, now, here, ret);
    else
        see_to_turn(r, &view, now, ret);
}

void room_duty(struct room *r, int64_t now, struct set here, struct room_duty *ret) {
    memset(ret, 0, sizeof *ret);
    if (now < r->waits_from)
        r->waits_from = now; /* the clock was set back: at most one full time limit from now */
    if (see_to_owed(r, ret) || r->members.phase != MEMBERS_GAME)
        return;
    if (!see_to_asks(r, now, here, ret))
        see_to_game(r, now, here, ret);
    if (ret->kind != ROOM_DUTY_NONE)
        ret->at = 0;
}
