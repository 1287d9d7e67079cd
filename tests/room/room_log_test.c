/* The log of a table on a server: which lines it may contain, and how lines and questions are
 * answered. */
#include <stdlib.h>
#include <string.h>

#include "room/twin.h"
#include "talk/talk.h"

#define ZEROS "0000000000000000000000000000000000000000000000000000000000000000"

/* Checks that a line that must not be in a log is refused and changes nothing. */
static void refuse_line(struct twin *h, const char *line) {
    struct text error = TEXT_IN(h->words);
    int lines = room_lines(h->room);
    if (room_read(h->room, span_of(line), h->now, NULL, &error))
        fail_msg("'%s' is read", line);
    assert_true(error.len);
    assert_int_equal(lines, room_lines(h->room));
}

CLAIM(a_room_accepts_only_lines_that_can_come_next) {
    static const char *const at_the_beginning[] = {"rules yardzee", "# room: sit 1 Ann", "roll", "",
                                                   "# a comment",   "seat Ann"};
    struct twin empty = {.room = room_new()};
    for (size_t i = 0; i < sizeof at_the_beginning / sizeof *at_the_beginning; i++)
        refuse_line(&empty, at_the_beginning[i]);
    room_free(empty.room);
    static const char *const in_the_lobby[] = {"seat Ann",
                                               "roll 1 2 3 4 5",
                                               "# room: sit 1 Bea",
                                               "# room: sit 3 Bea",
                                               "# room: sit 2 Ann",
                                               "# room: dice fair",
                                               "# room: clock 5",
                                               "# room: start 1",
                                               "# room: keeper",
                                               "# room: late 1",
                                               "# room: ask 1 1 club",
                                               "# room: begin x",
                                               "# room: leave 2",
                                               "# room: move 2",
                                               "# hello",
                                               "# room: begin ",
                                               "# room: bot 2 X no",
                                               "rules yardzee",
                                               "undo",
                                               "# room: sit 2 Bea with 1 x+y",
                                               "date 2026-11-15T08:30:00Z",
                                               "yardstick 1",
                                               "dice seed 1",
                                               "# room: sit 2 Bea with 7",
                                               "# room: back 1",
                                               "# room: agree 1 1",
                                               "# room: nonsense",
                                               "# room: "};
    struct twin h = twin_with("yardzee", "seed 1", 0);
    for (size_t i = 0; i < sizeof in_the_lobby / sizeof *in_the_lobby; i++)
        refuse_line(&h, in_the_lobby[i]);
    struct text error = TEXT_IN(h.words);
    assert_true(room_read(h.room, span_of("# room: begin"), 0, NULL, &error));
    refuse_line(&h, "seat Zoe");
    refuse_line(&h, "start 1");
    refuse_line(&h, "# room: sit 2 Bea");
    twin_close(&h);
}

CLAIM(missing_follow_up_lines_are_written_before_anything_else) {
    struct twin h = twin_with("yardzee", "fair", 0);
    struct room_plan half = {.count = 1, .lines = {calloc(1, sizeof(struct planned_line))}};
    assert_non_null(half.lines[0]);
    half.lines[0]->text = strdup("# room: begin");
    twin_store(&h, &half);
    refuse_line(&h, "# room: sit 2 Bea");
    twin_duty(&h, ROOM_DUTY_SAY);
    assert_memory_equal(twin_line(&h, 0), "dice fair2 1024 ", 16);
    twin_last(&h, 2, "start 1");
    twin_share(&h, 1, 1);
    twin_close(&h);
}

CLAIM(during_a_game_the_log_accepts_only_lines_that_could_have_been_sent) {
    static const char *const lines[] = {"seat Zoe",
                                        "start 1",
                                        "dice seed 2",
                                        "dice fair " ZEROS,
                                        "rules yardzee",
                                        "roll",
                                        "undo",
                                        "correct 8 seat Zoe",
                                        "correct 8 seat Ann bot club",
                                        "# room: late 1",
                                        "# room: sit 3 Zoe with 1",
                                        "# room: begin",
                                        "# room: leave 9",
                                        "# room: back 1",
                                        "# room: agree 2 1",
                                        "# hi",
                                        "# room: ask 1 9 club",
                                        "# room: clock 9",
                                        "reveal " ZEROS,
                                        "hint",
                                        "rematch",
                                        "roll 1 1 1 1 1",
                                        "pace points",
                                        "score ones 3",
                                        "last 1 1 1 1 1",
                                        "share 1 -",
                                        "pledge 1 " ZEROS};
    struct twin h = twin_two("seed 1", 0);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        refuse_line(&h, lines[i]);
    twin_say(&h, 1, "roll");
    refuse_line(&h, "undo");
    refuse_line(&h, "score  chance"); /* a server writes a single space */
    twin_close(&h);
}

