#include "solve/press_menu.h"

#include <stdlib.h>
#include <string.h>

#include "rules/press.h"

/* All hands of one to six dice: 462 + 252 + 126 + 56 + 21 + 6. */
enum { HANDS_OF_ALL = 923 };

/* A menu being collected; `at` in ascending order. */
struct menu {
    double chance;
    int count;
    int at[PRESS_CHOICES_MAX];
};

struct pile { /* all menus for one number of dice */
    int count;
    struct menu menu[HANDS_OF_ALL];
};

static int greatest_common(int a, int b) {
    while (b) {
        int rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static int unit_of(const struct book *book) {
    int unit = press_unit(book);
    for (const struct hand *hand = book->hands; hand->label; hand++)
        unit = greatest_common(unit, hand->points);
    return unit;
}

static void menu_add(struct menu *menu, int at) {
    int i = menu->count;
    while (i && menu->at[i - 1] >= at)
        i--;
    if (i < menu->count && menu->at[i] == at)
        return;
    memmove(&menu->at[i + 1], &menu->at[i], (size_t)(menu->count - i) * sizeof at);
    menu->at[i] = at;
    menu->count++;
}

/* Collects the choices of one throw, as listed by the referee. */
static void collect(struct press_menus *m, const struct rules *r, struct pile *pile,
                    struct dice thrown) {
    struct game g = {.seats = 2, .phase = PHASE_CHOOSE, .dice = thrown};
    struct action list[ACTIONS_MAX];
    g.total[0] = m->unit; /* count the seat as entered: the stopping values account for the entry */
    int legal = game_legal(r, &g, list), size = dice_size(thrown);
    double chance = dice_ways(thrown);
    for (int i = 0; i < size; i++)
        chance /= FACES;
    struct menu *menu = &pile->menu[pile->count];
    *menu = (struct menu){.chance = chance};
    int free_points = 0, forced_points = 0;
    for (int i = 0; i < legal; i++) {
        int used = dice_size(list[i].dice), points = press_points(r->book, list[i].dice) / m->unit;
        if (list[i].act == ACT_TAKE_STOP) {
            free_points = points > free_points ? points : free_points;
            if (used == size)
                m->must = false;
            continue;
        }
        forced_points = points > forced_points ? points : forced_points;
        m->longest = points > m->longest ? points : m->longest;
        if (used < size && points > m->reach[size])
            m->reach[size] = points;
        menu_add(menu, points * m->dice + size - used);
    }
    if (!menu->count) {
        m->bust[size] += chance;
        return;
    }
    pile->count++;
    if (size == m->dice) {
        if (free_points)
            m->free_at[free_points] += chance;
        else
            m->forced_at[forced_points] += chance;
    }
}

static int compare_menus(const struct menu *x, const struct menu *y) {
    if (x->count != y->count)
        return x->count < y->count ? -1 : 1;
    for (int i = 0; i < x->count; i++) {
        if (x->at[i] != y->at[i])
            return x->at[i] < y->at[i] ? -1 : 1;
    }
    return 0;
}

/* Sorts the menus and merges equal ones in order of arrival, so that sums have the same digits on
 * every machine. */
static void merge(struct pile *pile) {
    int kept = 0;
    for (int i = 0; i < pile->count; i++) {
        struct menu menu = pile->menu[i];
        int at = kept, differs = 1;
        while (at && (differs = compare_menus(&pile->menu[at - 1], &menu)) > 0)
            at--;
        if (at && !differs) {
            pile->menu[at - 1].chance += menu.chance;
            continue;
        }
        memmove(&pile->menu[at + 1], &pile->menu[at], (size_t)(kept - at) * sizeof menu);
        pile->menu[at] = menu;
        kept++;
    }
    pile->count = kept;
}

/* Stores the menus as runs, in one block of memory. */
static bool lay_out(struct press_menus *m, const struct pile *pile, int stopping, int size) {
    size_t menus = (size_t)pile->count, choices = 0;
    for (int i = 0; i < pile->count; i++)
        choices += (size_t)pile->menu[i].count;
    struct press_run *run =
        malloc((menus + 1) * (sizeof *run + sizeof(double)) + choices * sizeof(int));
    m->runs[stopping][size] = run--;
    if (!m->runs[stopping][size])
        return false;
    double *chance = (double *)(m->runs[stopping][size] + menus + 1);
    int *at = (int *)(chance + menus + 1);
    for (int i = 0; i < pile->count; i++) {
        const struct menu *menu = &pile->menu[i];
        if (i && menu->count == run->choices)
            run->menus++;
        else
            *++run = (struct press_run){1, menu->count, chance, at};
        *chance++ = menu->chance;
        memcpy(at, menu->at, (size_t)menu->count * sizeof *at);
        at += menu->count;
    }
    m->run_count[stopping][size] = (int)(run + 1 - m->runs[stopping][size]);
    if (!stopping) {
        m->menus += pile->count;
        m->choices += (int)choices;
    }
    return true;
}

/* Of the choices that leave 1 to `stopping` dice over, keeps the one with the most points. */
static void simplify(const struct press_menus *m, struct pile *pile, int stopping) {
    for (int i = 0; i < pile->count; i++) {
        struct menu all = pile->menu[i], *menu = &pile->menu[i];
        int most = -1;
        menu->count = 0;
        for (int n = 0; n < all.count; n++) {
            int points = all.at[n] / m->dice, slot = all.at[n] % m->dice;
            if (slot < 1 || slot > stopping)
                menu_add(menu, all.at[n]);
            else
                most = points > most ? points : most;
        }
        if (most >= 0)
            menu_add(menu, most * m->dice + 1);
    }
}

static bool make_room(struct press_menus *m, const struct book *book) {
    /* No choice can score more than DICE_MAX of every group and one of every hand put together. */
    int most = 0;
    for (int face = 1; face <= FACES; face++) {
        for (int n = 1; n <= DICE_MAX; n++)
            most += book->of_a_kind[face][n] * DICE_MAX;
    }
    for (const struct hand *hand = book->hands; hand->label; hand++)
        most += hand->points;
    size_t bound = (size_t)(most / m->unit) + 1;
    m->free_at = calloc(bound, sizeof *m->free_at);
    m->forced_at = calloc(bound, sizeof *m->forced_at);
    return m->free_at && m->forced_at;
}

struct press_menus *press_menus_new(const struct rules *r) {
    LOCAL_TEXT(error, 256);
    if (r->book->family != FAMILY_PRESS)
        return NULL;
    if (!book_check(r->book, &error)) /* the tables below rely on the limits it checks */
        abort();
    struct press_menus *m = calloc(1, sizeof *m);
    struct pile *pile = malloc(sizeof *pile);
    if (!m || !pile) {
        free(m);
        free(pile);
        return NULL;
    }
    m->dice = r->book->dice;
    m->unit = unit_of(r->book);
    m->entry = (r->params.entry + m->unit - 1) / m->unit;
    m->goal = (r->params.goal + m->unit - 1) / m->unit;
    m->tie = r->params.tie;
    m->must = true;
    bool good = make_room(m, r->book);
    m->least_bust = 1;
    for (int size = 1; good && size <= m->dice; size++) {
        struct dice thrown = dice_first(size);
        pile->count = 0;
        do
            collect(m, r, pile, thrown);
        while (dice_next(&thrown));
        for (int stopping = 0; good && stopping < m->dice; stopping++) {
            simplify(m, pile, stopping);
            merge(pile);
            good = lay_out(m, pile, stopping, size);
        }
        m->least_bust = m->bust[size] < m->least_bust ? m->bust[size] : m->least_bust;
    }
    free(pile);
    if (!good) {
        press_menus_free(m);
        return NULL;
    }
    for (int points = 0; points <= m->longest; points++)
        m->forced += m->forced_at[points];
    return m;
}

void press_menus_free(struct press_menus *m) {
    if (!m)
        return;
    for (int stopping = 0; stopping < DICE_MAX; stopping++) {
        for (int size = 1; size <= DICE_MAX; size++)
            free(m->runs[stopping][size]);
    }
    free(m->free_at);
    free(m->forced_at);
    free(m);
}

size_t press_menus_bytes(const struct press_menus *m) {
    return sizeof *m + (size_t)m->menus * sizeof(double) + (size_t)m->choices * sizeof(int) +
           2 * (size_t)(m->longest + 1) * sizeof *m->free_at;
}
