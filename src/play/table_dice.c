/* The dice of a table: rolling them, and refusing what cannot have fallen. */
#include <string.h>

#include "play/dice_source.h"
#include "play/table_parts.h"

int table_throws(const struct table *t) {
    return t->fallen_count;
}

const struct fallen *table_throw(const struct table *t, int index) {
    return &t->fallen[index];
}

void table_know_secret(struct table *t, const uint8_t secret[FAIR_BYTES]) {
    memcpy(t->known.bytes, secret, FAIR_BYTES);
    fair_commitment(secret, t->known.commitment);
}

/* The secret of the dice in this state, where it is known. */
static const uint8_t *secret_of(const struct table *t, const struct state *s) {
    bool known = s->fair.stage != FAIR_UNCOMMITTED &&
                 !memcmp(s->dice.commitment, t->known.commitment, FAIR_BYTES);
    return known ? t->known.bytes : NULL;
}

const struct wrong_throw *table_wrong_throw(const struct table *t) {
    return t->wrong.said.line ? &t->wrong : NULL;
}

static void found_wrong(struct table *t, const struct state *s, struct fallen said,
                        struct dice right) {
    if (!t->wrong.said.line)
        t->wrong = (struct wrong_throw){said, right, s->games + (state_over(s) ? 0 : 1)};
}

/* The line of the commitment at hand; 0: there was none. */
static int commitment_line(const struct table *t) {
    return t->commitment_count ? t->commitments[t->commitment_count - 1].line : 0;
}

/* System dice: the throw that was undone. */
static bool fell_before(const struct table *t, int n, struct dice *ret) {
    for (int i = t->fallen_count - 1; i >= 0; i--) {
        const struct fallen *f = &t->fallen[i];
        if (f->throw_number == t->now.throws && dice_size(f->dice) == n) {
            *ret = f->dice;
            return true;
        }
    }
    return false;
}

/* Fair dice: the throw that was undone, which falls again where the secret is not known, too. */
static const struct fallen *seen_before(const struct table *t, uint32_t throw_number) {
    const struct fallen *f = throw_number < (uint32_t)t->seen_count ? &t->seen[throw_number] : NULL;
    return f && f->line > commitment_line(t) ? f : NULL;
}

/* The dice that fall where they can be worked out. */
static bool derived_dice(const struct table *t, const struct state *s, int n, struct dice *ret) {
    const uint8_t *secret = secret_of(t, s);
    if (s->dice.kind == DICE_SEEDED)
        *ret = seeded_dice(s->dice.seed, s->throws, n);
    else if (s->dice.kind == DICE_FAIR && secret)
        *ret = state_fair_dice(s, secret, state_throw(s), n);
    else
        return false;
    return true;
}

static bool throw_dice(struct table *t, int n, struct dice *ret, struct text *error) {
    const struct state *s = &t->now;
    if (derived_dice(t, s, n, ret))
        return true;
    switch (s->dice.kind) {
    case DICE_SYSTEM:
        if (!fell_before(t, n, ret) && !system_dice(n, ret)) {
            text_put(error, "the system has no dice to give");
            return false;
        }
        return true;
    case DICE_FAIR:
        text_add(error, "the secret of these dice is not known here: name the %d that fell", n);
        return false;
    default:
        text_add(error, "real dice are in play: name the faces of the %d dice that fell", n);
        return false;
    }
}

/* Of more dice in the same throw the first ones are the same. */
static bool falls_as_seen(const struct table *t, struct dice faces, struct text *error) {
    const struct fallen *f = seen_before(t, state_throw(&t->now));
    if (!f || dice_contain(f->dice, faces) || dice_contain(faces, f->dice))
        return true;
    text_put(error, "this throw has been seen before and falls again as it fell: ");
    text_dice(error, f->dice, " ");
    return false;
}

bool table_faces_fit(struct table *t, const struct state *s, struct dice faces,
                     enum telling telling, struct text *error) {
    static const char not_named[] = "the dice of this table are rolled, not named; say roll";
    if (s->dice.kind == DICE_SYSTEM && telling == TELLING_LIVE) {
        text_put(error, not_named);
        return false;
    }
    struct dice fell;
    if (!derived_dice(t, s, dice_size(faces), &fell)) /* in a replay nothing falls anew */
        return s->dice.kind != DICE_FAIR || s != &t->now || falls_as_seen(t, faces, error);
    bool all_named = telling == TELLING_RECORD || dice_size(faces) == state_falling(s);
    if (dice_same(fell, faces) && all_named)
        return true;
    if (telling == TELLING_LIVE) { /* and nobody learns the next dice by guessing */
        text_put(error, not_named);
        return false;
    }
    if (s->dice.kind == DICE_FAIR && s == &t->now)
        found_wrong(t, s, (struct fallen){t->line_count + 1, state_throw(s), faces}, fell);
    text_add(error, "these are not the dice of the %s, which are ",
             s->dice.kind == DICE_FAIR ? "secret" : "seed");
    text_dice(error, fell, " ");
    return false;
}

