#include "play/state.h"

#include <string.h>

#include "core/say.h"
#include "play/daily.h"

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

/* The table's pace for the seat to move: bots need all throws to choose. */
static enum pace seat_pace(const struct state *s) {
    int seat = state_seat(s);
    return seat >= 0 && s->seats[seat].bot[0] ? PACE_THROWS : (enum pace)s->pace;
}

enum pace state_pace(const struct state *s) {
    if (s->stage != STAGE_PLAY)
        return PACE_THROWS;
    enum pace pace = seat_pace(s);
    bool begun = s->game.phase == PHASE_ROLL && !game_turn_begins(&s->game);
    bool aside = pace == PACE_LAST && s->rules.book->family == FAMILY_PRESS;
    return begun && !aside ? PACE_THROWS : pace;
}

uint32_t state_throw(const struct state *s) {
    return s->throws - (s->dice.kind == DICE_FAIR ? (uint32_t)s->fair.first_throw : 0);
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
    s->known = s->seat_count;
    return true;
}

static void take_position(struct state *s, const struct entry *e) {
    s->rules = e->rules;
    s->game = e->game;
    s->seat_count = e->game.seats;
    s->known = s->seat_count;
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

static bool change_seats(struct state *s, const struct entry *e, struct text *error);

static bool set_up(struct state *s, const struct entry *e, struct text *error) {
    if (e->kind == ENTRY_SEAT && state_between(s))
        return change_seats(s, e, error);
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
        if (s->dice.kind == DICE_DAILY)
            return say_fail(error, play_daily_from_the_start);
        take_position(s, e);
        return true;
    case ENTRY_SEAT:
        return add_seat(s, &e->seat, error);
    case ENTRY_DICE:
        if (s->pace != PACE_THROWS && e->dice.kind != DICE_PHYSICAL)
            return say_fail(error, play_pace_before_dice);
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
    s->game_throw = s->turn_throw = s->throws;
    if (s->start == START_BY_ROLL && s->seat_count > 1) {
        s->stage = STAGE_OPENING;
        memset(&s->opening, 0, sizeof s->opening);
        s->opening.contenders = set_below(s->seat_count);
        s->opening.round = 1;
        return;
    }
    s->stage = STAGE_PLAY;
    bool choice = s->start != START_BY_ROLL && s->seat_count > 1;
    s->first = choice ? (s->start + s->games) % s->seat_count : 0;
    game_start(&s->rules, &s->game, s->seat_count, s->first);
}

/* The only seat that may still start does. */
static void end_opening(struct state *s) {
    s->stage = STAGE_PLAY;
    s->turn_throw = s->throws;
    s->first = set_first(s->opening.contenders);
    game_start(&s->rules, &s->game, s->seat_count, s->first);
    SET_EACH(seat, s->opening.left)
    game_leave(&s->rules, &s->game, seat);
}

static void opening_next_round(struct state *s) {
    struct opening *o = &s->opening;
    int most = 0;
    for (int i = 0; i < s->seat_count; i++) {
        if (set_has(o->contenders, i) && o->sum[i] > most)
            most = o->sum[i];
    }
    for (int i = 0; i < s->seat_count; i++) {
        if (o->sum[i] != most)
            o->contenders = set_without(o->contenders, i);
        o->sum[i] = 0;
    }
    o->seat = set_first(o->contenders);
    o->round++;
    if (set_count(o->contenders) == 1) /* otherwise tied for the highest total */
        end_opening(s);
}

static void opening_next_seat(struct state *s) {
    struct opening *o = &s->opening;
    do
        o->seat++;
    while (o->seat < s->seat_count && !set_has(o->contenders, o->seat));
    if (o->seat >= s->seat_count)
        opening_next_round(s);
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
    opening_next_seat(s);
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
 * their totals. Bots neither pay nor collect, so nobody pays if a bot wins; nor do players who have
 * left. */
static void settle(struct state *s, int winner) {
    if (s->rules.params.settlement == SETTLEMENT_OFF || is_bot(s, winner))
        return;
    SET_EACH(i, game_contenders(&s->game)) {
        if (is_bot(s, i))
            continue;
        int difference =
            game_total(&s->rules, &s->game, winner) - game_total(&s->rules, &s->game, i);
        s->ledger[winner] += difference;
        s->ledger[i] -= difference;
    }
}

static void end_game(struct state *s) {
    struct set winners = game_winners(&s->rules, &s->game);
    s->games++;
    SET_EACH(seat, winners) {
        s->wins[seat]++;
        settle(s, seat);
    }
}

static bool play(struct state *s, const struct action *a, struct refusal *ret) {
    int seat = s->game.seat, turns = s->game.turns[seat];
    enum refused why = action_is_kept(&s->game, *a) ? kept_apply(&s->rules, &s->game, *a)
                                                    : game_apply(&s->rules, &s->game, *a);
    if (why != ALLOWED) {
        refusal_explain(&s->rules, &s->game, *a, why, ret);
        return false;
    }
    s->throws += a->act == ACT_ROLL;
    if (s->game.turns[seat] != turns)
        s->turn_throw = s->throws;
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
    s->known = s->seat_count;
    begin_game(s);
}

void state_view(const struct state *s, struct state *ret) {
    memcpy(ret, s, sizeof *ret);
    if (ret->rules.book)
        end_setup(ret);
}

/* ---- seats of a series ---- */

static bool seat_has_person(const struct seat *seat, struct span person) {
    for (int i = 0; i < seat_people(seat); i++) {
        struct span name = seat_person(seat, i);
        if (name.len == person.len && !memcmp(name.at, person.at, name.len))
            return true;
    }
    return false;
}

/* Moves a known seat, with its account, from one position to another; those between move up or
 * down. */
static void move_seat(struct state *s, int from, int to) {
    struct seat seat = s->seats[from];
    int64_t ledger = s->ledger[from];
    uint16_t wins = s->wins[from];
    for (int step = to > from ? 1 : -1; from != to; from += step) {
        s->seats[from] = s->seats[from + step];
        s->ledger[from] = s->ledger[from + step];
        s->wins[from] = s->wins[from + step];
    }
    s->seats[to] = seat;
    s->ledger[to] = ledger;
    s->wins[to] = wins;
}

/* The seat no longer plays; its account is kept in case it comes back. */
static void stand_up(struct state *s, int seat) {
    move_seat(s, seat, s->known - 1);
    s->seat_count--;
}

/* Seats a side at this position, with its account if it has played before. */
static void sit_down(struct state *s, const struct seat *seat, int at) {
    int from = s->seat_count;
    while (from < s->known && strcmp(s->seats[from].name, seat->name) != 0)
        from++;
    if (from == s->known) {
        s->ledger[from] = 0;
        s->wins[from] = 0;
        s->known++;
    }
    s->seats[from] = *seat;
    move_seat(s, from, at);
    s->seat_count++;
}

/* Only these seats go on, in this order. */
static void reorder(struct state *s, const struct seat_order *order) {
    struct state before = *s;
    s->seat_count = 0;
    struct set going = set_below(before.seat_count);
    for (int i = 0; i < order->count; i++)
        going = set_without(going, order->seats[i]);
    for (int i = 0; i < before.known; i++) {
        int from = i < order->count        ? order->seats[i]
                   : i < before.seat_count ? set_first(going)
                                           : i;
        if (from < 0)
            break; /* never: `going` has a seat for each place that is left */
        going = set_without(going, from);
        s->seats[i] = before.seats[from];
        s->ledger[i] = before.ledger[from];
        s->wins[i] = before.wins[from];
    }
    s->seat_count = order->count;
}

/* Each game has its own secret: revealing one must not give away the next. */
static bool rematch(struct state *s, struct text *error) {
    if (!state_over(s))
        return say_fail(error, play_rematch_follows);
    if (s->dice.kind == DICE_DAILY)
        return say_fail(error, play_daily_one_game);
    if (s->dice.kind == DICE_FAIR) {
        if (s->fair.stage != FAIR_REVEALED)
            return say_fail(error, play_rematch_needs_reveal);
        memset(&s->fair, 0, sizeof s->fair);
        memset(s->dice.commitment, 0, FAIR_BYTES);
        s->dice.links = 0;
    }
    if (set_any(game_playing(&s->game))) {
        struct seat_order stay = {0};
        SET_EACH(seat, game_playing(&s->game))
        stay.seats[stay.count++] = (uint8_t)seat;
        reorder(s, &stay);
    }
    begin_game(s);
    return true;
}

/* ---- tables that change ---- */

struct set state_left(const struct state *s) {
    return s->stage == STAGE_OPENING ? s->opening.left
           : s->stage == STAGE_PLAY  ? s->game.left
                                     : set_none();
}

/* Whether nothing of the game has been entered, not even a turn without throws. */
static bool game_is_fresh(const struct state *s) {
    bool fresh = s->throws == s->game_throw;
    if (s->stage != STAGE_PLAY)
        return fresh;
    for (int seat = 0; seat < s->seat_count; seat++)
        fresh = fresh && !s->game.turns[seat];
    return fresh && game_turn_begins(&s->game);
}

bool state_between(const struct state *s) {
    return s->stage != STAGE_SETUP && s->games && !state_over(s) && game_is_fresh(s) &&
           !set_any(state_left(s)) && !fair_begun(&s->fair);
}

bool state_may_leave(const struct state *s) {
    return s->stage != STAGE_SETUP && !state_over(s) &&
           s->seat_count - set_count(state_left(s)) > 1;
}

/* Takes people away from the sides where they sit now. A side that loses somebody becomes a new
 * side, and one that loses everybody goes. */
static void take_people(struct state *s, const struct seat *from) {
    for (int i = s->seat_count - 1; i >= 0; i--) {
        struct seat rest = {0};
        struct text name = TEXT_IN(rest.name);
        int people = seat_people(&s->seats[i]);
        for (int k = 0; k < people; k++) {
            struct span person = seat_person(&s->seats[i], k);
            if (!seat_has_person(from, person))
                text_add(&name, "%s%.*s", name.len ? "+" : "", (int)person.len, person.at);
        }
        if (!strcmp(rest.name, s->seats[i].name))
            continue;
        text_put(TEXT_OVER(rest.bot), name.len ? s->seats[i].bot : "");
        stand_up(s, i);
        if (name.len)
            sit_down(s, &rest, i);
    }
}

/* The most sides that come into being when these people sit down together: their own, unless it has
 * played before, and each side that loses somebody. */
static int new_sides(const struct state *s, const struct seat *seat) {
    int n = 1;
    for (int i = s->seat_count; i < s->known; i++)
        n = strcmp(s->seats[i].name, seat->name) ? n : 0;
    for (int i = 0; i < s->seat_count; i++) {
        int people = seat_people(&s->seats[i]), taken = 0;
        for (int k = 0; k < people; k++)
            taken += seat_has_person(seat, seat_person(&s->seats[i], k));
        n += taken && taken < people;
    }
    return n;
}

/* A newcomer, somebody who comes back, or people who form a new side. */
static bool sit_between(struct state *s, const struct seat *seat, struct text *error) {
    for (int i = 0; i < s->seat_count; i++) {
        if (!strcmp(s->seats[i].name, seat->name)) {
            say(error, play_sits_already, .name = seat->name);
            return false;
        }
    }
    if (s->known + new_sides(s, seat) > SEATS_MAX)
        return say_fail(error, play_table_full, .most = SEATS_MAX);
    take_people(s, seat);
    sit_down(s, seat, s->seat_count);
    return true;
}

static bool change_seats(struct state *s, const struct entry *e, struct text *error) {
    if (e->kind == ENTRY_SEAT) {
        if (!sit_between(s, &e->seat, error))
            return false;
    } else {
        for (int i = 0; i < e->order.count; i++) {
            if (e->order.seats[i] >= s->seat_count)
                return say_fail(error, play_no_seat, .seat = e->order.seats[i] + 1);
        }
        reorder(s, &e->order);
    }
    begin_game(s);
    return true;
}

static bool set_seats(struct state *s, const struct entry *e, struct text *error) {
    if (!state_between(s))
        return say_fail(error, play_seats_after_rematch);
    return change_seats(s, e, error);
}

/* The others go on rolling for who starts. */
static void leave_opening(struct state *s, int seat) {
    struct opening *o = &s->opening;
    o->left = set_with(o->left, seat);
    o->contenders = set_without(o->contenders, seat);
    struct set playing = set_minus(set_below(s->seat_count), o->left);
    if (!set_any(o->contenders)) { /* those who had been beaten roll again */
        o->contenders = set_any(playing) ? playing : set_below(s->seat_count);
        memset(o->sum, 0, sizeof o->sum);
        o->seat = set_first(o->contenders);
    } else if (o->seat == seat && set_count(o->contenders) > 1) {
        opening_next_seat(s);
    }
    if (s->stage == STAGE_OPENING && (set_count(o->contenders) == 1 || !set_any(playing)))
        end_opening(s);
}

static void leave_game(struct state *s, int seat) {
    if (s->game.seat == seat)
        s->turn_throw = s->throws;
    game_leave(&s->rules, &s->game, seat);
}

static bool leave(struct state *s, int seat, struct text *error) {
    if (seat >= s->seat_count)
        return say_fail(error, play_no_seat, .seat = seat + 1);
    if (s->stage == STAGE_SETUP || state_over(s))
        return say_fail(error, play_leave_in_game);
    if (set_has(state_left(s), seat))
        return say_fail(error, play_left_already, .player = s->seats[seat].name);
    if (s->stage == STAGE_OPENING)
        leave_opening(s, seat);
    else
        leave_game(s, seat);
    if (state_over(s))
        end_game(s);
    return true;
}

/* ---- pace ---- */

static bool set_pace(struct state *s, enum pace pace, struct text *error) {
    if (pace != PACE_THROWS && s->dice.kind != DICE_PHYSICAL)
        return say_fail(error, play_pace_real_dice);
    s->pace = pace;
    return true;
}

/* Whether the table's pace allows this action. Throws are always welcome: bots need them, and so
 * does a player who wants to see one turn in full. */
static bool pace_allows(const struct state *s, const struct action *a, struct refusal *ret) {
    enum pace pace = seat_pace(s);
    enum pace needs =
        s->stage == STAGE_PLAY && !state_over(s) ? action_pace(&s->game, *a, pace) : PACE_THROWS;
    if (needs == PACE_THROWS || needs == pace)
        return true;
    if (a->act == ACT_SCORE && !a->points && !a->bonus) /* also a zero by choice, too early */
        refusal_explain(&s->rules, &s->game, *a, REFUSED_ROLL_FIRST, ret);
    else if (s->dice.kind != DICE_PHYSICAL)
        say(ret->words, play_pace_real_dice);
    else if ((int)pace != s->pace)
        say(ret->words, play_pace_bot, .player = s->seats[s->game.seat].name);
    else
        say(ret->words, play_pace_first, .pace = pace_words[needs]);
    return false;
}

static bool act(struct state *s, const struct action *a, struct refusal *ret) {
    if (!pace_allows(s, a, ret))
        return false;
    if (a->act == ACT_ROLL && s->dice.kind == DICE_FAIR && !state_over(s) &&
        !fair_ready(&s->fair, s->seat_count, ret->words))
        return false;
    return s->stage == STAGE_OPENING ? opening_roll(s, a, ret) : play(s, a, ret);
}

/* The first action ends the setup, unless it is refused. */
static bool act_first(struct state *s, const struct action *a, struct refusal *ret) {
    struct state next;
    state_view(s, &next);
    bool good =
        (s->dice.kind != DICE_DAILY || !next.rules.book || daily_may_begin(&next, ret->words)) &&
        act(&next, a, ret);
    if (good)
        memcpy(s, &next, sizeof next);
    return good;
}

/* Every case checks the entry before it changes anything. */
bool state_step(struct state *s, const struct entry *e, struct refusal *ret) {
    struct text *error = ret->words;
    switch (e->kind) {
    case ENTRY_COMMENT:
    case ENTRY_HINT:
    case ENTRY_VERSION:
        return true;
    case ENTRY_ACTION:
        return s->stage == STAGE_SETUP ? act_first(s, &e->action, ret) : act(s, &e->action, ret);
    case ENTRY_PACE:
        return set_pace(s, e->pace, error);
    case ENTRY_REMATCH:
        return rematch(s, error);
    case ENTRY_SEATS:
        return set_seats(s, e, error);
    case ENTRY_LEAVE:
        return leave(s, e->leaver, error);
    case ENTRY_PLEDGE:
    case ENTRY_SHARE:
        return take_gift(s, e, error);
    case ENTRY_REVEAL:
        return reveal(s, error);
    case ENTRY_UNDO:
        return say_fail(error, play_nothing_to_undo);
    default:
        return set_up(s, e, error);
    }
}

int state_falling(const struct state *s) {
    if (!s->rules.book || s->stage == STAGE_OPENING || s->stage == STAGE_SETUP)
        return s->rules.book ? s->rules.book->dice : 0;
    return s->game.phase == PHASE_ROLL ? s->game.falling : 0;
}
