#include "server/bots.h"

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "coach/bot_seat.h"
#include "coach/quick.h"
#include "core/memory.h"
#include "core/say.h"
#include "play/record.h"
#include "rules/press.h"
#include "server/bots_sets.h"
#include "solve/press_solver.h"

enum {
    WAITING_MAX = 10000,
    BYTES_MAX = 144 << 20,
    SETS_MAX = 32,
    FINAL_MOST = 6, /* final rounds with at most this many seats left are solved exactly (0.4 s) */
    NICE = 5,       /* niceness of the thread that solves house rules */
};

/* Each lane is a thread. The first two answer requests; the others solve rule sets. */
enum bots_lane {
    LANE_LIGHT, /* nearly all choices, which take milliseconds */
    LANE_HEAVY, /* press games with three or more seats, whose final round takes longer; grades */
    LANE_BOOKS, /* solves unmodified books */
    LANE_HOUSE, /* solves all other rules */
    LANES_OF_BOTS,
};

enum job_stage { STAGE_WAITING, STAGE_READY, STAGE_RUNNING, STAGE_DONE };

struct job {
    struct job *next;
    struct bots_client *client; /* NULL: no longer wanted */
    struct rule_set *set;
    struct adviser *adviser; /* set->adviser; if NULL, the job makes its own */
    struct rules rules;
    struct game game;
    const struct bot_level *level;
    enum job_stage stage;
    enum bots_lane lane;
    struct event *limit;
    void (*said)(void *arg, const char *words, bool hurried);
    void *arg;
    bool hurried;
    char words[256];

    /* A game to grade; NULL: a choice to make. */
    char *record;
    struct daily_grade grade;
    bool is_graded;
    void (*graded)(void *arg, const struct daily_grade *grade);
};

struct bots_client {
    struct bots *bots;
    struct rule_set *set; /* the rule set it wants solved */
    struct job *job;
};

struct crew {
    struct bots *bots;
    enum bots_lane lane;
    pthread_t thread;
    pthread_cond_t more;
    struct job *jobs;       /* answering lanes */
    struct rule_set *queue; /* solving lanes */
};

struct bots {
    struct event_base *base;
    char *cache;
    int thought_ms;
    struct solve_cost limit;
    double overrun; /* factor allowed for wrong estimates and slow machines */
    int waiting;    /* used only in the event loop */
    int ready;      /* eventfd */
    struct event *event;
    struct crew crews[LANES_OF_BOTS];

    pthread_mutex_t lock; /* protects everything below and the crews' lists */
    bool stop;
    struct job *done;
    struct rule_sets sets;
    struct bots_counts counts;
};

/* ---- lists; lock held ---- */

static void put_job(struct job **at, struct job *job) {
    while (*at)
        at = &(*at)->next;
    job->next = NULL;
    *at = job;
}

static void take_job(struct job **at, struct job *job) {
    while (*at != job)
        at = &(*at)->next;
    *at = job->next;
}

static void queue_set(struct bots *b, struct rule_set *set) {
    struct crew *crew = &b->crews[set->book ? LANE_BOOKS : LANE_HOUSE];
    struct rule_set **at = &crew->queue;
    while (*at)
        at = &(*at)->queued;
    *at = set;
    set->queued = NULL;
    set->state = SET_QUEUED;
    pthread_cond_signal(&crew->more);
}

static void make_ready(struct bots *b, struct job *job, enum bots_lane lane) {
    job->stage = STAGE_READY;
    job->lane = lane;
    job->set->answering++;
    put_job(&b->crews[lane].jobs, job);
    pthread_cond_signal(&b->crews[lane].more);
}

static void hurry(struct bots *b, struct job *job) {
    job->hurried = true;
    job->adviser = NULL;
    make_ready(b, job, LANE_LIGHT);
}

/* A grade takes milliseconds, but nobody at a table waits for it. */
static enum bots_lane lane_of(const struct job *job) {
    bool heavy = job->rules.book->family == FAMILY_PRESS && job->game.seats > 2;
    return heavy || job->record ? LANE_HEAVY : LANE_LIGHT;
}

