#include "solve/hands.h"

#include <string.h>

enum { EMPTY_SLOT = 0xFFFF };

static unsigned slot_of(struct dice d) {
    return (d.bits * 2654435761u) >> (32 - HAND_SLOT_BITS); /* multiplicative hash */
}

int hand_index(const struct hands *h, struct dice d) {
    unsigned slot = slot_of(d);
    while (h->hand[h->slot[slot]].bits != d.bits)
        slot = (slot + 1) % HAND_SLOTS;
    return h->slot[slot];
}

static void put(struct hands *h, int index) {
    unsigned slot = slot_of(h->hand[index]);
    while (h->slot[slot] != EMPTY_SLOT)
        slot = (slot + 1) % HAND_SLOTS;
    h->slot[slot] = (uint16_t)index;
}

static int different_faces(struct dice d) {
    int n = 0;
    for (int face = 1; face <= FACES; face++)
        n += dice_count(d, face) > 0;
    return n;
}

static void add_climbs(struct hands *h, int size, int faces, int *count) {
    h->run[h->runs] = *count;
    h->faces[h->runs] = faces;
    for (int i = 0; i < h->count; i++) {
        struct dice d = h->hand[i];
        if (dice_size(d) != size || different_faces(d) != faces)
            continue;
        struct climb *climb = &h->climbs[(*count)++];
        int n = 0;
        climb->hand = (uint16_t)i;
        for (int face = 1; face <= FACES; face++) {
            if (dice_count(d, face))
                climb->from[n++] =
                    (uint16_t)hand_index(h, dice_minus(d, dice_with((struct dice){0}, face, 1)));
        }
    }
    if (*count > h->run[h->runs])
        h->runs++;
}

void hands_make(struct hands *h, int dice) {
    memset(h, 0, sizeof *h);
    memset(h->slot, 0xFF, sizeof h->slot);
    h->dice = dice;
    for (int size = 0; size <= dice; size++) {
        struct dice d = dice_first(size);
        h->inner = h->count;
        do {
            h->hand[h->count] = d;
            put(h, h->count++);
        } while (dice_next(&d));
    }
    int ordered = 1, climbs = 0;
    for (int i = 0; i < dice; i++)
        ordered *= FACES;
    for (int i = 0; i < h->count; i++) {
        if (i >= h->inner)
            h->chance[i - h->inner] = (double)dice_ways(h->hand[i]) / ordered;
        for (int face = 1; i < h->inner && face <= FACES; face++)
            h->more[i][face - 1] = (uint16_t)hand_index(h, dice_with(h->hand[i], face, 1));
    }
    for (int size = 1; size <= dice; size++) {
        h->inner_runs = h->runs;
        for (int faces = 1; faces <= size; faces++)
            add_climbs(h, size, faces, &climbs);
    }
    h->run[h->runs] = climbs;
}