CLAIM(when_a_log_is_nearly_full_players_can_only_leave_or_move_their_place) {
    struct twin h = twin_with("yardzee", "seed 1", 0);
    struct text error = TEXT_IN(h.words);
    while (room_lines(h.room) < ROOM_LOG_MAX - 900)
        assert_true(room_read(h.room, span_of("# room: move 1"), 0, NULL, &error));
    struct room_plan plan;
    assert_int_equal(room_plan_say(h.room, 1, set_none(), span_of("begin"), &plan,
                                   &(struct refusal){.words = &error}),
                     ROOM_PHASE);
    assert_int_equal(room_plan_say(h.room, 1, set_none(), span_of("leave"), &plan,
                                   &(struct refusal){.words = &error}),
                     ROOM_OK);
    room_plan_clear(&plan);
    assert_int_equal(room_plan_move(h.room, 1, &plan, &error), ROOM_OK);
    room_plan_clear(&plan);
    while (room_lines(h.room) < ROOM_LOG_MAX)
        assert_true(room_read(h.room, span_of("# room: move 1"), 0, NULL, &error));
    assert_int_equal(room_plan_move(h.room, 1, &plan, &error), ROOM_PHASE);
    twin_close(&h);
}

CLAIM(a_room_answers_only_questions_and_answers_them_as_the_engine_does) {
    static char answer[ANSWER_MAX], same[ANSWER_MAX];
    static const char *const asked[] = {"state",        "state 4",
                                        "legal",        "sheet",
                                        "line 5",       "log",
                                        "results",      "book",
                                        "levels",       "verify",
                                        "help",         "sheet seat 1",
                                        "book yardkle", "possible score ones",
                                        "look"};
    struct twin h = twin_two("seed 1", 0);
    twin_say(&h, 1, "roll");
    struct table *copy = table_copy(room_table(h.room));
    struct talk *talk = talk_new(copy, NULL);
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        struct text out = TEXT_IN(answer), engine = TEXT_IN(same);
        assert_true(room_is_question(span_of(asked[i])));
        assert_int_equal(room_ask(h.room, span_of(asked[i]), &out), ROOM_OK);
        talk_line(talk, span_of(asked[i]), &engine);
        assert_string_equal(answer, same);
    }
    static const char *const refused[] = {
        "advise", "why",           "judge x", "analyse",       "bot club", "practice",  "daily",
        "new",    "secret " ZEROS, "quit",    "seal 1 " ZEROS, "roll",     "state 999", "",
        "# x"};
    int lines = room_lines(h.room);
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        struct text out = TEXT_IN(answer);
        assert_int_equal(room_ask(h.room, span_of(refused[i]), &out), ROOM_WORDS);
        assert_memory_equal(answer, "{\"error\":\"", 10);
    }
    assert_int_equal(lines, room_lines(h.room));
    assert_false(room_is_question(span_of("roll")));
    assert_false(room_is_question(span_of("bot Robo club")));
    talk_free(talk);
    table_free(copy);
    twin_close(&h);
}

CLAIM(the_original_answer_to_every_line_can_be_repeated) {
    static char first[64][1024];
    struct twin h = twin_two("physical", 0);
    static const char *const said[] = {"roll 1 1 2 3 4", "keep 1 1", "undo",      "keep 1",
                                       "roll 1 2 3 4",   "hint",     "score ones"};
    for (int i = 0; i < 7; i++) {
        twin_say(&h, 1, said[i]);
        struct text out = TEXT_IN(first[i]);
        room_answer(h.room, room_lines(h.room), &out);
    }
    assert_non_null(
        strstr(first[0], "{\"ok\":\"roll 1 1 2 3 4\",\"line\":12,\"phase\":\"choose\""));
    assert_non_null(strstr(first[6], "\"points\":2"));
    for (int i = 0; i < 7; i++) {
        char again[1024];
        struct text out = TEXT_IN(again);
        room_answer(h.room, room_lines(h.room) - 6 + i, &out);
        assert_string_equal(again, first[i]);
    }
    char words[1024];
    struct text out = TEXT_IN(words);
    room_answer(h.room, 99, &out);
    assert_string_equal(words, "{\"error\":\"There's no such line.\"}");
    twin_close(&h);
}

