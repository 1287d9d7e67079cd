/* Response texts: tables, lines, refusals, metrics. */
#include <string.h>

#include "core/json.h"
#include "net/clock.h"
#include "server/api_parts.h"
#include "talk/answers.h"
#include "talk/talk.h"

/* ---- tables ---- */

static const char *dice_word(const struct room_options *o) {
    return o->dice.kind == DICE_FAIR ? "fair" : o->dice.kind == DICE_SEEDED ? "seed" : "physical";
}

static const char *phase_word(struct room *room) {
    const struct state *now = table_now(room_table(room));
    if (!room_begun(room))
        return "lobby";
    if (state_over(now))
        return "over";
    if (now->stage == STAGE_SETUP)
        return "setup";
    if (now->stage == STAGE_OPENING)
        return "opening";
    return now->game.phase == PHASE_CHOOSE ? "choose" : "roll";
}

static void describe_place(struct json *j, struct open_table *t, struct room *room,
                           const struct room_place *p) {
    json_open(j, NULL, '{');
    json_int(j, "place", p->place);
    json_string(j, "name", p->name);
    if (p->bot[0])
        json_string(j, "bot", p->bot);
    if (p->with)
        json_int(j, "with", p->with);
    if (p->seat >= 0)
        json_int(j, "seat", p->seat + 1);
    json_bool(j, "held", tables_held(t, p->place) && !p->left);
    if (p->replaced)
        json_bool(j, "replaced", true);
    if (p->left)
        json_bool(j, "left", true);
    if (room_host(room) == p->place)
        json_bool(j, "host", true);
    json_close(j, '}');
}

static void describe_here(struct json *j, struct set places) {
    json_open(j, "here", '[');
    SET_EACH(n, places)
    json_int(j, NULL, n + 1);
    json_close(j, ']');
}

void api_here(struct text *out, struct set places) {
    struct json j = json_begin(out);
    describe_here(&j, places);
    json_close(&j, '}');
}

void api_describe(struct text *out, struct open_table *t, struct room *room) {
    const struct room_options *o = room_options(room);
    const struct state *now = table_now(room_table(room));
    LOCAL_TEXT(r, 512);
    struct json j = json_begin(out);
    if (now->rules.book)
        rules_print(&now->rules, &r);
    json_string(&j, "id", tables_id(t));
    json_string(&j, "code", tables_code(t));
    json_string(&j, "rules", r.data);
    json_string(&j, "dice", dice_word(o));
    if (o->clock_seconds)
        json_int(&j, "clock", o->clock_seconds);
    json_int(&j, "away", o->away_seconds);
    json_bool(&j, "keeper", o->keeper);
    json_string(&j, "phase", phase_word(room));
    json_int(&j, "lines", room_lines(room));
    json_open(&j, "places", '[');
    for (int i = 0; i < room_places(room); i++) {
        if (!room_place(room, i)->removed)
            describe_place(&j, t, room, room_place(room, i));
    }
    json_close(&j, ']');
    describe_here(&j, tables_here(t));
    json_int(&j, "watchers", tables_watchers(t));
    json_close(&j, '}');
}

void api_line(struct text *out, int line, const char *say, int64_t at) {
    struct json j = json_begin(out);
    json_int(&j, "line", line);
    json_string(&j, "say", say);
    json_int(&j, "at", at);
    json_close(&j, '}');
}

/* ---- answers to lines ---- */

/* Begins an answer with the line's id, if it has one; the engine's answer or a refusal follows. */
static void begin_with_id(struct text *out, struct span id, bool again) {
    text_put(out, "{");
    if (id.len)
        text_add(out, "\"id\":\"%.*s\",", (int)id.len, id.at);
    if (again)
        text_put(out, "\"again\":true,");
}

void api_refusal(struct text *out, struct span id, const char *code, const char *words,
                 const char *rule) {
    begin_with_id(out, id, false);
    struct json j = json_start(out);
    json_refused(&j, words);
    json_string(&j, "code", code);
    if (rule)
        json_string(&j, "rule", rule);
    text_put(out, "}");
}

void api_answer(struct text *out, struct span id, const struct command_result *a) {
    static char said[ANSWER_MAX];
    struct text s = TEXT_IN(said);
    if (a->code[0]) {
        api_refusal(out, id, a->code, a->words, a->rule);
        return;
    }
    if (a->room)
        room_answer(a->room, a->line, &s);
    else
        text_add(&s, "{\"line\":%d}", a->line);
    begin_with_id(out, id, a->again);
    if (!a->receipt) {
        text_put_n(out, said + 1, s.len - 1);
        return;
    }
    text_put_n(out, said + 1, s.len - 2);
    text_put(out, ",\"receipt\":");
    receipt_json(a->receipt, out);
    text_put(out, "}");
}

int api_status(const char *code) {
    static const struct {
        const char *code;
        int status;
    } known[] = {
        {"rules", 422},
        {"words", 422},
        {GROUPS_RECORD, 422},
        {GROUPS_DATE, 422},
        {GROUPS_FIRST, 409},
        {GROUPS_FULL, 409},
        {"turn", 403},
        {"place", 403},
        {"host", 403},
        {"phase", 409},
        {TABLES_CONFLICT, 409},
        {TABLES_ABSENT, 404},
        {TABLES_BUSY, 429},
        {"rate", 429},
        {"token", 401},
        {"origin", 403},
        {TABLES_UNAVAILABLE, 503},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (!strcmp(known[i].code, code))
            return known[i].status;
    }
    return 400;
}

