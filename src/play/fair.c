#include "play/fair.h"

#include <string.h>

#include "core/blake2b.h"
#include "core/say.h"
#include "play/fair_bytes.h"

static const char label_secret[] = "yard-fair-secret", label_pledge[] = "yard-fair-pledge",
                  label_shares[] = "yard-fair-shares", label_throws[] = "yard-fair-throws",
                  label_lines[] = "yard-fair2-lines";

/* ---- arithmetic ---- */

void fair_commitment(const uint8_t secret[FAIR_BYTES], uint8_t ret[FAIR_BYTES]) {
    uint8_t message[FAIR_LABEL + FAIR_BYTES], *end = put_bytes(message, label_secret, FAIR_LABEL);
    end = put_bytes(end, secret, FAIR_BYTES);
    blake2b(span_between(message, end), NULL, 0, ret, FAIR_BYTES);
}

/* Includes the commitment and the seat, so that a pledge is valid only for this seat and this
 * commitment. */
void fair_pledge(const uint8_t commitment[FAIR_BYTES], int seat, const uint8_t share[FAIR_BYTES],
                 uint8_t ret[FAIR_BYTES]) {
    uint8_t message[FAIR_LABEL + 2 * FAIR_BYTES + 1];
    uint8_t *end = put_bytes(message, label_pledge, FAIR_LABEL);
    end = put_bytes(end, commitment, FAIR_BYTES);
    *end++ = (uint8_t)(seat + 1);
    end = put_bytes(end, share, FAIR_BYTES);
    blake2b(span_between(message, end), NULL, 0, ret, FAIR_BYTES);
}

uint8_t *put_parts(uint8_t *at, const struct fair *f, int seats) {
    *at++ = (uint8_t)seats;
    for (int seat = 0; seat < seats; seat++) {
        *at++ = set_has(f->shared, seat);
        at = put_bytes(at, f->given[seat], FAIR_BYTES);
    }
    return at;
}

void fair_key(const uint8_t secret[FAIR_BYTES], const uint8_t commitment[FAIR_BYTES],
              const struct fair *f, int seats, uint8_t ret[FAIR_BYTES]) {
    uint8_t message[FAIR_LABEL + FAIR_BYTES + FAIR_PARTS_MAX];
    uint8_t *end = put_bytes(message, label_shares, FAIR_LABEL);
    end = put_parts(put_bytes(end, commitment, FAIR_BYTES), f, seats);
    blake2b(span_between(message, end), secret, FAIR_BYTES, ret, FAIR_BYTES);
}

void faces_of_blocks(struct span message, const uint8_t key[FAIR_BYTES], int n, uint8_t *ret) {
    enum { SHARE_OF_A_FACE = 42, BYTES_USED = FACES * SHARE_OF_A_FACE };
    uint8_t bytes[BLAKE2B_MAX], *number = (uint8_t *)message.at + message.len - 4;
    for (uint32_t block = 0; n; block++) {
        put_number(number, block);
        blake2b(message, key, FAIR_BYTES, bytes, sizeof bytes);
        for (size_t i = 0; i < sizeof bytes && n; i++) {
            if (bytes[i] >= BYTES_USED)
                continue; /* rejected: 256 values do not map evenly onto six faces */
            *ret++ = (uint8_t)(bytes[i] / SHARE_OF_A_FACE + 1);
            n--;
        }
    }
}

void fair_faces(const uint8_t key[FAIR_BYTES], uint32_t throw_number, int n, uint8_t *ret) {
    uint8_t message[FAIR_LABEL + 8];
    uint8_t *end = put_number(put_bytes(message, label_throws, FAIR_LABEL), throw_number);
    faces_of_blocks(span_between(message, end + 4), key, n, ret);
}

struct dice dice_of_faces(const uint8_t *faces, int n) {
    struct dice d = {0};
    for (int i = 0; i < n; i++)
        d = dice_with(d, faces[i], 1);
    return d;
}

struct dice fair_dice(const uint8_t key[FAIR_BYTES], uint32_t throw_number, int n) {
    uint8_t faces[DICE_MAX];
    fair_faces(key, throw_number, n, faces);
    return dice_of_faces(faces, n);
}

