/* Grading results. The bots do it in their own threads, once the book is solved; the grade becomes
 * a line of the day's log. If a node dies before that, the next one that lists the day does it. */
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "server/group_parts.h"

enum { GRADINGS_MAX = 2000 };

static void end_grading(struct grading *g) {
    struct grading **at = &g->groups->gradings;
    while (*at != g)
        at = &(*at)->next;
    *at = g->next;
    bots_leave(g->client);
    free(g);
}

static void store_grade(struct grading *g);

/* Other lines may have been written meanwhile. Anything else that goes wrong can wait: the next
 * request for this day grades the result again. */
static void on_stored(void *where, const struct store_answer *a) {
    struct grading *g = where;
    g->storing = false;
    g->groups->counts.graded += a->outcome == STORE_DONE;
    if (a->outcome == STORE_CONFLICT && ++g->tries < GROUP_TRIES_MAX && !g->groups->stopping) {
        g->last = a->last;
        store_grade(g);
    } else {
        end_grading(g);
    }
}

static void store_grade(struct grading *g) {
    LOCAL_TEXT(action, 32);
    LOCAL_TEXT(error, 256);
    text_add(&action, "g-%lld", (long long)g->n);
    struct store_append append = {.game = g->day_id,
                                  .first = g->last + 1,
                                  .action = action.data,
                                  .lines = (const char *const[]){g->line},
                                  .line_count = 1,
                                  .at = tables_now()};
    g->storing =
        store_append(g->groups->o.store, &append, (struct store_reply){on_stored, g}, &error);
    if (!g->storing)
        end_grading(g);
}

static void on_graded(void *where, const struct daily_grade *grade) {
    struct grading *g = where;
    struct text line = TEXT_IN(g->line);
    if (!grade || g->groups->stopping) {
        end_grading(g);
        return;
    }
    group_write_grade(&line, g->n, grade);
    store_grade(g);
}

static bool is_grading(const struct groups *gs, const char *day_id, int64_t n) {
    for (const struct grading *g = gs->gradings; g; g = g->next) {
        if (g->n == n && !strcmp(g->day_id, day_id))
            return true;
    }
    return false;
}

void group_start_grading(struct groups *gs, const char *day_id, const struct group_result *result,
                         int64_t last, struct span record) {
    struct groups_counts now;
    groups_counts(gs, &now);
    if (gs->stopping || now.grading >= GRADINGS_MAX || is_grading(gs, day_id, result->n))
        return;
    struct grading *g = grab(1, sizeof *g);
    *g = (struct grading){.next = gs->gradings, .groups = gs, .n = result->n, .last = last};
    text_put(TEXT_OVER(g->day_id), day_id);
    g->client = bots_join(gs->o.bots);
    gs->gradings = g;
    if (!bots_grade(g->client, result->book, record, on_graded, g))
        end_grading(g);
}

/* ---- results that were never graded ---- */

/* Reads the log of a day from the first of them on, and grades those that have no grade yet. */
struct regrade {
    struct regrade *next;
    struct groups *groups;
    char day_id[GROUP_DAY_LETTERS + 1];
    struct group_day day;
    int64_t *missing; /* numbers of results, ascending */
    int count, room, at;
    int64_t last; /* of the log when it was listed */
};

static void end_regrade(struct regrade *r) {
    struct regrade **at = &r->groups->regrades;
    while (*at != r)
        at = &(*at)->next;
    *at = r->next;
    group_day_clear(&r->day);
    free(r->missing);
    free(r);
}

static void read_on(struct regrade *r);

static void take_event(struct regrade *r, const struct store_event *e) {
    struct group_day *d = &r->day;
    if (r->at < r->count && e->n == r->missing[r->at]) {
        d->wanted = e->n;
        d->record.len = 0;
    }
    group_read_result(d, e->n, span_of(e->line), e->at);
    const struct group_result *now = d->count ? &d->results[d->count - 1] : NULL;
    if (!now || now->n != d->wanted || e->n != now->n + now->pieces || !d->record.data)
        return;
    group_start_grading(r->groups, r->day_id, now, r->last,
                        (struct span){d->record.data, d->record.len});
    d->wanted = 0;
    r->at++;
}

static void on_events(void *where, const struct store_answer *a) {
    struct regrade *r = where;
    for (int i = 0; i < a->event_count; i++)
        take_event(r, &a->events[i]);
    if (a->outcome == STORE_DONE && a->more && r->at < r->count && !r->groups->stopping)
        read_on(r);
    else
        end_regrade(r);
}

static void read_on(struct regrade *r) {
    LOCAL_TEXT(error, 256);
    if (!store_read(r->groups->o.store, r->day_id, r->day.last, (struct store_reply){on_events, r},
                    &error))
        end_regrade(r);
}

void group_grade_missing(struct group_ask *q) {
    struct groups *gs = q->groups;
    struct regrade *r = grab(1, sizeof *r);
    bool running = gs->stopping;
    for (const struct regrade *other = gs->regrades; other; other = other->next)
        running = running || !strcmp(other->day_id, q->day_id);
    for (int i = 0; i < q->results.count && !running; i++) {
        const struct group_result *result = &q->results.results[i];
        if (result->graded || is_grading(gs, q->day_id, result->n))
            continue;
        r->missing = grown(r->missing, r->count, &r->room, sizeof *r->missing);
        r->missing[r->count++] = result->n;
    }
    if (!r->count) {
        free(r);
        return;
    }
    r->groups = gs;
    r->day.last = r->missing[0] - 1;
    r->last = q->results.last;
    memcpy(r->day_id, q->day_id, sizeof r->day_id);
    r->next = gs->regrades;
    gs->regrades = r;
    read_on(r);
}

/* ---- ending ---- */

void groups_stop(struct groups *gs) {
    if (!gs)
        return;
    gs->stopping = true;
    for (struct grading *g = gs->gradings, *next; g; g = next) {
        next = g->next;
        if (!g->storing) /* otherwise the store answers before it closes */
            end_grading(g);
    }
}

void groups_free(struct groups *gs) {
    free(gs);
}
