#include "cli/quiz.h"

#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/plain.h"
#include "coach/reason.h"
#include "core/json.h"
#include "play/shorthand.h"
#include "rules/sheet.h"

enum { ANSWER_MAX = 1 << 16 };
static char answer_text[ANSWER_MAX];

/* "0.42 points", "1.31 percentage points of win probability". */
static void cost_words(int unit, double cost, struct text *out) {
    if (unit == UNIT_WIN)
        say(out, cli_cost_chance, .cost = 100 * cost);
    else if (unit == UNIT_TURNS)
        say(out, cli_cost_turns, .cost = cost);
    else
        say(out, cli_cost_points, .cost = cost);
}

/* ---- the question ---- */

/* "ones 3, full-house 25", or the keys of the open boxes. */
static void box_list(const struct rules *r, const struct card *card, bool filled,
                     struct text *out) {
    for (int box = 0; box < r->book->box_count; box++) {
        if ((card->filled >> box & 1) != filled)
            continue;
        text_add(out, "%s%s", out->len ? ", " : "", r->book->boxes[box].key);
        if (filled)
            text_add(out, " %d", card->points[box]);
    }
}

static void show_card(const struct rules *r, const struct game *g) {
    const struct card *card = &g->card[g->seat];
    LOCAL_TEXT(filled, 1024);
    box_list(r, card, true, &filled);
    if (!filled.len)
        say(&filled, cli_nothing_filled);
    if (card->bonuses) {
        text_put(&filled, ", ");
        say(&filled, cli_bonuses, .n = card->bonuses);
    }
    plain_labelled(M_cli_filled_boxes, filled.data);
    LOCAL_TEXT(open, 1024);
    box_list(r, card, false, &open);
    plain_labelled(M_cli_open_boxes, open.data);
    LOCAL_TEXT(total, 128);
    plain_label(M_cli_card_total, &total);
    text_add(&total, "%d", game_total(r, g, g->seat));
    if (r->params.upper_bonus) {
        text_put(&total, ", ");
        say(&total, cli_upper_boxes, .points = card_upper(r->book, card),
            .par = r->params.upper_par);
    }
    puts(total.data);
}

static void show_totals(const struct rules *r, const struct game *g) {
    LOCAL_TEXT(label, 64);
    LOCAL_TEXT(others, 256);
    LOCAL_TEXT(totals, 512);
    plain_label(M_cli_seat_totals, &label);
    for (int i = 1; i < g->seats; i++)
        text_add(&others, "%s%d", i > 1 ? ", " : "", g->total[(g->seat + i) % g->seats]);
    if (others.len)
        say(&totals, cli_your_total_then, .points = g->total[g->seat], .others = others.data);
    else
        say(&totals, cli_your_total, .points = g->total[g->seat]);
    fputs(label.data, stdout);
    if (g->ender)
        tell_line(cli_totals_last_turn, .totals = totals.data, .goal = r->params.goal);
    else
        tell_line(cli_totals_goal, .totals = totals.data, .goal = r->params.goal);
}

static void view_of(const struct rules *r, const struct game *g, struct state *ret) {
    state_start(ret);
    ret->rules = *r;
    ret->game = *g;
    ret->seat_count = g->seats;
    ret->stage = STAGE_PLAY;
    for (int seat = 0; seat < g->seats; seat++) {
        if (seat == g->seat)
            say(TEXT_OVER(ret->seats[seat].name), cli_seat_you);
        else
            say(TEXT_OVER(ret->seats[seat].name), cli_seat_number, .n = seat + 1);
    }
}

static void show_question(const struct quiz *z, const struct state *view, const char *about) {
    const struct rules *r = &view->rules;
    putchar('\n');
    if (r->book->family == FAMILY_SHEET) {
        tell_line(cli_position_turn, .number = z->asked + 1, .of = z->of, .about = about,
                  .game = r->book->name, .turn = view->game.turns[view->game.seat] + 1);
        show_card(r, &view->game);
    } else {
        tell_line(cli_position, .number = z->asked + 1, .of = z->of, .about = about,
                  .game = r->book->name);
        show_totals(r, &view->game);
    }
    plain_show(view, true);
}

static void json_question(const struct quiz *z, const struct rules *r,
                          const struct practice_question *q, const char *about) {
    char position[POSITION_TEXT_MAX];
    struct text out = TEXT_IN(answer_text), p = TEXT_IN(position);
    struct json j = json_begin(&out);
    position_print(r, &q->game, &p);
    json_int(&j, "question", z->asked + 1);
    json_int(&j, "of", z->of);
    json_string(&j, "about", about);
    json_string(&j, "position", position);
    json_close(&j, '}');
    puts(answer_text);
}

static bool refuse(const struct quiz *z, const char *words) {
    if (!z->json) {
        print_wrapped("  ", 2, words);
        return false;
    }
    struct text out = TEXT_IN(answer_text);
    struct json j = json_begin(&out);
    json_string(&j, "error", words);
    json_close(&j, '}');
    puts(answer_text);
    return false;
}

