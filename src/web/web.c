#include "web/web.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/say.h"
#include "room/room.h"
#include "talk/answers.h"
#include "talk/talk.h"

__attribute__((import_module("yard"), import_name("progress"))) int web_progress(double done,
                                                                                 double total);

/* Maximum number of progress calls: calling out of WebAssembly is slow, and more calls would
 * not be useful. */
enum { PARTS_SHOWN = 200 };

static struct {
    struct table *table;
    struct room *room;         /* a server's table, which owns `table`; NULL: a local table */
    struct room_change change; /* effect of the room's last line */
    struct talk *talk;
    struct work work;
    uint64_t shown;
    char *space;
    size_t size;
    struct text answer; /* messages in it are encoded: the page translates them */
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

static void begin_with(struct table *table, struct room *room) {
    struct talk *talk = talk_new(table, NULL);
    /* Reuse the adviser, so that rules solved for the previous table need not be solved again. */
    talk_use_adviser(talk, web.talk ? talk_take_adviser(web.talk) : adviser_new(0));
    talk_use_work(talk, &web.work);
    talk_free(web.talk);
    if (web.room)
        room_free(web.room);
    else
        table_free(web.table);
    web.talk = talk;
    web.table = table;
    web.room = room;
    web.work.watch = watch;
}

__attribute__((export_name("web_space"))) char *web_space(size_t bytes) {
    if (bytes < web.size)
        return web.space;
    say_in_code(true); /* the page translates the messages */
    char *space = realloc(web.space, bytes + 1);
    if (space) {
        web.space = space;
        web.size = bytes + 1;
    }
    return space;
}

__attribute__((export_name("web_answer"))) const char *web_answer(void) {
    return web.answer.data;
}

/* Parses place numbers separated by commas. */
static struct set places(struct span list) {
    struct set set = set_none();
    for (int64_t number = 0; list.len; list.at++, list.len--) {
        int digit = *list.at - '0';
        number = digit >= 0 && digit < 10 ? number * 10 + digit : 0;
        /* Wait for the last digit: the 1 in "12" is not a place. */
        bool ends = list.len == 1 || list.at[1] == ',';
        if (ends && number >= 1 && number <= ROOM_PLACES_MAX)
            set = set_with(set, (int)number - 1);
    }
    return set;
}

static void show_room(struct span words) {
    int64_t place = 0;
    span_number(span_word(&words), 0, ROOM_PLACES_MAX, &place);
    struct span here = span_word(&words);
    struct room_presence presence = {here.len && *here.at != '?', places(here), places(words)};
    text_clear(answer());
    room_show(web.room, (int)place, &presence, &web.change, &web.answer);
}

__attribute__((export_name("web_line"))) size_t web_line(size_t bytes) {
    struct span line = {web.space, bytes}, rest = line, verb = span_word(&rest);
    if (web.room && span_is(verb, "room")) {
        show_room(rest);
        return web.answer.len;
    }
    enum word word = word_find(verb, A_QUESTION);
    bool asks = word != WORD_NONE && word != WORD_NEW;
    if (!web.talk || (web.room && !asks)) /* a server's table is read-only here: use a local one */
        begin_with(table_new(), NULL);
    atomic_store(&web.work.cancel, false);
    web.shown = 0;
    return talk_line(web.talk, line, answer()) ? web.answer.len : 0;
}

/* Like room_read(), but reports a rejected line as the answer. */
static bool read_line(struct room *room, struct span line) {
    LOCAL_TEXT(error, 1024);
    if (room_read(room, line, 0, &web.change, &error))
        return true;
    text_clear(answer());
    struct json j = json_begin(&web.answer);
    json_string(&j, "error", error.data);
    json_int(&j, "line", room_lines(room) + 1);
    json_close(&j, '}');
    return false;
}

__attribute__((export_name("web_follow"))) size_t web_follow(size_t bytes) {
    struct room *room = room_new();
    struct span lines = {web.space, bytes};
    while (lines.len) {
        const char *end = memchr(lines.at, '\n', lines.len);
        size_t len = end ? (size_t)(end - lines.at) : lines.len;
        if (!read_line(room, (struct span){lines.at, len})) {
            room_free(room);
            return web.answer.len;
        }
        len += end != NULL;
        lines = (struct span){lines.at + len, lines.len - len};
    }
    begin_with(room_table(room), room);
    text_clear(answer());
    answer_state(&web.answer, web.table);
    return web.answer.len;
}

__attribute__((export_name("web_hear"))) size_t web_hear(size_t bytes) {
    if (read_line(web.room, (struct span){web.space, bytes})) {
        text_clear(answer());
        room_answer_last(web.room, &web.answer);
    }
    return web.answer.len;
}

__attribute__((export_name("web_record"))) size_t web_record(size_t bytes) {
    LOCAL_TEXT(error, 1024);
    struct record_tail tail;
    struct table *table = table_new();
    text_clear(answer());
    if (record_read_text((struct span){web.space, bytes}, words_of(M_web_record), table, NULL,
                         &tail, &error)) {
        begin_with(table, NULL);
        answer_state(&web.answer, table);
    } else {
        table_free(table);
        answer_error(&web.answer, error.data);
    }
    return web.answer.len;
}