/* Lets the jobs that waited for a rule set continue, with or without its result. */
static void wake_waiting(struct bots *b, struct rule_set *set) {
    while (set->waiting) {
        struct job *job = set->waiting;
        set->waiting = job->next;
        if (set->state == SET_SOLVED) {
            job->adviser = set->adviser;
            make_ready(b, job, lane_of(job));
        } else {
            hurry(b, job);
        }
    }
}

/* ---- answering ---- */

static bool advise_exactly(struct job *job, struct advice *ret, int *ret_unit) {
    LOCAL_TEXT(error, 256);
    struct game g = job->game;
    struct adviser *own = job->adviser ? NULL : adviser_new(1);
    struct goal goal = goal_of_game(&job->rules, &g, (struct goal){.kind = GOAL_USUAL});
    int list[SEATS_MAX];
    bool exact = job->rules.book->family == FAMILY_PRESS && g.ender &&
                 !press_plan_estimates(&job->rules, &g); /* estimates take little time */
    if (exact && press_to_come(&job->rules, &g, list) > FINAL_MOST) {
        quick_final(&job->rules, &job->game, FINAL_MOST, &g);
        job->hurried = true;
    }
    bool good = adviser_advise(own ? own : job->adviser, &job->rules, &g, goal, NULL, ret, &error);
    adviser_free(own);
    *ret_unit = goal_unit(goal);
    return good && ret->count;
}

/* Always makes a choice: leaving a game stuck would be worse than any move. */
static void think(struct job *job) {
    char why[256];
    struct text error = TEXT_IN(why), out = TEXT_IN(job->words);
    struct advice advice;
    double random = 0;
    int unit;
    if (job->hurried || !advise_exactly(job, &advice, &unit)) {
        bool chase = job->rules.book->family == FAMILY_PRESS && job->game.ender;
        quick_advise(&job->rules, &job->game, &advice);
        unit = chase ? UNIT_WIN : UNIT_POINTS;
        job->hurried = true;
    }
    if (!bot_seat_random(&random, &error))
        random = 0; /* pick the best */
    action_print(&job->rules, bot_pick(job->level, &job->rules, &job->game, &advice, unit, random),
                 &out);
}

/* The adviser is only read: the set is solved. */
static void grade(struct job *job) {
    LOCAL_TEXT(error, 256);
    struct record_tail tail;
    struct solved_tables tables;
    struct table *t = table_new();
    job->is_graded = job->adviser &&
                     record_read_text(span_of(job->record), "", t, NULL, &tail, &error) &&
                     table_now(t)->rules.book == job->rules.book &&
                     ledger_prepare_alone(job->adviser, &job->rules, NULL, &tables, &error) &&
                     daily_grade(&tables, t, &job->grade, &error);
    table_free(t);
}

static void free_job(struct job *job) {
    free(job->record);
    if (job->limit)
        event_free(job->limit);
    free(job);
}

static void *answer(void *where) {
    struct crew *crew = where;
    struct bots *b = crew->bots;
    pthread_mutex_lock(&b->lock);
    while (!b->stop) {
        struct job *job = crew->jobs;
        if (!job) {
            pthread_cond_wait(&crew->more, &b->lock);
            continue;
        }
        crew->jobs = job->next;
        job->stage = STAGE_RUNNING;
        pthread_mutex_unlock(&b->lock);
        if (job->record)
            grade(job);
        else
            think(job);
        pthread_mutex_lock(&b->lock);
        job->set->answering--;
        sets_tidy(&b->sets, job->set);
        job->stage = STAGE_DONE;
        put_job(&b->done, job); /* even if no longer wanted: only the event loop frees jobs */
        uint64_t one = 1;
        if (write(b->ready, &one, sizeof one) < 0)
            abort(); /* cannot overflow */
    }
    pthread_mutex_unlock(&b->lock);
    return NULL;
}

/* ---- solving ---- */

static double processor_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void watch_time(struct work *work) {
    struct rule_set *set =
        (struct rule_set *)(void *)((char *)work - offsetof(struct rule_set, work));
    if (processor_seconds() - set->spent_before <= set->most_seconds)
        return;
    set->overran = true;
    atomic_store(&work->cancel, true);
}

