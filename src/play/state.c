#include "play/state.h"

#include <string.h>

#include "core/say.h"

void state_start(struct state *s) {
    memset(s, 0, sizeof *s);
}

bool state_over(const struct state *s) {
    return s->stage == STAGE_PLAY && s->game.phase == PHASE_OVER;
}

int state_seat(const struct state *s) {
    if (s->stage == STAGE_OPENING)
        return s->opening.seat;
    return s->stage == STAGE_PLAY && !state_over(s) ? s->game.seat : -1;
}

uint32_t state_throw(const struct state *s) {
    return s->throws - (s->dice.kind == DICE_FAIR ? s->fair.first_throw : 0);
}

bool state_used_up(const struct state *s) {
    return s->dice.links && s->fair.stage == FAIR_COMMITTED &&
           state_throw(s) >= (uint32_t)s->dice.links;
}

struct dice state_chain_dice(const struct state *s, const uint8_t link[FAIR_BYTES], int n) {
    struct chain_throw t = {.commitment = s->dice.commitment,
                            .link = link,
                            .links = s->dice.links,
                            .seats = s->seat_count,
                            .shares = &s->fair,
                            .number = state_throw(s)};
    return chain_dice(&t, n);
}

struct dice state_fair_dice(const struct state *s, const uint8_t secret[FAIR_BYTES],
                            uint32_t throw_number, int n) {
    uint8_t key[FAIR_BYTES];
    fair_key(secret, s->dice.commitment, &s->fair, s->seat_count, key);
    return fair_dice(key, throw_number, n);
}

struct span state_person(const struct state *s, int seat) {
    int turn = s->stage == STAGE_PLAY ? s->game.turns[seat] : 0;
    return seat_person(&s->seats[seat], turn % seat_people(&s->seats[seat]));
}

/* ---- setting up ---- */

static bool seat_taken(const struct state *s, const struct seat *seat, int except,
                       struct text *error) {
    for (int i = 0; i < s->seat_count; i++) {
        for (int j = 0; i != except && j < seat_people(&s->seats[i]); j++) {
            struct span sitting = seat_person(&s->seats[i], j);
            for (int k = 0; k < seat_people(seat); k++) {
                struct span name = seat_person(seat, k);
                if (name.len == sitting.len && !memcmp(name.at, sitting.at, name.len)) {
                    say(error, play_sits_already, .name = SHOWN(name));
                    return true;
                }
            }
        }
    }
    return false;
}

static bool add_seat(struct state *s, const struct seat *seat, struct text *error) {
    if (s->seat_count == SEATS_MAX)
        return say_fail(error, play_table_full, .most = SEATS_MAX);
    if (seat_taken(s, seat, -1, error))
        return false;
    s->seats[s->seat_count++] = *seat;
    return true;
}

static void take_position(struct state *s, const struct entry *e) {
    s->rules = e->rules;
    s->game = e->game;
    s->seat_count = e->game.seats;
    s->stage = STAGE_PLAY;
    for (int i = 0; i < s->seat_count; i++) {
        text_add(TEXT_OVER(s->seats[i].name), "Seat %d", i + 1);
    }
}

/* ---- fair dice ---- */

static void take_dice(struct state *s, const struct dice_source *dice) {
    s->dice = *dice;
    memset(&s->fair, 0, sizeof s->fair);
    if (dice->kind != DICE_FAIR)
        return;
    s->fair.first_throw = s->throws;
    s->fair.stage = FAIR_COMMITTED;
}

/* A new commitment to fair dice is allowed for the next game of a series, before the first throw,
 * or when the chain is used up. */
static bool new_commitment(const struct state *s, const struct entry *e) {
    bool due = s->fair.stage == FAIR_UNCOMMITTED || !state_throw(s) || state_used_up(s);
    return s->dice.kind == DICE_FAIR && e->dice.kind == DICE_FAIR && due && !state_over(s);
}

static bool take_gift(struct state *s, const struct entry *e, struct text *error) {
    if (!s->rules.book)
        return say_fail(error, play_rules_first);
    if (e->gift.seat >= s->seat_count)
        return say_fail(error, play_no_seat, .seat = e->gift.seat + 1);
    return e->kind == ENTRY_PLEDGE
               ? fair_take_pledge(&s->fair, &e->gift, error)
               : fair_take_share(&s->fair, s->dice.commitment, s->seat_count, &e->gift, error);
}

