/* The daily game: everybody has the same dice, and the referee lets nobody try twice. */
#include <string.h>

#include "check.h"
#include "core/blake2b.h"
#include "core/day.h"
#include "core/memory.h"
#include "play/daily.h"

enum { DAYS = 400, FIRST = 20454 }; /* from 2026-01-01 */

/* A hash of the first turn's throws on all these days in every book. tests/web/daily_test.mjs has
 * the same number for the page's core. If it changes, so do everybody's dice. */
static const char signature[] = "865d8799b272042ed3419664b1048728c44ab2419ab78c526182413bd06a9e31"
                                "6dbb156674ffbdf163ab5f6b88d6951b92c255595646ebe17e9e231f3be5d6ca";

static struct table *table;

static int open_table(void **state) {
    (void)state;
    table = table_new();
    return 0;
}

static int close_table(void **state) {
    (void)state;
    table_free(table);
    return 0;
}

#define TABLE_CLAIM(name) CLAIM_WITH(name, open_table, close_table)

static void tell(const char *line) {
    char words[1024];
    struct text error = TEXT_IN(words);
    if (!table_say(table, span_of(line), &error))
        fail_msg("'%s': %s", line, words);
}

static void refuse(const char *line, const char *why) {
    char words[1024];
    struct text error = TEXT_IN(words);
    if (table_say(table, span_of(line), &error))
        fail_msg("'%s' was accepted", line);
    if (!strstr(words, why))
        fail_msg("'%s': %s", line, words);
}

static void begin(const char *rules, int day) {
    char line[64];
    struct text l = TEXT_IN(line);
    table_clear(table);
    text_add(&l, "rules %s", rules);
    tell(line);
    tell("seat Ann");
    text_clear(&l);
    text_put(&l, "dice daily ");
    day_print(day, &l);
    tell(line);
}

static const char *last_line(void) {
    return table_line(table, table_lines(table));
}

/* ---- dice ---- */

TABLE_CLAIM(dice_of_400_days_in_the_first_six_books_never_change) {
    static const char *const first[] = {"yardzee",         "yardkle", "yahtzee",
                                        "yahtzee-classic", "yatzy",   "farkle"};
    struct text all = text_on_heap();
    for (int day = FIRST; day < FIRST + DAYS; day++) {
        for (size_t i = 0; i < sizeof first / sizeof *first; i++) {
            begin(first[i], day);
            tell("roll");
            text_add(&all, "%s\n", last_line());
            for (int roll = 1; roll < 3 && table_now(table)->rules.book->family == FAMILY_SHEET;
                 roll++) {
                tell("keep -");
                tell("roll");
                text_add(&all, "%s\n", last_line());
            }
        }
    }
    uint8_t hash[BLAKE2B_MAX];
    LOCAL_TEXT(hex, 2 * BLAKE2B_MAX + 1);
    blake2b((struct span){all.data, all.len}, NULL, 0, hash, sizeof hash);
    text_hex(&hex, hash, sizeof hash);
    assert_string_equal(hex.data, signature);
    free(all.data);
}

CLAIM(every_face_is_equally_likely) {
    int count[FACES + 1] = {0}, n = 0;
    for (int day = FIRST; day < FIRST + DAYS; day++) {
        for (uint32_t turn = 0; turn < 13; turn++) {
            uint8_t faces[DICE_MAX];
            daily_faces(day, books[0], turn, turn % 3, DICE_MAX, faces);
            for (int i = 0; i < DICE_MAX; i++, n++)
                count[faces[i]]++;
        }
    }
    double chi = 0, expected = n / 6.0;
    for (int face = 1; face <= FACES; face++)
        chi += (count[face] - expected) * (count[face] - expected) / expected;
    assert_true(chi < 20.5); /* exceeded by one fair die in a thousand */
}

CLAIM(books_days_turns_and_rolls_have_dice_of_their_own) {
    uint8_t faces[4][4][DICE_MAX];
    for (uint32_t i = 0; i < 4; i++) {
        daily_faces(FIRST, books[i], 0, 0, DICE_MAX, faces[0][i]);
        daily_faces(FIRST + (int)i, books[0], 0, 0, DICE_MAX, faces[1][i]);
        daily_faces(FIRST, books[0], i, 0, DICE_MAX, faces[2][i]);
        daily_faces(FIRST, books[0], 0, i, DICE_MAX, faces[3][i]);
    }
    for (int sort = 0; sort < 4; sort++) {
        for (int i = 0; i < 4; i++) {
            for (int j = 0; j < i; j++)
                assert_memory_not_equal(faces[sort][i], faces[sort][j], DICE_MAX);
        }
    }
}

