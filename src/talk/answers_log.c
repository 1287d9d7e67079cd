/* Answers about the log: lines, score sheets, results and fair dice. */
#include <string.h>

#include "play/fair_check.h"
#include "talk/answers_parts.h"

static void print_step(const struct step *step, struct text *out) {
    entry_print(&step->before.rules, &step->entry, out);
}

void answer_line(struct text *out, const struct table *t, int line) {
    const char *said = table_line(t, line);
    int index = table_step_of_line(t, line);
    struct json j = json_begin(out);
    json_int(&j, "line", line);
    json_string(&j, "said", said);
    if (index < 0) {
        json_null(&j, "in_force");
    } else {
        LOCAL_TEXT(w, LINE_MAX_BYTES);
        print_step(table_step(t, index), &w);
        json_string(&j, "in_force", w.data);
    }
    json_close(&j, '}');
}

/* ---- log ---- */

/* Writes the seat that the line adds, or the seat and person to move and the number of the turn
 * (while rolling for who starts, that it is the opening). */
static void json_whose(struct json *j, const struct step *step) {
    struct state view;
    if (step->entry.kind == ENTRY_SEAT) {
        json_int(j, "seat", step->before.seat_count + 1);
    } else if (step->entry.kind == ENTRY_LEAVE) {
        json_int(j, "seat", step->entry.leaver + 1);
    } else if (step->entry.kind == ENTRY_ACTION) {
        state_view(&step->before, &view);
        struct span person = state_person(&view, state_seat(&view));
        json_int(j, "seat", state_seat(&view) + 1);
        json_string_n(j, "person", person.at, person.len);
        if (view.stage == STAGE_OPENING)
            json_bool(j, "opening", true);
        else
            json_int(j, "turn", view.game.turns[state_seat(&view)] + 1);
        enum pace pace = action_pace(&view.game, step->entry.action, (enum pace)view.pace);
        if (pace != PACE_THROWS)
            json_string(j, "pace", pace_words[pace]);
    }
}

static void json_logged(struct json *j, const struct table *t, const struct step *step) {
    LOCAL_TEXT(w, LINE_MAX_BYTES);
    print_step(step, &w);
    json_open(j, NULL, '{');
    json_int(j, "line", step->line);
    json_string(j, "said", w.data);
    if (strcmp(w.data, table_line(t, step->line)) != 0)
        json_string(j, "first_said", table_line(t, step->line));
    json_whose(j, step);
    json_int(j, "game", step->before.games + 1);
    json_bool(j, "correctable", table_correctable(t, step));
    json_close(j, '}');
}

void answer_log(struct text *out, const struct table *t, int after, int most) {
    struct json j = json_begin(out);
    int count = 0, last = after, i = table_steps_until(t, after);
    json_open(&j, "log", '[');
    for (; i < table_steps(t); i++) {
        int kind = table_step_kind(t, i);
        if (kind != ENTRY_SEAT && kind != ENTRY_ACTION && kind != ENTRY_REMATCH &&
            kind != ENTRY_SEATS && kind != ENTRY_LEAVE)
            continue;
        if (count++ == most)
            break;
        json_logged(&j, t, table_step(t, i));
        last = table_step_line(t, i);
    }
    json_close(&j, ']');
    if (i < table_steps(t))
        json_int(&j, "next", last);
    json_close(&j, '}');
}

/* ---- sheet ---- */

/* `bonuses`: the row counts them, which earlier versions did, too. */
static void json_cell(struct json *j, const struct sheet_cell *cell, bool bonuses) {
    if (cell->kind == CELL_EMPTY) {
        json_null(j, NULL);
    } else if (cell->kind == CELL_NUMBER) {
        json_int(j, NULL, bonuses ? cell->bonuses : cell->points);
    } else {
        json_open(j, NULL, '{');
        json_int(j, "points", cell->points);
        json_int(j, "total", cell->total);
        if (!cell->points)
            json_bool(j, "bust", true);
        json_close(j, '}');
    }
}

static void json_row(struct json *j, const struct scoresheet *s, int line) {
    const struct sheet_line *row = &s->line[line];
    bool bonuses = strcmp(row->word, row_word(ROW_FIVE_BONUS)) == 0;
    json_open(j, NULL, '{');
    json_string(j, "kind", row->word);
    if (row->box)
        json_string(j, "box", row->box);
    json_string(j, "label", row->brief);
    if (strcmp(row->label, row->brief) != 0)
        json_string(j, "printed", row->label);
    if (row->how[0])
        json_string(j, "how", row->how);
    if (row->kind != LINE_HEADING) {
        json_open(j, "cells", '[');
        for (int column = 0; column < s->columns; column++)
            json_cell(j, scoresheet_cell(s, line, column), bonuses);
        json_close(j, ']');
    }
    if (bonuses) {
        json_open(j, "points", '[');
        for (int column = 0; column < s->columns; column++)
            json_cell(j, scoresheet_cell(s, line, column), false);
        json_close(j, ']');
    }
    json_close(j, '}');
}