/* table_dice.c checks the secret once, when it is said, not at every replay. */
static bool reveal(struct state *s, struct text *error) {
    if (s->fair.stage != FAIR_COMMITTED)
        return say_fail(error, play_no_secret);
    s->fair.stage = FAIR_REVEALED;
    return true;
}

/* ---- rules, seats, start ---- */

static bool set_up(struct state *s, const struct entry *e, struct text *error) {
    if (e->kind == ENTRY_DICE && new_commitment(s, e)) {
        take_dice(s, &e->dice);
        return true;
    }
    if (s->stage != STAGE_SETUP)
        return say_fail(error, play_game_has_begun);
    if (fair_begun(&s->fair) && e->kind != ENTRY_DICE && e->kind != ENTRY_DATE)
        return say_fail(error, play_shares_have_begun);
    switch (e->kind) {
    case ENTRY_RULES:
        if (s->rules.book)
            return say_fail(error, play_rules_named);
        s->rules = e->rules;
        return true;
    case ENTRY_POSITION:
        if (s->rules.book || s->seat_count)
            return say_fail(error, play_position_instead);
        take_position(s, e);
        return true;
    case ENTRY_SEAT:
        return add_seat(s, &e->seat, error);
    case ENTRY_DICE:
        take_dice(s, &e->dice);
        return true;
    case ENTRY_DATE:
        return true; /* for people and lists; no rule depends on it */
    default:         /* ENTRY_START */
        if (e->start >= s->seat_count)
            return say_fail(error, play_no_seat, .seat = e->start + 1);
        s->start = e->start;
        return true;
    }
}

/* ---- who starts ---- */

/* In both families every seat rolls all dice, and the one with the highest total starts (both
 * editions of the Yahtzee rules). No book says how to break a tie for the highest total; here the
 * tied seats roll again. */
static void begin_game(struct state *s) {
    if (s->start == START_BY_ROLL && s->seat_count > 1) {
        s->stage = STAGE_OPENING;
        memset(&s->opening, 0, sizeof s->opening);
        s->opening.contenders = (1u << s->seat_count) - 1;
        s->opening.round = 1;
        return;
    }
    s->stage = STAGE_PLAY;
    s->first = s->start == START_BY_ROLL ? 0 : (s->start + s->games) % s->seat_count;
    game_start(&s->rules, &s->game, s->seat_count, s->first);
}

static void opening_next_round(struct state *s) {
    struct opening *o = &s->opening;
    int most = 0;
    for (int i = 0; i < s->seat_count; i++) {
        if ((o->contenders >> i & 1) && o->sum[i] > most)
            most = o->sum[i];
    }
    for (int i = 0; i < s->seat_count; i++) {
        if (o->sum[i] != most)
            o->contenders &= ~(1u << i);
        o->sum[i] = 0;
    }
    o->seat = (uint8_t)__builtin_ctz(o->contenders);
    o->round++;
    if (o->contenders & (o->contenders - 1))
        return; /* tied for the highest total */
    s->stage = STAGE_PLAY;
    s->first = o->seat;
    game_start(&s->rules, &s->game, s->seat_count, s->first);
}

static bool opening_roll(struct state *s, const struct action *a, struct refusal *ret) {
    struct opening *o = &s->opening;
    int dice = s->rules.book->dice;
    if (a->act != ACT_ROLL) {
        ret->rule = rule_name(RULE_START);
        return say_fail(ret->words, play_start_rolls_first);
    }
    if (dice_size(a->dice) != dice) {
        ret->rule = rule_name(RULE_START);
        ret->dice = a->dice;
        return say_fail(ret->words, play_start_all_dice, .dice = dice,
                        .rolled = dice_size(a->dice));
    }
    o->sum[o->seat] = (int16_t)dice_sum(a->dice);
    s->throws++;
    do
        o->seat++;
    while (o->seat < s->seat_count && !(o->contenders >> o->seat & 1));
    if (o->seat >= s->seat_count)
        opening_next_round(s);
    return true;
}

/* ---- play ---- */

