#include "play/fair.h"

#include <string.h>

#include "core/blake2b.h"

/* Every hash begins with what it is for, so that none can pass for another. */
enum { LABEL = 16 };
static const char label_secret[] = "yard-fair-secret", label_pledge[] = "yard-fair-pledge",
                  label_shares[] = "yard-fair-shares", label_throws[] = "yard-fair-throws",
                  label_lines[] = "yard-fair2-lines";

/* ---- arithmetic ---- */

static uint8_t *put(uint8_t *at, const void *bytes, size_t n) {
    memcpy(at, bytes, n);
    return at + n;
}

static uint8_t *put_number(uint8_t *at, uint32_t number) {
    for (int i = 0; i < 4; i++)
        *at++ = (uint8_t)(number >> (8 * i));
    return at;
}

static struct span between(const uint8_t *from, const uint8_t *to) {
    return (struct span){(const char *)from, (size_t)(to - from)};
}

void fair_commitment(const uint8_t secret[FAIR_BYTES], uint8_t ret[FAIR_BYTES]) {
    uint8_t message[LABEL + FAIR_BYTES], *end = put(message, label_secret, LABEL);
    end = put(end, secret, FAIR_BYTES);
    blake2b(between(message, end), NULL, 0, ret, FAIR_BYTES);
}

/* Commitment and seat are in it, so that a pledge is good for one seat of one game. */
void fair_pledge(const uint8_t commitment[FAIR_BYTES], int seat, const uint8_t share[FAIR_BYTES],
                 uint8_t ret[FAIR_BYTES]) {
    uint8_t message[LABEL + 2 * FAIR_BYTES + 1], *end = put(message, label_pledge, LABEL);
    end = put(end, commitment, FAIR_BYTES);
    *end++ = (uint8_t)(seat + 1);
    end = put(end, share, FAIR_BYTES);
    blake2b(between(message, end), NULL, 0, ret, FAIR_BYTES);
}

void fair_key(const uint8_t secret[FAIR_BYTES], const uint8_t commitment[FAIR_BYTES],
              const struct fair *f, int seats, uint8_t ret[FAIR_BYTES]) {
    uint8_t message[LABEL + FAIR_BYTES + 1 + SEATS_MAX * (1 + FAIR_BYTES)];
    uint8_t *end = put(put(message, label_shares, LABEL), commitment, FAIR_BYTES);
    *end++ = (uint8_t)seats;
    for (int seat = 0; seat < seats; seat++) {
        *end++ = f->shared >> seat & 1;
        end = put(end, f->given[seat], FAIR_BYTES);
    }
    blake2b(between(message, end), secret, FAIR_BYTES, ret, FAIR_BYTES);
}

void fair_faces(const uint8_t key[FAIR_BYTES], uint32_t throw_number, int n, uint8_t *ret) {
    enum { SHARE_OF_A_FACE = 42, BYTES_USED = FACES * SHARE_OF_A_FACE };
    uint8_t message[LABEL + 8], bytes[BLAKE2B_MAX];
    for (uint32_t block = 0; n; block++) {
        uint8_t *end = put_number(put(message, label_throws, LABEL), throw_number);
        end = put_number(end, block);
        blake2b(between(message, end), key, FAIR_BYTES, bytes, sizeof bytes);
        for (size_t i = 0; i < sizeof bytes && n; i++) {
            if (bytes[i] >= BYTES_USED)
                continue; /* rejected: 256 values onto six faces would not be fair */
            *ret++ = (uint8_t)(bytes[i] / SHARE_OF_A_FACE + 1);
            n--;
        }
    }
}

struct dice fair_dice(const uint8_t key[FAIR_BYTES], uint32_t throw_number, int n) {
    uint8_t faces[DICE_MAX];
    struct dice d = {0};
    fair_faces(key, throw_number, n, faces);
    for (int i = 0; i < n; i++)
        d = dice_with(d, faces[i], 1);
    return d;
}

