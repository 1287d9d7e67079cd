/* The dice of a table: throwing them, and refusing throws that cannot have happened. */
#include <string.h>

#include "core/memory.h"
#include "core/say.h"
#include "play/daily.h"
#include "play/dice_source.h"
#include "play/table_parts.h"

int table_throws(const struct table *t) {
    return t->fallen_count;
}

const struct fallen *table_throw(const struct table *t, int index) {
    return &t->fallen[index];
}

void table_know_secret(struct table *t, const uint8_t secret[FAIR_BYTES]) {
    chain_free(t->known.chain);
    t->known = (struct secret){.told = true};
    memcpy(t->known.bytes, secret, FAIR_BYTES);
    fair_commitment(secret, t->known.commitment);
}

/* The secret of this state's version 1 dice; NULL if not known. */
static const uint8_t *secret_of(const struct table *t, const struct state *s) {
    bool known = s->fair.stage != FAIR_UNCOMMITTED && !s->dice.links &&
                 !memcmp(s->dice.commitment, t->known.commitment, FAIR_BYTES);
    return known ? t->known.bytes : NULL;
}

/* The chain of the current version 2 dice, computed on first use; NULL if there are no such dice or
 * their secret is unknown. */
static struct chain *chain_of(struct table *t) {
    const struct dice_source *dice = &t->now.dice;
    struct secret *k = &t->known;
    if (!k->told || !dice->links || t->now.fair.stage != FAIR_COMMITTED)
        return NULL;
    if (memcmp(k->tried, dice->commitment, FAIR_BYTES) != 0) {
        chain_free(k->chain);
        k->chain = chain_new(k->bytes, dice->links, dice->commitment);
        memcpy(k->tried, dice->commitment, FAIR_BYTES);
    }
    return k->chain;
}

const struct wrong_throw *table_wrong_throw(const struct table *t) {
    return t->wrong.said.line ? &t->wrong : NULL;
}

static void found_wrong(struct table *t, enum wrong_why why, struct fallen said,
                        struct dice right) {
    const struct state *s = &t->now;
    if (!t->wrong.said.line)
        t->wrong = (struct wrong_throw){why, said, right, s->games + (state_over(s) ? 0 : 1)};
}

/* Records that the line being said is wrong, unless an earlier one was. */
static void found_wrong_here(struct table *t, enum wrong_why why, struct dice said,
                             struct dice right) {
    found_wrong(t, why, (struct fallen){t->line_count + 1, state_throw(&t->now), said}, right);
}

/* The line of the last commitment; 0 if there is none. */
static int commitment_line(const struct table *t) {
    return t->commitment_count ? t->commitments[t->commitment_count - 1].line : 0;
}

bool table_thrown(const struct table *t) {
    return t->fallen_count && t->fallen[t->fallen_count - 1].line > commitment_line(t);
}

/* System dice: finds the undone throw, whose dice come up again. */
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

/* Version 1 of fair dice: finds an undone throw with this number, whose dice must come up again
 * even if no secret is known. */
static const struct fallen *seen_before(const struct table *t, uint32_t throw_number) {
    const struct fallen *f = throw_number < (uint32_t)t->seen_count ? &t->seen[throw_number] : NULL;
    return f && f->line > commitment_line(t) ? f : NULL;
}

/* Version 2: the link for this state's next throw, if an undone throw opened it; else NULL. */
static const uint8_t *opened_before(const struct table *t, const struct state *s) {
    bool same = s->dice.links && !memcmp(s->dice.commitment, t->now.dice.commitment, FAIR_BYTES);
    return same && state_throw(s) < (uint32_t)t->link_count ? t->links[state_throw(s)] : NULL;
}

/* The dice, if a seed, a day, a secret or a link determines them; otherwise returns false. */
static bool derived_dice(const struct table *t, const struct state *s, int n, struct dice *ret) {
    const uint8_t *secret = secret_of(t, s);
    if (s->dice.kind == DICE_SEEDED)
        *ret = seeded_dice(s->dice.seed, s->throws, n);
    else if (s->dice.kind == DICE_DAILY)
        *ret = daily_dice(s, n);
    else if (s->dice.kind == DICE_FAIR && secret)
        *ret = state_fair_dice(s, secret, state_throw(s), n);
    else if (opened_before(t, s))
        *ret = state_chain_dice(s, opened_before(t, s), n);
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
        if (!fell_before(t, n, ret) && !system_dice(n, ret))
            return say_fail(error, play_no_system_dice);
        return true;
    case DICE_FAIR:
        return say_fail(error, play_secret_unknown, .n = n);
    default:
        return say_fail(error, play_real_dice, .n = n);
    }
}

