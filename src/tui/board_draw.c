#include <string.h>

#include "core/columns.h"
#include "core/day.h"
#include "core/random.h"
#include "core/say.h"
#include "play/results.h"
#include "rules/press.h"
#include "rules/sheet.h"
#include "tui/board.h"

enum { DICE_ROW = 2, PANEL_MIN = 42, WIDE = 120, LEFT_OF_PANEL = 88 };

/* The sheet takes what all its columns need, the coach's panel the rest. */
static int panel_width(const struct board *b) {
    int needed = board_is_press(b) ? 0 : board_sheet_width(b) + 1;
    int width = term_columns() - (needed > LEFT_OF_PANEL ? needed : LEFT_OF_PANEL);
    return width < PANEL_MIN ? PANEL_MIN : width;
}

/* ---- the top line ---- */

static void draw_head(const struct board *b) {
    const struct state *s = &b->view;
    char left[256], right[256], person[2 * SEAT_NAME_MAX], seed[32];
    struct text l = TEXT_IN(left), r = TEXT_IN(right), p = TEXT_IN(person), n = TEXT_IN(seed);
    const char *dot = term_glyph(GLYPH_DOT);
    int round = game_round(&s->game);
    if (table_what_if(b->table)) {
        say(&l, tui_what_if);
        text_add(&l, " %s ", dot);
    }
    text_add(&l, "%s %s ", s->rules.book->name, dot);
    if (s->stage == STAGE_OPENING)
        say(&l, tui_who_starts);
    else if (state_over(s))
        say(&l, tui_game_over_phrase);
    else if (board_is_press(b))
        say(&l, tui_round, .round = round);
    else
        say(&l, tui_round_of, .round = round, .rounds = s->rules.book->box_count);
    int seat = state_seat(s);
    if (seat >= 0) {
        person_words(s, seat, &p);
        text_add(&l, " %s ", dot);
        say(&l, tui_turn_of, .player = person);
    }
    switch (s->dice.kind) {
    case DICE_PHYSICAL:
        text_put(&r, words_of(s->pace == PACE_POINTS ? M_tui_real_dice_points
                              : s->pace == PACE_LAST ? M_tui_real_dice_last
                                                     : M_tui_real_dice));
        break;
    case DICE_SEEDED:
        text_add(&n, "%llu", (unsigned long long)s->dice.seed);
        say(&r, tui_dice_of_seed, .seed = seed);
        break;
    case DICE_FAIR:
        say(&r, tui_fair_dice);
        break;
    case DICE_DAILY:
        day_print((int)s->dice.seed, &n);
        say(&r, tui_daily_dice, .day = seed);
        break;
    default:
        break;
    }
    if (!b->record) {
        text_put(&r, r.len ? ", " : "");
        say(&r, tui_not_kept);
    }
    draw_title(left, right);
}

/* ---- dice ---- */

/* Rolling dice show random faces. */
static int face_shown(const struct board *b, const struct app *app, int place) {
    if (!board_rolling(b, app) || !b->fresh[place])
        return b->faces[place];
    return 1 + (int)(random_mix(app->now / 60 * 8 + (uint64_t)place) % FACES);
}

/* Draws a roll that left nothing to choose; it is shown until the next roll. */
static void draw_past(const struct board *b, const struct app *app) {
    int place = 0;
    for (int face = 1; face <= FACES; face++) {
        for (int n = dice_count(b->past, face); n; n--, place++) {
            int seen = 1 + (int)(random_mix(app->now / 60 * 8 + (uint64_t)place) % FACES);
            term_die(DICE_ROW + 1, 1 + place * (DIE_COLUMNS + 1),
                     board_rolling(b, app) ? seen : face, false, b->bust ? STYLE_BAD : STYLE_PLAIN);
        }
    }
    if (b->bust && !board_rolling(b, app))
        term_put(DICE_ROW + DIE_ROWS + 1, 1, STYLE_BAD,
                 WORDS(tui_bust, .bust = b->view.rules.book->bust));
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
        LOCAL_TEXT(w, 64);
        text_add(&w, "[%d]", i + 1);
        if (kept)
            text_add(&w, " %s", words_of(press ? M_tui_aside : M_tui_kept));
        if (b->view.game.phase == PHASE_CHOOSE && b->view.stage == STAGE_PLAY)
            term_add(DICE_ROW + DIE_ROWS + 1, x + (kept ? 1 : 3), kept ? STYLE_KEPT : STYLE_PLAIN,
                     "%.*s", (int)shown_fit(w.data, DIE_COLUMNS), w.data);
    }
}

