#include "tui/work.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "coach/cache.h"
#include "core/memory.h"
#include "tui/work_odds.h"

enum { QUEUE_MAX = 16 };

struct worker {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t asked;
    struct question queue[QUEUE_MAX];
    struct answer *answers[QUEUE_MAX];
    int queued, answered;
    bool busy, ending;
    struct work work;
    struct adviser *adviser; /* used by the worker thread only */
    void (*wake)(void *user);
    void *user;
    struct answer *(*at_once)(const struct question *q); /* for tests: answers without a thread */
};

void answer_free(struct answer *a) {
    if (!a)
        return;
    free(a->odds);
    if (a->mistakes)
        mistakes_close(a->mistakes);
    free(a->mistakes);
    ledger_free(&a->ledger);
    free(a);
}

/* ---- computing answers ---- */

/* The expected final score of a seat while it is another seat's turn, as of the start of its own
 * next turn. */
static double seat_value(struct worker *w, const struct question *q, int seat) {
    LOCAL_TEXT(ignored, 256);
    struct game g = q->game;
    struct advice advice;
    const struct card *card = &g.card[seat];
    if (card->filled == (1u << q->rules.book->box_count) - 1)
        return game_total(&q->rules, &q->game, seat);
    g.seat = (uint8_t)seat;
    g.phase = PHASE_ROLL;
    g.rolls = 0;
    g.dice = (struct dice){0};
    g.falling = (uint8_t)q->rules.book->dice;
    bool good = adviser_advise(w->adviser, &q->rules, &g, (struct goal){.kind = GOAL_SCORE},
                               &w->work, &advice, &ignored);
    return good ? advice.value : NAN;
}

static bool look(struct worker *w, const struct question *q, struct answer *a, struct text *error) {
    struct goal goal = {.kind = GOAL_USUAL};
    const struct game *g = &q->game;
    if (!adviser_advise(w->adviser, &q->rules, g, goal, &w->work, &a->advice, error))
        return false;
    a->approximate = adviser_approximates(&q->rules, g, goal_of_game(&q->rules, g, goal));
    for (int seat = 0; seat < SEATS_MAX; seat++)
        a->value[seat] = NAN;
    for (int seat = 0; seat < g->seats; seat++) {
        if (seat == g->seat)
            a->value[seat] = a->advice.value;
        else if (q->rules.book->family == FAMILY_SHEET)
            a->value[seat] = seat_value(w, q, seat);
        else if (g->seats == 2)
            a->value[seat] = 1 - a->advice.value;
    }
    return true;
}

/* Keeps the first report. */
static void note_trouble(void *user, const char *words) {
    struct text *error = user;
    if (!error->len)
        text_put(error, words);
}

static bool open_mistakes(struct worker *w, const struct question *q, struct answer *a,
                          struct text *error) {
    a->mistakes = grab(1, sizeof *a->mistakes);
    return mistakes_open(a->mistakes, (struct mistakes_of){0}, w->adviser, &w->work, q->today,
                         note_trouble, error, error);
}

static struct answer *answer_to(struct worker *w, const struct question *q) {
    struct answer *a = grab(1, sizeof *a);
    struct text error = TEXT_IN(a->error);
    struct solved_tables tables;
    a->kind = q->kind;
    a->id = q->id;
    a->game = q->game;
    a->stream = q->stream;
    if (q->kind == QUESTION_LOOK)
        a->good = look(w, q, a, &error);
    else if (q->kind == QUESTION_BOT)
        a->good = bot_choose(w->adviser, q->level, &q->rules, &q->game, q->random, &w->work,
                             &a->action, &error);
    else if (q->kind == QUESTION_MISTAKES)
        a->good = open_mistakes(w, q, a, &error);
    else if (q->kind == QUESTION_PRACTICE && q->posed)
        a->good = practice_look(w->adviser, &q->rules, &q->game, &w->work, &a->practice, &error);
    else if (q->kind == QUESTION_PRACTICE)
        a->good = practice_generate(w->adviser, &q->rules, q->difficulty, &a->stream, &w->work,
                                    &a->practice, &error);
    else if (q->kind == QUESTION_WHY)
        a->good = reason_of(w->adviser, &q->rules, &q->game, q->compared ? &q->instead : NULL,
                            &w->work, &a->reasons, &(struct refusal){.words = &error});
    else if (q->kind == QUESTION_LEDGER)
        a->good = ledger_prepare(w->adviser, &q->rules, &w->work, &tables, &error) &&
                  ledger_of(&tables, q->table, q->game_number, &a->ledger, &error);
    else
        a->good = odds_words_of(w->adviser, &q->rules, &w->work, &a->odds, &error);
    return a;
}

