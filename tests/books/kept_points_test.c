/* Turns of which only the points are entered, against the oracle: which points each box can get on
 * every card, and which points a turn of a press game can come to. */
#include <string.h>

#include "books/reference.h"
#include "dice_of.h"
#include "rules/kept.h"
#include "rules/press.h"
#include "support.h"

/* ---- sheet games ---- */

enum { SHEET_DICE = 5, POINTS = 60 }; /* no box pays more than 50 */

/* What some roll enters in a box, with [1] and without [0] a bonus. */
struct possible {
    bool points[2][POINTS];
};

static struct possible ask_oracle(const struct book *book, const char *joker,
                                  const struct reference_card *card, const char *box) {
    struct possible all = {0};
    int f[SHEET_DICE];
    for (f[0] = 1; f[0] <= FACES; f[0]++)
        for (f[1] = f[0]; f[1] <= FACES; f[1]++)
            for (f[2] = f[1]; f[2] <= FACES; f[2]++)
                for (f[3] = f[2]; f[3] <= FACES; f[3]++)
                    for (f[4] = f[3]; f[4] <= FACES; f[4]++) {
                        int bonus, points = reference_claim(book->id, joker, card, f, box, &bonus);
                        if (points < 0)
                            continue;
                        all.points[bonus > 0][points] = true;
                        all.points[bonus > 0][0] = true; /* a zero by choice */
                    }
    return all;
}

static void compare_list(const struct rules *r, const struct card *card, int box,
                         enum kept_bonus bonus, const struct possible *right) {
    int list[POSSIBLE_MAX], n = kept_points(r, card, box, bonus, list), expected = 0;
    for (int points = 0; points < POINTS; points++)
        expected += right->points[bonus][points];
    assert_int_equal(n, expected);
    for (int i = 0; i < n; i++) {
        assert_true(i == 0 || list[i] > list[i - 1]);
        assert_true(list[i] < POINTS && right->points[bonus][list[i]]);
    }
}

/* Enters every number in the box, with and without claiming the bonus. */
static void compare_entries(const struct rules *r, const struct card *card, int box,
                            const struct possible *right) {
    for (int points = 0; points < POINTS; points++) {
        for (int claimed = 0; claimed < 2; claimed++) {
            struct game g = {.seats = 1, .phase = PHASE_ROLL, .falling = SHEET_DICE};
            struct action a = {.act = ACT_SCORE,
                               .box = (uint8_t)box,
                               .zero = !points,
                               .bonus = (uint8_t)claimed,
                               .points = points};
            bool with = right->points[1][points], without = right->points[0][points];
            bool legal = claimed ? with : with || without, earns = claimed || !without;
            g.card[0] = *card;
            enum refused why = kept_apply(r, &g, a);
            if ((why == ALLOWED) != legal)
                fail_msg("%s: %s %d%s is %s", r->book->id, r->book->boxes[box].key, points,
                         claimed ? " bonus" : "", legal ? "refused" : "accepted");
            if (!legal)
                continue;
            assert_int_equal(g.card[0].filled, card->filled | 1u << box);
            assert_int_equal(g.card[0].points[box], points);
            assert_int_equal(g.card[0].bonuses, earns);
        }
    }
}

static void compare_card(const struct rules *r, const char *joker, unsigned mask, int five_points) {
    const struct book *book = r->book;
    struct card card = {.filled = mask};
    struct reference_card reference = {.five_kind_points = five_points};
    for (int box = 0; box < book->box_count; box++)
        reference.filled[box] = (int)(mask >> box & 1);
    card.points[sheet_five_box(book)] = (int16_t)five_points;
    for (int box = 0; box < book->box_count; box++) {
        if (mask >> box & 1)
            continue;
        struct possible right = ask_oracle(book, joker, &reference, book->boxes[box].key);
        compare_list(r, &card, box, BONUS_WITHOUT, &right);
        compare_list(r, &card, box, BONUS_WITH, &right);
        compare_entries(r, &card, box, &right);
    }
}

/* Every card of up to 13 boxes in a full run, and as many of Yatzy; the points in other boxes never
 * matter. */
