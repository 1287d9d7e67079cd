#include <stdlib.h>

#include "coach/reason.h"
#include "core/memory.h"
#include "report/html.h"
#include "rules/press.h"
#include "rules/sheet.h"

enum { CHOICES_SHOWN = 5, ACTION_TEXT_MAX = 2 * ACTION_WORDS_MAX };

/* The game before the choice or the roll. */
static const struct game *game_at(const struct page *p, const struct moment *m) {
    return &table_step(p->analysis->table, m->step)->before.game;
}

static void put_action(struct page *p, const struct moment *m, struct action a) {
    LOCAL_TEXT(w, ACTION_TEXT_MAX);
    action_words(&p->game->rules, game_at(p, m), a, &w);
    html_text(p, w.data);
}

/* The roll before a decision; -1 if none is known. */
static int roll_before(const struct page *p, int moment) {
    const struct moment *before = moment ? &p->game->moments[moment - 1] : NULL;
    return before && !before->decision && !before->unknown ? moment - 1 : -1;
}

/* The dice that the choice was about, as far as they are known. */
static struct dice dice_at(const struct page *p, const struct moment *m) {
    return moment_is_partial(p->game, m) ? m->action.dice : game_at(p, m)->dice;
}

/* ---- turning points ---- */

static void put_roll_item(struct page *p, int moment, bool lucky) {
    const struct moment *m = &p->game->moments[moment];
    const char *dice = PICTURES(m->action.dice), *luck = SIGNED(p, m->after - m->before);
    fputs("<li>", p->out);
    if (lucky)
        html_say(p, report_luckiest_in_turn, .turn = m->turn, .dice = dice, .luck = luck);
    else
        html_say(p, report_unluckiest_in_turn, .turn = m->turn, .dice = dice, .luck = luck);
    fputs("</li>\n", p->out);
}

static void put_error_item(struct page *p, int moment) {
    const struct moment *m = &p->game->moments[moment];
    LOCAL_TEXT(did, ACTION_TEXT_MAX);
    LOCAL_TEXT(best, ACTION_TEXT_MAX);
    action_words(&p->game->rules, game_at(p, m), m->action, &did);
    action_words(&p->game->rules, game_at(p, m), m->best, &best);
    fputs("<li>", p->out);
    html_say(p, report_error_in_turn, .grade = GRADE(m->grade), .turn = m->turn,
             .dice = PICTURES(dice_at(p, m)), .action = did.data, .best = BOLD(best.data),
             .cost = VALUE(p, m->cost), .slip = words_of(slip_message(m->slip)));
    fputs(" <a href=\"#", p->out);
    html_moment_id(p, moment);
    fputs("\">", p->out);
    if (html_is_last(p, m))
        html_say(p, report_why_last, .turn = m->turn);
    else
        html_say(p, report_why_in_turn, .turn = m->turn, .roll = html_roll_number(p, moment));
    fputs("</a></li>\n", p->out);
}

static void put_highlights(struct page *p, int seat) {
    int best, worst, errors[3];
    ledger_luckiest(p->game, seat, &best, &worst);
    ledger_costliest(p->game, seat, errors);
    fprintf(p->out, "<li class=\"card\"><h%d>", p->level + 1);
    html_seat(p, seat);
    fprintf(p->out, "</h%d>\n<ul class=\"points\">\n", p->level + 1);
    if (best >= 0)
        put_roll_item(p, best, true);
    if (worst >= 0)
        put_roll_item(p, worst, false);
    for (int i = 0; i < 3; i++) {
        if (errors[i] >= 0)
            put_error_item(p, errors[i]);
    }
    if (errors[0] < 0) {
        bool nothing = account_only_points(&p->game->seat[seat]);
        fputs("<li>", p->out);
        html_words(p, nothing ? M_report_only_points : M_report_none_worse_than_good);
        fputs("</li>\n", p->out);
    }
    fputs("</ul></li>\n", p->out);
}

void html_turning_points(struct page *p) {
    if (!p->game->count)
        return;
    html_heading(p, 0, M_report_what_stands_out);
    fprintf(p->out, "<ul class=\"cards%s\">\n", p->game->seats == 3 ? " three" : "");
    for (int seat = 0; seat < p->game->seats; seat++)
        put_highlights(p, seat);
    fputs("</ul>\n", p->out);
}

/* ---- one decision ---- */

static void put_open_boxes(struct page *p, const struct game *g) {
    const struct book *book = p->game->rules.book;
    const struct card *card = &g->card[g->seat];
    int total = game_total(&p->game->rules, g, g->seat);
    LOCAL_TEXT(boxes, BOXES_MAX * 64);
    for (int i = 0; i < book->box_count; i++) {
        if (card->filled >> i & 1)
            continue;
        text_put(&boxes, boxes.len ? ", " : "");
        text_put(&boxes, words_of(book->boxes[i].label));
    }
    html_say(p, report_open_boxes, .boxes = boxes.data);
    fputs(" ", p->out);
    if (p->game->rules.params.upper_bonus)
        html_say(p, report_total_and_upper, .total = total, .upper = card_upper(book, card),
                 .par = p->game->rules.params.upper_par);
    else
        html_say(p, report_total_so_far, .total = total);
}

