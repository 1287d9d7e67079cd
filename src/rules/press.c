#include "rules/press.h"

/* ---- sets ---- */

/* The points for the best partition of n dice of one face into scoring groups; -1 if there is none.
 * (Four 1s in Yardkle: a triplet and a single, 1100.) */
static int of_a_kind_points(const struct book *book, int face, int n) {
    if (n == 0)
        return 0;
    int best = -1;
    for (int group = 1; group <= n; group++) {
        int points = book->of_a_kind[face][group];
        int rest = points ? of_a_kind_points(book, face, n - group) : -1;
        if (rest >= 0 && points + rest > best)
            best = points + rest;
    }
    return best;
}

/* Whether the set consists of groups of exactly the hand's sizes, each group of a different face;
 * for {1,1,1}, whether all dice differ. */
static bool is_hand(const struct hand *hand, struct dice set) {
    int have[DICE_MAX + 1] = {0}, want[DICE_MAX + 1] = {0};
    for (int face = 1; face <= FACES; face++)
        have[dice_count(set, face)]++;
    bool all_differ = hand->counts[0] == 1;
    if (all_differ)
        return have[1] == dice_size(set);
    for (int i = 0; i < 3; i++)
        want[hand->counts[i]]++;
    for (int n = 1; n <= DICE_MAX; n++) {
        if (have[n] != want[n])
            return false;
    }
    return true;
}

int press_points(const struct book *book, struct dice set) {
    int sum = 0, best;
    for (int face = 1; face <= FACES && sum >= 0; face++) {
        int count = dice_count(set, face);
        int points = count ? of_a_kind_points(book, face, count) : 0;
        sum = points < 0 ? -1 : sum + points;
    }
    best = sum > 0 ? sum : 0;
    if (dice_size(set) == book->dice) {
        for (const struct hand *hand = book->hands; hand->label; hand++) {
            if (hand->points > best && is_hand(hand, set))
                best = hand->points;
        }
    }
    return best;
}

struct dice press_largest(const struct book *book, struct dice thrown) {
    if (press_points(book, thrown))
        return thrown;
    /* Not all dice score, so take as many of each face as score. */
    struct dice set = {0};
    for (int face = 1; face <= FACES; face++) {
        int n = dice_count(thrown, face);
        while (n && of_a_kind_points(book, face, n) < 0)
            n--;
        set = dice_with(set, face, n);
    }
    return set;
}

double press_bust(const struct book *book, int n) {
    int ways = 0;
    struct dice d = dice_first(n);
    do {
        if (!press_largest(book, d).bits)
            ways += dice_ways(d);
    } while (dice_next(&d));
    return (double)ways / dice_throws(n);
}

int press_unit(const struct book *book) {
    int unit = 0;
    for (int face = 1; face <= FACES; face++) {
        for (int n = 1; n <= DICE_MAX; n++) {
            for (int a = book->of_a_kind[face][n]; a;) { /* Euclid's algorithm */
                int rest = unit % a;
                unit = a;
                a = rest;
            }
        }
    }
    return unit;
}

/* ---- play ---- */

void press_begin_turn(const struct rules *r, struct game *g) {
    g->phase = PHASE_ROLL;
    g->dice = (struct dice){0};
    g->falling = (uint8_t)r->book->dice;
    g->turn_points = 0;
}

/* Dice left to throw after setting `set` aside; all of them again if none remain. */
static int left_after(const struct book *book, const struct game *g, struct dice set) {
    int left = dice_size(g->dice) - dice_size(set);
    return left ? left : book->dice;
}

enum refused press_check(const struct rules *r, const struct game *g, struct action a) {
    if (a.act != ACT_TAKE_ROLL && a.act != ACT_TAKE_STOP)
        return REFUSED_OTHER_FAMILY;
    if (!a.dice.bits)
        return REFUSED_TAKES_NOTHING;
    if (!dice_contain(g->dice, a.dice))
        return REFUSED_NOT_THROWN;
    int points = press_points(r->book, a.dice);
    if (!points)
        return REFUSED_DEAD_DIE;
    if (r->params.set_aside == SET_ASIDE_ALL && !dice_same(a.dice, press_largest(r->book, g->dice)))
        return REFUSED_NOT_ALL;
    if (a.act == ACT_TAKE_ROLL)
        return ALLOWED;
    bool none_left = dice_same(a.dice, g->dice);
    if (none_left && r->params.hot_dice == HOT_DICE_MUST)
        return REFUSED_HOT_DICE;
    if (g->total[g->seat] == 0 && g->turn_points + points < r->params.entry)
        return REFUSED_ENTRY;
    return ALLOWED;
}

static int next_seat(const struct game *g, int seat) {
    return seat + 1 < g->seats ? seat + 1 : 0;
}

/* The seat at which the final round ends: the first one without another turn. */
static int round_end(const struct rules *r, const struct game *g) {
    if (r->params.final_round == FINAL_REST)
        return g->first;
    int ender = g->ender - 1;
    return r->params.final_round == FINAL_EVERYONE ? next_seat(g, ender) : ender;
}

