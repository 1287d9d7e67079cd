#include <stdlib.h>

#include "coach/reason.h"
#include "core/memory.h"
#include "report/html.h"
#include "rules/sheet.h"

enum { CHOICES_SHOWN = 5 };

/* The game before the choice or the roll. */
static const struct game *game_at(const struct page *p, const struct moment *m) {
    return &table_step(p->analysis->table, m->step)->before.game;
}

static void put_action(struct page *p, const struct moment *m, struct action a) {
    LOCAL_TEXT(w, ACTION_WORDS_MAX * 2);
    action_words(&p->game->rules, game_at(p, m), a, &w);
    html_text(p, w.data);
}

/* The roll before a decision; -1 if none. */
static int roll_before(const struct page *p, int moment) {
    return moment && !p->game->moments[moment - 1].decision ? moment - 1 : -1;
}

/* ---- turning points ---- */

static void put_roll_item(struct page *p, int moment, const char *name) {
    const struct moment *m = &p->game->moments[moment];
    fprintf(p->out, "<li>%s roll, turn %d: ", name, m->turn);
    html_dice(p, m->action.dice, (struct dice){0});
    fputs(" ", p->out);
    html_signed(p, m->after - m->before);
    fputs(".</li>\n", p->out);
}

static void put_error_item(struct page *p, int moment) {
    const struct moment *m = &p->game->moments[moment];
    fputs("<li>", p->out);
    html_grade(p, m->grade);
    fprintf(p->out, ", turn %d, with ", m->turn);
    html_dice(p, game_at(p, m)->dice, (struct dice){0});
    fputs(": ", p->out);
    put_action(p, m, m->action);
    fputs("; better: <strong>", p->out);
    put_action(p, m, m->best);
    fputs("</strong>. It cost ", p->out);
    html_value(p, m->cost);
    fprintf(p->out, " (%s). <a href=\"#", slip_words(m->slip));
    html_moment_id(p, moment);
    fprintf(p->out, "\">Why, turn %d roll %d</a></li>\n", m->turn, html_roll_number(p, moment));
}

static void put_highlights(struct page *p, int seat) {
    int best, worst, errors[3];
    ledger_luckiest(p->game, seat, &best, &worst);
    ledger_costliest(p->game, seat, errors);
    fprintf(p->out, "<li class=\"card\"><h%d>", p->level + 1);
    html_seat(p, seat, false);
    fprintf(p->out, "</h%d>\n<ul class=\"points\">\n", p->level + 1);
    if (best >= 0)
        put_roll_item(p, best, "Luckiest");
    if (worst >= 0)
        put_roll_item(p, worst, "Unluckiest");
    for (int i = 0; i < 3; i++) {
        if (errors[i] >= 0)
            put_error_item(p, errors[i]);
    }
    if (errors[0] < 0)
        fputs("<li>No decision was worse than good.</li>\n", p->out);
    fputs("</ul></li>\n", p->out);
}

void html_turning_points(struct page *p) {
    if (!p->game->count)
        return;
    html_heading(p, 0, "What stands out");
    fprintf(p->out, "<ul class=\"cards%s\">\n", p->game->seats == 3 ? " three" : "");
    for (int seat = 0; seat < p->game->seats; seat++)
        put_highlights(p, seat);
    fputs("</ul>\n", p->out);
}

/* ---- one decision ---- */

static void put_open_boxes(struct page *p, const struct game *g) {
    const struct book *book = p->game->rules.book;
    const struct card *card = &g->card[g->seat];
    bool any = false;
    fputs(" Open boxes: ", p->out);
    for (int i = 0; i < book->box_count; i++) {
        if (card->filled >> i & 1)
            continue;
        fputs(any ? ", " : "", p->out);
        html_text(p, book->boxes[i].label);
        any = true;
    }
    fprintf(p->out, ". Total so far %d", game_total(&p->game->rules, g, g->seat));
    if (p->game->rules.params.upper_bonus)
        fprintf(p->out, ", upper section %d of the %d for its bonus", card_upper(book, card),
                p->game->rules.params.upper_par);
    fputs(".", p->out);
}