static void put_totals(struct page *p, const struct game *g) {
    LOCAL_TEXT(totals, SIDES_TEXT_MAX);
    for (int i = 0; i < g->seats; i++) {
        int seat = (g->seat + i) % g->seats;
        text_put(&totals, i ? ", " : "");
        if (g->seats > 1)
            text_add(&totals, "%s ", SIDE(p, seat));
        text_add(&totals, "%d", g->total[seat]);
    }
    html_say(p, report_set_aside, .n = g->turn_points);
    fputs(" ", p->out);
    html_say(p, report_banked, .totals = totals.data);
    if (g->ender) {
        fputs(" ", p->out);
        html_words(p, M_report_final_round);
    }
}

static void put_position(struct page *p, int moment) {
    const struct moment *m = &p->game->moments[moment];
    const struct game *g = game_at(p, m);
    int roll = html_roll_number(p, moment);
    fputs("<p>", p->out);
    if (html_is_last(p, m)) {
        html_words(p, M_report_last_dice);
        fputs(" ", p->out);
        put_open_boxes(p, g);
    } else if (p->game->rules.book->family == FAMILY_SHEET) {
        html_say(p, report_roll_of, .roll = roll, .rolls = p->game->rules.book->rolls);
        fputs(" ", p->out);
        put_open_boxes(p, g);
    } else {
        html_say(p, report_roll, .roll = roll);
        fputs(" ", p->out);
        put_totals(p, g);
    }
    if (moment_is_partial(p->game, m)) {
        fputs(" ", p->out);
        html_words(p, M_report_aside_only);
    }
    if (m->hinted) {
        fputs(" ", p->out);
        html_words(p, M_report_hint_asked);
    }
    fputs("</p>\n", p->out);
}

static void put_choice(struct page *p, const struct moment *m, const struct advice *advice,
                       int place) {
    const struct valued_action *v = &advice->actions[place];
    bool chosen = v == advice_find(advice, m->action);
    fprintf(p->out, chosen ? "<tr class=\"chosen\"><td>" : "<tr><td>");
    if (place < advice->count) /* a zero by choice has no place among the choices */
        fprintf(p->out, "%d", place + 1);
    fputs("</td><th scope=\"row\" class=\"words\">", p->out);
    LOCAL_TEXT(action, ACTION_TEXT_MAX);
    action_words(&p->game->rules, game_at(p, m), v->action, &action);
    if (chosen)
        html_say(p, report_chosen, .action = action.data);
    else
        html_text(p, action.data);
    fputs("</th><td>", p->out);
    html_exact(p, v->value, false);
    fputs("</td><td>", p->out);
    html_exact(p, v->value - advice->value, true);
    fputs("</td></tr>\n", p->out);
}

