/* Practice: your own mistakes when they come due, and new positions. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cached_adviser.h"
#include "cli/cli.h"
#include "cli/progress.h"
#include "cli/quiz.h"
#include "coach/mistakes.h"

struct request {
    struct rules rules;
    bool ruled; /* rules were given */
    const char *name;
    int count;
    int level; /* -1: not given */
    uint64_t seed;
    bool json;
    int today;
};

struct session {
    const struct request *request;
    struct adviser *adviser;
    struct quiz quiz;
    struct mistakes mistakes;
    int exit;
};

static void warn(void *user, const char *words) {
    struct session *s = user;
    s->exit = problem("%s", words);
}

/* Ends the progress bar; returns false and sets the exit code if the work was canceled or
 * failed. */
static bool worked(struct session *s, struct progress *p, bool good, const char *words) {
    if (!progress_end(p)) {
        s->exit = EXIT_PROBLEM;
        return false;
    }
    if (!good)
        s->exit = problem("%s", words);
    return good;
}

/* ---- new positions ---- */

static const char *level_words(int level) {
    return words_of(practice_level_message(level));
}

static bool ask_new(struct session *s, const struct practice_question *q, const char *about) {
    const struct rules *r = &s->request->rules;
    struct action answer;
    if (!quiz_ask(&s->quiz, r, q, about, &answer))
        return false;
    quiz_grade(&s->quiz, s->adviser, r, q, answer, 0);
    return true;
}

static void ask_generated(struct session *s, int count) {
    const struct request *request = s->request;
    int level = request->level < 0 ? PRACTICE_MEDIUM : request->level;
    uint64_t stream = request->seed;
    for (int i = 0; i < count; i++) {
        static struct practice_question q;
        struct progress progress;
        char words[1024], about[256];
        struct text error = TEXT_IN(words), a = TEXT_IN(about);
        progress_begin(&progress, request->rules.book->id);
        bool good = practice_generate(s->adviser, &request->rules, level, &stream, &progress.work,
                                      &q, &error);
        say(&a, cli_about_new, .level = level_words(q.level));
        if (!worked(s, &progress, good, words) || !ask_new(s, &q, about))
            return;
    }
}

/* ---- your own mistakes ---- */

static struct mistakes_of wanted(const struct request *request) {
    return (struct mistakes_of){.name = request->name,
                                .rules = request->ruled ? &request->rules : NULL};
}

static void about_card(const struct deck_card *card, struct text *out) {
    if (card->name[0] && card->history[0])
        say(out, cli_about_own_again, .player = card->name);
    else if (card->name[0])
        say(out, cli_about_own_first, .player = card->name);
    else if (card->history[0])
        say(out, cli_about_game_again);
    else
        say(out, cli_about_game_first);
}

/* Asks about the position on a card; returns false to stop. */
static bool ask_card(struct session *s, struct deck_card *card) {
    static struct practice_question q;
    struct progress progress;
    struct action answer;
    char words[8192], about[128];
    struct text error = TEXT_IN(words), a = TEXT_IN(about);
    progress_begin(&progress, card->rules.book->id);
    bool good = practice_look(s->adviser, &card->rules, &card->game, &progress.work, &q, &error);
    about_card(card, &a);
    if (!worked(s, &progress, good, words) || !quiz_ask(&s->quiz, &card->rules, &q, about, &answer))
        return false;
    struct text trouble = TEXT_IN(words);
    bool saved = mistakes_answered(&s->mistakes, card, &q, answer, s->request->today, &trouble);
    quiz_grade(&s->quiz, s->adviser, &card->rules, &q, answer, card->due);
    if (!saved)
        s->exit = problem("%s", words);
    return saved;
}

static void next_due(const struct session *s, struct text *out) {
    int next = DAY_MAX + 1, total = 0;
    for (int i = 0; i < s->mistakes.deck.count; i++) {
        const struct deck_card *card = s->mistakes.deck.lines[i].card;
        total += card != NULL;
        if (card && card->due < next)
            next = card->due;
    }
    if (!total)
        return;
    LOCAL_TEXT(day, 64);
    day_print(next, &day);
    say(out, cli_deck_next_due, .n = total, .day = day.data);
}

static bool open_deck(struct session *s) {
    LOCAL_TEXT(error, 8192);
    struct progress progress;
    progress_begin(&progress, words_of(M_cli_reading_records));
    bool good = mistakes_open(&s->mistakes, wanted(s->request), s->adviser, &progress.work,
                              s->request->today, warn, s, &error);
    return worked(s, &progress, good, error.data);
}

static void ask_mistakes(struct session *s) {
    int count = 0, i = 0, most = s->request->count;
    if (!open_deck(s))
        return;
    struct deck_card **due =
        mistakes_due(&s->mistakes, wanted(s->request), s->request->today, &count);
    if (!s->quiz.json && count)
        tell_line(cli_mistakes_due, .n = count);
    else if (!s->quiz.json)
        tell_line(cli_no_mistake_due);
    while (i < count && i < most && ask_card(s, due[i]))
        i++;
    if (i == count && i < most)
        ask_generated(s, most - i);
    free(due);
}

/* ---- the verb ---- */

static void practise(struct session *s) {
    LOCAL_TEXT(last, 256);
    if (s->request->level >= 0)
        ask_generated(s, s->request->count);
    else
        ask_mistakes(s);
    next_due(s, &last);
    if (s->exit != EXIT_PROBLEM || s->quiz.asked)
        quiz_summary(&s->quiz, last.len ? last.data : NULL);
}

static bool read_day(const char *typed, void *ret, struct text *error) {
    (void)error;
    return day_parse(span_of(typed), ret);
}

static int run(void *request) {
    struct request *q = request;
    char date[32], stamp[32];
    bool levelled = is_given("level"), seeded = is_given("seed");
    if (levelled && q->name)
        return wrong_usage("%s", words_of(M_cli_name_without_level));
    if (!seeded && getentropy(&q->seed, sizeof q->seed) != 0)
        return complain(cli_no_random_numbers);
    now_date(date, stamp);
    if (!is_given("date"))
        day_parse((struct span){date, 10}, &q->today);
    q->ruled = is_given("rules");
    q->level = levelled ? q->level : -1;
    struct session s = {.request = q, .quiz = {.json = q->json, .of = q->count}};
    s.adviser = cached_adviser_new(0, true, false);
    practise(&s);
    mistakes_close(&s.mistakes);
    adviser_free(s.adviser);
    return s.exit;
}

const struct verb verb_practice = {
    .name = "practice",
    .summary = M_cli_verb_practice_summary,
    .about = M_cli_verb_practice_about,
    .examples = "yard practice\n"
                "yard practice --name Ann --count 5\n"
                "yard practice --level hard --rules yardkle --count 3 --seed 7",
    .options =
        OPTIONS(OPTION_RULES(M_cli_option_practice_rules, .usual = "yardzee"),
                {"name", KIND_TEXT, "PERSON", M_cli_option_practice_name, TO(name)},
                {"count", KIND_NUMBER, "N", M_cli_option_practice_count, TO(count), .min = 1,
                 .max = 1000, .usual = "10"},
                {"level", KIND_CHOICE, "LEVEL", M_cli_option_practice_level, TO(level),
                 .words = practice_levels},
                {"seed", KIND_NUMBER, "N", M_cli_option_practice_seed, TO(seed), .max = INT64_MAX},
                {"date", KIND_OTHER, "DATE", M_cli_option_practice_date, TO(today),
                 .shape = M_cli_option_practice_date_shape, .read = read_day},
                OPTION_JSON(M_cli_option_practice_json)),
    RUNS(run),
};
