/* Requests about groups, and what they have in common: reading the logs. */
#include "server/groups.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/name.h"
#include "net/clock.h"
#include "play/shelf.h"
#include "server/group_parts.h"

/* How fast the store reads: 24 MB of records took its thread about 19 ms. */
enum { STORE_BYTES_A_MS = 1000 * 1000 };

struct groups *groups_new(const struct groups_options *o) {
    struct groups *gs = grab(1, sizeof *gs);
    gs->o = *o;
    return gs;
}

void groups_counts(const struct groups *gs, struct groups_counts *ret) {
    *ret = gs->counts;
    for (const struct grading *g = gs->gradings; g; g = g->next)
        ret->grading++;
}

void group_open_days(int64_t now_ms, int *ret_first, int *ret_last) {
    enum { HOUR_MS = 3600 * 1000, DAY_MS = 24 * HOUR_MS };
    *ret_first = (int)((now_ms - GROUP_HOURS_WEST * HOUR_MS) / DAY_MS) - GROUP_DAYS_LATE;
    *ret_last = (int)((now_ms + GROUP_HOURS_EAST * HOUR_MS) / DAY_MS);
}

/* ---- answers ---- */

void group_forget(struct group_ask *q) {
    if (q)
        q->reply.done = NULL;
}

void group_finish(struct group_ask *q, struct group_answer a) {
    a.code = a.code ? a.code : "";
    a.words = a.words ? a.words : "";
    a.log = &q->log;
    a.day = q->day;
    a.results = &q->results;
    a.cost = q->cost;
    q->groups->counts.refused += a.code[0] && q->wish == WISH_HAND_IN;
    if (q->reply.done)
        q->reply.done(q->reply.arg, &a);
    if (q->writes)
        group_end_writing(q);
    group_log_clear(&q->log);
    group_day_clear(&q->results);
    free(q->record);
    free(q);
}

void group_refuse(struct group_ask *q, const char *code, const char *words) {
    group_finish(q, (struct group_answer){.code = code, .words = words});
}

void group_refuse_store(struct group_ask *q, const char *words) {
    const struct groups_options *o = &q->groups->o;
    if (o->problem)
        o->problem(o->arg, q->id, words[0] ? words : words_of(M_server_store_silent));
    group_refuse(q, TABLES_UNAVAILABLE, words_of(M_server_store_away));
}

static void refuse_absent(struct group_ask *q) {
    group_refuse(q, TABLES_ABSENT, words_of(M_server_no_such_group));
}

/* ---- reading ---- */

static void on_read(void *where, const struct store_answer *a) {
    struct group_ask *q = where;
    bool good = true;
    double since = clock_processor();
    if (a->outcome == STORE_ABSENT) {
        refuse_absent(q);
        return;
    }
    if (a->outcome != STORE_DONE) {
        group_refuse_store(q, a->words);
        return;
    }
    if (!q->log.last && !q->log.name[0])
        good = group_read_setup(&q->log, span_of(a->games[0].setup));
    for (int i = 0; i < a->event_count; i++)
        good = group_read_line(&q->log, a->events[i].n, span_of(a->events[i].line)) && good;
    q->cost += clock_processor() - since;
    if (!good && q->groups->o.problem) /* go on with what can be read: the doctor says more */
        q->groups->o.problem(q->groups->o.arg, q->id, words_of(M_server_group_damaged));
    if (a->more)
        group_read(q);
    else
        group_known(q);
}

void group_read(struct group_ask *q) {
    LOCAL_TEXT(error, 256);
    if (!store_read(q->groups->o.store, q->id, q->log.last, (struct store_reply){on_read, q},
                    &error))
        group_refuse(q, TABLES_BUSY, error.data);
}

static void on_day_read(void *where, const struct store_answer *a) {
    struct group_ask *q = where;
    if (a->outcome != STORE_DONE && a->outcome != STORE_ABSENT) {
        group_refuse_store(q, a->words);
        return;
    }
    double since = clock_processor();
    size_t bytes = 0;
    q->day_exists = a->outcome == STORE_DONE;
    for (int i = 0; i < a->event_count; i++) {
        struct span line = span_of(a->events[i].line);
        group_read_result(&q->results, a->events[i].n, line, a->events[i].at);
        bytes += line.len;
    }
    q->cost += clock_processor() - since + (double)bytes / STORE_BYTES_A_MS;
    if (a->more)
        group_read_day(q);
    else
        group_day_known(q);
}

void group_read_day(struct group_ask *q) {
    LOCAL_TEXT(error, 256);
    group_day_id(q->id, q->day, q->day_id);
    if (!store_read(q->groups->o.store, q->day_id, q->results.last,
                    (struct store_reply){on_day_read, q}, &error))
        group_refuse(q, TABLES_BUSY, error.data);
}

/* ---- the creator ---- */

