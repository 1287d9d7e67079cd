#include <inttypes.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/plain.h"
#include "cli/sheet_text.h"
#include "play/results.h"
#include "rules/press.h"
#include "rules/sheet.h"

static void print_dice(struct dice d) {
    LOCAL_TEXT(w, 32);
    text_dice(&w, d, " ");
    fputs(w.data, stdout);
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
        print_wrapped("  score now:", 13, scores.data);
    LOCAL_TEXT(zeros, 1024);
    if (claim_list(s, true, &zeros))
        print_wrapped("  zero in:", 13, zeros.data);
    const struct card *card = &s->game.card[s->game.seat];
    if (!sheet_is_joker(&s->rules, card, s->game.dice))
        return;
    int five = sheet_five_box(s->rules.book);
    if (card->points[five] && s->rules.params.bonus)
        printf("  a further five alike: %d bonus points, whichever box it fills\n",
               s->rules.params.bonus);
    if (s->rules.params.joker != JOKER_NONE)
        puts("  the joker rule says which boxes it may fill ('rules' prints it)");
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
        text_dice(&sets, part, "-");
        text_add(&sets, " for %d", press_points(s->rules.book, part));
    }
    print_wrapped("  set aside:", 13, sets.data);
    struct action list[ACTIONS_MAX];
    int n = game_legal(&s->rules, g, list), stops = 0;
    for (int i = 0; i < n; i++)
        stops += list[i].act == ACT_TAKE_STOP;
    if (!stops && g->total[g->seat] == 0 && s->rules.params.entry)
        printf("  stopping needs %d in this turn to get on the sheet\n", s->rules.params.entry);
    else if (!stops)
        puts("  no stopping here: once all dice are set aside they are thrown again");
}

void plain_show(const struct state *s, bool offer) {
    const struct game *g = &s->game;
    LOCAL_TEXT(who, 256);
    if (s->stage != STAGE_PLAY || g->phase == PHASE_OVER)
        return;
    person_words(s, g->seat, &who);
    bool press = s->rules.book->family == FAMILY_PRESS;
    if (g->phase == PHASE_ROLL) {
        bool turn_begins = press ? g->turn_points == 0 : g->rolls == 0;
        if (turn_begins)
            printf("\nRound %d: %s, %d points%s.\n", game_round(g), who.data,
                   game_total(&s->rules, g, g->seat), press && g->ender ? ", last turn" : "");
        return;
    }
    fputs("  dice: ", stdout);
    print_dice(g->dice);
    if (press)
        printf("   (%d points at risk)\n", g->turn_points);
    else
        printf("   (roll %d of %d)\n", g->rolls, s->rules.book->rolls);
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
    struct span rest = span_of(w.data);
    while (rest.len) {
        struct span line = span_until(&rest, '\n');
        printf("  %.*s\n", (int)line.len, line.at);
    }
}

void plain_announce(const struct state *before, const struct table *t) {
    const struct state *now = table_now(t);
    int last = table_steps(t) - 1;
    const char *line = table_line(t, table_lines(t));
    bool new_step = last >= 0 && table_step_line(t, last) == table_lines(t);
    LOCAL_TEXT(totals, 2048);
    result_totals(now, &totals);
    if (new_step && table_step_kind(t, last) == ENTRY_ACTION)
        announce_action(before, now, &table_step(t, last)->entry.action);
    else if (line[0] == '#' || !strcmp(line, "hint"))
        puts("  noted");
    else if (!new_step)
        printf("  %s; it stands: %s\n", line[0] == 'u' ? "taken back" : "corrected", totals.data);
}

/* ---- on request ---- */

void plain_help(const struct state *s) {
    bool press = s->rules.book->family == FAMILY_PRESS;
    bool physical = s->dice.kind == DICE_PHYSICAL;
    int seat = state_seat(s);
    if (seat >= 0 && state_falling(s))
        puts(physical ? "  Throw the dice and type the faces, such as 11356."
                      : "  Enter, or 'roll', rolls the dice.");
    else if (seat >= 0 && press)
        puts("  take 1 5 roll    set 1 5 aside and throw the rest ('15 roll' is enough)\n"
             "  take 1 5 stop    set them aside and bank the points\n"
             "  stop             bank as much as these dice give");
    else if (seat >= 0)
        puts("  keep 1 1         keep these and roll the others ('11' is enough; '-' keeps none)\n"
             "  score chance     fill a box ('chance' is enough; so are fh, 3k, ss, ...)\n"
             "  score chance 23  claim its points: the referee checks them\n"
             "  zero twos        fill a box with a zero");
    else
        puts("  rematch          another game of the series");
    if (seat >= 0 && !state_falling(s))
        puts("  hint             the best choices and what they are worth (the record says so)\n"
             "  why, why 11      the reasons; or why not that?\n"
             "  warn mistake     ask before a costly choice (also: blunder, 3.5, off)");
    puts("  analyse          luck and errors so far\n"
         "  undo             take the last step back, as often as you like\n"
         "  log              the lines so far, numbered\n"
         "  correct 7 11356  line 7 was a roll of other dice; everything after it is replayed\n"
         "  sheet            the score sheet        rules   the rules in force\n"
         "  # words          a comment for the record\n"
         "  save FILE        go on in another file  quit    leave; 'yard resume' goes on");
}

void plain_log(const struct table *t) {
    for (int line = 1; line <= table_lines(t); line++) {
        int step = table_step_of_line(t, line);
        LOCAL_TEXT(w, LINE_MAX_BYTES);
        if (step >= 0)
            entry_print(&table_step(t, step)->before.rules, &table_step(t, step)->entry, &w);
        printf("%4d  %s", line, table_line(t, line));
        if (step >= 0 && strcmp(w.data, table_line(t, line)))
            printf("   now: %s", w.data);
        else if (step < 0 && table_line(t, line)[0] != '#' && strcmp(table_line(t, line), "hint") &&
                 strncmp(table_line(t, line), "undo", 4) &&
                 strncmp(table_line(t, line), "correct", 7))
            fputs("   (undone)", stdout);
        putchar('\n');
    }
}

void plain_end(const struct table *t) {
    const struct state *s = table_now(t);
    LOCAL_TEXT(w, 2048);
    result_totals(s, &w);
    printf("\nThe game is over: %s.\n", w.data);
    text_clear(&w);
    if (s->seat_count > 1) {
        result_winners(s, &w);
        printf("%s.\n", w.data);
    } else if (s->rules.book->family == FAMILY_PRESS) {
        printf("%d turns.\n", s->game.turns[0]);
    }
    putchar('\n');
    struct scoresheet *sheet = scoresheet_of_game(t, -1);
    sheet_print(stdout, sheet, 80);
    scoresheet_free(sheet);
    if (s->seat_count > 1) {
        printf("\nSettlement after %d game%s:", s->games, s->games == 1 ? "" : "s");
        for (int i = 0; i < s->seat_count; i++)
            printf("%s %s %+" PRId64, i ? "," : "", s->seats[i].name, s->ledger[i]);
        puts(".");
    }
}