static void answer_of(const struct twin *h, int line, char ret[1024]) {
    struct text out = text_start(ret, 1024);
    room_answer(h->room, line, &out);
}

/* Plays solo games with real dice, one line at a time, until the log is this long. */
static void play_solo(struct twin *h, int lines) {
    static const char *const boxes[] = {
        "ones",           "twos",       "threes",    "fours",      "fives",
        "sixes",          "three-kind", "four-kind", "full-house", "small-straight",
        "large-straight", "five-kind",  "chance"};
    for (int turn = 0; room_lines(h->room) < lines; turn++) {
        char line[64];
        struct text l = TEXT_IN(line);
        text_add(&l, "score %s", boxes[turn % 13]);
        twin_say(h, 1, "roll 1 2 3 4 5");
        twin_say(h, 1, line);
        if (turn % 13 == 12)
            twin_say(h, 1, "rematch");
    }
}

static struct twin long_table(int lines) {
    struct twin h = twin_with("yardzee", "physical", 0);
    twin_say(&h, 1, "begin");
    play_solo(&h, lines);
    return h;
}

CLAIM(corrections_and_undos_do_not_change_the_answers_to_earlier_lines) {
    static char first[400][1024];
    struct twin h = twin_with("yardzee", "physical", 0);
    twin_say(&h, 1, "begin");
    int from = room_lines(h.room);
    static const char *const said[] = {
        "roll 1 1 2 3 4", "keep 1 1", "roll 2 3 4",   "undo",           "roll 5 5 5",
        "score ones",     "undo",     "score chance", "roll 2 2 2 2 2", "score five-kind"};
    for (int i = 0; i < 10; i++) {
        twin_say(&h, 1, said[i]);
        answer_of(&h, room_lines(h.room), first[i]);
    }
    char words[64], again[1024];
    struct text correction = TEXT_IN(words);
    text_add(&correction, "correct %d roll 1 1 2 3 6", from + 1);
    twin_say(&h, 1, words);
    for (int i = 0; i < 10; i++) {
        answer_of(&h, from + 1 + i, again);
        assert_string_equal(again, first[i]);
    }
    twin_close(&h);
}

CLAIM(a_line_too_old_to_replay_is_answered_without_its_state) {
    struct twin h = long_table(ROOM_REPLAY_MAX + 200);
    char before[1024], again[1024], words[64];
    int line = ROOM_REPLAY_MAX + 100;
    answer_of(&h, line, before);
    assert_non_null(strstr(before, "\"phase\""));
    while (strncmp(table_line(room_table(h.room), room_lines(h.room)), "score", 5))
        twin_say(&h, 1, "undo");
    struct text correction = TEXT_IN(words);
    text_add(&correction, "correct %d roll 1 2 3 4 6", room_lines(h.room) - 1);
    twin_say(&h, 1, words);
    answer_of(&h, line, again);
    assert_null(strstr(again, "\"phase\""));
    assert_non_null(strstr(again, table_line(room_table(h.room), line)));
    twin_close(&h);
}

/* The number after a key, or -1. */
static int number_of(const char *answer, const char *key) {
    const char *at = strstr(answer, key);
    return at ? atoi(at + strlen(key)) : -1;
}

CLAIM(the_pages_of_a_long_log_add_up_to_the_whole) {
    static char page[64 << 10];
    struct twin h = long_table(700);
    int asked = 0, last = 0, pages = 0;
    do {
        char question[32];
        struct text q = TEXT_IN(question), out = TEXT_IN(page);
        text_add(&q, pages ? "log %d" : "log", last);
        assert_int_equal(room_ask(h.room, span_of(question), &out), ROOM_OK);
        assert_false(out.cut);
        for (const char *at = page; (at = strstr(at, "{\"line\":")); at++) {
            int line = number_of(at, "{\"line\":");
            assert_true(line > last);
            last = line;
            asked++;
        }
        assert_true(++pages < 10);
    } while (number_of(page, "\"next\":") == last);
    assert_null(strstr(page, "\"next\""));
    assert_int_equal(pages, 4);
    const struct table *log = room_table(h.room);
    for (int i = 0; i < table_steps(log); i++) {
        int kind = table_step_kind(log, i);
        asked -= kind == ENTRY_SEAT || kind == ENTRY_ACTION || kind == ENTRY_REMATCH;
    }
    assert_int_equal(asked, 0);
    twin_close(&h);
}