static void put_choices(struct page *p, int moment, const struct advice *advice) {
    static const enum message heads[] = {[UNIT_POINTS] = M_report_expected_total,
                                         [UNIT_WIN] = M_report_chance_of_winning,
                                         [UNIT_TURNS] = M_report_turns_to_come};
    const struct moment *m = &p->game->moments[moment];
    const char *value = words_of(heads[p->game->unit]);
    const char *label = html_is_last(p, m) ? WORDS(report_choices_last, .turn = m->turn)
                                           : WORDS(report_choices_in_turn, .turn = m->turn,
                                                   .roll = html_roll_number(p, moment));
    html_scroll_open(p, label, m->seat);
    fputs("<table><thead><tr><th scope=\"col\">", p->out);
    html_words(p, M_report_place);
    fputs("</th><th scope=\"col\" class=\"words\">", p->out);
    html_words(p, M_report_choice);
    fputs("</th><th scope=\"col\">", p->out);
    if (m->approximate)
        html_say(p, report_estimate, .what = value);
    else
        html_text(p, value);
    fputs("</th><th scope=\"col\">", p->out);
    html_words(p, M_report_to_the_best);
    fputs("</th></tr></thead>\n<tbody>\n", p->out);
    for (int i = 0; i < advice->count + advice->zeros; i++) {
        bool first = i < CHOICES_SHOWN && i < advice->count;
        if (first || &advice->actions[i] == advice_find(advice, m->action))
            put_choice(p, m, advice, i);
    }
    fputs("</tbody></table>\n", p->out);
    html_scroll_close(p);
    if (advice->count > CHOICES_SHOWN) {
        fputs("<p class=\"soft\">", p->out);
        html_say(p, report_choices_in_all, .n = advice->count);
        fputs("</p>\n", p->out);
    }
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

/* The two choices that are known where the rest of the throw is not. */
static void two_choices(const struct page *p, const struct moment *m, struct advice *ret) {
    bool first = action_same(m->best, m->second); /* equally good */
    struct action other = m->second;
    other.act = first && other.act == ACT_TAKE_STOP ? ACT_TAKE_ROLL
                : first                             ? ACT_TAKE_STOP
                                                    : other.act;
    ret->value = m->before;
    ret->count = 2;
    ret->zeros = 0;
    int points = press_points(p->game->rules.book, m->action.dice);
    ret->actions[0] = (struct valued_action){m->best, points, m->before};
    ret->actions[1] = (struct valued_action){other, points, m->second_value};
}

static void put_inside(struct page *p, int moment) {
    const struct moment *m = &p->game->moments[moment];
    LOCAL_TEXT(error, 512);
    struct advice *advice = must(malloc(sizeof *advice));
    fputs("<div class=\"inside\" id=\"", p->out);
    html_moment_id(p, moment);
    fputs("\">\n", p->out);
    put_position(p, moment);
    if (m->choices == 1) {
        fputs("<p>", p->out);
        html_words(p, M_report_no_other_choice);
        fputs("</p>\n", p->out);
    } else if (moment_is_partial(p->game, m)) {
        two_choices(p, m, advice);
        put_choices(p, moment, advice);
    } else if (adviser_advise(p->adviser, &p->game->rules, game_at(p, m),
                              (struct goal){.kind = GOAL_USUAL}, NULL, advice, &error)) {
        put_choices(p, moment, advice);
    }
    if (!moment_is_partial(p->game, m))
        put_reasons(p, m);
    fputs("</div>\n", p->out);
    free(advice);
}

static void put_fallen(struct page *p, int moment, struct dice marked) {
    const struct moment *m = &p->game->moments[moment];
    html_dice(p, m->decision ? dice_at(p, m) : m->action.dice, marked);
    int roll = m->decision ? roll_before(p, moment) : moment;
    if (roll < 0)
        return;
    fputs("<span class=\"luck\">", p->out);
    html_say(p, report_luck_of_roll,
             .luck = SIGNED(p, p->game->moments[roll].after - p->game->moments[roll].before));
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
        fputs("<span class=\"soft\">", p->out);
        html_words(p, M_report_nothing_hung);
        fputs("</span>", p->out);
    } else {
        html_grade(p, m->grade);
        if (m->grade != GRADE_BEST) {
            fputs(" <span class=\"soft\">", p->out);
            html_say(p, report_cost, .cost = VALUE(p, m->cost));
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
    if (m->decision || m->unknown || p->game->rules.book->family != FAMILY_PRESS)
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
    bool partners = seat_people(&p->game->who[m->seat]) > 1;
    fprintf(p->out, "<h%d>", p->level + 1);
    if (partners)
        html_say(p, report_turn_of_player, .turn = m->turn,
                 .player = PERSON(p, m->seat, m->person));
    else
        html_say(p, report_turn_heading, .turn = m->turn);
    fprintf(p->out, "</h%d>\n", p->level + 1);
}

static void put_seat(struct page *p, int seat) {
    const struct account *a = &p->game->seat[seat];
    int turn = 0;
    fputs("<details class=\"seat\"><summary>", p->out);
    html_seat(p, seat);
    fputs(" <span class=\"soft\">", p->out);
    html_say(p, report_decisions_that_mattered, .n = a->decisions);
    for (int i = 0; i < GRADES; i++) {
        if (!a->grades[i])
            continue;
        fputs(", ", p->out);
        html_text(p, GRADE_COUNT(i, a->grades[i]));
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
            html_say(p, report_bust, .bust = p->game->rules.book->bust);
            fputs("</span></div>\n", p->out);
        } else if (m->unknown && m->action.act != ACT_LAST && m->action.act != ACT_ASIDE) {
            LOCAL_TEXT(w, ACTION_TEXT_MAX);
            action_words(&p->game->rules, game_at(p, m), m->action, &w);
            fputs("<div class=\"bust\"><span class=\"did\">", p->out);
            html_say(p, report_kept_entry, .action = w.data);
            fputs("</span></div>\n", p->out);
        }
    }
    fputs("</details>\n", p->out);
}

void html_decisions(struct page *p) {
    if (!p->game->count)
        return;
    html_heading(p, 0, M_report_all_decisions);
    fputs("<p class=\"soft\">", p->out);
    html_words(p, M_report_open_a_side);
    fputs("</p>\n", p->out);
    for (int seat = 0; seat < p->game->seats; seat++)
        put_seat(p, seat);
}
