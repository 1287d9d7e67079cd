#include <math.h>

#include "coach/reason.h"
#include "report/html.h"

/* In SVG user units. The chart is about as wide as a phone's screen, so its text is not scaled
 * there. */
enum { WIDTH = 360, HEIGHT = 206, LEFT = 46, RIGHT = 350, TOP = 14, BOTTOM = 184 };

struct scale {
    double low, high, step; /* values */
    int turns;
};

static double x_of(const struct scale *s, double turn) {
    return LEFT + turn / s->turns * (RIGHT - LEFT);
}

static double y_of(const struct scale *s, double value) {
    return BOTTOM - (value - s->low) / (s->high - s->low) * (BOTTOM - TOP);
}

/* A round step that divides the range into about `count` parts. */
static double tick_of(double range, int count) {
    double power = pow(10, floor(log10(range / count)));
    static const double rounds[] = {1, 2, 2.5, 5};
    for (int i = 0; i < 4; i++) {
        if (range / count <= rounds[i] * power * 1.0001)
            return rounds[i] * power;
    }
    return 10 * power;
}

static void stretch(struct scale *s, double value) {
    s->low = fmin(s->low, value);
    s->high = fmax(s->high, value);
}

static struct scale scale_of(const struct ledger *l) {
    struct scale s = {l->seat[0].par, l->seat[0].par, 1, 1};
    for (int seat = 0; seat < l->seats; seat++) {
        stretch(&s, l->seat[seat].par);
        stretch(&s, l->seat[seat].result);
    }
    for (int i = 0; i < l->count; i++) {
        stretch(&s, l->moments[i].before);
        stretch(&s, l->moments[i].after);
        s.turns = l->moments[i].turn > s.turns ? l->moments[i].turn : s.turns;
    }
    if (l->unit == UNIT_WIN) {
        s.low = 0;
        s.high = 1;
    }
    s.step = tick_of(fmax(s.high - s.low, 1e-3), 5);
    s.low = floor(s.low / s.step + 1e-9) * s.step;
    s.high = ceil(s.high / s.step - 1e-9) * s.step;
    if (s.high <= s.low)
        s.high = s.low + s.step;
    return s;
}

/* Spreads the moments of a turn evenly over its width. */
static double place_of(const struct ledger *l, int moment) {
    const struct moment *m = &l->moments[moment];
    int first = moment, last = moment;
    while (first && l->moments[first - 1].seat == m->seat && l->moments[first - 1].turn == m->turn)
        first--;
    while (last + 1 < l->count && l->moments[last + 1].seat == m->seat &&
           l->moments[last + 1].turn == m->turn)
        last++;
    return m->turn - 1 + (moment - first + 1.0) / (last - first + 2);
}

/* ---- lines ---- */

static void put_axes(struct page *p, const struct scale *s) {
    for (int i = 0; s->low + i * s->step < s->high + s->step / 2; i++) {
        double at = s->low + i * s->step, y = y_of(s, at);
        double shown = p->game->unit == UNIT_WIN ? 100 * at : at;
        int digits = s->step < 1 && p->game->unit != UNIT_WIN ? 1 : 0;
        LOCAL_TEXT(w, 32);
        text_add(&w, "%.*f", digits, shown);
        fprintf(p->out,
                "<path class=\"grid\" d=\"M%d %.1fH%d\"/><text x=\"%d\" y=\"%.1f\" "
                "text-anchor=\"end\">",
                LEFT, y, RIGHT, LEFT - 6, y + 4);
        html_number(p, w.data);
        fputs(p->game->unit == UNIT_WIN ? "&#8201;%</text>\n" : "</text>\n", p->out);
    }
    int step = (int)fmax(1, tick_of(s->turns, 7));
    for (int turn = step; turn <= s->turns; turn += step)
        fprintf(p->out, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%d</text>\n",
                x_of(s, turn - 0.5), BOTTOM + 16, turn);
    fprintf(p->out, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">", LEFT - 6, BOTTOM + 16);
    html_words(p, M_report_turn);
    fputs("</text>\n", p->out);
}

static int turns_of(const struct ledger *l, int seat) {
    int turns = 0;
    for (int i = 0; i < l->count; i++) {
        if (l->moments[i].seat == seat)
            turns = l->moments[i].turn;
    }
    return turns;
}

/* Moves to another value at x: as a visible step, or with the pen up. */
static void put_jump(struct page *p, double x, double y, bool drawn) {
    if (drawn)
        fprintf(p->out, "H%.1fV%.1f", x, y);
    else
        fprintf(p->out, "H%.1fM%.1f %.1f", x, x, y);
}

