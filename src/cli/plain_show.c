#include <string.h>

#include "cli/cli.h"
#include "cli/plain.h"
#include "cli/sheet_text.h"
#include "play/results.h"
#include "rules/press.h"
#include "rules/sheet.h"

void plain_label(enum message label, struct text *out) {
    const char *words = words_of(label);
    int gap = PLAIN_COLUMN - 2 - shown_width(words);
    text_add(out, "  %s%*s", words, gap > 1 ? gap : 1, "");
}

void plain_labelled(enum message label, const char *words) {
    LOCAL_TEXT(l, 64);
    plain_label(label, &l);
    print_wrapped(l.data, PLAIN_COLUMN, words);
}

/* ---- before a decision ---- */

/* Lists the boxes that would score or, with `zeros`, those that may take a zero. */
static int claim_list(const struct state *s, bool zeros, struct text *out) {
    const struct book *book = s->rules.book;
    int n = 0;
    for (int box = 0; box < book->box_count; box++) {
        struct claim claim = sheet_claim(&s->rules, &s->game.card[s->game.seat], s->game.dice, box);
        if (claim.refusal != ALLOWED || !claim.points != zeros)
            continue;
        text_add(out, "%s%s", n++ ? ", " : "", book->boxes[box].key);
        if (!zeros)
            text_add(out, " %d", claim.points);
    }
    return n;
}

static void show_claims(const struct state *s) {
    LOCAL_TEXT(scores, 1024);
    if (claim_list(s, false, &scores))
        plain_labelled(M_cli_score_now, scores.data);
    LOCAL_TEXT(zeros, 1024);
    if (claim_list(s, true, &zeros))
        plain_labelled(M_cli_zero_in, zeros.data);
    const struct card *card = &s->game.card[s->game.seat];
    if (!sheet_is_joker(&s->rules, card, s->game.dice))
        return;
    int five = sheet_five_box(s->rules.book);
    if (card->points[five] && s->rules.params.bonus)
        tell_inset(cli_further_five, .n = s->rules.params.bonus);
    if (s->rules.params.joker != JOKER_NONE)
        tell_inset(cli_joker_rule);
}

static void show_sets(const struct state *s) {
    const struct game *g = &s->game;
    LOCAL_TEXT(sets, 2048);
    struct dice part = {0};
    while (dice_next_part(g->dice, &part)) {
        struct action a = {.act = ACT_TAKE_ROLL, .dice = part};
        if (game_check(&s->rules, g, a) != ALLOWED)
            continue;
        text_put(&sets, sets.len ? ", " : "");
        say(&sets, cli_set_worth, .dice = DICE(part, "-"),
            .points = press_points(s->rules.book, part));
    }
    plain_labelled(M_cli_set_aside, sets.data);
    struct action list[ACTIONS_MAX];
    int n = game_legal(&s->rules, g, list), stops = 0;
    for (int i = 0; i < n; i++)
        stops += list[i].act == ACT_TAKE_STOP;
    if (!stops && g->total[g->seat] == 0 && s->rules.params.entry)
        tell_inset(cli_stopping_needs, .n = s->rules.params.entry);
    else if (!stops)
        tell_inset(cli_no_stopping);
}

/* Without dice, the player has to know which boxes are open. */
static void show_open(const struct state *s) {
    const struct card *card = &s->game.card[s->game.seat];
    LOCAL_TEXT(open, BOXES_MAX * (BOX_KEY_MAX + 2) + 1);
    for (int box = 0; box < s->rules.book->box_count; box++) {
        if (!(card->filled >> box & 1))
            text_add(&open, "%s%s", open.len ? ", " : "", s->rules.book->boxes[box].key);
    }
    plain_labelled(M_cli_open_boxes, open.data);
}

