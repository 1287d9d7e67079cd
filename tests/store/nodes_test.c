/* What a store guarantees when several threads and nodes write and others follow. */
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "stores.h"

/* A follower that counts gaps and repeated events. */
struct follower {
    int64_t last;
    int wrong;
    int ended;
};

static void follow(void *arg, const struct store_event *events, int count) {
    struct follower *f = arg;
    for (int i = 0; i < count; i++)
        f->wrong += events[i].n != ++f->last;
}

STORE_CLAIM(a_watch_gets_every_event_once_no_matter_who_wrote_it) {
    struct store *a = open_store(), *b = open_store();
    struct follower early = {0}, late = {0}, there = {0};
    char action[16];
    create(a, "g", NULL);
    struct store_watch *first = store_watch(a, "g", 0, (struct store_hearer){follow, &early, NULL});
    struct store_watch *far = store_watch(b, "g", 0, (struct store_hearer){follow, &there, NULL});
    for (int i = 1; i <= 600; i++) { /* more events than fit in one catch-up answer */
        snprintf(action, sizeof action, "a%d", i);
        assert_int_equal(append(i % 3 ? a : b, "g", i, action, "roll").outcome, STORE_DONE);
        assert_int_equal(early.wrong, 0);
    }
    struct store_watch *second = store_watch(a, "g", 0, (struct store_hearer){follow, &late, NULL});
    for (int ms = 0; early.last + late.last + there.last < 1800 && ms < PATIENCE_MS; ms += 20) {
        deliver(a, 10);
        deliver(b, 10);
    }
    assert_int_equal(early.last, 600);
    assert_int_equal(late.last, 600);
    assert_int_equal(there.last, 600);
    assert_int_equal(early.wrong + late.wrong + there.wrong, 0);
    store_unwatch(a, first);
    store_unwatch(a, second);
    store_unwatch(b, far);
    store_close(a);
    store_close(b);
}

static void hear_until(struct store *s, const struct follower *f, int64_t last) {
    for (int ms = 0; f->last < last && ms < PATIENCE_MS; ms += 20)
        deliver(s, 20);
    assert_int_equal(f->last, last);
    assert_int_equal(f->wrong, 0);
}

static void add_one(struct store *s, int n) {
    char action[16];
    snprintf(action, sizeof action, "a%d", n);
    assert_int_equal(append(s, "g", n, action, "roll").outcome, STORE_DONE);
}

