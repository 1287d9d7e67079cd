#include "core/random.h"
#include "play/results.h"
#include "rules/press.h"
#include "rules/sheet.h"
#include "tui/board.h"

enum { DICE_ROW = 2, PANEL_WIDTH = 42, WIDE = 116 };

/* ---- the top line ---- */

static void draw_head(const struct board *b) {
    const struct state *s = &b->view;
    char left[256], right[256];
    struct text l = TEXT_IN(left), r = TEXT_IN(right);
    const char *dot = term_glyph(GLYPH_DOT);
    text_add(&l, "%s", s->rules.book->name);
    if (s->stage == STAGE_OPENING)
        text_add(&l, " %s who starts?", dot);
    else if (state_over(s))
        text_add(&l, " %s the game is over", dot);
    else if (board_is_press(b))
        text_add(&l, " %s round %d", dot, game_round(&s->game));
    else
        text_add(&l, " %s round %d of %d", dot, game_round(&s->game), s->rules.book->box_count);
    int seat = state_seat(s);
    if (seat >= 0) {
        text_add(&l, " %s ", dot);
        person_words(s, seat, &l);
        text_put(&l, "'s turn");
    }
    switch (s->dice.kind) {
    case DICE_PHYSICAL:
        text_put(&r, "real dice");
        break;
    case DICE_SEEDED:
        text_add(&r, "dice of seed %llu", (unsigned long long)s->dice.seed);
        break;
    case DICE_FAIR:
        text_put(&r, "fair dice");
        break;
    default:
        break;
    }
    if (!b->record)
        text_add(&r, "%snot kept", r.len ? ", " : "");
    draw_title(left, right);
}

/* ---- dice ---- */

/* Rolling dice show random faces. */
static int face_shown(const struct board *b, const struct app *app, int place) {
    if (!board_rolling(b, app) || !b->fresh[place])
        return b->faces[place];
    return 1 + (int)(random_mix(app->now / 60 * 8 + (uint64_t)place) % FACES);
}

/* The roll that lost the turn, until the next roll. */
static void draw_lost(const struct board *b, const struct app *app) {
    int place = 0;
    for (int face = 1; face <= FACES; face++) {
        for (int n = dice_count(b->lost, face); n; n--, place++) {
            int seen = 1 + (int)(random_mix(app->now / 60 * 8 + (uint64_t)place) % FACES);
            term_die(DICE_ROW + 1, 1 + place * (DIE_COLUMNS + 1),
                     board_rolling(b, app) ? seen : face, false, STYLE_BAD);
        }
    }
    if (!board_rolling(b, app))
        term_add(DICE_ROW + DIE_ROWS + 1, 1, STYLE_BAD, "%s! No die scores.",
                 b->view.rules.book->bust);
}

/* Kept dice are drawn one row higher, in a thick frame. */
static void draw_dice(const struct board *b, const struct app *app) {
    bool press = board_is_press(b);
    bool typing = b->view.dice.kind == DICE_PHYSICAL && board_throwing(b);
    int typed = 0;
    for (int i = 0; i < b->places; i++) {
        int x = 1 + i * (DIE_COLUMNS + 1), face = face_shown(b, app, i);
        bool kept = b->chosen[i] && b->faces[i];
        if (typing && !b->faces[i])
            face = typed < b->typed_count ? b->typed[typed++] : 0;
        int y = DICE_ROW + !kept;
        term_die(y, x, face, kept, kept ? STYLE_KEPT : face ? STYLE_PLAIN : STYLE_DIM);
        term_zone(DICE_ROW, x, DIE_ROWS + 2, DIE_COLUMNS, '1' + i);
        const char *word = !kept ? "" : press ? " aside" : " kept";
        if (b->view.game.phase == PHASE_CHOOSE && b->view.stage == STAGE_PLAY)
            term_add(DICE_ROW + DIE_ROWS + 1, x + (kept ? 1 : 3), kept ? STYLE_KEPT : STYLE_PLAIN,
                     "[%d]%s", i + 1, word);
    }
}

/* ---- beside the dice ---- */

/* The upper section compared with three of each face. */
static void pace_words(const struct board *b, struct text *out) {
    const struct state *s = &b->view;
    const struct card *card = &s->game.card[s->game.seat];
    int par = 0, sum = card_upper(s->rules.book, card), open = 0;
    for (int i = 0; i < s->rules.book->box_count; i++) {
        const struct box *box = &s->rules.book->boxes[i];
        if (!box_is_upper(box))
            continue;
        if (card->filled >> i & 1)
            par += 3 * box->n;
        else
            open++;
    }
    text_add(out, "Upper %d of %d", sum, s->rules.params.upper_par);
    if (sum >= s->rules.params.upper_par)
        text_put(out, ": bonus");
    else if (!open)
        text_put(out, ": no bonus");
    else
        text_add(out, ", pace %+d", sum - par);
}