/* Two hashes a line, so that a line of any length needs no buffer of its length. */
void fair_log_hash(const uint8_t before[FAIR_BYTES], struct span line, uint8_t ret[FAIR_BYTES]) {
    uint8_t message[LABEL + 2 * FAIR_BYTES], *end = put(message, label_lines, LABEL);
    end = put(end, before, FAIR_BYTES);
    blake2b(line, NULL, 0, end, FAIR_BYTES);
    blake2b(between(message, end + FAIR_BYTES), NULL, 0, ret, FAIR_BYTES);
}

/* ---- the order of things ---- */

static uint32_t all_of(int seats) {
    return (1u << seats) - 1;
}

bool fair_begun(const struct fair *f) {
    return f->pledged | f->shared | f->passed;
}

bool fair_wants_pledges(const struct fair *f, int seats) {
    return f->pledged && (all_of(seats) & ~(f->pledged | f->passed));
}

uint32_t fair_missing(const struct fair *f, int seats) {
    bool pledges = fair_wants_pledges(f, seats);
    return all_of(seats) & ~((pledges ? f->pledged : f->shared) | f->passed);
}

static bool committed(const struct fair *f, struct text *error) {
    if (f->stage == FAIR_COMMITTED)
        return true;
    text_put(error, f->stage == FAIR_REVEALED
                        ? "the secret of these dice is revealed"
                        : "no dice are committed to; say dice fair and a commitment");
    return false;
}

static bool spoken(uint32_t seats, int seat, struct text *error) {
    if (seats >> seat & 1)
        text_add(error, "seat %d has given its part already", seat + 1);
    return seats >> seat & 1;
}

bool fair_take_pledge(struct fair *f, const struct gift *g, struct text *error) {
    if (!committed(f, error) || spoken(f->pledged | f->shared | f->passed, g->seat, error))
        return false;
    if (f->shared) {
        text_put(error, "pledges come before the first share");
        return false;
    }
    f->pledged |= 1u << g->seat;
    memcpy(f->given[g->seat], g->bytes, FAIR_BYTES);
    return true;
}

/* The last to open his share knows all others. What he has pledged leaves him no choice. */
static bool opens_pledge(const struct fair *f, const uint8_t commitment[FAIR_BYTES],
                         const struct gift *g, struct text *error) {
    uint8_t sealed[FAIR_BYTES];
    if (g->nothing) {
        text_add(error, "seat %d has pledged a share and gives it", g->seat + 1);
        return false;
    }
    fair_pledge(commitment, g->seat, g->bytes, sealed);
    bool good = !memcmp(sealed, f->given[g->seat], FAIR_BYTES);
    if (!good)
        text_add(error, "this is not the share that seat %d has pledged", g->seat + 1);
    return good;
}

bool fair_take_share(struct fair *f, const uint8_t commitment[FAIR_BYTES], int seats,
                     const struct gift *g, struct text *error) {
    uint32_t bit = 1u << g->seat;
    if (!committed(f, error) || spoken(f->shared | f->passed, g->seat, error))
        return false;
    if (!g->nothing && fair_wants_pledges(f, seats)) {
        text_add(error, "seat %d has to pledge before a share is given",
                 __builtin_ctz(fair_missing(f, seats)) + 1);
        return false;
    }
    if ((f->pledged & bit) && !opens_pledge(f, commitment, g, error))
        return false;
    *(g->nothing ? &f->passed : &f->shared) |= bit;
    memcpy(f->given[g->seat], g->bytes, FAIR_BYTES);
    return true;
}

bool fair_ready(const struct fair *f, int seats, struct text *error) {
    uint32_t missing = fair_missing(f, seats);
    if (!committed(f, error))
        return false;
    if (missing)
        text_add(error, "no dice fall before seat %d has given its share",
                 __builtin_ctz(missing) + 1);
    return !missing;
}
