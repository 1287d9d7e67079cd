/* What the server does at a table on its own: the room's duties, and choosing for bots. */
#include <string.h>

#include "core/memory.h"
#include "server/tables_parts.h"

enum { RETRY_MS = 500 };

/* A duty has failed: retry after a pause. */
void tables_rest(struct open_table *t) {
    t->rests_until = tables_steady_now() + RETRY_MS;
    tables_wake(t, RETRY_MS);
}

/* ---- bots ---- */

static bool has_bots(const struct room *room) {
    for (int i = 0; i < room_places(room); i++) {
        const struct room_place *p = room_place(room, i);
        bool bot = p->bot[0] && strcmp(p->bot, "program") != 0;
        if (p->replaced || (bot && !p->removed))
            return true;
    }
    return false;
}

void tables_end_thoughts(struct open_table *t) {
    bots_leave(t->bots);
    t->bots = NULL;
    t->thinking = false;
}

void tables_check_thoughts(struct open_table *t) {
    if (t->bots && t->room && !has_bots(t->room) && !room_bot_chooses(t->room))
        tables_end_thoughts(t);
}

static void say_choice(struct open_table *t, const char *words, bool hurried) {
    struct command *c = command_new(t, COMMAND_BOT, (struct command_reply){0});
    c->hurried = hurried;
    c->words = must(strdup(words));
    command_put_last(c);
}

static void on_thought(void *where, const char *words, bool hurried) {
    struct open_table *t = where;
    static struct state view;
    t->thinking = false;
    tables_hold(t);
    if (t->room && !t->first && !t->storing) {
        state_view(table_now(room_table(t->room)), &view);
        if (!memcmp(&view.game, &t->thinks_about, sizeof view.game)) /* still the same choice */
            say_choice(t, words, hurried);
    }
    tables_go_on(t);
    tables_release(t);
}

static void let_bot_choose(struct open_table *t, const char *level) {
    static struct state view;
    state_view(table_now(room_table(t->room)), &view);
    if (state_falling(&view)) { /* nothing to think about */
        say_choice(t, "roll", false);
        tables_go_on(t);
        return;
    }
    if (!t->bots)
        t->bots = bots_join(t->tables->o.bots);
    t->thinks_about = view.game;
    t->thinking = bots_ask(t->bots, &view.rules, &view.game, level, on_thought, t);
    if (!t->thinking)
        tables_rest(t);
}

/* Starts solving the rules before a bot's first turn, and stops when the last bot has left. */
static void prepare_bots(struct open_table *t) {
    const struct state *s = table_now(room_table(t->room));
    tables_check_thoughts(t);
    if (t->bots || !has_bots(t->room) || state_over(s))
        return;
    t->bots = bots_join(t->tables->o.bots);
    bots_prepare(t->bots, &s->rules, s->seat_count ? s->seat_count : 2);
}

/* ---- duties ---- */

/* Wakes at the time that the room has asked for, or when a player who sent a line recently but has
 * no socket stops counting as present. */
static void wake_for_duty(struct open_table *t, const struct room_duty *duty, int64_t now) {
    int64_t in_ms = duty->at ? duty->at - now : INT64_MAX;
    for (int place = 1; duty->watches && place <= ROOM_PLACES_MAX; place++) {
        int64_t left = t->spoke[place] + PRESENCE_GRACE_MS - tables_steady_now();
        if (t->spoke[place] && left > 0 && left < in_ms)
            in_ms = left;
    }
    if (in_ms != INT64_MAX)
        tables_wake(t, in_ms);
}

void tables_do_duty(struct open_table *t) {
    struct room_duty duty = {0};
    int64_t now = tables_room_now(t);
    bool sealed = !t->has_secret && room_options(t->room)->dice.kind == DICE_FAIR;
    bool alone = !t->follower_count && tables_steady_now() - t->wanted_since > TABLES_PRESENCE_MS;
    int64_t pause = t->rests_until - tables_steady_now();
    if (alone || t->broken || sealed)
        return; /* nobody is here, or the log or the secret is unreadable */
    if (pause > 0) {
        tables_wake(t, pause);
        return;
    }
    prepare_bots(t);
    struct set here =
        room_minds_presence(t->room, (struct span){0}) ? tables_present(t, false) : set_none();
    room_duty(t->room, now, here, &duty);
    int64_t since = now - t->last_at;
    if (duty.kind == ROOM_DUTY_SAY) {
        struct command *c = command_new(t, COMMAND_DUTY, (struct command_reply){0});
        c->plan = duty.plan;
        command_put_last(c);
        tables_go_on(t);
    } else if (duty.kind == ROOM_DUTY_BOT) {
        if (since >= 0 && since < t->tables->o.bot_pause_ms)
            tables_wake(t, t->tables->o.bot_pause_ms - since);
        else
            let_bot_choose(t, duty.level);
    } else {
        wake_for_duty(t, &duty, now);
    }
}
