#include "tui/board.h"

#include <stdlib.h>
#include <string.h>

#include "coach/bot_seat.h"
#include "core/memory.h"
#include "play/results.h"
#include "rules/sheet.h"
#include "tui/speed.h"

bool board_is_press(const struct board *b) {
    return b->view.rules.book->family == FAMILY_PRESS;
}

static bool persons_turn(const struct board *b) {
    return state_seat(&b->view) >= 0 && (b->bots_stuck || !bot_seat_next(&b->view));
}

bool board_choosing(const struct board *b) {
    return b->view.stage == STAGE_PLAY && b->view.game.phase == PHASE_CHOOSE && persons_turn(b);
}

bool board_throwing(const struct board *b) {
    return state_falling(&b->view) && persons_turn(b);
}

struct dice board_chosen(const struct board *b) {
    struct dice d = {0};
    for (int i = 0; i < b->places; i++) {
        if (b->chosen[i] && b->faces[i])
            d = dice_with(d, b->faces[i], 1);
    }
    return d;
}

bool board_rolling(const struct board *b, const struct app *app) {
    return app->now < b->rolling_until;
}

void board_tell_text(struct board *b, bool bad, const char *words) {
    text_put(TEXT_OVER(b->said), words);
    b->said_bad = bad;
    b->said_move = false;
}

void board_tell_message(struct board *b, bool bad, enum message message, const void *places) {
    say_message(TEXT_OVER(b->said), message, places);
    b->said_bad = bad;
    b->said_move = false;
}

/* ---- dice and their positions ---- */

/* A hand has no order, but dice on a table do: kept dice stay in place, and the others fill the
 * gaps in ascending order. */
static void arrange(struct board *b, struct dice lying, int falling) {
    int places = dice_size(lying) + falling, faces[DICE_MAX] = {0};
    bool chosen[DICE_MAX] = {false}, fresh[DICE_MAX] = {false};
    struct dice left = lying;
    if (places == b->places) {
        for (int i = 0; i < places; i++) {
            chosen[i] = b->chosen[i] && b->faces[i] && dice_count(left, b->faces[i]);
            faces[i] = chosen[i] ? b->faces[i] : 0;
            if (chosen[i])
                left = dice_with(left, faces[i], -1);
        }
    }
    for (int i = 0, face = 1; i < places && left.bits; i++) {
        if (faces[i])
            continue;
        while (!dice_count(left, face))
            face++;
        faces[i] = face;
        left = dice_with(left, face, -1);
        fresh[i] = true;
        chosen[i] = falling > 0; /* dice on the table during a roll are kept dice */
    }
    memcpy(b->faces, faces, sizeof faces);
    memcpy(b->chosen, chosen, sizeof chosen);
    memcpy(b->fresh, fresh, sizeof fresh);
    b->places = places;
}

/* Moves the cursor to the box that scores most; among equals, to the first. */
static void best_box(struct board *b) {
    const struct game *g = &b->view.game;
    int most = -1;
    for (int box = 0; box < b->view.rules.book->box_count; box++) {
        struct claim claim = sheet_claim(&b->view.rules, &g->card[g->seat], g->dice, box);
        if (claim.refusal == ALLOWED && claim.points > most) {
            most = claim.points;
            b->cursor = box;
        }
    }
}

void board_sync(struct board *b, struct app *app) {
    const struct game *g = &b->view.game;
    state_view(table_now(b->table), &b->view);
    b->typed_count = 0;
    b->number[0] = '\0';
    b->bonus = false;
    b->past = (struct dice){0};
    b->bust = false;
    b->ask = ASK_NOTHING;
    b->looked = false;
    b->bot_id = 0;
    b->panel = PANEL_NONE;
    b->why_id = 0;
    b->why[0] = '\0';
    if (b->view.stage == STAGE_PLAY && g->phase != PHASE_OVER)
        arrange(b, g->dice, g->falling);
    else
        arrange(b, (struct dice){0}, state_falling(&b->view));
    if (!board_is_press(b) && board_choosing(b))
        best_box(b);
    if (!board_is_press(b) && board_pace(b) == PACE_POINTS)
        board_open_box(b);
    b->bot_at = app->now + (uint64_t)speed_bot_ms(app);
    board_ask_coach(b, app);
    board_ask_ledger(b, app);
    board_find_bests(b);
}

/* ---- playing a line ---- */

/* Shows the effect of the last line. An ordinary roll has no text: what the move before it did
 * stays, anything else goes. */
