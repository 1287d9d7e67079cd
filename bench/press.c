/* Speed of solving press games, of advice, and of perfect play; prints JSON.
 *
 * press [GAMES]: number of games between perfect players (default: 100,000). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

#include "../tests/solve/press_games.h"
#include "rules/books.h"

static double seconds(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Linux reports KiB. The peak only grows, so Yardkle's goals are in ascending order. */
static double peak_mib(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)usage.ru_maxrss / 1024;
}

static void solve(const struct book *book, int goal, const char *separator) {
    struct rules r = rules_of(book);
    r.params.goal = goal;
    struct press_solver *s = press_solver_new(&r);
    double wall = seconds(CLOCK_MONOTONIC), cpu = seconds(CLOCK_PROCESS_CPUTIME_ID), win, turns;
    if (!s || !press_solve_from(s, 0, 0, 2, NULL))
        abort();
    wall = seconds(CLOCK_MONOTONIC) - wall;
    cpu = seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu;
    double alone = seconds(CLOCK_PROCESS_CPUTIME_ID);
    if (!press_solve_turns(s, NULL) || !press_win(s, 0, 0, &win) || !press_turns(s, 0, &turns))
        abort();
    alone = seconds(CLOCK_PROCESS_CPUTIME_ID) - alone;
    struct press_counts counts = press_counts(s);
    printf("%s{\"rules\":\"%s\",\"goal\":%d,\"wall_seconds\":%.3f,\"cpu_seconds\":%.3f,"
           "\"threads\":2,\"pairs\":%lld,\"states\":%lld,\"walks\":%lld,\"table_bytes\":%lld,"
           "\"peak_mib\":%.1f,\"win\":%.12f,\"signature\":\"%016llx\",\"turns\":%.9f,"
           "\"turns_cpu_seconds\":%.4f}",
           separator, book->id, goal, wall, cpu, (long long)counts.pairs, (long long)counts.states,
           (long long)counts.walks, (long long)counts.bytes, peak_mib(), win,
           (unsigned long long)press_signature(s), turns, alone);
    press_solver_free(s);
}

/* Times advice at positions from random play, then at one position whose turn is already
 * planned. */
static void advise(const struct rules *r, const struct press_solver *s) {
    enum { POSITIONS = 4096 };
    static struct game positions[POSITIONS];
    static struct advice advice;
    struct games dice = {.random = 7};
    struct game g;
    game_start(r, &g, 2, 0);
    for (int n = 0; n < POSITIONS;) {
        struct action list[ACTIONS_MAX], a = {.act = ACT_ROLL};
        if (g.phase == PHASE_OVER)
            game_start(r, &g, 2, 0);
        if (g.phase == PHASE_ROLL) {
            a.dice = games_dice(&dice, g.falling);
        } else {
            positions[n++] = g;
            int count = game_legal(r, &g, list);
            a = list[(dice.random >> 40) % (uint64_t)count];
        }
        game_apply(r, &g, a);
    }
    double start = seconds(CLOCK_PROCESS_CPUTIME_ID);
    for (int n = 0; n < POSITIONS; n++) {
        if (!press_advise_win(s, &positions[n], &advice))
            abort();
    }
    double fresh = seconds(CLOCK_PROCESS_CPUTIME_ID) - start;
    struct game one = positions[0];
    struct press_plan *plan = press_plan_win(s, &one);
    start = seconds(CLOCK_PROCESS_CPUTIME_ID);
    for (int n = 0; n < 100 * POSITIONS; n++) {
        if (!plan || !press_plan_advise(plan, &one, &advice))
            abort();
    }
    double kept = seconds(CLOCK_PROCESS_CPUTIME_ID) - start;
    press_plan_free(plan);
    printf("\"advise_per_second\":%.0f,\"advise_with_plan_per_second\":%.0f", POSITIONS / fresh,
           100 * POSITIONS / kept);
}

int main(int argc, char **argv) {
    int games = argc > 1 ? atoi(argv[1]) : 100000;
    static const int goals[] = {2000, 5000, 10000, 20000};
    printf("{\"bench\":\"press\",\"solved\":[");
    for (int i = 0; i < 4; i++)
        solve(book_find(span_of("yardkle")), goals[i], i ? "," : "");
    solve(book_find(span_of("farkle")), 10000, ",");
    printf("],");
    struct rules r = rules_of(book_find(span_of("yardkle")));
    struct press_solver *s = press_solver_new(&r);
    double win;
    if (!s || !press_solve_from(s, 0, 0, 2, NULL) || !press_win(s, 0, 0, &win))
        abort();
    advise(&r, s);
    double start = seconds(CLOCK_PROCESS_CPUTIME_ID);
    double won = games_play(&r, s, games, 42) / games;
    double spent = seconds(CLOCK_PROCESS_CPUTIME_ID) - start;
    printf(",\"games\":%d,\"games_per_second\":%.0f,\"won_by_first\":%.6f,\"solved_win\":%.6f,"
           "\"standard_errors_off\":%.2f}\n",
           games, games / spent, won, win, (won - win) / sqrt(win * (1 - win) / games));
    press_solver_free(s);
    return 0;
}