/* ---- beside the dice ---- */

/* The upper total, compared with what the bonus needs and, while that is undecided, with three of
 * each face filled so far. */
static void upper_words(const struct board *b, struct text *out) {
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
    int bonus_at = s->rules.params.upper_par;
    if (sum >= bonus_at)
        say(out, tui_upper_bonus, .points = sum, .needed = bonus_at);
    else if (!open)
        say(out, tui_upper_no_bonus, .points = sum, .needed = bonus_at);
    else
        say(out, tui_upper_pace, .points = sum, .needed = bonus_at, .pace = sum - par);
}

static void sheet_info(const struct board *b, int x) {
    const struct state *s = &b->view;
    const struct game *g = &s->game;
    LOCAL_TEXT(w, 128);
    int y = DICE_ROW + 1;
    if (s->pace == PACE_THROWS || board_pace(b) == PACE_THROWS) {
        say(&w, tui_roll_of, .roll = g->rolls, .rolls = s->rules.book->rolls);
        text_put(&w, "  ");
        for (int i = 0; i < s->rules.book->rolls; i++)
            text_put(&w, term_glyph(i < g->rolls ? GLYPH_MARK : GLYPH_OPEN));
        term_put(y++, x, STYLE_BOLD, w.data);
    }
    if (s->rules.params.upper_bonus) {
        text_clear(&w);
        upper_words(b, &w);
        term_put(y++, x, STYLE_PLAIN, w.data);
    }
    term_put(y++, x, STYLE_PLAIN, WORDS(tui_total, .points = game_total(&s->rules, g, g->seat)));
    const struct card *card = &g->card[g->seat];
    if (g->phase == PHASE_CHOOSE && sheet_is_joker(&s->rules, card, g->dice)) {
        bool bonus = card->points[sheet_five_box(s->rules.book)] && s->rules.params.bonus;
        if (bonus)
            term_put(y++, x, STYLE_GOOD,
                     WORDS(tui_five_bonus, .points = s->rules.params.bonus,
                           .name = rule_title(s->rules.book, RULE_FIVE_BONUS)));
        if (s->rules.params.joker != JOKER_NONE)
            term_put(y++, x, STYLE_PLAIN, WORDS(tui_joker_rule));
    }
}

static void press_info(const struct board *b, int x) {
    const struct state *s = &b->view;
    const struct game *g = &s->game;
    int y = DICE_ROW + 1;
    int points = press_points(s->rules.book, board_chosen(b));
    term_put(y++, x, STYLE_BOLD, WORDS(tui_at_risk, .points = g->turn_points));
    if (g->phase == PHASE_CHOOSE) {
        term_put(y++, x, points ? STYLE_GOOD : STYLE_PLAIN, WORDS(tui_chosen, .points = points));
        struct action stop = {.act = ACT_TAKE_STOP, .dice = board_chosen(b)};
        if (points && game_check(&s->rules, g, stop) == ALLOWED)
            term_put(y++, x, STYLE_PLAIN, WORDS(tui_s_banks, .points = g->turn_points + points));
    } else {
        term_put(y++, x, STYLE_PLAIN, WORDS(tui_dice_to_throw, .n = g->falling));
    }
    term_put(y++, x, STYLE_PLAIN, WORDS(tui_total, .points = g->total[g->seat]));
    if (!g->total[g->seat] && s->rules.params.entry)
        term_put(y++, x, STYLE_PLAIN, WORDS(tui_to_get_in, .points = s->rules.params.entry));
}

/* ---- rolling to see who starts ---- */

/* The dice a seat rolled in the current round of rolling for who starts; none if it has not rolled
 * yet. */
