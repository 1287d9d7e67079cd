#include "web/web.h"

#include <stdlib.h>
#include <string.h>

#include "solve/memory.h"
#include "talk/answers.h"
#include "talk/talk.h"

__attribute__((import_module("yard"), import_name("progress"))) int web_progress(double done,
                                                                                 double total);

/* The page is asked this often at most: it needs no more, and a call out of here is slow. */
enum { PARTS_SHOWN = 200 };

static struct {
    struct table *table;
    struct talk *talk;
    struct work work;
    uint64_t shown;
    char *room;
    size_t size;
    struct text answer;
} web;

static void watch(struct work *work) {
    uint64_t done = atomic_load(&work->done), total = atomic_load(&work->total);
    uint64_t part = total ? done * PARTS_SHOWN / total : 0;
    if (part == web.shown)
        return;
    web.shown = part;
    if (web_progress((double)done, (double)total))
        atomic_store(&work->cancel, true);
}

static struct text *answer(void) {
    if (!web.answer.data)
        web.answer = text_on_heap();
    return &web.answer;
}

static void begin_with(struct table *table) {
    struct talk *talk = table ? talk_new(table, NULL) : NULL;
    if (!talk)
        abort();
    /* What was solved for the table before serves the next one, too. */
    talk_use_adviser(talk, web.talk ? talk_take_adviser(web.talk) : adviser_new(1));
    talk_use_work(talk, &web.work);
    talk_free(web.talk);
    table_free(web.table);
    web.talk = talk;
    web.table = table;
    web.work.watch = watch;
}

__attribute__((export_name("web_room"))) char *web_room(size_t bytes) {
    if (bytes < web.size)
        return web.room;
    char *room = realloc(web.room, bytes + 1);
    if (room) {
        web.room = room;
        web.size = bytes + 1;
    }
    return room;
}

__attribute__((export_name("web_answer"))) const char *web_answer(void) {
    return web.answer.data;
}

__attribute__((export_name("web_line"))) size_t web_line(size_t bytes) {
    if (!web.talk)
        begin_with(table_new());
    atomic_store(&web.work.cancel, false);
    web.shown = 0;
    return talk_line(web.talk, (struct span){web.room, bytes}, answer()) ? web.answer.len : 0;
}

__attribute__((export_name("web_record"))) size_t web_record(size_t bytes) {
    char words[1024];
    struct text error = TEXT_IN(words);
    struct record_tail tail;
    struct table *table = table_new();
    if (!table)
        abort();
    text_clear(answer());
    if (record_read_text((struct span){web.room, bytes}, "record", table, NULL, &tail, &error)) {
        begin_with(table);
        answer_state(&web.answer, table);
    } else {
        table_free(table);
        answer_error(&web.answer, words);
    }
    return web.answer.len;
}