static void json_outcome(struct json *j, const struct scoresheet *s) {
    if (s->first < 0)
        return;
    json_int(j, "first", s->first + 1);
    json_open(j, "winners", '[');
    for (int i = 0; i < s->lines * s->columns; i++) {
        if (s->cells[i].won)
            json_int(j, NULL, i % s->columns + 1);
    }
    json_close(j, ']');
}

void answer_sheet(struct text *out, const struct scoresheet *s) {
    struct json j = json_begin(out);
    json_string(&j, "title", s->title);
    json_string(&j, "subtitle", s->subtitle);
    json_string(&j, "family", s->rules.book->family == FAMILY_SHEET ? "sheet" : "press");
    json_open(&j, "columns", '[');
    for (int column = 0; column < s->columns; column++)
        json_string(&j, NULL, s->heads[column]);
    json_close(&j, ']');
    if (s->current >= 0)
        json_int(&j, "current", s->current + 1);
    json_outcome(&j, s);
    json_open(&j, "rows", '[');
    for (int line = 0; line < s->lines && s->line[line].kind != LINE_RESULT; line++)
        json_row(&j, s, line);
    json_close(&j, ']');
    json_close(&j, '}');
}

/* ---- results ---- */

static void json_result_seat(struct json *j, const struct table *t, const struct state *before,
                             const struct state *end, int seat) {
    const struct seat *who = &end->seats[seat];
    int hints = table_hints_of(t, before->games, seat);
    json_open(j, NULL, '{');
    json_string(j, "name", who->name);
    if (who->bot[0])
        json_string(j, "bot", who->bot);
    json_int(j, "total", game_total(&end->rules, &end->game, seat));
    json_int(j, "turns", end->game.turns[seat]);
    if (set_has(end->game.left, seat))
        json_bool(j, "left", true);
    json_bool(j, "won", set_has(game_winners(&end->rules, &end->game), seat));
    json_int(j, "ledger", end->ledger[seat] - before->ledger[seat]);
    if (hints)
        json_int(j, "hints", hints);
    json_close(j, '}');
}

/* The game that ended with this step. */
static void json_result(struct json *j, const struct table *t, const struct step *last,
                        const struct state *end) {
    json_open(j, NULL, '{');
    json_int(j, "game", end->games);
    json_int(j, "line", last->line);
    json_int(j, "first", end->first + 1);
    json_winners(j, end);
    json_open(j, "seats", '[');
    for (int seat = 0; seat < end->seat_count; seat++)
        json_result_seat(j, t, &last->before, end, seat);
    json_close(j, ']');
    json_close(j, '}');
}

/* The last action or departure before step `end`, which may have ended a game; -1 if there is none
 * since the last rematch. The steps between that action and `end` are about dice, not about the
 * game. */
static int last_choice_before(const struct table *t, int end) {
    int i = end - 1;
    while (i >= 0 && table_step_kind(t, i) != ENTRY_ACTION &&
           table_step_kind(t, i) != ENTRY_LEAVE && table_step_kind(t, i) != ENTRY_REMATCH)
        i--;
    return i >= 0 && table_step_kind(t, i) != ENTRY_REMATCH ? i : -1;
}

void answer_results(struct text *out, const struct table *t, int after, int most) {
    const struct state *now = table_now(t);
    int count = 0, next = 0;
    struct json j = json_begin(out);
    json_string(&j, "date", table_date(t));
    if (now->rules.book) {
        bool alone = now->rules.book->family == FAMILY_PRESS && now->seat_count == 1;
        json_rules(&j, &now->rules);
        json_string(&j, "measure", alone ? "turns" : "total");
    }
    json_open(&j, "results", '[');
    for (int end = 1; end <= table_steps(t) && !next; end++) {
        bool ends = end == table_steps(t) || table_step_kind(t, end) == ENTRY_REMATCH;
        int last = ends ? last_choice_before(t, end) : -1;
        if (last < 0)
            continue;
        const struct step *step = table_step(t, last);
        const struct state *over = table_state(t, last + 1);
        if (over->games == step->before.games || over->games <= after)
            continue;
        if (count++ == most)
            next = over->games - 1;
        else
            json_result(&j, t, step, over);
    }
    json_close(&j, ']');
    if (next)
        json_int(&j, "next", next);
    json_close(&j, '}');
}

/* ---- fair dice ---- */

void answer_verify(struct text *out, const struct table *t) {
    struct json j = json_begin(out);
    fair_json(&j, t);
    json_close(&j, '}');
}

void answer_bytes(struct text *out, const char *key, const uint8_t bytes[FAIR_BYTES]) {
    struct json j = json_begin(out);
    json_hex(&j, key, bytes, FAIR_BYTES);
    json_close(&j, '}');
}
