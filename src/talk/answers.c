#include "talk/answers_parts.h"

#include "core/day.h"
#include "core/say.h"
#include "rules/press.h"
#include "rules/sheet.h"

void json_refused(struct json *j, const char *words) {
    static const char *const parts[] = {"reason", "cite"};
    struct span found;
    json_string(j, "error", words);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (say_place(span_of(words), parts[i], &found))
            json_string_n(j, parts[i], found.at, found.len);
    }
    if (say_place(span_of(words), "line", &found))
        json_digits(j, "line", found);
}

static void json_error(struct text *out, const char *words, const char *rule) {
    struct json j = json_begin(out);
    json_refused(&j, words);
    if (rule)
        json_string(&j, "rule", rule);
    json_close(&j, '}');
}

void answer_error(struct text *out, const char *words) {
    json_error(out, words, NULL);
}

void answer_refusal(struct text *out, const struct refusal *refusal) {
    json_error(out, refusal->words->data, refusal->rule);
}

static void json_dice(struct json *j, const char *key, struct dice d) {
    json_open(j, key, '[');
    for (int face = 1; face <= FACES; face++) {
        for (int i = 0; i < dice_count(d, face); i++)
            json_int(j, NULL, face);
    }
    json_close(j, ']');
}

static void json_action(struct json *j, const char *key, const struct rules *r, struct action a) {
    LOCAL_TEXT(w, 64);
    action_print(r, a, &w);
    json_string(j, key, w.data);
}

static const char *phase_word(const struct state *s) {
    static const char *const phases[] = {"roll", "choose", "over"};
    if (s->stage == STAGE_SETUP)
        return "setup";
    return s->stage == STAGE_OPENING ? "opening" : phases[s->game.phase];
}

static void json_turn(struct json *j, const struct state *s) {
    int seat = state_seat(s);
    json_string(j, "phase", phase_word(s));
    if (seat >= 0) {
        struct span person = state_person(s, seat);
        json_int(j, "seat", seat + 1);
        json_string_n(j, "person", person.at, person.len);
    }
}

void json_rules(struct json *j, const struct rules *r) {
    LOCAL_TEXT(w, RULES_TEXT_MAX);
    rules_print(r, &w);
    json_string(j, "rules", w.data);
    json_string(j, "family", r->book->family == FAMILY_SHEET ? "sheet" : "press");
}

/* ---- entries ---- */

void json_came_of(struct json *j, const struct state *before, const struct state *now,
                  const struct action *a) {
    struct state view;
    if (before->stage == STAGE_SETUP) { /* the first line of a game may be a whole turn */
        state_view(before, &view);
        before = &view;
    }
    const struct game *g = &before->game;
    if (before->stage != STAGE_PLAY && now->stage == STAGE_PLAY && a->act == ACT_ROLL &&
        before->stage == STAGE_OPENING) {
        json_int(j, "starts", now->first + 1);
    } else if (a->act == ACT_SCORE) {
        struct claim claim = sheet_score(&before->rules, g, *a);
        int given_up = sheet_given_up(&before->rules, g, *a);
        json_int(j, "points", claim.points);
        if (given_up)
            json_int(j, "given_up", given_up);
        if (claim.bonus)
            json_int(j, "bonus", claim.bonus);
    } else if (a->act == ACT_BUST) {
        json_bool(j, "bust", true);
    } else if (a->act == ACT_BANK) {
        json_int(j, "points", a->points ? a->points : g->turn_points);
        json_int(j, "total", now->game.total[g->seat]);
    } else if (a->act == ACT_TAKE_ROLL || a->act == ACT_TAKE_STOP || a->act == ACT_ASIDE) {
        json_int(j, "points", press_points(before->rules.book, a->dice));
        if (a->act != ACT_TAKE_STOP)
            json_int(j, "turn_points", now->game.turn_points);
        else
            json_int(j, "total", now->game.total[g->seat]);
    } else if (a->act == ACT_ROLL && now->stage == STAGE_PLAY &&
               now->rules.book->family == FAMILY_PRESS && now->game.phase != PHASE_CHOOSE) {
        json_bool(j, "bust", true);
    }
}

static void answer_said(struct text *out, const char *words, int line, const struct state *before,
                        const struct state *now, const struct action *action) {
    struct json j = json_begin(out);
    json_string(&j, "ok", words);
    json_int(&j, "line", line);
    if (action)
        json_came_of(&j, before, now, action);
    json_turn(&j, now);
    json_close(&j, '}');
}

void answer_entry(struct text *out, const char *line, const struct state *before,
                  const struct table *t) {
    int last = table_steps(t) - 1;
    struct entry e = {0};
    bool action = last >= 0 && table_step_line(t, last) == table_lines(t) &&
                  table_step_kind(t, last) == ENTRY_ACTION;
    if (action)
        table_step_entry(t, last, &e);
    answer_said(out, line, table_lines(t), before, table_now(t), action ? &e.action : NULL);
}