/* ---- the thread ---- */

static void post(struct worker *w, struct answer *a) {
    if (w->answered == QUEUE_MAX) { /* nobody collects the answers: drop the oldest */
        answer_free(w->answers[0]);
        memmove(w->answers, w->answers + 1, (QUEUE_MAX - 1) * sizeof *w->answers);
        w->answered--;
    }
    w->answers[w->answered++] = a;
}

static void *run(void *user) {
    struct worker *w = user;
    /* Solving uses all cores: lower the priority so that the keyboard stays responsive. Threads
     * that this one starts inherit the priority. */
    setpriority(PRIO_PROCESS, (id_t)gettid(), 5);
    pthread_mutex_lock(&w->lock);
    while (!w->ending) {
        if (!w->queued) {
            pthread_cond_wait(&w->asked, &w->lock);
            continue;
        }
        struct question q = w->queue[0];
        memmove(w->queue, w->queue + 1, (size_t)--w->queued * sizeof *w->queue);
        w->busy = true;
        atomic_store(&w->work.total, 0);
        pthread_mutex_unlock(&w->lock);
        struct answer *a = answer_to(w, &q);
        table_free(q.table);
        pthread_mutex_lock(&w->lock);
        w->busy = false;
        post(w, a);
        w->wake(w->user);
    }
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

static struct worker *fresh(void) {
    struct worker *w = grab(1, sizeof *w);
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->asked, NULL);
    return w;
}

struct worker *worker_new(void (*wake)(void *user), void *user) {
    struct worker *w = fresh();
    LOCAL_TEXT(f, CACHE_PATH_MAX);
    w->wake = wake;
    w->user = user;
    w->adviser = adviser_new(0);
    if (cache_folder(&f))
        adviser_use_cache(w->adviser, f.data, false, NULL, NULL);
    if (pthread_create(&w->thread, NULL, run, w) != 0)
        abort();
    return w;
}

struct worker *worker_new_at_once(struct answer *(*answer)(const struct question *q)) {
    struct worker *w = fresh();
    w->at_once = answer;
    return w;
}

void worker_free(struct worker *w) {
    if (!w)
        return;
    if (!w->at_once) {
        pthread_mutex_lock(&w->lock);
        w->ending = true;
        atomic_store(&w->work.cancel, true);
        pthread_cond_signal(&w->asked);
        pthread_mutex_unlock(&w->lock);
        pthread_join(w->thread, NULL);
    }
    for (int i = 0; i < w->answered; i++)
        answer_free(w->answers[i]);
    for (int i = 0; i < w->queued; i++)
        table_free(w->queue[i].table);
    adviser_free(w->adviser);
    pthread_cond_destroy(&w->asked);
    pthread_mutex_destroy(&w->lock);
    free(w);
}

/* ---- asking ---- */

/* A new question replaces a queued one of the same kind. */
static void enqueue(struct worker *w, const struct question *q) {
    for (int i = 0; i < w->queued; i++) {
        if (w->queue[i].kind == q->kind) {
            table_free(w->queue[i].table);
            w->queue[i] = *q;
            return;
        }
    }
    w->queue[w->queued++] = *q; /* one entry per kind: cannot overflow */
}

void worker_ask(struct worker *w, const struct question *q) {
    if (w->at_once) {
        post(w, w->at_once(q));
        table_free(q->table);
        return;
    }
    pthread_mutex_lock(&w->lock);
    enqueue(w, q);
    pthread_cond_signal(&w->asked);
    pthread_mutex_unlock(&w->lock);
}

struct answer *worker_answer(struct worker *w) {
    struct answer *a = NULL;
    pthread_mutex_lock(&w->lock);
    if (w->answered) {
        a = w->answers[0];
        memmove(w->answers, w->answers + 1, (size_t)--w->answered * sizeof *w->answers);
    }
    pthread_mutex_unlock(&w->lock);
    return a;
}

bool worker_busy(struct worker *w) {
    pthread_mutex_lock(&w->lock);
    bool busy = w->busy || w->queued;
    pthread_mutex_unlock(&w->lock);
    return busy;
}

double worker_progress(struct worker *w) {
    uint64_t done = atomic_load(&w->work.done), total = atomic_load(&w->work.total);
    if (!worker_busy(w) || !total)
        return -1;
    return done < total ? (double)done / (double)total : 1;
}
