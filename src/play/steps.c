#include "play/steps.h"

#include <stdlib.h>
#include <string.h>

#include "play/table_parts.h"

/* Steps from one whole state to the next: so many changes at most lead to any step. */
enum { WHOLE_EVERY = 32, WORD = 8 };

_Static_assert(sizeof(struct state) % WORD == 0 && sizeof(struct event) % WORD == 0 &&
                   STATE_SET_UP % WORD == 0,
               "they are packed word by word");

/* The bytes of an event that names neither rules nor a position. */
enum { SMALL_EVENT = offsetof(struct event, seat) + sizeof(struct seat) };

_Static_assert(SMALL_EVENT % WORD == 0 && sizeof(struct seat) >= sizeof(struct dice_source) &&
                   sizeof(struct seat) >= sizeof(struct action) &&
                   sizeof(struct seat) >= sizeof(struct gift),
               "a seat's name is the longest of the small ones");

/* ---- changes ---- */

/* A change is a list of words that differ, each as two bytes and those of its bytes that do: how
 * many words are skipped before it, and which of its bytes follow. Where none do, words are only
 * skipped; where neither, it is the end. */
enum { SKIP_MAX = 255, ENTRY_MAX = 2 + WORD };

/* Room for another entry. Rooms are many: half as much again leaves less of them empty. */
static uint8_t *entry(struct bytes *b) {
    if (b->room - b->used < ENTRY_MAX) {
        b->room += b->room / 2 + 64;
        b->at = realloc(b->at, b->room);
        if (!b->at)
            abort(); /* as table_grow() does */
    }
    return b->at + b->used;
}

static void put_entry(struct bytes *b, size_t skip, const uint8_t *from, const uint8_t *to) {
    for (; skip > SKIP_MAX; skip -= SKIP_MAX) {
        memcpy(entry(b), (uint8_t[]){SKIP_MAX, 0}, 2);
        b->used += 2;
    }
    uint8_t *start = entry(b), *end = start + 2, mask = 0;
    for (int i = 0; i < WORD; i++) {
        if (from[i] == to[i])
            continue;
        mask |= (uint8_t)(1 << i);
        *end++ = to[i];
    }
    start[0] = (uint8_t)skip;
    start[1] = mask;
    b->used += (size_t)(end - start);
}

static uint64_t word_at(const uint8_t *at) {
    uint64_t word;
    memcpy(&word, at, WORD);
    return word;
}

void pack_change(struct bytes *b, const void *from, const void *to, size_t start, size_t size) {
    static const uint8_t nothing[WORD];
    const uint8_t *x = from, *y = to;
    size_t behind = 0; /* the last word that differs */
    for (size_t i = start; i < size; i += WORD) {
        if ((x ? word_at(x + i) : 0) == word_at(y + i))
            continue;
        put_entry(b, (i - behind) / WORD, x ? x + i : nothing, y + i);
        behind = i + WORD;
    }
    put_entry(b, 0, nothing, nothing);
}

void pack_event(struct bytes *b, const struct event *e) {
    bool large = e->kind == EVENT_RULES || e->kind == EVENT_POSITION;
    pack_change(b, NULL, e, 0, large ? sizeof *e : SMALL_EVENT);
}

const uint8_t *unpack_change(const uint8_t *change, void *onto) {
    uint8_t *word = onto;
    for (;;) {
        int skip = *change++, mask = *change++;
        if (!skip && !mask)
            return change;
        if (word)
            word += skip * WORD;
        if (!mask)
            continue;
        for (int i = 0; i < WORD; i++) {
            if (!(mask >> i & 1))
                continue;
            if (word)
                word[i] = *change;
            change++;
        }
        if (word)
            word += WORD;
    }
}

/* ---- steps ---- */

void steps_free(struct steps *s) {
    free(s->bytes.at);
    free(s->list);
    free(s->unpacked);
    *s = (struct steps){0};
}

/* The state before the step at this index is packed next. */
static void begin_step(struct steps *s, int index) {
    s->list = table_grow(s->list, index, &s->room, sizeof *s->list);
    s->list[index].at = (uint32_t)s->bytes.used;
}