/* Draws a seat's value over the game as a step line. With `gaps`, changes caused by others are left
 * to put_others(). */
static void put_course(struct page *p, const struct scale *s, int seat, const char *class,
                       bool gaps) {
    const struct ledger *l = p->game;
    double now = l->seat[seat].par;
    fprintf(p->out, "<path class=\"%s\" d=\"M%d %.1f", class, LEFT, y_of(s, now));
    for (int i = 0; i < l->count; i++) {
        const struct moment *m = &l->moments[i];
        if (m->seat != seat)
            continue;
        if (fabs(m->before - now) > 1e-9)
            put_jump(p, x_of(s, m->turn - 1), y_of(s, m->before), !gaps);
        put_jump(p, x_of(s, place_of(l, i)), y_of(s, m->after), true);
        now = m->after;
    }
    put_jump(p, x_of(s, turns_of(l, seat)), y_of(s, l->seat[seat].result), !gaps);
    fputs("\"/>\n", p->out);
}

/* Draws the changes in a seat's value between its turns, all caused by others. */
static void put_others(struct page *p, const struct scale *s, int seat) {
    const struct ledger *l = p->game;
    double now = l->seat[seat].par;
    int turn = 0;
    fputs("<path class=\"others\" d=\"", p->out);
    for (int i = 0; i < l->count; i++) {
        const struct moment *m = &l->moments[i];
        if (m->seat != seat)
            continue;
        if (m->turn != turn)
            fprintf(p->out, "M%.1f %.1fV%.1f", x_of(s, m->turn - 1), y_of(s, now),
                    y_of(s, m->before));
        turn = m->turn;
        now = m->after;
    }
    fprintf(p->out, "M%.1f %.1fV%.1f\"/>\n", x_of(s, turn), y_of(s, now),
            y_of(s, l->seat[seat].result));
}

/* ---- marks ---- */

static void put_title(struct page *p, int moment) {
    const struct moment *m = &p->game->moments[moment];
    int roll = html_roll_number(p, moment);
    fputs("<title>", p->out);
    if (m->decision) {
        LOCAL_TEXT(w, ACTION_WORDS_MAX);
        const struct game *before = &table_step(p->analysis->table, m->step)->before.game;
        action_words(&p->game->rules, before, m->action, &w);
        const char *grade = words_of(grade_message(m->grade)), *cost = VALUE(p, m->cost);
        if (html_is_last(p, m))
            html_say(p, report_chart_last, .turn = m->turn, .grade = grade, .action = w.data,
                     .cost = cost, .value = VALUE(p, m->after));
        else
            html_say(p, report_chart_decision, .turn = m->turn, .grade = grade, .roll = roll,
                     .action = w.data, .cost = cost, .value = VALUE(p, m->after));
    } else {
        html_say(p, report_chart_roll, .turn = m->turn, .roll = roll,
                 .dice = DICE(m->action.dice, " "), .luck = SIGNED(p, m->after - m->before),
                 .value = VALUE(p, m->after));
    }
    fputs("</title>", p->out);
}

static const char *const shapes[GRADES] = {
    [GRADE_INACCURACY] = "m0-4 4 7h-8z",
    [GRADE_MISTAKE] = "m0-4.4 4.4 4.4-4.4 4.4-4.4-4.4z",
    [GRADE_BLUNDER] = "m-3.6-3.6h7.2v7.2h-7.2z",
};
static const char luckiest[] = "m0-7 4 7h-8z", unluckiest[] = "m0 7 4-7h-8z";

static void put_luck(struct page *p, const struct scale *s, int seat) {
    const struct ledger *l = p->game;
    int best, worst;
    ledger_luckiest(l, seat, &best, &worst);
    for (int i = 0; i < l->count; i++) {
        const struct moment *m = &l->moments[i];
        double from = y_of(s, m->before), to = y_of(s, m->after);
        if (m->seat != seat || m->decision || m->unknown || fabs(from - to) < 0.3)
            continue;
        fprintf(p->out, "<path class=\"luck\" d=\"M%.1f %.1fV%.1f\">", x_of(s, place_of(l, i)),
                from, to);
        put_title(p, i);
        fputs("</path>\n", p->out);
    }
    for (int way = 0; way < 2; way++) {
        int i = way ? worst : best;
        if (i < 0)
            continue;
        double to = y_of(s, l->moments[i].after);
        bool up = to < y_of(s, l->moments[i].before);
        fprintf(p->out, "<path class=\"most\" d=\"M%.1f %.1f%s\">", x_of(s, place_of(l, i)),
                to + (up ? -3 : 3), up ? luckiest : unluckiest);
        put_title(p, i);
        fputs("</path>\n", p->out);
    }
}

