#include "play/steps.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "play/table_parts.h"

/* A snapshot follows after at least this many changes, and only when the changes take as many bytes
 * as the last snapshot. So snapshots at most double the memory, however many seats a table has. */
enum { WHOLE_EVERY = 32, WORD = 8 };

/* How much of an entry is stored, unless it contains rules or a position. */
enum { SMALL_EVENT = offsetof(struct entry, seat) + sizeof(struct seat) };

_Static_assert(sizeof(struct state) % WORD == 0 && sizeof(struct entry) % WORD == 0 &&
                   STATE_SET_UP % WORD == 0 && SMALL_EVENT % WORD == 0,
               "they are packed word by word");
_Static_assert(sizeof(struct seat) >= sizeof(struct dice_source) &&
                   sizeof(struct seat) >= sizeof(struct action) &&
                   sizeof(struct seat) >= sizeof(struct gift) &&
                   sizeof(struct seat) >= sizeof(struct seat_order),
               "a seat's name is the longest of the small ones");

/* ---- changes ---- */

/* A change is a list of differing words. Each is stored as the number of words skipped before it
 * (two bytes), a mask of the bytes that differ (one byte), and those bytes. An empty mask ends the
 * list. */
enum { HEAD = 3 };

static void put_entry(struct bytes *b, size_t skip, const uint8_t *from, const uint8_t *to) {
    b->at = grown(b->at, b->used + HEAD + WORD, &b->room, 1);
    uint8_t *entry = b->at + b->used, *end = entry + HEAD;
    memcpy(entry, &(uint16_t){(uint16_t)skip}, 2);
    entry[2] = 0;
    for (int i = 0; i < WORD; i++) {
        if (from[i] == to[i])
            continue;
        entry[2] |= (uint8_t)(1 << i);
        *end++ = to[i];
    }
    b->used = (int)(end - b->at);
}

static uint64_t word_at(const uint8_t *at) {
    uint64_t word;
    memcpy(&word, at, WORD);
    return word;
}

/* Encodes the change from `from` to `to`, which are equal up to `start`. If `from` is NULL, the
 * change is from zeros. */
static void pack(struct bytes *b, const void *from, const void *to, size_t start, size_t size) {
    static const uint8_t nothing[WORD];
    const uint8_t *x = from, *y = to;
    size_t behind = 0; /* end of the last word that differs */
    for (size_t i = start; i < size; i += WORD) {
        if ((x ? word_at(x + i) : 0) == word_at(y + i))
            continue;
        put_entry(b, (i - behind) / WORD, x ? x + i : nothing, y + i);
        behind = i + WORD;
    }
    put_entry(b, 0, nothing, nothing);
}

/* Applies a change; returns the address after it. */
static const uint8_t *unpack(const uint8_t *change, void *onto) {
    uint8_t *word = onto;
    for (;;) {
        uint16_t skip;
        memcpy(&skip, change, 2);
        int mask = change[2];
        change += HEAD;
        if (!mask)
            return change;
        word += skip * WORD;
        for (int i = 0; i < WORD; i++, word++) {
            if (mask >> i & 1)
                *word = *change++;
        }
    }
}

void pack_entry(struct bytes *b, const struct entry *e) {
    bool large = e->kind == ENTRY_RULES || e->kind == ENTRY_POSITION;
    pack(b, NULL, e, 0, large ? sizeof *e : SMALL_EVENT);
}

void unpack_entry(const struct bytes *b, int at, struct entry *ret) {
    memset(ret, 0, sizeof *ret);
    unpack(b->at + at, ret);
}

/* ---- steps ---- */

void steps_free(struct steps *s) {
    free(s->bytes.at);
    free(s->list);
    free(s->at_hand);
    memset(s, 0, sizeof *s);
}

static bool snapshot_is_due(const struct steps *s) {
    if (s->count - s->whole < WHOLE_EVERY)
        return false;
    int from = s->list[s->whole].at, changes = s->list[s->whole + 1].at;
    return s->bytes.used - changes >= changes - from;
}

size_t steps_changed_from(const struct entry *e, const struct state *before) {
    return e->kind == ENTRY_ACTION && before->stage != STAGE_SETUP ? STATE_SET_UP : 0;
}

void steps_push(struct steps *s, int line, const struct entry *e, const struct state *before,
                const struct state *after) {
    bool whole = snapshot_is_due(s);
    s->list = grown(s->list, s->count, &s->room, sizeof *s->list);
    s->list[s->count] = (struct packed_step){s->bytes.used, line, (short)e->kind, whole};
    s->whole = whole ? s->count : s->whole;
    s->count++;
    pack_entry(&s->bytes, e);
    pack(&s->bytes, whole ? NULL : before, after, whole ? 0 : steps_changed_from(e, before),
         sizeof *after);
}

void steps_forget(struct steps *s) {
    free(s->at_hand);
    s->at_hand = NULL;
}

void steps_drop_last(struct steps *s) {
    s->bytes.used = s->list[--s->count].at;
    while (s->whole && (s->whole >= s->count || !s->list[s->whole].whole))
        s->whole--;
    steps_forget(s);
}

size_t steps_bytes(const struct steps *s) {
    return (size_t)s->bytes.room + (size_t)s->room * sizeof *s->list +
           (s->at_hand ? STEPS_AT_HAND * sizeof *s->at_hand : 0);
}

/* ---- unpacking ---- */

/* Advances `state` to the one before step `index`. On entry it holds the state before step
 * `from` - 1 or, if that step has a snapshot, zeros. */
static void go_on(const struct steps *s, int from, int index, struct state *state) {
    struct entry passed;
    for (int i = from; i <= index; i++)
        unpack(unpack(s->bytes.at + s->list[i - 1].at, &passed), state);
}

void steps_state(const struct steps *s, int index, struct state *ret) {
    int from = index;
    while (from > 1 && !s->list[from - 1].whole)
        from--;
    memset(ret, 0, sizeof *ret);
    go_on(s, from ? from : 1, index, ret);
}

const struct step *steps_at(struct steps *s, int index) {
    if (!s->at_hand)
        s->at_hand = grab(STEPS_AT_HAND, sizeof *s->at_hand);
    struct unpacked *u = &s->at_hand[index % STEPS_AT_HAND];
    const struct unpacked *last = &s->at_hand[(index + STEPS_AT_HAND - 1) % STEPS_AT_HAND];
    if (u->number == index + 1)
        return &u->step;
    if (index && last->number == index && !s->list[index - 1].whole) {
        u->step.before = last->step.before;
        go_on(s, index, index, &u->step.before);
    } else {
        steps_state(s, index, &u->step.before);
    }
    unpack_entry(&s->bytes, s->list[index].at, &u->step.entry);
    u->step.line = s->list[index].line;
    u->number = index + 1;
    return &u->step;
}