/* A throw may be repeated with more or fewer dice; the smaller throw is then part of the larger. */
static bool falls_as_seen(const struct table *t, struct dice faces, struct text *error) {
    const struct fallen *f = seen_before(t, state_throw(&t->now));
    if (!f || dice_contain(f->dice, faces) || dice_contain(faces, f->dice))
        return true;
    return say_fail(error, play_falls_again, .dice = DICE(f->dice, " "));
}

bool table_faces_fit(struct table *t, const struct state *s, struct dice faces,
                     enum telling telling, struct text *error) {
    if (s->dice.kind == DICE_SYSTEM && telling == TELLING_LIVE)
        return say_fail(error, play_dice_not_named);
    struct dice fell;
    if (!derived_dice(t, s, dice_size(faces), &fell)) /* in a replay, s != &t->now: no new throw */
        return s->dice.kind != DICE_FAIR || s != &t->now || falls_as_seen(t, faces, error);
    bool all_named = telling == TELLING_RECORD || dice_size(faces) == state_falling(s);
    if (dice_same(fell, faces) && all_named)
        return true;
    if (telling == TELLING_LIVE) { /* nobody may learn the next dice by guessing */
        return say_fail(error, play_dice_not_named);
    }
    if (s->dice.kind == DICE_FAIR && s == &t->now)
        found_wrong_here(t, WRONG_DICE, faces, fell);
    if (s->dice.kind == DICE_FAIR)
        return say_fail(error, play_not_secret_dice, .dice = DICE(fell, " "));
    return s->dice.kind == DICE_DAILY
               ? say_fail(error, play_not_daily_dice, .dice = DICE(fell, " "))
               : say_fail(error, play_not_seed_dice, .dice = DICE(fell, " "));
}

/* A commitment is binding: once its dice have been seen, even in throws undone since, it cannot be
 * replaced unless its chain is used up. No commitment can be used twice. */
static bool dice_may_change(const struct table *t, const struct dice_source *dice,
                            struct text *error) {
    if (t->now.fair.stage != FAIR_UNCOMMITTED && table_thrown(t) && !state_used_up(&t->now))
        return say_fail(error, play_commitment_stays);
    for (int i = 0; i < t->commitment_count && dice->kind == DICE_FAIR; i++) {
        if (!memcmp(t->commitments[i].bytes, dice->commitment, FAIR_BYTES))
            return say_fail(error, play_commitment_again, .line = t->commitments[i].line);
    }
    return true;
}

/* ---- chains ---- */

/* A fault is recorded only for a line of a record, not for a live attempt. */
static bool refuse_proof(struct table *t, enum wrong_why why, struct dice said, struct dice right,
                         enum telling telling) {
    if (telling == TELLING_RECORD)
        found_wrong_here(t, why, said, right);
    return false;
}

bool table_comment_fits(struct table *t, struct span line, enum telling telling,
                        struct text *error) {
    bool chained = false;
    for (int i = 0; i < t->commitment_count; i++)
        chained = chained || t->commitments[i].chained;
    if (!chained || span_is(line, "#") || (line.len > 1 && line.at[1] == ' '))
        return true;
    say(error, play_comment_begins);
    return refuse_proof(t, WRONG_LOG, (struct dice){0}, (struct dice){0}, telling);
}

void table_found_odd(struct table *t, const struct entry *e, struct text *error) {
    struct dice said = e->kind == ENTRY_ACTION ? e->action.dice : (struct dice){0};
    say(error, play_line_is_odd);
    found_wrong_here(t, WRONG_LOG, said, (struct dice){0});
}

static bool mark_fits(struct table *t, const struct entry *e, enum telling telling,
                      struct text *error) {
    struct dice said = e->kind == ENTRY_ACTION ? e->action.dice : (struct dice){0};
    if (!t->odd_line && !memcmp(e->proof.mark, t->log_hash, FAIR_MARK))
        return true;
    if (t->odd_line)
        say(error, play_log_changed_at, .line = t->odd_line);
    else
        say(error, play_log_changed);
    return refuse_proof(t, WRONG_LOG, said, (struct dice){0}, telling);
}