/* The caller must not hold the lock. */
static struct adviser *work_out(struct bots *b, struct rule_set *set) {
    LOCAL_TEXT(error, 256);
    struct adviser *a = adviser_new(1); /* leave the other processors to players */
    struct game g = {.seats = set->alone ? 1 : 2};
    struct goal goal = goal_of_game(&set->rules, &g, (struct goal){.kind = GOAL_USUAL});
    adviser_use_cache(a, set->book ? b->cache : NULL, false, NULL, NULL);
    set->spent_before = processor_seconds();
    if (adviser_prepare(a, &set->rules, g.seats, goal, &set->work, &error))
        return a;
    adviser_free(a);
    return NULL;
}

static void solve(struct bots *b, struct rule_set *set) {
    sets_make_room(&b->sets, set);
    set->state = SET_SOLVING;
    set->overran = false;
    set->most_seconds = set->book ? 1e9 : b->overrun * b->limit.seconds;
    set->work.watch = watch_time;
    atomic_store(&set->work.cancel, false);
    b->counts.solving++;
    pthread_mutex_unlock(&b->lock);
    struct adviser *a = work_out(b, set);
    pthread_mutex_lock(&b->lock);
    b->counts.solving--;
    if (a) {
        set->adviser = a;
        set->state = SET_SOLVED;
        wake_waiting(b, set);
        return;
    }
    sets_drop_table(&b->sets, set);
    if (set->overran || !atomic_load(&set->work.cancel)) {
        b->counts.given_up++;
        set->state = SET_HOPELESS;
        wake_waiting(b, set);
    } else {
        b->counts.cancelled++;
        if (set->waiting && !b->stop) /* a table asked for this set during cancellation */
            queue_set(b, set);
    }
    sets_tidy(&b->sets, set);
}

static void *solve_sets(void *where) {
    struct crew *crew = where;
    struct bots *b = crew->bots;
    if (crew->lane == LANE_HOUSE)
        (void)!setpriority(PRIO_PROCESS, (id_t)gettid(), NICE); /* failure is harmless */
    pthread_mutex_lock(&b->lock);
    while (!b->stop) {
        struct rule_set *set = crew->queue;
        if (!set) {
            pthread_cond_wait(&crew->more, &b->lock);
            continue;
        }
        crew->queue = set->queued;
        set->state = SET_NEW;
        if (set->clients || set->book)
            solve(b, set);
        else
            sets_tidy(&b->sets, set);
    }
    pthread_mutex_unlock(&b->lock);
    return NULL;
}

/* ---- event loop ---- */

static void on_ready(evutil_socket_t fd, short what, void *where) {
    (void)what;
    struct bots *b = where;
    uint64_t count;
    if (read(fd, &count, sizeof count) < 0)
        return;
    for (;;) {
        pthread_mutex_lock(&b->lock);
        struct job *job = b->done;
        if (job) {
            b->done = job->next;
            b->counts.hurried += job->client && job->hurried;
        }
        pthread_mutex_unlock(&b->lock);
        if (!job)
            return;
        if (job->client) {
            job->client->job = NULL;
            b->waiting--;
            if (job->record)
                job->graded(job->arg, job->is_graded ? &job->grade : NULL);
            else
                job->said(job->arg, job->words, job->hurried);
        }
        free_job(job);
    }
}

/* The time for a choice is up: hurries a job that is still waiting. A running job will finish soon
 * anyway. */
static void on_limit(evutil_socket_t fd, short what, void *where) {
    (void)fd, (void)what;
    struct job *job = where;
    struct bots *b = job->client->bots; /* an unwanted job has no timer */
    pthread_mutex_lock(&b->lock);
    if (job->stage == STAGE_WAITING) {
        take_job(&job->set->waiting, job);
        hurry(b, job);
    } else if (job->stage == STAGE_READY && job->lane == LANE_HEAVY) {
        take_job(&b->crews[LANE_HEAVY].jobs, job);
        job->set->answering--;
        hurry(b, job);
    }
    pthread_mutex_unlock(&b->lock);
}

/* Lock held. */
static void want(struct bots_client *c, struct rule_set *set) {
    struct bots *b = c->bots;
    struct rule_set *before = c->set;
    if (before == set)
        return;
    c->set = set;
    if (set)
        set->clients++;
    if (!before)
        return;
    before->clients--;
    if (!before->clients && !before->book && before->state == SET_SOLVING)
        atomic_store(&before->work.cancel, true);
    sets_tidy(&b->sets, before);
}