static struct dice opening_dice(const struct board *b, int seat) {
    static struct state before;
    for (int i = table_steps(b->table) - 1; i >= 0; i--) {
        const struct step *step = table_step(b->table, i);
        state_view(&step->before, &before);
        if (step->entry.kind != ENTRY_ACTION || before.stage != STAGE_OPENING ||
            before.opening.round != b->view.opening.round)
            break;
        if (before.opening.seat == seat)
            return step->entry.action.dice;
    }
    return (struct dice){0};
}

static void draw_opening(const struct board *b, struct area where) {
    enum { NAMES = 26, SUM = 4 };
    const struct state *s = &b->view;
    int rows = where.height - 2, first = list_first(state_seat(s), s->seat_count, rows);
    term_put(where.y, where.x, STYLE_BOLD, WORDS(tui_everybody_rolls));
    for (int i = first; i < s->seat_count && i - first < rows; i++) {
        bool in = set_has(s->opening.contenders, i), turn = state_seat(s) == i;
        int y = where.y + 2 + i - first, x = where.x + NAMES + 2;
        term_put(y, where.x, turn ? STYLE_BOLD : STYLE_PLAIN, turn ? term_glyph(GLYPH_TURN) : " ");
        term_cell(y, where.x + 2, NAMES - 2, turn ? STYLE_BOLD : STYLE_PLAIN, s->seats[i].name);
        if (s->opening.sum[i]) {
            struct dice dice = opening_dice(b, i);
            LOCAL_TEXT(w, 16);
            text_add(&w, "%d", s->opening.sum[i]);
            term_cell_right(y, x, SUM, STYLE_BOLD, w.data);
            term_put(y, x + SUM + 3, STYLE_PLAIN, DICE(dice, " "));
        } else {
            term_put(y, x, STYLE_DIM, in ? "" : WORDS(tui_out));
        }
    }
}

/* ---- game over ---- */

static void winner_words(const struct board *b, struct text *out) {
    const struct state *s = &b->view;
    if (s->seat_count == 1)
        text_add(out, "%s ", s->seats[0].name);
    if (s->seat_count > 1)
        result_winners(s, out);
    else if (board_is_press(b))
        say(out, tui_points_in_turns, .points = s->game.total[0], .turns = s->game.turns[0]);
    else
        say(out, tui_points, .n = game_total(&s->rules, &s->game, 0));
}

/* Below the winner: settlement, and the two moments that mattered most. */
static void result_lines(const struct board *b, int width, struct text *out) {
    const struct state *s = &b->view;
    LOCAL_TEXT(moments, 512);
    if (state_settles(s)) {
        LOCAL_TEXT(list, RESULT_TEXT_BYTES);
        result_balances(s, &list);
        text_put(out, out->len ? "\n" : "");
        say(out, tui_settlement, .n = s->games, .list = list.data);
    }
    board_moments(b, width, &moments);
    if (moments.len)
        text_add(out, "%s%s", out->len ? "\n" : "", moments.data);
}

/* The frame lies above the sheet. What does not fit, with many players, is left out at the end: the
 * sheet and the review show it as well. */
static void draw_result(const struct board *b, int width) {
    enum { TOP = DICE_ROW + 1, ROWS_MAX = 5 };
    LOCAL_TEXT(w, 2 * RESULT_TEXT_BYTES);
    LOCAL_TEXT(more, 2 * RESULT_TEXT_BYTES + 1024);
    LOCAL_TEXT(totals, RESULT_TEXT_BYTES);
    int inner = width - 8, y = TOP;
    winner_words(b, &w);
    if (b->view.seat_count > 1) /* alone, the first line says it all */
        result_totals(&b->view, &totals);
    if (totals.len && shown_width(w.data) + shown_width(totals.data) + 2 <= inner)
        text_add(&w, ". %s", totals.data);
    else
        text_put(&more, totals.data);
    result_lines(b, inner, &more);
    if (table_what_if(b->table)) {
        text_put(&w, " ");
        say(&w, tui_what_if_no_result);
    }
    int news = term_wrapped_lines(inner, b->news), head = term_wrapped_lines(inner, w.data);
    int rows = head + news + term_wrapped_lines(inner, more.data);
    rows = rows > ROWS_MAX ? ROWS_MAX : rows;
    term_frame(DICE_ROW, 2, rows + 2, width - 4, WORDS(tui_game_over));
    term_wrapped(y, 4, inner, rows, 0, STYLE_BOLD, w.data);
    y += head;
    if (y < TOP + rows)
        term_wrapped(y, 4, inner, TOP + rows - y, 0, STYLE_GOOD, b->news);
    y += news;
    if (y < TOP + rows)
        term_wrapped(y, 4, inner, TOP + rows - y, 0, STYLE_PLAIN, more.data);
}

