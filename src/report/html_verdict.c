#include <math.h>

#include "report/html.h"

/* What moved a seat away from par; positive is good for the seat. */
enum mover { MOVER_DICE, MOVER_DECISIONS, MOVER_OTHERS, MOVERS };

static const enum message movers[MOVERS] = {M_report_mover_dice, M_report_mover_decisions,
                                            M_report_mover_others};

static void find_moves(const struct page *p, const struct account *a, double ret[MOVERS]) {
    double sign = html_good_sign(p);
    ret[MOVER_DICE] = sign * a->luck;
    ret[MOVER_DECISIONS] = -sign * a->errors;
    ret[MOVER_OTHERS] = sign * a->others;
}

/* Differences below this limit are not worth mentioning. */
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
    const char *first = words_of(movers[order[0]]), *second = words_of(movers[order[1]]);
    if (share[order[0]] > 0.95)
        html_say(p, report_it_was, .what = first);
    else if (share[order[0]] > 2.0 / 3)
        html_say(p, report_it_was_mostly, .what = first);
    else if (share[order[2]] > 0.2)
        html_say(p, report_it_was_three, .first = first, .second = second,
                 .third = words_of(movers[order[2]]));
    else
        html_say(p, report_it_was_two, .first = first, .second = second);
}

/* The result compared with par, for a placeholder in a sentence. */
static const char *compared(char room[SAY_ROOM_BYTES], const struct page *p, double difference) {
    const char *by = VALUE(p, fabs(difference));
    bool more = difference > 0;
    struct text out = text_start(room, SAY_ROOM_BYTES);
    if (fabs(difference) < slight(p))
        say(&out, report_about_par);
    else if (p->game->unit == UNIT_TURNS && more)
        say(&out, report_turns_fewer, .value = by);
    else if (p->game->unit == UNIT_TURNS)
        say(&out, report_turns_more, .value = by);
    else if (more)
        say(&out, report_above_par, .value = by);
    else
        say(&out, report_below_par, .value = by);
    return room;
}

/* The final result, or the current outlook. */
static void put_outcome(struct page *p, const struct account *a, double difference) {
    bool over = p->game->finished;
    long long whole = (long long)rint(a->result);
    const char *value = VALUE(p, a->result), *chance = VALUE(p, a->par);
    const char *par = compared(SAY_ROOM, p, difference);
    switch (p->game->unit) {
    case UNIT_POINTS:
        if (over)
            html_say(p, report_ended_with, .n = whole, .compared = par);
        else
            html_say(p, report_can_expect, .points = value, .compared = par);
        break;
    case UNIT_WIN:
        if (!over)
            html_say(p, report_wins_from_here, .chance = value, .compared = par);
        else if (a->result > 0.999)
            html_say(p, report_won, .chance = chance);
        else if (a->result > 0.001)
            html_say(p, report_shared_win, .chance = chance);
        else
            html_say(p, report_did_not_win, .chance = chance);
        break;
    default:
        if (over)
            html_say(p, report_took_turns, .n = whole, .compared = par);
        else
            html_say(p, report_can_expect_turns, .turns = value, .compared = par);
    }
}

/* Says how much the dice, the decisions and the other players changed the result. */
static void put_moves(struct page *p, const struct account *a, const double moves[MOVERS]) {
    double by = moves[MOVER_DICE];
    bool average = fabs(by) < slight(p);
    const char *dice = VALUE(p, fabs(by)), *others = VALUE(p, fabs(moves[MOVER_OTHERS]));
    const char *errors =
        fabs(a->errors) < slight(p) ? WORDS(report_next_to_nothing) : VALUE(p, fabs(a->errors));
    if (p->game->unit == UNIT_TURNS) {
        if (average)
            html_say(p, report_turns_average, .errors = errors);
        else if (by > 0)
            html_say(p, report_turns_saved, .dice = dice, .errors = errors);
        else
            html_say(p, report_turns_cost, .dice = dice, .errors = errors);
    } else if (p->game->unit != UNIT_WIN || fabs(moves[MOVER_OTHERS]) < slight(p)) {
        if (average)
            html_say(p, report_dice_average, .errors = errors);
        else if (by > 0)
            html_say(p, report_dice_gave, .dice = dice, .errors = errors);
        else
            html_say(p, report_dice_took, .dice = dice, .errors = errors);
    } else if (moves[MOVER_OTHERS] > 0) {
        if (average)
            html_say(p, report_dice_average_rose, .errors = errors, .others = others);
        else if (by > 0)
            html_say(p, report_dice_gave_rose, .dice = dice, .errors = errors, .others = others);
        else
            html_say(p, report_dice_took_rose, .dice = dice, .errors = errors, .others = others);
    } else {
        if (average)
            html_say(p, report_dice_average_fell, .errors = errors, .others = others);
        else if (by > 0)
            html_say(p, report_dice_gave_fell, .dice = dice, .errors = errors, .others = others);
        else
            html_say(p, report_dice_took_fell, .dice = dice, .errors = errors, .others = others);
    }
}

/* Where luck and decisions cannot be told apart, there is no verdict. */
static void put_kept(struct page *p, const struct account *a) {
    fputs(" ", p->out);
    html_say(p, report_kept_sentence, .turns = KEPT_TURNS(a), .value = SIGNED(p, a->unknown));
    if (account_only_points(a)) {
        fputs("</p>\n<p class=\"verdict\">", p->out);
        html_words(p, M_report_only_points);
        fputs(".</p>\n", p->out);
        return;
    }
    double moves[MOVERS];
    find_moves(p, a, moves);
    if (a->rolls) {
        fputs(" ", p->out);
        html_words(p, M_report_other_turns);
        fputs(" ", p->out);
        put_moves(p, a, moves);
    }
    fputs("</p>\n", p->out);
}