/* Two hashes per line, so that a long line needs no buffer of the same length. */
void fair_log_hash(const uint8_t before[FAIR_BYTES], struct span line, uint8_t ret[FAIR_BYTES]) {
    uint8_t message[FAIR_LABEL + 2 * FAIR_BYTES];
    uint8_t *end = put_bytes(message, label_lines, FAIR_LABEL);
    end = put_bytes(end, before, FAIR_BYTES);
    blake2b(line, NULL, 0, end, FAIR_BYTES);
    blake2b(span_between(message, end + FAIR_BYTES), NULL, 0, ret, FAIR_BYTES);
}

/* ---- order of steps ---- */

/* All seats that have pledged, shared or passed. */
static struct set heard_from(const struct fair *f) {
    return set_or(f->pledged, set_or(f->shared, f->passed));
}

bool fair_begun(const struct fair *f) {
    return set_any(heard_from(f));
}

bool fair_wants_pledges(const struct fair *f, int seats) {
    struct set silent = set_minus(set_below(seats), set_or(f->pledged, f->passed));
    return set_any(f->pledged) && set_any(silent);
}

struct set fair_missing(const struct fair *f, int seats) {
    bool pledges = fair_wants_pledges(f, seats);
    return set_minus(set_below(seats), set_or(pledges ? f->pledged : f->shared, f->passed));
}

static bool committed(const struct fair *f, struct text *error) {
    if (f->stage == FAIR_COMMITTED)
        return true;
    return f->stage == FAIR_REVEALED ? say_fail(error, play_secret_revealed)
                                     : say_fail(error, play_not_committed);
}

static bool spoken(struct set seats, int seat, struct text *error) {
    if (set_has(seats, seat))
        say(error, play_part_given, .seat = seat + 1);
    return set_has(seats, seat);
}

bool fair_take_pledge(struct fair *f, const struct gift *g, struct text *error) {
    if (!committed(f, error) || spoken(heard_from(f), g->seat, error))
        return false;
    if (set_any(f->shared))
        return say_fail(error, play_pledges_first);
    f->pledged = set_with(f->pledged, g->seat);
    memcpy(f->given[g->seat], g->bytes, FAIR_BYTES);
    return true;
}

/* The last seat to open its share knows all the other shares; its pledge leaves it no choice. */
static bool opens_pledge(const struct fair *f, const uint8_t commitment[FAIR_BYTES],
                         const struct gift *g, struct text *error) {
    uint8_t sealed[FAIR_BYTES];
    if (g->nothing)
        return say_fail(error, play_pledged_share, .seat = g->seat + 1);
    fair_pledge(commitment, g->seat, g->bytes, sealed);
    bool good = !memcmp(sealed, f->given[g->seat], FAIR_BYTES);
    if (!good)
        say(error, play_other_share, .seat = g->seat + 1);
    return good;
}

bool fair_take_share(struct fair *f, const uint8_t commitment[FAIR_BYTES], int seats,
                     const struct gift *g, struct text *error) {
    if (!committed(f, error) || spoken(set_or(f->shared, f->passed), g->seat, error))
        return false;
    if (!g->nothing && fair_wants_pledges(f, seats))
        return say_fail(error, play_pledge_missing, .seat = set_first(fair_missing(f, seats)) + 1);
    if (set_has(f->pledged, g->seat) && !opens_pledge(f, commitment, g, error))
        return false;
    struct set *seats_heard = g->nothing ? &f->passed : &f->shared;
    *seats_heard = set_with(*seats_heard, g->seat);
    memcpy(f->given[g->seat], g->bytes, FAIR_BYTES);
    f->last = g->nothing ? 0 : g->seat + 1;
    return true;
}

/* With pledges, all shares were fixed before the first was opened. Without pledges, only the last
 * seat to act seals the dice, and only if it shared: a later pass is a choice too, since that seat
 * could have shared instead. */
struct set fair_sealing(const struct fair *f) {
    if (set_any(f->pledged))
        return f->shared;
    return f->last ? set_one(f->last - 1) : set_none();
}

bool fair_ready(const struct fair *f, int seats, struct text *error) {
    int missing = set_first(fair_missing(f, seats));
    if (!committed(f, error))
        return false;
    if (missing >= 0)
        say(error, play_share_missing, .seat = missing + 1);
    return missing < 0;
}