/* A commitment binds: it cannot be exchanged once its dice were seen, also when they were undone,
 * nor come again. */
static bool dice_may_change(const struct table *t, const struct dice_source *dice,
                            struct text *error) {
    bool seen = t->fallen_count && t->fallen[t->fallen_count - 1].line > commitment_line(t);
    if (t->now.fair.stage != FAIR_UNCOMMITTED && seen) {
        text_put(error, "dice have fallen under this commitment; it stays");
        return false;
    }
    for (int i = 0; i < t->commitment_count && dice->kind == DICE_FAIR; i++) {
        if (!memcmp(t->commitments[i].bytes, dice->commitment, FAIR_BYTES)) {
            text_add(error, "the commitment of line %d does not come again; take a new secret",
                     t->commitments[i].line);
            return false;
        }
    }
    return true;
}

/* ---- revealing ---- */

static bool settle_secret(struct table *t, struct gift *secret, enum telling telling,
                          struct text *error) {
    const uint8_t *known = secret_of(t, &t->now);
    if (!secret->nothing)
        return true;
    if (!known || telling == TELLING_RECORD) {
        text_put(error, "name the secret of the dice behind 'reveal'");
        return false;
    }
    memcpy(secret->bytes, known, FAIR_BYTES);
    secret->nothing = 0;
    return true;
}

bool table_fell_as_committed(struct table *t, const uint8_t secret[FAIR_BYTES],
                             struct text *error) {
    const struct state *s = &t->now;
    uint8_t key[FAIR_BYTES];
    fair_key(secret, s->dice.commitment, &s->fair, s->seat_count, key);
    int first = t->fallen_count; /* throws of the games before were checked at their own reveal */
    while (first > 0 && t->fallen[first - 1].line > commitment_line(t))
        first--;
    for (int i = first; i < t->fallen_count; i++) {
        const struct fallen *f = &t->fallen[i];
        struct dice d = fair_dice(key, f->throw_number, dice_size(f->dice));
        if (dice_same(d, f->dice))
            continue;
        text_add(error, "the throw on line %d is ", f->line);
        text_dice(error, f->dice, " ");
        text_put(error, ", but the secret gives ");
        text_dice(error, d, " ");
        found_wrong(t, s, *f, d);
        return false;
    }
    return true;
}

static bool settle_roll(struct table *t, struct event *e, enum telling telling,
                        struct text *error) {
    if (e->kind != EVENT_ACTION || e->action.act != ACT_ROLL)
        return true;
    int falling = state_falling(&t->now);
    if (falling && t->now.dice.kind == DICE_FAIR &&
        !fair_ready(&t->now.fair, t->now.seat_count, error))
        return false;
    if (e->action.dice.bits || !falling)
        return falling ? table_faces_fit(t, &t->now, e->action.dice, telling, error) : true;
    if (telling == TELLING_RECORD) {
        text_put(error, "a roll in a record names its faces");
        return false;
    }
    return throw_dice(t, falling, &e->action.dice, error);
}

bool table_settle_dice(struct table *t, struct event *e, enum telling telling, struct text *error) {
    switch (e->kind) {
    case EVENT_DICE:
        return dice_may_change(t, &e->dice, error);
    case EVENT_REVEAL:
        return settle_secret(t, &e->gift, telling, error);
    default:
        return settle_roll(t, e, telling, error);
    }
}

static void note_throw(struct table *t, struct dice dice) {
    struct fallen f = {t->line_count, state_throw(&t->now), dice};
    t->fallen = table_grow(t->fallen, t->fallen_count, &t->fallen_room, sizeof f);
    t->fallen[t->fallen_count++] = f;
    if (t->now.dice.kind != DICE_FAIR)
        return;
    const struct fallen *seen = seen_before(t, f.throw_number);
    if (seen && dice_size(seen->dice) >= dice_size(dice))
        return;
    t->seen = table_grow(t->seen, t->seen_count, &t->seen_room, sizeof f);
    t->seen[f.throw_number] = f; /* numbers leave no gap */
    t->seen_count += f.throw_number == (uint32_t)t->seen_count;
}

void table_note_dice(struct table *t, const struct event *e) {
    if (e->kind == EVENT_ACTION && e->action.act == ACT_ROLL)
        note_throw(t, e->action.dice);
    if (e->kind != EVENT_DICE || e->dice.kind != DICE_FAIR)
        return;
    struct commitment c = {.line = t->line_count};
    memcpy(c.bytes, e->dice.commitment, FAIR_BYTES);
    t->commitments = table_grow(t->commitments, t->commitment_count, &t->commitment_room, sizeof c);
    t->commitments[t->commitment_count++] = c;
}
