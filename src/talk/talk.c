#include "talk/talk.h"

#include <stdlib.h>
#include <string.h>

#include "coach/analysis.h"
#include "coach/bot_seat.h"
#include "report/report.h"
#include "talk/answers.h"

struct talk {
    struct work *work;
    struct adviser *adviser; /* made when first asked */
    struct table *table;
    struct record *record;
    bool own_table;
    struct state before; /* the line: kept to tell what an event changed */
};

/* Questions and orders that are no events; NULL at the end. */
static const char *const questions[] = {"legal",  "advise", "why",   "analyse", "bot",
                                        "levels", "book",   "state", "line",    "new",
                                        "help",   "quit",   NULL};

struct talk *talk_new(struct table *table, struct record *record) {
    struct talk *talk = calloc(1, sizeof *talk);
    if (!talk)
        return NULL;
    talk->own_table = !table;
    talk->table = table ? table : table_new();
    talk->record = record;
    if (!talk->table) {
        free(talk);
        return NULL;
    }
    return talk;
}

void talk_free(struct talk *talk) {
    if (talk && talk->own_table)
        table_free(talk->table);
    if (talk)
        adviser_free(talk->adviser);
    free(talk);
}

void talk_use_work(struct talk *talk, struct work *work) {
    talk->work = work;
}

void talk_use_adviser(struct talk *talk, struct adviser *adviser) {
    adviser_free(talk->adviser);
    talk->adviser = adviser;
}

struct adviser *talk_take_adviser(struct talk *talk) {
    struct adviser *adviser = talk->adviser;
    talk->adviser = NULL;
    return adviser;
}

static void answer_help(struct text *out) {
    struct json j = json_start(out);
    json_open(&j, NULL, '{');
    json_open(&j, "words", '[');
    for (int i = 0; event_words[i]; i++)
        json_string(&j, NULL, event_words[i]);
    for (int i = 0; questions[i]; i++)
        json_string(&j, NULL, questions[i]);
    json_close(&j, ']');
    json_open(&j, "rules", '[');
    for (int i = 0; books[i]; i++)
        json_string(&j, NULL, books[i]->id);
    json_close(&j, ']');
    json_close(&j, '}');
}

static bool is_word(const char *const *list, struct span word) {
    for (int i = 0; list[i]; i++) {
        if (span_is(word, list[i]))
            return true;
    }
    return false;
}

static void unknown_word(struct span verb, struct text *out) {
    const char *all[64];
    int n = 0;
    for (int i = 0; event_words[i]; i++)
        all[n++] = event_words[i];
    for (int i = 0; questions[i]; i++)
        all[n++] = questions[i];
    all[n] = NULL;
    char words[256];
    struct text w = TEXT_IN(words);
    const char *near = nearest_word(verb, all);
    if (!verb.len)
        text_put(&w, "the line is empty; 'help' lists the words");
    else
        text_add(&w, "'%.*s' is no word of the table language", span_shown(verb), verb.at);
    if (near)
        text_add(&w, "; did you mean '%s'?", near);
    answer_error(out, words);
}

/* `rules` and `position` begin a new table once this one has rules: whoever says them wants to go
 * on to the next game or puzzle. */
static bool begins_anew(const struct talk *talk, struct span verb) {
    return (span_is(verb, "rules") || span_is(verb, "position")) &&
           table_now(talk->table)->rules.book;
}

static void say(struct talk *talk, struct span line, struct span verb, struct text *out) {
    char words[1024], written[LINE_MAX_BYTES];
    struct text error = TEXT_IN(words), as_written = TEXT_IN(written);
    if (begins_anew(talk, verb) && !talk->record) {
        struct event e; /* only a good line may clear the table */
        bool too_long = line.len >= LINE_MAX_BYTES;
        if (too_long)
            text_put(&error, "the line is too long");
        if (too_long || !event_parse(NULL, line, &e, &error)) {
            answer_error(out, words);
            return;
        }
        table_clear(talk->table);
    }
    talk->before = *table_now(talk->table);
    if (record_say(talk->record, talk->table, line, &as_written, &error))
        answer_event(out, written, &talk->before, talk->table);
    else
        answer_error(out, words);
}

/* The game a question is about; NULL, and the answer says so, when there is none yet. */
static const struct state *asked_about(struct talk *talk, struct text *out) {
    struct state *view = &talk->before; /* free for use between two events */
    state_view(table_now(talk->table), view);
    if (!view->rules.book || view->stage == STAGE_OPENING) {
        answer_error(out, view->rules.book ? "the roll for who starts decides nothing"
                                           : "name the rules first, such as: rules yardzee");
        return NULL;
    }
    if (!talk->adviser)
        talk->adviser = adviser_new(0);
    return view;
}

static void advise(struct talk *talk, struct span words, struct text *out) {
    struct advice advice;
    char error_words[512];
    struct text error = TEXT_IN(error_words);
    struct goal goal;
    if (!goal_parse(words, &goal, &error)) {
        answer_error(out, error_words);
        return;
    }
    const struct state *view = asked_about(talk, out);
    if (!view)
        return;
    goal = goal_of_game(&view->rules, &view->game, goal);
    if (adviser_advise(talk->adviser, &view->rules, &view->game, goal, talk->work, &advice, &error))
        answer_advice(out, &view->rules, &view->game, goal, &advice);
    else
        answer_error(out, error_words);
}