/* Only PostgreSQL notifies other nodes; with an SQLite file they rely on sweeps. */
STORE_CLAIM(events_from_another_node_arrive_even_after_a_lost_connection) {
    struct store *a = open_with(&(struct store_options){.sweep_ms = address ? 3600000 : 100});
    struct store *b = open_store();
    struct follower f = {0};
    struct store_counts counts;
    create(b, "g", NULL);
    struct store_watch *watch = store_watch(a, "g", 0, (struct store_hearer){follow, &f, NULL});
    int n = 0;
    do { /* the first event may come from the catch-up of a store that has just begun to listen */
        add_one(b, ++n);
        hear_until(a, &f, n);
        store_counts(a, &counts);
    } while ((n < 2 || (address && counts.heard < 2)) && n < 100);
    assert_int_equal(counts.recovered, n);
    if (address) {
        assert_true(counts.heard >= 2);
        run_postgres("SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                     "WHERE query LIKE 'LISTEN%'");
    }
    add_one(b, ++n);
    hear_until(a, &f, n);
    store_unwatch(a, watch);
    store_close(a);
    store_close(b);
}

static void see_the_end(void *arg) {
    struct follower *f = arg;
    f->ended++;
}

STORE_CLAIM(a_watch_is_notified_once_of_a_deletion_by_any_node) {
    struct store *a = open_with(&(struct store_options){.sweep_ms = address ? 3600000 : 100});
    struct store *b = open_store();
    struct follower here = {.last = 1}, there = {.last = 1}, other = {0};
    create(a, "g", NULL);
    create(a, "h", NULL);
    append(a, "g", 1, "a", "roll");
    struct store_watch *watches[] = {
        store_watch(b, "g", 1, (struct store_hearer){follow, &here, see_the_end}),
        store_watch(a, "g", 1, (struct store_hearer){follow, &there, see_the_end}),
        store_watch(a, "h", 0, (struct store_hearer){follow, &other, see_the_end})};
    assert_int_equal(delete_game(b, "g", INT64_MAX).outcome, STORE_DONE);
    assert_int_equal(here.ended, 1); /* before the answer */
    for (int ms = 0; !there.ended && ms < PATIENCE_MS; ms += 20)
        deliver(a, 20);
    for (int i = 0; i < 20; i++) { /* a few more sweeps */
        deliver(a, 20);
        deliver(b, 20);
    }
    assert_int_equal(here.ended, 1);
    assert_int_equal(there.ended, 1);
    assert_int_equal(other.ended, 0);
    store_unwatch(b, watches[0]);
    store_unwatch(a, watches[1]);
    store_unwatch(a, watches[2]);
    store_close(a);
    store_close(b);
}

static char doomed[16]; /* id of the game; ids of deleted games are never reused */

/* Writes events until the game has been deleted. */
static void *write_to_the_end(void *arg) {
    struct store *s = open_store();
    int64_t *last = arg, next = 1;
    struct heard h;
    do {
        char action[32];
        snprintf(action, sizeof action, "%p-%lld", arg, (long long)next);
        h = append(s, doomed, next, action, "roll");
        next = h.last + 1;
        *last += h.outcome == STORE_DONE;
    } while (h.outcome == STORE_DONE || h.outcome == STORE_CONFLICT);
    *last = h.outcome == STORE_ABSENT ? *last : -1;
    store_close(s);
    return NULL;
}

STORE_CLAIM(writing_during_a_deletion_brings_nothing_back) {
    enum { WRITERS = 2, ROUNDS = 5 };
    struct store *s = open_store();
    for (int round = 0; round < ROUNDS; round++) {
        pthread_t threads[WRITERS];
        int64_t last[WRITERS] = {0};
        snprintf(doomed, sizeof doomed, "g%d", round);
        assert_int_equal(create(s, doomed, NULL).outcome, STORE_DONE);
        for (int i = 0; i < WRITERS; i++)
            pthread_create(&threads[i], NULL, write_to_the_end, &last[i]);
        while (read_game(s, doomed, 0).last < 10)
            sched_yield();
        assert_int_equal(delete_game(s, doomed, INT64_MAX).outcome, STORE_DONE);
        for (int i = 0; i < WRITERS; i++) {
            pthread_join(threads[i], NULL);
            assert_true(last[i] >= 0);
        }
        assert_true(last[0] + last[1] >= 10);
        assert_int_equal(read_game(s, doomed, 0).outcome, STORE_ABSENT);
        assert_int_equal(count_rows("event"), 0);
    }
    store_close(s);
}

/* One of several threads that write to the same games at once, each with its own store. */
struct writer {
    struct store *store;
    int name, games, wanted;
    int written, conflicts, wrong;
    pthread_t thread;
    int64_t last[8];
    bool busy[8];
};

struct turn {
    struct writer *w;
    int game;
};

static void wrote(void *arg, const struct store_answer *a) {
    struct turn *t = arg;
    t->w->busy[t->game] = false;
    t->w->last[t->game] = a->last;
    t->w->written += a->outcome == STORE_DONE;
    t->w->conflicts += a->outcome == STORE_CONFLICT;
    t->w->wrong += a->outcome != STORE_DONE && a->outcome != STORE_CONFLICT;
    if (a->outcome == STORE_CONFLICT && !a->event_count)
        t->w->wrong++;
}

static void *write_on(void *arg) {
    struct writer *w = arg;
    struct turn turns[8];
    char words[512], action[32], game[4] = "g0";
    const char *line = action;
    for (int tries = 0; w->written < w->wanted && !w->wrong;) {
        struct text error = TEXT_IN(words);
        for (int g = 0; g < w->games; g++) {
            if (w->busy[g])
                continue;
            snprintf(action, sizeof action, "%d-%d", w->name, tries++);
            game[1] = (char)('0' + g);
            turns[g] = (struct turn){w, g};
            struct store_append a = {.game = game,
                                     .first = w->last[g] + 1,
                                     .action = action,
                                     .lines = &line,
                                     .line_count = 1};
            w->busy[g] = true;
            w->wrong += !store_append(w->store, &a, (struct store_reply){wrote, &turns[g]}, &error);
        }
        deliver(w->store, 1000);
    }
    for (int g = 0; g < w->games; g++) {
        while (w->busy[g])
            deliver(w->store, 1000);
    }
    return NULL;
}

/* Checks that the store has as many events as were acknowledged, numbered without gaps. */
static void sound(int written) {
    struct store *s = open_store();
    int64_t all = 0;
    for (int g = 0; g < 4; g++) {
        char game[4] = {'g', (char)('0' + g)};
        struct heard h = read_game(s, game, 0);
        assert_int_equal(h.events, h.last);
        all += h.last;
    }
    assert_int_equal(all, written);
    store_close(s);
}

STORE_CLAIM(nodes_that_write_to_the_same_games_leave_no_gaps) {
    enum { NODES = 4 };
    struct writer nodes[NODES] = {0};
    struct store *s = open_store();
    int written = 0, conflicts = 0;
    for (int g = 0; g < 4; g++)
        create(s, (const char *[]){"g0", "g1", "g2", "g3"}[g], NULL);
    store_close(s);
    for (int i = 0; i < NODES; i++) {
        nodes[i] =
            (struct writer){.store = open_with(&(struct store_options){.patience_ms = 60000}),
                            .name = i,
                            .games = 4,
                            .wanted = 100};
    }
    /* Start writing only when all stores are open: opening a store needs the file for a moment, and
     * busy writers might keep it locked for longer than the store waits. */
    for (int i = 0; i < NODES; i++)
        pthread_create(&nodes[i].thread, NULL, write_on, &nodes[i]);
    for (int i = 0; i < NODES; i++) {
        pthread_join(nodes[i].thread, NULL);
        assert_int_equal(nodes[i].wrong, 0);
        written += nodes[i].written;
        conflicts += nodes[i].conflicts;
        store_close(nodes[i].store);
    }
    assert_true(conflicts > 0);
    sound(written);
}

struct asker {
    struct store *store;
    int name;
    struct heard *heard;
    pthread_t thread;
};

static void *ask_much(void *arg) {
    struct asker *a = arg;
    char words[256], action[32], game[4] = {'g', (char)('0' + a->name)};
    const char *line = "roll";
    for (int i = 1; i <= 500; i++) {
        struct text error = TEXT_IN(words);
        struct store_append append = {
            .game = game, .first = i, .action = action, .lines = &line, .line_count = 1};
        snprintf(action, sizeof action, "a%d", i);
        while (!store_append(a->store, &append, (struct store_reply){note, a->heard}, &error))
            sched_yield(); /* the queue is full */
    }
    return NULL;
}

STORE_CLAIM(many_threads_can_use_one_store) {
    struct store *s = open_with(&(struct store_options){.waiting_max = 200});
    struct asker askers[4];
    struct heard h = {0};
    for (int i = 0; i < 4; i++)
        create(s, (const char *[]){"g0", "g1", "g2", "g3"}[i], NULL);
    for (int i = 0; i < 4; i++) {
        askers[i] = (struct asker){s, i, &h, 0};
        pthread_create(&askers[i].thread, NULL, ask_much, &askers[i]);
    }
    await(s, &h, 2000);
    for (int i = 0; i < 4; i++)
        pthread_join(askers[i].thread, NULL);
    struct store_counts counts;
    store_counts(s, &counts);
    assert_int_equal(counts.events, 2000);
    assert_true(counts.groups < 2000);
    store_close(s);
    sound(2000);
}

/* The whispers that a node has received. */
struct ear {
    int news; /* how often a new connection was reported */
    int words;
    char last[STORE_WHISPER_MAX + 1];
};

static void hear_whisper(void *arg, const char *words) {
    struct ear *e = arg;
    if (!words) {
        e->news++;
        return;
    }
    e->words++;
    snprintf(e->last, sizeof e->last, "%s", words);
}

static void until(struct store *s, const int *count, int wanted) {
    for (int waited = 0; *count < wanted && waited < PATIENCE_MS; waited += 10)
        deliver(s, 10);
    assert_int_equal(*count, wanted);
}

STORE_CLAIM(a_whisper_reaches_all_other_nodes_and_is_not_stored) {
    static struct ear ears[3];
    static char long_words[STORE_WHISPER_MAX + 2];
    struct store *s[3];
    struct store_counts counts;
    memset(ears, 0, sizeof ears);
    memset(long_words, 'x', STORE_WHISPER_MAX + 1);
    for (int i = 0; i < 3; i++) {
        s[i] = open_store();
        store_on_whisper(s[i], hear_whisper, &ears[i]);
    }
    for (int i = 0; i < 3 && address; i++)
        until(s[i], &ears[i].news, 1);
    assert_int_equal(store_has_nodes(s[0]), address != NULL);
    assert_false(store_whisper(s[0], long_words));
    long_words[STORE_WHISPER_MAX] = '\0';
    assert_int_equal(store_whisper(s[0], long_words), address != NULL);
    if (address) {
        until(s[1], &ears[1].words, 1);
        assert_string_equal(ears[1].last, long_words);
        assert_true(store_whisper(s[1], "Bea's here; \"1\" \\ 2"));
        until(s[0], &ears[0].words, 1);
        until(s[2], &ears[2].words, 2);
        assert_string_equal(ears[0].last, "Bea's here; \"1\" \\ 2");
        assert_int_equal(ears[1].words, 1); /* a node does not hear itself */
    }
    store_counts(s[0], &counts);
    assert_int_equal(counts.groups, 0);
    assert_int_equal(counts.waiting, 0);
    for (int i = 0; i < 3; i++)
        store_close(s[i]);
}

STORE_CLAIM(excess_whispers_are_dropped_and_whispers_resume_after_a_lost_connection) {
    static struct ear ears[2];
    struct store *s[2];
    int taken = 0;
    if (!address)
        return; /* SQLite has no other nodes */
    memset(ears, 0, sizeof ears);
    for (int i = 0; i < 2; i++) {
        s[i] = open_store();
        store_on_whisper(s[i], hear_whisper, &ears[i]);
        until(s[i], &ears[i].news, 1);
    }
    /* Nothing is delivered in the meantime, so the receiver's queue fills up and drops the rest. */
    for (int i = 0; i < 5000; i++)
        taken += store_whisper(s[0], "again");
    assert_in_range(taken, 256, 5000);
    for (int waited = 0; !ears[1].words && waited < PATIENCE_MS; waited += 100)
        deliver(s[1], 100);
    assert_in_range(ears[1].words, 1, taken);
    run_postgres("SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                 "WHERE application_name = 'yard'");
    for (int i = 0; i < 2; i++)
        until(s[i], &ears[i].news, 2);
    /* Whispers still queued when the connection was lost may leave no room at first. */
    for (int waited = 0; strcmp(ears[1].last, "back") && waited < PATIENCE_MS; waited += 100) {
        store_whisper(s[0], "back");
        deliver(s[1], 100);
    }
    assert_string_equal(ears[1].last, "back");
    for (int i = 0; i < 2; i++)
        store_close(s[i]);
}
