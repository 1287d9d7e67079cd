/* store_load STORE NODE GAMES SECONDS: writes events like a node of a server, many at once, and
 * prints "ack GAME N ACTION" for each one acknowledged. It reports "unavailable" at most once a
 * second and retries with the same action; after a conflict it retries the action with the next
 * number.
 *
 * store_load STORE: prints all events, one per line: GAME N ACTION LINE.
 *
 * Tests kill it and break its storage; whatever it has acknowledged must be in the store. */
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "store/store.h"

struct game {
    char id[16], action[48];
    int64_t last, tried; /* the last known event; the number of actions so far */
    bool busy, open;     /* open: an action is not settled yet */
};

static struct store *store;
static struct game games[1000];
static int count;
static const char *node;
static time_t said;

static void say(const char *what, const char *words) {
    if (time(NULL) != said)
        printf("%s %s\n", what, words);
    said = time(NULL);
    fflush(stdout);
}

static void wrote(void *arg, const struct store_answer *a) {
    struct game *g = arg;
    g->busy = false;
    switch (a->outcome) {
    case STORE_DONE:
    case STORE_DUPLICATE: /* an attempt answered with "unavailable" had succeeded */
        printf("ack %s %lld %s\n", g->id, (long long)a->events[0].n, g->action);
        g->last = a->last;
        g->open = false;
        break;
    case STORE_CONFLICT:
        g->last = a->last;
        break;
    case STORE_UNAVAILABLE:
        say("unavailable", a->words);
        break;
    default:
        printf("bad %d %s\n", a->outcome, a->words);
        fflush(stdout);
        _exit(1);
    }
}

static void act(struct game *g) {
    char words[512];
    struct text error = TEXT_IN(words);
    const char *line = g->action;
    if (!g->open)
        snprintf(g->action, sizeof g->action, "%s-%lld", node, (long long)++g->tried);
    g->open = true;
    g->busy = store_append(store,
                           &(struct store_append){.game = g->id,
                                                  .first = g->last + 1,
                                                  .action = g->action,
                                                  .lines = &line,
                                                  .line_count = 1,
                                                  .at = 1},
                           (struct store_reply){wrote, g}, &error);
    if (!g->busy)
        say("full", words);
}

static void deliver(int ms) {
    struct pollfd fd = {.fd = store_fd(store), .events = POLLIN};
    if (poll(&fd, 1, ms) > 0)
        store_deliver(store);
    fflush(stdout);
}

static void made(void *arg, const struct store_answer *a) {
    struct game *g = arg;
    g->busy = a->outcome != STORE_DONE && a->outcome != STORE_DUPLICATE;
}

static void load(double seconds) {
    char words[512] = "";
    struct text error = TEXT_IN(words);
    for (int i = 0; i < count; i++) {
        struct game *g = &games[i];
        snprintf(g->id, sizeof g->id, "game%d", i);
        struct store_game new = {
            .id = g->id, .rules = "yardzee", .setup = "yardstick 1\nrules yardzee\n"};
        g->busy = true;
        if (!store_create(store, &new, NULL, 0, (struct store_reply){made, g}, &error))
            exit(3);
    }
    for (int i = 0; i < count; i++) {
        while (games[i].busy)
            deliver(1000);
    }
    for (time_t end = time(NULL) + (time_t)seconds; time(NULL) < end;) {
        for (int i = 0; i < count; i++) {
            if (!games[i].busy)
                act(&games[i]);
        }
        deliver(50);
    }
}

static bool waiting;
static char behind[STORE_ID_MAX + 1];
static bool more;

static void print_game(void *arg, const struct store_answer *a) {
    (void)arg;
    waiting = false;
    for (int i = 0; i < a->event_count; i++)
        printf("%s %lld %s %s\n", a->events[i].game, (long long)a->events[i].n,
               a->events[i].action ? a->events[i].action : "-", a->events[i].line);
    if (a->outcome != STORE_DONE)
        exit(4);
}

static void take_games(void *arg, const struct store_answer *a) {
    (void)arg;
    waiting = false;
    if (a->outcome != STORE_DONE)
        exit(4);
    count = a->game_count;
    more = a->more;
    for (int i = 0; i < count; i++)
        snprintf(games[i].id, sizeof games[i].id, "%s", a->games[i].id);
}

static void print_all(void) {
    char words[512];
    struct text error = TEXT_IN(words);
    do {
        waiting = store_list(store, behind, 1000, (struct store_reply){take_games, NULL}, &error);
        while (waiting)
            deliver(1000);
        for (int i = 0; i < count; i++) {
            waiting =
                store_read(store, games[i].id, 0, (struct store_reply){print_game, 0}, &error);
            while (waiting)
                deliver(1000);
        }
        if (count)
            strcpy(behind, games[count - 1].id);
    } while (more);
}

int main(int argc, char **argv) {
    char words[512] = "";
    struct text error = TEXT_IN(words);
    signal(SIGXFSZ, SIG_IGN); /* report an error instead of dying */
    if (argc != 2 && argc != 5)
        return 2;
    store =
        store_open(argv[1], &(struct store_options){.patience_ms = 1000, .retry_ms = 50}, &error);
    if (!store) {
        fprintf(stderr, "%s\n", words);
        return 1;
    }
    if (argc == 2) {
        print_all();
    } else {
        node = argv[2];
        count = atoi(argv[3]);
        load(atof(argv[4]));
    }
    store_close(store);
    return fflush(stdout) == 0 ? 0 : 1;
}
