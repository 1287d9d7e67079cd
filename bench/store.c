/* store STORE: events acknowledged per second, by number of concurrent clients. Each client waits
 * for the answer to its request before it sends the next. Prints one JSON object per line. */
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "store/store.h"

enum { GAMES_MAX = 2000, SAMPLES_MAX = 1 << 20 };

struct game {
    char id[32];
    int64_t last;
    double asked;
    bool busy;
};

static struct store *store;
static struct game games[GAMES_MAX];
static float samples[SAMPLES_MAX];
static int sample_count, bad;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void done(void *arg, const struct store_answer *a) {
    struct game *g = arg;
    g->busy = false;
    g->last = a->last;
    bad += a->outcome != STORE_DONE;
    if (g->asked && sample_count < SAMPLES_MAX)
        samples[sample_count++] = (float)(now() - g->asked);
}

static void deliver(void) {
    struct pollfd fd = {.fd = store_fd(store), .events = POLLIN};
    if (poll(&fd, 1, 1000) > 0)
        store_deliver(store);
}

static void finish(int waiting) {
    for (int i = 0; i < waiting; i++) {
        while (games[i].busy)
            deliver();
    }
}

static void make_games(int waiting) {
    char words[256];
    struct text error = TEXT_IN(words);
    long long stamp = (long long)(now() * 1e6);
    memset(games, 0, sizeof games);
    for (int i = 0; i < waiting; i++) {
        struct store_game new = {.rules = "yardzee", .setup = "rules yardzee\n", .id = games[i].id};
        snprintf(games[i].id, sizeof games[i].id, "b%llx-%d", stamp, i);
        games[i].busy =
            store_create(store, &new, NULL, 0, (struct store_reply){done, &games[i]}, &error);
    }
    finish(waiting);
}

static void act(struct game *g) {
    char words[256], action[32];
    struct text error = TEXT_IN(words);
    const char *line = "roll 1 2 3 4 5";
    snprintf(action, sizeof action, "a%lld", (long long)g->last + 1);
    g->asked = now();
    g->busy = store_append(store,
                           &(struct store_append){.game = g->id,
                                                  .first = g->last + 1,
                                                  .action = action,
                                                  .lines = &line,
                                                  .line_count = 1,
                                                  .at = 1},
                           (struct store_reply){done, g}, &error);
}

static int by_size(const void *a, const void *b) {
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

static void measure(const char *kind, int waiting, double seconds) {
    struct store_counts before, after;
    make_games(waiting);
    sample_count = 0;
    store_counts(store, &before);
    double start = now();
    while (now() - start < seconds) {
        for (int i = 0; i < waiting; i++) {
            if (!games[i].busy)
                act(&games[i]);
        }
        deliver();
    }
    finish(waiting);
    double took = now() - start;
    store_counts(store, &after);
    qsort(samples, (size_t)sample_count, sizeof *samples, by_size);
    double events = (double)(after.events - before.events);
    double groups = (double)(after.groups - before.groups);
    printf("{\"bench\":\"store\",\"kind\":\"%s\",\"waiting\":%d,\"events_per_second\":%.0f,"
           "\"events_per_group\":%.1f,\"p50_ms\":%.2f,\"p99_ms\":%.2f,\"bad\":%d}\n",
           kind, waiting, events / took, events / groups, 1e3 * samples[sample_count / 2],
           1e3 * samples[(int)(0.99 * sample_count)], bad);
    fflush(stdout);
}

int main(int argc, char **argv) {
    static const int waiting[] = {1, 10, 100, 1000};
    double seconds = getenv("STORE_SECONDS") ? atof(getenv("STORE_SECONDS")) : 3;
    char words[512] = "";
    struct text error = TEXT_IN(words);
    if (argc < 2)
        return 2;
    store = store_open(argv[1], NULL, &error);
    if (!store) {
        fprintf(stderr, "%s\n", words);
        return 1;
    }
    const char *only = getenv("STORE_WAITING"); /* measure only with this many clients */
    for (int i = 0; i < 4; i++) {
        if (only && atoi(only) != waiting[i])
            continue;
        measure(strncmp(argv[1], "postgres", 8) ? "sqlite" : "postgres", waiting[i], seconds);
    }
    store_close(store);
    return 0;
}