static void sheet_info(const struct board *b, int x) {
    const struct state *s = &b->view;
    const struct game *g = &s->game;
    LOCAL_TEXT(w, 128);
    int y = DICE_ROW + 1;
    text_add(&w, "Roll %d of %d  ", g->rolls, s->rules.book->rolls);
    for (int i = 0; i < s->rules.book->rolls; i++)
        text_put(&w, term_glyph(i < g->rolls ? GLYPH_MARK : GLYPH_OPEN));
    term_put(y++, x, STYLE_BOLD, w.data);
    if (s->rules.params.upper_bonus) {
        text_clear(&w);
        pace_words(b, &w);
        term_put(y++, x, STYLE_PLAIN, w.data);
    }
    term_add(y++, x, STYLE_PLAIN, "Total %d", game_total(&s->rules, g, g->seat));
    const struct card *card = &g->card[g->seat];
    if (g->phase == PHASE_CHOOSE && sheet_is_joker(&s->rules, card, g->dice)) {
        bool bonus = card->points[sheet_five_box(s->rules.book)] && s->rules.params.bonus;
        if (bonus)
            term_add(y++, x, STYLE_GOOD, "+%d for five alike!", s->rules.params.bonus);
        if (s->rules.params.joker != JOKER_NONE)
            term_put(y++, x, STYLE_PLAIN, "the joker rule (I)");
    }
}

static void press_info(const struct board *b, int x) {
    const struct state *s = &b->view;
    const struct game *g = &s->game;
    int y = DICE_ROW + 1;
    int points = press_points(s->rules.book, board_chosen(b));
    term_add(y++, x, STYLE_BOLD, "At risk %d", g->turn_points);
    if (g->phase == PHASE_CHOOSE) {
        term_add(y++, x, points ? STYLE_GOOD : STYLE_PLAIN, "Chosen %+d", points);
        struct action stop = {.act = ACT_TAKE_STOP, .dice = board_chosen(b)};
        if (points && game_check(&s->rules, g, stop) == ALLOWED)
            term_add(y++, x, STYLE_PLAIN, "S banks %d", g->turn_points + points);
    } else {
        term_add(y++, x, STYLE_PLAIN, "%d dice to throw", g->falling);
    }
    term_add(y++, x, STYLE_PLAIN, "Total %d", g->total[g->seat]);
    if (!g->total[g->seat] && s->rules.params.entry)
        term_add(y++, x, STYLE_PLAIN, "%d to get in", s->rules.params.entry);
}

/* ---- rolling to see who starts ---- */

static void draw_opening(const struct board *b, struct area where) {
    const struct state *s = &b->view;
    term_put(where.y, where.x, STYLE_BOLD, "Everybody rolls all dice; the highest total starts.");
    for (int i = 0; i < s->seat_count && i + 2 < where.height; i++) {
        bool in = s->opening.contenders >> i & 1;
        bool turn = state_seat(s) == i;
        term_put(where.y + 2 + i, where.x, turn ? STYLE_BOLD : STYLE_PLAIN,
                 turn ? term_glyph(GLYPH_TURN) : " ");
        term_cell(where.y + 2 + i, where.x + 2, 24, turn ? STYLE_BOLD : STYLE_PLAIN,
                  s->seats[i].name);
        if (s->opening.sum[i])
            term_add(where.y + 2 + i, where.x + 28, STYLE_PLAIN, "%d", s->opening.sum[i]);
        else
            term_put(where.y + 2 + i, where.x + 28, STYLE_DIM, in ? "" : "out");
    }
}

/* ---- game over ---- */

static void draw_result(const struct board *b, int width) {
    const struct state *s = &b->view;
    LOCAL_TEXT(w, 1024);
    if (s->seat_count > 1)
        result_winners(s, &w);
    else if (board_is_press(b))
        text_add(&w, "%d points in %d turns", s->game.total[0], s->game.turns[0]);
    else
        text_add(&w, "%d points", game_total(&s->rules, &s->game, 0));
    term_frame(DICE_ROW, 2, 6, width - 4, "The game is over");
    term_cell(DICE_ROW + 1, 4, width - 8, STYLE_BOLD, w.data);
    text_clear(&w);
    result_totals(s, &w);
    term_cell(DICE_ROW + 2, 4, width - 8, STYLE_PLAIN, w.data);
    if (s->seat_count > 1) {
        text_clear(&w);
        text_add(&w, "Settlement after %d game%s:", s->games, s->games == 1 ? "" : "s");
        for (int i = 0; i < s->seat_count; i++)
            text_add(&w, "%s %s %+lld", i ? "," : "", s->seats[i].name, (long long)s->ledger[i]);
        term_cell(DICE_ROW + 3, 4, width - 8, STYLE_PLAIN, w.data);
    }
    term_put(DICE_ROW + 4, 4, STYLE_PLAIN,
             "A: the game again, with what each choice gave away.  N: another game.");
}

/* ---- the prompt ---- */