void answer_entry_of_line(struct text *out, const struct table *t, int line) {
    int index = table_step_of_line(t, line);
    bool action = index >= 0 && table_step_kind(t, index) == ENTRY_ACTION;
    const struct step *step = action ? table_step(t, index) : NULL;
    const struct state *now = table_state(t, table_steps_until(t, line));
    answer_said(out, table_line(t, line), line, step ? &step->before : NULL, now,
                step ? &step->entry.action : NULL);
}

/* ---- legal ---- */

void answer_legal(struct text *out, const struct state *s) {
    struct action list[ACTIONS_MAX];
    int n = s->stage == STAGE_PLAY ? game_legal(&s->rules, &s->game, list) : 0;
    struct json j = json_begin(out);
    json_open(&j, "legal", '[');
    for (int i = 0; i < n; i++)
        json_action(&j, NULL, &s->rules, list[i]);
    json_close(&j, ']');
    if (state_falling(s))
        json_int(&j, "falling", state_falling(s));
    json_close(&j, '}');
}

/* ---- advise ---- */

void answer_advice(struct text *out, const struct rules *r, const struct game *g, struct goal goal,
                   const struct advice *advice) {
    LOCAL_TEXT(w, 64);
    struct json j = json_begin(out);
    goal_print(goal, &w);
    json_string(&j, "goal", w.data);
    json_double(&j, "value", advice->value);
    if (adviser_approximates(r, g, goal))
        json_bool(&j, "approximate", true);
    if (advice->count)
        json_open(&j, "actions", '[');
    for (int i = 0; i < advice->count; i++) {
        const struct valued_action *a = &advice->actions[i];
        json_open(&j, NULL, '{');
        json_action(&j, "do", r, a->action);
        if (a->action.act != ACT_KEEP)
            json_int(&j, "points", a->points);
        json_double(&j, "value", a->value);
        json_close(&j, '}');
    }
    if (advice->count)
        json_close(&j, ']');
    json_close(&j, '}');
}

/* ---- why ---- */

static void json_choice(struct json *j, const char *key, const struct rules *r, struct action a,
                        double value) {
    json_open(j, key, '{');
    json_action(j, "do", r, a);
    json_double(j, "value", value);
    json_close(j, '}');
}

void answer_why(struct text *out, const struct rules *r, const struct reasons *reasons) {
    LOCAL_TEXT(w, 64);
    struct json j = json_begin(out);
    goal_print(reasons->goal, &w);
    json_string(&j, "goal", w.data);
    json_choice(&j, "best", r, reasons->best, reasons->best_value);
    if (reasons->compared)
        json_choice(&j, "second", r, reasons->second, reasons->second_value);
    if (reasons->approximate)
        json_bool(&j, "approximate", true);
    json_open(&j, "why", '[');
    for (int i = 0; i < reasons->count; i++)
        json_string(&j, NULL, reasons->sentence[i]);
    json_close(&j, ']');
    json_close(&j, '}');
}

/* ---- judge ---- */

void answer_judge(struct text *out, const struct rules *r, struct action action,
                  const struct judgement *judged) {
    LOCAL_TEXT(w, 64);
    struct json j = json_begin(out);
    goal_print(judged->goal, &w);
    json_string(&j, "goal", w.data);
    json_string(&j, "unit", unit_word(judged->unit));
    json_action(&j, "do", r, action);
    json_double(&j, "value", judged->value);
    json_action(&j, "best", r, judged->best);
    json_double(&j, "best_value", judged->best_value);
    json_double(&j, "cost", judged->cost);
    json_string(&j, "grade", grade_word(judged->grade));
    if (judged->approximate)
        json_bool(&j, "approximate", true);
    json_bool(&j, "warn", judged->warns);
    if (judged->warns)
        json_string(&j, "warning", judged->warning);
    json_close(&j, '}');
}

/* ---- practice ---- */

static void json_position(struct json *j, const struct rules *r, const struct game *g) {
    LOCAL_TEXT(w, POSITION_TEXT_MAX);
    position_print(r, g, &w);
    json_string(j, "position", w.data);
}

void answer_practice(struct text *out, const struct rules *r, const struct practice_question *q) {
    struct json j = json_begin(out);
    json_position(&j, r, &q->game);
    json_string(&j, "level", practice_level_word(q->level));
    json_string(&j, "unit", unit_word(q->unit));
    json_close(&j, '}');
}

/* ---- daily ---- */

