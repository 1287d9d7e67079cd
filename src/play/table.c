#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/say.h"
#include "play/daily.h"
#include "play/table_parts.h"

struct table *table_new(void) {
    return grab(1, sizeof(struct table));
}

static void forget_pending(struct table *t) {
    if (!t->pending)
        return;
    steps_free(&t->pending->steps);
    free(t->pending->line);
    free(t->pending);
    t->pending = NULL;
}

static void new_pending(struct table *t, const struct entry *e) {
    forget_pending(t);
    t->pending = must(malloc(sizeof *t->pending));
    t->pending->entry = *e;
    t->pending->line = NULL;
    t->pending->odd = t->pending->replays = false;
    t->pending->steps = (struct steps){0};
}

void table_clear(struct table *t) {
    for (int i = 0; i < t->line_count; i++)
        free(t->lines[i]);
    free(t->lines);
    forget_pending(t);
    steps_free(&t->steps);
    free(t->deeds);
    free(t->replaced.at);
    free(t->fallen);
    free(t->seen);
    free(t->links);
    chain_free(t->known.chain);
    free(t->commitments);
    free(t->hints);
    free(t->warnings);
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

void table_log_hash(const struct table *t, int line, uint8_t ret[FAIR_BYTES]) {
    if (line == t->line_count) {
        memcpy(ret, t->log_hash, FAIR_BYTES);
        return;
    }
    memset(ret, 0, FAIR_BYTES);
    for (int i = 0; i < line && i < t->line_count; i++)
        fair_log_hash(ret, span_of(t->lines[i]), ret);
}

int table_steps(const struct table *t) {
    return t->steps.count;
}

const struct step *table_step(const struct table *t, int index) {
    struct table *cache = (struct table *)t; /* changes only the cache */
    return steps_at(&cache->steps, index);
}

int table_step_line(const struct table *t, int index) {
    return t->steps.list[index].line;
}

int table_step_kind(const struct table *t, int index) {
    return t->steps.list[index].kind;
}

void table_step_entry(const struct table *t, int index, struct entry *ret) {
    unpack_entry(&t->steps.bytes, t->steps.list[index].at, ret);
}

int table_steps_until(const struct table *t, int line) {
    int low = 0, high = t->steps.count; /* steps are sorted by line */
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (table_step_line(t, middle) <= line)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

int table_step_of_line(const struct table *t, int line) {
    int last = table_steps_until(t, line) - 1;
    return last >= 0 && table_step_line(t, last) == line ? last : -1;
}

void table_forget_steps(struct table *t) {
    steps_forget(&t->steps);
}

void table_last_before(const struct table *t, struct state *ret) {
    steps_state(&t->steps, t->steps.count ? t->steps.count - 1 : 0, ret);
}

const struct state *table_state(const struct table *t, int steps) {
    return steps < t->steps.count ? &table_step(t, steps)->before : &t->now;
}

const char *table_date(const struct table *t) {
    return t->date;
}

int table_games(const struct table *t) {
    return t->now.rules.book ? t->now.games + !state_over(&t->now) : 0;
}

const struct state *table_game_end(const struct table *t, int game) {
    for (int i = 0; i < t->steps.count; i++) {
        if (table_step_kind(t, i) == ENTRY_REMATCH && table_state(t, i)->games == game + 1)
            return table_state(t, i);
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

/* ---- comments with a meaning ---- */

const char warning_line[] = "# warning", what_if_line[] = "# what-if: ";

bool table_warned(const struct table *t) {
    return t->warned;
}

int table_warnings_of(const struct table *t, int game, int seat) {
    int n = 0;
    for (int i = 0; i < t->warning_count; i++)
        n += t->warnings[i].game == game && t->warnings[i].seat == seat;
    return n;
}

bool table_what_if(const struct table *t) {
    return t->what_if;
}

static bool at_choice(const struct state *s) {
    return s->stage == STAGE_PLAY && s->game.phase == PHASE_CHOOSE;
}

static void note_comment(struct table *t, const char *line) {
    const struct game *g = &t->now.game;
    if (!strncmp(line, what_if_line, strlen(what_if_line)))
        t->what_if = t->what_if || !t->now.rules.book;
    if (strcmp(line, warning_line) != 0 || !at_choice(&t->now) || t->warned)
        return;
    t->warnings = grown(t->warnings, t->warning_count, &t->warning_room, sizeof *t->warnings);
    t->warnings[t->warning_count++] = (struct warned){t->now.games, g->seat};
    t->warned = true;
}

static bool prepare_hint(const struct table *t, struct text *error) {
    const struct state *s = &t->now;
    if (at_choice(s))
        return true;
    return state_over(s) ? say_fail(error, play_over_no_choice)
                         : say_fail(error, play_hint_for_choice);
}

static void push_hint(struct table *t) {
    const struct game *g = &t->now.game;
    t->hints = grown(t->hints, t->hint_count, &t->hint_room, sizeof *t->hints);
    t->hints[t->hint_count++] = (struct hint){
        .line = t->line_count,
        .step = t->steps.count,
        .game = t->now.games,
        .seat = g->seat,
        .person = g->turns[g->seat] % seat_people(&t->now.seats[g->seat]),
        .turn = g->turns[g->seat] + 1,
    };
    t->hinted = true;
}

/* ---- corrections ---- */

/* Replays all steps, replacing the entry of the step at `index`. If a later line would no longer be
 * possible, the error names it. */
static bool replay(struct table *t, int index, const struct entry *entry, struct refusal *refusal) {
    struct pending *p = t->pending;
    struct state before;
    p->replays = true;
    p->from = index;
    state_start(&p->next);
    state_start(&before);
    for (int i = 0; i < t->steps.count; i++) {
        int line = table_step_line(t, i);
        struct entry e = *entry;
        LOCAL_TEXT(out, 512);
        struct refusal why = {.words = &out};
        if (i != index)
            table_step_entry(t, i, &e);
        e.corrects = 0;
        bool faces = i >= index && e.kind == ENTRY_ACTION && e.action.act == ACT_ROLL;
        bool good = !faces || table_faces_fit(t, &before, e.action.dice, TELLING_RECORD, &out);
        if (good && state_step(&p->next, &e, &why)) {
            size_t same = steps_changed_from(&e, &before);
            steps_push(&p->steps, line, &e, &before, &p->next);
            memcpy((char *)&before + same, (char *)&p->next + same, sizeof before - same);
            continue;
        }
        if (i == index)
            text_put(refusal->words, out.data);
        else
            say(refusal->words, play_no_longer_possible, .line = line, .said = t->lines[line - 1],
                .reason = out.data);
        refusal->rule = why.rule;
        refusal->dice = why.dice;
        return false;
    }
    return true;
}

bool table_correctable(const struct table *t, const struct step *step) {
    const struct entry *e = &step->entry;
    bool roll = e->kind == ENTRY_ACTION && e->action.act == ACT_ROLL;
    return e->kind == ENTRY_SEAT ||
           (e->kind == ENTRY_ACTION && (!roll || t->now.dice.kind == DICE_PHYSICAL));
}

/* Dice that are entered as they lie: one roll, or the last dice of a turn; 0 for any other entry.
 */
static int dice_entered(const struct entry *e) {
    bool action = e->kind == ENTRY_ACTION;
    return action && e->action.act == ACT_ROLL ? 1 : action && e->action.act == ACT_LAST ? 2 : 0;
}

/* A correction must be of the same kind as the original: a name, a roll, last dice or a choice. */
static bool same_sort(const struct entry *a, const struct entry *b) {
    return a->kind == b->kind && dice_entered(a) == dice_entered(b);
}

static bool prepare_correction(struct table *t, struct entry *e, struct refusal *refusal) {
    struct text *error = refusal->words;
    int index = table_step_of_line(t, e->corrects);
    if (t->now.dice.kind == DICE_DAILY)
        return say_fail(error, play_daily_lines_stand);
    if (index < 0)
        return e->corrects > t->line_count
                   ? say_fail(error, play_no_line, .line = e->corrects)
                   : say_fail(error, play_line_not_in_force, .line = e->corrects);
    struct entry corrected;
    table_step_entry(t, index, &corrected);
    if (!same_sort(&corrected, e))
        return say_fail(error, play_line_of_other_kind, .line = e->corrects,
                        .said = t->lines[e->corrects - 1]);
    bool roll = e->kind == ENTRY_ACTION && e->action.act == ACT_ROLL;
    if (roll && (!e->action.dice.bits || e->proof.given))
        return say_fail(error, play_name_faces);
    if (roll && t->now.dice.kind != DICE_PHYSICAL)
        return say_fail(error, play_only_real_rolls);
    t->pending->kind = PENDING_CORRECTION;
    return replay(t, index, e, refusal);
}

static bool prepare_undo(struct table *t, struct refusal *refusal) {
    if (!t->deed_count)
        return t->now.fair.stage == FAIR_REVEALED ? say_fail(refusal->words, play_revealed_stands)
                                                  : say_fail(refusal->words, play_nothing_to_undo);
    struct deed *deed = &t->deeds[t->deed_count - 1];
    t->pending->kind = PENDING_UNDO;
    if (deed->corrected_step < 0) {
        struct entry last;
        table_step_entry(t, t->steps.count - 1, &last);
        if (t->now.dice.kind == DICE_DAILY && !daily_may_undo(&last, refusal->words))
            return false;
        steps_state(&t->steps, t->steps.count - 1, &t->pending->next);
        return true;
    }
    struct entry replaced;
    unpack_entry(&t->replaced, deed->replaced, &replaced);
    return replay(t, deed->corrected_step, &replaced, refusal);
}

/* ---- saying a line ---- */

/* Works out the effect of the pending entry. */
static bool prepare(struct table *t, struct span line, enum telling telling,
                    struct refusal *refusal) {
    struct pending *p = t->pending;
    struct entry *e = &p->entry;
    struct text *error = refusal->words;
    if (e->kind == ENTRY_VERSION && t->line_count)
        return say_fail(error, play_version_first_line);
    if (e->kind == ENTRY_COMMENT || e->kind == ENTRY_HINT) {
        p->kind = PENDING_NOTE;
        return e->kind == ENTRY_COMMENT ? table_comment_fits(t, line, telling, error)
                                        : prepare_hint(t, error);
    }
    if (e->corrects)
        return prepare_correction(t, e, refusal);
    if (e->kind == ENTRY_UNDO)
        return prepare_undo(t, refusal);
    if (t->steps.count == STEPS_MAX)
        return say_fail(error, play_enough_games);
    p->kind = PENDING_STEP;
    p->next = t->now;
    return table_settle_dice(t, e, telling, error) && state_step(&p->next, e, refusal) &&
           (e->kind != ENTRY_REVEAL || table_fell_as_committed(t, e->gift.bytes, error));
}

/* Spells the line as it must be written to the record. Fails if the line has a proof and the record
 * being read spells it differently. */
static bool spell(struct table *t, struct span line, enum telling telling, struct text *error) {
    struct pending *p = t->pending;
    const struct entry *e = &p->entry;
    LOCAL_TEXT(out, LINE_MAX_BYTES);
    if (e->kind == ENTRY_COMMENT)
        text_put_n(&out, span_trim(line).at, span_trim(line).len);
    else
        entry_print(&t->now.rules, e, &out);
    p->odd = telling == TELLING_RECORD && !span_is(line, out.data);
    if (p->odd && e->proof.given) {
        table_found_odd(t, e, error);
        return false;
    }
    p->line = must(strdup(out.data));
    return true;
}

bool table_prepare_entry(struct table *t, const struct entry *said, struct span line,
                         enum telling telling, struct text *ret_line, struct refusal *refusal) {
    new_pending(t, said);
    bool good =
        prepare(t, span_trim(line), telling, refusal) && spell(t, line, telling, refusal->words);
    if (!good)
        forget_pending(t);
    else if (ret_line)
        text_put(ret_line, t->pending->line);
    return good;
}

bool table_prepare(struct table *t, struct span line, enum telling telling, struct text *ret_line,
                   struct refusal *refusal) {
    struct entry e;
    forget_pending(t);
    if (line.len >= LINE_MAX_BYTES)
        return say_fail(refusal->words, play_line_too_long);
    return entry_parse(t->now.rules.book ? &t->now.rules : NULL, line, &e, refusal->words) &&
           table_prepare_entry(t, &e, line, telling, ret_line, refusal);
}

const struct entry *table_prepared(const struct table *t) {
    return &t->pending->entry;
}

static void push_line(struct table *t, char *line) {
    t->lines = grown(t->lines, t->line_count, &t->line_room, sizeof *t->lines);
    t->lines[t->line_count++] = line;
    t->line_bytes += strlen(line) + 1;
    fair_log_hash(t->log_hash, span_of(line), t->log_hash);
}

static void push_deed(struct table *t, int corrected_step) {
    t->deeds = grown(t->deeds, t->deed_count, &t->deed_room, sizeof *t->deeds);
    t->deeds[t->deed_count++] = (struct deed){corrected_step, t->replaced.used};
    if (corrected_step >= 0) {
        struct entry replaced;
        table_step_entry(t, corrected_step, &replaced);
        pack_entry(&t->replaced, &replaced);
    }
}

/* Drops the last `count` units of undo: they have been undone, or can no longer be undone. */
static void drop_deeds(struct table *t, int count) {
    if (count)
        t->replaced.used = t->deeds[t->deed_count - count].replaced;
    t->deed_count -= count;
}

/* Commitments, pledges, shares and reveals of fair dice cannot be undone, nor can anything before
 * them. */
static bool binds(const struct entry *e) {
    return e->kind == ENTRY_PLEDGE || e->kind == ENTRY_SHARE || e->kind == ENTRY_REVEAL ||
           (e->kind == ENTRY_DICE && e->dice.kind == DICE_FAIR);
}

bool entry_is_deed(const struct entry *e, const struct state *before) {
    bool between = e->kind == ENTRY_SEAT || e->kind == ENTRY_PACE; /* elsewhere: setting up */
    return e->kind == ENTRY_ACTION || e->kind == ENTRY_REMATCH || e->kind == ENTRY_SEATS ||
           e->kind == ENTRY_LEAVE || (between && before->stage != STAGE_SETUP);
}

static void commit_step(struct table *t) {
    const struct pending *p = t->pending;
    bool deed = entry_is_deed(&p->entry, &t->now);
    table_note_dice(t, &p->entry);
    steps_push(&t->steps, t->line_count, &p->entry, &t->now, &p->next);
    if (p->entry.kind == ENTRY_DATE && !t->date[0])
        memcpy(t->date, p->entry.date, sizeof t->date);
    if (deed)
        push_deed(t, -1);
    if (binds(&p->entry))
        drop_deeds(t, t->deed_count);
}

void table_abandon(struct table *t) {
    forget_pending(t);
}

void table_commit(struct table *t) {
    struct pending *p = t->pending;
    if (!p)
        return;
    push_line(t, p->line);
    p->line = NULL;
    if (p->odd && !t->odd_line)
        t->odd_line = t->line_count;
    if (p->entry.kind == ENTRY_HINT)
        push_hint(t);
    if (p->entry.kind == ENTRY_COMMENT)
        note_comment(t, t->lines[t->line_count - 1]);
    if (p->kind == PENDING_CORRECTION)
        push_deed(t, p->from);
    if (p->kind == PENDING_UNDO) {
        drop_deeds(t, 1);
        if (!p->replays)
            steps_drop_last(&t->steps);
    }
    if (p->kind == PENDING_STEP)
        commit_step(t);
    if (p->replays) {
        steps_free(&t->steps);
        t->steps = p->steps;
        p->steps = (struct steps){0};
    }
    if (p->kind != PENDING_NOTE) {
        t->now = p->next;
        t->hinted = false;
        t->warned = false;
    }
    forget_pending(t);
}

bool table_say(struct table *t, struct span line, struct text *error) {
    if (!table_prepare(t, line, TELLING_LIVE, NULL, &(struct refusal){.words = error}))
        return false;
    table_commit(t);
    return true;
}

bool table_tell(struct table *t, const char *verb, const char *what, struct text *error) {
    LOCAL_TEXT(l, LINE_MAX_BYTES);
    text_add(&l, "%s %s", verb, what);
    return table_say(t, span_of(l.data), error);
}

struct table *table_copy(const struct table *t) {
    char words[256];
    struct table *copy = table_new();
    for (int i = 0; i < t->line_count; i++) {
        struct text error = TEXT_IN(words);
        if (!table_prepare(copy, span_of(t->lines[i]), TELLING_RECORD, NULL,
                           &(struct refusal){.words = &error}))
            abort(); /* impossible: this line was accepted before */
        table_commit(copy);
    }
    return copy;
}

size_t table_bytes(const struct table *t) {
    enum { BLOCK = 16 }; /* approximate overhead per allocation */
    size_t bytes = sizeof *t + steps_bytes(&t->steps) +
                   (t->pending ? sizeof *t->pending + steps_bytes(&t->pending->steps) : 0) +
                   (size_t)t->replaced.room + (size_t)t->line_room * sizeof *t->lines +
                   (size_t)t->deed_room * sizeof *t->deeds +
                   (size_t)(t->fallen_room + t->seen_room) * sizeof *t->fallen +
                   (size_t)t->link_room * sizeof *t->links + chain_bytes(t->known.chain) +
                   (size_t)t->hint_room * sizeof *t->hints +
                   (size_t)t->warning_room * sizeof *t->warnings +
                   (size_t)t->commitment_room * sizeof *t->commitments;
    return bytes + t->line_bytes + (size_t)t->line_count * BLOCK;
}
