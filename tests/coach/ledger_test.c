/* Checks the ledger over thousands of generated games of one book: it adds up, mean luck is zero,
 * and perfect play has no errors.
 *
 * The players choose at random, greedily or perfectly; there are also partners, corrections, undos
 * and hints. The ledger is also computed a second way, move by move from the adviser's answers,
 * without keeping plans or tables for the length of a turn.
 *
 * Long runs play 10,000 games. Short runs play 300, enough to find faults that appear in one game
 * in a hundred. With sanitizers, short runs play only 100, and press games, which are slow to
 * solve, have a lower goal. */
#include "check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "coach/bot.h"
#include "coach/ledger.h"
#include "core/random.h"
#include "rules/sheet.h"

static const struct book *book;
static struct adviser *adviser;
static uint64_t random_state = 2026;

static int below(int n) {
    return (int)random_below(&random_state, (uint32_t)n);
}

enum player { PLAYER_RANDOM, PLAYER_GREEDY, PLAYER_PERFECT, PLAYERS };

struct mean {
    int count;
    double sum, squares;
};

static struct sums {
    int seats, games, partners, corrections, undone, finals, bonuses, zeros, perfect, running;
    struct mean luck[UNIT_TURNS + 1]; /* per seat */
    double worst_identity, worst_perfect, worst_second;
} sums;

static void must_say(struct table *t, const char *line) {
    char words[1024];
    struct text error = TEXT_IN(words);
    if (!table_say(t, span_of(line), &error))
        fail_msg("'%s' was refused: %s", line, words);
}

/* ---- players ---- */

static struct action perfect_choice(const struct state *s) {
    char words[256];
    struct text error = TEXT_IN(words);
    struct action a;
    if (!bot_choose(adviser, &bot_levels[0], &s->rules, &s->game, 0, NULL, &a, &error))
        fail_msg("%s", words);
    return a;
}

static struct action any_choice(const struct state *s) {
    struct action list[ACTIONS_MAX];
    int n = game_legal(&s->rules, &s->game, list);
    struct action a = list[below(n)];
    a.zero = a.act == ACT_SCORE && below(8) == 0;
    return a;
}

/* Scores at once in the box with the most points; in press games, takes as much as possible and
 * stops. */
static struct action greedy_choice(const struct state *s) {
    struct action list[ACTIONS_MAX], best = {0};
    int n = game_legal(&s->rules, &s->game, list), most = -1;
    for (int i = 0; i < n; i++) {
        struct game after = s->game;
        int seat = after.seat;
        if (s->rules.book->family == FAMILY_SHEET && list[i].act == ACT_KEEP)
            continue;
        game_apply(&s->rules, &after, list[i]);
        int points = game_total(&s->rules, &after, seat) + after.turn_points;
        if (points > most || (points == most && list[i].act == ACT_TAKE_STOP)) {
            best = list[i];
            most = points;
        }
    }
    return best;
}

static void make_choice(struct table *t, int player) {
    const struct state *s = table_now(t);
    bool sheet = s->rules.book->family == FAMILY_SHEET;
    struct action a = player == PLAYER_PERFECT                              ? perfect_choice(s)
                      : player == PLAYER_RANDOM && (sheet || below(4) == 0) ? any_choice(s)
                                                                            : greedy_choice(s);
    char line[64];
    struct text l = TEXT_IN(line);
    action_print(&s->rules, a, &l);
    must_say(t, line);
}

static void roll(struct table *t) {
    char line[64];
    struct text l = TEXT_IN(line);
    struct action a = {.act = ACT_ROLL};
    for (int n = state_falling(table_now(t)); n > 0; n--)
        a.dice = dice_with(a.dice, 1 + below(FACES), 1);
    action_print(&table_now(t)->rules, a, &l);
    must_say(t, line);
}

/* Tries to correct an earlier choice; this is accepted if everything after it stays legal. */
static void try_a_correction(struct table *t) {
    char words[1024], line[96];
    struct text error = TEXT_IN(words), l = TEXT_IN(line);
    int step = below(table_steps(t));
    const struct step *s = table_step(t, step);
    struct action list[ACTIONS_MAX];
    if (s->entry.kind != ENTRY_ACTION || s->entry.action.act == ACT_ROLL)
        return;
    int n = game_legal(&s->before.rules, &s->before.game, list);
    text_add(&l, "correct %d ", s->line);
    struct action a = list[below(n)];
    a.zero = a.act == ACT_SCORE && below(8) == 0;
    action_print(&s->before.rules, a, &l);
    sums.corrections += table_say(t, span_of(line), &error);
}