void plain_show(const struct state *s, bool offer) {
    const struct game *g = &s->game;
    LOCAL_TEXT(who, 256);
    if (s->stage != STAGE_PLAY || g->phase == PHASE_OVER)
        return;
    person_words(s, g->seat, &who);
    bool press = s->rules.book->family == FAMILY_PRESS;
    if (g->phase == PHASE_ROLL) {
        int total = game_total(&s->rules, g, g->seat);
        if (!game_turn_begins(g))
            return;
        putchar('\n');
        if (press && g->ender)
            tell_line(cli_round_last, .round = game_round(g), .player = who.data, .n = total);
        else
            tell_line(cli_round, .round = game_round(g), .player = who.data, .n = total);
        if (offer && !press && state_pace(s) == PACE_POINTS)
            show_open(s);
        return;
    }
    fputs("  ", stdout);
    tell(cli_dice_fell, .dice = DICE(g->dice, " "));
    bool last = !press && state_pace(s) == PACE_LAST && g->rolls == s->rules.book->rolls;
    fputs(last ? "\n" : "   ", stdout);
    if (press)
        tell_line(cli_points_at_risk, .n = g->turn_points);
    else if (!last)
        tell_line(cli_roll_of, .roll = g->rolls, .rolls = s->rules.book->rolls);
    if (!offer)
        return;
    if (press)
        show_sets(s);
    else
        show_claims(s);
}

/* ---- after a move ---- */

static void announce_action(const struct state *before, const struct state *now,
                            const struct action *a) {
    LOCAL_TEXT(w, 1024);
    step_words(before, now, a, &w);
    if (w.len)
        print_lines(2, w.data);
}

/* The seats have changed for the next game of a series. */
static void announce_seats(const struct state *now) {
    LOCAL_TEXT(w, RESULT_TEXT_BYTES);
    for (int seat = 0; seat < now->seat_count; seat++)
        text_add(&w, "%s%s", seat ? ", " : "", now->seats[seat].name);
    tell_inset(cli_seats_now, .players = w.data);
}

static const enum message pace_messages[PACES] = {[PACE_THROWS] = M_cli_pace_throws,
                                                  [PACE_POINTS] = M_cli_pace_points,
                                                  [PACE_LAST] = M_cli_pace_last};

void plain_announce(const struct state *before, const struct table *t) {
    const struct state *now = table_now(t);
    int last = table_steps(t) - 1;
    const char *line = table_line(t, table_lines(t));
    bool new_step = last >= 0 && table_step_line(t, last) == table_lines(t);
    LOCAL_TEXT(totals, RESULT_TEXT_BYTES);
    result_totals(now, &totals);
    if (new_step && table_step_kind(t, last) == ENTRY_ACTION)
        announce_action(before, now, &table_step(t, last)->entry.action);
    else if (new_step && table_step_kind(t, last) == ENTRY_LEAVE)
        tell_inset(play_leaves, .player = before->seats[table_step(t, last)->entry.leaver].name);
    else if (new_step && table_step_kind(t, last) == ENTRY_PACE)
        print_lines(2, words_of(pace_messages[now->pace]));
    else if (new_step && table_step_kind(t, last) != ENTRY_REMATCH && now->games)
        announce_seats(now);
    else if (line[0] == '#' || !strcmp(line, "hint"))
        tell_inset(cli_noted);
    else if (!new_step && line[0] == 'u')
        tell_inset(cli_taken_back, .totals = totals.data);
    else if (!new_step)
        tell_inset(cli_corrected, .totals = totals.data);
}

/* ---- on request ---- */

/* A command and what it does. */
struct help_line {
    const char *command;
    enum message words;
};

static const struct help_line press_help[] = {
    {"take 1 5 roll", M_cli_help_take_roll},
    {"take 1 5 stop", M_cli_help_take_stop},
    {"stop", M_cli_help_stop},
    {0},
};
static const struct help_line sheet_help[] = {
    {"keep 1 1", M_cli_help_keep},
    {"score chance", M_cli_help_score},
    {"score chance 23", M_cli_help_claim},
    {"zero twos", M_cli_help_zero},
    {0},
};
/* Where turns are entered without all their throws. */
static const struct help_line last_help[] = {{"23336", M_cli_help_last}, {0}};
static const struct help_line box_points_help[] = {
    {"threes 12", M_cli_help_box_points},
    {"chance 20 bonus", M_cli_help_box_bonus},
    {"zero twos", M_cli_help_box_zero},
    {0},
};
static const struct help_line points_help[] = {
    {"850", M_cli_help_bank_points},
    {"bust", M_cli_help_bust},
    {0},
};
static const struct help_line aside_help[] = {
    {"15", M_cli_help_aside},
    {"bank", M_cli_help_bank},
    {"bust", M_cli_help_bust},
    {0},
};
static const struct help_line pace_help[] = {{"pace points", M_cli_help_pace}, {0}};
static const struct help_line over_help[] = {
    {"rematch", M_cli_help_rematch},
    {0},
};
static const struct help_line between_help[] = {
    {"seat NAME", M_cli_help_seat},
    {"seats 3 1", M_cli_help_seats},
    {0},
};
static const struct help_line leave_help[] = {
    {"leave 2", M_cli_help_leave},
    {0},
};
static const struct help_line coach_help[] = {
    {"hint", M_cli_help_hint},
    {"why, why 11", M_cli_help_why},
    {"warn mistake", M_cli_help_warn},
    {0},
};
static const struct help_line general_help[] = {
    {"analyse", M_cli_help_analyse}, {"undo", M_cli_help_undo},
    {"log", M_cli_help_log},         {"correct 7 11356", M_cli_help_correct},
    {"sheet", M_cli_help_sheet},     {"rules", M_cli_help_rules},
    {"# words", M_cli_help_comment}, {"save FILE", M_cli_help_save},
    {"quit", M_cli_help_quit},       {0},
};

