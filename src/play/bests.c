#include "play/bests.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

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

/* Solo press games are about the number of turns, all others about points. */
static bool counts_turns(const struct state *s) {
    return s->rules.book->family == FAMILY_PRESS && s->seat_count == 1;
}

static int value_of(const struct state *s, int seat) {
    return counts_turns(s) ? s->game.turns[seat] : game_total(&s->rules, &s->game, seat);
}

static void count_game(struct bests *all, const struct state *s, const char *date) {
    LOCAL_TEXT(r, RULES_TEXT_MAX);
    rules_print(&s->rules, &r);
    struct set winners = game_winners(&s->rules, &s->game);
    bool fewest = counts_turns(s);
    SET_EACH(seat, game_playing(&s->game)) { /* an unfinished card is no result */
        if (s->seats[seat].bot[0])
            continue; /* the bests are personal */
        struct best *b = find(all, r.data, s->seats[seat].name, fewest);
        int value = value_of(s, seat);
        if (!b->games || (fewest ? value < b->value : value > b->value)) {
            b->value = value;
            text_add(TEXT_OVER(b->date), "%.10s", date);
        }
        b->games++;
        b->wins += s->seat_count > 1 && set_has(winners, seat);
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

/* The number of games in this record that count as results. */
static int results_in(const struct shelf_item *item) {
    bool counts = item->table && !table_what_if(item->table);
    return counts ? table_now(item->table)->games : 0;
}

void bests_of_shelf(const struct shelf *shelf, struct bests *ret) {
    *ret = (struct bests){0};
    for (int i = 0; i < shelf->count; i++) {
        const struct shelf_item *item = &shelf->items[i];
        for (int g = 0; g < results_in(item); g++)
            count_game(ret, table_game_end(item->table, g), table_date(item->table));
    }
    if (ret->count)
        qsort(ret->list, (size_t)ret->count, sizeof *ret->list, by_rules_and_value);
}

void bests_free(struct bests *all) {
    free(all->list);
    *all = (struct bests){0};
}

/* The seat with this name in a game that can be compared with `s`; -1 if none. */
static int seat_in(const struct state *other, const struct state *s, const char *name) {
    for (int i = 0; i < other->seat_count; i++) {
        if (!strcmp(other->seats[i].name, name))
            return rules_same(&other->rules, &s->rules) && counts_turns(other) == counts_turns(s)
                       ? i
                       : -1;
    }
    return -1;
}

/* Whether both paths lead to one file: a game may have been opened by another path than that of the
 * shelf. */
static bool same_file(const char *a, const char *b) {
    struct stat x, y;
    return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

bool bests_beaten(const struct shelf *shelf, const char *path, const struct table *t, int game,
                  int seat, int *ret_before) {
    struct state s = *table_game_end(t, game);
    const struct seat *player = &s.seats[seat];
    int value = value_of(&s, seat), before = 0;
    bool any = false, fewest = counts_turns(&s);
    if (table_what_if(t) || player->bot[0])
        return false;
    for (int i = 0; i < shelf->count; i++) {
        const struct shelf_item *item = &shelf->items[i];
        bool here = path && same_file(item->path, path);
        for (int g = 0; g < results_in(item); g++) {
            const struct state *other = table_game_end(item->table, g);
            int at = here && g == game ? -1 : seat_in(other, &s, player->name);
            if (at < 0)
                continue;
            int result = value_of(other, at);
            before = !any || (fewest ? result < before : result > before) ? result : before;
            any = true;
        }
    }
    *ret_before = before;
    return any && (fewest ? value < before : value > before);
}
