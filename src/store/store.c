/* The threads of a store. The writer takes what is queued and commits it as one group; the reader
 * answers questions; for PostgreSQL a third one hears of other nodes. What they have done waits in
 * one list until the owner of the event loop delivers it. */
#include "store/store.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include "store/link.h"
#include "store/watch.h"

enum { HINTS_MAX = 1024, GROUP_BYTES = 4 << 20 };

/* News from another node. */
struct hint {
    char game[STORE_ID_MAX + 1];
    int64_t last;
};

struct store {
    const struct link_kind *kind;
    char *where;
    struct store_options options;
    int ready, stop; /* eventfds: something to deliver; the listener shall end */
    pthread_t writer, reader, listener;
    struct link *write_link, *read_link; /* each of its thread */

    pthread_mutex_t lock; /* of all that follows, but the watches */
    pthread_cond_t to_write, to_read;
    struct queue writes, reads, answers;
    int waiting;
    size_t bytes;
    bool closing;
    bool write_away, read_away;
    char write_words[512], read_words[512];
    struct store_counts counts;
    struct hint hints[HINTS_MAX];
    int hint_count;
    bool sweep; /* anything may have been missed */

    struct watches watches; /* of the thread that delivers */
    bool catching_up;
};

static int64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void wake(int fd) {
    uint64_t one = 1;
    while (write(fd, &one, sizeof one) < 0 && errno == EINTR)
        ;
}

/* Waits on the condition for so long; with the lock held. */
static void wait_ms(struct store *s, pthread_cond_t *cond, int64_t ms) {
    int64_t until = now_ms() + ms;
    struct timespec at = {(time_t)(until / 1000), (long)(until % 1000) * 1000000};
    pthread_cond_timedwait(cond, &s->lock, &at);
}

/* With the lock held. */
static void answer(struct store *s, struct request *r) {
    if (r->answer.outcome == STORE_UNAVAILABLE)
        s->counts.unavailable++;
    queue_put(&s->answers, r);
}

/* Those of a list who have waited long enough are told why it cannot be; the others stay. */
static struct request *give_up(struct store *s, struct request *list, const char *words) {
    struct queue rest = {0};
    int64_t now = now_ms();
    bool some = false;
    while (list) {
        struct request *r = list;
        list = r->next;
        if (s->closing || (r->deadline && r->deadline <= now)) {
            request_reset(r);
            request_say(r, STORE_UNAVAILABLE, "%s%s", words,
                        r->tried && r->kind == REQUEST_APPEND
                            ? "; whether it was written is not known, ask again with the same id"
                            : "");
            answer(s, r);
            some = true;
        } else {
            queue_put(&rest, r);
        }
    }
    if (some)
        wake(s->ready);
    return rest.first;
}

/* An attempt has failed; with `doubt` nobody knows how far it came. Says so to those out of
 * patience, and pauses. */
static struct request *pause_for(struct store *s, bool writing, struct request *list, bool doubt,
                                 const char *words) {
    pthread_mutex_lock(&s->lock);
    struct queue *q = writing ? &s->writes : &s->reads;
    struct text kept = text_start(writing ? s->write_words : s->read_words, 512);
    text_put(&kept, words);
    *(writing ? &s->write_away : &s->read_away) = true;
    s->counts.failures++;
    for (struct request *r = list; r; r = r->next)
        r->tried = r->tried || doubt;
    list = give_up(s, list, words);
    queue_set(q, give_up(s, q->first, words));
    /* New requests signal the same condition, and must not turn the pause into a rush. */
    for (int64_t end = now_ms() + s->options.retry_ms, left;
         !s->closing && (left = end - now_ms()) > 0;)
        wait_ms(s, writing ? &s->to_write : &s->to_read, left);
    pthread_mutex_unlock(&s->lock);
    return list;
}

