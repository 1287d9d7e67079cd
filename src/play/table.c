#include <stdlib.h>
#include <string.h>

#include "play/table_parts.h"

/* Makes room for one more; the array may move. Out of memory ends the program: there is no way to
 * go on playing without a log. */
void *table_grow(void *array, int count, int *room, size_t size) {
    if (count < *room)
        return array;
    *room = *room ? *room * 2 : 16;
    void *more = realloc(array, (size_t)*room * size);
    if (!more)
        abort();
    return more;
}

struct table *table_new(void) {
    return calloc(1, sizeof(struct table));
}

void table_clear(struct table *t) {
    for (int i = 0; i < t->line_count; i++)
        free(t->lines[i]);
    free(t->lines);
    free(t->steps);
    free(t->deeds);
    free(t->fallen);
    free(t->seen);
    free(t->commitments);
    free(t->hints);
    free(t->pending.steps);
    memset(t, 0, sizeof *t);
}

void table_free(struct table *t) {
    if (t)
        table_clear(t);
    free(t);
}

const struct state *table_now(const struct table *t) {
    return &t->now;
}

int table_lines(const struct table *t) {
    return t->line_count;
}

const char *table_line(const struct table *t, int line) {
    return line >= 1 && line <= t->line_count ? t->lines[line - 1] : NULL;
}

int table_steps(const struct table *t) {
    return t->step_count;
}

const struct step *table_step(const struct table *t, int index) {
    return &t->steps[index];
}