/* ---- the answer ---- */

/* Reads a line without echoing it: the output must be pure JSON. */
static bool read_line(const struct quiz *z, char *ret, size_t size) {
    char *line = NULL;
    size_t room = 0;
    bool good = false;
    ssize_t n;
    fflush(stdout);
    while (!good && (n = getline(&line, &room, stdin)) >= 0) {
        if (n && line[n - 1] == '\n')
            line[--n] = '\0';
        good = (size_t)n < size && strlen(line) == (size_t)n;
        if (good)
            memcpy(ret, line, (size_t)n + 1);
        else
            refuse(z, words_of(M_cli_strange_line));
        fflush(stdout);
    }
    free(line);
    return good;
}

static bool next_line(const struct quiz *z, const struct state *view, char *ret, size_t size) {
    LOCAL_TEXT(prompt, 128);
    plain_choices(view, &prompt);
    text_put(&prompt, "> ");
    return z->json ? read_line(z, ret, size) : plain_ask(prompt.data, ret, size);
}

static const char *help_words(const struct state *view) {
    bool rolls = view->game.rolls < view->rules.book->rolls;
    return words_of(view->rules.book->family != FAMILY_SHEET ? M_cli_answer_take
                    : rolls                                  ? M_cli_answer_keep
                                                             : M_cli_answer_score);
}

/* Parses a typed line as a legal action; if it is not one, reports why and returns false. */
static bool understand(const struct quiz *z, const struct state *view, struct span typed,
                       struct action *ret) {
    static struct meaning meaning;
    LOCAL_TEXT(error, 1024);
    if (!typed.len || span_is(typed, "help") || span_is(typed, "?"))
        return refuse(z, help_words(view));
    if (span_is(typed, "hint") || span_is(typed, "why"))
        return refuse(z, words_of(M_cli_decide_first));
    bool good = shorthand(view, typed, &meaning, &error) &&
                action_parse(&view->rules, span_of(meaning.line), ret, &error);
    enum refused why = good ? game_check(&view->rules, &view->game, *ret) : ALLOWED;
    if (why != ALLOWED)
        refusal_explain(&view->rules, &view->game, *ret, why, &(struct refusal){.words = &error});
    if (!good || why != ALLOWED)
        refuse(z, error.data);
    return good && why == ALLOWED;
}

bool quiz_ask(struct quiz *z, const struct rules *r, const struct practice_question *q,
              const char *about, struct action *ret) {
    static struct state view;
    char line[LINE_MAX_BYTES];
    view_of(r, &q->game, &view);
    if (z->json)
        json_question(z, r, q, about);
    else
        show_question(z, &view, about);
    for (;;) {
        if (!next_line(z, &view, line, sizeof line))
            return false;
        struct span typed = span_trim(span_of(line));
        if (span_is(typed, "quit") || span_is(typed, "q"))
            return false;
        if (understand(z, &view, typed, ret))
            return true;
    }
}

/* ---- grading ---- */

static void choice_line(enum message label, const struct rules *r,
                        const struct practice_question *q, const struct valued_action *choice) {
    LOCAL_TEXT(l, 64);
    LOCAL_TEXT(a, 128);
    LOCAL_TEXT(value, 64);
    plain_label(label, &l);
    action_print(r, choice->action, &a);
    unit_print(q->unit, choice->value, &value);
    fputs(l.data, stdout);
    tell_line(cli_choice_worth, .choice = a.data, .value = value.data);
}

static void discuss(const struct rules *r, const struct practice_question *q,
                    const struct valued_action *chosen, double cost, const struct reasons *why,
                    int due) {
    static const enum message grades[GRADES] = {
        [GRADE_GOOD] = M_cli_graded_good,
        [GRADE_INACCURACY] = M_cli_graded_inaccuracy,
        [GRADE_MISTAKE] = M_cli_graded_mistake,
        [GRADE_BLUNDER] = M_cli_graded_blunder,
    };
    LOCAL_TEXT(w, 128);
    int grade = grade_of(q->unit, cost);
    if (grade > GRADE_BEST) {
        cost_words(q->unit, cost, &w);
        tell_inset(cli_graded_cost, .grade = words_of(grades[grade]), .cost = w.data);
        choice_line(M_cli_choice_yours, r, q, chosen);
    } else {
        tell_inset(cli_graded_best);
    }
    choice_line(M_cli_choice_best, r, q, &q->advice.actions[0]);
    if (q->second >= 0 && &q->advice.actions[q->second] != chosen)
        choice_line(M_cli_choice_next_best, r, q, &q->advice.actions[q->second]);
    for (int i = 1; i < why->count; i++) { /* the first sentence repeats what was just printed */
        if (i == 1)
            plain_labelled(M_cli_choice_why, why->sentence[i]);
        else
            print_wrapped("", PLAIN_COLUMN, why->sentence[i]);
    }
    LOCAL_TEXT(day, 64);
    day_print(due, &day);
    if (due)
        tell_inset(cli_comes_back, .day = day.data);
}

