#include "store/keep.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/errors.h"
#include "core/memory.h"
#include "core/say.h"
#include "play/folder.h"
#include "play/whole_file.h"
#include "store/keep_list.h"

enum { GAMES_AT_ONCE = 200 };

bool store_backup(const char *where, const char *file, struct store_judge judge,
                  struct text *error) {
    if (access(file, F_OK) == 0)
        return say_fail(error, store_backup_exists, .file = file);
    return link_kind_of(where)->backup(where, file, judge, error);
}

struct export {
    const struct link_kind *kind;
    struct link *link;
    const char *folder;
    struct store_exported *done;
    struct text record; /* the record being built */
};

/* Reads up to the last event, including events appended in the meantime. */
static bool make_record(struct export *x, const char *game, int64_t *ret_events,
                        struct text *error) {
    bool more = true;
    text_clear(&x->record);
    *ret_events = 0;
    while (more) {
        struct request *r = request_new(REQUEST_READ, (struct store_reply){0});
        r->key = request_string(r, game);
        r->after = *ret_events;
        r->limit = STORE_PAGE;
        if (x->kind->read(x->link, r, error) != LINK_DONE) {
            request_free(r);
            return false;
        }
        const struct store_answer *a = &r->answer;
        size_t n = a->game_count ? strlen(a->games[0].setup) : 0;
        if (!x->record.len && n) {
            text_put(&x->record, a->games[0].setup);
            if (x->record.data[n - 1] != '\n')
                text_put(&x->record, "\n");
        }
        for (int i = 0; i < a->event_count; i++)
            text_add(&x->record, "%s\n", a->events[i].line);
        *ret_events += a->event_count;
        more = a->more;
        request_free(r);
    }
    return true;
}

static bool write_record(struct export *x, const char *game, struct text *error) {
    LOCAL_TEXT(t, 4096);
    int64_t events;
    text_add(&t, "%s/%s.yard", x->folder, game);
    if (!make_record(x, game, &events, error))
        return false;
    int there = t.cut ? 0 : keep_compare(&x->record, t.data);
    if (!there)
        return say_fail(error, store_other_game_there, .file = t.data);
    int reason = there == 2 ? 0 : whole_file_write(t.data, x->record.data, x->record.len);
    if (reason)
        return say_fail(error, store_cannot_write, .file = t.data, .why = error_words(reason));
    x->done->games++;
    x->done->unchanged += there == 2;
    x->done->events += events;
    return true;
}

static bool write_records(struct export *x, struct text *error) {
    char behind[STORE_ID_MAX + 1] = "";
    for (bool more = true, good; more;) {
        struct request *r = request_new(REQUEST_LIST, (struct store_reply){0});
        r->key = behind;
        r->limit = GAMES_AT_ONCE;
        good = x->kind->read(x->link, r, error) == LINK_DONE;
        for (int i = 0; i < r->answer.game_count && good; i++)
            good = write_record(x, r->answer.games[i].id, error);
        more = r->answer.more;
        if (good && more) {
            text_put(TEXT_OVER(behind), r->answer.games[r->answer.game_count - 1].id);
        }
        request_free(r);
        if (!good)
            return false;
    }
    return true;
}

bool store_export(const char *where, const char *folder, struct store_exported *ret,
                  struct text *error) {
    struct export x = {
        .kind = link_kind_of(where), .folder = folder, .done = ret, .record = text_on_heap()};
    char *path = must(strdup(folder));
    *ret = (struct store_exported){0};
    x.link = x.kind->open(where, LINK_READ, error);
    bool good = x.link && folder_make(path, error) && write_records(&x, error) &&
                keep_list(x.kind, x.link, folder, error);
    LOCAL_TEXT(t, 4096);
    text_add(&t, "%s/.", folder);
    good = good && (t.cut || folder_sync(t.data, error));
    if (x.link)
        x.kind->close(x.link);
    free(x.record.data);
    free(path);
    return good;
}
