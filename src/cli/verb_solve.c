#include <stdlib.h>
#include <time.h>

#include "cli/cached_adviser.h"
#include "cli/cli.h"
#include "cli/progress.h"
#include "core/json.h"
#include "core/memory.h"
#include "solve/press_solver.h"

struct request {
    bool json, uncached;
    int threads;
    struct many sets;
};

static double seconds(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

struct solution {
    const char *rules;
    double value, wall, cpu;
    double turns; /* press games: expected turns when playing alone */
    int64_t states;
    uint64_t signature;
    bool cached;
};

static void print_row(enum message label, const char *words) {
    LOCAL_TEXT(l, 64);
    text_add(&l, "  %s", words_of(label));
    print_wrapped(l.data, 13, words);
}

static void print_solution(const struct solution *s) {
    LOCAL_TEXT(states, 32);
    LOCAL_TEXT(signature, 32);
    text_add(&states, "%lld", (long long)s->states);
    text_add(&signature, "%016llx", (unsigned long long)s->signature);
    printf("%s\n", s->rules);
    if (s->turns > 0) {
        print_row(M_cli_solve_value, WORDS(cli_solve_chance, .chance = s->value));
        print_row(M_cli_solve_alone, WORDS(cli_solve_turns, .turns = s->turns));
    } else {
        print_row(M_cli_solve_value, WORDS(cli_solve_points, .points = s->value));
    }
    print_row(M_cli_solve_states, states.data);
    print_row(M_cli_solve_signature, signature.data);
    print_row(M_cli_solve_time, WORDS(cli_solve_seconds, .wall = s->wall, .cpu = s->cpu));
    print_row(M_cli_solve_cache,
              words_of(s->cached ? M_cli_solve_was_there : M_cli_solve_solved_now));
}

static void json_solution(const struct solution *s) {
    char buffer[2048], signature[32];
    struct text out = TEXT_IN(buffer), hex = TEXT_IN(signature);
    struct json j = json_begin(&out);
    text_add(&hex, "%016llx", (unsigned long long)s->signature);
    json_string(&j, "rules", s->rules);
    json_double(&j, "value", s->value);
    if (s->turns > 0)
        json_double(&j, "turns", s->turns);
    json_int(&j, "states", s->states);
    json_string(&j, "signature", signature);
    json_double(&j, "seconds", s->wall);
    json_double(&j, "cpu_seconds", s->cpu);
    json_bool(&j, "cached", s->cached);
    json_close(&j, '}');
    puts(buffer);
}

static int solve_sheet(const struct request *q, const struct rules *r, struct solution *s) {
    struct progress progress;
    struct adviser *a = cached_adviser_new(q->threads, !q->uncached, true);
    progress_begin(&progress, s->rules);
    s->wall = -seconds(CLOCK_MONOTONIC);
    s->cpu = -seconds(CLOCK_PROCESS_CPUTIME_ID);
    const struct sheet_solver *solver = adviser_sheet(a, r, &progress.work, &s->cached);
    s->wall += seconds(CLOCK_MONOTONIC);
    s->cpu += seconds(CLOCK_PROCESS_CPUTIME_ID);
    int code = progress_end(&progress) && solver ? EXIT_FINE : EXIT_PROBLEM;
    if (code == EXIT_FINE) {
        s->value = sheet_solver_value(solver);
        s->states = sheet_solver_states(solver);
        s->signature = sheet_solver_signature(solver);
    }
    adviser_free(a);
    return code;
}

/* Press games use another solver: it finds the first player's chance of winning, and the
 * expected number of turns when playing alone. */
static int solve_press(const struct request *q, const struct rules *r, struct solution *s) {
    LOCAL_TEXT(error, 256);
    struct progress progress;
    struct adviser *a = cached_adviser_new(q->threads, !q->uncached, true);
    progress_begin(&progress, s->rules);
    s->wall = -seconds(CLOCK_MONOTONIC);
    s->cpu = -seconds(CLOCK_PROCESS_CPUTIME_ID);
    const struct press_solver *solver = adviser_press(a, r, &progress.work, &error);
    s->wall += seconds(CLOCK_MONOTONIC);
    s->cpu += seconds(CLOCK_PROCESS_CPUTIME_ID);
    int code = progress_end(&progress) && solver ? EXIT_FINE : EXIT_PROBLEM;
    if (code == EXIT_FINE) {
        press_win(solver, 0, 0, &s->value);
        press_turns(solver, 0, &s->turns);
        s->cached = adviser_press_cached(a, r);
        s->states = press_counts(solver).states;
        s->signature = press_signature(solver);
    } else if (error.len && !atomic_load(&progress.work.cancel)) {
        problem("%s", error.data);
    }
    adviser_free(a);
    return code;
}

static int solve(const struct request *q, const struct rules *r) {
    LOCAL_TEXT(w, RULES_TEXT_MAX);
    struct solution solution = {.rules = w.data};
    rules_print(r, &w);
    int code = r->book->family == FAMILY_SHEET ? solve_sheet(q, r, &solution)
                                               : solve_press(q, r, &solution);
    if (code == EXIT_FINE && q->json)
        json_solution(&solution);
    else if (code == EXIT_FINE)
        print_solution(&solution);
    fflush(stdout);
    return code;
}

static int run(void *request) {
    const struct request *q = request;
    int code = EXIT_FINE;
    struct rules *list = grab((size_t)q->sets.count, sizeof *list);
    for (int i = 0; code == EXIT_FINE && i < q->sets.count; i++) { /* parse all before any work */
        LOCAL_TEXT(error, 1024);
        if (!rules_parse(span_of(q->sets.list[i]), &list[i], &error))
            code = wrong_usage("%s", error.data);
    }
    for (int i = 0; code == EXIT_FINE && i < q->sets.count; i++)
        code = solve(q, &list[i]);
    free(list);
    return code;
}

const struct verb verb_solve = {
    .name = "solve",
    .summary = M_cli_verb_solve_summary,
    .about = M_cli_verb_solve_about,
    .examples = "yard solve yardzee\n"
                "yard solve yardzee yahtzee yatzy\n"
                "yard solve --no-cache --json yahtzee:bonus=0,joker=none",
    ARGUMENT_RULES(1, INT_MAX, M_cli_verb_solve_miscount),
    .options = OPTIONS(OPTION_NO_CACHE, OPTION_JSON(M_cli_option_solve_json), OPTION_THREADS),
    RUNS(run),
};
