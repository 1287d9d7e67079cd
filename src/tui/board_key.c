#include <ctype.h>
#include <limits.h>
#include <stdlib.h>

#include "coach/bot_seat.h"
#include "play/shorthand.h"
#include "rules/press.h"
#include "rules/sheet.h"
#include "tui/board.h"
#include "tui/screens.h"

/* ---- actions ---- */

bool board_do(struct board *b, struct app *app, struct action a) {
    LOCAL_TEXT(l, 128);
    action_print(&b->view.rules, a, &l);
    if (!board_say(b, app, l.data))
        return false;
    if (a.act == ACT_KEEP && bot_seat_next(&b->view) && !b->bots_stuck) {
        const char *name = b->view.seats[b->view.game.seat].name;
        if (a.dice.bits)
            board_tell(b, tui_keeps_dice, .player = name, .dice = DICE(a.dice, " "));
        else
            board_tell(b, tui_keeps_nothing, .player = name);
        b->said_move = true;
    }
    return true;
}

/* Keeping dice, or setting some aside to continue, also rolls the rest unless the dice are real:
 * one key for both. */
static void do_and_throw(struct board *b, struct app *app, struct action a) {
    bool throws = a.act == ACT_KEEP || a.act == ACT_TAKE_ROLL;
    if (board_do(b, app, a) && throws && b->view.dice.kind != DICE_PHYSICAL && board_throwing(b))
        board_say(b, app, "roll");
}

/* If the choice is illegal, explains why. Otherwise passes it to b->judge, if set, or else makes
 * it, but asks first if it scores zero, leaves out dice that score, or the coach finds it
 * costly. */
static void choose(struct board *b, struct app *app, struct action a) {
    const struct state *s = &b->view;
    struct text why = TEXT_IN(b->said), question = TEXT_IN(b->question);
    enum refused refused = game_check(&s->rules, &s->game, a);
    b->said_bad = refused != ALLOWED;
    if (refused != ALLOWED) {
        refusal_explain(&s->rules, &s->game, a, refused, &(struct refusal){.words = &why});
        return;
    }
    if (b->judge) {
        b->judge(b, app, a);
        return;
    }
    int given_up = sheet_given_up(&s->rules, &s->game, a);
    if (a.act == ACT_SCORE) {
        const char *box = words_of(s->rules.book->boxes[a.box].label);
        if (given_up)
            say(&question, tui_ask_zero_instead, .box = box, .points = given_up);
        else if (!sheet_score(&s->rules, &s->game, a).points)
            say(&question, tui_ask_zero, .box = box);
    }
    if (a.act == ACT_TAKE_STOP && !board_chosen(b).bits) { /* the best set, not one picked */
        LOCAL_TEXT(ask, 256);
        if (stop_words(s, &question, &ask))
            text_add(&question, " %s", ask.data);
    }
    text_put(&question, question.len ? " " : "");
    if (!given_up && board_costly(b, app, a, &question) && !board_note_warning(b))
        return; /* a zero by choice: the question already says what it gives up */
    if (!question.len) {
        do_and_throw(b, app, a);
        return;
    }
    b->ask = ASK_ACTION;
    b->pending = a;
}

/* ---- dice ---- */

static void throw_or_go_on(struct board *b, struct app *app) {
    const struct state *s = &b->view;
    struct dice chosen = board_chosen(b);
    if (board_throwing(b)) {
        if (s->dice.kind == DICE_PHYSICAL)
            board_tell(b, tui_throw_then_type);
        else
            board_say(b, app, "roll");
    } else if (!board_choosing(b)) {
        if (state_over(s) && table_what_if(b->table))
            board_tell(b, tui_over_what_if);
        else if (state_over(s))
            board_tell(b, tui_over_n_begins);
        else
            board_tell(b, tui_not_your_turn);
    } else if (board_is_press(b)) {
        if (!chosen.bits)
            board_complain(b, tui_choose_first, .places = b->places);
        else
            choose(b, app, (struct action){.act = ACT_TAKE_ROLL, .dice = chosen});
    } else if (s->game.rolls == s->rules.book->rolls) {
        board_complain(b, tui_no_roll_left);
    } else if (dice_size(chosen) == b->places) {
        board_complain(b, tui_all_dice_kept);
    } else {
        choose(b, app, (struct action){.act = ACT_KEEP, .dice = chosen});
    }
}

