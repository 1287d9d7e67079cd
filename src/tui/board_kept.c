/* Real dice without all their throws: a pad for the points of a turn, or for its last dice. Digits
 * are typed; the letters that end a turn are those of the buttons. */
#include <stdlib.h>
#include <string.h>

#include "tui/board.h"

static bool begins(const struct board *b) {
    return b->view.stage == STAGE_PLAY && game_turn_begins(&b->view.game);
}

enum pace board_pace(const struct board *b) {
    return board_throwing(b) ? state_pace(&b->view) : PACE_THROWS;
}

bool board_may_change_pace(const struct board *b) {
    const struct state *s = &b->view;
    return s->dice.kind == DICE_PHYSICAL && board_throwing(b) && begins(b) &&
           !s->seats[s->game.seat].bot[0];
}

static bool may(const struct board *b, struct action a) {
    return kept_check(&b->view.rules, &b->view.game, a) == ALLOWED;
}

bool board_may_bank(const struct board *b) {
    return board_is_press(b) && board_pace(b) == PACE_LAST &&
           may(b, (struct action){.act = ACT_BANK});
}

bool board_may_bust(const struct board *b) {
    return board_is_press(b) && board_pace(b) != PACE_THROWS;
}

/* ---- entering ---- */

static bool box_is_open(const struct board *b, int box) {
    const struct game *g = &b->view.game;
    return !(g->card[g->seat].filled >> box & 1);
}

void board_open_box(struct board *b) {
    int n = b->view.rules.book->box_count;
    for (int i = 0; i < n && !box_is_open(b, b->cursor); i++)
        b->cursor = (b->cursor + 1) % n;
}

static void move_cursor(struct board *b, int step) {
    int n = b->view.rules.book->box_count, to = b->cursor;
    do
        to = (to + step + n) % n;
    while (to != b->cursor && !box_is_open(b, to));
    b->cursor = to;
}

/* Says the faces typed so far as one line. */
static void say_faces(struct board *b, struct app *app) {
    LOCAL_TEXT(l, 64);
    text_put(&l, board_is_press(b) ? "aside" : "last");
    for (int i = 0; i < b->typed_count; i++)
        text_add(&l, " %d", b->typed[i]);
    b->typed_count = 0;
    board_say(b, app, l.data);
}

static void say_points(struct board *b, struct app *app, const char *points) {
    LOCAL_TEXT(l, 64);
    if (board_is_press(b))
        text_add(&l, "bank %s", points);
    else
        text_add(&l, "score %s %s%s", b->view.rules.book->boxes[b->cursor].key, points,
                 b->bonus ? " bonus" : "");
    b->number[0] = '\0';
    b->bonus = false;
    board_say(b, app, l.data);
}

static void type_digit(struct board *b, struct app *app, int d) {
    if (board_pace(b) == PACE_POINTS) {
        size_t n = strlen(b->number);
        if (n + 1 < sizeof b->number) {
            b->number[n] = (char)('0' + d);
            b->number[n + 1] = '\0';
        }
    } else if (d >= 1 && d <= FACES && b->typed_count < b->view.game.falling) {
        b->typed[b->typed_count++] = d;
        if (b->typed_count == b->view.game.falling)
            say_faces(b, app);
    }
}

static void rub_out(struct board *b) {
    size_t n = strlen(b->number);
    if (n)
        b->number[n - 1] = '\0';
    b->typed_count -= b->typed_count > 0;
}

static void enter(struct board *b, struct app *app) {
    if (board_pace(b) == PACE_POINTS && b->number[0])
        say_points(b, app, b->number);
    else if (board_pace(b) == PACE_LAST && b->typed_count && board_is_press(b))
        say_faces(b, app);
    else
        board_tell(b, tui_pad_nothing);
}

/* every throw, last dice, points, and around again */
static void next_pace(struct board *b, struct app *app) {
    static const enum pace next[PACES] = {
        [PACE_THROWS] = PACE_LAST, [PACE_LAST] = PACE_POINTS, [PACE_POINTS] = PACE_THROWS};
    LOCAL_TEXT(l, 32);
    text_add(&l, "pace %s", pace_words[next[b->view.pace]]);
    board_say(b, app, l.data);
}

bool board_kept_key(struct board *b, struct app *app, int key) {
    enum pace pace = board_pace(b);
    bool box = pace == PACE_POINTS && !board_is_press(b);
    if (key == 'p' && board_may_change_pace(b))
        next_pace(b, app);
    else if (pace == PACE_THROWS)
        return false;
    else if (key >= '0' && key <= '9')
        type_digit(b, app, key - '0');
    else if (key == KEY_RUBOUT)
        rub_out(b);
    else if (key == KEY_RETURN)
        enter(b, app);
    else if (key == 's' && board_is_press(b))
        board_say(b, app, "bank");
    else if (key == 'b' && board_may_bust(b))
        board_say(b, app, "bust");
    else if (key == 'z' && box)
        say_points(b, app, "0");
    else if (key == '+' && box)
        b->bonus = !b->bonus;
    else if (box && key >= KEY_GO_UP && key <= KEY_GO_RIGHT)
        move_cursor(b, key == KEY_GO_UP || key == KEY_GO_LEFT ? -1 : 1);
    else if (box && key >= KEY_BOX && key < KEY_BOX + b->view.rules.book->box_count)
        b->cursor = box_is_open(b, key - KEY_BOX) ? key - KEY_BOX : b->cursor;
    else
        return false;
    return true;
}

/* ---- what to type ---- */

void board_pad_words(const struct board *b, struct text *out) {
    const struct state *s = &b->view;
    const char *bust = board_is_press(b) ? s->rules.book->bust : "";
    bool points = board_pace(b) == PACE_POINTS;
    if (points && board_is_press(b))
        say(out, tui_pad_points, .typed = b->number, .bust = bust);
    else if (points && b->bonus)
        say(out, tui_pad_box_bonus, .box = words_of(s->rules.book->boxes[b->cursor].label),
            .typed = b->number);
    else if (points)
        say(out, tui_pad_box, .box = words_of(s->rules.book->boxes[b->cursor].label),
            .typed = b->number);
    else if (b->typed_count && !board_is_press(b))
        say(out, tui_faces_typed, .typed = b->typed_count, .all = s->game.falling);
    else if (!board_is_press(b))
        say(out, tui_pad_last, .dice = s->rules.book->dice);
    else if (b->typed_count)
        say(out, tui_pad_aside_typed, .n = b->typed_count);
    else if (board_may_bank(b))
        say(out, tui_pad_aside_bank, .points = s->game.turn_points, .bust = bust);
    else
        say(out, tui_pad_aside, .bust = bust);
}
