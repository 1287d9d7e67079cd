/* Play with mistakes is computed exactly, and head starts make players even. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "coach/handicap.h"
#include "core/random.h"
#include "solve/press_match.h"
#include "support.h"

/* Shared by all tests, so that later ones reuse what earlier ones computed. */
static struct adviser *coach;

static int open_coach(void **state) {
    static char folder[] = "/tmp/yard-handicap-XXXXXX";
    char command[4096] = "";
    struct text c = TEXT_IN(command);
    *state = mkdtemp(folder);
    if (getenv("YARD_SOLVED")) /* start with what was solved at build time */
        text_add(&c, "cp -s '%s'/* %s", getenv("YARD_SOLVED"), folder);
    coach = adviser_new(2);
    adviser_use_cache(coach, folder, false, NULL, NULL);
    return *state && system(command) == 0 ? 0 : -1;
}

static int close_coach(void **state) {
    char command[64];
    struct text c = TEXT_IN(command);
    text_add(&c, "rm -r %s", (const char *)*state);
    adviser_free(coach);
    return system(command);
}

static const struct sheet_solver *solved_sheet(const struct rules *r) {
    bool cached;
    const struct sheet_solver *s = adviser_sheet(coach, r, NULL, &cached);
    assert_non_null(s);
    return s;
}

/* ---- sheet games ---- */

/* Seven boxes are open, and another Yardzee may be a joker. */
static struct game half_full(struct rules *ret) {
    return position_named("yardzee ones=3,twos=6,fours=8,fives=15,five-kind=50,chance=20 1 ?5 0",
                          ret);
}

CLAIM(without_mistakes_the_odds_equal_those_of_perfect_play) {
    struct rules r;
    struct game g = half_full(&r);
    struct card card = g.card[0];
    const struct sheet_solver *s = solved_sheet(&r);
    struct sheet_odds *perfect = sheet_odds_of(s, &card, 2, NULL);
    struct sheet_odds *soft = sheet_odds_of_soft(s, &card, 1e-7, 2, NULL);
    assert_true(fabs(soft->mean - perfect->mean) < 1e-7);
    for (int total = perfect->low; total <= perfect->high; total++) {
        double at = total < soft->low || total > soft->high ? 0 : soft->chance[total - soft->low];
        assert_true(fabs(at - perfect->chance[total - perfect->low]) < 1e-9);
    }
    sheet_odds_free(perfect);
    sheet_odds_free(soft);
}

static struct dice throw_of(int n, uint64_t *random) {
    struct dice d = {0};
    for (int i = 0; i < n; i++)
        d = dice_with(d, 1 + (int)random_below(random, FACES), 1);
    return d;
}

/* Plays to the end with real bots, one level per seat. */
static void play_out(struct adviser *a, const struct bot_level *const levels[],
                     const struct rules *r, struct game *g, uint64_t *random) {
    char words[256];
    struct text error = TEXT_IN(words);
    while (g->phase != PHASE_OVER) {
        struct action act = {.act = ACT_ROLL};
        if (g->phase == PHASE_ROLL)
            act.dice = throw_of(g->falling, random);
        else
            assert_true(
                bot_choose(a, levels[g->seat], r, g, random_unit(random), NULL, &act, &error));
        assert_int_equal(game_apply(r, g, act), ALLOWED);
    }
}

CLAIM(totals_of_real_bots_match_the_odds) {
    struct rules r;
    struct game start = half_full(&r);
    const struct sheet_solver *s = solved_sheet(&r);
    const char *const names[] = {"club", "novice"};
    int games = how_many(3000, 1000);
    uint64_t random = 7;
    for (int i = 0; i < 2; i++) {
        const struct bot_level *level = bot_find(span_of(names[i]));
        struct sheet_odds *odds =
            sheet_odds_of_soft(s, &start.card[0], level->sheet_temperature, 2, NULL);
        int median = sheet_odds_percentile(odds, 0.5), reached = 0;
        double sum = 0, chance = sheet_odds_reach(odds, median);
        for (int n = 0; n < games; n++) {
            struct game g = start;
            play_out(coach, &level, &r, &g, &random);
            int total = game_total(&r, &g, 0);
            assert_in_range(total, odds->low, odds->high);
            sum += total;
            reached += total >= median;
        }
        assert_true(fabs(odds->dropped) < 1e-9);
        assert_true(fabs(sum / games - odds->mean) < 4 * odds->deviation / sqrt(games));
        assert_true(fabs((double)reached / games - chance) <
                    4 * sqrt(chance * (1 - chance) / games));
        sheet_odds_free(odds);
    }
}

