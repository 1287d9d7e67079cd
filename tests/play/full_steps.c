#include "play/full_steps.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "same.h"

void full_forget(struct full_steps *f) {
    free(f->steps);
    free(f->deeds);
    *f = (struct full_steps){0};
}

static void make_room(struct full_steps *f) {
    if (f->count < f->room && f->deeds_count < f->room)
        return;
    f->room = f->room ? 2 * f->room : 64;
    f->steps = realloc(f->steps, (size_t)f->room * sizeof *f->steps);
    f->deeds = realloc(f->deeds, (size_t)f->room * sizeof *f->deeds);
    assert_true(f->steps && f->deeds);
}

static void replace(struct full_steps *f, int index, const struct entry *e) {
    char words[512];
    struct state s = f->steps[index].before;
    f->steps[index].entry = *e;
    for (int i = index; i < f->count; i++) {
        struct text error = TEXT_IN(words);
        f->steps[i].before = s;
        assert_true(state_step(&s, &f->steps[i].entry, &(struct refusal){.words = &error}));
    }
}

static void correct(struct full_steps *f, struct entry *e) {
    int index = 0;
    while (f->steps[index].line != e->corrects)
        index++;
    e->corrects = 0;
    f->deeds[f->deeds_count++] = (struct full_deed){index, f->steps[index].entry};
    replace(f, index, e);
}

static void undo(struct full_steps *f) {
    const struct full_deed *deed = &f->deeds[--f->deeds_count];
    if (deed->corrected < 0)
        f->count--;
    else
        replace(f, deed->corrected, &deed->replaced);
}

static void add(struct full_steps *f, int line, const struct entry *e, const struct state *before) {
    bool sits_down = e->kind == ENTRY_SEAT && before->stage != STAGE_SETUP;
    f->steps[f->count++] = (struct step){line, *e, *before};
    if (e->kind == ENTRY_ACTION || e->kind == ENTRY_REMATCH || e->kind == ENTRY_SEATS ||
        e->kind == ENTRY_LEAVE || sits_down)
        f->deeds[f->deeds_count++].corrected = -1;
    if (e->kind == ENTRY_PLEDGE || e->kind == ENTRY_SHARE || e->kind == ENTRY_REVEAL ||
        (e->kind == ENTRY_DICE && e->dice.kind == DICE_FAIR))
        f->deeds_count = 0;
}

void full_hear(struct full_steps *f, const struct table *t, const struct state *before) {
    char words[512];
    struct text error = TEXT_IN(words);
    struct entry e;
    int line = table_lines(t);
    const struct rules *r = before->rules.book ? &before->rules : NULL;
    assert_true(entry_parse(r, span_of(table_line(t, line)), &e, &error));
    e.proof = (struct proof){0}; /* checked when the line was said; not kept in steps */
    make_room(f);
    if (e.kind == ENTRY_COMMENT || e.kind == ENTRY_HINT)
        return;
    if (e.corrects)
        correct(f, &e);
    else if (e.kind == ENTRY_UNDO)
        undo(f);
    else
        add(f, line, &e, before);
}

static void compare(const struct step *want, const struct step *step) {
    assert_int_equal(step->line, want->line);
    assert_true(same_entry(&step->entry, &want->entry));
    assert_true(same_state(&step->before, &want->before));
}

void full_compare(const struct full_steps *f, const struct table *t, uint32_t (*below)(uint32_t)) {
    assert_int_equal(table_steps(t), f->count);
    for (int i = 0; i < f->count; i++) {
        const struct step *want = &f->steps[i];
        struct entry e;
        const struct step *step = table_step(t, i);
        const struct state *after = table_state(t, i + 1);
        table_step_entry(t, i, &e);
        compare(want, step);
        assert_true(same_entry(&e, &want->entry));
        assert_true(same_state(after, i + 1 < f->count ? &want[1].before : table_now(t)));
        assert_int_equal(table_step_line(t, i), want->line);
        assert_int_equal(table_step_kind(t, i), want->entry.kind);
        assert_int_equal(table_step_of_line(t, want->line), i);
    }
    /* STEPS_AT_HAND adjacent steps must stay valid together, wherever they begin. */
    for (int n = 0; f->count >= STEPS_AT_HAND && n < 8; n++) {
        const struct step *held[STEPS_AT_HAND];
        int from = (int)below((uint32_t)(f->count - STEPS_AT_HAND + 1)), turn = (int)below(2);
        for (int i = 0; i < STEPS_AT_HAND; i++) {
            int place = turn ? STEPS_AT_HAND - 1 - i : i;
            held[place] = table_step(t, from + place);
        }
        for (int i = 0; i < STEPS_AT_HAND; i++)
            compare(&f->steps[from + i], held[i]);
    }
}