static bool is_open(struct store *s, enum link_use use, struct text *error) {
    struct link **k = use == LINK_READ ? &s->read_link : &s->write_link;
    if (!*k)
        *k = s->kind->open(s->where, use, error);
    return *k;
}

static void drop_link(struct store *s, struct link **link) {
    if (*link)
        s->kind->close(*link);
    *link = NULL;
}

static void count_written(struct store *s, const struct request *r) {
    const struct store_answer *a = &r->answer;
    s->counts.conflicts += a->outcome == STORE_CONFLICT;
    s->counts.duplicates += a->outcome == STORE_DUPLICATE;
    if (a->outcome != STORE_DONE || r->kind != REQUEST_APPEND)
        return;
    s->counts.appends++;
    s->counts.events += (uint64_t)r->append.line_count;
}

/* The group is durable: first those who wait for it hear of it, then the other nodes. */
static void group_done(struct store *s, struct request *group) {
    char *notice = NULL;
    if (s->kind->notify) /* after the answer the requests belong to another thread */
        notice = s->kind->notice(group);
    pthread_mutex_lock(&s->lock);
    s->write_away = false;
    s->counts.groups++;
    while (group) {
        struct request *next = group->next;
        count_written(s, group);
        answer(s, group);
        group = next;
    }
    pthread_mutex_unlock(&s->lock);
    wake(s->ready);
    if (notice)
        s->kind->notify(s->write_link, notice);
    free(notice);
}

/* What the database will never take must not keep the others waiting. */
static void refuse(struct store *s, struct request *r, const char *words) {
    request_reset(r);
    request_say(r, STORE_REFUSED, "%s", words);
    pthread_mutex_lock(&s->lock);
    answer(s, r);
    pthread_mutex_unlock(&s->lock);
    wake(s->ready);
}

/* Until all of the group are answered. */
static void write_group(struct store *s, struct request *group) {
    struct request *later = NULL; /* the rest, when they have to be tried one by one */
    while (group) {
        char words[512] = "";
        struct text error = TEXT_IN(words);
        enum link_result result = LINK_AWAY;
        if (is_open(s, LINK_WRITE, &error))
            result = s->kind->commit(s->write_link, group, &error);
        if (result == LINK_DONE) {
            group_done(s, group);
            group = NULL;
        } else if (result == LINK_REFUSED && group->next) {
            later = group->next;
            group->next = NULL;
        } else if (result == LINK_REFUSED) {
            refuse(s, group, words);
            group = NULL;
        } else if (result != LINK_AGAIN) {
            if (result == LINK_LOST)
                drop_link(s, &s->write_link);
            group = pause_for(s, true, group, result == LINK_LOST, words);
        }
        if (!group && later) {
            group = later;
            later = group->next;
            group->next = NULL;
        }
    }
}

static struct request *take_group(struct store *s) {
    struct queue group = {0};
    size_t bytes = 0;
    pthread_mutex_lock(&s->lock);
    while (!s->writes.first && !s->closing)
        pthread_cond_wait(&s->to_write, &s->lock);
    for (int n = 0; s->writes.first && n < s->options.group_max && bytes < GROUP_BYTES; n++) {
        bytes += s->writes.first->bytes;
        queue_put(&group, queue_take(&s->writes));
    }
    pthread_mutex_unlock(&s->lock);
    return group.first;
}

static void *run_writer(void *arg) {
    struct store *s = arg;
    for (struct request *group; (group = take_group(s));)
        write_group(s, group);
    return NULL;
}

static void read_one(struct store *s, struct request *r) {
    while (r) {
        char words[512] = "";
        struct text error = TEXT_IN(words);
        enum link_result result = LINK_AWAY;
        if (is_open(s, LINK_READ, &error))
            result = s->kind->read(s->read_link, r, &error);
        if (result == LINK_REFUSED) {
            refuse(s, r, words);
            return;
        }
        if (result == LINK_DONE) {
            pthread_mutex_lock(&s->lock);
            s->read_away = false;
            answer(s, r);
            pthread_mutex_unlock(&s->lock);
            wake(s->ready);
            return;
        }
        if (result == LINK_LOST)
            drop_link(s, &s->read_link);
        if (result != LINK_AGAIN)
            r = pause_for(s, false, r, false, words);
    }
}