static bool is_bot(const struct state *s, int seat) {
    return s->seats[seat].bot[0];
}

bool state_settles(const struct state *s) {
    int people = 0;
    for (int i = 0; i < s->seat_count; i++)
        people += !is_bot(s, i);
    return s->rules.params.settlement == SETTLEMENT_ON && people > 1;
}

/* Older Yahtzee leaflet: every winner, tied or not, gains from each opponent the difference between
 * their totals. Bots neither pay nor collect, so nobody pays if a bot wins. */
static void settle(struct state *s, int winner) {
    if (s->rules.params.settlement == SETTLEMENT_OFF || is_bot(s, winner))
        return;
    for (int i = 0; i < s->seat_count; i++) {
        if (is_bot(s, i))
            continue;
        int difference =
            game_total(&s->rules, &s->game, winner) - game_total(&s->rules, &s->game, i);
        s->ledger[winner] += difference;
        s->ledger[i] -= difference;
    }
}

static void end_game(struct state *s) {
    uint32_t winners = game_winners(&s->rules, &s->game);
    s->games++;
    for (int seat = 0; seat < s->seat_count; seat++) {
        if (winners >> seat & 1) {
            s->wins[seat]++;
            settle(s, seat);
        }
    }
}

static bool play(struct state *s, const struct action *a, struct refusal *ret) {
    enum refused why = game_apply(&s->rules, &s->game, *a);
    if (why != ALLOWED) {
        refusal_explain(&s->rules, &s->game, *a, why, ret);
        return false;
    }
    s->throws += a->act == ACT_ROLL;
    if (state_over(s))
        end_game(s);
    return true;
}

/* The first roll ends the setup. */
static void end_setup(struct state *s) {
    if (s->stage != STAGE_SETUP)
        return;
    struct seat alone = {.name = "Player 1"};
    if (!s->seat_count)
        s->seats[s->seat_count++] = alone;
    begin_game(s);
}

void state_view(const struct state *s, struct state *ret) {
    memcpy(ret, s, sizeof *ret);
    if (ret->rules.book)
        end_setup(ret);
}

/* Each game has its own secret: revealing one must not give away the next. */
static bool rematch(struct state *s, struct text *error) {
    if (!state_over(s))
        return say_fail(error, play_rematch_follows);
    if (s->dice.kind == DICE_FAIR) {
        if (s->fair.stage != FAIR_REVEALED)
            return say_fail(error, play_rematch_needs_reveal);
        memset(&s->fair, 0, sizeof s->fair);
        memset(s->dice.commitment, 0, FAIR_BYTES);
        s->dice.links = 0;
    }
    begin_game(s);
    return true;
}

static bool act(struct state *s, const struct action *a, struct refusal *ret) {
    end_setup(s);
    if (a->act == ACT_ROLL && s->dice.kind == DICE_FAIR && !state_over(s) &&
        !fair_ready(&s->fair, s->seat_count, ret->words))
        return false;
    return s->stage == STAGE_OPENING ? opening_roll(s, a, ret) : play(s, a, ret);
}

bool state_step(struct state *s, const struct entry *e, struct refusal *ret) {
    struct text *error = ret->words;
    struct state next;
    memcpy(&next, s, sizeof next);
    bool good = true;
    switch (e->kind) {
    case ENTRY_COMMENT:
    case ENTRY_HINT:
    case ENTRY_VERSION:
        return true;
    case ENTRY_ACTION:
        good = act(&next, &e->action, ret);
        break;
    case ENTRY_REMATCH:
        good = rematch(&next, error);
        break;
    case ENTRY_PLEDGE:
    case ENTRY_SHARE:
        good = take_gift(&next, e, error);
        break;
    case ENTRY_REVEAL:
        good = reveal(&next, error);
        break;
    case ENTRY_UNDO:
        return say_fail(error, play_nothing_to_undo);
    default:
        good = set_up(&next, e, error);
        break;
    }
    if (good)
        memcpy(s, &next, sizeof next);
    return good;
}

int state_falling(const struct state *s) {
    if (!s->rules.book || s->stage == STAGE_OPENING || s->stage == STAGE_SETUP)
        return s->rules.book ? s->rules.book->dice : 0;
    return s->game.phase == PHASE_ROLL ? s->game.falling : 0;
}
