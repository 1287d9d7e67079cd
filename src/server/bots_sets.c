#include "server/bots_sets.h"

#include "core/memory.h"

static bool is_book(const struct rules *r) {
    struct rules usual = rules_of(r->book);
    return rules_same(r, &usual);
}

struct rule_set *sets_find(struct rule_sets *s, const struct rules *r, bool alone,
                           struct solve_cost limit) {
    alone = alone && r->book->family == FAMILY_PRESS; /* sheet games are solved per card */
    for (struct rule_set *set = s->first; set; set = set->next) {
        if (set->alone == alone && rules_same(&set->rules, r))
            return set;
    }
    struct solve_cost cost = solve_cost(r, alone ? 1 : 2);
    struct rule_set *set = grab(1, sizeof *set);
    set->rules = *r;
    set->alone = alone;
    set->book = is_book(r);
    if (!set->book && (cost.seconds > limit.seconds || cost.bytes > limit.bytes))
        set->state = SET_HOPELESS;
    else
        set->bytes = (size_t)cost.bytes;
    set->next = s->first;
    s->first = set;
    return set;
}

void sets_use(struct rule_sets *s, struct rule_set *set) {
    set->used = ++s->uses;
}

void sets_drop_table(struct rule_sets *s, struct rule_set *set) {
    adviser_free(set->adviser);
    set->adviser = NULL;
    set->state = SET_NEW;
    if (!set->book)
        s->bytes -= set->bytes;
}

static bool may_go(const struct rule_set *set) {
    return set->state == SET_SOLVED && !set->book && !set->answering;
}

/* Sets that no table wants are evicted first, then the least recently used. */
static bool goes_before(const struct rule_set *a, const struct rule_set *b) {
    if (!a->clients != !b->clients)
        return !a->clients;
    return a->used < b->used;
}

void sets_make_room(struct rule_sets *s, struct rule_set *set) {
    if (set->book)
        return; /* books are few, and their bytes are not counted */
    for (;;) {
        struct rule_set *last = NULL;
        int held = 0;
        for (struct rule_set *i = s->first; i; i = i->next) {
            held += i->state == SET_SOLVED && !i->book;
            if (may_go(i) && (!last || goes_before(i, last)))
                last = i;
        }
        if (!last || (held < s->sets_max && s->bytes + set->bytes <= s->bytes_max))
            break;
        sets_drop_table(s, last);
        s->evicted++;
        sets_tidy(s, last);
    }
    s->bytes += set->bytes;
}

void sets_tidy(struct rule_sets *s, struct rule_set *set) {
    bool idle = set->state == SET_NEW || set->state == SET_HOPELESS;
    if (!idle || set->clients || set->waiting || set->answering)
        return;
    struct rule_set **at = &s->first;
    while (*at != set)
        at = &(*at)->next;
    *at = set->next;
    free(set);
}

void sets_free(struct rule_sets *s) {
    while (s->first) {
        struct rule_set *set = s->first;
        s->first = set->next;
        adviser_free(set->adviser);
        free(set);
    }
}