static void announce(struct board *b) {
    int last = table_steps(b->table) - 1;
    const struct step *step = last >= 0 ? table_step(b->table, last) : NULL;
    if (!step || step->line != table_lines(b->table) || step->entry.kind != ENTRY_ACTION)
        return;
    static struct state before;
    LOCAL_TEXT(w, sizeof b->said);
    state_view(&step->before, &before);
    step_words(&before, table_now(b->table), &step->entry.action, &w);
    if (w.len || !b->said_move)
        board_tell_text(b, false, w.data);
    b->said_move = true;
}

/* After a bust or a roll for who starts, the game state no longer holds the dice, but they should
 * stay visible. */
static void show_past_throw(struct board *b) {
    int last = table_steps(b->table) - 1;
    const struct step *step = last >= 0 ? table_step(b->table, last) : NULL;
    if (!step || step->line != table_lines(b->table) || step->entry.kind != ENTRY_ACTION ||
        step->entry.action.act != ACT_ROLL)
        return;
    static struct state before;
    state_view(&step->before, &before);
    b->bust = before.stage == STAGE_PLAY && board_is_press(b) &&
              table_now(b->table)->game.phase != PHASE_CHOOSE;
    if (b->bust || before.stage == STAGE_OPENING)
        b->past = step->entry.action.dice;
}

bool board_say(struct board *b, struct app *app, const char *line) {
    LOCAL_TEXT(error, 512);
    bool rolled = !strncmp(line, "roll", 4);
    if (!record_say(b->record, b->table, span_of(line), NULL, &(struct refusal){.words = &error})) {
        board_tell_text(b, true, error.data);
        return false;
    }
    announce(b);
    board_sync(b, app);
    show_past_throw(b);
    if (rolled) {
        b->rolling_until = app->now + (uint64_t)speed_roll_ms(app);
        b->bot_at = b->rolling_until + (uint64_t)speed_bot_ms(app);
    }
    return true;
}

/* ---- bots ---- */

static void bot_gives_up(struct board *b, const char *why) {
    b->bots_stuck = true;
    board_complain(b, tui_bot_cannot_move, .why = why[0] ? why : WORDS(tui_was_stopped));
}

static void move_bot(struct board *b, struct app *app, const struct bot_level *level) {
    LOCAL_TEXT(error, 256);
    if (state_falling(&b->view)) {
        board_say(b, app, "roll");
        return;
    }
    struct question q = {
        .kind = QUESTION_BOT, .rules = b->view.rules, .game = b->view.game, .level = level};
    if (!bot_seat_random(&q.random, &error))
        bot_gives_up(b, error.data);
    else
        b->bot_id = app_ask(app, &q);
}

int board_pulse(struct screen *s, struct app *app) {
    struct board *b = (struct board *)s;
    if (board_rolling(b, app))
        return 40; /* animation frame */
    const struct bot_level *level = b->bots_stuck ? NULL : bot_seat_next(&b->view);
    if (!level || b->bot_id || b->ask)
        return -1;
    if (app->now < b->bot_at)
        return (int)(b->bot_at - app->now);
    move_bot(b, app, level);
    return 0;
}

void board_answer(struct screen *s, struct app *app, struct answer *a) {
    struct board *b = (struct board *)s;
    if (a->kind == QUESTION_LOOK && a->id == b->look_id) {
        b->look = *a;
        b->looked = true;
    } else if (a->kind == QUESTION_WHY && b->why_id && a->id == b->why_id) {
        board_take_why(b, a);
    } else if (a->kind == QUESTION_LEDGER && b->ledger_id && a->id == b->ledger_id && a->good) {
        b->ledger = a->ledger;
        b->balanced = true;
        memset(&a->ledger, 0, sizeof a->ledger);
    } else if (a->kind == QUESTION_BOT && b->bot_id && a->id == b->bot_id) {
        b->bot_id = 0;
        if (a->good)
            board_do(b, app, a->action);
        else
            bot_gives_up(b, a->error);
    }
}

/* ---- lifecycle ---- */

void board_begin(struct board *b, struct table *t, struct record *rec, struct app *app) {
    b->table = t;
    b->record = rec;
    state_view(table_now(t), &b->view);
    board_sync(b, app);
}

void board_end(struct board *b) {
    ledger_free(&b->ledger);
    record_close(b->record);
    table_free(b->table);
}

static void board_free(struct screen *s) {
    board_end((struct board *)s);
    free(s);
}

static const struct screen_kind board_kind = {
    .draw = board_draw,
    .key = board_key,
    .answer = board_answer,
    .pulse = board_pulse,
    .free = board_free,
};

struct screen *board_new(struct table *t, struct record *rec, struct app *app) {
    struct board *b = grab(1, sizeof *b);
    b->screen.kind = &board_kind;
    board_begin(b, t, rec, app);
    return &b->screen;
}
