/* came: the result of a command to a server's tables. */
#ifndef YARD_TESTS_CAME_H
#define YARD_TESTS_CAME_H

#include "server/tables.h"

struct came {
    bool done, again;
    char code[32], words[256], token[TOKEN_LETTERS + 1], id[STORE_ID_MAX + 1];
    int place, line, lines;
    struct open_table *table;
    struct room *room;
};

static void note_answer(void *where, const struct command_result *a) {
    struct came *c = where;
    *c = (struct came){.done = true,
                       .again = a->again,
                       .place = a->place,
                       .line = a->line,
                       .lines = a->room ? room_lines(a->room) : 0,
                       .table = a->table,
                       .room = a->room};
    text_put(TEXT_OVER(c->code), a->code);
    text_put(TEXT_OVER(c->words), a->words);
    text_put(TEXT_OVER(c->token), a->token ? a->token : "");
    text_put(TEXT_OVER(c->id), a->table ? tables_id(a->table) : "");
}

static struct command_reply into(struct came *c) {
    *c = (struct came){0};
    return (struct command_reply){note_answer, c};
}

#endif
