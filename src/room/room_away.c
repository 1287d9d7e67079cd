/* Lines about people who are away: bots that play for them, and shares of the dice that they have
 * pledged and do not give. */
#include <inttypes.h>
#include <string.h>

#include "room/room_parts.h"

/* ---- who speaks about whom ---- */

bool place_is_bot(const struct room_place *p) {
    return p->bot[0] && strcmp(p->bot, ROOM_PROGRAM) != 0;
}

/* The place that is spoken about, in a game. */
static enum room_refusal spoken_about(struct order *o, const struct room_place **ret) {
    int64_t number;
    if (!span_number(span_word(&o->rest), 1, INT32_MAX, &number))
        return order_refuse(o, ROOM_WORDS, "the number of a place is missing");
    *ret = members_place(o->members, number);
    if (o->members->phase != MEMBERS_GAME)
        return order_refuse(o, ROOM_PHASE, "the game has not begun yet");
    if (!*ret || (*ret)->seat < 0) {
        text_add(o->error, "nobody plays at place %" PRId64, number);
        return ROOM_PLACE;
    }
    return ROOM_OK;
}

/* And the one who speaks about it. */
static enum room_refusal speaker(struct order *o, uint64_t *ret_bit) {
    int64_t number;
    const struct room_place *p = span_number(span_word(&o->rest), 1, INT32_MAX, &number)
                                     ? members_place(o->members, number)
                                     : NULL;
    if (!p || !p->held)
        return order_refuse(o, ROOM_PLACE, "nobody holds that place");
    *ret_bit = place_bit(p->place);
    return ROOM_OK;
}

bool place_answers_for_itself(const struct room_place *p, int by, uint64_t here) {
    return p->held && p->place != by && (here & place_bit(p->place));
}

/* ---- bots ---- */

enum room_refusal order_ask(struct order *o) {
    const struct room_place *p = NULL;
    uint64_t bit = 0;
    enum room_refusal why = spoken_about(o, &p);
    if (why == ROOM_OK)
        why = speaker(o, &bit);
    if (why == ROOM_OK)
        why = order_level(o, o->rest);
    if (why != ROOM_OK)
        return why;
    if (place_is_bot(p) || p->replaced)
        return order_refuse(o, ROOM_PHASE, "a bot plays there already");
    struct ask *ask = &o->members->asks[p->seat];
    if (ask->place != p->place || !span_is(o->rest, ask->level)) {
        memset(ask, 0, sizeof *ask);
        struct text level = TEXT_IN(ask->level);
        text_put_n(&level, o->rest.at, o->rest.len);
        ask->place = p->place;
        ask->by = __builtin_ctzll(bit) + 1;
    }
    if (ask->agreed & bit)
        return order_refuse(o, ROOM_PHASE,
                            "that was asked already; the others have not agreed yet");
    ask->agreed |= bit;
    return ROOM_OK;
}

enum room_refusal order_agree(struct order *o) {
    const struct room_place *p = NULL;
    uint64_t bit = 0;
    enum room_refusal why = spoken_about(o, &p);
    if (why == ROOM_OK)
        why = speaker(o, &bit);
    if (why != ROOM_OK)
        return why;
    struct ask *ask = &o->members->asks[p->seat];
    if (o->rest.len)
        return order_refuse(o, ROOM_WORDS, "agree takes the number of a place");
    if (ask->place != p->place)
        return order_refuse(o, ROOM_PHASE, "nobody has asked for a bot at that place");
    if (ask->agreed & bit)
        return order_refuse(o, ROOM_PHASE, "you have agreed already");
    ask->agreed |= bit;
    return ROOM_OK;
}

bool members_asked(const struct membership *m, int seat) {
    const struct ask *ask = &m->asks[seat];
    return ask->place && (ask->agreed & members_holders(m, UINT32_MAX));
}

uint64_t members_silent(const struct membership *m, int seat) {
    return members_holders(m, ~(1u << seat)) & ~m->asks[seat].agreed;
}