static void put_errors(struct page *p, const struct scale *s, int seat) {
    const struct ledger *l = p->game;
    for (int i = 0; i < l->count; i++) {
        const struct moment *m = &l->moments[i];
        if (m->seat != seat || !m->decision || m->grade <= GRADE_GOOD)
            continue;
        fprintf(p->out, "<path class=\"error %s\" d=\"M%.1f %.1f%s\">", grade_word(m->grade),
                x_of(s, place_of(l, i)), y_of(s, m->after), shapes[m->grade]);
        put_title(p, i);
        fputs("</path>\n", p->out);
    }
}

/* ---- text alternatives ---- */

static void put_summary(struct page *p, int seat) {
    const struct ledger *l = p->game;
    const struct account *a = &l->seat[seat];
    double low = a->par, high = a->par;
    int low_turn = 0, high_turn = 0;
    for (int i = 0; i < l->count; i++) {
        const struct moment *m = &l->moments[i];
        if (m->seat != seat)
            continue;
        if (m->after < low) {
            low = m->after;
            low_turn = m->turn;
        }
        if (m->after > high) {
            high = m->after;
            high_turn = m->turn;
        }
    }
    const char *par = VALUE(p, a->par), *result = VALUE(p, a->result);
    const char *end = l->finished ? WORDS(report_chart_ends, .value = result)
                                  : WORDS(report_chart_stands, .value = result);
    fputs("<desc>", p->out);
    if (high_turn && low_turn)
        html_say(p, report_chart_high_low, .par = par, .high = VALUE(p, high),
                 .high_turn = high_turn, .low = VALUE(p, low), .low_turn = low_turn, .end = end);
    else if (high_turn)
        html_say(p, report_chart_high, .par = par, .high = VALUE(p, high), .high_turn = high_turn,
                 .end = end);
    else if (low_turn)
        html_say(p, report_chart_low, .par = par, .low = VALUE(p, low), .low_turn = low_turn,
                 .end = end);
    else
        html_say(p, report_chart_level, .par = par, .end = end);
    fputs(" ", p->out);
    html_say(p, report_chart_errors,
             .inaccuracies = GRADE_COUNT(GRADE_INACCURACY, a->grades[GRADE_INACCURACY]),
             .mistakes = GRADE_COUNT(GRADE_MISTAKE, a->grades[GRADE_MISTAKE]),
             .blunders = GRADE_COUNT(GRADE_BLUNDER, a->grades[GRADE_BLUNDER]));
    fputs("</desc>\n", p->out);
}

/* What happened in one turn of a seat. */
struct turn_row {
    int turn;
    double luck, errors, value;
    bool rolls, decides, kept;
};

static void put_known(struct page *p, double value, bool known, bool is_signed) {
    fputs("<td>", p->out);
    if (!known)
        fputs("\xe2\x80\x93", p->out);
    else if (is_signed)
        html_signed(p, value);
    else
        html_value(p, value);
    fputs("</td>", p->out);
}

static void put_turn_row(struct page *p, const struct turn_row *row) {
    if (!row->turn)
        return;
    fprintf(p->out, "<tr><th scope=\"row\">%d</th>", row->turn);
    put_known(p, row->luck, row->rolls || !row->kept, true);
    put_known(p, row->errors, row->decides || !row->kept, false);
    put_known(p, row->value, true, false);
    fputs("</tr>\n", p->out);
}

static void put_table(struct page *p, int seat) {
    static const enum message heads[] = {M_report_turn, M_report_luck, M_report_errors,
                                         M_report_then, M_NONE};
    const struct ledger *l = p->game;
    struct turn_row row = {0};
    fputs("<details><summary>", p->out);
    html_words(p, M_report_same_as_table);
    fputs("<span class=\"hidden\">, ", p->out);
    html_seat(p, seat);
    fputs("</span></summary>\n", p->out);
    html_scroll_open(p, WORDS(report_course_of_game), seat);
    fputs("<table>", p->out);
    html_table_head(p, heads);
    for (int i = 0; i < l->count; i++) {
        const struct moment *m = &l->moments[i];
        if (m->seat != seat)
            continue;
        if (m->turn != row.turn) {
            put_turn_row(p, &row);
            row = (struct turn_row){.turn = m->turn};
        }
        row.value = m->after;
        row.kept = row.kept || m->unknown;
        row.decides = row.decides || m->decision;
        row.rolls = row.rolls || (!m->decision && !m->unknown);
        if (m->decision)
            row.errors += m->before - m->after;
        else if (!m->unknown)
            row.luck += m->after - m->before;
    }
    put_turn_row(p, &row);
    fputs("</tbody></table>\n", p->out);
    html_scroll_close(p);
    fputs("</details>\n", p->out);
}

