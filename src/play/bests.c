#include "play/bests.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"

static struct best *find(struct bests *all, const char *rules, const char *name, bool fewest) {
    for (int i = 0; i < all->count; i++) {
        struct best *b = &all->list[i];
        if (!strcmp(b->rules, rules) && !strcmp(b->name, name) && b->fewest_turns == fewest)
            return b;
    }
    all->list = must(realloc(all->list, (size_t)(all->count + 1) * sizeof *all->list));
    struct best *b = &all->list[all->count++];
    memset(b, 0, sizeof *b);
    struct text r = TEXT_IN(b->rules), n = TEXT_IN(b->name);
    text_put(&r, rules);
    text_put(&n, name);
    b->fewest_turns = fewest;
    return b;
}

static void count_game(struct bests *all, const struct state *s, const char *date) {
    LOCAL_TEXT(r, RULES_TEXT_MAX);
    rules_print(&s->rules, &r);
    uint32_t winners = game_winners(&s->rules, &s->game);
    bool fewest = s->rules.book->family == FAMILY_PRESS && s->seat_count == 1;
    for (int seat = 0; seat < s->seat_count; seat++) {
        if (s->seats[seat].bot[0])
            continue; /* the bests are personal */
        struct best *b = find(all, r.data, s->seats[seat].name, fewest);
        int value = fewest ? s->game.turns[seat] : game_total(&s->rules, &s->game, seat);
        if (!b->games || (fewest ? value < b->value : value > b->value)) {
            b->value = value;
            text_add(TEXT_OVER(b->date), "%.10s", date);
        }
        b->games++;
        b->wins += s->seat_count > 1 && (winners >> seat & 1);
        b->sum += value;
    }
}

static int by_rules_and_value(const void *a, const void *b) {
    const struct best *x = a, *y = b;
    int order = strcmp(x->rules, y->rules);
    if (!order)
        order = x->fewest_turns - y->fewest_turns;
    if (!order)
        order = x->fewest_turns ? x->value - y->value : y->value - x->value;
    return order ? order : strcmp(x->name, y->name);
}

void bests_of_shelf(const struct shelf *shelf, struct bests *ret) {
    *ret = (struct bests){0};
    for (int i = 0; i < shelf->count; i++) {
        const struct shelf_item *item = &shelf->items[i];
        for (int g = 0; item->table && g < table_now(item->table)->games; g++)
            count_game(ret, table_game_end(item->table, g), table_date(item->table));
    }
    if (ret->count)
        qsort(ret->list, (size_t)ret->count, sizeof *ret->list, by_rules_and_value);
}

void bests_free(struct bests *all) {
    free(all->list);
    *all = (struct bests){0};
}