static void disturb(struct table *t, bool correctable) {
    const struct state *s = table_now(t);
    char words[256];
    struct text error = TEXT_IN(words);
    if (s->stage != STAGE_PLAY)
        return;
    if (s->game.phase == PHASE_CHOOSE && below(40) == 0)
        must_say(t, "hint");
    if (correctable && below(15) == 0)
        try_a_correction(t);
    if (below(60) == 0)
        sums.undone += table_say(t, span_of("undo"), &error);
}

/* Plays a game with this many seats to its end, or for at most `steps` steps. */
static void play(struct table *t, const char *rules, int seats, int steps, bool correctable,
                 int players[SEATS_MAX]) {
    static const char *const names[] = {"Ann", "Bea+Ben", "Cem", "Dora+Dan+Di"};
    char line[300];
    struct text l = TEXT_IN(line);
    text_add(&l, "rules %s", rules);
    must_say(t, line);
    for (int i = 0; i < seats; i++) {
        bool perfect = !correctable && below(8) == 0;
        players[i] = perfect ? PLAYER_PERFECT : below(2);
        text_clear(&l);
        text_add(&l, "seat %s", names[i]);
        must_say(t, line);
        sums.partners += i % 2;
    }
    text_clear(&l);
    text_add(&l, "start %d", 1 + below(seats));
    must_say(t, line);
    while (!state_over(table_now(t)) && steps-- > 0) {
        const struct state *s = table_now(t);
        if (state_falling(s))
            roll(t);
        else
            make_choice(t, players[s->game.seat]);
        disturb(t, correctable);
    }
}

/* ---- the ledger ---- */

static double share_of_win(const struct state *s, int seat) {
    struct set winners = game_winners(&s->rules, &s->game);
    return set_has(winners, seat) ? 1.0 / set_count(winners) : 0;
}

static void check_result(const struct ledger *l, const struct state *s, int seat) {
    double result = l->unit == UNIT_POINTS  ? game_total(&s->rules, &s->game, seat)
                    : l->unit == UNIT_TURNS ? s->game.turns[seat]
                                            : share_of_win(s, seat);
    if (fabs(result - l->seat[seat].result) > 1e-9)
        fail_msg("the result of seat %d is %.3f, not %.3f", seat + 1, result, l->seat[seat].result);
}

static void check_people(const struct ledger *l, const struct state *s, int seat) {
    double luck = 0, errors = 0;
    int decisions = 0, hints = 0;
    for (int i = 0; i < seat_people(&s->seats[seat]); i++) {
        const struct account *person = &l->person[seat][i];
        luck += person->luck;
        errors += person->errors;
        decisions += person->decisions;
        hints += person->hints;
    }
    assert_true(fabs(luck - l->seat[seat].luck) < 1e-9);
    assert_true(fabs(errors - l->seat[seat].errors) < 1e-9);
    assert_int_equal(decisions, l->seat[seat].decisions);
    assert_int_equal(hints, l->seat[seat].hints);
}

static void check_turn_points(const struct ledger *l, const struct state *s, int seat) {
    const struct turn_points *p = &l->points[seat];
    if (s->rules.book->family == FAMILY_SHEET || !l->finished)
        return;
    assert_int_equal(p->turns, s->game.turns[seat]);
    if (fabs(p->par + p->luck - p->errors - s->game.total[seat]) > 1e-6)
        fail_msg("the turns of seat %d add up to %.3f points, not %d", seat + 1,
                 p->par + p->luck - p->errors, s->game.total[seat]);
}

/* Luck averages zero for all players, even over games that stop early. But whether a correction is
 * accepted depends on later rolls, so games that try corrections don't count toward the mean. */
static void check_seat(const struct ledger *l, const struct state *s, int seat, bool perfect,
                       bool correctable) {
    const struct account *a = &l->seat[seat];
    double off = fabs(a->par + a->luck - a->errors + a->others - a->result);
    sums.worst_identity = fmax(sums.worst_identity, off);
    if (l->finished)
        check_result(l, s, seat);
    if (l->unit != UNIT_WIN)
        assert_true(a->others == 0);
    check_people(l, s, seat);
    check_turn_points(l, s, seat);
    if (perfect) {
        sums.perfect++;
        sums.worst_perfect = fmax(sums.worst_perfect, fabs(a->errors));
        assert_int_equal(a->grades[GRADE_BEST], a->decisions);
    }
    sums.seats++;
    if (correctable)
        return;
    struct mean *luck = &sums.luck[l->unit];
    luck->count++;
    luck->sum += a->luck;
    luck->squares += a->luck * a->luck;
}