static void json_share(struct json *j, struct span lines) {
    json_open(j, "share", '[');
    for (struct span line; span_item(&lines, '\n', &line);) {
        if (line.len)
            json_string_n(j, NULL, line.at, line.len);
    }
    json_close(j, ']');
}

static void json_marks(struct json *j, const struct daily_grade *grade) {
    char marks[DAILY_MARKS + 1] = "";
    for (int i = 0; i < grade->turns; i++)
        marks[i] = "bgm"[grade->marks[i]];
    json_string(j, "marks", marks);
}

void answer_daily(struct text *out, const struct daily_result *result,
                  const struct daily_grade *grade, int streak) {
    LOCAL_TEXT(day, 16);
    LOCAL_TEXT(share, 4096);
    struct json j = json_begin(out);
    day_print(result->day, &day);
    json_string(&j, "date", day.data);
    json_int(&j, "number", daily_number(result->day));
    json_string(&j, "rules", result->book->id);
    json_string(&j, "name", result->name);
    json_bool(&j, "finished", result->finished);
    json_int(&j, "points", result->points);
    json_int(&j, "turns", result->turns);
    json_int(&j, "hints", result->hints);
    json_int(&j, "warnings", result->warnings);
    json_string(&j, "unit",
                unit_word(result->book->family == FAMILY_PRESS ? UNIT_TURNS : UNIT_POINTS));
    if (grade) {
        json_double(&j, "cost", grade->cost);
        json_int(&j, "decisions", grade->decisions);
        json_int(&j, "best", grade->best);
        json_marks(&j, grade);
        daily_share(result, grade, streak, &share);
        json_share(&j, span_of(share.data));
    }
    json_close(&j, '}');
}

void answer_daily_position(struct text *out, const struct daily_answer *answer) {
    LOCAL_TEXT(share, 4096);
    struct json j = json_begin(out);
    json_int(&j, "number", daily_number(answer->day));
    daily_share_position(answer, &share);
    json_share(&j, span_of(share.data));
    json_close(&j, '}');
}

/* ---- state ---- */

static void json_seat(struct json *j, const struct state *s, int seat, int hints) {
    const struct seat *who = &s->seats[seat];
    json_open(j, NULL, '{');
    json_string(j, "name", who->name);
    json_open(j, "people", '[');
    for (int i = 0; i < seat_people(who); i++) {
        struct span person = seat_person(who, i);
        json_string_n(j, NULL, person.at, person.len);
    }
    json_close(j, ']');
    if (who->bot[0])
        json_string(j, "bot", who->bot);
    if (set_has(state_left(s), seat))
        json_bool(j, "left", true);
    if (s->stage == STAGE_PLAY) {
        json_int(j, "total", game_total(&s->rules, &s->game, seat));
        json_int(j, "turns", s->game.turns[seat]);
        if (s->rules.book->family == FAMILY_SHEET) {
            const struct card *card = &s->game.card[seat];
            json_int(j, "upper", card_upper(s->rules.book, card));
            json_int(j, "bonuses", card->bonuses);
            json_open(j, "boxes", '{');
            for (int box = 0; box < s->rules.book->box_count; box++) {
                if (card->filled >> box & 1)
                    json_int(j, s->rules.book->boxes[box].key, card->points[box]);
            }
            json_close(j, '}');
        }
    }
    if (hints)
        json_int(j, "hints", hints);
    json_int(j, "ledger", s->ledger[seat]);
    json_int(j, "wins", s->wins[seat]);
    json_close(j, '}');
}

void json_set(struct json *j, const struct state *s, struct dice set) {
    int points = press_points(s->rules.book, set);
    json_open(j, NULL, '{');
    json_dice(j, "dice", set);
    json_int(j, "points", points);
    json_int(j, "turn_points", s->game.turn_points + points);
    json_close(j, '}');
}

/* The scores that the current dice offer: points per open box, or per set. */
static void json_offers(struct json *j, const struct state *s) {
    const struct book *book = s->rules.book;
    const struct game *g = &s->game;
    if (book->family == FAMILY_SHEET) {
        int bonus = 0;
        json_open(j, "claims", '{');
        for (int box = 0; box < book->box_count; box++) {
            struct claim claim = sheet_claim(&s->rules, &g->card[g->seat], g->dice, box);
            if (claim.refusal == ALLOWED)
                json_int(j, book->boxes[box].key, claim.points);
            bonus = claim.bonus ? claim.bonus : bonus;
        }
        json_close(j, '}');
        if (bonus)
            json_int(j, "bonus", bonus);
        return;
    }
    json_open(j, "sets", '[');
    struct dice part = {0};
    while (dice_next_part(g->dice, &part)) {
        struct action a = {.act = ACT_TAKE_ROLL, .dice = part};
        if (game_check(&s->rules, g, a) == ALLOWED)
            json_set(j, s, part);
    }
    json_close(j, ']');
}