static void put_totals(struct page *p, const struct game *g) {
    fprintf(p->out, " Set aside before this throw: %d points. Banked: ", g->turn_points);
    for (int i = 0; i < g->seats; i++) {
        int seat = (g->seat + i) % g->seats;
        fputs(i ? ", " : "", p->out);
        if (g->seats > 1) {
            html_seat(p, seat, false);
            fputs(" ", p->out);
        }
        fprintf(p->out, "%d", g->total[seat]);
    }
    fprintf(p->out, ".%s", g->ender ? " It is the final round." : "");
}

static void put_position(struct page *p, int moment) {
    const struct moment *m = &p->game->moments[moment];
    const struct game *g = game_at(p, m);
    fprintf(p->out, "<p>Roll %d", html_roll_number(p, moment));
    if (p->game->rules.book->family == FAMILY_SHEET) {
        fprintf(p->out, " of %d.", p->game->rules.book->rolls);
        put_open_boxes(p, g);
    } else {
        fputs(".", p->out);
        put_totals(p, g);
    }
    if (m->hinted)
        fputs(" A hint was asked for.", p->out);
    fputs("</p>\n", p->out);
}

static void put_choice(struct page *p, const struct moment *m, const struct advice *advice,
                       int place) {
    const struct valued_action *v = &advice->actions[place];
    bool chosen = action_same(v->action, m->action);
    fprintf(p->out, "<tr%s><td>%d</td><th scope=\"row\" class=\"words\">",
            chosen ? " class=\"chosen\"" : "", place + 1);
    put_action(p, m, v->action);
    fprintf(p->out, "%s</th><td>", chosen ? " (chosen)" : "");
    html_exact(p, v->value, false);
    fputs("</td><td>", p->out);
    html_exact(p, v->value - advice->value, true);
    fputs("</td></tr>\n", p->out);
}

static void put_choices(struct page *p, int moment, const struct advice *advice) {
    static const char *const heads[] = {[UNIT_POINTS] = "expected total",
                                        [UNIT_WIN] = "chance of winning",
                                        [UNIT_TURNS] = "turns to come"};
    const struct moment *m = &p->game->moments[moment];
    LOCAL_TEXT(l, 64);
    text_add(&l, "Choices in turn %d, roll %d", m->turn, html_roll_number(p, moment));
    html_scroll_open(p, l.data, m->seat);
    fprintf(p->out,
            "<table><thead><tr><th scope=\"col\">place</th><th scope=\"col\" class=\"words\">choice"
            "</th><th scope=\"col\">%s%s</th><th scope=\"col\">to the best</th></tr></thead>\n"
            "<tbody>\n",
            heads[p->game->unit], m->approximate ? " (estimate)" : "");
    for (int i = 0; i < advice->count; i++) {
        if (i < CHOICES_SHOWN || action_same(advice->actions[i].action, m->action))
            put_choice(p, m, advice, i);
    }
    fputs("</tbody></table>\n", p->out);
    html_scroll_close(p);
    if (advice->count > CHOICES_SHOWN)
        fprintf(p->out, "<p class=\"soft\">%d choices in all.</p>\n", advice->count);
}

static void put_reasons(struct page *p, const struct moment *m) {
    LOCAL_TEXT(error, 512);
    struct reasons *why = must(malloc(sizeof *why));
    if (m->choices > 1 && reason_of(p->adviser, &p->game->rules, game_at(p, m),
                                    m->grade == GRADE_BEST ? NULL : &m->action, NULL, why,
                                    &(struct refusal){.words = &error})) {
        fputs("<ul>", p->out);
        for (int i = 0; i < why->count; i++) {
            fputs("<li>", p->out);
            html_text(p, why->sentence[i]);
            fputs("</li>", p->out);
        }
        fputs("</ul>\n", p->out);
    }
    free(why);
}

static void put_inside(struct page *p, int moment) {
    const struct moment *m = &p->game->moments[moment];
    LOCAL_TEXT(error, 512);
    struct advice *advice = must(malloc(sizeof *advice));
    fputs("<div class=\"inside\" id=\"", p->out);
    html_moment_id(p, moment);
    fputs("\">\n", p->out);
    put_position(p, moment);
    if (m->choices == 1)
        fputs("<p>There was no other choice.</p>\n", p->out);
    else if (adviser_advise(p->adviser, &p->game->rules, game_at(p, m),
                            (struct goal){.kind = GOAL_USUAL}, NULL, advice, &error))
        put_choices(p, moment, advice);
    put_reasons(p, m);
    fputs("</div>\n", p->out);
    free(advice);
}

