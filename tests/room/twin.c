#include "room/twin.h"

#include <stdlib.h>
#include <string.h>

#include "play/record.h"
#include "same.h"

static const uint8_t root[ROOM_SECRET_BYTES] = {7, 1, 2};

/* Reads a line, with or without its parsed form. */
static void read_line(struct room *r, const struct planned_line *line, int64_t at) {
    char words[1024];
    struct text error = TEXT_IN(words);
    if (!room_read_planned(r, line, at, &error))
        fail_msg("the line '%s' is not read: %s", line->text, words);
}

static void check_same(const struct twin *h) {
    const struct state *a = table_now(room_table(h->room)), *b = table_now(room_table(h->follower));
    assert_true(same_state(a, b));
    assert_int_equal(room_places(h->room), room_places(h->follower));
    for (int i = 0; i < room_places(h->room); i++)
        assert_memory_equal(room_place(h->room, i), room_place(h->follower, i),
                            sizeof(struct room_place));
}

void twin_store(struct twin *h, struct room_plan *plan) {
    assert_true(plan->count > 0);
    for (int i = 0; i < plan->count; i++) {
        read_line(h->room, plan->lines[i], h->now);
        read_line(h->follower, &(struct planned_line){.text = plan->lines[i]->text}, h->now);
        check_same(h);
    }
    room_plan_clear(plan);
}

struct twin twin_of(const struct room_setup *setup) {
    struct twin h = {.room = room_new(), .follower = room_new(), .now = 1000000};
    struct room_plan plan;
    struct text error = TEXT_IN(h.words);
    assert_true(h.room && h.follower);
    room_know_secret(h.room, root);
    if (!room_plan_new(setup, &plan, &error))
        fail_msg("no table: %s", h.words);
    assert_int_equal(plan.place, 1);
    twin_store(&h, &plan);
    return h;
}

struct twin twin_with(const char *rules, const char *dice, int clock_seconds) {
    struct room_setup setup = {.rules = span_of(rules),
                               .name = span_of("Ann"),
                               .dice = span_of(dice),
                               .date = span_of("2026-11-15T08:30:00Z"),
                               .clock_seconds = clock_seconds};
    return twin_of(&setup);
}

struct twin twin_two(const char *dice, int clock_seconds) {
    struct twin h = twin_with("yardzee", dice, clock_seconds);
    twin_sit(&h, "Bea", 0, false);
    twin_say(&h, 1, "begin");
    return h;
}

void twin_close(struct twin *h) {
    room_free(h->room);
    room_free(h->follower);
}

int twin_sit(struct twin *h, const char *name, int with, bool program) {
    struct room_plan plan;
    struct text error = TEXT_IN(h->words);
    if (room_plan_sit(h->room, span_of(name), with, program, &plan, &error) != ROOM_OK)
        fail_msg("%s cannot sit down: %s", name, h->words);
    int place = plan.place;
    twin_store(h, &plan);
    assert_int_equal(place, room_places(h->room));
    return place;
}

enum room_refusal twin_try(struct twin *h, int place, const char *words) {
    static struct state before;
    struct room_plan plan;
    struct text error = TEXT_IN(h->words);
    before = *twin_now(h);
    int lines = room_lines(h->room);
    enum room_refusal why = room_plan_say(h->room, place, h->here, span_of(words), &plan,
                                          &(struct refusal){.words = &error});
    assert_true(same_state(&before, twin_now(h)));
    assert_int_equal(lines, room_lines(h->room));
    if (why == ROOM_OK) {
        twin_store(h, &plan);
    } else {
        assert_int_equal(plan.count, 0);
        assert_true(error.len > 0 && !error.cut);
    }
    return why;
}

void twin_say(struct twin *h, int place, const char *words) {
    enum room_refusal why = twin_try(h, place, words);
    if (why != ROOM_OK)
        fail_msg("'%s' of place %d is refused (%s): %s", words, place, room_refusal_codes[why],
                 h->words);
}

void twin_play(struct twin *h, const char *lines) {
    struct span rest = span_of(lines);
    while (rest.len) {
        struct span words = span_trim(span_until(&rest, ';'));
        LOCAL_TEXT(line, 256);
        int64_t place;
        assert_true(span_number(span_until(&words, ' '), 1, ROOM_PLACES_MAX, &place));
        text_put_n(&line, words.at, words.len);
        twin_say(h, (int)place, line.data);
    }
}

void twin_refuse(struct twin *h, int place, const char *words, enum room_refusal code,
                 const char *reason) {
    enum room_refusal why = twin_try(h, place, words);
    if (why != code || !strstr(h->words, reason))
        fail_msg("'%s' of place %d: %s, %s", words, place, room_refusal_codes[why], h->words);
}