static void print_help_lines(const struct help_line *l) {
    for (; l->command; l++) {
        LOCAL_TEXT(label, 64);
        text_add(&label, "  %s", l->command);
        print_wrapped(label.data, 19, words_of(l->words));
    }
}

void plain_help(const struct table *t) {
    static struct state view;
    const struct state *s = &view;
    state_view(table_now(t), &view);
    bool press = s->rules.book->family == FAMILY_PRESS;
    bool physical = s->dice.kind == DICE_PHYSICAL;
    int seat = state_seat(s);
    enum pace pace = state_pace(s);
    bool points = pace == PACE_POINTS;
    if (seat >= 0 && state_falling(s) && pace != PACE_THROWS)
        print_help_lines(press ? (points ? points_help : aside_help)
                               : (points ? box_points_help : last_help));
    else if (seat >= 0 && state_falling(s) && physical)
        tell_inset(cli_help_throw);
    else if (seat >= 0 && state_falling(s))
        tell_inset(cli_help_roll);
    else
        print_help_lines(seat < 0 ? over_help : press ? press_help : sheet_help);
    if (seat >= 0 && !state_falling(s))
        print_help_lines(coach_help);
    if (state_between(s))
        print_help_lines(between_help);
    if (state_may_leave(table_now(t)))
        print_help_lines(leave_help);
    if (seat >= 0 && physical)
        print_help_lines(pace_help);
    print_help_lines(general_help);
}

void plain_log(const struct table *t) {
    for (int line = 1; line <= table_lines(t); line++) {
        int step = table_step_of_line(t, line);
        LOCAL_TEXT(w, LINE_MAX_BYTES);
        if (step >= 0)
            entry_print(&table_step(t, step)->before.rules, &table_step(t, step)->entry, &w);
        printf("%4d  %s", line, table_line(t, line));
        if (step >= 0 && strcmp(w.data, table_line(t, line))) {
            fputs("   ", stdout);
            tell(cli_line_now, .line = w.data);
        } else if (step < 0 && table_line(t, line)[0] != '#' &&
                   strcmp(table_line(t, line), "hint") && strncmp(table_line(t, line), "undo", 4) &&
                   strncmp(table_line(t, line), "correct", 7)) {
            fputs("   ", stdout);
            tell(cli_line_undone);
        }
        putchar('\n');
    }
}

void plain_end(const struct table *t) {
    const struct state *s = table_now(t);
    LOCAL_TEXT(w, RESULT_TEXT_BYTES);
    result_totals(s, &w);
    putchar('\n');
    tell_line(cli_game_over, .totals = w.data);
    text_clear(&w);
    if (s->seat_count > 1) {
        result_winners(s, &w);
        text_put(&w, ".");
        print_lines(0, w.data);
    } else if (s->rules.book->family == FAMILY_PRESS) {
        tell_line(cli_turns_taken, .n = s->game.turns[0]);
    }
    putchar('\n');
    struct scoresheet *sheet = scoresheet_of_game(t, -1);
    sheet_print(stdout, sheet, 80);
    scoresheet_free(sheet);
    if (state_settles(s)) {
        text_clear(&w);
        result_balances(s, &w);
        putchar('\n');
        tell_line(cli_settlement, .n = s->games, .balances = w.data);
    }
}
