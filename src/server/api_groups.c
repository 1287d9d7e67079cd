/* Groups over HTTP: they are created, looked at and deleted, and results are handed in. */
#include <event2/http.h>
#include <string.h>

#include "core/day.h"
#include "core/json.h"
#include "core/memory.h"
#include "server/api_ask.h"

enum { DAYS_SHOWN = 31 };

/* ---- JSON ---- */

static void json_day(struct json *j, const char *key, int day) {
    LOCAL_TEXT(date, 16);
    day_print(day, &date);
    json_string(j, key, date.data);
}

static void describe_group(struct text *out, const char *id, const struct group_log *log) {
    struct json j = json_begin(out);
    json_string(&j, "id", id);
    json_string(&j, "name", log->name);
    json_open(&j, "members", '[');
    for (int i = 0; i < log->member_count; i++) {
        if (log->members[i].removed)
            continue;
        json_open(&j, NULL, '{');
        json_int(&j, "member", log->members[i].number);
        json_string(&j, "name", log->members[i].name);
        json_close(&j, '}');
    }
    json_close(&j, ']');
    json_open(&j, "days", '[');
    int first = log->day_count > DAYS_SHOWN ? log->day_count - DAYS_SHOWN : 0;
    for (int i = first; i < log->day_count; i++)
        json_day(&j, NULL, log->days[i]);
    json_close(&j, ']');
    json_close(&j, '}');
}

static void describe_result(struct json *j, const struct group_log *log,
                            const struct group_result *r) {
    json_int(j, "n", r->n);
    json_string(j, "rules", r->book->id);
    json_int(j, "member", r->member);
    json_string(j, "name", log->members[r->member - 1].name);
    json_int(j, "points", r->points);
    json_int(j, "turns", r->turns);
    json_int(j, "hints", r->hints);
    json_int(j, "warnings", r->warnings);
    json_string(j, "unit", r->book->family == FAMILY_PRESS ? "turns" : "points");
    if (r->graded) {
        LOCAL_TEXT(cost, 32);
        text_add(&cost, "%.4f", (double)r->cost / 1e4);
        json_digits(j, "cost", (struct span){cost.data, cost.len});
        json_int(j, "decisions", r->decisions);
        json_int(j, "best", r->best);
        json_string(j, "marks", r->marks);
    }
    json_int(j, "at", r->at);
}

/* Results that are equal in points or turns and in decisions share a rank. */
static void describe_day(struct text *out, const struct group_answer *a) {
    const struct group_day *d = a->results;
    int first, last, rank = 0, missing = 0;
    struct json j = json_begin(out);
    group_open_days(tables_now(), &first, &last);
    json_day(&j, "date", a->day);
    json_bool(&j, "open", a->day >= first && a->day <= last);
    json_open(&j, "results", '[');
    for (int i = 0; i < d->count; i++) {
        const struct group_result *r = &d->results[i];
        bool new_book = !i || d->results[i - 1].book != r->book;
        int begin = i;
        if (new_book)
            rank = 1;
        else if (!group_results_equal(r, &d->results[i - 1])) {
            while (begin && d->results[begin - 1].book == r->book)
                begin--;
            rank = 1 + i - begin;
        }
        missing += !r->graded;
        json_open(&j, NULL, '{');
        json_int(&j, "rank", rank);
        describe_result(&j, a->log, r);
        json_close(&j, '}');
    }
    json_close(&j, ']');
    json_int(&j, "grading", missing);
    json_close(&j, '}');
}

/* ---- answers ---- */

static void give(struct ask *q, const struct group_answer *a) {
    struct text t = text_on_heap();
    struct json j = json_start(&t);
    switch (q->route) {
    case ROUTE_GROUP:
        describe_group(&t, q->name, a->log);
        break;
    case ROUTE_GROUP_DAY:
        describe_day(&t, a);
        break;
    case ROUTE_GROUP_CREATE:
        json_open(&j, NULL, '{');
        json_string(&j, "id", a->id);
        json_string(&j, "token", a->token);
        json_close(&j, '}');
        break;
    case ROUTE_GROUP_ENTER:
        json_open(&j, NULL, '{');
        json_int(&j, "member", a->member->number);
        json_string(&j, "name", a->member->name);
        if (a->again)
            json_bool(&j, "again", true);
        json_close(&j, '}');
        break;
    case ROUTE_HAND_IN:
        json_open(&j, NULL, '{');
        json_day(&j, "date", a->day);
        describe_result(&j, a->log, a->result);
        if (a->again)
            json_bool(&j, "again", true);
        json_close(&j, '}');
        break;
    default:
        text_put(&t,
                 q->route == ROUTE_GROUP_DELETE ? "{\"ok\":\"delete\"}" : "{\"ok\":\"remove\"}");
    }
    bool adds = q->route == ROUTE_HAND_IN || q->route == ROUTE_GROUP_ENTER;
    bool new = q->route == ROUTE_GROUP_CREATE || (adds && !a->again);
    if (new) {
        size_t record = q->route == ROUTE_HAND_IN ? strlen(q->body.record) : 0;
        cost_disk(q->api, q->address, 0, NULL);
        cost_disk_bytes(q->api, q->address, record);
    }
    ask_finish_json(q, new ? 201 : 200, &t);
    free(t.data);
}

static void on_answer(void *where, const struct group_answer *a) {
    struct ask *q = where;
    struct api *api = q->api;
    char address[ADDRESS_LETTERS];
    cost_charge(api, q->address, a->cost);
    if (ask_failed(q, a->code, a->words))
        return;
    memcpy(address, q->address, sizeof address); /* replying frees q */
    struct cost cost = cost_begin(api);
    if (a->record)
        ask_finish(q, 200, "text/plain; charset=utf-8", span_of(a->record));
    else
        give(q, a);
    cost_end(api, cost, address, NULL, 0);
}

void ask_group(struct ask *q) {
    struct groups *gs = q->api->o.groups;
    struct group_reply reply = {on_answer, q};
    struct span id = span_of(q->name), token = span_of(q->token);
    struct group_ask *group;
    if (q->route == ROUTE_GROUP_CREATE)
        group = group_create(gs, span_of(q->body.name), span_of(q->body.action), reply);
    else if (q->route == ROUTE_HAND_IN)
        group = group_hand_in(gs, id, token, span_of(q->body.record), reply);
    else if (q->route == ROUTE_GROUP_ENTER)
        group = group_enter(gs, id, token, span_of(q->body.name), reply);
    else if (q->route == ROUTE_GROUP_DELETE)
        group = group_delete(gs, id, token, reply);
    else if (q->route == ROUTE_GROUP_REMOVE)
        group = group_remove(gs, id, q->after, token, reply);
    else if (q->route == ROUTE_GROUP_DAY && q->record)
        group = group_record(gs, id, q->after, q->record, token, reply);
    else if (q->route == ROUTE_GROUP_DAY)
        group = group_day(gs, id, q->after, reply);
    else
        group = group_look(gs, id, reply);
    if (group) /* NULL: already answered, and q is freed */
        q->group = group;
}