/* Stopping with the dice selected or, if none are, with the best set. */
static struct action stop_now(const struct board *b) {
    struct dice chosen = board_chosen(b);
    if (!chosen.bits)
        chosen = press_most(&b->view.rules, &b->view.game);
    return (struct action){.act = ACT_TAKE_STOP, .dice = chosen};
}

static void stop(struct board *b, struct app *app) {
    if (!board_is_press(b) || !board_choosing(b)) {
        if (board_is_press(b))
            board_tell(b, tui_nothing_to_stop);
        else
            board_tell(b, tui_choose_box);
        return;
    }
    choose(b, app, stop_now(b)); /* if stopping is not allowed, the referee names the rule */
}

static void digit(struct board *b, struct app *app, int d) {
    bool physical = b->view.dice.kind == DICE_PHYSICAL && board_throwing(b);
    if (physical && d >= 1 && d <= FACES && b->typed_count < state_falling(&b->view)) {
        b->typed[b->typed_count++] = d;
        if (b->typed_count < state_falling(&b->view))
            return;
        LOCAL_TEXT(l, 64);
        text_put(&l, "roll");
        for (int i = 0; i < b->typed_count; i++)
            text_add(&l, " %d", b->typed[i]);
        board_say(b, app, l.data);
        b->typed_count = 0;
    } else if (board_choosing(b) && d >= 1 && d <= b->places) {
        if (!board_is_press(b) && b->view.game.rolls == b->view.rules.book->rolls)
            board_tell(b, tui_no_roll_left);
        else
            b->chosen[d - 1] = !b->chosen[d - 1];
    }
}

/* ---- boxes and sets ---- */

static bool box_open(const struct board *b, int box) {
    struct action a = {.act = ACT_SCORE, .box = (uint8_t)box};
    return game_check(&b->view.rules, &b->view.game, a) == ALLOWED;
}

/* The open box in the other section nearest to the cursor's row. */
static int box_across(const struct board *b) {
    const struct book *book = b->view.rules.book;
    bool upper = box_is_upper(&book->boxes[b->cursor]);
    int row = 0, other = 0, nearest = INT_MAX, to = b->cursor;
    for (int i = 0; i < b->cursor; i++)
        row += box_is_upper(&book->boxes[i]) == upper;
    for (int i = 0; i < book->box_count; i++) {
        if (box_is_upper(&book->boxes[i]) == upper)
            continue;
        int distance = abs(other++ - row);
        if (box_open(b, i) && distance < nearest) {
            nearest = distance;
            to = i;
        }
    }
    return to;
}

static void move_cursor(struct board *b, int key) {
    int n = b->view.rules.book->box_count, to = b->cursor;
    if (key == KEY_GO_LEFT || key == KEY_GO_RIGHT) {
        to = box_across(b);
    } else {
        int step = key == KEY_GO_UP ? n - 1 : 1;
        do {
            to = (to + step) % n;
        } while (to != b->cursor && !box_open(b, to));
    }
    b->cursor = box_open(b, to) ? to : b->cursor;
}

static void choose_set(struct board *b, struct dice set) {
    struct dice left = set;
    for (int i = 0; i < b->places; i++) {
        b->chosen[i] = dice_count(left, b->faces[i]) > 0;
        if (b->chosen[i])
            left = dice_with(left, b->faces[i], -1);
    }
}

int board_sets(const struct board *b, struct dice sets[ACTIONS_MAX]) {
    const struct state *s = &b->view;
    struct dice part = {0};
    int n = 0;
    if (!board_is_press(b) || s->stage != STAGE_PLAY || s->game.phase != PHASE_CHOOSE)
        return 0;
    while (dice_next_part(s->game.dice, &part)) {
        struct action a = {.act = ACT_TAKE_ROLL, .dice = part};
        if (n < ACTIONS_MAX && game_check(&s->rules, &s->game, a) == ALLOWED)
            sets[n++] = part;
    }
    for (int i = 1; i < n; i++) { /* highest points first */
        for (int j = i;
             j && press_points(s->rules.book, sets[j]) > press_points(s->rules.book, sets[j - 1]);
             j--) {
            struct dice swap = sets[j];
            sets[j] = sets[j - 1];
            sets[j - 1] = swap;
        }
    }
    return n;
}

