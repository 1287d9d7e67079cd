/* The next game of a series. Nobody is taken along: the people at the table say whether they want
 * it or stay with the result, and the sides that want it play. */
#include "room/room_parts.h"

/* ---- answers ---- */

/* Finds the place that answers. Refuses the line unless it is held and the game is over. */
static enum room_refusal answering(struct applying *a, int *ret) {
    const struct room_place *p = members_place(a->members, a->change->place);
    if (!p || !p->held)
        return apply_refuse(a, ROOM_PLACE, M_room_nobody_holds);
    if (a->members->phase != MEMBERS_GAME || !state_over(a->view))
        return apply_refuse(a, ROOM_PHASE, M_room_not_over);
    *ret = p->place - 1;
    return ROOM_OK;
}

enum room_refusal apply_again(struct applying *a) {
    struct membership *m = a->members;
    int place = 0;
    enum room_refusal why = answering(a, &place);
    if (why != ROOM_OK)
        return why;
    if (set_has(m->again, place))
        return apply_refuse(a, ROOM_PHASE, M_room_answered_already);
    m->again = set_with(m->again, place);
    m->stays = set_without(m->stays, place);
    return ROOM_OK;
}

/* The server says this for players who wanted the next game but are away when it begins. */
enum room_refusal apply_stay(struct applying *a) {
    struct membership *m = a->members;
    int place = 0;
    enum room_refusal why = answering(a, &place);
    if (why != ROOM_OK)
        return why;
    if (!set_any(m->again))
        return apply_refuse(a, ROOM_PHASE, M_room_nobody_asked);
    if (set_has(m->stays, place))
        return apply_refuse(a, ROOM_PHASE, M_room_answered_already);
    m->again = set_without(m->again, place);
    m->stays = set_with(m->stays, place);
    return ROOM_OK;
}

bool place_is_new(const struct room_place *p) {
    return p->held && p->seat < 0 && !p->line && !p->removed;
}

struct set members_wanting(const struct membership *m) {
    struct set places = m->again;
    for (int i = 0; i < m->place_count; i++) {
        if (place_is_new(&m->places[i]) && !set_has(m->stays, i))
            places = set_with(places, i);
    }
    return places;
}

/* ---- sides ---- */

static struct set side_holders(const struct membership *m, int first) {
    struct set places = set_none();
    for (int i = first; i < m->place_count; i++) {
        const struct room_place *p = &m->places[i];
        if (p->held && (i == first || p->with == first + 1))
            places = set_with(places, i);
    }
    return places;
}

/* Whether the side has a seat that a rematch would keep. */
static bool keeps_seat(const struct room_place *p, const struct state *view) {
    struct set left = state_left(view);
    bool dropped = p->seat >= 0 && set_has(left, p->seat) &&
                   set_any(set_minus(set_below(view->seat_count), left));
    return p->seat >= 0 && !dropped;
}

/* Bots always play, and so do those that play for somebody. A side of partners plays if all who
 * hold a place there want to. If nobody was asked, because one player holds all places, everybody
 * plays on. */
static bool side_plays(const struct membership *m, const struct state *view, int first) {
    const struct room_place *p = &m->places[first];
    struct set holders = side_holders(m, first);
    if (p->removed || p->with)
        return false;
    if (place_is_bot(p) || p->replaced)
        return keeps_seat(p, view);
    if (place_is_new(p))
        return set_meet(members_wanting(m), holders);
    if (!set_any(m->again))
        return keeps_seat(p, view);
    return set_any(holders) && !set_any(set_minus(holders, m->again));
}

int members_playing(const struct membership *m, const struct state *view) {
    int count = 0;
    for (int i = 0; i < m->place_count; i++)
        count += side_plays(m, view, i);
    return count;
}

void members_gather(struct membership *m, const struct state *view) {
    m->resting = m->joining = set_none();
    for (int i = 0; i < m->place_count; i++) {
        bool plays = side_plays(m, view, i), seated = keeps_seat(&m->places[i], view);
        if (plays && !seated)
            m->joining = set_with(m->joining, i);
        if (!plays && seated && !m->places[i].with)
            m->resting = set_with(m->resting, i);
    }
}

/* ---- beginning ---- */

enum room_refusal plan_rematch(struct room *r, struct membership *m, struct room_plan *ret,
                               struct refusal *refusal) {
    struct entry e = {.kind = ENTRY_REMATCH};
    struct state view, next = *table_now(r->table);
    state_view(&next, &view);
    if (!plan_entry(r, &e, ret, refusal))
        return ROOM_PHASE;
    members_hear(m, &e, &view);
    state_step(&next, &e, refusal);
    members_reseat(m, &next);
    return plan_owed(r, m, room_lines(r) + ret->count + 1, ret, refusal->words);
}

enum room_refusal plan_again(struct room *r, int place, struct room_plan *ret,
                             struct refusal *refusal) {
    struct membership all = r->members, rest = r->members;
    struct state view;
    state_view(table_now(r->table), &view);
    bool alone = !set_any(set_without(members_held(&all), place - 1));
    rest.again = set_with(rest.again, place - 1);
    /* Only a keeper plays for seats that nobody holds. */
    bool whole = all.options.keeper || members_playing(&rest, &view) == view.seat_count;
    enum room_refusal why = plan_rematch(r, &all, ret, refusal); /* says why there can be none */
    if (why != ROOM_OK || (alone && whole))
        return why;
    room_plan_clear(ret);
    why = plan_change(r, &(struct room_change){.kind = WORD_AGAIN, .place = place}, ret,
                      refusal->words);
    return why == ROOM_OK && alone ? plan_rematch(r, &rest, ret, refusal) : why;
}