static struct rule_set *want_rules(struct bots_client *c, const struct rules *r, int seats) {
    struct bots *b = c->bots;
    struct rule_set *set = sets_find(&b->sets, r, seats == 1, b->limit);
    want(c, set);
    sets_use(&b->sets, set);
    return set;
}

/* The final round of a press game needs no solved table. */
static bool needs_table(const struct rules *r, const struct game *g) {
    return r->book->family == FAMILY_SHEET || g->seats == 1 || !g->ender;
}

void bots_prepare(struct bots_client *c, const struct rules *r, int seats) {
    struct bots *b = c->bots;
    pthread_mutex_lock(&b->lock);
    struct rule_set *set = want_rules(c, r, seats);
    if (set->state == SET_NEW)
        queue_set(b, set);
    pthread_mutex_unlock(&b->lock);
}

bool bots_ask(struct bots_client *c, const struct rules *r, const struct game *g, const char *level,
              void (*said)(void *arg, const char *words, bool hurried), void *arg) {
    struct bots *b = c->bots;
    const struct bot_level *known = bot_find(span_of(level));
    if (b->waiting >= WAITING_MAX || !known || c->job)
        return false;
    struct job *job = grab(1, sizeof *job);
    *job = (struct job){
        .client = c, .rules = *r, .game = *g, .level = known, .said = said, .arg = arg};
    struct timeval limit = {b->thought_ms / 1000, b->thought_ms % 1000 * 1000};
    job->limit = evtimer_new(b->base, on_limit, job);
    if (!job->limit || evtimer_add(job->limit, &limit) != 0)
        abort();
    c->job = job;
    b->waiting++;
    pthread_mutex_lock(&b->lock);
    struct rule_set *set = job->set = want_rules(c, r, g->seats);
    /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): want_rules() creates a missing set */
    if (set->state == SET_NEW)
        queue_set(b, set);
    if (set->state == SET_SOLVED || !needs_table(r, g)) {
        job->adviser = set->adviser;
        make_ready(b, job, lane_of(job));
    } else if (set->state == SET_HOPELESS) {
        hurry(b, job);
    } else {
        put_job(&set->waiting, job);
    }
    pthread_mutex_unlock(&b->lock);
    return true;
}

bool bots_grade(struct bots_client *c, const struct book *book, struct span record,
                void (*graded)(void *arg, const struct daily_grade *grade), void *arg) {
    struct bots *b = c->bots;
    if (b->waiting >= WAITING_MAX || c->job)
        return false;
    struct job *job = grab(1, sizeof *job);
    *job = (struct job){.client = c, .rules = rules_of(book), .graded = graded, .arg = arg};
    job->record = must(strndup(record.at, record.len));
    c->job = job;
    b->waiting++;
    pthread_mutex_lock(&b->lock);
    struct rule_set *set = job->set = want_rules(c, &job->rules, 1);
    /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): want_rules() creates a missing set */
    if (set->state == SET_NEW)
        queue_set(b, set);
    if (set->state == SET_SOLVED || set->state == SET_HOPELESS) {
        job->adviser = set->adviser;
        make_ready(b, job, lane_of(job));
    } else {
        put_job(&set->waiting, job);
    }
    pthread_mutex_unlock(&b->lock);
    return true;
}

struct bots_client *bots_join(struct bots *b) {
    struct bots_client *c = grab(1, sizeof *c);
    c->bots = b;
    return c;
}

/* Lock held. Returns whether the caller may free the job. */
static bool withdraw(struct bots *b, struct job *job) {
    if (job->stage == STAGE_WAITING)
        take_job(&job->set->waiting, job);
    else if (job->stage == STAGE_READY)
        take_job(&b->crews[job->lane].jobs, job);
    else if (job->stage == STAGE_DONE)
        take_job(&b->done, job);
    job->client = NULL;
    if (job->stage == STAGE_READY)
        job->set->answering--;
    return job->stage != STAGE_RUNNING;
}