static void why(struct talk *talk, struct span words, struct text *out) {
    struct reasons reasons;
    char error_words[512];
    struct text error = TEXT_IN(error_words);
    struct action instead;
    const struct state *view = asked_about(talk, out);
    if (!view)
        return;
    if ((words.len && !action_parse(&view->rules, words, &instead, &error)) ||
        !reason_of(talk->adviser, &view->rules, &view->game, words.len ? &instead : NULL,
                   talk->work, &reasons, &error))
        answer_error(out, error_words);
    else
        answer_why(out, &view->rules, &reasons);
}

static void analyse(struct talk *talk, struct text *out) {
    struct analysis analysis = {0};
    struct solved_tables tables;
    char error_words[512];
    struct text error = TEXT_IN(error_words);
    const struct state *view = asked_about(talk, out);
    if (!view)
        return;
    if (ledger_prepare(talk->adviser, &view->rules, talk->work, &tables, &error) &&
        analysis_of(&tables, talk->table, NULL, &analysis, &error))
        report_json(out, &analysis);
    else
        answer_error(out, error_words);
    analysis_free(&analysis);
}

/* What a bot of the level would do: `bot club`, `bot club 0.25`. */
static void bot(struct talk *talk, struct span words, struct text *out) {
    char error_words[512];
    struct text error = TEXT_IN(error_words);
    struct span rest = words, name = span_word(&rest);
    const struct bot_level *level = bot_find(name);
    struct action action;
    double random;
    const struct state *view = asked_about(talk, out);
    if (!view)
        return;
    if (!name.len)
        text_put(&error, "behind 'bot' stands its level; 'levels' lists them");
    else if (!level)
        text_add(&error, "'%.*s' is no level of a bot; 'levels' lists them", span_shown(name),
                 name.at);
    else if (view->game.phase == PHASE_OVER)
        text_put(&error, "the game is over");
    else if (view->stage != STAGE_PLAY || view->game.phase != PHASE_CHOOSE)
        text_put(&error, "dice are about to fall; there is nothing to choose yet");
    else if (rest.len && !span_fraction(rest, &random))
        text_put(&error, "behind the level stands a number from 0 to below 1, such as 0.25");
    else if ((rest.len || bot_seat_random(&random, &error)) &&
             bot_choose(talk->adviser, level, &view->rules, &view->game, random, talk->work,
                        &action, &error)) {
        answer_bot(out, &view->rules, level, action);
        return;
    }
    answer_error(out, error_words);
}

/* The rules in words: those named, or those in force. */
static void book(struct talk *talk, struct span words, struct text *out) {
    char error_words[1024];
    struct text error = TEXT_IN(error_words);
    struct rules rules = table_now(talk->table)->rules;
    if (!words.len && !rules.book)
        text_put(&error, "name the rules first, such as: book yardzee");
    else if (!words.len || rules_parse(words, &rules, &error)) {
        answer_book(out, &rules);
        return;
    }
    answer_error(out, error_words);
}

static void answer_question(struct talk *talk, struct span verb, struct span rest,
                            struct text *out) {
    const struct state *s = table_now(talk->table);
    int64_t number;
    static const char *const take_more[] = {"line", "advise", "why", "bot", "book", NULL};
    bool takes_more = is_word(take_more, verb);
    if (rest.len && !takes_more) {
        answer_error(out, "nothing may follow this word");
    } else if (span_is(verb, "legal")) {
        answer_legal(out, s);
    } else if (span_is(verb, "state")) {
        answer_state(out, talk->table);
    } else if (span_is(verb, "help")) {
        answer_help(out);
    } else if (span_is(verb, "line")) {
        if (span_number(rest, 1, table_lines(talk->table), &number))
            answer_line(out, talk->table, (int)number);
        else
            answer_error(out, "line takes the number of a line of the log");
    } else if (span_is(verb, "new")) {
        if (talk->record) {
            answer_error(out, "this table is being recorded and stays");
            return;
        }
        table_clear(talk->table);
        text_put(out, "{\"ok\":\"new\"}");
    } else if (span_is(verb, "why")) {
        why(talk, rest, out);
    } else if (span_is(verb, "analyse")) {
        analyse(talk, out);
    } else if (span_is(verb, "bot")) {
        bot(talk, rest, out);
    } else if (span_is(verb, "levels")) {
        answer_levels(out);
    } else if (span_is(verb, "book")) {
        book(talk, rest, out);
    } else {
        advise(talk, rest, out);
    }
}

bool talk_line(struct talk *talk, struct span line, struct text *out) {
    struct span rest = line;
    struct span verb = span_word(&rest);
    text_clear(out);
    if (span_is(verb, "quit") && !rest.len)
        return false;
    if ((verb.len && verb.at[0] == '#') || is_word(event_words, verb))
        say(talk, line, verb, out);
    else if (is_word(questions, verb))
        answer_question(talk, verb, rest, out);
    else
        unknown_word(verb, out);
    if (out->cut) {
        text_clear(out);
        answer_error(out, "the answer is too long");
    }
    return true;
}