/* The next question, or NULL when it is time to close. Meanwhile it is the clock of the sweeps. */
static struct request *take_question(struct store *s, int64_t *next_sweep) {
    pthread_mutex_lock(&s->lock);
    for (;;) {
        int64_t now = now_ms();
        if (now >= *next_sweep) {
            *next_sweep = now + s->options.sweep_ms;
            s->sweep = true;
            wake(s->ready);
        }
        if (s->reads.first || s->closing)
            break;
        wait_ms(s, &s->to_read, *next_sweep - now);
    }
    struct request *r = queue_take(&s->reads);
    pthread_mutex_unlock(&s->lock);
    return r;
}

static void *run_reader(void *arg) {
    struct store *s = arg;
    int64_t next_sweep = now_ms() + s->options.sweep_ms;
    for (struct request *r; (r = take_question(s, &next_sweep));)
        read_one(s, r);
    return NULL;
}

static void hear(void *arg, const char *game, int64_t last) {
    struct store *s = arg;
    pthread_mutex_lock(&s->lock);
    s->counts.heard++;
    if (!game || s->hint_count == HINTS_MAX || strlen(game) > STORE_ID_MAX) {
        s->sweep = true;
    } else {
        struct hint *hint = &s->hints[s->hint_count++];
        strcpy(hint->game, game);
        hint->last = last;
    }
    pthread_mutex_unlock(&s->lock);
    wake(s->ready);
}

static void *run_listener(void *arg) {
    struct store *s = arg;
    s->kind->listen(s->where, s->stop, s->options.retry_ms, hear, s);
    return NULL;
}

const struct link_kind *link_kind_of(const char *where) {
    bool many = !strncmp(where, "postgres://", 11) || !strncmp(where, "postgresql://", 13);
    return many ? &postgres_link : &sqlite_link;
}

static void set_options(struct store *s, const struct store_options *options) {
    struct store_options *o = &s->options;
    if (options)
        *o = *options;
    o->waiting_max = o->waiting_max ? o->waiting_max : 10000;
    o->bytes_max = o->bytes_max ? o->bytes_max : 64u << 20;
    o->patience_ms = o->patience_ms ? o->patience_ms : 5000;
    o->retry_ms = o->retry_ms ? o->retry_ms : 250;
    o->sweep_ms = o->sweep_ms ? o->sweep_ms : 2000;
    o->group_max = o->group_max ? o->group_max : 512;
}

static void start(pthread_t *thread, void *(*run)(void *), struct store *s) {
    if (pthread_create(thread, NULL, run, s) != 0)
        abort();
}

static void free_store(struct store *s) {
    drop_link(s, &s->write_link);
    drop_link(s, &s->read_link);
    watches_clear(&s->watches);
    if (s->ready >= 0)
        close(s->ready);
    if (s->stop >= 0)
        close(s->stop);
    pthread_cond_destroy(&s->to_write);
    pthread_cond_destroy(&s->to_read);
    pthread_mutex_destroy(&s->lock);
    free(s->where);
    free(s);
}

struct store *store_open(const char *where, const struct store_options *options,
                         struct text *error) {
    struct store *s = calloc(1, sizeof *s);
    pthread_condattr_t monotonic;
    if (!s || !(s->where = strdup(where)))
        abort();
    set_options(s, options);
    s->kind = link_kind_of(where);
    pthread_mutex_init(&s->lock, NULL);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&s->to_write, &monotonic);
    pthread_cond_init(&s->to_read, &monotonic);
    pthread_condattr_destroy(&monotonic);
    s->ready = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    s->stop = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (s->ready < 0 || s->stop < 0) {
        text_add(error, "cannot open the store: %s", strerror(errno));
        free_store(s);
        return NULL;
    }
    if (!is_open(s, LINK_CREATE, error) || !is_open(s, LINK_READ, error)) {
        free_store(s);
        return NULL;
    }
    start(&s->writer, run_writer, s);
    start(&s->reader, run_reader, s);
    if (s->kind->listen)
        start(&s->listener, run_listener, s);
    return s;
}