static void prompt_words(const struct board *b, struct text *out) {
    const struct state *s = &b->view;
    int falling = state_falling(s), seat = state_seat(s);
    if (seat < 0)
        return;
    if (!board_throwing(b) && !board_choosing(b)) {
        text_add(out, "%s is thinking.", s->seats[seat].name);
        return;
    }
    person_words(s, seat, out);
    text_put(out, ": ");
    if (b->typed_count)
        text_add(out, "%d of %d faces typed (Backspace takes one back)", b->typed_count, falling);
    else if (falling && s->dice.kind == DICE_PHYSICAL)
        text_add(out, "throw %d %s and type the faces", falling, falling == 1 ? "die" : "dice");
    else if (falling)
        text_put(out, s->stage == STAGE_OPENING ? "R rolls for who starts" : "R rolls the dice");
    else if (board_is_press(b))
        text_add(out, "1-%d choose dice to set aside, then R rolls on or S stops", b->places);
    else if (s->game.rolls < s->rules.book->rolls)
        text_put(out, "1-5 keep dice, R rolls the others; arrows and Enter fill a box");
    else
        text_put(out, "choose a box with the arrows, Enter fills it");
}

static void draw_buttons(const struct board *b, int y) {
    static const struct button asking[] = {{"[Y]es", 'y'}, {"[N]o", 'n'}, {"[H]int", 'h'}};
    static const struct button over[] = {
        {"[N]ew game", 'n'}, {"[A]nalysis", 'a'}, {"[U]ndo", 'u'}, {"[C]orrect", 'c'},
        {"[I] rules", 'i'},  {"[?] help", '?'},   {"[Q]uit", 'q'}};
    static const struct button sheet[] = {
        {"[R]oll", 'r'},     {"[Enter]", KEY_RETURN}, {"[U]ndo", 'u'},
        {"[C]orrect", 'c'},  {"[H]int", 'h'},         {"[W]hy", 'w'},
        {"[A]nalysis", 'a'}, {"[?]help", '?'},        {"[Q]uit", 'q'}};
    static const struct button press[] = {{"[R]oll", 'r'},     {"[S]top", 's'},  {"[U]ndo", 'u'},
                                          {"[C]orrect", 'c'},  {"[H]int", 'h'},  {"[W]hy", 'w'},
                                          {"[A]nalysis", 'a'}, {"[?]help", '?'}, {"[Q]uit", 'q'}};
#define BUTTONS(list) term_buttons(y, 1, list, sizeof list / sizeof *list)
    if (b->ask)
        BUTTONS(asking);
    else if (state_over(&b->view))
        BUTTONS(over);
    else if (board_is_press(b))
        BUTTONS(press);
    else
        BUTTONS(sheet);
#undef BUTTONS
}

static void draw_words(const struct board *b, int y, int width) {
    LOCAL_TEXT(w, 512);
    prompt_words(b, &w);
    if (b->ask)
        term_cell(y, 1, width - 2, STYLE_SELECTED, b->question);
    else if (w.data[0])
        term_cell(y, 1, width - 2, STYLE_BOLD, w.data);
    term_cell(y + 1, 1, width - 2, b->said_bad ? STYLE_BAD : STYLE_PLAIN, b->said);
}

/* ---- the whole screen ---- */

static void draw_upper_part(const struct board *b, const struct app *app, int width) {
    const struct state *s = &b->view;
    if (state_over(s)) {
        draw_result(b, width);
        return;
    }
    if (b->lost.bits && !b->typed_count)
        draw_lost(b, app);
    else
        draw_dice(b, app);
    if (s->stage != STAGE_PLAY)
        return;
    if (board_is_press(b))
        press_info(b, 2 + s->rules.book->dice * (DIE_COLUMNS + 1));
    else
        sheet_info(b, 3 + s->rules.book->dice * (DIE_COLUMNS + 1));
}

/* From the top: title, dice and prompt; the sheet or the race; the coach's line; messages; buttons.
 * A wide window has the coach's panel on the right. */
void board_draw(const struct screen *screen, const struct app *app) {
    const struct board *b = (const struct board *)screen;
    int rows = term_rows(), columns = term_columns();
    bool wide = columns >= WIDE;
    int width = wide ? columns - PANEL_WIDTH : columns;
    draw_head(b);
    draw_upper_part(b, app, width);
    struct area middle = {.y = 9, .x = 1, .height = rows - 9 - 4, .width = width - 2};
    if (b->view.stage == STAGE_OPENING)
        draw_opening(b, middle);
    else if (board_is_press(b))
        board_draw_race(b, middle);
    else
        board_draw_sheet(b, (struct area){middle.y, 0, middle.height, width});
    if (!wide)
        board_coach_line(b, app, rows - 4, columns - 2);
    draw_words(b, rows - 3, width);
    if (wide)
        board_draw_panel(b, app, (struct area){1, columns - PANEL_WIDTH, rows - 2, PANEL_WIDTH});
    else if (b->panel == PANEL_WHY)
        board_draw_hint(b, app, (struct area){9, 1, rows - 12, columns - 2});
    else if (b->panel)
        board_draw_hint(b, app, (struct area){9, columns - PANEL_WIDTH, 12, PANEL_WIDTH});
    draw_buttons(b, rows - 1);
}