/* The link must continue the chain after the last throw. */
static bool link_fits(struct table *t, const struct entry *e, enum telling telling,
                      struct text *error) {
    uint32_t number = state_throw(&t->now);
    const uint8_t *last = number ? t->links[number - 1] : t->now.dice.commitment;
    uint8_t hash[FAIR_BYTES];
    chain_step(t->now.dice.links, number, e->proof.link, hash);
    if (!memcmp(hash, last, FAIR_BYTES))
        return true;
    say(error, play_link_breaks_chain, .roll = number + 1);
    return refuse_proof(t, WRONG_LINK, e->action.dice, (struct dice){0}, telling);
}

static bool check_chained(struct table *t, const struct entry *e, enum telling telling,
                          struct text *error) {
    if (!mark_fits(t, e, telling, error) || !link_fits(t, e, telling, error))
        return false;
    struct dice said = e->action.dice;
    struct dice right = state_chain_dice(&t->now, e->proof.link, dice_size(said));
    if (dice_same(said, right))
        return true;
    say(error, play_link_other_dice, .dice = DICE(right, " "));
    return refuse_proof(t, WRONG_DICE, said, right, telling);
}

/* A roll of version 2 dice: computed if it is live and the secret is known, otherwise checked. */
static bool settle_chained(struct table *t, struct entry *e, int falling, enum telling telling,
                           struct text *error) {
    if (!t->now.seat_count)
        return say_fail(error, play_seats_before_shares);
    if (state_used_up(&t->now))
        return say_fail(error, play_links_used_up);
    struct chain *chain = telling == TELLING_LIVE ? chain_of(t) : NULL;
    if (e->proof.given && e->action.dice.bits && !chain)
        return check_chained(t, e, telling, error);
    if (e->action.dice.bits || e->proof.given)
        return chain ? say_fail(error, play_dice_not_named)
                     : say_fail(error, play_throw_needs_link);
    if (!chain)
        return say_fail(error, play_secret_unknown_link, .n = falling);
    e->proof.given = 1;
    memcpy(e->proof.mark, t->log_hash, FAIR_MARK);
    memcpy(e->proof.link, chain_at(chain, (int)state_throw(&t->now) + 1), FAIR_BYTES);
    e->action.dice = state_chain_dice(&t->now, e->proof.link, falling);
    return true;
}

/* ---- revealing ---- */

static bool is_committed(const struct table *t, const uint8_t secret[FAIR_BYTES]) {
    const struct dice_source *dice = &t->now.dice;
    uint8_t hash[FAIR_BYTES];
    if (dice->links) /* earlier links were checked when opened */
        chain_link(secret, dice->links, t->link_count, hash);
    else
        fair_commitment(secret, hash);
    return !memcmp(hash, t->link_count ? t->links[t->link_count - 1] : dice->commitment,
                   FAIR_BYTES);
}

static bool settle_secret(struct table *t, struct entry *e, enum telling telling,
                          struct text *error) {
    bool chained = t->now.dice.links;
    if (t->now.fair.stage != FAIR_COMMITTED)
        return true; /* state_step() reports the error */
    if (e->gift.nothing) {
        bool known = telling == TELLING_LIVE && (chain_of(t) || secret_of(t, &t->now));
        if (!known)
            return say_fail(error, play_name_secret);
        memcpy(e->gift.bytes, t->known.bytes, FAIR_BYTES);
        e->gift.nothing = 0;
    }
    if (chained && !e->proof.given && telling == TELLING_LIVE) {
        e->proof.given = 1;
        memcpy(e->proof.mark, t->log_hash, FAIR_MARK);
    }
    if (chained != e->proof.given)
        return chained ? say_fail(error, play_reveal_needs_mark)
                       : say_fail(error, play_reveal_secret_alone);
    if (chained && !mark_fits(t, e, telling, error))
        return false;
    if (is_committed(t, e->gift.bytes))
        return true;
    say(error, play_not_the_secret);
    return refuse_proof(t, WRONG_SECRET, (struct dice){0}, (struct dice){0}, telling);
}