static void next_set(struct board *b, int step) {
    struct dice sets[ACTIONS_MAX], chosen = board_chosen(b);
    int n = board_sets(b, sets), at = step > 0 ? -1 : 0;
    for (int i = 0; i < n; i++) {
        if (dice_same(sets[i], chosen))
            at = i;
    }
    if (n)
        choose_set(b, sets[(at + step + n) % n]);
}

static void arrow(struct board *b, int key) {
    if (!board_choosing(b))
        return;
    if (board_is_press(b))
        next_set(b, key == KEY_GO_UP || key == KEY_GO_LEFT ? -1 : 1);
    else
        move_cursor(b, key);
}

static void enter(struct board *b, struct app *app) {
    if (board_choosing(b) && !board_is_press(b))
        choose(b, app, (struct action){.act = ACT_SCORE, .box = (uint8_t)b->cursor});
    else if (board_choosing(b))
        board_tell(b, tui_r_or_s);
    else
        throw_or_go_on(b, app);
}

/* A zero in the box at the cursor, even if the dice would score there. */
static void zero(struct board *b, struct app *app) {
    const struct state *s = &b->view;
    struct action a = {.act = ACT_SCORE, .box = (uint8_t)b->cursor, .zero = 1};
    if (!board_choosing(b) || board_is_press(b))
        return;
    a.zero = sheet_given_up(&s->rules, &s->game, a) > 0; /* the record has the 0 only then */
    choose(b, app, a);
}

/* ---- undo ---- */

/* Goes back to the last decision made by a person. One key both chose and rolled (unless the dice
 * are real), so undo takes back both. */
static void undo(struct board *b, struct app *app) {
    if (!board_say(b, app, "undo"))
        return;
    int more = b->bots_stuck ? 0 : bot_seat_take_back(b->table, b->record);
    board_sync(b, app);
    const struct game *g = &b->view.game;
    bool within = b->view.stage == STAGE_PLAY && g->phase == PHASE_ROLL &&
                  (board_is_press(b) ? g->turn_points > 0 : g->rolls > 0);
    if (within && b->view.dice.kind != DICE_PHYSICAL)
        board_say(b, app, "undo");
    b->rolling_until = 0;
    if (more)
        board_tell(b, tui_taken_back_bots, .n = more);
    else if (b->view.dice.kind != DICE_PHYSICAL)
        board_tell(b, tui_taken_back);
    else if (board_throwing(b))
        board_tell(b, tui_taken_back_type);
    else
        board_tell(b, tui_taken_back_real);
}

/* ---- leaving ---- */

static void leave(struct board *b, struct app *app) {
    struct text w = TEXT_IN(app->farewell);
    if (b->record) {
        if (state_over(&b->view))
            say(&w, tui_game_kept, .file = record_path(b->record));
        else
            say(&w, tui_game_kept_resume, .file = record_path(b->record));
        text_put(&w, "\n");
    }
    app_pop(app);
}

static void ask_to_leave(struct board *b, struct app *app) {
    if (b->record || state_over(&b->view)) {
        leave(b, app);
        return;
    }
    board_tell_text(b, false, "");
    say(TEXT_OVER(b->question), tui_ask_leave);
    b->ask = ASK_LEAVE;
}

static void answer_question(struct board *b, struct app *app, int key) {
    int ask = b->ask;
    if (key == 'n' || key == KEY_ESCAPE || key == 'q') {
        b->ask = ASK_NOTHING;
        board_tell(b, tui_nothing_done);
    } else if (key == 'y') {
        b->ask = ASK_NOTHING;
        if (ask == ASK_LEAVE)
            leave(b, app);
        else
            do_and_throw(b, app, b->pending);
    } else if (key == 'h' && ask != ASK_LEAVE) {
        board_hint(b, app);
    }
}

/* ---- keys that make sense now ---- */

static bool offers_roll(const struct board *b) {
    const struct state *s = &b->view;
    if (board_throwing(b))
        return s->dice.kind != DICE_PHYSICAL;
    if (!board_choosing(b))
        return false;
    struct action on = {.act = ACT_TAKE_ROLL, .dice = board_chosen(b)};
    return board_is_press(b) ? game_check(&s->rules, &s->game, on) == ALLOWED
                             : s->game.rolls < s->rules.book->rolls;
}