/* With two seats playing to win, `others` is exactly the other seat's errors minus its luck. */
static void check_two(const struct ledger *l) {
    if (l->unit != UNIT_WIN || l->seats != 2)
        return;
    for (int seat = 0; seat < 2; seat++) {
        const struct account *other = &l->seat[1 - seat];
        assert_true(fabs(l->seat[seat].others - (other->errors - other->luck)) < 1e-9);
    }
    assert_true(fabs(l->seat[0].par + l->seat[1].par - 1) < 1e-9);
}

/* The expected final total of a card at the start of a turn. */
static double value_of_card(const struct rules *r, const struct card *card) {
    struct game alone;
    struct advice advice;
    char words[256];
    struct text error = TEXT_IN(words);
    game_start(r, &alone, 1, 0);
    alone.card[0] = *card;
    if (card->filled == (1u << r->book->box_count) - 1)
        return game_total(r, &alone, 0);
    assert_true(adviser_advise(adviser, r, &alone, (struct goal){0}, NULL, &advice, &error));
    return advice.value;
}

/* A zero by choice costs all that it gives up, even if there was nothing else to choose. */
static void check_zero(const struct moment *m, const struct rules *r, const struct game *g) {
    struct game after = *g;
    if (!sheet_given_up(r, g, m->action))
        return;
    sums.zeros++;
    assert_int_equal(game_apply(r, &after, m->action), ALLOWED);
    assert_true(fabs(m->after - value_of_card(r, &after.card[m->seat])) < 1e-9);
    assert_true(fabs(m->cost - (m->before - m->after)) < 1e-9);
    assert_int_equal(m->slip, SLIP_GAVE_UP);
    assert_true(m->grade > GRADE_BEST && m->choices > 1);
    assert_true(m->second_value < m->before && m->second_value >= m->after);
    assert_false(sheet_given_up(r, g, m->best));
}

/* Computes the ledger the second way: asks the adviser about every moment again. */
static void check_against_adviser(const struct ledger *l, const struct table *t) {
    static struct state view;
    struct advice advice;
    char words[256];
    for (int i = 0; i < l->count; i++) {
        const struct moment *m = &l->moments[i];
        struct text error = TEXT_IN(words);
        state_view(&table_step(t, m->step)->before, &view);
        if (!adviser_advise(adviser, &view.rules, &view.game, (struct goal){0}, NULL, &advice,
                            &error))
            fail_msg("%s", words);
        double value = advice.value + (l->unit == UNIT_TURNS ? view.game.turns[m->seat] : 0);
        sums.worst_second = fmax(sums.worst_second, fabs(value - m->before));
        assert_int_equal(view.game.seat, m->seat);
        assert_int_equal(view.game.phase == PHASE_CHOOSE, m->decision);
        assert_true(m->cost >= 0);
        if (m->decision)
            check_zero(m, &view.rules, &view.game);
    }
}

static void count_kinds(const struct state *s) {
    sums.games++;
    sums.running += !state_over(s);
    sums.finals += s->rules.book->family == FAMILY_PRESS && s->game.ender;
    for (int i = 0; s->rules.book->family == FAMILY_SHEET && i < s->seat_count; i++)
        sums.bonuses += s->game.card[i].bonuses > 0;
}

static void one_game(const struct solved_tables *tables, const char *rules, int seats,
                     bool afresh) {
    struct table *t = table_new();
    int players[SEATS_MAX];
    char words[512];
    struct text error = TEXT_IN(words);
    struct ledger l;
    bool correctable = below(4) == 0, cut_off = below(10) == 0;
    play(t, rules, seats, cut_off ? below(60) : 1 << 20, correctable, players);
    if (!ledger_of(tables, t, -1, &l, &error))
        fail_msg("%s", words);
    assert_int_equal(l.finished, state_over(table_now(t)));
    for (int seat = 0; seat < seats; seat++)
        check_seat(&l, table_now(t), seat, players[seat] == PLAYER_PERFECT, correctable);
    check_two(&l);
    count_kinds(table_now(t));
    if (afresh)
        check_against_adviser(&l, t);
    ledger_free(&l);
    table_free(t);
}

static void prepare(const char *rules, struct solved_tables *ret) {
    char words[256];
    struct text error = TEXT_IN(words);
    struct rules r;
    if (!rules_parse(span_of(rules), &r, &error) || !ledger_prepare(adviser, &r, NULL, ret, &error))
        fail_msg("%s", words);
}