CLAIM(a_throw_of_fewer_dice_is_the_beginning_of_a_throw_of_more) {
    for (uint32_t turn = 0; turn < 13; turn++) {
        uint8_t all[DICE_MAX], some[DICE_MAX];
        daily_faces(FIRST, books[1], turn, 1, DICE_MAX, all);
        for (int n = 1; n < DICE_MAX; n++) {
            daily_faces(FIRST, books[1], turn, 1, n, some);
            assert_memory_equal(all, some, n);
        }
    }
}

/* The dice of the next turn after this one was played by taking the first or the last choice. */
static struct dice next_turn(const char *book, bool last) {
    begin(book, FIRST);
    tell("roll");
    const struct state *s = table_now(table);
    while (!s->game.turns[0]) {
        struct action list[ACTIONS_MAX];
        LOCAL_TEXT(line, 256);
        int count = game_legal(&s->rules, &s->game, list);
        if (s->game.phase == PHASE_CHOOSE)
            action_print(&s->rules, list[last ? count - 1 : 0], &line);
        tell(s->game.phase == PHASE_CHOOSE ? line.data : "roll");
    }
    tell("roll");
    return table_throw(table, table_throws(table) - 1)->dice;
}

TABLE_CLAIM(earlier_decisions_do_not_move_later_dice) {
    for (int i = 0; books[i]; i++) {
        struct dice one = next_turn(books[i]->id, false);
        struct dice other = next_turn(books[i]->id, true);
        uint8_t faces[DICE_MAX];
        assert_true(dice_same(one, other));
        struct dice public = {0};
        daily_faces(FIRST, books[i], 1, 0, books[i]->dice, faces);
        for (int n = 0; n < books[i]->dice; n++)
        public = dice_with(public, faces[n], 1);
        assert_true(dice_same(one, public));
    }
}

/* ---- the referee ---- */

TABLE_CLAIM(faces_that_the_day_does_not_have_are_refused) {
    begin("yardzee", FIRST);
    refuse("roll 6 6 6 6 6", "Type 'roll' without numbers");
    char words[256];
    struct text error = TEXT_IN(words);
    struct refusal refusal = {.words = &error};
    assert_false(table_prepare(table, span_of("roll 6 6 6 6 6"), TELLING_RECORD, NULL, &refusal));
    assert_non_null(strstr(words, "The dice of this day are different"));
}

TABLE_CLAIM(a_roll_that_was_seen_cannot_be_undone_but_a_decision_before_the_next_one_can) {
    begin("yardzee", FIRST);
    tell("roll");
    refuse("undo", "can't be undone");
    tell("keep -");
    tell("undo");
    tell("score chance");
    tell("undo");
    tell("keep -");
    tell("roll");
    refuse("undo", "can't be undone");
    tell("score chance");
    tell("undo");
    refuse("undo", "can't be undone");
}

TABLE_CLAIM(nothing_can_be_corrected) {
    begin("yardzee", FIRST);
    tell("roll");
    tell("score chance");
    refuse("correct 5 score ones", "nothing can be corrected");
    refuse("correct 2 seat Bea", "nothing can be corrected");
    refuse("correct 2 seat Ann bot perfect", "nothing can be corrected");
}

TABLE_CLAIM(only_one_person_plays_and_only_by_the_book) {
    begin("yardzee:bonus=0", FIRST);
    refuse("roll", "no house rules");
    begin("yardzee", FIRST);
    tell("seat Bea");
    refuse("roll", "for one person");
    static const char *const seats[] = {"seat Ann+Bea", "seat Ann bot perfect"};
    for (int i = 0; i < 2; i++) {
        table_clear(table);
        tell("rules yardzee");
        tell(seats[i]);
        tell("dice daily 2026-11-18");
        refuse("roll", "for one person");
    }
    table_clear(table);
    tell("dice daily 2026-11-18");
    refuse("position yardzee:bonus=0 ones=3 1 3,3,3,4,5 2", "empty sheet");
    tell("rules yardzee"); /* without a seat, the only player is Player 1 */
    tell("roll");
}

/* ---- results ---- */