void steps_push(struct steps *s, int line, const struct event *e, const struct state *before,
                const struct state *after) {
    if (!s->count) {
        s->bytes.used = 0;
        begin_step(s, 0);
        pack_change(&s->bytes, NULL, before, 0, sizeof *before);
    }
    s->list[s->count].line = line;
    s->list[s->count].kind = e->kind;
    pack_event(&s->bytes, e);
    begin_step(s, ++s->count);
    bool whole = s->count % WHOLE_EVERY == 0;
    bool set_up = e->kind == EVENT_ACTION && before->stage != STAGE_SETUP;
    size_t start = set_up && !whole ? STATE_SET_UP : 0;
    pack_change(&s->bytes, whole ? NULL : before, after, start, sizeof *after);
}

static const uint8_t *unpack_state(const struct steps *s, int index, struct state *onto) {
    return unpack_change(s->bytes.at + s->list[index].at, onto);
}

/* The bytes up to the state before the step at this index, and with it. */
static size_t bytes_before(const struct steps *s, int index) {
    return (size_t)(unpack_state(s, index, NULL) - s->bytes.at);
}

void steps_cut(struct steps *s, int count) {
    if (count >= s->count)
        return;
    s->bytes.used = bytes_before(s, count);
    s->count = count;
    for (int i = 0; s->unpacked && i < STEPS_AT_HAND; i++) {
        if (s->unpacked[i].index >= count)
            s->unpacked[i].index = -1;
    }
}

void steps_copy(struct steps *s, const struct steps *of, int count) {
    steps_free(s);
    if (!count)
        return;
    s->bytes.used = s->bytes.room = bytes_before(of, count);
    s->bytes.at = malloc(s->bytes.room);
    s->count = count;
    s->room = count + 1;
    s->list = malloc((size_t)s->room * sizeof *s->list);
    if (!s->bytes.at || !s->list)
        abort();
    memcpy(s->bytes.at, of->bytes.at, s->bytes.used);
    memcpy(s->list, of->list, (size_t)s->room * sizeof *s->list);
}

size_t steps_bytes(const struct steps *s) {
    return s->bytes.room + (size_t)s->room * sizeof *s->list +
           (s->unpacked ? STEPS_AT_HAND * sizeof *s->unpacked : 0);
}

/* ---- unpacking ---- */

static struct unpacked *slots_of(const struct steps *s) {
    struct steps *cache = (struct steps *)s; /* what is at hand says nothing new about the steps */
    if (!cache->unpacked) {
        cache->unpacked = calloc(STEPS_AT_HAND, sizeof *cache->unpacked);
        if (!cache->unpacked)
            abort();
        for (int i = 0; i < STEPS_AT_HAND; i++)
            cache->unpacked[i].index = -1;
    }
    cache->asked++;
    return cache->unpacked;
}

void steps_state(const struct steps *s, int index, struct state *ret) {
    memset(ret, 0, sizeof *ret);
    for (int i = index / WHOLE_EVERY * WHOLE_EVERY; i <= index; i++)
        unpack_state(s, i, ret);
}

void steps_event(const struct steps *s, int index, struct event *ret) {
    memset(ret, 0, sizeof *ret);
    unpack_change(unpack_state(s, index, NULL), ret);
}

/* `before` is the step before it, where that is at hand. */
static void unpack(const struct steps *s, int index, const struct unpacked *before,
                   struct unpacked *ret) {
    struct step *step = &ret->step;
    if (before && index % WHOLE_EVERY) {
        if (before != ret)
            step->before = before->step.before;
        unpack_state(s, index, &step->before);
    } else {
        steps_state(s, index, &step->before);
    }
    steps_event(s, index, &step->event);
    step->line = s->list[index].line;
    ret->index = index;
}

const struct step *steps_at(const struct steps *s, int index) {
    struct unpacked *slots = slots_of(s), *oldest = slots, *found = NULL, *before = NULL;
    for (struct unpacked *u = slots; u < slots + STEPS_AT_HAND; u++) {
        if (u->index == index)
            found = u;
        if (u->index == index - 1 && index)
            before = u;
        if (u->used < oldest->used)
            oldest = u;
    }
    if (!found) {
        found = oldest;
        unpack(s, index, before, found);
    }
    found->used = s->asked;
    return &found->step;
}