int press_to_come(const struct rules *r, const struct game *g, int ret[SEATS_MAX]) {
    int count = 0, end = round_end(r, g);
    for (int seat = next_seat(g, g->seat); seat != end; seat = next_seat(g, seat)) {
        if (!set_has(g->left, seat))
            ret[count++] = seat;
    }
    return count;
}

/* `begun`: the final round has just begun, and the seat that began it has another turn. */
static void next_turn(const struct rules *r, struct game *g, bool begun) {
    press_begin_turn(r, g);
    for (int i = 0; i < g->seats; i++) {
        g->seat = (uint8_t)next_seat(g, g->seat);
        if (g->ender && !(begun && !i) && g->seat == round_end(r, g))
            break; /* everyone has had a last turn */
        if (!set_has(g->left, g->seat))
            return;
    }
    g->phase = PHASE_OVER;
    g->falling = 0;
}

void press_next_turn(const struct rules *r, struct game *g) {
    next_turn(r, g, false);
}

static void end_turn(const struct rules *r, struct game *g) {
    bool begins = !g->ender && g->total[g->seat] >= r->params.goal;
    if (begins)
        g->ender = (uint8_t)(g->seat + 1);
    bool again = begins && r->params.final_round == FINAL_EVERYONE && g->seats > 1;
    g->turns[g->seat]++;
    next_turn(r, g, again);
}

/* The caller has checked the action. */
void press_do(const struct rules *r, struct game *g, struct action a) {
    if (a.act == ACT_ROLL) {
        g->dice = a.dice;
        g->falling = 0;
        g->phase = PHASE_CHOOSE;
        if (!press_largest(r->book, a.dice).bits)
            end_turn(r, g);
        return;
    }
    if (a.act == ACT_BUST) {
        end_turn(r, g);
        return;
    }
    if (a.act == ACT_ASIDE) {
        g->turn_points += press_points(r->book, a.dice);
        g->falling = (uint8_t)(g->falling - dice_size(a.dice));
        g->falling = g->falling ? g->falling : (uint8_t)r->book->dice;
        return;
    }
    g->turn_points += a.act == ACT_BANK ? a.points : press_points(r->book, a.dice);
    if (a.act == ACT_TAKE_STOP || a.act == ACT_BANK) {
        g->total[g->seat] += g->turn_points;
        g->raised = g->ender == g->seat + 1;
        end_turn(r, g);
        return;
    }
    g->falling = (uint8_t)left_after(r->book, g, a.dice);
    g->dice = (struct dice){0};
    g->phase = PHASE_ROLL;
}

int press_legal(const struct rules *r, const struct game *g, struct action list[ACTIONS_MAX]) {
    int n = 0;
    struct dice part = {0};
    while (dice_next_part(g->dice, &part)) {
        for (int act = ACT_TAKE_ROLL; act <= ACT_TAKE_STOP; act++) {
            struct action a = {.act = (uint8_t)act, .dice = part};
            if (press_check(r, g, a) == ALLOWED)
                list[n++] = a;
        }
    }
    return n;
}

struct set press_winners(const struct rules *r, const struct game *g) {
    int most = -1, winner = 0, first = g->ender ? g->ender - 1 : 0;
    struct set contenders = game_contenders(g);
    struct set winners = set_none();
    /* In the order in which the seats reached their totals: the seat that began the final round was
     * first or, if it banked more points in its own last turn, last. */
    for (int i = 0; i < g->seats; i++) {
        int seat = (first + g->raised + i) % g->seats;
        if (!set_has(contenders, seat))
            continue;
        if (g->total[seat] > most) {
            most = g->total[seat];
            winners = set_none();
            winner = seat;
        } else if (g->total[seat] == most && r->params.tie == TIE_CHASER) {
            winner = seat;
        }
        if (g->total[seat] == most)
            winners = set_with(winners, seat);
    }
    return r->params.tie == TIE_SHARE ? winners : set_one(winner);
}

struct dice press_most(const struct rules *r, const struct game *g) {
    struct action list[ACTIONS_MAX];
    struct dice best = press_largest(r->book, g->dice);
    int n = press_legal(r, g, list), most = 0;
    for (int i = 0; i < n; i++) {
        int points = press_points(r->book, list[i].dice);
        if (list[i].act == ACT_TAKE_STOP && points > most) {
            most = points;
            best = list[i].dice;
        }
    }
    return best;
}

struct dice press_more(const struct rules *r, const struct game *g) {
    struct action stop = {.act = ACT_TAKE_STOP, .dice = press_most(r, g)};
    struct dice largest = press_largest(r->book, g->dice);
    bool more = press_check(r, g, stop) == ALLOWED &&
                press_points(r->book, largest) > press_points(r->book, stop.dice);
    return more ? largest : (struct dice){0};
}
