/* The wishes as they come from outside. */
#include <stdlib.h>
#include <string.h>

#include "server/hall_parts.h"

struct finding {
    struct hall *hall;
    struct hall_call *call;
};

/* The code says which table; then it is like any other that is looked for. */
static void on_code_read(void *where, const struct store_answer *a) {
    struct finding *f = where;
    struct hall_call *c = f->call;
    if (a->outcome == STORE_ABSENT) {
        hall_refuse(c, HALL_ABSENT, "there is no table with this code");
    } else if (a->outcome != STORE_DONE) {
        hall_refuse_store(f->hall, c, a->words);
    } else {
        c->table = hall_table_named(f->hall, a->games[0].id, true);
        hall_wait(c);
    }
    free(f);
}

struct hall_call *hall_find(struct hall *h, struct span name, struct hall_reply reply) {
    char code[TABLE_CODE_LETTERS + 1], id[TABLE_ID_LETTERS + 1], words[256];
    struct text error = TEXT_IN(words), i = TEXT_IN(id);
    struct hall_call *c = hall_new_call(NULL, WISH_FIND, reply);
    if (table_code_read(name, code)) {
        struct finding *f = malloc(sizeof *f);
        if (!f)
            abort();
        *f = (struct finding){h, c};
        if (store_read_room(h->o.store, code, (struct store_reply){on_code_read, f}, &error))
            return c;
        free(f);
        hall_refuse(c, HALL_BUSY, words);
        return NULL;
    }
    bool good = name.len == TABLE_ID_LETTERS;
    for (size_t k = 0; good && k < name.len; k++)
        good = (name.at[k] >= 'a' && name.at[k] <= 'z') || (name.at[k] >= '0' && name.at[k] <= '9');
    if (!good) {
        hall_refuse(c, HALL_ABSENT, "there is no such table");
        return NULL;
    }
    text_put_n(&i, name.at, name.len);
    c->table = hall_table_named(h, id, true);
    return hall_wait(c);
}

struct hall_call *hall_look(struct hall_table *t, int line, struct hall_reply reply) {
    struct hall_call *c = hall_new_call(t, WISH_LOOK, reply);
    c->line = line;
    return hall_wait(c);
}

static char *copied(struct span s) {
    char *copy = strndup(s.at, s.len);
    if (!copy)
        abort();
    return copy;
}

struct hall_call *hall_enter(struct hall_table *t, struct span token, struct hall_reply reply) {
    struct hall_call *c = hall_new_call(t, WISH_ENTER, reply);
    c->words = copied(token);
    return hall_wait(c);
}

/* Two people may choose the same id; without one nobody will say it again. */
static void name_action(struct hall_call *c, const char *kind, struct span action) {
    struct text a = TEXT_IN(c->action);
    char unique[TABLE_ID_LETTERS + 1];
    if (action.len) {
        text_add(&a, "%s%d-%.*s", kind, c->place, (int)action.len, action.at);
    } else {
        table_id_draw(unique);
        text_add(&a, "u-%s", unique);
    }
    if (c->kind != WISH_SAY)
        token_derive(c->table->hall->o.key, "place", c->table->id, c->action, c->token);
}

struct hall_call *hall_sit(struct hall_table *t, struct span name, int with, bool program,
                           struct span action, struct hall_reply reply) {
    struct hall_call *c = hall_new_call(t, WISH_SIT, reply);
    c->words = copied(span_trim(name));
    c->with = with;
    c->program = program;
    name_action(c, "sit", action);
    return hall_wait(c);
}

struct hall_call *hall_move(struct hall_table *t, struct span token, struct span action,
                            struct hall_reply reply) {
    struct hall_call *c = hall_new_call(t, WISH_MOVE, reply);
    char id[HALL_ACTION_MAX + 1];
    struct text i = TEXT_IN(id);
    text_put_n(&i, action.at, action.len);
    if (!action.len)
        table_id_draw(id);
    c->words = copied(token);
    token_derive(t->hall->o.key, "move", c->words, id, c->mark);
    return hall_wait(c);
}

struct hall_call *hall_delete(struct hall_table *t, struct span token, struct hall_reply reply) {
    struct hall_call *c = hall_new_call(t, WISH_DELETE, reply);
    c->words = copied(token);
    return hall_wait(c);
}

struct hall_call *hall_say(struct hall_table *t, int place, struct span action, struct span words,
                           struct hall_reply reply) {
    struct hall_call *c = hall_new_call(t, WISH_SAY, reply);
    c->words = copied(words);
    c->place = place;
    name_action(c, "p", action);
    return hall_wait(c);
}