/* ---- metrics ---- */

/* Names ending in _total are counters. */
static void figure(struct text *out, const char *name, enum message help, double value) {
    size_t len = strlen(name), end = strlen("_total");
    bool counts = len > end && !strcmp(name + len - end, "_total");
    text_add(out, "# HELP yard_%s %s\n# TYPE yard_%s %s\nyard_%s %.17g\n", name, words_of(help),
             name, counts ? "counter" : "gauge", name, value);
}

void api_metrics(struct api *a, struct text *out) {
    struct tables_counts h;
    struct store_counts s;
    struct bots_counts b;
    struct groups_counts g;
    LOCAL_TEXT(w, 256);
    tables_counts(a->o.tables, &h);
    store_counts(a->o.store, &s);
    bots_counts(a->o.bots, &b);
    groups_counts(a->o.groups, &g);
    figure(out, "up_seconds", M_server_figure_up_seconds,
           (double)(tables_steady_now() - a->started) / 1000);
    figure(out, "store_healthy", M_server_figure_store_healthy, store_healthy(a->o.store, &w));
    figure(out, "sockets", M_server_figure_sockets, sockets_count(server_sockets(a->o.server)));
    figure(out, "tables", M_server_figure_tables, h.tables);
    figure(out, "rooms", M_server_figure_rooms, h.rooms);
    figure(out, "room_bytes", M_server_figure_room_bytes, (double)h.bytes);
    figure(out, "followers", M_server_figure_followers, h.followers);
    figure(out, "waiting_wishes", M_server_figure_waiting_wishes, h.commands);
    figure(out, "waiting_bots", M_server_figure_waiting_bots, b.waiting);
    figure(out, "bot_solving", M_server_figure_bot_solving, b.solving);
    figure(out, "bot_solved", M_server_figure_bot_solved, b.solved);
    figure(out, "bot_solved_bytes", M_server_figure_bot_solved_bytes, (double)b.bytes);
    figure(out, "said_total", M_server_figure_said, (double)h.said);
    figure(out, "refused_total", M_server_figure_refused, (double)h.refused);
    figure(out, "conflicts_total", M_server_figure_conflicts, (double)h.conflicts);
    figure(out, "bot_moves_total", M_server_figure_bot_moves, (double)h.bot_moves);
    figure(out, "bot_hurried_total", M_server_figure_bot_hurried, (double)b.hurried);
    figure(out, "bot_cancelled_total", M_server_figure_bot_cancelled, (double)b.cancelled);
    figure(out, "bot_given_up_total", M_server_figure_bot_given_up, (double)b.given_up);
    figure(out, "bot_evicted_total", M_server_figure_bot_evicted, (double)b.evicted);
    figure(out, "groups_created_total", M_server_figure_groups_created, (double)g.created);
    figure(out, "results_total", M_server_figure_results, (double)g.handed_in);
    figure(out, "results_refused_total", M_server_figure_results_refused, (double)g.refused);
    figure(out, "results_graded_total", M_server_figure_results_graded, (double)g.graded);
    figure(out, "results_grading", M_server_figure_results_grading, g.grading);
    figure(out, "dropped_rooms_total", M_server_figure_dropped_rooms, (double)h.dropped_rooms);
    figure(out, "tables_deleted_total", M_server_figure_tables_deleted, (double)h.deleted);
    figure(out, "tables_expired_total", M_server_figure_tables_expired, (double)h.expired);
    figure(out, "http_requests_total", M_server_figure_http_requests, (double)a->requests);
    figure(out, "http_problems_total", M_server_figure_http_problems, (double)a->problems);
    figure(out, "limited_total", M_server_figure_limited, (double)a->limited);
    figure(out, "cost_refused_total", M_server_figure_cost_refused, (double)a->cost_refusals);
    figure(out, "disk_refused_total", M_server_figure_disk_refused, (double)a->disk_refusals);
    figure(out, "processor_seconds_total", M_server_figure_processor_seconds,
           a->processor_ms / 1000);
    figure(out, "store_bytes", M_server_figure_store_bytes, (double)a->disk_bytes);
    figure(out, "clock_ahead_seconds", M_server_figure_clock_ahead_seconds,
           (double)clock_ahead() / 1000);
    figure(out, "store_waiting", M_server_figure_store_waiting, s.waiting);
    figure(out, "store_watches", M_server_figure_store_watches, s.watches);
    figure(out, "store_groups_total", M_server_figure_store_groups, (double)s.groups);
    figure(out, "store_appends_total", M_server_figure_store_appends, (double)s.appends);
    figure(out, "store_events_total", M_server_figure_store_events, (double)s.events);
    figure(out, "store_duplicates_total", M_server_figure_store_duplicates, (double)s.duplicates);
    figure(out, "store_unavailable_total", M_server_figure_store_unavailable,
           (double)s.unavailable);
    figure(out, "store_failures_total", M_server_figure_store_failures, (double)s.failures);
    figure(out, "store_heard_total", M_server_figure_store_heard, (double)s.heard);
    figure(out, "store_recovered_total", M_server_figure_store_recovered, (double)s.recovered);
}