static void on_removed(void *where, const struct store_answer *a) {
    struct group_ask *q = where;
    if (a->outcome == STORE_CONFLICT && ++q->tries < GROUP_TRIES_MAX)
        group_read(q);
    else if (a->outcome == STORE_DONE || a->outcome == STORE_DUPLICATE)
        group_finish(q, (struct group_answer){0});
    else
        group_refuse_store(q, a->words);
}

static void remove_member(struct group_ask *q) {
    LOCAL_TEXT(line, 64);
    LOCAL_TEXT(action, 32);
    LOCAL_TEXT(error, 256);
    if (q->member > q->log.member_count) {
        group_refuse(q, TABLES_ABSENT, words_of(M_server_no_such_member));
        return;
    }
    group_write_removal(&line, q->member);
    text_add(&action, "x-%d", q->member);
    struct store_append append = {.game = q->id,
                                  .first = q->log.last + 1,
                                  .action = action.data,
                                  .lines = (const char *const[]){line.data},
                                  .line_count = 1,
                                  .at = tables_now()};
    if (!store_append(q->groups->o.store, &append, (struct store_reply){on_removed, q}, &error))
        group_refuse(q, TABLES_BUSY, error.data);
}

static void delete_next(struct group_ask *q);

static void on_deleted(void *where, const struct store_answer *a) {
    struct group_ask *q = where;
    bool gone = a->outcome == STORE_DONE || a->outcome == STORE_ABSENT;
    if (!gone)
        group_refuse_store(q, a->words);
    else if (++q->deleted > q->log.day_count)
        group_finish(q, (struct group_answer){0});
    else
        delete_next(q);
}

/* Deletes the days first: as long as the group exists, its creator can try again. */
static void delete_next(struct group_ask *q) {
    LOCAL_TEXT(error, 256);
    bool last = q->deleted == q->log.day_count;
    if (!last)
        group_day_id(q->id, q->log.days[q->deleted], q->day_id);
    if (!store_delete(q->groups->o.store, last ? q->id : q->day_id, INT64_MAX,
                      (struct store_reply){on_deleted, q}, &error))
        group_refuse(q, TABLES_BUSY, error.data);
}

/* ---- what to do with a log that has been read ---- */

/* A record is for those who have played the game themselves, or for everybody once nobody can hand
 * it in any more. */
static void give_record(struct group_ask *q) {
    int first, last;
    const struct group_member *me = group_member_of(&q->log, q->player);
    const struct group_result *wanted = NULL;
    group_open_days(tables_now(), &first, &last);
    for (int i = 0; i < q->results.count; i++) {
        if (q->results.results[i].n == q->wanted)
            wanted = &q->results.results[i];
    }
    if (!wanted || !q->results.record.data)
        group_refuse(q, TABLES_ABSENT, words_of(M_server_no_such_result));
    else if (q->day >= first &&
             (!me || me->removed || !group_result_of(&q->results, me->number, wanted->book)))
        group_refuse(q, GROUPS_PLACE, words_of(M_server_play_first));
    else
        group_finish(q, (struct group_answer){.record = q->results.record.data});
}

/* Leaves out results of removed members. */
static void leave_out_removed(struct group_ask *q) {
    struct group_day *d = &q->results;
    int kept = 0;
    for (int i = 0; i < d->count; i++) {
        if (group_result_is_present(&q->log, &d->results[i]))
            d->results[kept++] = d->results[i];
    }
    d->count = kept;
}

void group_day_known(struct group_ask *q) {
    if (q->wish == WISH_HAND_IN) {
        group_add_result(q);
        return;
    }
    leave_out_removed(q);
    if (q->wish == WISH_RECORD) {
        give_record(q);
        return;
    }
    group_grade_missing(q);
    group_sort(&q->results);
    group_finish(q, (struct group_answer){0});
}

void group_known(struct group_ask *q) {
    switch (q->wish) {
    case WISH_HAND_IN:
    case WISH_ENTER:
        group_join(q);
        return;
    case WISH_REMOVE:
    case WISH_DELETE:
        if (!token_fits(q->hash, q->log.creator))
            group_refuse(q, TABLES_TOKEN, words_of(M_server_not_the_creator));
        else if (q->wish == WISH_REMOVE)
            remove_member(q);
        else
            delete_next(q);
        return;
    case WISH_DAY:
    case WISH_RECORD:
        if (group_has_day(&q->log, q->day))
            group_read_day(q);
        else
            group_day_known(q);
        return;
    default:
        group_finish(q, (struct group_answer){0});
    }
}

/* ---- requests ---- */

static struct group_ask *new_ask(struct groups *gs, enum group_wish wish,
                                 struct group_reply reply) {
    struct group_ask *q = grab(1, sizeof *q);
    q->groups = gs;
    q->wish = wish;
    q->reply = reply;
    return q;
}

