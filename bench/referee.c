/* Speed of the referee: random legal play through game_apply(), one core; prints JSON. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "rules/game.h"

/* Wraps malloc() to count its calls: core and rules must make none. */
static long heap_calls;
void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_malloc(size_t size) {
    heap_calls++;
    return __real_malloc(size);
}

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

enum { SCRIPT = 1 << 20 };

struct scripted {
    struct action action;
    bool new_game;
};

/* Prepares a long script of legal actions, so that only the referee is timed. */
static void write_script(const struct rules *r, struct scripted *script) {
    struct game g;
    game_start(r, &g, 4, 0);
    bool fresh = true;
    uint64_t x = 1;
    for (int i = 0; i < SCRIPT; i++) {
        struct action list[ACTIONS_MAX], a = {.act = ACT_ROLL};
        x = x * 6364136223846793005u + 1442695040888963407u;
        uint32_t random = (uint32_t)(x >> 33);
        if (g.phase == PHASE_ROLL) {
            for (int n = 0; n < g.falling; n++, random /= 6)
                a.dice = dice_with(a.dice, 1 + (int)(random % 6), 1);
        } else {
            int n = game_legal(r, &g, list);
            a = list[random % (uint32_t)n];
        }
        script[i] = (struct scripted){a, fresh};
        if (game_apply(r, &g, a) != ALLOWED)
            abort();
        fresh = g.phase == PHASE_OVER;
        if (fresh)
            game_start(r, &g, 4, 0);
    }
}

int main(void) {
    static struct scripted script[SCRIPT];
    bool first = true;
    printf("{\"bench\":\"referee\",\"unit\":\"apply() per second of one core\",\"books\":[");
    for (int b = 0; books[b]; b++) {
        struct rules r = rules_of(books[b]);
        struct game g;
        write_script(&r, script);
        long heap_before = heap_calls, done = 0;
        double start = seconds(), end;
        do {
            for (int i = 0; i < SCRIPT; i++) {
                if (script[i].new_game)
                    game_start(&r, &g, 4, 0);
                if (game_apply(&r, &g, script[i].action) != ALLOWED)
                    abort();
            }
            done += SCRIPT;
            end = seconds();
        } while (end - start < 1.0);
        printf("%s{\"rules\":\"%s\",\"apply_per_second\":%.0f,\"heap_calls\":%ld}",
               first ? "" : ",", books[b]->id, (double)done / (end - start),
               heap_calls - heap_before);
        first = false;
    }
    printf("]}\n");
    return 0;
}
