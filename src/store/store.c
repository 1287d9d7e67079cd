/* The threads of a store. The writer commits queued requests in groups; the reader answers
 * questions; for PostgreSQL, a third thread listens to other nodes. The answers wait in one list
 * until the owner of the event loop delivers them. Any of these threads may be stuck in a call for
 * a long time; the clock thread then answers the requests that have timed out. */
#include "store/store.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include "core/errors.h"
#include "core/memory.h"
#include "core/say.h"
#include "store/store_parts.h"

enum {
    GROUP_BYTES = 4 << 20,
    MANY_WRITES = 16, /* a group this large makes it worth waiting for more writes */
    GATHER_MS = 10,
    NOTICE_MS = 20,  /* pause between notices under heavy load */
    NUMBER_MS = 100, /* the same for numbering the entries of the list */
};

static int64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void store_wake(int fd) {
    uint64_t one = 1;
    while (write(fd, &one, sizeof one) < 0 && errno == EINTR)
        ;
}

/* Waits on the condition for at most `ms`. The caller holds the lock. */
static void wait_ms(struct store *s, pthread_cond_t *cond, int64_t ms) {
    int64_t until = now_ms() + ms;
    struct timespec at = {(time_t)(until / 1000), (long)(until % 1000) * 1000000};
    pthread_cond_timedwait(cond, &s->lock, &at);
}

/* The caller holds the lock. */
static void answer(struct store *s, struct request *r) {
    s->counts.unavailable += r->answer.outcome == STORE_UNAVAILABLE && r->counted;
    waiting_remove(&s->unanswered, r);
    queue_put(&s->answers, r);
}

void store_queue_up(struct store *s, struct request *r, struct queue *q) {
    if (!s->unanswered.oldest)
        pthread_cond_signal(&s->to_wait);
    waiting_put(&s->unanswered, r, now_ms() + s->options.patience_ms);
    queue_put(q, r);
}

static bool is_writing(const struct request *r) {
    return r->kind == REQUEST_CREATE || r->kind == REQUEST_APPEND || r->kind == REQUEST_DELETE;
}

/* The caller holds the lock. */
static void answer_unavailable(struct store *s, struct request *r, bool doubt, const char *words) {
    LOCAL_TEXT(w, 1024);
    if (doubt && r->kind == REQUEST_APPEND)
        say(&w, store_doubtful, .why = words);
    else
        text_put(&w, words);
    request_reset(r);
    request_say(r, STORE_UNAVAILABLE, w.data);
    answer(s, r);
}

/* Answers the requests in the list that have timed out by `now`, giving the reason; returns the
 * rest. */
static struct request *give_up(struct store *s, struct request *list, int64_t now,
                               const char *words) {
    struct queue rest = {0};
    bool some = false;
    while (list) {
        struct request *r = list;
        list = r->next;
        if (r->deadline <= now) {
            answer_unavailable(s, r, r->tried, words);
            some = true;
        } else {
            queue_put(&rest, r);
        }
    }
    if (some)
        store_wake(s->ready);
    return rest.first;
}

/* After a failed attempt (`doubt`: with an unknown result), answers the requests that have timed
 * out, then pauses. */
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
    int64_t now = s->closing ? INT64_MAX : now_ms();
    list = give_up(s, list, now, words);
    queue_set(q, give_up(s, q->first, now, words));
    /* New requests signal the same condition; they must not cut the pause short. */
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
    s->counts.deletions += r->kind == REQUEST_DELETE && a->outcome == STORE_DONE;
    if (a->outcome != STORE_DONE || r->kind != REQUEST_APPEND)
        return;
    s->counts.appends++;
    s->counts.events += (uint64_t)r->append.line_count;
}

static bool makes_entries(const struct request *r) {
    return r->append.note_count || r->kind == REQUEST_DELETE;
}

/* The group is durable: answers its requests, then notifies the other nodes, if there can be any;
 * while more writes are queued, at most once in NOTICE_MS. */
static void group_done(struct store *s, struct request *group) {
    char *notice = NULL;
    if (s->kind->notify) /* once answered, the requests belong to another thread */
        notice = s->kind->notice(group, s->unsaid);
    s->unsaid = NULL;
    pthread_mutex_lock(&s->lock);
    s->write_away = false;
    s->counts.groups++;
    while (group) {
        struct request *next = group->next;
        count_written(s, group);
        s->number_due = s->number_due || (s->kind->number_list && makes_entries(group));
        answer(s, group);
        group = next;
    }
    bool more = s->writes.first;
    pthread_mutex_unlock(&s->lock);
    store_wake(s->ready);
    if (!notice)
        return;
    int64_t now = now_ms();
    if (more && now - s->last_said < NOTICE_MS) {
        s->unsaid = notice;
        return;
    }
    s->last_said = now;
    int name = s->kind->notify(s->write_link, notice);
    free(notice);
    if (name == s->own_name) /* no other thread writes it */
        return;
    pthread_mutex_lock(&s->lock);
    s->own_name = name;
    pthread_mutex_unlock(&s->lock);
}

