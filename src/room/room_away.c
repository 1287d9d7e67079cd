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
    *ret = house_place(o->house, number);
    if (o->house->phase != HOUSE_GAME)
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
                                     ? house_place(o->house, number)
                                     : NULL;
    if (!p || !p->held)
        return order_refuse(o, ROOM_PLACE, "nobody holds that place");
    *ret_bit = place_bit(p->place);
    return ROOM_OK;
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
    struct ask *ask = &o->house->asks[p->seat];
    if (ask->place != p->place || !span_is(o->rest, ask->level)) {
        memset(ask, 0, sizeof *ask);
        struct text level = TEXT_IN(ask->level);
        text_put_n(&level, o->rest.at, o->rest.len);
        ask->place = p->place;
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
    struct ask *ask = &o->house->asks[p->seat];
    if (o->rest.len)
        return order_refuse(o, ROOM_WORDS, "agree takes the number of a place");
    if (ask->place != p->place)
        return order_refuse(o, ROOM_PHASE, "nobody has asked for a bot at that place");
    if (ask->agreed & bit)
        return order_refuse(o, ROOM_PHASE, "you have agreed already");
    ask->agreed |= bit;
    return ROOM_OK;
}

bool house_asked(const struct house *h, int seat) {
    const struct ask *ask = &h->asks[seat];
    return ask->place && (ask->agreed & house_holders(h, UINT32_MAX));
}

uint64_t house_silent(const struct house *h, int seat) {
    return house_holders(h, ~(1u << seat)) & ~h->asks[seat].agreed;
}

uint64_t house_unasked(const struct house *h, int seat) {
    return house_holders(h, 1u << seat) & ~h->asks[seat].agreed;
}

/* A bot plays alone: of partners it has the name of the first. */
void house_replacement(const struct house *h, int seat, struct text *ret) {
    text_add(ret, "correct %d seat %s bot %s", h->seat_line[seat],
             h->places[house_first_of(h, seat)].name, h->asks[seat].level);
}

bool house_replace(struct house *h, struct span line) {
    for (int seat = 0; h->phase == HOUSE_GAME && seat < h->side_count; seat++) {
        char words[LINE_MAX_BYTES];
        struct text w = TEXT_IN(words);
        if (!house_asked(h, seat))
            continue;
        house_replacement(h, seat, &w);
        if (!span_is(line, words))
            continue;
        house_settle_seat(h, seat, true);
        return true;
    }
    return false;
}

void house_settle_seat(struct house *h, int seat, bool replaced) {
    h->back &= ~(1u << seat);
    memset(&h->asks[seat], 0, sizeof h->asks[seat]);
    for (int i = 0; i < h->place_count; i++) {
        if (h->places[i].seat == seat)
            h->places[i].replaced = replaced;
    }
}

enum room_refusal order_back(struct order *o) {
    const struct room_place *p = NULL;
    enum room_refusal why = spoken_about(o, &p);
    if (why != ROOM_OK)
        return why;
    struct house *h = o->house;
    if (o->rest.len)
        return order_refuse(o, ROOM_WORDS, "nothing may follow 'back'");
    if (!p->held && !(h->options.keeper && h->places[0].held))
        return order_refuse(o, ROOM_PLACE, "nobody holds that place");
    if (!p->replaced && !h->asks[p->seat].place)
        return order_refuse(o, ROOM_PHASE, "no bot plays at that place instead of people");
    memset(&h->asks[p->seat], 0, sizeof h->asks[p->seat]);
    if (p->replaced)
        h->back |= 1u << p->seat;
    return ROOM_OK;
}

/* ---- shares that were pledged ---- */

enum room_refusal order_unopened(struct order *o) {
    struct house *h = o->house;
    const struct fair *f = &o->view->fair;
    int64_t number;
    if (!span_number(o->rest, 1, SEATS_MAX, &number))
        return order_refuse(o, ROOM_WORDS, "unopened takes the number of a seat");
    uint32_t bit = 1u << (number - 1);
    bool waits = h->phase == HOUSE_GAME && o->view->dice.kind == DICE_FAIR &&
                 f->stage == FAIR_COMMITTED && (f->pledged & ~f->shared & bit);
    if (!waits || (h->unopened & bit))
        return order_refuse(o, ROOM_PHASE, "nobody waits for a share of that seat");
    h->unopened |= bit;
    h->goon = 0; /* it was said about fewer missing shares */
    return ROOM_OK;
}

enum room_refusal order_goon(struct order *o) {
    struct house *h = o->house;
    uint64_t bit = 0;
    enum room_refusal why = speaker(o, &bit);
    if (why != ROOM_OK)
        return why;
    if (o->rest.len)
        return order_refuse(o, ROOM_WORDS, "nothing may follow 'goon'");
    if (!h->unopened)
        return order_refuse(o, ROOM_PHASE, "no share is missing; the game goes on by itself");
    if (bit & house_holders(h, h->unopened))
        return order_refuse(o, ROOM_PHASE, "your own share is missing: open it");
    if (h->goon & bit)
        return order_refuse(o, ROOM_PHASE, "you have said so already");
    h->goon |= bit;
    return ROOM_OK;
}

bool room_minds_presence(const struct room *r, struct span words) {
    const struct house *h = &r->house;
    words = span_trim(words.len ? words : span_of(""));
    bool minds = h->unopened || span_is(span_word(&words), "ask");
    for (int seat = 0; seat < h->side_count && !minds; seat++)
        minds = h->asks[seat].place;
    return minds;
}
