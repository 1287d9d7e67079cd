#include "core/json.h"
#include "core/say.h"
#include "report/report.h"

static void json_account(struct json *j, const struct account *a, bool seat) {
    if (seat)
        json_double(j, "par", a->par);
    json_double(j, "luck", a->luck);
    json_double(j, "errors", a->errors);
    if (seat) {
        json_double(j, "others", a->others);
        json_double(j, "result", a->result);
    }
    if (account_kept(a)) {
        json_double(j, "unknown", a->unknown);
        json_open(j, "kept", '{');
        json_int(j, pace_words[PACE_POINTS], a->kept[PACE_POINTS]);
        json_int(j, pace_words[PACE_LAST], a->kept[PACE_LAST]);
        json_close(j, '}');
    }
    json_int(j, "rolls", a->rolls);
    json_int(j, "decisions", a->decisions);
    if (a->decisions)
        json_double(j, "accuracy", a->accuracy);
    else
        json_null(j, "accuracy");
    json_open(j, "grades", '{');
    for (int grade = 0; grade < GRADES; grade++)
        json_int(j, grade_word(grade), a->grades[grade]);
    json_close(j, '}');
    json_int(j, "hints", a->hints);
}

static void json_points(struct json *j, const struct turn_points *p) {
    json_open(j, "points", '{');
    json_int(j, "turns", p->turns);
    json_double(j, "par", p->par);
    json_double(j, "luck", p->luck);
    json_double(j, "errors", p->errors);
    json_double(j, "result", p->result);
    json_close(j, '}');
}

static struct turn_points points_of_series(const struct analysis *a, int seat) {
    struct turn_points sum = {0};
    for (int i = 0; i < a->count; i++) {
        int at = 0;
        while (at < a->games[i].seats && analysis_side(a, i, at) != seat)
            at++;
        if (at == a->games[i].seats)
            continue;
        const struct turn_points *p = &a->games[i].points[at];
        sum.turns += p->turns;
        sum.par += p->par;
        sum.luck += p->luck;
        sum.errors += p->errors;
        sum.result += p->result;
    }
    return sum;
}

static void json_seat(struct json *j, const struct analysis *a, int seat) {
    const struct seat *who = &a->sides[seat];
    json_open(j, NULL, '{');
    json_string(j, "name", who->name);
    if (who->bot[0])
        json_string(j, "bot", who->bot);
    json_account(j, &a->seat[seat], true);
    if (a->games[0].rules.book->family == FAMILY_PRESS) {
        struct turn_points points = points_of_series(a, seat);
        json_points(j, &points);
    }
    json_open(j, "people", '[');
    for (int i = 0; i < seat_people(who); i++) {
        struct span name = seat_person(who, i);
        json_open(j, NULL, '{');
        json_string_n(j, "name", name.at, name.len);
        json_account(j, &a->person[seat][i], false);
        json_close(j, '}');
    }
    json_close(j, ']');
    json_close(j, '}');
}

static void json_action(struct json *j, const char *key, const struct rules *r, struct action a) {
    LOCAL_TEXT(w, 64);
    action_print(r, a, &w);
    json_string(j, key, w.data);
}

static void json_moment(struct json *j, const struct ledger *l, const struct moment *m) {
    const struct seat *who = &l->who[m->seat];
    struct span name = seat_person(who, m->person);
    json_open(j, NULL, '{');
    json_int(j, "game", l->game + 1);
    json_int(j, "line", m->line);
    json_int(j, "seat", m->seat + 1);
    json_string_n(j, "name", name.at, name.len);
    json_int(j, "turn", m->turn);
    json_action(j, "do", &l->rules, m->action);
    if (m->pace != PACE_THROWS)
        json_string(j, "pace", pace_words[m->pace]);
    if (m->unknown) {
        json_double(j, "before", m->before);
        json_double(j, "after", m->after);
    } else if (!m->decision) {
        json_double(j, "before", m->before);
        json_double(j, "after", m->after);
        json_double(j, "luck", m->after - m->before);
    } else {
        json_double(j, "value", m->after);
        json_action(j, "best", &l->rules, m->best);
        json_double(j, "best_value", m->before);
        json_double(j, "error", m->before - m->after);
        json_double(j, "cost", m->cost);
        json_string(j, "grade", grade_word(m->grade));
        json_int(j, "choices", m->choices);
        json_bool(j, "mattered", m->second_value != m->before);
        if (m->slip != SLIP_NONE) {
            json_string(j, "slip_key", slip_word(m->slip));
            json_string(j, "slip", words_of(slip_message(m->slip)));
        }
        if (m->hinted)
            json_bool(j, "hinted", true);
    }
    if (m->approximate)
        json_bool(j, "approximate", true);
    json_close(j, '}');
}

enum sort { ROLLS, DECISIONS, UNKNOWN };

static enum sort sort_of(const struct moment *m) {
    return m->unknown ? UNKNOWN : m->decision ? DECISIONS : ROLLS;
}

static void json_moments(struct json *j, const char *key, const struct analysis *a,
                         enum sort sort) {
    json_open(j, key, '[');
    for (int game = 0; game < a->count; game++) {
        const struct ledger *l = &a->games[game];
        for (int i = 0; i < l->count; i++) {
            if (sort_of(&l->moments[i]) == sort)
                json_moment(j, l, &l->moments[i]);
        }
    }
    json_close(j, ']');
}

/* The fields before the seats. */
static void json_head(struct json *j, const struct analysis *a) {
    LOCAL_TEXT(r, RULES_TEXT_MAX);
    const struct ledger *last = &a->games[a->count - 1];
    bool approximate = false;
    for (int i = 0; i < a->count; i++)
        approximate = approximate || a->games[i].approximate;
    rules_print(&last->rules, &r);
    if (a->name)
        json_string(j, "record", a->name);
    json_string(j, "rules", r.data);
    json_string(j, "date", table_date(a->table));
    json_string(j, "unit", unit_word(last->unit));
    json_int(j, "games", a->count);
    json_bool(j, "finished", last->finished);
    json_bool(j, "approximate", approximate);
}

void report_json(struct text *out, const struct analysis *a) {
    struct json j = json_begin(out);
    json_head(&j, a);
    json_open(&j, "seats", '[');
    for (int seat = 0; seat < a->side_count; seat++)
        json_seat(&j, a, seat);
    json_close(&j, ']');
    json_moments(&j, "decisions", a, DECISIONS);
    json_moments(&j, "rolls", a, ROLLS);
    bool kept = false;
    for (int seat = 0; seat < a->side_count; seat++)
        kept = kept || account_kept(&a->seat[seat]);
    if (kept)
        json_moments(&j, "unknown", a, UNKNOWN);
    json_close(&j, '}');
}
