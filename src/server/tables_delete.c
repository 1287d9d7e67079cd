/* Deletes tables at their host's request, or when they have been unused for too long. Any node may
 * look for old tables; the store deletes each table once, and only if it has not been used in the
 * meantime. */
#include <stdlib.h>

#include "core/memory.h"
#include "server/tables_parts.h"

enum {
    GAMES_A_STEP = 50,
    FIRST_MS = 1000,
    STEP_MS = 200, /* between steps, to leave room for other work */
    RETRY_MS = 10 * 1000,
    PASS_MS = 3600 * 1000, /* between full passes */
    DAY_MS = 24 * 3600 * 1000,
    QUIET_DAYS = 30, /* days without a new line at any table: the clock may be wrong */
};

/* ---- by the host ---- */

static void on_deleted(void *where, const struct store_answer *a) {
    struct command *c = where;
    struct open_table *t = c->table;
    tables_hold(t);
    t->storing = false;
    t->storing_command = NULL;
    if (a->outcome == STORE_DONE || a->outcome == STORE_ABSENT)
        tables_gone(t);
    t->tables->counts.deleted += a->outcome == STORE_DONE;
    if (a->outcome == STORE_DONE)
        command_finish(c, (struct command_result){0});
    else if (a->outcome == STORE_ABSENT)
        command_refuse(c, TABLES_ABSENT, words_of(M_server_table_gone));
    else
        command_refuse_store(t->tables, c, a->words);
    tables_go_on(t);
    tables_release(t);
}

void tables_store_deletion(struct command *c) {
    struct open_table *t = c->table;
    LOCAL_TEXT(error, 256);
    t->storing = true;
    t->storing_command = c;
    if (store_delete(t->tables->o.store, t->id, INT64_MAX, (struct store_reply){on_deleted, c},
                     &error))
        return;
    t->storing = false;
    t->storing_command = NULL;
    command_refuse(c, TABLES_BUSY, error.data);
}

/* ---- by age ---- */

struct sweep {
    struct tables *tables;
    struct event *timer;
    char behind[STORE_ID_MAX + 1]; /* resume after this id */
    char old[GAMES_A_STEP][STORE_ID_MAX + 1];
    int count, next;
    bool more;
    int64_t used_before;

    /* A wrong clock must not cause deletions, so ages are measured up to the newest line in the
     * store at startup, and by the steady clock from then on. Time in which nobody played and no
     * server ran does not count. */
    bool surveyed;
    int64_t newest, surveyed_at;
};

static void sweep_later(struct sweep *s, int ms) {
    struct timeval pause = {.tv_sec = ms / 1000, .tv_usec = ms % 1000 * 1000};
    if (evtimer_add(s->timer, &pause) != 0)
        abort();
}

static void delete_next(struct sweep *s);

/* A table used in the meantime stays; if another node has deleted the table first, nothing is left
 * to do; after a store failure the next pass tries again. */
static void on_swept(void *where, const struct store_answer *a) {
    struct sweep *s = where;
    s->tables->counts.expired += a->outcome == STORE_DONE;
    delete_next(s);
}

static void delete_next(struct sweep *s) {
    LOCAL_TEXT(error, 256);
    if (s->tables->stopping)
        return;
    if (s->next == s->count) {
        sweep_later(s, s->more ? STEP_MS : PASS_MS);
        return;
    }
    if (!store_delete(s->tables->o.store, s->old[s->next++], s->used_before,
                      (struct store_reply){on_swept, s}, &error))
        sweep_later(s, RETRY_MS);
}

static void end_survey(struct sweep *s) {
    int64_t now = tables_now(), quiet = now - s->newest;
    LOCAL_TEXT(w, 256);
    s->surveyed = true;
    s->surveyed_at = tables_steady_now();
    if (!s->newest || s->newest > now)
        s->newest = now;
    else if (quiet > (int64_t)QUIET_DAYS * DAY_MS && s->tables->o.problem) {
        say(&w, server_newest_line_old, .days = quiet / DAY_MS);
        s->tables->o.problem(s->tables->o.arg, "", w.data);
    }
}

static void survey(struct sweep *s, const struct store_answer *a) {
    for (int i = 0; i < a->game_count; i++) {
        if (a->games[i].used > s->newest)
            s->newest = a->games[i].used;
    }
    if (!a->more)
        end_survey(s);
    sweep_later(s, a->more ? STEP_MS : 0);
}

static void on_listed(void *where, const struct store_answer *a) {
    struct sweep *s = where;
    if (s->tables->stopping)
        return;
    if (a->outcome != STORE_DONE) {
        sweep_later(s, RETRY_MS);
        return;
    }
    s->count = s->next = 0;
    s->more = a->more;
    s->behind[0] = '\0';
    if (!s->surveyed) {
        struct text behind = TEXT_IN(s->behind);
        if (a->more)
            text_put(&behind, a->games[a->game_count - 1].id);
        survey(s, a);
        return;
    }
    for (int i = 0; i < a->game_count; i++) {
        struct text behind = TEXT_IN(s->behind), old = TEXT_IN(s->old[s->count]);
        if (a->more)
            text_put(&behind, a->games[i].id);
        if (a->games[i].used >= s->used_before)
            continue;
        text_put(&old, a->games[i].id);
        s->count++;
    }
    delete_next(s);
}

static void on_step(evutil_socket_t fd, short what, void *where) {
    (void)fd, (void)what;
    struct sweep *s = where;
    LOCAL_TEXT(error, 256);
    int64_t now = tables_now(), known = s->newest + tables_steady_now() - s->surveyed_at;
    s->used_before = (now < known ? now : known) - (int64_t)s->tables->o.keep_days * DAY_MS;
    if (!s->tables->stopping &&
        !store_list(s->tables->o.store, s->behind, s->surveyed ? GAMES_A_STEP : STORE_LIST_MAX,
                    (struct store_reply){on_listed, s}, &error))
        sweep_later(s, RETRY_MS);
}

struct sweep *sweep_new(struct tables *ts) {
    struct sweep *s = grab(1, sizeof *s);
    s->tables = ts;
    s->timer = must(evtimer_new(ts->o.base, on_step, s));
    sweep_later(s, FIRST_MS);
    return s;
}

void sweep_free(struct sweep *s) {
    if (!s)
        return;
    event_free(s->timer);
    free(s);
}