CLAIM(odds_are_the_same_for_any_number_of_threads) {
    struct rules r;
    struct game g = half_full(&r);
    struct card card = g.card[0];
    const struct sheet_solver *s = solved_sheet(&r);
    struct sheet_odds *one = sheet_odds_of_soft(s, &card, 0.65, 1, NULL);
    struct sheet_odds *three = sheet_odds_of_soft(s, &card, 0.65, 3, NULL);
    assert_int_equal(one->low, three->low);
    assert_int_equal(one->high, three->high);
    assert_memory_equal(one->chance, three->chance,
                        (size_t)(one->high - one->low + 1) * sizeof *one->chance);
    sheet_odds_free(one);
    sheet_odds_free(three);
}

/* ---- press games ---- */

static struct press_solver *solved(const struct rules *r) {
    struct press_solver *s = press_solver_new(r);
    assert_non_null(s);
    assert_true(press_solve_from(s, 0, 0, 2, NULL));
    return s;
}

/* The chance of winning for a player to move, who has the first turn of each round or the second.
 */
static double win_of(const struct press_solver *s, bool first, int own, int other) {
    double win;
    assert_true(first ? press_win(s, own, other, &win) : press_win_second(s, own, other, &win));
    return win;
}

CLAIM(two_perfect_players_win_as_often_as_the_solver_says) {
    static const char *const specs[] = {"yardkle:goal=800",
                                        "yardkle:goal=400,entry=200,final-round=everyone",
                                        "yardkle:goal=400,entry=200,final-round=rest"};
    for (int i = 6 - how_many(6, 4); i < 6; i++) {
        struct rules r = rules_named(specs[i / 2]);
        struct press_solver *s = solved(&r);
        struct press_match *m = press_match_new(s, (double[2]){0, 0}, i % 2, 2, NULL);
        for (int first = 0; first < m->goal; first++) {
            for (int second = 0; second < m->goal; second++) {
                double mine = win_of(s, i % 2 == 0, first * m->unit, second * m->unit);
                double other = win_of(s, i % 2 == 1, second * m->unit, first * m->unit);
                assert_true(fabs(m->win[0][first * m->goal + second] - mine) < 1e-9);
                assert_true(fabs(m->win[1][first * m->goal + second] - (1 - other)) < 1e-9);
            }
        }
        press_match_free(m);
        press_solver_free(s);
    }
}

CLAIM(the_chance_of_winning_is_that_of_perfect_play_less_your_mistakes_plus_those_of_the_opponent) {
    const char *const specs[] = {"yardkle:goal=800",
                                 "farkle:goal=600,tie=leader,entry=0",
                                 "yardkle:goal=500,hot-dice=may,set-aside=all",
                                 "yardkle:goal=400,final-round=everyone",
                                 "yardkle:goal=400,entry=0,tie=leader,final-round=everyone",
                                 "farkle:goal=300,tie=chaser,final-round=everyone",
                                 "yardkle:goal=400,entry=0,final-round=rest",
                                 "farkle:goal=400,tie=chaser,final-round=rest"};
    const double temperatures[][2] = {{0.002, 0.016}, {0.3, 0},      {0.0001, 0.05}, {0.02, 0.05},
                                      {0, 0.1},       {0.03, 0.002}, {0.01, 0.1},    {0.2, 0.01}};
    for (int i = 8 - how_many(8, 6); i < 8; i++) {
        struct rules r = rules_named(specs[i]);
        struct press_solver *s = solved(&r);
        int starter = i % 2;
        struct press_match *m = press_match_new(s, temperatures[i], starter, 2, NULL);
        for (int first = 0; first < m->goal; first++) {
            for (int second = 0; second < m->goal; second++) {
                int at = first * m->goal + second;
                double mine = win_of(s, starter == 0, first * m->unit, second * m->unit);
                double other = win_of(s, starter == 1, second * m->unit, first * m->unit);
                double begin = mine - m->given[0][0][at] + m->given[1][0][at];
                double wait = 1 - other - m->given[0][1][at] + m->given[1][1][at];
                assert_true(fabs(m->win[0][at] - begin) < 1e-9);
                assert_true(fabs(m->win[1][at] - wait) < 1e-9);
            }
        }
        press_match_free(m);
        press_solver_free(s);
    }
}

/* ---- head starts ---- */

static struct strength bot_named(const char *level) {
    char words[256];
    struct text error = TEXT_IN(words);
    struct rules r = rules_named("yardzee");
    struct strength s;
    assert_true(strength_of(&(struct history){0}, &r, span_of(level), &s, &error));
    return s;
}

