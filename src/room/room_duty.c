/* What a server does at a table by itself: it commits to dice and reveals them, gives no share for
 * those who cannot, rolls and chooses for bots, and for people whose time is up. */
#include <string.h>

#include "room/room_parts.h"

/* ---- shares ---- */

uint32_t room_passed_over(const struct room *r) {
    const struct state *s = table_now(r->table);
    uint32_t seats = 0;
    for (int seat = 0; seat < s->seat_count; seat++) {
        if (seat_is_served(s, seat) || !house_seat_held(&r->house, seat))
            seats |= 1u << seat;
    }
    return seats;
}

static uint32_t all_seats(const struct state *s) {
    return (1u << s->seat_count) - 1;
}

bool room_share_in_order(const struct room *r, const struct gift *g, struct text *error) {
    const struct state *s = table_now(r->table);
    const struct fair *f = &s->fair;
    uint32_t givers = all_seats(s) & ~(f->passed | room_passed_over(r)) & ~(1u << g->seat);
    bool pledged = f->pledged >> g->seat & 1;
    if (g->nothing || pledged || !givers || f->stage != FAIR_COMMITTED)
        return true;
    text_put(error, "several seats give a share of these dice: pledge it first");
    return false;
}

static void add_no_shares(struct room_plan *plan, uint32_t seats) {
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        char line[32];
        struct text l = TEXT_IN(line);
        if (!(seats >> seat & 1))
            continue;
        text_add(&l, "share %d -", seat + 1);
        plan_add(plan, line);
    }
}

static void commit_to_dice(struct room *r, uint32_t no_shares, struct room_duty *ret) {
    char words[256];
    struct text ignored = TEXT_IN(words);
    if (!plan_commitment(r, r->house.deals, &ret->plan, &ignored))
        return; /* another node knows the secret */
    add_no_shares(&ret->plan, no_shares);
    ret->kind = ROOM_DUTY_SAY;
}

static uint32_t program_seats(const struct state *s) {
    uint32_t seats = 0;
    for (int seat = 0; seat < s->seat_count; seat++) {
        if (!strcmp(s->seats[seat].bot, ROOM_PROGRAM))
            seats |= 1u << seat;
    }
    return seats;
}

/* Waits until this time; false: it has come. */
static bool wait_until(int64_t at, int64_t now, struct room_duty *ret) {
    if (now >= at)
        return false;
    ret->at = at;
    return true;
}

/* Somebody's share is missing. Whoever has pledged one and does not give it knows what the others
 * gave; so nothing is gained by staying away: the dice become others. */
static void see_to_shares(struct room *r, uint32_t missing, int64_t now, struct room_duty *ret) {
    const struct state *s = table_now(r->table);
    uint32_t pledged = s->fair.pledged, over = room_passed_over(r);
    uint32_t never = over | r->house.silent; /* of new dice: those need not be waited for */
    if (missing & over & ~pledged) {
        add_no_shares(&ret->plan, missing & over & ~pledged);
        ret->kind = ROOM_DUTY_SAY;
    } else if (missing & over) {
        commit_to_dice(r, never, ret);
    } else if (wait_until(r->waits_from + ROOM_SHARE_PATIENCE_MS, now, ret)) {
        return;
    } else if (!(missing & ~(program_seats(s) & ~pledged))) {
        add_no_shares(&ret->plan, missing);
        ret->kind = ROOM_DUTY_SAY;
    } else {
        commit_to_dice(r, never | missing, ret);
    }
}

/* ---- turns ---- */

static void say_event(struct room *r, const char *words, struct room_duty *ret) {
    char why[512];
    struct text ignored = TEXT_IN(why);
    if (plan_event(r, span_of(words), &ret->plan, &ignored))
        ret->kind = ROOM_DUTY_SAY;
    else /* another node knows the secret */
        room_plan_clear(&ret->plan);
}

static void see_to_late(struct room *r, const struct state *view, int64_t now,
                        struct room_duty *ret) {
    const struct room_options *o = &r->house.options;
    char line[32];
    struct text l = TEXT_IN(line);
    if (!o->clock_seconds || o->dice.kind == DICE_PHYSICAL)
        return;
    bool falls = state_falling(view);
    if (r->house.late && falls) {
        say_event(r, "roll", ret);
        return;
    }
    if (wait_until(r->waits_from + (int64_t)o->clock_seconds * 1000, now, ret))
        return;
    /* A roll comes after it as a duty of its own: the roll's mark covers this line. */
    text_add(&l, ROOM_MARK "late %d", state_seat(view) + 1);
    plan_add(&ret->plan, line);
    ret->kind = ROOM_DUTY_SAY;
}

static void see_to_turn(struct room *r, const struct state *view, int64_t now,
                        struct room_duty *ret) {
    const char *level = room_choosing_level(r, view);
    int seat = state_seat(view);
    if (level) {
        struct text l = TEXT_IN(ret->level);
        text_put(&l, level);
        ret->kind = ROOM_DUTY_BOT;
    } else if (!seat_is_served(view, seat)) {
        see_to_late(r, view, now, ret);
    } else if (r->house.options.dice.kind != DICE_PHYSICAL) {
        say_event(r, "roll", ret);
    }
}

/* Lines that should have followed at once. A store that takes all or none leaves none open. */
static bool see_to_owed(struct room *r, struct room_duty *ret) {
    char why[512];
    struct text ignored = TEXT_IN(why);
    struct house h = r->house;
    if (plan_owed(r, &h, room_lines(r) + 1, &ret->plan, &ignored) != ROOM_OK)
        room_plan_clear(&ret->plan);
    ret->kind = ret->plan.count ? ROOM_DUTY_SAY : ROOM_DUTY_NONE;
    return ret->plan.count;
}

void room_duty(struct room *r, int64_t now, struct room_duty *ret) {
    struct state view;
    const struct state *s = table_now(r->table);
    memset(ret, 0, sizeof *ret);
    if (now < r->waits_from)
        r->waits_from = now; /* the clock was set back; nobody's time grows by it */
    if (see_to_owed(r, ret) || r->house.phase != HOUSE_GAME)
        return;
    state_view(s, &view);
    bool fair = s->dice.kind == DICE_FAIR, deserted = !room_host(r);
    bool ended = state_over(s) || deserted;
    if (fair && ended && s->fair.stage == FAIR_COMMITTED)
        say_event(r, "reveal", ret);
    if (ended || s->fair.stage == FAIR_REVEALED)
        return;
    if (fair && (s->fair.stage == FAIR_UNCOMMITTED || state_used_up(s))) {
        commit_to_dice(r, room_passed_over(r), ret);
        return;
    }
    uint32_t missing = fair ? fair_missing(&s->fair, s->seat_count) : 0;
    if (missing)
        see_to_shares(r, missing, now, ret);
    else
        see_to_turn(r, &view, now, ret);
}