/* Begins a request about an existing group; NULL if it has been answered at once. */
static struct group_ask *begin(struct groups *gs, enum group_wish wish, struct span id,
                               struct group_reply reply) {
    struct group_ask *q = new_ask(gs, wish, reply);
    if (group_id_is_good(id)) {
        text_put_n(TEXT_OVER(q->id), id.at, id.len);
        return q;
    }
    refuse_absent(q);
    return NULL;
}

struct group_ask *group_begin_reading(struct group_ask *q) {
    LOCAL_TEXT(error, 256);
    if (store_read(q->groups->o.store, q->id, 0, (struct store_reply){on_read, q}, &error))
        return q;
    group_refuse(q, TABLES_BUSY, error.data);
    return NULL;
}

struct group_ask *group_look(struct groups *gs, struct span id, struct group_reply reply) {
    struct group_ask *q = begin(gs, WISH_LOOK, id, reply);
    return q ? group_begin_reading(q) : NULL;
}

struct group_ask *group_day(struct groups *gs, struct span id, int day, struct group_reply reply) {
    struct group_ask *q = begin(gs, WISH_DAY, id, reply);
    if (q)
        q->day = day;
    return q ? group_begin_reading(q) : NULL;
}

/* Tokens of players are hexadecimal, those of creators are not. */
static bool read_player(struct span token, uint8_t ret[FAIR_BYTES]) {
    uint8_t bytes[FAIR_BYTES];
    bool good = span_hex(token, bytes, FAIR_BYTES);
    if (good)
        daily_player(bytes, ret);
    memset(bytes, 0, sizeof bytes);
    return good;
}

struct group_ask *group_record(struct groups *gs, struct span id, int day, int64_t n,
                               struct span token, struct group_reply reply) {
    struct group_ask *q = begin(gs, WISH_RECORD, id, reply);
    if (!q)
        return NULL;
    q->day = day;
    q->wanted = q->results.wanted = n;
    read_player(token, q->player); /* zeros are nobody's hash */
    return group_begin_reading(q);
}

static struct group_ask *of_creator(struct groups *gs, enum group_wish wish, struct span id,
                                    struct span token, int member, struct group_reply reply) {
    struct group_ask *q = begin(gs, wish, id, reply);
    if (!q)
        return NULL;
    q->member = member;
    token_hash(token, q->hash);
    return group_begin_reading(q);
}

struct group_ask *group_remove(struct groups *gs, struct span id, int member, struct span token,
                               struct group_reply reply) {
    return of_creator(gs, WISH_REMOVE, id, token, member, reply);
}

struct group_ask *group_delete(struct groups *gs, struct span id, struct span token,
                               struct group_reply reply) {
    return of_creator(gs, WISH_DELETE, id, token, 0, reply);
}

/* ---- creating ---- */

static void on_created(void *where, const struct store_answer *a) {
    struct group_ask *q = where;
    bool there = a->outcome == STORE_CONFLICT || a->outcome == STORE_DUPLICATE;
    q->groups->counts.created += a->outcome == STORE_DONE;
    if (a->outcome == STORE_DONE || there) /* there: an earlier attempt at this request */
        group_finish(q, (struct group_answer){.id = q->id, .token = q->token});
    else if (a->outcome == STORE_ABSENT)
        group_refuse(q, TABLES_ABSENT, words_of(M_server_group_was_deleted));
    else
        group_refuse_store(q, a->words);
}

static bool create(struct group_ask *q, struct span action, struct text *error) {
    char id[TABLE_ID_LETTERS + 1], date[32], stamp[32];
    LOCAL_TEXT(setup, 1024);
    LOCAL_TEXT(what, TABLES_ACTION_MAX + 16);
    text_add(&what, "group %.*s", (int)action.len, action.at);
    if (action.len)
        table_id_derive(q->groups->o.key, what.data, id);
    else
        table_id_draw(id);
    text_add(TEXT_OVER(q->id), "g-%s", id);
    token_derive(q->groups->o.key, "group", q->id, "create", q->token);
    token_hash(span_of(q->token), q->hash);
    date_words(tables_now() / 1000, date, stamp);
    group_write_setup(&setup, date, span_of(q->name), q->hash);
    struct store_game game = {
        .id = q->id, .created = tables_now(), .rules = "daily", .setup = setup.data};
    return store_create(q->groups->o.store, &game, NULL, 0, (struct store_reply){on_created, q},
                        error);
}

struct group_ask *group_create(struct groups *gs, struct span name, struct span action,
                               struct group_reply reply) {
    struct group_ask *q = new_ask(gs, WISH_CREATE, reply);
    LOCAL_TEXT(error, 512);
    name = span_trim(name);
    text_put_n(TEXT_OVER(q->name), name.at, name.len);
    if (!name.len || span_letters(name) > GROUP_NAME_LETTERS)
        say(&error, server_group_name_long, .most = GROUP_NAME_LETTERS);
    else if (name_is_clear(name, &error) && create(q, action, &error))
        return q;
    group_refuse(q, q->id[0] ? TABLES_BUSY : "words", error.data);
    return NULL;
}
