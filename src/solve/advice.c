#include "solve/advice.h"

void advice_sort(struct advice *advice, bool least) {
    struct valued_action *list = advice->actions;
    for (int i = 1; i < advice->count; i++) { /* insertion sort: stable, and fast for short lists */
        struct valued_action moving = list[i];
        int at = i;
        while (at &&
               (least ? moving.value < list[at - 1].value : moving.value > list[at - 1].value)) {
            list[at] = list[at - 1];
            at--;
        }
        list[at] = moving;
    }
    if (advice->count)
        advice->value = list[0].value;
}

const struct valued_action *advice_find(const struct advice *advice, struct action a) {
    for (int i = 0; i < advice->count + advice->zeros; i++) {
        const struct valued_action *v = &advice->actions[i];
        struct action same = a;
        if (a.act == ACT_SCORE && !v->points)
            same.zero = v->action.zero;
        if (action_same(v->action, same))
            return v;
    }
    return NULL;
}

void work_begin(struct work *work, uint64_t total) {
    if (!work)
        return;
    atomic_store(&work->done, 0);
    atomic_store(&work->total, total);
}

bool work_step(struct work *work, uint64_t steps) {
    if (!work)
        return true;
    atomic_fetch_add_explicit(&work->done, steps, memory_order_relaxed);
    if (work->watch)
        work->watch(work);
    return !atomic_load_explicit(&work->cancel, memory_order_relaxed);
}