static void asked(const struct twin *h, const char *question, char *ret, size_t size) {
    struct text out = text_start(ret, size);
    assert_int_equal(room_ask(h->room, span_of(question), &out), ROOM_OK);
}

CLAIM(a_cached_answer_is_recomputed_after_the_next_line) {
    static char first[1 << 16], again[1 << 16], later[1 << 16], other[1 << 16];
    struct twin h = long_table(200);
    asked(&h, "sheet seat 1", first, sizeof first);
    asked(&h, "sheet seat 1", again, sizeof again);
    assert_string_equal(first, again);
    asked(&h, "sheet", other, sizeof other);
    assert_string_not_equal(first, other);
    twin_say(&h, 1, "undo");
    asked(&h, "sheet", later, sizeof later);
    assert_string_not_equal(other, later);
    twin_close(&h);
}

CLAIM(results_of_many_games_come_in_pages) {
    static char page[64 << 10];
    struct twin h = long_table(27 * 70);
    int games = table_now(room_table(h.room))->games, seen = 0;
    const char *questions[] = {"results", "results 50"};
    for (int i = 0; i < 2; i++) {
        struct text out = TEXT_IN(page);
        assert_int_equal(room_ask(h.room, span_of(questions[i]), &out), ROOM_OK);
        for (const char *at = page; (at = strstr(at, "{\"game\":")); at++)
            assert_int_equal(number_of(at, "{\"game\":"), ++seen);
        assert_int_equal(number_of(page, "\"next\":"), i ? -1 : 50);
    }
    assert_true(games > 50);
    assert_int_equal(seen, games);
    twin_close(&h);
}

CLAIM(a_prepared_line_that_is_not_stored_leaves_nothing_behind) {
    struct twin h = twin_two("physical", 0);
    struct room_plan plan, other;
    struct text error = TEXT_IN(h.words);
    twin_say(&h, 1, "roll 1 1 2 3 4");
    assert_int_equal(room_plan_say(h.room, 1, set_none(), span_of("score ones"), &plan,
                                   &(struct refusal){.words = &error}),
                     ROOM_OK);
    assert_int_equal(room_plan_say(h.room, 1, set_none(), span_of("score twos"), &other,
                                   &(struct refusal){.words = &error}),
                     ROOM_OK);
    table_commit(room_table(h.room)); /* does nothing: planning leaves no line prepared */
    assert_int_equal(twin_now(&h)->game.card[0].filled, 0);
    room_plan_clear(&plan);
    room_plan_clear(&other);
    twin_close(&h);
}

/* Rolls and makes legal choices, game after game, until the log is this long. */
static void play_until(struct twin *h, int lines, struct draw *draw) {
    while (room_lines(h->room) < lines) {
        struct state view = twin_view(h);
        char words[128];
        struct text w = text_start(words, sizeof words);
        if (state_over(&view)) {
            twin_again(h);
            continue;
        }
        if (state_falling(&view))
            text_put(&w, "roll");
        else
            twin_choice(&view, draw, &w);
        twin_say(h, state_seat(&view) + 1, words);
    }
}

CLAIM(a_room_of_250_lines_takes_less_than_100_kilobytes) {
    struct draw draw = {250};
    struct twin h = twin_two("seed 1", 0);
    size_t begun = room_bytes(h.room), lines = (size_t)room_lines(h.room);
    assert_true(begun > sizeof(struct state));
    play_until(&h, 250, &draw);
    size_t bytes = room_bytes(h.room);
    assert_true(bytes < 100000);
    assert_true(bytes > begun + (250 - lines) * 40); /* the text and positions of the new lines */
    /* Looking back unpacks a few steps, which are counted, too. */
    table_step(room_table(h.room), 0);
    assert_true(room_bytes(h.room) >= bytes + STEPS_AT_HAND * sizeof(struct step));
    table_forget_steps(room_table(h.room));
    assert_int_equal(room_bytes(h.room), bytes);
    LOCAL_TEXT(answer, 100000);
    assert_int_equal(room_ask(h.room, span_of("log"), &answer), ROOM_OK);
    assert_true(room_bytes(h.room) < 100000); /* an answer leaves nothing unpacked behind */
    /* The follower has only read the same lines. */
    assert_true(room_bytes(h.follower) < 100000);
    play_until(&h, 2000, &draw);
    assert_true(room_bytes(h.room) < 2000 * 250);
    twin_close(&h);
}