/* ---- the prompt ---- */

static void press_prompt(const struct board *b, struct text *out) {
    bool stops = board_offers(b, 's');
    if (b->places == 1 && stops)
        say(out, tui_choose_die);
    else if (b->places == 1)
        say(out, tui_choose_die_roll);
    else if (stops)
        say(out, tui_choose_dice, .places = b->places);
    else
        say(out, tui_choose_dice_roll, .places = b->places);
}

static void prompt_words(const struct board *b, struct text *out) {
    const struct state *s = &b->view;
    int falling = state_falling(s), seat = state_seat(s);
    if (seat < 0)
        return;
    if (!board_throwing(b) && !board_choosing(b)) {
        say(out, tui_is_thinking, .player = s->seats[seat].name);
        return;
    }
    person_words(s, seat, out);
    text_put(out, ": ");
    if (board_pace(b) != PACE_THROWS)
        board_pad_words(b, out);
    else if (b->typed_count)
        say(out, tui_faces_typed, .typed = b->typed_count, .all = falling);
    else if (falling && s->dice.kind == DICE_PHYSICAL)
        say(out, tui_throw_and_type, .n = falling);
    else if (falling && s->stage == STAGE_OPENING)
        say(out, tui_r_rolls_for_start);
    else if (falling)
        say(out, tui_r_rolls_dice);
    else if (board_is_press(b))
        press_prompt(b, out);
    else if (s->game.rolls < s->rules.book->rolls)
        say(out, tui_keep_or_fill);
    else
        say(out, tui_fill_box);
}

static void draw_offered(const struct board *b, int y, const struct button *list, size_t count) {
    struct button offered[16];
    int n = 0;
    for (size_t i = 0; i < count; i++) {
        if (board_offers(b, list[i].key))
            offered[n++] = list[i];
    }
    term_buttons(y, 1, offered, n);
}