uint64_t members_unasked(const struct membership *m, int seat) {
    return members_holders(m, 1u << seat) & ~m->asks[seat].agreed;
}

/* A bot plays alone: of partners it has the name of the first. */
void members_replacement(const struct membership *m, int seat, struct text *ret) {
    text_add(ret, "correct %d seat %s bot %s", m->seat_line[seat],
             m->places[members_first_of(m, seat)].name, m->asks[seat].level);
}

bool members_replace(struct membership *m, struct span line) {
    for (int seat = 0; m->phase == MEMBERS_GAME && seat < m->side_count; seat++) {
        char words[LINE_MAX_BYTES];
        struct text w = TEXT_IN(words);
        if (!members_asked(m, seat))
            continue;
        members_replacement(m, seat, &w);
        if (!span_is(line, words))
            continue;
        members_settle_seat(m, seat, true);
        return true;
    }
    return false;
}

void members_settle_seat(struct membership *m, int seat, bool replaced) {
    m->back &= ~(1u << seat);
    memset(&m->asks[seat], 0, sizeof m->asks[seat]);
    for (int i = 0; i < m->place_count; i++) {
        if (m->places[i].seat == seat)
            m->places[i].replaced = replaced;
    }
}

enum room_refusal order_back(struct order *o) {
    const struct room_place *p = NULL;
    enum room_refusal why = spoken_about(o, &p);
    if (why != ROOM_OK)
        return why;
    struct membership *m = o->members;
    if (o->rest.len)
        return order_refuse(o, ROOM_WORDS, "nothing may follow 'back'");
    if (!p->held && !(m->options.keeper && m->places[0].held))
        return order_refuse(o, ROOM_PLACE, "nobody holds that place");
    if (!p->replaced && !m->asks[p->seat].place)
        return order_refuse(o, ROOM_PHASE, "no bot plays at that place instead of people");
    memset(&m->asks[p->seat], 0, sizeof m->asks[p->seat]);
    if (p->replaced)
        m->back |= 1u << p->seat;
    return ROOM_OK;
}

/* ---- shares that were pledged ---- */

enum room_refusal order_unopened(struct order *o) {
    struct membership *m = o->members;
    const struct fair *f = &o->view->fair;
    int64_t number;
    if (!span_number(o->rest, 1, SEATS_MAX, &number))
        return order_refuse(o, ROOM_WORDS, "unopened takes the number of a seat");
    uint32_t bit = 1u << (number - 1);
    bool waits = m->phase == MEMBERS_GAME && o->view->dice.kind == DICE_FAIR &&
                 f->stage == FAIR_COMMITTED && (f->pledged & ~f->shared & bit);
    if (!waits || (m->unopened & bit))
        return order_refuse(o, ROOM_PHASE, "nobody waits for a share of that seat");
    m->unopened |= bit;
    m->goon = 0; /* it was said about fewer missing shares */
    return ROOM_OK;
}

enum room_refusal order_goon(struct order *o) {
    struct membership *m = o->members;
    uint64_t bit = 0;
    enum room_refusal why = speaker(o, &bit);
    if (why != ROOM_OK)
        return why;
    if (o->rest.len)
        return order_refuse(o, ROOM_WORDS, "nothing may follow 'goon'");
    if (!m->unopened)
        return order_refuse(o, ROOM_PHASE, "no share is missing; the game goes on by itself");
    if (bit & members_holders(m, m->unopened))
        return order_refuse(o, ROOM_PHASE, "your own share is missing: open it");
    if (m->goon & bit)
        return order_refuse(o, ROOM_PHASE, "you have said so already");
    m->goon |= bit;
    return ROOM_OK;
}

bool room_minds_presence(const struct room *r, struct span words) {
    const struct membership *m = &r->members;
    words = span_trim(words.len ? words : span_of(""));
    bool minds = m->unopened || span_is(span_word(&words), "ask");
    for (int seat = 0; seat < m->side_count && !minds; seat++)
        minds = m->asks[seat].place;
    return minds;
}