static void put_sentences(struct page *p, const struct account *a) {
    double moves[MOVERS], sign = html_good_sign(p), difference = sign * (a->result - a->par);
    find_moves(p, a, moves);
    fputs("<p>", p->out);
    put_outcome(p, a, difference);
    if (account_kept(a)) {
        put_kept(p, a);
        return;
    }
    fputs(" ", p->out);
    put_moves(p, a, moves);
    fputs("</p>\n<p class=\"verdict\">", p->out);
    if (fabs(difference) >= slight(p))
        put_cause(p, moves, difference > 0 ? 1 : -1);
    else if (fabs(a->errors) >= slight(p))
        html_words(p, M_report_brought_and_given_away);
    else
        html_words(p, M_report_nothing_moved);
    fputs("</p>\n", p->out);
}

static void put_part(struct page *p, enum message name, const char *class) {
    fprintf(p->out, "<div%s><dt>", class);
    html_words(p, name);
    fputs("</dt><dd>", p->out);
}

static void put_sum(struct page *p, const struct account *a) {
    fputs("<dl class=\"sum\">", p->out);
    put_part(p, M_report_par, "");
    html_value(p, a->par);
    fputs("</dd></div>", p->out);
    if (a->rolls || !account_kept(a)) {
        put_part(p, M_report_luck, "");
        html_signed(p, a->luck);
        fputs("</dd></div>", p->out);
    }
    if (a->decisions || !account_kept(a)) {
        put_part(p, M_report_errors, "");
        html_value(p, a->errors);
        fputs("</dd></div>", p->out);
    }
    if (account_kept(a)) {
        put_part(p, M_report_unknown, "");
        html_signed(p, a->unknown);
        fputs("</dd></div>", p->out);
    }
    if (p->game->unit == UNIT_WIN) {
        put_part(p, M_report_others, "");
        html_signed(p, a->others);
        fputs("</dd></div>", p->out);
    }
    put_part(p, p->game->finished ? M_report_result : M_report_now, " class=\"result\"");
    fputs("= ", p->out);
    html_value(p, a->result);
    fputs("</dd></div></dl>\n", p->out);
}

static void put_card(struct page *p, int seat) {
    const struct account *a = &p->game->seat[seat];
    const struct seat *who = &p->game->who[seat];
    fprintf(p->out, "<li class=\"card\"><h%d>", p->level + 1);
    html_seat(p, seat);
    fprintf(p->out, "</h%d>\n", p->level + 1);
    if (who->bot[0]) {
        fputs("<p class=\"soft\">", p->out);
        html_say(p, report_a_bot, .level = who->bot);
        fputs("</p>\n", p->out);
    }
    put_sum(p, a);
    put_sentences(p, a);
    if (a->decisions) {
        fputs("<p class=\"soft\">", p->out);
        html_say(p, report_accuracy_in, .accuracy = a->accuracy, .n = a->decisions);
        fputs("</p>\n", p->out);
    }
    fputs("</li>\n", p->out);
}

/* Two sides playing for points: the difference, and where it comes from. */
static void put_difference(struct page *p) {
    const struct ledger *l = p->game;
    if (l->seats != 2 || l->unit != UNIT_POINTS || !l->finished || report_has_kept(l))
        return;
    int ahead = l->seat[1].result > l->seat[0].result;
    const struct account *x = &l->seat[ahead], *y = &l->seat[1 - ahead];
    const char *side = SIDE(p, ahead), *other = SIDE(p, 1 - ahead);
    const char *luck = SIGNED(p, x->luck - y->luck), *errors = SIGNED(p, y->errors - x->errors);
    fputs("<p>", p->out);
    if (x->result > y->result)
        html_say(p, report_ended_ahead, .side = side, .n = (long long)rint(x->result - y->result),
                 .other = other, .luck = luck, .errors = errors);
    else
        html_say(p, report_ended_level, .side = side, .other = other, .luck = luck,
                 .errors = errors);
    fputs("</p>\n", p->out);
}

void html_verdicts(struct page *p) {
    static const enum message meaning[] = {
        [UNIT_POINTS] = M_report_meaning_points,
        [UNIT_WIN] = M_report_meaning_chances,
        [UNIT_TURNS] = M_report_meaning_turns,
    };
    html_heading(p, 0, M_report_dice_or_decisions);
    fputs("<p class=\"soft\">", p->out);
    html_words(p, meaning[p->game->unit]);
    fputs("</p>\n", p->out);
    int starter = report_starter(p->analysis, p->game);
    if (starter >= 0) {
        fputs("<p class=\"soft\">", p->out);
        html_say(p, report_first_edge, .side = SIDE(p, starter),
                 .par = VALUE(p, p->game->seat[starter].par));
        fputs("</p>\n", p->out);
    }
    if (p->game->approximate) {
        fputs("<p class=\"note\">", p->out);
        html_say(p, report_note_estimates, .estimates = BOLD(WORDS(report_estimates)));
        fputs("</p>\n", p->out);
    }
    if (report_has_kept(p->game)) {
        fputs("<p class=\"note\">", p->out);
        html_words(p, M_report_note_kept);
        fputs("</p>\n", p->out);
    }
    if (!p->game->finished) {
        fputs("<p class=\"note\">", p->out);
        html_say(p, report_note_running, .running = BOLD(WORDS(report_still_running)));
        fputs("</p>\n", p->out);
    }
    fprintf(p->out, "<ul class=\"cards%s\">\n", p->game->seats == 3 ? " three" : "");
    for (int seat = 0; seat < p->game->seats; seat++)
        put_card(p, seat);
    fputs("</ul>\n", p->out);
    put_difference(p);
}