/* A request that the database will never accept must not block the others. */
static void refuse(struct store *s, struct request *r, const char *words) {
    request_reset(r);
    request_say(r, STORE_REFUSED, words);
    pthread_mutex_lock(&s->lock);
    answer(s, r);
    pthread_mutex_unlock(&s->lock);
    store_wake(s->ready);
}

/* Returns when the whole group is answered. */
static void write_group(struct store *s, struct request *group) {
    struct request *later = NULL; /* the rest of the group, if it has to be tried one by one */
    while (group) {
        LOCAL_TEXT(error, 512);
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
            refuse(s, group, error.data);
            group = NULL;
        } else if (result != LINK_AGAIN) {
            if (result == LINK_LOST)
                drop_link(s, &s->write_link);
            group = pause_for(s, true, group, result == LINK_LOST, error.data);
        }
        if (!group && later) {
            group = later;
            later = group->next;
            group->next = NULL;
        }
    }
}

/* A commit to a shared database has a fixed cost. Under heavy load, the next commit waits for more
 * requests, for half as long as the last commit took, but at most GATHER_MS. The caller holds the
 * lock. */
static void gather(struct store *s) {
    if (!s->kind->many || s->last_count < MANY_WRITES)
        return;
    int64_t now = now_ms(), pause = (now - s->last_taken) / 2;
    for (int64_t end = now + (pause < GATHER_MS ? pause : GATHER_MS);
         !s->closing && s->waiting < s->options.group_max && now < end; now = now_ms())
        wait_ms(s, &s->to_write, end - now);
}

static struct request *take_group(struct store *s) {
    struct queue group = {0};
    size_t bytes = 0;
    pthread_mutex_lock(&s->lock);
    gather(s);
    while (!s->writes.first && !s->closing && !s->number_due && !s->write_away)
        pthread_cond_wait(&s->to_write, &s->lock);
    for (int n = 0; s->writes.first && n < s->options.group_max && bytes < GROUP_BYTES; n++) {
        bytes += s->writes.first->bytes;
        queue_put(&group, queue_take(&s->writes));
        s->last_count = n + 1;
    }
    s->last_taken = now_ms();
    pthread_mutex_unlock(&s->lock);
    return group.first;
}

/* There may be no requests because the store is known to be unreachable, so find out whether it is
 * back. Returns false when it is time to end. */
static bool look_again(struct store *s) {
    LOCAL_TEXT(error, 512);
    pthread_mutex_lock(&s->lock);
    bool closing = s->closing, away = s->write_away;
    pthread_mutex_unlock(&s->lock);
    if (closing)
        return false;
    if (s->write_link && !away)
        return true; /* the thread woke only to number the list */
    /* Reconnect to see whether the store is back. A file that is still open is not reopened: by
     * now, its name may belong to a different file. */
    if (s->kind->many)
        drop_link(s, &s->write_link);
    enum link_result result = LINK_AWAY;
    if (is_open(s, LINK_WRITE, &error)) /* a file may open even if its disk is full */
        result = s->kind->many ? LINK_DONE : s->kind->commit(s->write_link, NULL, &error);
    if (result == LINK_LOST)
        drop_link(s, &s->write_link);
    if (result != LINK_DONE) {
        pause_for(s, true, NULL, false, error.data);
        return true;
    }
    pthread_mutex_lock(&s->lock);
    s->write_away = false;
    pthread_mutex_unlock(&s->lock);
    return true;
}

/* Numbers new entries of the list of commitments if that is due. After a failure, the next sweep
 * retries. */
static void number_list(struct store *s) {
    LOCAL_TEXT(error, 512);
    int64_t now = now_ms();
    pthread_mutex_lock(&s->lock);
    bool due = s->number_due && (!s->writes.first || now - s->last_numbered >= NUMBER_MS);
    s->number_due = s->number_due && !due;
    pthread_mutex_unlock(&s->lock);
    if (!due || !s->write_link)
        return;
    s->last_numbered = now;
    if (s->kind->number_list(s->write_link, &error) == LINK_LOST)
        drop_link(s, &s->write_link);
}