int store_fd(const struct store *s) {
    return s->ready;
}

static void caught_up(void *arg, const struct store_answer *answer) {
    struct store *s = arg;
    s->catching_up = false;
    if (answer->outcome != STORE_DONE)
        return; /* the next sweep asks again */
    int heard = watches_tell(&s->watches, answer->events, answer->event_count);
    pthread_mutex_lock(&s->lock);
    s->counts.recovered += (uint64_t)heard;
    pthread_mutex_unlock(&s->lock);
}

/* One question at a time about what may have been missed. */
static void catch_up(struct store *s) {
    if (s->catching_up)
        return;
    struct request *r = watches_question(&s->watches, (struct store_reply){caught_up, s});
    if (!r)
        return;
    pthread_mutex_lock(&s->lock);
    s->catching_up = !s->closing;
    if (s->catching_up) {
        r->deadline = now_ms() + s->options.patience_ms;
        queue_put(&s->reads, r);
        pthread_cond_signal(&s->to_read);
    }
    pthread_mutex_unlock(&s->lock);
    if (!s->catching_up)
        request_free(r);
}

static void deliver_one(struct store *s, struct request *r) {
    const struct store_answer *a = &r->answer;
    if (r->kind == REQUEST_APPEND && a->event_count)
        watches_tell(&s->watches, a->events, a->event_count);
    if (r->counted) { /* before the call, which may well ask the next thing */
        pthread_mutex_lock(&s->lock);
        s->waiting--;
        s->bytes -= r->bytes_counted;
        pthread_mutex_unlock(&s->lock);
    }
    if (r->reply.done)
        r->reply.done(r->reply.arg, a);
    request_free(r);
}

/* What other nodes have said is looked up; with the lock held, as it is quickly done. */
static void take_hints(struct store *s) {
    pthread_mutex_lock(&s->lock);
    if (s->sweep)
        watches_doubt_all(&s->watches);
    else
        for (int i = 0; i < s->hint_count; i++)
            watches_doubt(&s->watches, s->hints[i].game, s->hints[i].last);
    s->sweep = false;
    s->hint_count = 0;
    pthread_mutex_unlock(&s->lock);
}

void store_deliver(struct store *s) {
    uint64_t count;
    (void)!read(s->ready, &count, sizeof count);
    pthread_mutex_lock(&s->lock);
    struct queue answers = s->answers;
    s->answers = (struct queue){0};
    pthread_mutex_unlock(&s->lock);
    for (struct request *r; (r = queue_take(&answers));)
        deliver_one(s, r);
    take_hints(s);
    catch_up(s);
}

void store_close(struct store *s) {
    if (!s)
        return;
    pthread_mutex_lock(&s->lock);
    s->closing = true;
    pthread_cond_broadcast(&s->to_write);
    pthread_cond_broadcast(&s->to_read);
    pthread_mutex_unlock(&s->lock);
    wake(s->stop);
    pthread_join(s->writer, NULL);
    pthread_join(s->reader, NULL);
    if (s->kind->listen)
        pthread_join(s->listener, NULL);
    store_deliver(s); /* what is asked from now on is not taken, so this is all of it */
    free_store(s);
}

/* With the lock held. */
static bool is_full(const struct store *s) {
    return s->waiting >= s->options.waiting_max || s->bytes >= s->options.bytes_max;
}

bool store_full(struct store *s) {
    pthread_mutex_lock(&s->lock);
    bool full = is_full(s);
    pthread_mutex_unlock(&s->lock);
    return full;
}

