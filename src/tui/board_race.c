/* A press game on the screen: the race to the goal, the sets that can be set aside, and the
 * final-round banner. */

#include "core/say.h"
#include "rules/press.h"
#include "tui/board.h"

enum { NAME = 16, POINTS = 7, SETS_WIDTH = 26 };

static void draw_seat(const struct board *b, struct area where, int seat) {
    const struct state *s = &b->view;
    const struct game *g = &s->game;
    bool turn = seat == state_seat(s);
    int style = turn ? STYLE_BOLD : STYLE_PLAIN;
    double goal = s->rules.params.goal;
    LOCAL_TEXT(w, 32);
    text_add(&w, "%d", g->total[seat]);
    term_put(where.y, where.x, style, turn ? term_glyph(GLYPH_TURN) : " ");
    term_cell(where.y, where.x + 2, NAME, turn ? STYLE_SELECTED : style, s->seats[seat].name);
    term_cell_right(where.y, where.x + 2 + NAME, POINTS, style, w.data);
    int bar = where.width - 2 - NAME - POINTS - 2;
    if (bar < 4)
        return;
    int risk = turn ? g->turn_points + press_points(s->rules.book, board_chosen(b)) : 0;
    term_bar(where.y, where.x + 2 + NAME + POINTS + 1, bar, g->total[seat] / goal, risk / goal,
             turn ? STYLE_GOOD : STYLE_PLAIN);
}

/* Returns the number of rows drawn: with long names, the final-round banner needs two. */
static int draw_banner(const struct board *b, struct area where) {
    const struct state *s = &b->view;
    const struct game *g = &s->game;
    LOCAL_TEXT(w, 256);
    if (g->ender && g->phase != PHASE_OVER) {
        int ahead = g->ender - 1;
        for (int i = 0; i < s->seat_count; i++)
            ahead = g->total[i] > g->total[ahead] ? i : ahead;
        const char *leader = s->seats[ahead].name;
        int most = g->total[ahead];
        if (g->total[g->seat] < most)
            say(&w, tui_final_round_needs, .leader = leader, .points = most,
                .player = s->seats[g->seat].name, .needed = most - g->total[g->seat]);
        else
            say(&w, tui_final_round, .leader = leader, .points = most);
        int rows = term_wrapped_lines(where.width - 2, w.data);
        term_fill(where.y, where.x, rows, where.width, STYLE_SELECTED);
        return term_wrapped(where.y, where.x + 1, where.width - 2, rows, 0, STYLE_SELECTED, w.data);
    }
    say(&w, tui_race_to, .goal = s->rules.params.goal);
    term_cell(where.y, where.x, where.width, STYLE_BOLD, w.data);
    return 1;
}

static void draw_sets(const struct board *b, struct area where) {
    struct dice sets[ACTIONS_MAX], chosen = board_chosen(b);
    int n = board_sets(b, sets), at = 0;
    for (int i = 0; i < n; i++)
        at = dice_same(sets[i], chosen) ? i : at;
    int rows = where.height - 1, first = list_first(at, n, rows);
    if (!n)
        return;
    term_cell(where.y, where.x, where.width, STYLE_BOLD, WORDS(tui_scoring_dice));
    for (int i = first; i < n && i - first < rows; i++) {
        LOCAL_TEXT(w, 64);
        bool here = dice_same(sets[i], chosen);
        int y = where.y + 1 + i - first;
        text_put(&w, here ? term_glyph(GLYPH_CURSOR) : " ");
        text_dice(&w, sets[i], " ");
        term_cell(y, where.x, where.width - 8, here ? STYLE_SELECTED : STYLE_PLAIN, w.data);
        text_clear(&w);
        text_add(&w, "%d", press_points(b->view.rules.book, sets[i]));
        term_cell_right(y, where.x + where.width - 8, 6, here ? STYLE_SELECTED : STYLE_OFFER,
                        w.data);
        term_zone(y, where.x, 1, where.width, KEY_SET + i);
    }
}

/* Dice set aside earlier this turn, taken from the log: the game state does not keep them. */
static void aside_words(const struct board *b, struct text *out) {
    const struct game *g = &b->view.game;
    LOCAL_TEXT(sets, 256);
    int from = table_steps(b->table);
    while (from > 0) {
        const struct state *before = &table_step(b->table, from - 1)->before;
        if (before->stage != STAGE_PLAY || before->games != table_now(b->table)->games ||
            before->game.seat != g->seat || before->game.turns[g->seat] != g->turns[g->seat])
            break;
        from--;
    }
    for (int i = from; i < table_steps(b->table); i++) {
        const struct entry *e = &table_step(b->table, i)->entry;
        if (e->kind != ENTRY_ACTION ||
            (e->action.act != ACT_TAKE_ROLL && e->action.act != ACT_ASIDE))
            continue;
        text_put(&sets, sets.len ? " | " : "");
        text_dice(&sets, e->action.dice, " ");
    }
    if (sets.len)
        say(out, tui_set_aside, .dice = sets.data);
}

void board_draw_race(const struct board *b, struct area where) {
    struct area race = where, sets = where;
    sets.width = SETS_WIDTH;
    sets.x = where.x + where.width - SETS_WIDTH;
    race.width = where.width - SETS_WIDTH - 2;
    int banner = draw_banner(b, race);
    int seats = b->view.seat_count, rows = where.height - 2 - banner;
    int first = list_first(b->view.game.seat, seats, rows);
    for (int i = first; i < seats && i - first < rows; i++) {
        struct area line = race;
        line.y += banner + i - first;
        draw_seat(b, line, i);
    }
    LOCAL_TEXT(w, 256);
    aside_words(b, &w);
    int aside = term_wrapped_lines(race.width, w.data);
    term_wrapped(where.y + where.height - aside, where.x, race.width, aside, 0, STYLE_KEPT, w.data);
    draw_sets(b, sets);
}