static void put_fallen(struct page *p, int moment, struct dice marked) {
    const struct moment *m = &p->game->moments[moment];
    html_dice(p, m->decision ? game_at(p, m)->dice : m->action.dice, marked);
    int roll = m->decision ? roll_before(p, moment) : moment;
    if (roll < 0)
        return;
    fputs("<span class=\"luck\">luck ", p->out);
    html_signed(p, p->game->moments[roll].after - p->game->moments[roll].before);
    fputs("</span>", p->out);
}

static void put_decision(struct page *p, int moment) {
    const struct moment *m = &p->game->moments[moment];
    struct dice marked = m->action.act == ACT_SCORE ? (struct dice){0} : m->action.dice;
    fputs("<details class=\"choice\"><summary>", p->out);
    put_fallen(p, moment, marked);
    fputs(" <span class=\"did\">", p->out);
    put_action(p, m, m->action);
    fputs("</span> ", p->out);
    if (m->second_value == m->before) {
        fputs("<span class=\"soft\">nothing hung on it</span>", p->out);
    } else {
        html_grade(p, m->grade);
        if (m->grade != GRADE_BEST) {
            fputs(" <span class=\"soft\">cost ", p->out);
            html_value(p, m->cost);
            fputs("</span>", p->out);
        }
    }
    fputs("</summary>\n", p->out);
    put_inside(p, moment);
    fputs("</details>\n", p->out);
}

/* ---- all decisions of a seat ---- */

static bool ends_in_bust(const struct page *p, int moment) {
    const struct moment *m = &p->game->moments[moment];
    bool last = moment + 1 == p->game->count;
    if (m->decision || p->game->rules.book->family != FAMILY_PRESS)
        return false;
    if (last) {
        struct game after = *game_at(p, m);
        return game_apply(&p->game->rules, &after, m->action) == ALLOWED &&
               after.phase != PHASE_CHOOSE;
    }
    return p->game->moments[moment + 1].seat != m->seat ||
           p->game->moments[moment + 1].turn != m->turn;
}

static void put_turn_heading(struct page *p, const struct moment *m) {
    bool partners = seat_people(&html_names(p)->seats[m->seat]) > 1;
    fprintf(p->out, "<h%d>Turn %d", p->level + 1, m->turn);
    if (partners) {
        fputs(", ", p->out);
        html_person(p, m->seat, m->person, false);
    }
    fprintf(p->out, "</h%d>\n", p->level + 1);
}

static void put_seat(struct page *p, int seat) {
    const struct account *a = &p->game->seat[seat];
    char words[GRADE_COUNT_MAX];
    int turn = 0;
    fputs("<details class=\"seat\"><summary>", p->out);
    html_seat(p, seat, false);
    fprintf(p->out, " <span class=\"soft\">%d decision%s that mattered", a->decisions,
            a->decisions == 1 ? "" : "s");
    for (int i = 0; i < GRADES; i++) {
        if (a->grades[i])
            fprintf(p->out, ", %s", html_grade_count(i, a->grades[i], words));
    }
    fputs("</span></summary>\n", p->out);
    for (int i = 0; i < p->game->count; i++) {
        const struct moment *m = &p->game->moments[i];
        if (m->seat != seat)
            continue;
        if (m->turn != turn)
            put_turn_heading(p, m);
        turn = m->turn;
        if (m->decision) {
            put_decision(p, i);
        } else if (ends_in_bust(p, i)) {
            fputs("<div class=\"bust\">", p->out);
            put_fallen(p, i, (struct dice){0});
            fputs(" <span class=\"did\">", p->out);
            html_text(p, p->game->rules.book->bust);
            fputs(": nothing scores, the turn is lost</span></div>\n", p->out);
        }
    }
    fputs("</details>\n", p->out);
}

void html_decisions(struct page *p) {
    if (!p->game->count)
        return;
    html_heading(p, 0, "All decisions");
    fputs("<p class=\"soft\">Open a side, then a decision: what could have been done, what each "
          "choice was worth, and why. The dice that were kept or set aside are tinted.</p>\n",
          p->out);
    for (int seat = 0; seat < p->game->seats; seat++)
        put_seat(p, seat);
}
