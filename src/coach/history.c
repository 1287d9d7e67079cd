#include "coach/history.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"

static struct performance *new_performance(struct history *h) {
    h->list = grown(h->list, h->count, &h->room, sizeof *h->list);
    struct performance *p = &h->list[h->count++];
    memset(p, 0, sizeof *p);
    return p;
}

static void count_slips(struct performance *p, const struct ledger *l, int seat, int person) {
    for (int i = 0; i < l->count; i++) {
        const struct moment *m = &l->moments[i];
        if (!m->decision || m->seat != seat || m->person != person || m->grade <= GRADE_GOOD)
            continue;
        p->slips[m->slip]++;
        p->slip_cost[m->slip] += m->cost;
    }
}

static void add_person(struct history *h, const struct analysis *a, const struct ledger *l,
                       int seat, int person) {
    const struct seat *who = &l->who[seat];
    struct performance *p = new_performance(h);
    struct text name = TEXT_IN(p->name), date = TEXT_IN(p->date), rules = TEXT_IN(p->rules);
    struct span span = seat_person(who, person);
    text_put_n(&name, span.at, span.len);
    text_put(&date, table_date(a->table));
    rules_print(&l->rules, &rules);
    p->record = a->name;
    p->game = l->game;
    p->seat = seat;
    p->unit = l->unit;
    p->bot = who->bot[0] != '\0';
    p->partners = seat_people(who) > 1;
    p->finished = l->finished;
    p->approximate = l->approximate;
    p->account = l->person[seat][person];
    p->account.par = l->seat[seat].par;
    p->account.others = l->seat[seat].others;
    p->account.result = l->seat[seat].result;
    p->whole = !account_kept(&p->account);
    count_slips(p, l, seat, person);
}

void history_add(struct history *h, const struct analysis *a) {
    for (int game = 0; game < a->count && !table_what_if(a->table); game++) {
        const struct ledger *l = &a->games[game];
        for (int seat = 0; seat < l->seats; seat++) {
            for (int i = 0; i < seat_people(&l->who[seat]); i++)
                add_person(h, a, l, seat, i);
        }
    }
}

void history_join(struct history *h, const struct history *other) {
    for (int i = 0; i < other->count; i++)
        *new_performance(h) = other->list[i];
}

void history_free(struct history *h) {
    free(h->list);
    memset(h, 0, sizeof *h);
}

/* ---- sorting ---- */

static int same_run(const struct performance *x, const struct performance *y) {
    int order = strcmp(x->rules, y->rules);
    if (!order)
        order = x->unit - y->unit;
    return order ? order : strcmp(x->name, y->name);
}

static int in_time(const void *a, const void *b) {
    const struct performance *x = a, *y = b;
    int order = same_run(x, y);
    if (!order)
        order = strcmp(x->date, y->date);
    if (!order)
        order = strcmp(x->record, y->record);
    if (!order)
        order = x->game - y->game;
    return order ? order : x->seat - y->seat;
}

void history_sort(struct history *h) {
    if (h->count)
        qsort(h->list, (size_t)h->count, sizeof *h->list, in_time);
}

int history_run(const struct history *h, int from) {
    int end = from + 1;
    while (end < h->count && !same_run(&h->list[from], &h->list[end]))
        end++;
    return end;
}

struct loss history_loss(const struct history *h, int from, int end) {
    double sum = 0, squares = 0;
    int n = 0;
    for (int i = from; i < end; i++) {
        double cost = fabs(h->list[i].account.errors);
        if (!h->list[i].finished || !h->list[i].whole)
            continue;
        n++;
        sum += cost;
        squares += cost * cost;
    }
    double mean = n ? sum / n : NAN;
    double variance = n > 1 ? fmax(0, (squares - n * mean * mean) / (n - 1)) : NAN;
    return (struct loss){n, mean, sqrt(variance / n)};
}