static struct handicap head_start(const struct rules *r, const char *one, const char *two) {
    char words[256];
    struct text error = TEXT_IN(words);
    struct strength sides[2] = {bot_named(one), bot_named(two)};
    struct handicap h;
    if (!handicap_of(coach, r, sides, NULL, &h, &error))
        fail_msg("%s", words);
    return h;
}

static void check_head_start(const struct rules *r, const char *better, const char *worse) {
    struct handicap h = head_start(r, better, worse), mirror = head_start(r, worse, better);
    assert_int_equal(h.to, 1);
    assert_int_equal(mirror.to, 0);
    assert_int_equal(h.head_start, mirror.head_start);
    assert_int_equal(h.count, mirror.count);
    assert_memory_equal(h.chance, mirror.chance, (size_t)h.count * sizeof *h.chance);
    for (int i = 1; i < h.count; i++) {
        assert_true(h.chance[i] >= h.chance[i - 1] - 1e-12);
        assert_true(fabs(h.chance[i] - 0.5) >=
                    fabs(handicap_chance(&h, h.head_start) - 0.5) - 1e-12);
    }
    handicap_free(&h);
    handicap_free(&mirror);
}

CLAIM(a_head_start_helps_and_goes_to_the_weaker_side_whichever_is_named_first) {
    struct rules press = rules_named("yardkle:goal=500"), sheet = rules_named("yardzee");
    check_head_start(&press, "expert", "novice");
    if (!SANITIZED)
        check_head_start(&sheet, "perfect", "novice");
}

CLAIM(equal_players_need_no_head_start) {
    struct rules r = rules_named("yardkle:goal=500");
    struct handicap perfect = head_start(&r, "perfect", "perfect"),
                    club = head_start(&r, "club", "club");
    assert_int_equal(perfect.head_start, 0);
    assert_true(fabs(perfect.chance[0] - 0.5) < 1e-9);
    assert_int_equal(club.head_start, 0);
    assert_true(fabs(club.chance[0] - 0.5) < 1e-9);
    handicap_free(&perfect);
    handicap_free(&club);
    if (SANITIZED)
        return;
    struct rules sheet = rules_named("yardzee");
    struct handicap totals = head_start(&sheet, "perfect", "perfect");
    assert_int_equal(totals.head_start, 0);
    assert_true(fabs(totals.chance[0] - 0.5) < 1e-9); /* a tie counts as half a win */
    handicap_free(&totals);
}

/* How often the second of two real bots wins if each starts half the games. */
static double wins_of_second(const struct rules *r, const char *first, const char *second,
                             int points, int games) {
    const struct bot_level *const levels[] = {bot_find(span_of(first)), bot_find(span_of(second))};
    uint64_t random = 11;
    double wins = 0;
    for (int n = 0; n < games; n++) {
        struct game g;
        game_start(r, &g, 2, n % 2);
        if (r->book->family == FAMILY_PRESS)
            g.total[1] = points;
        play_out(coach, levels, r, &g, &random);
        if (r->book->family == FAMILY_PRESS) {
            uint64_t winners = game_winners(r, &g).bits[0];
            wins += winners == 2 ? 1 : winners == 3 ? 0.5 : 0;
        } else {
            int lead = game_total(r, &g, 1) + points - game_total(r, &g, 0);
            wins += lead > 0 ? 1 : lead == 0 ? 0.5 : 0;
        }
    }
    return wins / games;
}

CLAIM(real_bots_win_as_often_as_predicted) {
    const char *const specs[] = {"yardkle:goal=1000", "yardzee"};
    for (int i = 0; i < (SANITIZED ? 1 : 2); i++) {
        struct rules r = rules_named(SANITIZED ? "yardkle:goal=500" : specs[i]);
        struct handicap h = head_start(&r, "perfect", "novice");
        int games = i ? how_many(1000, 300) : how_many(4000, 1000);
        for (int with = 0; with < 2; with++) {
            int points = with ? h.head_start : 0;
            double chance = handicap_chance(&h, points);
            double real = wins_of_second(&r, "perfect", "novice", points, games);
            assert_true(fabs(real - chance) < 4 * sqrt(chance * (1 - chance) / games));
        }
        handicap_free(&h);
    }
}

/* ---- people ---- */

