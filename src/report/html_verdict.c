#include <math.h>

#include "report/html.h"

/* What moved a seat away from par; positive is good for the seat. */
enum mover { MOVER_DICE, MOVER_DECISIONS, MOVER_OTHERS, MOVERS };

static const char *const movers[MOVERS] = {"the dice", "the decisions", "what the others did"};

static void find_moves(const struct page *p, const struct account *a, double ret[MOVERS]) {
    double sign = html_good_sign(p);
    ret[MOVER_DICE] = sign * a->luck;
    ret[MOVER_DECISIONS] = -sign * a->errors;
    ret[MOVER_OTHERS] = sign * a->others;
}

/* Smaller differences are not worth mentioning. */
static double slight(const struct page *p) {
    return grade_limit(p->game->unit, GRADE_GOOD);
}

/* Names what moved the result in this direction, largest share first. */
static void put_cause(struct page *p, const double moves[MOVERS], double direction) {
    double share[MOVERS], pull = 0;
    int order[MOVERS] = {MOVER_DICE, MOVER_DECISIONS, MOVER_OTHERS};
    for (int i = 0; i < MOVERS; i++)
        pull += fmax(0, direction * moves[i]);
    for (int i = 0; i < MOVERS; i++)
        share[i] = fmax(0, direction * moves[i]) / pull;
    for (int i = 1; i < MOVERS; i++) {
        for (int at = i; at && share[order[at]] > share[order[at - 1]]; at--) {
            int larger = order[at];
            order[at] = order[at - 1];
            order[at - 1] = larger;
        }
    }
    if (share[order[0]] > 0.95)
        fprintf(p->out, "It was %s.", movers[order[0]]);
    else if (share[order[0]] > 2.0 / 3)
        fprintf(p->out, "It was mostly %s.", movers[order[0]]);
    else if (share[order[2]] > 0.2)
        fprintf(p->out, "It was %s, %s and %s.", movers[order[0]], movers[order[1]],
                movers[order[2]]);
    else
        fprintf(p->out, "It was %s and %s.", movers[order[0]], movers[order[1]]);
}

static void put_moved(struct page *p, const struct account *a, double difference) {
    if (p->game->unit == UNIT_WIN && p->game->finished) {
        fputs(", from a chance of ", p->out);
        html_value(p, a->par);
        fputs(" before the first roll. ", p->out);
        return;
    }
    if (fabs(difference) < slight(p)) {
        fprintf(p->out, ", about par. ");
        return;
    }
    fputs(", ", p->out);
    html_value(p, fabs(difference));
    if (p->game->unit == UNIT_TURNS)
        fprintf(p->out, " turns %s than par. ", difference > 0 ? "fewer" : "more");
    else
        fprintf(p->out, " %s par. ", difference > 0 ? "above" : "below");
}

/* The final result, or the current outlook. */
static void put_outcome(struct page *p, const struct account *a) {
    bool over = p->game->finished;
    switch (p->game->unit) {
    case UNIT_POINTS:
        fputs(over ? "Ended with " : "Can expect ", p->out);
        if (over)
            fprintf(p->out, "%.0f", a->result);
        else
            html_value(p, a->result);
        fputs(" points", p->out);
        break;
    case UNIT_WIN:
        if (!over) {
            fputs("Wins from here with a chance of ", p->out);
            html_value(p, a->result);
        } else {
            fputs(a->result > 0.999   ? "Won the game"
                  : a->result > 0.001 ? "Shared the win"
                                      : "Did not win",
                  p->out);
        }
        break;
    default:
        fputs(over ? "Took " : "Can expect to take ", p->out);
        if (over)
            fprintf(p->out, "%.0f", a->result);
        else
            html_value(p, a->result);
        fputs(" turns", p->out);
    }
}

static void put_sentences(struct page *p, const struct account *a) {
    double moves[MOVERS], sign = html_good_sign(p), difference = sign * (a->result - a->par);
    bool turns = p->game->unit == UNIT_TURNS;
    find_moves(p, a, moves);
    fputs("<p>", p->out);
    put_outcome(p, a);
    put_moved(p, a, difference);
    if (fabs(moves[MOVER_DICE]) < slight(p)) {
        fputs("The dice were about average", p->out);
    } else {
        fprintf(p->out, "The dice %s ",
                moves[MOVER_DICE] > 0 ? (turns ? "saved" : "gave")
                : turns               ? "cost"
                                      : "took");
        html_value(p, fabs(moves[MOVER_DICE]));
    }
    fprintf(p->out, ", the decisions %s ", turns ? "cost" : "gave away");
    if (fabs(a->errors) < slight(p))
        fputs("next to nothing", p->out);
    else
        html_value(p, fabs(a->errors));
    if (p->game->unit == UNIT_WIN && fabs(moves[MOVER_OTHERS]) >= slight(p)) {
        fprintf(p->out, ", and while others played it %s by ",
                moves[MOVER_OTHERS] > 0 ? "rose" : "fell");
        html_value(p, fabs(moves[MOVER_OTHERS]));
    }
    fputs(".</p>\n<p class=\"verdict\">", p->out);
    if (fabs(difference) >= slight(p))
        put_cause(p, moves, difference > 0 ? 1 : -1);
    else if (fabs(a->errors) >= slight(p))
        fputs("What the dice brought, the decisions gave away.", p->out);
    else
        fputs("Neither the dice nor the decisions moved much.", p->out);
    fputs("</p>\n", p->out);
}