/* ---- the whole chart ---- */

static void put_figure(struct page *p, const struct scale *s, int seat) {
    int id = p->game->game + 1;
    fputs("<figure><figcaption>", p->out);
    html_seat(p, seat);
    fprintf(p->out,
            "</figcaption>\n<svg class=\"chart\" viewBox=\"0 0 %d %d\" role=\"img\" "
            "aria-labelledby=\"c%ds%d\">\n<title id=\"c%ds%d\">",
            WIDTH, HEIGHT, id, seat, id, seat);
    const char *side = PLAIN_SIDE(p, seat);
    if (p->game->unit == UNIT_POINTS)
        html_say(p, report_total_of_side, .side = side);
    else if (p->game->unit == UNIT_WIN)
        html_say(p, report_chance_of_side, .side = side);
    else
        html_say(p, report_turns_of_side, .side = side);
    fputs("</title>\n", p->out);
    put_summary(p, seat);
    put_axes(p, s);
    for (int other = 0; other < p->game->seats; other++) {
        if (other != seat)
            put_course(p, s, other, "all", false);
    }
    fprintf(p->out, "<path class=\"par\" d=\"M%d %.1fH%d\"/>\n", LEFT,
            y_of(s, p->game->seat[seat].par), RIGHT);
    put_course(p, s, seat, "line", p->game->unit == UNIT_WIN);
    if (p->game->unit == UNIT_WIN)
        put_others(p, s, seat);
    put_luck(p, s, seat);
    put_errors(p, s, seat);
    fputs("</svg>\n", p->out);
    put_table(p, seat);
    fputs("</figure>\n", p->out);
}

static void put_sign(struct page *p, const char *class, const char *shape, enum message words) {
    fprintf(p->out,
            "<li><svg class=\"chart\" viewBox=\"-8 -8 16 16\" aria-hidden=\"true\">"
            "<path class=\"%s\" d=\"M0 0%s\"/></svg>",
            class, shape);
    html_words(p, words);
    fputs("</li>\n", p->out);
}

static void put_legend(struct page *p) {
    fputs("<ul class=\"legend\">\n", p->out);
    put_sign(p, "luck", "m0 7v-14", M_report_legend_roll);
    put_sign(p, "most", "m0-4 4 7h-8z", M_report_legend_up);
    put_sign(p, "most", "m0 4 4-7h-8z", M_report_legend_down);
    put_sign(p, "error inaccuracy", shapes[GRADE_INACCURACY], M_coach_grade_inaccuracy);
    put_sign(p, "error mistake", shapes[GRADE_MISTAKE], M_coach_grade_mistake);
    put_sign(p, "error blunder", shapes[GRADE_BLUNDER], M_coach_grade_blunder);
    put_sign(p, "par", "m-7 0h14", M_report_par);
    if (p->game->unit == UNIT_WIN)
        put_sign(p, "others", "m0 7v-14", M_report_legend_others);
    if (p->game->seats > 1)
        put_sign(p, "all", "m-7 3h6v-6h8", M_report_legend_sides);
    fputs("</ul>\n", p->out);
}

void html_chart(struct page *p) {
    static const enum message titles[] = {
        [UNIT_POINTS] = M_report_total_over_game,
        [UNIT_WIN] = M_report_chance_over_game,
        [UNIT_TURNS] = M_report_turns_over_game,
    };
    if (!p->game->count)
        return;
    struct scale s = scale_of(p->game);
    html_heading(p, 0, titles[p->game->unit]);
    if (p->game->unit == UNIT_TURNS) {
        fputs("<p class=\"soft\">", p->out);
        html_words(p, M_report_lower_is_better);
        fputs("</p>\n", p->out);
    }
    fputs("<div class=\"charts\">\n", p->out);
    for (int seat = 0; seat < p->game->seats; seat++)
        put_figure(p, &s, seat);
    fputs("</div>\n", p->out);
    put_legend(p);
}