static void played(struct history *h, const char *record, int game, int seat, const char *name,
                   const char *rules, int unit, double errors) {
    struct performance p = {
        .record = record, .game = game, .seat = seat, .finished = true, .whole = true};
    p.unit = unit;
    p.account.errors = errors;
    memcpy(p.name, name, strlen(name));
    memcpy(p.rules, rules, strlen(rules));
    history_join(h, &(struct history){.list = &p, .count = 1});
}

static const char *refusal(const struct history *h, const struct rules *r, const char *name) {
    static char words[512];
    struct text error = TEXT_IN(words);
    struct strength s;
    assert_false(strength_of(h, r, span_of(name), &s, &error));
    return words;
}

CLAIM(strength_counts_only_finished_games_under_the_same_rules) {
    struct rules r = rules_named("yardzee"), yatzy = rules_named("yatzy");
    struct history h = {0};
    char words[256];
    struct text error = TEXT_IN(words);
    struct strength s;
    const double losses[] = {10, 12, 14, 16, 18};
    for (int i = 0; i < 5; i++) {
        played(&h, "a", i, 0, "Ann", "yardzee", UNIT_POINTS, losses[i]);
        played(&h, "a", i, 1, "Bea", "yardzee", UNIT_POINTS, 4);
        played(&h, "a", i, 1, "Cleo", "yardzee", UNIT_POINTS, 6);
        played(&h, "b", i, 0, "Ann", "yahtzee", UNIT_POINTS, 99);
    }
    played(&h, "c", 0, 0, "Ann", "yardzee", UNIT_POINTS, 99);
    h.list[h.count - 1].finished = false;
    played(&h, "d", 0, 0, "Dan", "yardzee", UNIT_POINTS, 5);
    played(&h, "d", 0, 1, "Robo", "yardzee", UNIT_POINTS, 5);
    h.list[h.count - 1].bot = true;
    assert_true(strength_of(&h, &r, span_of("Ann"), &s, &error));
    assert_int_equal(s.loss.games, 5);
    assert_true(fabs(s.loss.mean - 14) < 1e-12);
    assert_true(fabs(s.uncertainty - 2.776 * sqrt(2)) < 1e-9);
    assert_true(strength_of(&h, &r, span_of("Bea+Cleo"), &s, &error));
    assert_true(fabs(s.loss.mean - 10) < 1e-12);
    assert_non_null(strstr(refusal(&h, &r, "Bea"), "Did you mean"));
    assert_non_null(strstr(refusal(&h, &r, "Anne"), "Did you mean 'Ann'"));
    assert_non_null(
        strstr(refusal(&h, &r, "Dan"), "hasn't played enough: 1 finished game of yardzee"));
    assert_non_null(strstr(refusal(&h, &r, "Robo"), "is a bot"));
    assert_non_null(strstr(refusal(&h, &yatzy, "Ann"), "hasn't finished any games of yatzy"));
    assert_non_null(strstr(refusal(&h, &r, "Xaver"), "nobody in the records has that name"));
    history_free(&h);
}

static struct strength person(const char *name, int games, double mean, double error) {
    struct strength s = {.loss = {games, mean, error}};
    memcpy(s.name, name, strlen(name));
    s.uncertainty = student_95(games) * error;
    return s;
}

CLAIM(a_person_is_modeled_as_a_bot_whose_mistakes_cost_as_much) {
    char words[512];
    struct text error = TEXT_IN(words);
    struct rules r = rules_named("yardkle:goal=500");
    struct press_line line;
    assert_true(adviser_line(coach, &r, (double[2]){0.016, 0.016}, NULL, &line, &error));
    struct strength sides[2] = {person("Ann", 40, line.given[0], 0.0005), bot_named("perfect")};
    struct handicap h;
    assert_true(handicap_of(coach, &r, sides, NULL, &h, &error));
    assert_true(fabs(h.side[0].temperature - 0.016) < 0.002);
    assert_int_equal(h.to, 0);
    handicap_free(&h);
    sides[0] = person("Ann", 6, line.given[0], 0.1);
    assert_false(handicap_of(coach, &r, sides, NULL, &h, &error));
    assert_non_null(strstr(words, "Ann hasn't played enough: 6 games give"));
    press_line_free(&line);
}

CLAIM(the_student_t_factor_is_larger_for_fewer_games) {
    assert_true(isinf(student_95(1)));
    assert_true(fabs(student_95(5) - 2.776) < 1e-9);
    assert_true(fabs(student_95(41) - 2.021) < 1e-3);
    assert_true(fabs(student_95(121) - 1.980) < 1e-3);
    for (int n = 2; n < 200; n++)
        assert_true(student_95(n + 1) < student_95(n));
}

int main(void) {
    return run_claims(open_coach, close_coach);
}