bool board_offers(const struct board *b, int key) {
    const struct state *s = &b->view;
    int last = table_steps(b->table) - 1, kind = last < 0 ? -1 : table_step_kind(b->table, last);
    switch (key) {
    case 'r':
        return offers_roll(b);
    case KEY_RETURN:
        return board_choosing(b) && !board_is_press(b);
    case 's':
        return state_over(s) || board_may_bank(b) ||
               (board_choosing(b) && board_is_press(b) &&
                game_check(&s->rules, &s->game, stop_now(b)) == ALLOWED);
    case 'b':
        return board_may_bust(b);
    case 'p':
        return board_may_change_pace(b);
    case 'h':
    case 'w':
        return b->ask ? b->ask != ASK_LEAVE : board_choosing(b);
    case 'u':
    case 'c':
    case 'a':
        return kind == ENTRY_ACTION || kind == ENTRY_REMATCH || kind == ENTRY_PACE ||
               kind == ENTRY_LEAVE || kind == ENTRY_SEATS || (kind == ENTRY_SEAT && s->games);
    case 'l': /* the key always works, but only here does its button have room */
        return board_throwing(b) && state_may_leave(table_now(b->table));
    case 'n':
        return b->ask || !table_what_if(b->table);
    default:
        return true;
    }
}

/* ---- all keys ---- */

static void letter(struct board *b, struct app *app, int key) {
    switch (key) {
    case 'r':
    case ' ':
        throw_or_go_on(b, app);
        break;
    case 's':
        if (state_over(&b->view))
            app_push(app, sheet_screen_new(b->table, b->view.games - 1));
        else
            stop(b, app);
        break;
    case 'z':
        zero(b, app);
        break;
    case 'u':
        undo(b, app);
        break;
    case 'c':
        app_push(app, correct_new(b));
        break;
    case 'h':
        board_hint(b, app);
        break;
    case 'w':
        board_why(b, app);
        break;
    case 'a':
        app_push(app, history_new(b->table, table_games(b->table) - 1, b->record != NULL, app));
        break;
    case 'i':
        app_push(app, rules_new(&b->view.rules));
        break;
    case 'n':
        if (state_over(&b->view) && board_offers(b, 'n'))
            app_push(app, next_game_new(b));
        break;
    case 'l':
        if (state_may_leave(table_now(b->table)))
            app_push(app, leave_new(b));
        else
            board_tell(b, tui_nobody_leaves);
        break;
    case '?':
        app_push(app, help_new(board_is_press(b)));
        break;
    case 'q':
        ask_to_leave(b, app);
        break;
    default:
        break;
    }
}

void board_key(struct screen *s, struct app *app, int key) {
    struct board *b = (struct board *)s;
    int low = key < 128 ? tolower(key) : key;
    b->rolling_until = 0; /* any key ends the animation */
    if (b->ask) {
        answer_question(b, app, low);
        return;
    }
    if (b->panel && low != 'h' && low != 'w') {
        b->panel = PANEL_NONE;
        if (low == KEY_ESCAPE)
            return;
    }
    if (!b->judge && board_kept_key(b, app, low))
        return;
    if (key >= KEY_BOX && key < KEY_BOX + BOXES_MAX) {
        if (board_choosing(b) && !board_is_press(b)) {
            b->cursor = key - KEY_BOX;
            enter(b, app);
        }
    } else if (key >= KEY_SET && key < KEY_SET + ACTIONS_MAX) {
        struct dice sets[ACTIONS_MAX];
        if (board_choosing(b) && key - KEY_SET < board_sets(b, sets))
            choose_set(b, sets[key - KEY_SET]);
    } else if (key >= '1' && key <= '6') {
        digit(b, app, key - '0');
    } else if (key == KEY_RUBOUT) {
        b->typed_count -= b->typed_count > 0;
    } else if (key == KEY_RETURN) {
        enter(b, app);
    } else if (key >= KEY_GO_UP && key <= KEY_GO_RIGHT) {
        arrow(b, key);
    } else if (low < 128) {
        letter(b, app, low);
    }
}