struct room_duty twin_duty(struct twin *h, enum room_duty_kind kind) {
    struct room_duty duty;
    room_duty(h->room, h->now, h->here, &duty);
    if (duty.kind != kind)
        fail_msg("a duty of kind %d: %s", duty.kind,
                 duty.plan.count ? duty.plan.lines[0]->text : duty.level);
    if (kind == ROOM_DUTY_SAY)
        twin_store(h, &duty.plan);
    return duty;
}

void twin_again(struct twin *h) {
    struct set here = h->here;
    int games = twin_now(h)->games;
    h->here = set_all();
    for (int i = 0; i < room_places(h->room); i++) {
        if (room_place(h->room, i)->held)
            twin_say(h, i + 1, "rematch");
    }
    if (state_over(twin_now(h))) /* somebody who plays alone is not asked */
        twin_duty(h, ROOM_DUTY_SAY);
    assert_int_equal(twin_now(h)->games, games);
    assert_false(state_over(twin_now(h)));
    h->here = here;
}

void twin_choice(const struct state *view, struct draw *draw, struct text *out) {
    struct action list[ACTIONS_MAX];
    int n = game_legal(&view->rules, &view->game, list);
    assert_true(n > 0);
    int chosen = draw_below(draw, n);
    /* Press games end sooner if players stop now and then. */
    for (int i = 0; view->rules.book->family == FAMILY_PRESS && i < n; i++) {
        if (list[i].act == ACT_TAKE_STOP && draw_below(draw, 2))
            chosen = i;
    }
    struct action a = list[chosen];
    a.zero = a.act == ACT_SCORE && draw_below(draw, 8) == 0;
    text_clear(out);
    action_print(&view->rules, a, out);
}

void twin_serve(struct twin *h, struct draw *draw) {
    for (;;) {
        struct room_duty duty;
        room_duty(h->room, h->now, h->here, &duty);
        if (duty.kind == ROOM_DUTY_NONE)
            return;
        if (duty.kind == ROOM_DUTY_BOT) {
            char words[128];
            struct text choice = TEXT_IN(words), error = TEXT_IN(h->words);
            struct state view = twin_view(h);
            twin_choice(&view, draw, &choice);
            if (room_plan_bot(h->room, span_of(words), false, &duty.plan, &error) != ROOM_OK)
                fail_msg("the bot's '%s' is refused: %s", words, h->words);
        }
        twin_store(h, &duty.plan);
    }
}

/* ---- shares ---- */

void twin_gift(const struct twin *h, int seat, bool sealed, struct text *out) {
    struct entry e = {.kind = sealed ? ENTRY_PLEDGE : ENTRY_SHARE, .gift = {.seat = seat - 1}};
    memset(e.gift.bytes, 16 * seat + twin_now(h)->games, FAIR_BYTES);
    if (sealed)
        fair_pledge(twin_now(h)->dice.commitment, seat - 1, e.gift.bytes, e.gift.bytes);
    entry_print(NULL, &e, out);
}

static void say_gift(struct twin *h, int place, int seat, bool sealed) {
    char line[128];
    struct text l = TEXT_IN(line);
    twin_gift(h, seat, sealed, &l);
    twin_say(h, place, line);
}

void twin_pledge(struct twin *h, int place, int seat) {
    say_gift(h, place, seat, true);
}

void twin_share(struct twin *h, int place, int seat) {
    say_gift(h, place, seat, false);
}

/* ---- inspection ---- */

const struct state *twin_now(const struct twin *h) {
    return table_now(room_table(h->room));
}

struct state twin_view(const struct twin *h) {
    struct state view;
    state_view(twin_now(h), &view);
    return view;
}

const char *twin_line(const struct twin *h, int from_the_end) {
    return table_line(room_table(h->room), room_lines(h->room) - from_the_end);
}

void twin_last(const struct twin *h, int from_the_end, const char *line) {
    assert_string_equal(twin_line(h, from_the_end), line);
}

void twin_check_record(const struct twin *h) {
    char words[1024];
    struct text error = TEXT_IN(words);
    struct record_tail tail;
    struct table *t = room_table(h->room), *fresh = table_new();
    size_t size = 1;
    for (int i = 1; i <= table_lines(t); i++)
        size += strlen(table_line(t, i)) + 1;
    char *record = malloc(size);
    assert_true(fresh && record);
    struct text out = text_start(record, size);
    for (int i = 1; i <= table_lines(t); i++)
        text_add(&out, "%s\n", table_line(t, i));
    assert_false(out.cut);
    if (!record_read_text((struct span){record, out.len}, "log", fresh, NULL, &tail, &error))
        fail_msg("%s", words);
    assert_false(tail.found);
    assert_true(same_state(table_now(t), table_now(fresh)));
    table_free(fresh);
    free(record);
}