void json_winners(struct json *j, const struct state *s) {
    json_open(j, "winners", '[');
    SET_EACH(seat, game_winners(&s->rules, &s->game))
    json_int(j, NULL, seat + 1);
    json_close(j, ']');
}

/* The seats that have a turn in the final round, the one to move first. */
static void json_last_turns(struct json *j, const struct state *s) {
    int list[SEATS_MAX], n = press_to_come(&s->rules, &s->game, list);
    json_open(j, "last_turns", '[');
    json_int(j, NULL, s->game.seat + 1);
    for (int i = 0; i < n; i++)
        json_int(j, NULL, list[i] + 1);
    json_close(j, ']');
}

static void json_game(struct json *j, const struct state *s) {
    const struct game *g = &s->game;
    json_int(j, "round", game_round(g));
    json_dice(j, "dice", g->dice);
    json_int(j, "falling", g->falling);
    /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): a game has rules */
    if (s->rules.book->family == FAMILY_SHEET) {
        json_int(j, "rolls", g->rolls);
    } else {
        json_int(j, "turn_points", g->turn_points);
        json_bool(j, "final_round", g->ender != 0);
        if (g->ender && g->phase != PHASE_OVER)
            json_last_turns(j, s);
    }
    if (g->phase == PHASE_CHOOSE)
        json_offers(j, s);
    if (g->phase == PHASE_OVER)
        json_winners(j, s);
    else
        json_position(j, &s->rules, g);
}

static void json_opening(struct json *j, const struct state *s) {
    json_open(j, "opening", '[');
    for (int seat = 0; seat < s->seat_count; seat++) {
        if (!set_has(s->opening.contenders, seat))
            json_null(j, NULL); /* out of the running */
        else
            json_int(j, NULL, s->opening.sum[seat]);
    }
    json_close(j, ']');
}

/* `waits` names the next thing that fair dice need, `missing` the seats it must come from. */
static void json_fair(struct json *j, const struct state *s) {
    const struct fair *f = &s->fair;
    struct set missing = f->stage == FAIR_COMMITTED ? fair_missing(f, s->seat_count) : set_none();
    bool uncommitted = f->stage == FAIR_UNCOMMITTED || (state_used_up(s) && !state_over(s));
    const char *waits = uncommitted                            ? "commitment"
                        : f->stage == FAIR_REVEALED            ? NULL
                        : fair_wants_pledges(f, s->seat_count) ? "pledges"
                        : set_any(missing) || !s->seat_count   ? "shares"
                        : state_over(s)                        ? "reveal"
                                                               : "throws";
    json_open(j, "fair", '{');
    if (f->stage != FAIR_UNCOMMITTED)
        json_hex(j, "commitment", s->dice.commitment, FAIR_BYTES);
    if (f->stage != FAIR_UNCOMMITTED)
        json_int(j, "version", dice_version(&s->dice));
    json_bool(j, "pledged", set_any(f->pledged));
    json_bool(j, "revealed", f->stage == FAIR_REVEALED);
    if (waits)
        json_string(j, "waits", waits);
    if (set_any(missing)) {
        json_open(j, "missing", '[');
        SET_EACH(seat, missing)
        json_int(j, NULL, seat + 1);
        json_close(j, ']');
    }
    json_close(j, '}');
}

/* The state after a line; `line` -1: the current state. */
static void json_state(struct text *out, const struct table *t, const struct state *s, int line) {
    int until = line < 0 ? table_lines(t) : line;
    struct json j = json_begin(out);
    if (s->rules.book)
        json_rules(&j, &s->rules);
    json_turn(&j, s);
    json_int(&j, "game", s->games + (state_over(s) ? 0 : 1));
    if (state_settles(s))
        json_bool(&j, "settlement", true);
    json_kept(&j, s);
    if (s->stage == STAGE_PLAY)
        json_game(&j, s);
    if (s->stage == STAGE_OPENING)
        json_opening(&j, s);
    json_open(&j, "seats", '[');
    for (int seat = 0; seat < s->seat_count; seat++)
        json_seat(&j, s, seat, table_hints_until(t, until, s->games - state_over(s), seat));
    json_close(&j, ']');
    if (s->dice.kind == DICE_FAIR)
        json_fair(&j, s);
    if (line >= 0)
        json_int(&j, "line", line);
    json_int(&j, "lines", table_lines(t));
    json_close(&j, '}');
}

void answer_state(struct text *out, const struct table *t) {
    json_state(out, t, table_now(t), -1);
}

void answer_state_at(struct text *out, const struct table *t, int line) {
    json_state(out, t, table_state(t, table_steps_until(t, line)), line);
}
