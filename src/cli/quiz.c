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

/* "0.42 points", "1.31 % of the chance to win". */
static void cost_words(int unit, double cost, struct text *out) {
    if (unit == UNIT_WIN)
        text_add(out, "%.2f %% of the chance to win", 100 * cost);
    else
        text_add(out, "%.2f %s", cost, unit == UNIT_TURNS ? "turns" : "points");
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
        text_put(&filled, "nothing yet");
    if (card->bonuses)
        text_add(&filled, ", %d bonus%s", card->bonuses, card->bonuses == 1 ? "" : "es");
    print_wrapped("  filled:", 13, filled.data);
    LOCAL_TEXT(open, 1024);
    box_list(r, card, false, &open);
    print_wrapped("  open:", 13, open.data);
    printf("  total:     %d", game_total(r, g, g->seat));
    if (r->params.upper_bonus)
        printf(", the upper boxes %d of %d", card_upper(r->book, card), r->params.upper_par);
    putchar('\n');
}

static void show_totals(const struct rules *r, const struct game *g) {
    printf("  totals:    you %d", g->total[g->seat]);
    for (int i = 1; i < g->seats; i++)
        printf("%s %d", i > 1 ? "," : ", then", g->total[(g->seat + i) % g->seats]);
    printf("; the goal is %d%s\n", r->params.goal, g->ender ? "; this is your last turn" : "");
}

static void view_of(const struct rules *r, const struct game *g, struct state *ret) {
    state_start(ret);
    ret->rules = *r;
    ret->game = *g;
    ret->seat_count = g->seats;
    ret->stage = STAGE_PLAY;
    for (int seat = 0; seat < g->seats; seat++) {
        text_add(TEXT_OVER(ret->seats[seat].name), seat == g->seat ? "you" : "seat %d", seat + 1);
    }
}

static void show_question(const struct quiz *z, const struct state *view, const char *about) {
    const struct rules *r = &view->rules;
    printf("\nPosition %d of %d, %s: %s", z->asked + 1, z->of, about, r->book->name);
    if (r->book->family == FAMILY_SHEET)
        printf(", turn %d", view->game.turns[view->game.seat] + 1);
    puts(".");
    if (r->book->family == FAMILY_SHEET)
        show_card(r, &view->game);
    else
        show_totals(r, &view->game);
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
            refuse(z, "that line is too long or has strange bytes in it");
        fflush(stdout);
    }
    free(line);
    return good;
}

static bool next_line(const struct quiz *z, const struct state *view, char *ret, size_t size) {
    bool sheet = view->rules.book->family == FAMILY_SHEET;
    bool rolls = view->game.rolls < view->rules.book->rolls;
    return z->json ? read_line(z, ret, size)
                   : plain_ask(sheet ? rolls ? "keep or score> " : "score> "
                                     : "take ... roll or stop> ",
                               ret, size);
}

static const char *help_words(const struct state *view) {
    bool rolls = view->game.rolls < view->rules.book->rolls;
    return view->rules.book->family == FAMILY_SHEET && !rolls
               ? "score chance (or just chance, fh, 3k, ss, ...); 'quit' leaves"
           : view->rules.book->family == FAMILY_SHEET
               ? "keep 1 1 (or just 11; - keeps none) or score chance (or just chance, fh, 3k, "
                 "ss, ...); 'quit' leaves"
               : "take 1 5 roll (or just 15 roll), take 1 5 stop, or stop, which banks as much as "
                 "these dice give; 'quit' leaves";
}

/* Parses a typed line as a legal action; otherwise reports why and returns false. */
static bool understand(const struct quiz *z, const struct state *view, struct span typed,
                       struct action *ret) {
    static struct meaning meaning;
    LOCAL_TEXT(error, 1024);
    if (!typed.len || span_is(typed, "help") || span_is(typed, "?"))
        return refuse(z, help_words(view));
    if (span_is(typed, "hint") || span_is(typed, "why"))
        return refuse(z, "decide first; the reasons follow");
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

static void choice_line(const char *label, const struct rules *r, const struct practice_question *q,
                        const struct valued_action *choice) {
    LOCAL_TEXT(w, 128);
    action_print(r, choice->action, &w);
    text_put(&w, ", worth ");
    unit_print(q->unit, choice->value, &w);
    printf("  %-10s %s\n", label, w.data);
}

static void discuss(const struct rules *r, const struct practice_question *q,
                 const struct valued_action *chosen, double cost, const struct reasons *why,
                 int due) {
    LOCAL_TEXT(w, 128);
    int grade = grade_of(q->unit, cost);
    text_put(&w, grade_word(grade));
    w.data[0] = (char)(w.data[0] - 'a' + 'A');
    if (grade > GRADE_BEST) {
        text_put(&w, ": it gives away ");
        cost_words(q->unit, cost, &w);
    }
    printf("  %s.\n", w.data);
    if (grade > GRADE_BEST)
        choice_line("yours:", r, q, chosen);
    choice_line("best:", r, q, &q->advice.actions[0]);
    if (q->second >= 0 && &q->advice.actions[q->second] != chosen)
        choice_line("next best:", r, q, &q->advice.actions[q->second]);
    for (int i = 1; i < why->count; i++) /* the first repeats what was just printed */
        print_wrapped(i == 1 ? "  why:" : "", 13, why->sentence[i]);
    LOCAL_TEXT(day, 64);
    day_print(due, &day);
    if (due)
        printf("  It comes back on %s.\n", day.data);
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

static void summary_words(const struct quiz *z, struct text *out) {
    const char *comma = ": ";
    text_add(out, "%d position%s", z->asked, z->asked == 1 ? "" : "s");
    for (int grade = 0; grade < GRADES; grade++) {
        if (!z->grades[grade])
            continue;
        text_add(out, "%s%d %s", comma, z->grades[grade], grade_word(grade));
        comma = ", ";
    }
    text_put(out, ".");
    for (int unit = 0; unit <= UNIT_TURNS; unit++) {
        if (!z->counts[unit])
            continue;
        text_put(out, " Given away: ");
        cost_words(unit, z->cost[unit] / z->counts[unit], out);
        text_put(out, " a decision.");
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