static void json_choice(struct json *j, const char *key, const struct rules *r,
                        const struct valued_action *choice) {
    LOCAL_TEXT(w, 128);
    action_print(r, choice->action, &w);
    json_open(j, key, '{');
    json_string(j, "do", w.data);
    json_double(j, "value", choice->value);
    json_close(j, '}');
}

static void tell_json(const struct rules *r, const struct practice_question *q,
                      const struct valued_action *chosen, double cost, const struct reasons *why,
                      int due) {
    char words[128];
    struct text out = TEXT_IN(answer_text), w = TEXT_IN(words);
    struct json j = json_begin(&out);
    action_print(r, chosen->action, &w);
    json_string(&j, "answer", words);
    json_string(&j, "grade", grade_word(grade_of(q->unit, cost)));
    json_double(&j, "cost", cost);
    json_string(&j, "unit", unit_words(q->unit));
    json_double(&j, "value", chosen->value);
    json_choice(&j, "best", r, &q->advice.actions[0]);
    if (q->second >= 0)
        json_choice(&j, "next", r, &q->advice.actions[q->second]);
    json_open(&j, "why", '[');
    for (int i = 0; i < why->count; i++)
        json_string(&j, NULL, why->sentence[i]);
    json_close(&j, ']');
    text_clear(&w);
    day_print(due, &w);
    if (due)
        json_string(&j, "due", words);
    json_close(&j, '}');
    puts(answer_text);
}

void quiz_grade(struct quiz *z, struct adviser *a, const struct rules *r,
                const struct practice_question *q, struct action answer, int due) {
    static struct reasons why;
    LOCAL_TEXT(error, 1024);
    const struct valued_action *chosen = advice_find(&q->advice, answer);
    if (!reason_of(a, r, &q->game, &answer, NULL, &why, &(struct refusal){.words = &error}))
        why.count = 0; /* show the values without an explanation */
    double cost = practice_cost(q, answer);
    z->asked++;
    z->grades[grade_of(q->unit, cost)]++;
    z->cost[q->unit] += cost;
    z->counts[q->unit]++;
    if (z->json)
        tell_json(r, q, chosen, cost, &why, due);
    else
        discuss(r, q, chosen, cost, &why, due);
}

void quiz_note(struct quiz *z, const struct rules *r, struct action answer) {
    char words[128];
    struct text w = TEXT_IN(words), out = TEXT_IN(answer_text);
    z->asked++;
    if (!z->json)
        return;
    struct json j = json_begin(&out);
    action_print(r, answer, &w);
    json_string(&j, "answer", words);
    json_close(&j, '}');
    puts(answer_text);
}

static void count_words(int grade, int n, struct text *out) {
    switch (grade) {
    case GRADE_BEST:
        say(out, cli_count_best, .n = n);
        break;
    case GRADE_GOOD:
        say(out, cli_count_good, .n = n);
        break;
    case GRADE_INACCURACY:
        say(out, cli_count_inaccuracies, .n = n);
        break;
    case GRADE_MISTAKE:
        say(out, cli_count_mistakes, .n = n);
        break;
    default:
        say(out, cli_count_blunders, .n = n);
    }
}

static void summary_words(const struct quiz *z, struct text *out) {
    LOCAL_TEXT(grades, 256);
    for (int grade = 0; grade < GRADES; grade++) {
        if (!z->grades[grade])
            continue;
        text_put(&grades, grades.len ? ", " : "");
        count_words(grade, z->grades[grade], &grades);
    }
    say(out, cli_quiz_summary, .n = z->asked, .grades = grades.data);
    for (int unit = 0; unit <= UNIT_TURNS; unit++) {
        if (!z->counts[unit])
            continue;
        LOCAL_TEXT(cost, 128);
        cost_words(unit, z->cost[unit] / z->counts[unit], &cost);
        text_put(out, " ");
        say(out, cli_given_away, .cost = cost.data);
    }
}

void quiz_summary(const struct quiz *z, const char *last) {
    char words[512];
    struct text w = TEXT_IN(words), out = TEXT_IN(answer_text);
    if (z->asked)
        summary_words(z, &w);
    if (!z->json) {
        if (z->asked)
            printf("\n%s\n", words);
        if (last)
            puts(last);
        return;
    }
    struct json j = json_begin(&out);
    json_open(&j, "summary", '{');
    json_int(&j, "answered", z->asked);
    for (int grade = 0; grade < GRADES; grade++)
        json_int(&j, grade_word(grade), z->grades[grade]);
    json_string(&j, "words", words);
    if (last)
        json_string(&j, "last", last);
    json_close(&j, '}');
    json_close(&j, '}');
    puts(answer_text);
}