static void play_all(void) {
    int games = how_many(10000, SANITIZED ? 1000 : 300);
    struct solved_tables tables;
    bool press = book->family == FAMILY_PRESS;
    char rules[64];
    struct text r = TEXT_IN(rules);
    text_add(&r, "%s%s", book->id, press && SANITIZED ? ":goal=2000" : "");
    prepare(rules, &tables);
    for (int i = 0; i < games; i++)
        one_game(&tables, rules, 1 + i % (press ? 2 : 3), i % 50 == 0);
}

/* ---- claims ---- */

CLAIM(par_plus_luck_minus_errors_plus_the_effect_of_others_is_the_result) {
    play_all();
    print_message("# %d games, %d seats (%d of partners, %d perfect), %d corrections, %d undone, "
                  "%d cards with bonuses, %d zeros by choice, %d final rounds, %d running\n",
                  sums.games, sums.seats, sums.partners, sums.perfect, sums.corrections,
                  sums.undone, sums.bonuses, sums.zeros, sums.finals, sums.running);
    assert_true(sums.corrections > 0 && sums.undone > 0 && sums.partners > 0 && sums.running > 0);
    assert_true(sums.perfect > 0);
    assert_true(book->family == FAMILY_SHEET ? sums.zeros > 0 : sums.finals > 0);
    if (sums.worst_identity > 1e-6)
        fail_msg("the identity is missed by %g", sums.worst_identity);
}

CLAIM(mean_luck_is_zero) {
    for (int unit = UNIT_POINTS; unit <= UNIT_TURNS; unit++) {
        const struct mean *m = &sums.luck[unit];
        if (!m->count)
            continue;
        double mean = m->sum / m->count, variance = m->squares / m->count - mean * mean;
        double error = sqrt(variance / m->count);
        print_message("# mean luck of %d seats: %.5f %s, standard error %.5f\n", m->count, mean,
                      unit_words(unit), error);
        if (fabs(mean) > 4 * error)
            fail_msg("the mean luck is %.5f %s, standard error %.5f", mean, unit_words(unit),
                     error);
    }
}

CLAIM(a_perfect_bot_has_no_errors) {
    if (sums.worst_perfect > 1e-9)
        fail_msg("a perfect bot gave away %g", sums.worst_perfect);
}

CLAIM(every_moment_is_worth_what_the_adviser_says) {
    if (sums.worst_second > 1e-9)
        fail_msg("a moment is off by %g", sums.worst_second);
}

/* In press games, values are estimates before the final round, but the identity still holds. */
CLAIM(ledgers_of_three_or_more_seats_add_up_too) {
    struct solved_tables tables;
    char rules[64];
    struct text r = TEXT_IN(rules);
    if (book->family == FAMILY_SHEET)
        text_put(&r, book->id);
    else
        text_add(&r, "%s:goal=1000,entry=200", book->id);
    memset(&sums, 0, sizeof sums);
    prepare(rules, &tables);
    for (int i = 0; i < how_many(12, 6); i++)
        one_game(&tables, rules, 3 + i % 2, false);
    if (sums.worst_identity > 1e-6)
        fail_msg("the identity is missed by %g", sums.worst_identity);
}

CLAIM(ledgers_add_up_under_every_reading_of_the_final_round) {
    static const char *const readings[] = {"everyone", "rest"};
    for (int i = 0; i < 2 && book->family == FAMILY_PRESS; i++) {
        struct solved_tables tables;
        char rules[64];
        struct text r = TEXT_IN(rules);
        text_add(&r, "%s:goal=1000,entry=200,final-round=%s", book->id, readings[i]);
        memset(&sums, 0, sizeof sums);
        prepare(rules, &tables);
        for (int n = 0; n < (SANITIZED ? 30 : how_many(600, 60)); n++)
            one_game(&tables, rules, n % 6 ? 1 + n % 2 : 3 + n % 2, n % 6 && n % 5 == 0);
        assert_true(sums.finals > 0 && sums.perfect > 0);
        if (sums.worst_identity > 1e-6 || sums.worst_perfect > 1e-9 || sums.worst_second > 1e-9)
            fail_msg("%s: identity %g, perfect %g, adviser %g", readings[i], sums.worst_identity,
                     sums.worst_perfect, sums.worst_second);
    }
}

int main(int argc, char **argv) {
    book = argc > 1 ? book_find(span_of(argv[1])) : NULL;
    if (!book)
        return 2;
    adviser = adviser_new(0);
    int failed = run_claims(NULL, NULL);
    adviser_free(adviser);
    return failed;
}