static void draw_buttons(const struct board *b, int y) {
    static const struct button asking[] = {
        {M_tui_button_yes, 'y'}, {M_tui_button_no, 'n'}, {M_tui_button_hint, 'h'}};
    static const struct button over[] = {{M_tui_button_new_game, 'n'}, {M_tui_button_analysis, 'a'},
                                         {M_tui_button_sheet, 's'},    {M_tui_button_undo, 'u'},
                                         {M_tui_button_correct, 'c'},  {M_tui_button_rules, 'i'},
                                         {M_tui_button_help, '?'},     {M_tui_button_quit, 'q'}};
    static const struct button sheet[] = {
        {M_tui_button_roll, 'r'},          {M_tui_button_enter, KEY_RETURN},
        {M_tui_button_pace, 'p'},          {M_tui_button_undo, 'u'},
        {M_tui_button_correct, 'c'},       {M_tui_button_hint, 'h'},
        {M_tui_button_why, 'w'},           {M_tui_button_analysis, 'a'},
        {M_tui_button_player_leaves, 'l'}, {M_tui_button_help, '?'},
        {M_tui_button_quit, 'q'}};
    static const struct button press[] = {
        {M_tui_button_roll, 'r'},          {M_tui_button_stop, 's'}, {M_tui_button_bust, 'b'},
        {M_tui_button_pace, 'p'},          {M_tui_button_undo, 'u'}, {M_tui_button_correct, 'c'},
        {M_tui_button_hint, 'h'},          {M_tui_button_why, 'w'},  {M_tui_button_analysis, 'a'},
        {M_tui_button_player_leaves, 'l'}, {M_tui_button_help, '?'}, {M_tui_button_quit, 'q'}};
#define BUTTONS(list) draw_offered(b, y, list, sizeof list / sizeof *list)
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

/* Fills an area with a background and wraps the words within it. */
static void draw_block(struct area where, int style, const char *words) {
    term_fill(where.y, where.x, where.height, where.width, style);
    term_wrapped(where.y, where.x, where.width, where.height, 0, style, words);
}

/* Draws the message at the bottom and, above it, the prompt or question. If they are long, they
 * also use the coach's line, and what says why something is not allowed the rows above it. If that
 * is not enough, or the coach's line shows the balance of a finished game, only the last line of
 * the message is shown. */
static void draw_words(const struct board *b, int bottom, int width) {
    char head[512], said[sizeof b->said];
    struct text h = TEXT_IN(head), s = TEXT_IN(said);
    if (b->ask)
        text_put(&h, b->question);
    else
        prompt_words(b, &h);
    text_put(&s, b->said);
    for (char *c = said; *c; c++)
        *c = *c == '\n' ? ' ' : *c;
    int head_rows = term_wrapped_lines(width, head), rows = term_wrapped_lines(width, said);
    int most = b->said_bad ? 4 : 2;
    int room = state_over(&b->view) && !b->ask ? 1 : head_rows > 1 ? most - 1 : most;
    if (rows > room) {
        const char *last = strrchr(b->said, '\n');
        text_clear(&s);
        text_put(&s, last ? last + 1 : b->said);
        rows = term_wrapped_lines(width, said);
        rows = rows > room ? room : rows;
    }
    rows = rows ? rows : 1;
    draw_block((struct area){bottom - rows, 1, rows, width}, b->said_bad ? STYLE_BAD : STYLE_PLAIN,
               said);
    if (head_rows)
        draw_block((struct area){bottom - rows - head_rows, 1, head_rows, width},
                   b->ask ? STYLE_SELECTED : STYLE_BOLD, head);
}

/* ---- the whole screen ---- */

static void draw_upper_part(const struct board *b, const struct app *app, int width) {
    const struct state *s = &b->view;
    if (state_over(s)) {
        draw_result(b, width);
        return;
    }
    if (b->past.bits && !b->typed_count)
        draw_past(b, app);
    else if (board_pace(b) != PACE_POINTS)
        draw_dice(b, app);
    if (s->stage != STAGE_PLAY)
        return;
    if (board_is_press(b))
        press_info(b, 2 + s->rules.book->dice * (DIE_COLUMNS + 1));
    else
        sheet_info(b, 3 + s->rules.book->dice * (DIE_COLUMNS + 1));
}

/* Reasons cover the sheet or the race and, if they need the room, the dice. */
static struct area why_area(const struct board *b) {
    int bottom = term_rows() - 3, most = bottom - 1, height = bottom - 9;
    int needed = term_wrapped_lines(term_columns() - 4, b->why) + 2;
    height = needed > most ? most : needed > height ? needed : height;
    return (struct area){bottom - height, 0, height, term_columns()};
}

/* From the top: title and dice; the sheet or the race; the coach's line; prompt and message;
 * buttons. A wide window has the coach's panel on the right instead of the coach's line. */
void board_draw(const struct screen *screen, const struct app *app) {
    const struct board *b = (const struct board *)screen;
    int rows = term_rows(), columns = term_columns();
    bool wide = columns >= WIDE;
    int panel = panel_width(b), width = wide ? columns - panel : columns;
    int half = columns / 2 - 2; /* a hint covers the right half */
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
    draw_words(b, rows - 1, width - 2);
    if (wide)
        board_draw_panel(b, app, (struct area){1, columns - panel, rows - 2, panel});
    else if (b->panel == PANEL_WHY)
        board_draw_hint(b, app, why_area(b));
    else if (b->panel)
        board_draw_hint(b, app, (struct area){9, half, rows - 13, columns - half});
    draw_buttons(b, rows - 1);
}