CLAIM(each_box_takes_exactly_the_points_that_some_roll_enters_on_this_card) {
    static const char *const jokers[] = {[JOKER_NONE] = "none",
                                         [JOKER_FREE] = "free",
                                         [JOKER_FORCED] = "forced",
                                         [JOKER_CLASSIC] = "classic"};
    struct draw draw = {1575};
    int compared = 0;
    for (const struct book *const *book = books; *book; book++) {
        if ((*book)->family != FAMILY_SHEET || !reference_box_key((*book)->id, 0))
            continue;
        for (int joker = 0; joker < 4; joker++) {
            struct rules r = rules_of(*book);
            bool own = r.params.joker == joker;
            int cards = 1 << (*book)->box_count,
                tried = own ? how_many(cards < 1 << 13 ? cards : 1 << 13, 60) : how_many(500, 12);
            int five = sheet_five_box(*book);
            r.params.joker = joker;
            for (int i = 0; i < tried; i++) {
                unsigned mask = (unsigned)(tried == cards ? i : draw_below(&draw, cards));
                compare_card(&r, jokers[joker], mask, 0);
                if (mask >> five & 1)
                    compare_card(&r, jokers[joker], mask, 50);
                compared++;
            }
        }
    }
    assert_true(compared >= 4 * (SANITIZED ? 9 : 96));
}

/* ---- press games ---- */

enum { UNIT = 50, LIMIT = 15000, UNITS = LIMIT / UNIT + 1 };

/* Whether a throw of n dice can leave k of them aside for this many units. */
static bool sets[DICE_MAX + 1][DICE_MAX + 1][UNITS];

static void find_sets(const char *book, bool all) {
    memset(sets, 0, sizeof sets);
    for (int n = 1; n <= DICE_MAX; n++) {
        int faces[DICE_MAX] = {1, 1, 1, 1, 1, 1}, i;
        do {
            struct reference_set list[63];
            int count = reference_sets(book, all, faces, n, list, 63);
            for (int k = 0; k < count; k++)
                sets[n][list[k].n][list[k].points / UNIT] = true;
            for (i = 0; i < n && faces[i] == FACES; i++)
                faces[i] = 1;
            if (i < n)
                faces[i]++;
        } while (i < n);
    }
}

/* By plain search: `falls` says with how many units a throw of n dice can come up. */
static void search(bool must, bool ret_stops[UNITS]) {
    bool falls[UNITS][DICE_MAX + 1] = {{0}};
    memset(ret_stops, 0, UNITS * sizeof *ret_stops);
    falls[0][DICE_MAX] = true;
    for (int u = 0; u < UNITS; u++) {
        for (int n = 1; n <= DICE_MAX; n++) {
            for (int k = 1; k <= n && falls[u][n]; k++) {
                for (int more = 1; u + more < UNITS; more++) {
                    if (!sets[n][k][more])
                        continue;
                    falls[u + more][k == n ? DICE_MAX : n - k] = true;
                    ret_stops[u + more] = ret_stops[u + more] || k < n || !must;
                }
            }
        }
    }
}

static void compare_turns(const struct book *book, enum set_aside reading, enum hot_dice hot) {
    static bool stops[UNITS];
    struct rules r = rules_of(book);
    struct game g = {.seats = 1, .phase = PHASE_ROLL, .falling = DICE_MAX, .total = {1000}};
    int least = 0, again = 0;
    r.params.set_aside = reading;
    r.params.hot_dice = hot;
    search(hot == HOT_DICE_MUST, stops);
    for (int points = 1; points < LIMIT; points++) {
        bool right = points % UNIT == 0 && stops[points / UNIT];
        struct action bank = {.act = ACT_BANK, .points = points};
        if ((kept_check(&r, &g, bank) == ALLOWED) != right)
            fail_msg("%s, reading %d, hot dice %d: %d points", book->id, reading, hot, points);
        least = right && !least ? points : least;
    }
    assert_int_equal(kept_least(&r, &g), least);
    /* Beyond the limit: a throw that sets all dice aside is followed by a turn with fewer points.
     */
    while (again < UNITS && !sets[DICE_MAX][DICE_MAX][again])
        again++;
    assert_true(again < UNITS);
    assert_int_equal(
        kept_check(&r, &g, (struct action){.act = ACT_BANK, .points = TURN_POINTS_MAX}), ALLOWED);
}

CLAIM(a_press_turn_banks_exactly_the_points_that_sets_of_throws_add_up_to) {
    int compared = 0;
    for (const struct book *const *book = books; *book; book++) {
        for (int reading = SET_ASIDE_ANY;
             (*book)->family == FAMILY_PRESS && reading <= SET_ASIDE_ALL; reading++) {
            find_sets((*book)->id, reading == SET_ASIDE_ALL);
            compare_turns(*book, (enum set_aside)reading, HOT_DICE_MUST);
            compare_turns(*book, (enum set_aside)reading, HOT_DICE_MAY);
            compared++;
        }
    }
    assert_true(compared >= 4);
}

