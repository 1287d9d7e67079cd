#include "talk/questions.h"

#include <limits.h>

#include "core/say.h"
#include "play/scoresheet.h"
#include "talk/answers.h"

static void ask_legal(struct talk *talk, struct span words, struct text *out) {
    (void)words;
    answer_legal(out, table_now(talk->table));
}

/* `possible bank 850`: whether the table would accept this choice. Not for rolls, which are no
 * choices. */
static void ask_possible(struct talk *talk, struct span words, struct text *out) {
    LOCAL_TEXT(error, 1024);
    const struct state *now = table_now(talk->table);
    struct action a;
    if (!now->rules.book)
        say(&error, play_rules_first);
    else if (!words.len || span_is(span_word(&(struct span){words.at, words.len}), "roll"))
        say(&error, talk_possible_takes);
    else if (action_parse(&now->rules, words, &a, &error)) {
        answer_possible(out, now, &a);
        return;
    }
    answer_error(out, error.data);
}

/* The current state, or the state after a line. */
static void ask_state(struct talk *talk, struct span words, struct text *out) {
    int64_t line;
    if (!words.len)
        answer_state(out, talk->table);
    else if (span_number(words, 0, table_lines(talk->table), &line))
        answer_state_at(out, talk->table, (int)line);
    else
        answer_error(out, WORDS(talk_state_takes));
}

static void ask_look(struct talk *talk, struct span words, struct text *out) {
    (void)words;
    answer_look(out, talk->table);
}

static void ask_line(struct talk *talk, struct span words, struct text *out) {
    int64_t line;
    if (span_number(words, 1, table_lines(talk->table), &line))
        answer_line(out, talk->table, (int)line);
    else
        answer_error(out, WORDS(talk_line_takes));
}

/* The whole log or, with a line number, one page of the lines after it. */
static void ask_log(struct talk *talk, struct span words, struct text *out) {
    int64_t after = 0;
    if (words.len && !span_number(words, 0, INT_MAX, &after))
        answer_error(out, WORDS(talk_log_takes));
    else
        answer_log(out, talk->table, (int)after, words.len ? LOG_PAGE : INT_MAX);
}

/* The rules in words: the ones named, or the table's. With `guide`, how to play them. */
static void ask_book(struct talk *talk, struct span words, struct text *out) {
    LOCAL_TEXT(error, 1024);
    struct rules rules = table_now(talk->table)->rules;
    struct span rest = words;
    bool guide = span_is(span_word(&rest), "guide");
    if (guide)
        words = rest;
    if (!words.len && !rules.book)
        say(&error, talk_book_rules_first);
    else if (!words.len || rules_parse(words, &rules, &error)) {
        if (guide)
            answer_guide(out, &rules);
        else
            answer_book(out, &rules);
        return;
    }
    answer_error(out, error.data);
}

static void ask_levels(struct talk *talk, struct span words, struct text *out) {
    (void)talk, (void)words;
    answer_levels(out);
}

/* Like `log`: all games or, with a number, one page of the games after that game. */
static void ask_results(struct talk *talk, struct span words, struct text *out) {
    int64_t after = 0;
    if (words.len && !span_number(words, 0, INT_MAX, &after))
        answer_error(out, WORDS(talk_results_takes));
    else
        answer_results(out, talk->table, (int)after, words.len ? RESULTS_PAGE : INT_MAX);
}

/* ---- sheet ---- */

/* A sheet of the table; NULL, with an error, if there is none. */
static struct scoresheet *sheet_of_table(const struct table *t, struct span words,
                                         struct text *error) {
    const struct state *now = table_now(t);
    int games = now->games + !state_over(now), lines = table_lines(t);
    struct span rest = words, first = span_word(&rest);
    bool of_seat = span_is(first, "seat"), of_line = span_is(first, "line");
    int64_t number;
    if (!now->rules.book)
        say(error, talk_sheet_rules_first);
    else if (!words.len)
        return scoresheet_of_game(t, -1);
    else if (of_seat && span_number(rest, 1, now->seat_count, &number))
        return scoresheet_of_series(t, (int)number - 1);
    else if (of_seat)
        say(error, talk_sheet_seat_takes);
    else if (of_line && !span_number(rest, 1, lines, &number))
        say(error, talk_sheet_line_takes);
    else if (of_line && !table_state(t, table_steps_until(t, (int)number))->rules.book)
        say(error, talk_no_rules_at_line, .line = number);
    else if (of_line)
        return scoresheet_of_past(t, (int)number);
    else if (span_number(words, 1, games, &number))
        return scoresheet_of_game(t, (int)number - 1);
    else
        say(error, talk_no_game, .word = SHOWN(words), .last = games);
    return NULL;
}

/* `sheet`, `sheet 2`, `sheet seat 1`, `sheet line 7`; blank sheets: `sheet yardzee`,
 * `sheet blank yardzee`. */
static struct scoresheet *sheet_named(const struct table *t, struct span words,
                                      struct text *error) {
    struct span rest = words, first = span_word(&rest);
    struct rules rules;
    bool digit = first.len && first.at[0] >= '0' && first.at[0] <= '9';
    if (!first.len || digit || span_is(first, "seat") || span_is(first, "line"))
        return sheet_of_table(t, words, error);
    bool good = rules_parse(span_is(first, "blank") ? rest : words, &rules, error);
    return good ? scoresheet_blank(&rules, 0) : NULL;
}