bool table_fell_as_committed(struct table *t, const uint8_t secret[FAIR_BYTES],
                             struct text *error) {
    const struct state *s = &t->now;
    uint8_t key[FAIR_BYTES];
    if (s->dice.links)
        return true; /* each throw was checked when it was made */
    fair_key(secret, s->dice.commitment, &s->fair, s->seat_count, key);
    int first = t->fallen_count; /* only throws after the commitment depend on this secret */
    while (first > 0 && t->fallen[first - 1].line > commitment_line(t))
        first--;
    for (int i = first; i < t->fallen_count; i++) {
        const struct fallen *f = &t->fallen[i];
        struct dice d = fair_dice(key, f->throw_number, dice_size(f->dice));
        if (dice_same(d, f->dice))
            continue;
        say(error, play_throw_not_of_secret, .line = f->line, .said = DICE(f->dice, " "),
            .right = DICE(d, " "));
        found_wrong(t, WRONG_DICE, *f, d);
        return false;
    }
    return true;
}

static bool settle_roll(struct table *t, struct entry *e, enum telling telling,
                        struct text *error) {
    if (e->kind != ENTRY_ACTION || e->action.act != ACT_ROLL)
        return true;
    int falling = state_falling(&t->now);
    if (falling && t->now.dice.kind == DICE_FAIR &&
        !fair_ready(&t->now.fair, t->now.seat_count, error))
        return false;
    if (falling && t->now.dice.links)
        return settle_chained(t, e, falling, telling, error);
    if (e->proof.given)
        return say_fail(error, play_only_fair2_links);
    if (e->action.dice.bits || !falling)
        return falling ? table_faces_fit(t, &t->now, e->action.dice, telling, error) : true;
    if (telling == TELLING_RECORD)
        return say_fail(error, play_record_names_faces);
    return throw_dice(t, falling, &e->action.dice, error);
}

bool table_settle_dice(struct table *t, struct entry *e, enum telling telling, struct text *error) {
    switch (e->kind) {
    case ENTRY_DICE:
        return dice_may_change(t, &e->dice, error);
    case ENTRY_REVEAL:
        return settle_secret(t, e, telling, error);
    default:
        return settle_roll(t, e, telling, error);
    }
}

static void note_link(struct table *t, const uint8_t link[FAIR_BYTES]) {
    uint32_t number = state_throw(&t->now);
    if (number < (uint32_t)t->link_count)
        return; /* an undone throw was repeated */
    t->links = grown(t->links, t->link_count, &t->link_room, sizeof *t->links);
    memcpy(t->links[t->link_count++], link, FAIR_BYTES);
}

static void note_throw(struct table *t, const struct entry *e) {
    struct fallen f = {t->line_count, state_throw(&t->now), e->action.dice};
    t->fallen = grown(t->fallen, t->fallen_count, &t->fallen_room, sizeof f);
    t->fallen[t->fallen_count++] = f;
    if (t->now.dice.links)
        note_link(t, e->proof.link);
    if (t->now.dice.kind != DICE_FAIR || t->now.dice.links)
        return;
    const struct fallen *seen = seen_before(t, f.throw_number);
    if (seen && dice_size(seen->dice) >= dice_size(f.dice))
        return;
    t->seen = grown(t->seen, t->seen_count, &t->seen_room, sizeof f);
    t->seen[f.throw_number] = f; /* throw numbers have no gaps */
    t->seen_count += f.throw_number == (uint32_t)t->seen_count;
}

static void note_share(struct table *t, const struct gift *g) {
    const char *bot = t->now.seats[g->seat].bot;
    struct set *people = &t->commitments[t->commitment_count - 1].people;
    if (!g->nothing && (!bot[0] || !strcmp(bot, BOT_PROGRAM)))
        *people = set_with(*people, g->seat);
}

struct set table_sharing_people(const struct table *t, int line) {
    for (int i = 0; i < t->commitment_count; i++) {
        if (t->commitments[i].line == line)
            return t->commitments[i].people;
    }
    return set_none();
}

void table_note_dice(struct table *t, const struct entry *e) {
    if (e->kind == ENTRY_ACTION && e->action.act == ACT_ROLL)
        note_throw(t, e);
    if (e->kind == ENTRY_SHARE)
        note_share(t, &e->gift);
    if (e->kind != ENTRY_DICE || e->dice.kind != DICE_FAIR)
        return;
    struct commitment c = {.line = t->line_count, .chained = e->dice.links};
    memcpy(c.bytes, e->dice.commitment, FAIR_BYTES);
    t->commitments = grown(t->commitments, t->commitment_count, &t->commitment_room, sizeof c);
    t->commitments[t->commitment_count++] = c;
    t->link_count = 0;
}