int table_steps_until(const struct table *t, int line) {
    int low = 0, high = t->step_count; /* steps stand in the order of their lines */
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (t->steps[middle].line <= line)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

int table_step_of_line(const struct table *t, int line) {
    int last = table_steps_until(t, line) - 1;
    return last >= 0 && t->steps[last].line == line ? last : -1;
}

const struct state *table_state(const struct table *t, int steps) {
    return steps < t->step_count ? &t->steps[steps].before : &t->now;
}

const char *table_date(const struct table *t) {
    for (int i = 0; i < t->step_count; i++) {
        if (t->steps[i].event.kind == EVENT_DATE)
            return t->steps[i].event.seat.name;
    }
    return "";
}

const struct state *table_game_end(const struct table *t, int game) {
    for (int i = 0; i < t->step_count; i++) {
        const struct step *step = &t->steps[i];
        if (step->event.kind == EVENT_REMATCH && step->before.games == game + 1)
            return &step->before;
    }
    return &t->now;
}

/* ---- hints ---- */

int table_hints(const struct table *t) {
    return t->hint_count;
}

const struct hint *table_hint(const struct table *t, int index) {
    return &t->hints[index];
}

int table_hints_until(const struct table *t, int line, int game, int seat) {
    int n = 0;
    for (int i = 0; i < t->hint_count && t->hints[i].line <= line; i++)
        n += t->hints[i].game == game && t->hints[i].seat == seat;
    return n;
}

int table_hints_of(const struct table *t, int game, int seat) {
    return table_hints_until(t, t->line_count, game, seat);
}

bool table_hinted(const struct table *t) {
    return t->hinted;
}

static bool prepare_hint(const struct table *t, struct text *error) {
    const struct state *s = &t->now;
    bool choice = s->stage == STAGE_PLAY && s->game.phase == PHASE_CHOOSE;
    if (!choice)
        text_put(error, state_over(s) ? "the game is over; there is nothing to choose"
                                      : "a hint is for a choice; the dice have to fall first");
    return choice;
}

static void push_hint(struct table *t) {
    const struct game *g = &t->now.game;
    t->hints = table_grow(t->hints, t->hint_count, &t->hint_room, sizeof *t->hints);
    t->hints[t->hint_count++] = (struct hint){
        .line = t->line_count,
        .step = t->step_count,
        .game = t->now.games,
        .seat = g->seat,
        .person = g->turns[g->seat] % seat_people(&t->now.seats[g->seat]),
        .turn = g->turns[g->seat] + 1,
    };
    t->hinted = true;
}

/* ---- corrections ---- */

/* Replays the steps from index on, the first with another event. On failure the error names the
 * line that would no longer be possible. */
static bool replay(struct table *t, int index, const struct event *event, struct text *error) {
    struct pending *p = &t->pending;
    int count = t->step_count - index;
    p->steps = malloc((size_t)count * sizeof *p->steps);
    if (!p->steps)
        abort();
    memcpy(p->steps, &t->steps[index], (size_t)count * sizeof *p->steps);
    p->steps[0].event = *event;
    p->steps[0].event.corrects = 0;
    p->from = index;
    p->next = t->steps[index].before;
    for (int i = 0; i < count; i++) {
        struct step *step = &p->steps[i];
        char words[512];
        struct text why = TEXT_IN(words);
        step->before = p->next;
        bool roll = step->event.kind == EVENT_ACTION && step->event.action.act == ACT_ROLL;
        bool good =
            !roll || table_faces_fit(t, &p->next, step->event.action.dice, TELLING_RECORD, &why);
        if (good && state_step(&p->next, &step->event, &why))
            continue;
        if (i == 0)
            text_put(error, words);
        else
            text_add(error, "line %d, '%s', would no longer be possible: %s", step->line,
                     t->lines[step->line - 1], words);
        error->rule = why.rule;
        free(p->steps);
        p->steps = NULL;
        return false;
    }
    return true;
}

bool table_correctable(const struct table *t, const struct step *step) {
    const struct event *e = &step->event;
    bool roll = e->kind == EVENT_ACTION && e->action.act == ACT_ROLL;
    return e->kind == EVENT_SEAT ||
           (e->kind == EVENT_ACTION && (!roll || t->now.dice.kind == DICE_PHYSICAL));
}

/* A name may change at any time: nobody's points hang on it. */
static bool same_sort(const struct event *a, const struct event *b) {
    bool roll_a = a->kind == EVENT_ACTION && a->action.act == ACT_ROLL;
    bool roll_b = b->kind == EVENT_ACTION && b->action.act == ACT_ROLL;
    return a->kind == b->kind && roll_a == roll_b;
}

static bool prepare_correction(struct table *t, struct event *e, struct text *error) {
    int index = table_step_of_line(t, e->corrects);
    if (index < 0) {
        text_add(error,
                 e->corrects > t->line_count ? "there is no line %d"
                                             : "line %d holds nothing that is in force",
                 e->corrects);
        return false;
    }
    const struct step *step = &t->steps[index];
    if (!same_sort(&step->event, e)) {
        text_add(error, "line %d, '%s', cannot become something of another kind", step->line,
                 t->lines[step->line - 1]);
        return false;
    }
    bool roll = e->kind == EVENT_ACTION && e->action.act == ACT_ROLL;
    if (roll && !e->action.dice.bits) {
        text_put(error, "name the faces that fell");
        return false;
    }
    if (roll && t->now.dice.kind != DICE_PHYSICAL) {
        text_put(error, "only rolls of real dice can be corrected; these fell as recorded");
        return false;
    }
    t->pending.kind = PENDING_CORRECTION;
    return replay(t, index, e, error);
}

static bool prepare_undo(struct table *t, struct text *error) {
    if (!t->deed_count) {
        text_put(error, t->now.fair.stage == FAIR_REVEALED
                            ? "the dice are revealed; what was played with them stands"
                            : "there is nothing to undo");
        return false;
    }
    struct deed *deed = &t->deeds[t->deed_count - 1];
    t->pending.kind = PENDING_UNDO;
    if (deed->corrected_step < 0) {
        t->pending.next = t->steps[t->step_count - 1].before;
        return true;
    }
    return replay(t, deed->corrected_step, &deed->replaced, error);
}

/* ---- telling ---- */

bool table_prepare(struct table *t, struct span line, enum telling telling, struct text *ret_line,
                   struct text *error) {
    struct pending *p = &t->pending;
    const struct rules *rules = t->now.rules.book ? &t->now.rules : NULL;
    free(p->steps);
    p->steps = NULL;
    p->kind = PENDING_NOTHING;
    if (line.len >= sizeof p->line) {
        text_put(error, "the line is too long");
        return false;
    }
    if (!event_parse(rules, line, &p->event, error))
        return false;
    struct event *e = &p->event;
    bool good;
    if (e->kind == EVENT_VERSION && t->line_count) {
        text_put(error, "'yardstick' stands on the first line only");
        return false;
    }
    if (e->kind == EVENT_COMMENT || e->kind == EVENT_HINT) {
        p->kind = PENDING_NOTE;
        good = e->kind == EVENT_COMMENT || prepare_hint(t, error);
    } else if (e->corrects) {
        good = prepare_correction(t, e, error);
    } else if (e->kind == EVENT_UNDO) {
        good = prepare_undo(t, error);
    } else {
        if (t->step_count == STEPS_MAX) {
            text_put(error, "this table has seen enough games; begin a new one");
            return false;
        }
        p->kind = PENDING_STEP;
        p->next = t->now;
        good = table_settle_dice(t, e, telling, error) && state_step(&p->next, e, error) &&
               (e->kind != EVENT_REVEAL || table_fell_as_committed(t, e->gift.bytes, error));
    }
    if (!good) {
        p->kind = PENDING_NOTHING;
        return false;
    }
    struct text out = TEXT_IN(p->line);
    if (e->kind == EVENT_COMMENT)
        text_put_n(&out, span_trim(line).at, span_trim(line).len);
    else
        event_print(rules, e, &out);
    if (ret_line)
        text_put(ret_line, p->line);
    return true;
}

static void push_line(struct table *t, const char *line) {
    t->lines = table_grow(t->lines, t->line_count, &t->line_room, sizeof *t->lines);
    t->lines[t->line_count] = strdup(line);
    if (!t->lines[t->line_count])
        abort();
    t->line_count++;
}

static void push_deed(struct table *t, int corrected_step, const struct event *replaced) {
    t->deeds = table_grow(t->deeds, t->deed_count, &t->deed_room, sizeof *t->deeds);
    struct deed *deed = &t->deeds[t->deed_count++];
    memset(deed, 0, sizeof *deed);
    deed->corrected_step = corrected_step;
    if (replaced)
        deed->replaced = *replaced;
}

/* What is said of fair dice cannot be unsaid: neither it, nor what was done before it. */
static bool binds(const struct event *e) {
    return e->kind == EVENT_PLEDGE || e->kind == EVENT_SHARE || e->kind == EVENT_REVEAL ||
           (e->kind == EVENT_DICE && e->dice.kind == DICE_FAIR);
}

static void commit_step(struct table *t) {
    const struct pending *p = &t->pending;
    bool deed = p->event.kind == EVENT_ACTION || p->event.kind == EVENT_REMATCH;
    table_note_dice(t, &p->event);
    t->steps = table_grow(t->steps, t->step_count, &t->step_room, sizeof *t->steps);
    struct step *step = &t->steps[t->step_count++];
    step->line = t->line_count;
    step->event = p->event;
    step->before = t->now;
    if (deed)
        push_deed(t, -1, NULL);
    if (binds(&p->event))
        t->deed_count = 0;
}

void table_commit(struct table *t) {
    struct pending *p = &t->pending;
    if (p->kind == PENDING_NOTHING)
        return;
    push_line(t, p->line);
    if (p->event.kind == EVENT_HINT)
        push_hint(t);
    if (p->kind == PENDING_CORRECTION)
        push_deed(t, p->from, &t->steps[p->from].event);
    if (p->kind == PENDING_UNDO) {
        t->deed_count--;
        if (!p->steps)
            t->step_count--;
    }
    if (p->kind == PENDING_STEP)
        commit_step(t);
    if (p->steps)
        memcpy(&t->steps[p->from], p->steps, (size_t)(t->step_count - p->from) * sizeof *p->steps);
    if (p->kind != PENDING_NOTE) {
        t->now = p->next;
        t->hinted = false;
    }
    free(p->steps);
    p->steps = NULL;
    p->kind = PENDING_NOTHING;
}

bool table_say(struct table *t, struct span line, struct text *error) {
    if (!table_prepare(t, line, TELLING_LIVE, NULL, error))
        return false;
    table_commit(t);
    return true;
}

struct table *table_copy(const struct table *t) {
    char words[256];
    struct table *copy = table_new();
    if (!copy)
        abort();
    for (int i = 0; i < t->line_count; i++) {
        struct text error = TEXT_IN(words);
        if (!table_prepare(copy, span_of(t->lines[i]), TELLING_RECORD, NULL, &error))
            abort(); /* it was said before, at the same table */
        table_commit(copy);
    }
    return copy;
}
