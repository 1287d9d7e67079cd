/* Tables with 99 seats: whole games of every book, replayed from their records; winners and ties
 * among high seat numbers; a roll-off between 99 players; the memory that a table takes. */
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "play/record.h"
#include "play/results.h"
#include "same.h"

static void say(struct table *t, const char *line) {
    char words[512];
    struct text error = TEXT_IN(words);
    if (!table_say(t, span_of(line), &error))
        fail_msg("'%s': %s", line, words);
}

static struct table *seated(const char *rules, const char *dice, const char *start, int seats) {
    struct table *t = table_new();
    char line[64];
    snprintf(line, sizeof line, "rules %s", rules);
    say(t, line);
    for (int i = 1; i <= seats; i++) {
        snprintf(line, sizeof line, "seat Player %d", i);
        say(t, line);
    }
    snprintf(line, sizeof line, "dice %s", dice);
    say(t, line);
    snprintf(line, sizeof line, "start %s", start);
    say(t, line);
    return t;
}

static void play_out(struct table *t, struct draw *draw) {
    while (!state_over(table_now(t))) {
        const struct state *s = table_now(t);
        struct action list[ACTIONS_MAX];
        int n = s->stage == STAGE_PLAY ? game_legal(&s->rules, &s->game, list) : 0;
        LOCAL_TEXT(line, 64);
        if (n)
            action_print(&s->rules, list[draw_below(draw, n)], &line);
        else
            text_put(&line, "roll");
        say(t, line.data);
    }
}

CLAIM(games_of_99_seats_can_be_played_replayed_undone_and_played_again) {
    struct draw draw = {5};
    for (const struct book *const *book = books; *book; book++) {
        char rules[64];
        snprintf(rules, sizeof rules, "%s%s", (*book)->id,
                 (*book)->family == FAMILY_PRESS ? ":entry=0,goal=1000,settlement=on"
                                                 : ":settlement=on");
        struct table *t = seated(rules, "seed 11", "roll", SEATS_MAX);
        play_out(t, &draw);
        assert_true(set_any(game_winners(&table_now(t)->rules, &table_now(t)->game)));
        struct state end = *table_now(t);
        for (int i = 0; i < 40; i++)
            say(t, "undo");
        assert_false(state_over(table_now(t)));
        play_out(t, &draw);
        say(t, "rematch");
        play_out(t, &draw);
        assert_int_equal(table_now(t)->games, 2);
        struct table *copy = table_copy(t);
        assert_true(same_state(table_now(copy), table_now(t)));
        int64_t sum = 0;
        for (int seat = 0; seat < SEATS_MAX; seat++)
            sum += table_now(t)->ledger[seat];
        assert_int_equal(sum, 0);
        assert_int_equal(end.seat_count, SEATS_MAX);
        table_free(copy);
        table_free(t);
    }
}

CLAIM(every_step_of_a_game_of_99_seats_is_found_again) {
    struct draw draw = {6};
    struct table *t = seated("yardzee", "seed 3", "1", SEATS_MAX);
    play_out(t, &draw);
    static struct state s;
    state_start(&s);
    for (int i = 0; i < table_steps(t); i++) {
        LOCAL_TEXT(error, 256);
        assert_true(same_state(table_state(t, i), &s));
        struct entry e;
        table_step_entry(t, i, &e);
        assert_true(state_step(&s, &e, &(struct refusal){.words = &error}));
    }
    for (int i = table_steps(t) - 1; i >= 0; i -= 97) { /* jumping back unpacks from a snapshot */
        static struct state alone;
        struct table *part = table_new();
        for (int line = 1; line <= table_step_line(t, i) - 1; line++)
            say(part, table_line(t, line));
        alone = *table_now(part);
        assert_true(same_state(table_state(t, i), &alone));
        table_free(part);
        if (i < 400)
            break;
    }
    table_free(t);
}

CLAIM(players_in_seats_above_32_and_64_win_and_tie) {
    struct table *t = seated("yardkle:entry=0,goal=300,settlement=on", "physical", "1", SEATS_MAX);
    for (int seat = 1; seat <= SEATS_MAX; seat++) {
        bool wins = seat == 33 || seat == 65 || seat == 99;
        say(t, wins ? "roll 3 3 3 2 4 6" : "roll 1 2 2 3 4 6");
        say(t, wins ? "take 3 3 3 stop" : "take 1 stop");
    }
    for (int seat = 1; seat < 33; seat++) {
        say(t, "roll 2 2 3 3 4 6");
    }
    const struct state *s = table_now(t);
    assert_true(state_over(s));
    struct set winners = set_with(set_with(set_one(32), 64), 98);
    assert_true(set_same(game_winners(&s->rules, &s->game), winners));
    LOCAL_TEXT(words, 256);
    result_winners(s, &words);
    assert_string_equal(words.data, "Player 33, Player 65 and Player 99 share the win");
    for (int seat = 0; seat < SEATS_MAX; seat++)
        assert_int_equal(s->wins[seat], set_has(winners, seat));
    assert_int_equal(s->ledger[98], 96 * 200);
    table_free(t);
}

CLAIM(a_roll_off_between_99_players_goes_on_among_those_who_tied) {
    struct table *t = seated("yardzee", "physical", "roll", SEATS_MAX);
    for (int seat = 1; seat <= SEATS_MAX; seat++)
        say(t, seat == 40 || seat == 70 || seat == 97 ? "roll 6 6 6 6 6" : "roll 1 1 1 1 1");
    const struct state *s = table_now(t);
    assert_int_equal(s->stage, STAGE_OPENING);
    assert_true(set_same(s->opening.contenders, set_with(set_with(set_one(39), 69), 96)));
    assert_int_equal(state_seat(s), 39);
    say(t, "roll 1 1 1 1 1");
    assert_int_equal(state_seat(s), 69);
    say(t, "roll 2 2 2 2 2");
    say(t, "roll 2 2 2 2 2");
    assert_int_equal(state_seat(s), 69);
    say(t, "roll 3 3 3 3 3");
    say(t, "roll 4 4 4 4 4");
    assert_int_equal(s->stage, STAGE_PLAY);
    assert_int_equal(state_seat(s), 96);
    table_free(t);
}

CLAIM(a_hundredth_seat_is_refused) {
    struct table *t = seated("yardzee", "physical", "99", SEATS_MAX);
    LOCAL_TEXT(error, 256);
    assert_false(table_say(t, span_of("seat One More"), &error));
    assert_non_null(strstr(error.data, "99"));
    assert_false(table_say(t, span_of("start 100"), &error));
    table_free(t);
}

CLAIM(a_line_of_a_large_table_takes_less_than_350_bytes) {
    struct draw draw = {7};
    struct table *t = seated("yardzee", "seed 5", "1", SEATS_MAX);
    size_t begun = table_bytes(t);
    int lines = table_lines(t);
    play_out(t, &draw);
    table_forget_steps(t);
    size_t each = (table_bytes(t) - begun) / (size_t)(table_lines(t) - lines);
    if (each >= 350)
        fail_msg("%zu bytes a line", each);
    table_free(t);
}