/* The referee does not see the rest of a throw. So any scoring set must be one that a player could
 * have had to set aside, also where all scoring dice must be. */
CLAIM(every_set_aside_is_all_that_scores_in_some_throw) {
    static const char *const ids[] = {"yardkle", "farkle"};
    for (int i = 0; i < 2; i++) {
        struct rules r = rules_named(ids[i]);
        for (int n = 1; n <= DICE_MAX; n++) {
            for (int k = 1; k <= n; k++) {
                struct dice set = dice_first(k);
                do {
                    struct dice rest = dice_first(n - k);
                    bool found = !press_points(r.book, set);
                    do
                        found =
                            found || dice_same(press_largest(r.book, dice_plus(set, rest)), set);
                    while (!found && n > k && dice_next(&rest));
                    if (!found)
                        fail_msg("%s: %06x of %d dice", ids[i], set.bits, n);
                } while (dice_next(&set));
            }
        }
    }
}

/* ---- refusals ---- */

static void refused(const struct rules *r, const struct game *g, const char *line,
                    enum refused right, const char *words) {
    char said[1024];
    struct text out = TEXT_IN(said);
    struct action a = action_named(r, line);
    struct game after = *g;
    assert_int_equal(kept_apply(r, &after, a), right);
    assert_memory_equal(&after, g, sizeof after);
    refusal_explain(r, g, a, right, &(struct refusal){.words = &out});
    if (!strstr(said, words))
        fail_msg("'%s': \"%s\" does not say \"%s\"", line, said, words);
}

CLAIM(an_impossible_number_is_refused_in_words) {
    struct rules r;
    struct game g = position_named("yardzee - 1 ?5 0", &r);
    refused(&r, &g, "score ones 7", REFUSED_POINTS,
            "Aces can't score 7 now. Possible points: 0 to 5.");
    refused(&r, &g, "score three-kind 4", REFUSED_POINTS, "Possible points: 0, 5 to 30.");
    refused(&r, &g, "score twos 3", REFUSED_POINTS, "Possible points: 0, 2, 4, 6, 8, 10.");
    refused(&r, &g, "score small-straight 15", REFUSED_POINTS, "Possible points: 0, 30.");
    refused(&r, &g, "score twos 10 bonus", REFUSED_NO_BONUS, "earns no bonus now");
    g = position_named("yardzee ones=3 1 ?5 0", &r);
    refused(&r, &g, "score ones 2", REFUSED_BOX_FILLED, "already");
    g = position_named("yahtzee five-kind=50 1 ?5 0", &r);
    refused(&r, &g, "score chance 30", REFUSED_POINTS_JOKER,
            "the joker rule sends that five of a kind");
    refused(&r, &g, "last 1 2 3 4", REFUSED_LAST_COUNT, "the 5 dice as they lay");
    g = position_named("yardzee - 1 1,2,3,4,5 1", &r);
    refused(&r, &g, "last 1 2 3 4 5", REFUSED_CHOOSE_FIRST, "already rolled");
}

CLAIM(an_impossible_turn_of_a_press_game_is_refused_in_words) {
    struct rules r;
    struct game g = position_named("yardkle 0/0 1 0 ?6", &r);
    refused(&r, &g, "bank 840", REFUSED_UNIT, "The points of a Yardkle turn are a multiple of 50.");
    refused(&r, &g, "bank 450", REFUSED_ENTRY, "at least 500 points");
    refused(&r, &g, "bank 0", REFUSED_BANK_ZERO, "A turn without points is a Yardkle.");
    refused(&r, &g, "bank", REFUSED_ASIDE_FIRST, "after 'bank'");
    refused(&r, &g, "aside 2", REFUSED_DEAD_DIE, "2");
    g = position_named("yardkle 1000/0 1 400 ?2", &r);
    refused(&r, &g, "aside 1 1 1", REFUSED_ASIDE_COUNT,
            "Only 2 dice were rolled, so you can't set 3 aside.");
    refused(&r, &g, "bank 850", REFUSED_TURN_BEGUN, "already entered dice in this turn");
    g = position_named("yardkle 1000/0 1 600 ?6", &r);
    refused(&r, &g, "bank", REFUSED_HOT_DICE, "you must roll them all again");
    g = position_named("yardkle 1000/0 1 0 1,2,3,3,4,6", &r);
    refused(&r, &g, "aside 1", REFUSED_CHOOSE_FIRST, "already rolled");
    refused(&r, &g, "bust", REFUSED_CHOOSE_FIRST, "already rolled");
}
