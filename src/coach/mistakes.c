#include "coach/mistakes.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/say.h"

static bool person_sits(const struct state *t, const char *name) {
    for (int seat = 0; seat < t->seat_count; seat++) {
        for (int i = 0; i < seat_people(&t->seats[seat]) && !t->seats[seat].bot[0]; i++) {
            if (!name || span_is(seat_person(&t->seats[seat], i), name))
                return true;
        }
    }
    return false;
}

static bool rules_fit(struct mistakes_of of, const struct rules *r) {
    return !of.rules || rules_same(of.rules, r);
}

/* A misspelled name has no mistakes either; that must not look like perfect play. */
static bool is_known(const struct deck *d, const struct shelf *shelf, const char *name) {
    bool known = !name;
    for (int i = 0; i < shelf->count && !known; i++)
        known = shelf->items[i].table && person_sits(table_now(shelf->items[i].table), name);
    for (int i = 0; i < d->count && !known; i++)
        known = d->lines[i].card && !strcmp(d->lines[i].card->name, name);
    return known;
}

static int gather_one(struct deck *d, struct mistakes_of of, const struct table *t,
                      struct adviser *a, struct work *work, int today, struct text *error) {
    struct solved_tables tables;
    bool wanted = !table_what_if(t) && rules_fit(of, &table_now(t)->rules) &&
                  person_sits(table_now(t), of.name);
    if (!wanted)
        return 0;
    if (!ledger_prepare(a, &table_now(t)->rules, work, &tables, error))
        return -1;
    return practice_gather(&tables, t, span_of(of.name ? of.name : ""), today, d, error);
}

bool mistakes_open(struct mistakes *m, struct mistakes_of of, struct adviser *a, struct work *work,
                   int today, void (*trouble)(void *user, const char *words), void *user,
                   struct text *error) {
    LOCAL_TEXT(folder, PATH_MAX_BYTES);
    struct shelf shelf;
    int added = 0;
    *m = (struct mistakes){0};
    if (deck_folder(&folder, error))
        m->file = deck_open(folder.data, &m->deck, trouble, user, error);
    if (!m->file || !shelf_open(&shelf, error))
        return false;
    bool good = is_known(&m->deck, &shelf, of.name);
    if (!good)
        say(error, coach_nobody_has_name, .player = of.name);
    for (int i = 0; i < shelf.count && good; i++) {
        const struct shelf_item *item = &shelf.items[i];
        LOCAL_TEXT(why, 1024);
        LOCAL_TEXT(words, PATH_MAX_BYTES + 1024);
        int more = item->table ? gather_one(&m->deck, of, item->table, a, work, today, &why) : -1;
        good = !work_cancelled(work);
        if (more < 0 && good) {
            if (item->table)
                text_add(&words, "%s: %s", item->path, why.data);
            else
                text_put(&words, item->error);
            trouble(user, words.data);
        }
        added += more > 0 ? more : 0;
    }
    shelf_close(&shelf);
    return good && (!added || deck_save(m->file, &m->deck, error));
}

void mistakes_close(struct mistakes *m) {
    deck_close(m->file);
    deck_free(&m->deck);
    *m = (struct mistakes){0};
}

static bool is_due(struct mistakes_of of, const struct deck_card *card, int today) {
    return card && card->due <= today && rules_fit(of, &card->rules) &&
           (!of.name || !strcmp(of.name, card->name));
}

/* Longest overdue first; among cards due on the same day, the least well known first. */
static int by_need(const void *a, const void *b) {
    const struct deck_card *x = *(struct deck_card *const *)a, *y = *(struct deck_card *const *)b;
    int order = (x->due > y->due) - (x->due < y->due);
    return order ? order : (x->box > y->box) - (x->box < y->box);
}

struct deck_card **mistakes_due(const struct mistakes *m, struct mistakes_of of, int today,
                                int *ret_count) {
    struct deck_card **list = grab((size_t)m->deck.count + 1, sizeof *list);
    *ret_count = 0;
    for (int i = 0; i < m->deck.count; i++) {
        if (is_due(of, m->deck.lines[i].card, today))
            list[(*ret_count)++] = m->deck.lines[i].card;
    }
    qsort(list, (size_t)*ret_count, sizeof *list, by_need);
    return list;
}

bool mistakes_answered(struct mistakes *m, struct deck_card *card,
                       const struct practice_question *q, struct action answer, int today,
                       struct text *error) {
    bool right = grade_of(q->unit, practice_cost(q, answer)) <= GRADE_GOOD;
    deck_answered(card, right, today);
    return deck_save(m->file, &m->deck, error);
}
