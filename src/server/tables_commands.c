/* Commands as the API issues them. */
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "server/tables_parts.h"

struct finding {
    struct tables *tables;
    struct command *command;
};

/* The store has looked up the code; the table is then found by its id. */
static void on_code_read(void *where, const struct store_answer *a) {
    struct finding *f = where;
    struct command *c = f->command;
    if (a->outcome == STORE_ABSENT) {
        command_refuse(c, TABLES_ABSENT, words_of(M_server_no_such_code));
    } else if (a->outcome != STORE_DONE) {
        command_refuse_store(f->tables, c, a->words);
    } else {
        c->table = tables_named(f->tables, a->games[0].id, true);
        command_wait(c);
    }
    free(f);
}

struct command *tables_find(struct tables *ts, struct span name, struct command_reply reply) {
    char code[TABLE_CODE_LETTERS + 1], id[TABLE_ID_LETTERS + 1], words[256];
    struct text error = TEXT_IN(words), i = TEXT_IN(id);
    struct command *c = command_new(NULL, COMMAND_FIND, reply);
    if (table_code_read(name, code)) {
        struct finding *f = must(malloc(sizeof *f));
        *f = (struct finding){ts, c};
        if (store_read_room(ts->o.store, code, (struct store_reply){on_code_read, f}, &error))
            return c;
        free(f);
        command_refuse(c, TABLES_BUSY, words);
        return NULL;
    }
    bool good = name.len == TABLE_ID_LETTERS;
    for (size_t k = 0; good && k < name.len; k++)
        good = (name.at[k] >= 'a' && name.at[k] <= 'z') || (name.at[k] >= '0' && name.at[k] <= '9');
    if (!good) {
        command_refuse(c, TABLES_ABSENT, words_of(M_server_no_such_table));
        return NULL;
    }
    text_put_n(&i, name.at, name.len);
    c->table = tables_named(ts, id, true);
    return command_wait(c);
}

struct command *tables_look(struct open_table *t, int line, struct command_reply reply) {
    struct command *c = command_new(t, COMMAND_LOOK, reply);
    c->line = line;
    return command_wait(c);
}

static char *copied(struct span s) {
    return must(strndup(s.at, s.len));
}

struct command *tables_enter(struct open_table *t, struct span token, struct command_reply reply) {
    struct command *c = command_new(t, COMMAND_ENTER, reply);
    c->words = copied(token);
    return command_wait(c);
}

/* Names the action in the store. The name includes the place, since two players may choose the same
 * id. Without an id, the command cannot be retried, so a random name will do. */
static void name_action(struct command *c, const char *kind, struct span action) {
    struct text a = TEXT_IN(c->action);
    char unique[TABLE_ID_LETTERS + 1];
    if (action.len) {
        text_add(&a, "%s%d-%.*s", kind, c->place, (int)action.len, action.at);
    } else {
        table_id_draw(unique);
        text_add(&a, "u-%s", unique);
    }
    if (c->kind != COMMAND_SAY)
        token_derive(c->table->tables->o.key, "place", c->table->id, c->action, c->token);
}

struct command *tables_sit(struct open_table *t, struct span name, int with, bool program,
                           struct span action, struct command_reply reply) {
    struct command *c = command_new(t, COMMAND_SIT, reply);
    c->words = copied(span_trim(name));
    c->with = with;
    c->program = program;
    name_action(c, "sit", action);
    return command_wait(c);
}

struct command *tables_move(struct open_table *t, struct span token, struct span action,
                            struct command_reply reply) {
    struct command *c = command_new(t, COMMAND_MOVE, reply);
    LOCAL_TEXT(i, TABLES_ACTION_MAX + 1);
    text_put_n(&i, action.at, action.len);
    if (!action.len)
        table_id_draw(i.data);
    c->words = copied(token);
    token_derive(t->tables->o.key, "move", c->words, i.data, c->mark);
    return command_wait(c);
}

struct command *tables_delete(struct open_table *t, struct span token, struct command_reply reply) {
    struct command *c = command_new(t, COMMAND_DELETE, reply);
    c->words = copied(token);
    return command_wait(c);
}

struct command *tables_say(struct open_table *t, int place, struct span action, struct span words,
                           struct command_reply reply) {
    struct command *c = command_new(t, COMMAND_SAY, reply);
    c->words = copied(words);
    c->place = place;
    name_action(c, "p", action);
    return command_wait(c);
}
