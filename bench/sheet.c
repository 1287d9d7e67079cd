/* The sheet solver and its applications: solve times, growth with the number of boxes, advice,
 * perfect games, the exact distribution, reaching a total. Prints JSON. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "rules/game.h"
#include "solve/parallel.h"
#include "solve/sheet_goal.h"
#include "solve/sheet_odds.h"
#include "solve/sheet_player.h"

static double seconds(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

struct stopwatch {
    double wall, cpu;
};

static struct stopwatch start(void) {
    return (struct stopwatch){-seconds(CLOCK_MONOTONIC), -seconds(CLOCK_PROCESS_CPUTIME_ID)};
}

static void stop(struct stopwatch *w) {
    w->wall += seconds(CLOCK_MONOTONIC);
    w->cpu += seconds(CLOCK_PROCESS_CPUTIME_ID);
}

static long peak_kilobytes(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

static struct rules rules_named(const char *spec) {
    char words[256];
    struct text error = TEXT_IN(words);
    struct rules r;
    if (!rules_parse(span_of(spec), &r, &error))
        abort();
    return r;
}

static void bench_solve(const char *spec) {
    struct rules r = rules_named(spec);
    double best_wall = 1e9, best_cpu = 1e9;
    struct sheet_solver *s = NULL;
    for (int i = 0; i < 5; i++) { /* best of five */
        sheet_solver_free(s);
        struct stopwatch w = start();
        s = sheet_solve(&r, parallel_threads(), NULL);
        stop(&w);
        best_wall = w.wall < best_wall ? w.wall : best_wall;
        best_cpu = w.cpu < best_cpu ? w.cpu : best_cpu;
    }
    printf("{\"bench\":\"solve\",\"rules\":\"%s\",\"value\":%.9f,\"wall\":%.3f,\"cpu\":%.3f,"
           "\"states\":%lld,\"peak_kb\":%ld}\n",
           spec, sheet_solver_value(s), best_wall, best_cpu, (long long)sheet_solver_states(s),
           peak_kilobytes());
    sheet_solver_free(s);
}

/* Yardzee with only its first n boxes. */
static void bench_boxes(void) {
    static struct book book;
    book = *book_find(span_of("yardzee"));
    printf("{\"bench\":\"boxes\",\"cpu\":[");
    for (int n = 1; n <= 13; n++) {
        book.box_count = n;
        struct rules r = rules_of(&book);
        struct stopwatch w = start();
        struct sheet_solver *s = sheet_solve(&r, 1, NULL);
        stop(&w);
        printf("%s%.5f", n > 1 ? "," : "", w.cpu);
        sheet_solver_free(s);
    }
    printf("]}\n");
}

static void bench_advise(const struct sheet_solver *s) {
    char words[256];
    struct text error = TEXT_IN(words);
    struct rules same;
    struct game g;
    struct advice advice;
    enum { ASKED = 20000 };
    if (!position_parse(span_of("yardzee ones=3,five-kind=50 1 3,3,3,4,5 1"), &same, &g, &error))
        abort();
    struct stopwatch w = start();
    for (int i = 0; i < ASKED; i++)
        sheet_advise(s, &g, &advice);
    stop(&w);
    printf("{\"bench\":\"advise\",\"positions_per_second\":%.0f,\"microseconds\":%.1f}\n",
           ASKED / w.cpu, w.cpu / ASKED * 1e6);
}

enum { BATCH = 1000 };

static void play_batch(void *user, int thread, int i) {
    (void)thread;
    for (int g = 0; g < BATCH; g++)
        sheet_player_game(user, (uint64_t)i * BATCH + (uint64_t)g);
}

static void bench_games(const struct sheet_solver *s) {
    struct sheet_player *p = sheet_player_new(s);
    struct stopwatch first = start();
    parallel(1000, parallel_threads(), NULL, play_batch, p);
    stop(&first);
    struct stopwatch again = start();
    parallel(1000, parallel_threads(), NULL, play_batch, p);
    stop(&again);
    printf("{\"bench\":\"games\",\"first_million_seconds\":%.2f,\"games_per_second\":%.0f,"
           "\"games_per_cpu_second\":%.0f,\"choices_mb\":%.0f}\n",
           first.wall, 1e6 / again.wall, 1e6 / again.cpu, (double)sheet_player_bytes(p) / 1e6);
    sheet_player_free(p);
}

static void bench_odds(const struct sheet_solver *s) {
    struct card empty = {0};
    struct stopwatch w = start();
    struct sheet_odds *odds = sheet_odds_of(s, &empty, parallel_threads(), NULL);
    stop(&w);
    printf("{\"bench\":\"odds\",\"wall\":%.2f,\"cpu\":%.2f,\"mean\":%.9f,\"deviation\":%.6f,"
           "\"peak_kb\":%ld}\n",
           w.wall, w.cpu, odds->mean, odds->deviation, peak_kilobytes());
    sheet_odds_free(odds);
}

static void bench_reach(const char *position, int target) {
    char words[256];
    struct text error = TEXT_IN(words);
    struct rules r;
    struct game g;
    double step[1001] = {0};
    if (!position_parse(span_of(position), &r, &g, &error))
        abort();
    step[target] = 1;
    struct stopwatch w = start();
    struct sheet_goal *goal = sheet_goal_solve(
        &r, &g.card[0], (struct goal_worth){step, target + 1}, false, parallel_threads(), NULL);
    stop(&w);
    printf("{\"bench\":\"reach\",\"open_boxes\":%d,\"total\":%d,\"chance\":%.9f,\"wall\":%.2f,"
           "\"cpu\":%.2f,\"peak_kb\":%ld}\n",
           r.book->box_count - __builtin_popcount(g.card[0].filled), target,
           sheet_goal_value(goal, &g.card[0]), w.wall, w.cpu, peak_kilobytes());
    sheet_goal_free(goal);
}

int main(void) {
    static const char *const specs[] = {"yardzee", "yahtzee", "yahtzee-classic",
                                        "yahtzee:bonus=0,joker=none", "yatzy"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++)
        bench_solve(specs[i]);
    bench_boxes();
    struct rules r = rules_named("yardzee");
    struct sheet_solver *s = sheet_solve(&r, parallel_threads(), NULL);
    bench_advise(s);
    bench_games(s);
    bench_odds(s);
    bench_reach("yardzee ones=3,twos=6,threes=9,five-kind=50,chance=22 1 ?5 0", 250);
    bench_reach("yardzee - 1 ?5 0", 250);
    sheet_solver_free(s);
    return 0;
}