static void *run_writer(void *arg) {
    struct store *s = arg;
    struct request *group;
    do {
        group = take_group(s);
        write_group(s, group);
        number_list(s);
    } while (group || look_again(s));
    return NULL;
}

static void read_one(struct store *s, struct request *r) {
    while (r) {
        LOCAL_TEXT(error, 512);
        enum link_result result = LINK_AWAY;
        if (is_open(s, LINK_READ, &error))
            result = s->kind->read(s->read_link, r, &error);
        if (result == LINK_REFUSED) {
            refuse(s, r, error.data);
            return;
        }
        if (result == LINK_DONE) {
            pthread_mutex_lock(&s->lock);
            s->read_away = false;
            answer(s, r);
            pthread_mutex_unlock(&s->lock);
            store_wake(s->ready);
            return;
        }
        if (result == LINK_LOST)
            drop_link(s, &s->read_link);
        if (result != LINK_AGAIN)
            r = pause_for(s, false, r, false, error.data);
    }
}

/* The next question; NULL when it is time to close. Triggers the sweeps while waiting. */
static struct request *take_question(struct store *s, int64_t *next_sweep) {
    pthread_mutex_lock(&s->lock);
    for (;;) {
        int64_t now = now_ms();
        if (now >= *next_sweep) {
            *next_sweep = now + s->options.sweep_ms;
            s->sweep = true;
            store_wake(s->ready);
            s->number_due = s->kind->number_list; /* a dead node may have left unnumbered entries */
            pthread_cond_signal(&s->to_write);
            /* An empty request shows whether the store can be reached at all. */
            if (!s->reads.first && !s->closing)
                store_queue_up(s, request_new(REQUEST_CATCH_UP, (struct store_reply){0}),
                               &s->reads);
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

/* Why the writer or the reader makes no progress: the last attempt failed, or the current one
 * hangs. The caller holds the lock. */
static const char *obstacle(struct store *s, bool writing) {
    bool *away = writing ? &s->write_away : &s->read_away;
    char *words = writing ? s->write_words : s->read_words;
    if (*away)
        return words;
    struct text kept = text_start(words, 512);
    say(&kept, store_does_not_answer);
    *away = true;
    return words;
}

/* Answers the queued requests that have timed out, and removes them. The thread that should have
 * taken them may be stuck without a request of its own, for example numbering the list. */
static void withdraw(struct store *s, struct queue *q, bool writing, int64_t now) {
    if (q->first && q->first->deadline <= now) /* the first is the oldest */
        queue_set(q, give_up(s, q->first, now, obstacle(s, writing)));
}

/* Answers requests that have timed out because a thread is stuck. The thread keeps those it is
 * working on. The caller holds the lock. */
static void lose_patience(struct store *s, int64_t now) {
    withdraw(s, &s->writes, true, now);
    withdraw(s, &s->reads, false, now);
    for (struct request *r; (r = s->unanswered.oldest) && r->deadline <= now;) {
        const char *words = obstacle(s, is_writing(r));
        waiting_remove(&s->unanswered, r);
        answer_unavailable(s, request_stand_in(r), true, words);
    }
    store_wake(s->ready);
}

static void *run_clock(void *arg) {
    struct store *s = arg;
    pthread_mutex_lock(&s->lock);
    while (!s->closed) {
        int64_t now = now_ms();
        if (!s->unanswered.oldest)
            pthread_cond_wait(&s->to_wait, &s->lock);
        else if (s->unanswered.oldest->deadline > now)
            wait_ms(s, &s->to_wait, s->unanswered.oldest->deadline - now);
        else
            lose_patience(s, now);
    }
    pthread_mutex_unlock(&s->lock);
    return NULL;
}

static void *run_listener(void *arg) {
    struct store *s = arg;
    s->kind->listen(s->where, s->stop, s->options.retry_ms,
                    (struct link_hearer){.heard = store_hear,
                                         .whispered = store_hear_whisper,
                                         .next_whisper = store_next_whisper,
                                         .whispers = s->whispers,
                                         .arg = s});
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
    o->page = o->page ? o->page : STORE_PAGE;
}

static void start(pthread_t *thread, void *(*run)(void *), struct store *s) {
    if (pthread_create(thread, NULL, run, s) != 0)
        abort();
}

static void free_store(struct store *s) {
    drop_link(s, &s->write_link);
    drop_link(s, &s->read_link);
    hold_release(s->hold); /* after closing the links, which use the file */
    watches_clear(&s->watches);
    if (s->ready >= 0)
        close(s->ready);
    if (s->stop >= 0)
        close(s->stop);
    if (s->whispers >= 0)
        close(s->whispers);
    store_drop_whispers(s);
    pthread_cond_destroy(&s->to_write);
    pthread_cond_destroy(&s->to_read);
    pthread_cond_destroy(&s->to_wait);
    pthread_mutex_destroy(&s->lock);
    free(s->unsaid);
    free(s->where);
    free(s);
}

static bool hold(struct store *s, struct text *error) {
    if (s->kind->many || s->options.shared)
        return true;
    s->hold = hold_take(s->where, error);
    return s->hold;
}

struct store *store_open(const char *where, const struct store_options *options,
                         struct text *error) {
    struct store *s = grab(1, sizeof *s);
    pthread_condattr_t monotonic;
    s->where = must(strdup(where));
    set_options(s, options);
    s->kind = link_kind_of(where);
    pthread_mutex_init(&s->lock, NULL);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&s->to_write, &monotonic);
    pthread_cond_init(&s->to_read, &monotonic);
    pthread_cond_init(&s->to_wait, &monotonic);
    pthread_condattr_destroy(&monotonic);
    s->ready = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    s->stop = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    s->whispers = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (s->ready < 0 || s->stop < 0 || s->whispers < 0) {
        say(error, store_cannot_open_store, .why = error_words(errno));
        free_store(s);
        return NULL;
    }
    if (!hold(s, error) || !is_open(s, LINK_CREATE, error) || !is_open(s, LINK_READ, error)) {
        free_store(s);
        return NULL;
    }
    start(&s->writer, run_writer, s);
    start(&s->reader, run_reader, s);
    start(&s->clock, run_clock, s);
    if (s->kind->listen)
        start(&s->listener, run_listener, s);
    return s;
}

int store_fd(const struct store *s) {
    return s->ready;
}

static void deliver_one(struct store *s, struct request *r) {
    const struct store_answer *a = &r->answer;
    if (r->kind == REQUEST_APPEND && a->event_count)
        watches_tell(&s->watches, a->events, a->event_count);
    if (r->kind == REQUEST_DELETE && (a->outcome == STORE_DONE || a->outcome == STORE_ABSENT))
        watches_end(&s->watches, r->key);
    if (r->counted) { /* before the callback, which may make the next request */
        pthread_mutex_lock(&s->lock);
        s->waiting--;
        s->bytes -= r->bytes_counted;
        pthread_mutex_unlock(&s->lock);
    }
    if (r->reply.done)
        r->reply.done(r->reply.arg, a);
    request_free(r);
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
    store_take_hints(s);
    store_catch_up(s);
    store_tell_whispers(s);
}

void store_close(struct store *s) {
    if (!s)
        return;
    pthread_mutex_lock(&s->lock);
    s->closing = true;
    pthread_cond_broadcast(&s->to_write);
    pthread_cond_broadcast(&s->to_read);
    pthread_mutex_unlock(&s->lock);
    store_wake(s->stop);
    pthread_join(s->writer, NULL);
    pthread_join(s->reader, NULL);
    if (s->kind->listen)
        pthread_join(s->listener, NULL);
    pthread_mutex_lock(&s->lock);
    s->closed = true;
    pthread_cond_signal(&s->to_wait);
    pthread_mutex_unlock(&s->lock);
    pthread_join(s->clock, NULL);
    store_deliver(s); /* no more requests are accepted, so these are the last answers */
    free_store(s);
}

/* The caller holds the lock. */
static bool is_full(const struct store *s) {
    return s->waiting >= s->options.waiting_max || s->bytes >= s->options.bytes_max;
}

bool store_full(struct store *s) {
    pthread_mutex_lock(&s->lock);
    bool full = is_full(s);
    pthread_mutex_unlock(&s->lock);
    return full;
}

bool store_ask(struct store *s, struct request *r, struct text *error) {
    bool writing = is_writing(r);
    pthread_mutex_lock(&s->lock);
    bool full = is_full(s), taken = !full && !s->closing;
    if (taken) {
        r->counted = true;
        r->bytes_counted = r->bytes;
        s->waiting++;
        s->bytes += r->bytes;
        store_queue_up(s, r, writing ? &s->writes : &s->reads);
        pthread_cond_signal(writing ? &s->to_write : &s->to_read);
    }
    pthread_mutex_unlock(&s->lock);
    if (taken)
        return true;
    if (full)
        say(error, store_too_much_waiting);
    else
        say(error, store_closing);
    request_free(r);
    return false;
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
