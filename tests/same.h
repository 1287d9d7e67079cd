/* same: equality of two states, or of two log entries. A struct rules may end in padding, so rules
 * are compared by meaning and everything else as bytes. */
#ifndef YARD_TESTS_SAME_H
#define YARD_TESTS_SAME_H

#include <string.h>

#include "play/state.h"

static inline bool same_state(const struct state *a, const struct state *b) {
    return rules_same(&a->rules, &b->rules) &&
           !memcmp(a->seats, b->seats, sizeof *a - offsetof(struct state, seats));
}

static inline bool same_entry(const struct entry *a, const struct entry *b) {
    if (a->kind != ENTRY_RULES && a->kind != ENTRY_POSITION)
        return !memcmp(a, b, sizeof *a);
    return a->kind == b->kind && a->corrects == b->corrects && rules_same(&a->rules, &b->rules) &&
           !memcmp(&a->game, &b->game, sizeof *a - offsetof(struct entry, game));
}

#endif
