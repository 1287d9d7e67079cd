#include "coach/study.h"

#include <pthread.h>

#include "core/say.h"
#include "play/record.h"
#include "solve/parallel.h"

struct studies {
    const char *const *paths;
    struct adviser *adviser;
    struct work *work; /* may be NULL */
    int count;
    atomic_int studied;
    pthread_mutex_t solving; /* the adviser solves for one thread at a time */
    void (*each)(void *user, const struct studied *studied);
    void *user;
};

static bool tables_for(struct studies *all, const struct rules *r, struct solved_tables *ret,
                       struct text *error) {
    pthread_mutex_lock(&all->solving);
    bool good = ledger_prepare(all->adviser, r, all->work, ret, error);
    if (all->work && atomic_load(&all->work->total) != (uint64_t)all->count) {
        work_begin(all->work, (uint64_t)all->count); /* solving replaced the total with its own */
        atomic_store(&all->work->done, (uint64_t)atomic_load(&all->studied));
    }
    pthread_mutex_unlock(&all->solving);
    return good;
}

static bool analyse(struct studies *all, const char *path, struct table *t,
                    struct record_tail *ret_tail, struct analysis *ret, struct text *error) {
    struct solved_tables tables;
    LOCAL_TEXT(why, 512);
    if (!record_read(path, t, ret_tail, error))
        return false; /* the error already names the file */
    const struct rules *r = &table_now(t)->rules;
    if (!r->book)
        say(&why, coach_no_rules_named);
    else if (tables_for(all, r, &tables, &why) && analysis_of(&tables, t, path, ret, &why))
        return true;
    return text_fail(error, "%s: %s", path, why.data);
}

static void study_one(void *user, int thread, int i) {
    struct studies *all = user;
    char words[1024], cut[512];
    struct text error = TEXT_IN(words), warning = TEXT_IN(cut);
    struct record_tail tail = {0};
    struct analysis analysis = {0};
    struct table *t = table_new();
    struct studied studied = {.index = i};
    (void)thread;
    if (analyse(all, all->paths[i], t, &tail, &analysis, &error))
        studied.analysis = &analysis;
    else
        studied.error = words;
    if (tail.found) {
        say(&warning, coach_record_cut, .file = all->paths[i], .line = tail.line,
            .text = tail.text);
        studied.warning = cut;
    }
    bool cancelled = all->work && atomic_load(&all->work->cancel);
    if (studied.analysis || !cancelled)
        all->each(all->user, &studied);
    atomic_fetch_add(&all->studied, 1);
    analysis_free(&analysis);
    table_free(t);
}

bool study(const char *const *paths, int count, struct adviser *a, int threads, struct work *work,
           void (*each)(void *user, const struct studied *studied), void *user) {
    struct studies all = {
        .paths = paths, .adviser = a, .work = work, .count = count, .each = each, .user = user};
    pthread_mutex_init(&all.solving, NULL);
    if (work)
        work_begin(work, (uint64_t)count);
    bool whole = parallel(count, threads, work, study_one, &all);
    pthread_mutex_destroy(&all.solving);
    return whole;
}