static void ask_sheet(struct talk *talk, struct span words, struct text *out) {
    LOCAL_TEXT(error, 1024);
    struct scoresheet *sheet = sheet_named(talk->table, words, &error);
    if (sheet)
        answer_sheet(out, sheet);
    else
        answer_error(out, error.data);
    scoresheet_free(sheet);
}

/* ---- fair dice ---- */

static void ask_verify(struct talk *talk, struct span words, struct text *out) {
    (void)words;
    answer_verify(out, talk->table);
}

/* "HEX": the secret of fair dice, from the host that throws them; "HEX 1024": the secret of version
 * 2, with the number of links in its chain. The secret is not written anywhere. */
static void ask_secret(struct talk *talk, struct span words, struct text *out) {
    uint8_t secret[FAIR_BYTES], commitment[FAIR_BYTES];
    struct span rest = words, hex = span_word(&rest);
    int64_t links = 0;
    if (!span_hex(hex, secret, FAIR_BYTES) ||
        (rest.len && !span_number(rest, 1, FAIR_CHAIN_MAX, &links))) {
        answer_error(out, WORDS(talk_secret_takes));
        return;
    }
    table_know_secret(talk->table, secret);
    if (links)
        chain_link(secret, (int)links, 0, commitment);
    else
        fair_commitment(secret, commitment);
    answer_bytes(out, "commitment", commitment);
}

/* The pledge for a seat's share of the current dice. */
static void ask_seal(struct talk *talk, struct span words, struct text *out) {
    const struct state *now = table_now(talk->table);
    uint8_t share[FAIR_BYTES], pledge[FAIR_BYTES];
    int64_t seat;
    struct span rest = words;
    bool good =
        span_number(span_word(&rest), 1, SEATS_MAX, &seat) && span_hex(rest, share, FAIR_BYTES);
    if (!good) {
        answer_error(out, WORDS(talk_seal_takes));
    } else if (now->fair.stage != FAIR_COMMITTED) {
        answer_error(out, WORDS(play_not_committed));
    } else {
        fair_pledge(now->dice.commitment, (int)seat - 1, share, pledge);
        answer_bytes(out, "pledge", pledge);
    }
}

/* ---- new and help ---- */

static void ask_new(struct talk *talk, struct span words, struct text *out) {
    (void)words;
    if (talk->record) {
        answer_error(out, WORDS(talk_table_recorded));
        return;
    }
    table_clear(talk->table);
    text_put(out, "{\"ok\":\"new\"}");
}

static void ask_help(struct talk *talk, struct span words, struct text *out) {
    (void)talk, (void)words;
    struct json j = json_begin(out);
    json_open(&j, "words", '[');
    for (int word = 0; word < WORDS_COUNT; word++) {
        if (vocabulary[word].uses & (AN_ENTRY | A_QUESTION))
            json_string(&j, NULL, vocabulary[word].text);
    }
    json_close(&j, ']');
    json_open(&j, "rules", '[');
    for (int i = 0; books[i]; i++)
        json_string(&j, NULL, books[i]->id);
    json_close(&j, ']');
    json_close(&j, '}');
}

/* ---- all questions ---- */

static const struct {
    ask_fn *answer;
    bool alone; /* nothing may follow the word */
} questions[] = {
    [WORD_LEGAL] = {ask_legal, true},
    [WORD_POSSIBLE] = {ask_possible, false},
    [WORD_ADVISE] = {ask_advise, false},
    [WORD_WHY] = {ask_why, false},
    [WORD_JUDGE] = {ask_judge, false},
    [WORD_ANALYSE] = {ask_analyse, true},
    [WORD_BOT] = {ask_bot, false},
    [WORD_LEVELS] = {ask_levels, true},
    [WORD_PRACTICE] = {ask_practice, false},
    [WORD_DAILY] = {ask_daily, false},
    [WORD_BOOK] = {ask_book, false},
    [WORD_SHEET] = {ask_sheet, false},
    [WORD_STATE] = {ask_state, false},
    [WORD_LOOK] = {ask_look, true},
    [WORD_LINE] = {ask_line, false},
    [WORD_LOG] = {ask_log, false},
    [WORD_RESULTS] = {ask_results, false},
    [WORD_VERIFY] = {ask_verify, true},
    [WORD_SECRET] = {ask_secret, false},
    [WORD_SEAL] = {ask_seal, false},
    [WORD_NEW] = {ask_new, true},
    [WORD_HELP] = {ask_help, true},
    [WORD_QUIT] = {NULL, true}, /* talk_line() handles `quit` without arguments */
};
_Static_assert(sizeof questions / sizeof *questions == WORD_BEGIN,
               "the questions end where the words of rooms begin");

void question_answer(struct talk *talk, enum word word, struct span rest, struct text *out) {
    if (questions[word].alone && rest.len)
        answer_error(out, WORDS(talk_nothing_follows));
    else
        questions[word].answer(talk, rest, out);
}
