#include "net/crowd.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"

enum { SLOTS = 4096 };

struct member {
    struct member *next;
    int count;
    size_t len;
    char key[];
};

struct crowd {
    struct member *slots[SLOTS];
};

struct crowd *crowd_new(void) {
    return grab(1, sizeof(struct crowd));
}

void crowd_free(struct crowd *c) {
    for (int i = 0; c && i < SLOTS; i++) {
        for (struct member *m = c->slots[i], *next; m; m = next) {
            next = m->next;
            free(m);
        }
    }
    free(c);
}

/* The link that points to the key, or where to insert it. */
static struct member **find(struct crowd *c, struct span key) {
    uint32_t hash = 2166136261u; /* FNV-1a */
    for (size_t i = 0; i < key.len; i++)
        hash = (hash ^ (uint8_t)key.at[i]) * 16777619u;
    struct member **at = &c->slots[hash % SLOTS];
    while (*at && ((*at)->len != key.len || memcmp((*at)->key, key.at, key.len)))
        at = &(*at)->next;
    return at;
}

int crowd_count(const struct crowd *c, struct span key) {
    const struct member *m = *find((struct crowd *)c, key);
    return m ? m->count : 0;
}

void crowd_add(struct crowd *c, struct span key) {
    struct member **at = find(c, key);
    if (!*at) {
        *at = grab(1, sizeof **at + key.len);
        (*at)->len = key.len;
        memcpy((*at)->key, key.at, key.len);
    }
    (*at)->count++;
}

void crowd_remove(struct crowd *c, struct span key) {
    struct member **at = find(c, key), *m = *at;
    if (!m || --m->count)
        return;
    *at = m->next;
    free(m);
}
