/* A test that estimates how much a player's errors cost per game. */
#include <stdlib.h>

#include "cli/cached_adviser.h"
#include "cli/cli.h"
#include "cli/progress.h"
#include "cli/quiz.h"
#include "coach/proficiency.h"
#include "core/json.h"
#include "core/memory.h"

struct request {
    struct rules rules;
    int64_t seed, positions;
    bool json;
};

/* "9.1 points per game (95 % interval 5.2 to 15.9)" */
static void rating_words(const struct proficiency *p, const struct rating *r, struct text *out) {
    if (p->unit == UNIT_WIN)
        say(out, cli_rating_chance, .mean = 100 * r->mean, .low = 100 * r->low,
            .high = 100 * r->high);
    else
        say(out, cli_rating_points, .mean = r->mean, .low = r->low, .high = r->high);
}

static const char *too_few(int answered) {
    static char words[256];
    say(TEXT_OVER(words), cli_too_few_answers, .n = answered, .least = PROFICIENCY_LEAST);
    return words;
}

static void print_rating(const struct proficiency *p, const struct rating *r) {
    LOCAL_TEXT(w, 256);
    rating_words(p, r, &w);
    putchar('\n');
    tell_line(cli_rating, .n = r->answered, .rating = w.data);
    if (r->answered < p->count)
        tell_line(cli_left_early);
}

static void print_json(const struct request *q, const struct proficiency *p, int answered,
                       const struct rating *r) {
    char buffer[1024], rules[RULES_TEXT_MAX];
    struct text out = TEXT_IN(buffer), w = TEXT_IN(rules);
    struct json j = json_begin(&out);
    rules_print(&p->rules, &w);
    json_open(&j, "rating", '{');
    json_string(&j, "rules", rules);
    json_int(&j, "seed", q->seed);
    json_int(&j, "answered", answered);
    json_int(&j, "of", p->count);
    if (r) {
        json_string(&j, "unit", unit_words(p->unit));
        json_double(&j, "lost_per_game", r->mean);
        json_double(&j, "standard_error", r->error);
        json_double(&j, "low", r->low);
        json_double(&j, "high", r->high);
    } else {
        json_string(&j, "too_few", too_few(answered));
    }
    json_close(&j, '}');
    json_close(&j, '}');
    puts(buffer);
}

/* Asks the questions until the player quits or all are answered; stores the cost of each answer in
 * `costs` and returns the number answered. */
static int ask_all(const struct request *q, const struct proficiency *p, double *costs) {
    struct quiz quiz = {.json = q->json, .of = p->count};
    for (int i = 0; i < p->count; i++) {
        const struct practice_question *question = &p->items[i].question;
        struct action answer;
        if (!quiz_ask(&quiz, &p->rules, question, words_of(M_cli_about_test), &answer))
            return i;
        costs[i] = practice_cost(question, answer);
        quiz_note(&quiz, &p->rules, answer);
    }
    return p->count;
}

static void take(const struct request *q, const struct proficiency *p) {
    double *costs = grab((size_t)p->count, sizeof *costs);
    if (!q->json)
        tell_line(cli_test_begins, .n = p->count, .game = p->rules.book->name);
    int answered = ask_all(q, p, costs);
    bool enough = answered >= PROFICIENCY_LEAST;
    struct rating rating = {0};
    if (enough)
        rating = proficiency_rate(p, costs, answered);
    if (q->json)
        print_json(q, p, answered, enough ? &rating : NULL);
    else if (enough)
        print_rating(p, &rating);
    else
        printf("\n%s\n", too_few(answered));
    free(costs);
}

static int run(void *request) {
    const struct request *q = request;
    LOCAL_TEXT(error, 1024);
    struct adviser *a = cached_adviser_new(0, true, false);
    struct progress progress;
    struct proficiency test;
    int code = EXIT_FINE;
    progress_begin(&progress, q->rules.book->id);
    bool good = proficiency_draw(a, &q->rules, (uint64_t)q->seed, (int)q->positions, &progress.work,
                                 &test, &error);
    if (!progress_end(&progress))
        code = EXIT_PROBLEM;
    else if (!good)
        code = problem("%s", error.data);
    else
        take(q, &test);
    if (good)
        proficiency_free(&test);
    adviser_free(a);
    return code;
}

const struct verb verb_proficiency = {
    .name = "proficiency",
    .summary = M_cli_verb_proficiency_summary,
    .about = M_cli_verb_proficiency_about,
    .examples = "yard proficiency\n"
                "yard proficiency --rules yardkle:goal=5000 --positions 20 --seed 2\n"
                "echo 'chance' | yard proficiency --json",
    .options =
        OPTIONS(OPTION_RULES(M_cli_option_proficiency_rules, .usual = "yardzee"),
                {"positions", KIND_NUMBER, "N", M_cli_option_proficiency_positions, TO(positions),
                 .min = PROFICIENCY_LEAST, .max = PROFICIENCY_MOST, .usual = "40"},
                {"seed", KIND_NUMBER, "N", M_cli_option_proficiency_seed, TO(seed),
                 .max = INT64_MAX, .usual = "1"},
                OPTION_JSON(M_cli_option_proficiency_json)),
    RUNS(run),
};