static bool ask(struct store *s, struct request *r, struct text *error) {
    bool writing = r->kind == REQUEST_CREATE || r->kind == REQUEST_APPEND;
    pthread_mutex_lock(&s->lock);
    bool full = is_full(s), taken = !full && !s->closing;
    if (taken) {
        r->deadline = now_ms() + s->options.patience_ms;
        r->counted = true;
        r->bytes_counted = r->bytes;
        s->waiting++;
        s->bytes += r->bytes;
        queue_put(writing ? &s->writes : &s->reads, r);
        pthread_cond_signal(writing ? &s->to_write : &s->to_read);
    }
    pthread_mutex_unlock(&s->lock);
    if (taken)
        return true;
    text_put(error, full ? "too much is waiting to be written: ask again in a moment"
                         : "the store is being closed");
    request_free(r);
    return false;
}

bool store_create(struct store *s, const struct store_game *game, const struct store_seat *seats,
                  int seat_count, struct store_reply reply, struct text *error) {
    if (!good_game(game, error) || !good_seats(seats, seat_count, error))
        return false;
    struct request *r = request_new(REQUEST_CREATE, reply);
    struct store_append with = {.seats = seats, .seat_count = seat_count};
    request_take_game(r, game);
    request_take_append(r, &with);
    return ask(s, r, error);
}

bool store_append(struct store *s, const struct store_append *append, struct store_reply reply,
                  struct text *error) {
    if (!good_append(append, error))
        return false;
    struct request *r = request_new(REQUEST_APPEND, reply);
    request_take_append(r, append);
    return ask(s, r, error);
}

bool store_read(struct store *s, const char *game, int64_t after, struct store_reply reply,
                struct text *error) {
    if (!good_id(game, "the id of a game", error))
        return false;
    struct request *r = request_new(REQUEST_READ, reply);
    r->key = request_string(r, game);
    r->after = after;
    return ask(s, r, error);
}

bool store_read_room(struct store *s, const char *code, struct store_reply reply,
                     struct text *error) {
    if (!good_id(code, "a room code", error))
        return false;
    struct request *r = request_new(REQUEST_READ_ROOM, reply);
    r->key = request_string(r, code);
    return ask(s, r, error);
}

bool store_list(struct store *s, const char *behind, int limit, struct store_reply reply,
                struct text *error) {
    if (behind[0] && !good_id(behind, "the id of a game", error))
        return false;
    struct request *r = request_new(REQUEST_LIST, reply);
    r->key = request_string(r, behind);
    r->limit = limit < 1 || limit > STORE_LIST_MAX ? STORE_LIST_MAX : limit;
    return ask(s, r, error);
}

struct store_watch *store_watch(struct store *s, const char *game, int64_t after,
                                struct store_hearer hearer) {
    struct store_watch *watch = watches_add(&s->watches, game, after, hearer);
    pthread_mutex_lock(&s->lock);
    s->counts.watches = s->watches.count;
    pthread_mutex_unlock(&s->lock);
    catch_up(s);
    return watch;
}

void store_unwatch(struct store *s, struct store_watch *watch) {
    if (!watch)
        return;
    watches_remove(&s->watches, watch);
    pthread_mutex_lock(&s->lock);
    s->counts.watches = s->watches.count;
    pthread_mutex_unlock(&s->lock);
}

bool store_healthy(struct store *s, struct text *words) {
    pthread_mutex_lock(&s->lock);
    bool good = !s->write_away && !s->read_away;
    if (!good)
        text_put(words, s->write_away ? s->write_words : s->read_words);
    pthread_mutex_unlock(&s->lock);
    return good;
}

void store_counts(struct store *s, struct store_counts *ret) {
    pthread_mutex_lock(&s->lock);
    *ret = s->counts;
    ret->waiting = s->waiting;
    pthread_mutex_unlock(&s->lock);
}
