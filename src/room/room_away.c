/* Lines about absent players: bots that play for them, and shares of the dice that they have
 * pledged but not opened. */
#include <string.h>

#include "room/room_parts.h"

/* ---- speaker and subject ---- */

bool place_is_bot(const struct room_place *p) {
    /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): spoken_about() found p or refused */
    return p->bot[0] && strcmp(p->bot, BOT_PROGRAM) != 0;
}

/* Finds the place that a line is about. Refuses the line unless a game is in progress and the place
 * plays in it. */
static enum room_refusal spoken_about(struct applying *a, const struct room_place **ret) {
    int place = a->change->place;
    if (!place)
        return apply_refuse(a, ROOM_WORDS, M_room_place_missing);
    *ret = members_place(a->members, place);
    if (a->members->phase != MEMBERS_GAME)
        return apply_refuse(a, ROOM_PHASE, M_room_not_begun);
    if (!*ret || (*ret)->seat < 0) {
        say(a->error, room_nobody_plays, .place = place);
        return ROOM_PLACE;
    }
    return ROOM_OK;
}

/* The place a line comes from, as a set; refuses a place that nobody holds. */
static enum room_refusal speaker(struct applying *a, int place, struct set *ret) {
    const struct room_place *p = members_place(a->members, place);
    if (!p || !p->held)
        return apply_refuse(a, ROOM_PLACE, M_room_nobody_holds);
    *ret = place_set(p->place);
    return ROOM_OK;
}

bool place_answers_for_itself(const struct room_place *p, int by, struct set here) {
    return p->held && p->place != by && set_has(here, p->place - 1);
}

/* ---- bots ---- */

enum room_refusal apply_ask(struct applying *a) {
    const struct room_place *p = NULL;
    struct set one = set_none();
    enum room_refusal why = spoken_about(a, &p);
    if (why == ROOM_OK)
        why = speaker(a, a->change->by, &one);
    if (why == ROOM_OK)
        why = apply_level(a);
    if (why != ROOM_OK)
        return why;
    if (place_is_bot(p) || p->replaced)
        return apply_refuse(a, ROOM_PHASE, M_room_bot_there);
    struct ask *ask = &a->members->asks[p->seat];
    if (ask->place != p->place || strcmp(ask->level, a->change->level)) {
        memset(ask, 0, sizeof *ask);
        text_put(TEXT_OVER(ask->level), a->change->level);
        ask->place = p->place;
        ask->by = set_first(one) + 1;
    }
    if (set_meet(ask->agreed, one))
        return apply_refuse(a, ROOM_PHASE, M_room_asked_already);
    ask->agreed = set_or(ask->agreed, one);
    return ROOM_OK;
}

enum room_refusal apply_agree(struct applying *a) {
    const struct room_place *p = NULL;
    struct set one = set_none();
    enum room_refusal why = spoken_about(a, &p);
    if (why == ROOM_OK)
        why = speaker(a, a->change->by, &one);
    if (why != ROOM_OK)
        return why;
    /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): see place_is_bot() */
    struct ask *ask = &a->members->asks[p->seat];
    if (ask->place != p->place)
        return apply_refuse(a, ROOM_PHASE, M_room_bot_not_asked);
    if (set_meet(ask->agreed, one))
        return apply_refuse(a, ROOM_PHASE, M_room_agreed_already);
    ask->agreed = set_or(ask->agreed, one);
    return ROOM_OK;
}

bool members_asked(const struct membership *m, int seat) {
    const struct ask *ask = &m->asks[seat];
    return ask->place && set_meet(ask->agreed, members_holders(m, set_all()));
}

struct set members_silent(const struct membership *m, int seat) {
    return set_minus(members_holders(m, set_without(set_all(), seat)), m->asks[seat].agreed);
}

struct set members_unasked(const struct membership *m, int seat) {
    return set_minus(members_holders(m, set_one(seat)), m->asks[seat].agreed);
}

/* A bot plays alone, under the name of the first partner. */
void members_replacement(const struct membership *m, int seat, struct entry *ret) {
    memset(ret, 0, sizeof *ret);
    ret->kind = ENTRY_SEAT;
    ret->corrects = m->places[members_first_of(m, seat)].line;
    struct text name = TEXT_IN(ret->seat.name), bot = TEXT_IN(ret->seat.bot);
    text_put(&name, m->places[members_first_of(m, seat)].name);
    text_put(&bot, m->asks[seat].level);
}

bool members_replace(struct membership *m, const struct entry *e) {
    for (int seat = 0; m->phase == MEMBERS_GAME && seat < m->side_count; seat++) {
        struct entry asked;
        if (!members_asked(m, seat))
            continue;
        members_replacement(m, seat, &asked);
        if (!members_same_entry(e, &asked))
            continue;
        members_settle_seat(m, seat, true);
        return true;
    }
    return false;
}

void members_settle_seat(struct membership *m, int seat, bool replaced) {
    m->back = set_without(m->back, seat);
    memset(&m->asks[seat], 0, sizeof m->asks[seat]);
    for (int i = 0; i < m->place_count; i++) {
        if (m->places[i].seat == seat)
            m->places[i].replaced = replaced;
    }
}

enum room_refusal apply_back(struct applying *a) {
    const struct room_place *p = NULL;
    enum room_refusal why = spoken_about(a, &p);
    if (why != ROOM_OK)
        return why;
    struct membership *m = a->members;
    /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): see place_is_bot() */
    if (!p->held && !(m->options.keeper && m->places[0].held))
        return apply_refuse(a, ROOM_PLACE, M_room_nobody_holds);
    if (!p->replaced && !m->asks[p->seat].place)
        return apply_refuse(a, ROOM_PHASE, M_room_no_bot_instead);
    memset(&m->asks[p->seat], 0, sizeof m->asks[p->seat]);
    if (p->replaced)
        m->back = set_with(m->back, p->seat);
    return ROOM_OK;
}

/* ---- pledged shares ---- */

enum room_refusal apply_unopened(struct applying *a) {
    struct membership *m = a->members;
    const struct fair *f = &a->view->fair;
    int seat = a->change->seat;
    bool waits = m->phase == MEMBERS_GAME && a->view->dice.kind == DICE_FAIR &&
                 f->stage == FAIR_COMMITTED && set_has(set_minus(f->pledged, f->shared), seat);
    if (!waits || set_has(m->unopened, seat))
        return apply_refuse(a, ROOM_PHASE, M_room_no_share_awaited);
    m->unopened = set_with(m->unopened, seat);
    m->goon = set_none(); /* earlier consent did not cover this share */
    return ROOM_OK;
}

enum room_refusal apply_goon(struct applying *a) {
    struct membership *m = a->members;
    struct set one = set_none();
    enum room_refusal why = speaker(a, a->change->place, &one);
    if (why != ROOM_OK)
        return why;
    if (!set_any(m->unopened))
        return apply_refuse(a, ROOM_PHASE, M_room_no_share_missing);
    if (set_meet(one, members_holders(m, m->unopened)))
        return apply_refuse(a, ROOM_PHASE, M_room_own_share_missing);
    if (set_meet(m->goon, one))
        return apply_refuse(a, ROOM_PHASE, M_room_said_already);
    m->goon = set_or(m->goon, one);
    return ROOM_OK;
}

bool room_minds_presence(const struct room *r, struct span words) {
    const struct membership *m = &r->members;
    bool minds = set_any(m->unopened) || set_any(m->again) ||
                 (words.len && word_find(span_word(&words), AN_ORDER) == WORD_ASK);
    for (int seat = 0; seat < m->side_count && !minds; seat++)
        minds = m->asks[seat].place;
    return minds;
}