void bots_leave(struct bots_client *c) {
    if (!c)
        return;
    struct bots *b = c->bots;
    struct job *job = c->job;
    if (job && job->limit)
        event_free(job->limit);
    if (job) {
        job->limit = NULL;
        b->waiting--;
    }
    pthread_mutex_lock(&b->lock);
    bool ours = job && withdraw(b, job);
    want(c, NULL);
    pthread_mutex_unlock(&b->lock);
    if (ours)
        free_job(job);
    free(c);
}

/* ---- limits, counts, lifecycle ---- */

bool bots_play(const struct bots *b, const struct rules *r, int seats, struct text *error) {
    struct rules usual = rules_of(r->book);
    struct solve_cost cost = rules_same(r, &usual) ? (struct solve_cost){0} : solve_cost(r, seats);
    if (cost.seconds <= b->limit.seconds && cost.bytes <= b->limit.bytes)
        return true;
    int goal = solve_goal_within(r, seats, b->limit);
    if (cost.seconds > b->limit.seconds && cost.seconds < 1e6)
        return say_fail(error, server_goal_takes_time, .goal = r->params.goal,
                        .needed = cost.seconds, .allowed = b->limit.seconds, .most = goal);
    return say_fail(error, server_goal_takes_more, .goal = r->params.goal, .most = goal);
}

void bots_counts(struct bots *b, struct bots_counts *ret) {
    pthread_mutex_lock(&b->lock);
    *ret = b->counts;
    ret->bytes = 0;
    for (const struct rule_set *set = b->sets.first; set; set = set->next) {
        ret->solved += set->state == SET_SOLVED;
        ret->bytes += set->state == SET_SOLVED || set->state == SET_SOLVING ? set->bytes : 0;
    }
    ret->evicted = b->sets.evicted;
    pthread_mutex_unlock(&b->lock);
    ret->waiting = b->waiting;
}

struct bots *bots_new(const struct bots_options *o) {
    struct bots *b = grab(1, sizeof *b);
    b->base = o->base;
    b->thought_ms = o->thought_ms ? o->thought_ms : BOTS_SECONDS * 1000;
    b->sets.bytes_max = o->bytes_max ? o->bytes_max : BYTES_MAX;
    b->sets.sets_max = o->sets_max ? o->sets_max : SETS_MAX;
    b->limit.seconds = o->budget_seconds ? o->budget_seconds : BOTS_BUDGET;
    b->overrun = o->overrun > 0 ? o->overrun : 2;
    b->limit.bytes = (double)b->sets.bytes_max;
    pthread_mutex_init(&b->lock, NULL);
    b->ready = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    b->event = event_new(o->base, b->ready, EV_READ | EV_PERSIST, on_ready, b);
    if (b->ready < 0 || !b->event || event_add(b->event, NULL) != 0)
        abort();
    b->cache = o->cache ? must(strdup(o->cache)) : NULL;
    for (int lane = 0; lane < LANES_OF_BOTS; lane++) {
        struct crew *crew = &b->crews[lane];
        *crew = (struct crew){.bots = b, .lane = (enum bots_lane)lane};
        pthread_cond_init(&crew->more, NULL);
        if (pthread_create(&crew->thread, NULL, lane <= LANE_HEAVY ? answer : solve_sets, crew))
            abort();
    }
    return b;
}

void bots_free(struct bots *b) {
    if (!b)
        return;
    pthread_mutex_lock(&b->lock);
    b->stop = true;
    for (struct rule_set *set = b->sets.first; set; set = set->next)
        atomic_store(&set->work.cancel, true);
    for (int lane = 0; lane < LANES_OF_BOTS; lane++)
        pthread_cond_signal(&b->crews[lane].more);
    pthread_mutex_unlock(&b->lock);
    for (int lane = 0; lane < LANES_OF_BOTS; lane++) {
        pthread_join(b->crews[lane].thread, NULL);
        pthread_cond_destroy(&b->crews[lane].more);
    }
    while (b->done) { /* unwanted: all clients have left */
        struct job *job = b->done;
        b->done = job->next;
        free_job(job);
    }
    event_free(b->event);
    close(b->ready);
    pthread_mutex_destroy(&b->lock);
    sets_free(&b->sets);
    free(b->cache);
    free(b);
}