static void put_part(struct page *p, const char *name, const char *class) {
    fprintf(p->out, "<div%s><dt>%s</dt><dd>", class, name);
}

static void put_sum(struct page *p, const struct account *a) {
    fputs("<dl class=\"sum\">", p->out);
    put_part(p, "par", "");
    html_value(p, a->par);
    fputs("</dd></div>", p->out);
    put_part(p, "luck", "");
    html_signed(p, a->luck);
    fputs("</dd></div>", p->out);
    put_part(p, "errors", "");
    html_signed(p, -a->errors);
    fputs("</dd></div>", p->out);
    if (p->game->unit == UNIT_WIN) {
        put_part(p, "others", "");
        html_signed(p, a->others);
        fputs("</dd></div>", p->out);
    }
    put_part(p, p->game->finished ? "result" : "now", " class=\"result\"");
    fputs("= ", p->out);
    html_value(p, a->result);
    fputs("</dd></div></dl>\n", p->out);
}

static void put_card(struct page *p, int seat) {
    const struct account *a = &p->game->seat[seat];
    const struct seat *who = &html_names(p)->seats[seat];
    fprintf(p->out, "<li class=\"card\"><h%d>", p->level + 1);
    html_seat(p, seat, false);
    fprintf(p->out, "</h%d>\n", p->level + 1);
    if (who->bot[0]) {
        fputs("<p class=\"soft\">a bot, ", p->out);
        html_text(p, who->bot);
        fputs("</p>\n", p->out);
    }
    put_sum(p, a);
    put_sentences(p, a);
    if (a->decisions)
        fprintf(p->out, "<p class=\"soft\">Accuracy %.1f in %d decision%s that mattered.</p>\n",
                a->accuracy, a->decisions, a->decisions == 1 ? "" : "s");
    fputs("</li>\n", p->out);
}

/* Two sides playing for points: the difference, and where it comes from. */
static void put_difference(struct page *p) {
    const struct ledger *l = p->game;
    if (l->seats != 2 || l->unit != UNIT_POINTS || !l->finished)
        return;
    int ahead = l->seat[1].result > l->seat[0].result;
    const struct account *x = &l->seat[ahead], *y = &l->seat[1 - ahead];
    fputs("<p>", p->out);
    html_seat(p, ahead, false);
    if (x->result > y->result)
        fprintf(p->out, " ended %.0f points ahead of ", x->result - y->result);
    else
        fputs(" ended level with ", p->out);
    html_seat(p, 1 - ahead, false);
    fputs(": ", p->out);
    html_signed(p, x->luck - y->luck);
    fputs(" by the dice, ", p->out);
    html_signed(p, y->errors - x->errors);
    fputs(" by the decisions.</p>\n", p->out);
}

void html_verdicts(struct page *p) {
    static const char *const meaning[] = {
        [UNIT_POINTS] = "Par is what best play can expect before the first roll. Luck is what the "
                        "dice added to that, errors what the decisions gave away.",
        [UNIT_WIN] = "Par is the chance of winning before the first roll, with best play. Luck is "
                     "what the own dice added to it, errors what the own decisions gave away, "
                     "others what happened while others played.",
        [UNIT_TURNS] = "Par is how many turns best play can expect before the first roll; fewer "
                       "are better. Luck is what the dice added to that, errors what the "
                       "decisions added.",
    };
    html_heading(p, 0, "The dice, or the decisions?");
    fprintf(p->out, "<p class=\"soft\">%s</p>\n", meaning[p->game->unit]);
    if (p->game->approximate)
        fputs("<p class=\"note\"><strong>Estimates:</strong> with three and more players the "
              "chances before the final round are approximations, put together from games of "
              "two. Luck, errors and grades before the final round rest on them; what they miss "
              "is counted under others.</p>\n",
              p->out);
    if (!p->game->finished)
        fputs("<p class=\"note\"><strong>Still running:</strong> this game is not over. In place "
              "of a result stands what can be expected now.</p>\n",
              p->out);
    fprintf(p->out, "<ul class=\"cards%s\">\n", p->game->seats == 3 ? " three" : "");
    for (int seat = 0; seat < p->game->seats; seat++)
        put_card(p, seat);
    fputs("</ul>\n", p->out);
    put_difference(p);
}