static void play_out(void) {
    const struct state *s = table_now(table);
    tell("roll");
    while (!state_over(s)) {
        struct action list[ACTIONS_MAX];
        LOCAL_TEXT(line, 256);
        int count = game_legal(&s->rules, &s->game, list);
        if (s->game.phase == PHASE_CHOOSE)
            action_print(&s->rules, list[count - 1], &line);
        tell(s->game.phase == PHASE_CHOOSE ? line.data : "roll");
    }
}

static struct daily_result result(void) {
    struct daily_result result;
    LOCAL_TEXT(error, 256);
    if (!daily_result(table, &result, &error))
        fail_msg("%s", error.data);
    return result;
}

TABLE_CLAIM(a_finished_game_has_a_result_and_no_second_game) {
    for (int i = 0; books[i]; i++) {
        begin(books[i]->id, FIRST + 7);
        assert_false(result().finished);
        play_out();
        struct daily_result r = result();
        assert_int_equal(r.day, FIRST + 7);
        assert_ptr_equal(r.book, books[i]);
        assert_string_equal(r.name, "Ann");
        assert_true(r.finished);
        assert_int_equal(r.points,
                         game_total(&table_now(table)->rules, &table_now(table)->game, 0));
        assert_int_equal(r.turns, table_now(table)->game.turns[0]);
        refuse("rematch", "one game a day");
    }
}

TABLE_CLAIM(leaving_does_not_finish_the_game) {
    begin("yardzee", FIRST);
    tell("roll");
    tell("leave 1");
    assert_true(state_over(table_now(table)));
    assert_false(result().finished);
}

TABLE_CLAIM(hints_and_warnings_are_counted) {
    begin("yardzee", FIRST);
    tell("roll");
    tell("hint");
    tell("# warning");
    tell("score chance");
    tell("roll");
    tell("hint");
    assert_int_equal(result().hints, 2);
    assert_int_equal(result().warnings, 1);
}

TABLE_CLAIM(other_games_have_no_daily_result) {
    struct daily_result r;
    LOCAL_TEXT(error, 256);
    assert_false(daily_result(table, &r, &error));
    tell("rules yardzee");
    tell("dice seed 42");
    tell("roll");
    text_clear(&error);
    assert_false(daily_result(table, &r, &error));
    assert_non_null(strstr(error.data, "isn't a daily game"));
}

#define HEX16 "00112233445566778899aabbccddeeff"

TABLE_CLAIM(only_a_player_named_before_the_first_roll_counts) {
    uint8_t token[FAIR_BYTES], player[FAIR_BYTES];
    LOCAL_TEXT(line, 128);
    assert_true(span_hex(span_of(HEX16 HEX16), token, FAIR_BYTES));
    daily_player(token, player);
    text_put(&line, player_line);
    text_hex(&line, player, FAIR_BYTES);
    assert_string_equal(line.data,
                        "# player: "
                        "c95d9ee9df8b844678e62a846a9fc2a71a06a32f0f7b95cf674dcaf6d404cb0e");
    begin("yardzee", FIRST);
    tell("# player: of the year");
    assert_false(result().signed_by);
    tell(line.data);
    tell("# player: " HEX16 HEX16);
    tell("roll");
    assert_true(result().signed_by);
    assert_memory_equal(result().player, player, FAIR_BYTES);
    begin("yardzee", FIRST);
    tell("roll");
    tell(line.data);
    assert_false(result().signed_by);
}

CLAIM(days_are_numbered_from_october_2025) {
    int day;
    assert_true(day_parse(span_of("2025-10-01"), &day));
    assert_int_equal(daily_number(day), 1);
    assert_true(day_parse(span_of("2026-11-16"), &day));
    assert_int_equal(daily_number(day), 412);
}

CLAIM(a_streak_is_days_in_a_row_up_to_today_or_yesterday) {
    struct streak s = daily_streak(NULL, 0, 100);
    assert_int_equal(s.now, 0);
    assert_int_equal(s.longest, 0);
    int days[] = {99, 100, 98, 99, 90, 91, 92, 93, 103};
    s = daily_streak(days, 9, 100);
    assert_int_equal(s.now, 3);
    assert_int_equal(s.longest, 4);
    s = daily_streak(days, 9, 101);
    assert_int_equal(s.now, 3);
    s = daily_streak(days, 9, 102);
    assert_int_equal(s.now, 0);
    assert_int_equal(s.longest, 4);
    int first[] = {0, 1};
    assert_int_equal(daily_streak(first, 2, 1).now, 2);
}
