/* Creating tables. */
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "server/tables_parts.h"

enum { DELETED_MAX = 8 };

struct creation {
    struct tables *tables;
    struct command *command;
    char id[TABLE_ID_LETTERS + 1], code[TABLE_CODE_LETTERS + 1];
    int tries, deleted; /* deleted: how many of this action's tables have been deleted */
    bool repeatable;
    char action[TABLES_ACTION_MAX + 8];
    struct text setup;
    uint8_t hash[TOKEN_HASH_BYTES], sealed[SEALED_BYTES];
    char name[SEAT_NAME_MAX], rules[POSITION_TEXT_MAX];
};

static void free_creation(struct creation *n) {
    free(n->setup.data);
    free(n);
}

static void on_created(void *where, const struct store_answer *a);

static bool ask_store(struct creation *n, struct text *error) {
    struct store_seat seat = {.seat = 1,
                              .name = n->name,
                              .token = {(const char *)n->hash, sizeof n->hash},
                              .at = tables_now()};
    table_code_draw(n->code);
    struct store_game game = {.id = n->id,
                              .created = tables_now(),
                              .rules = n->rules,
                              .setup = n->setup.data,
                              .code = n->code,
                              .secret = {(const char *)n->sealed, sizeof n->sealed}};
    return store_create(n->tables->o.store, &game, &seat, 1, (struct store_reply){on_created, n},
                        error);
}

static void created(struct creation *n, const char *code_word) {
    struct command *c = n->command;
    struct open_table *t = tables_named(n->tables, n->id, true);
    c->table = t;
    tables_hold(t);
    text_put(TEXT_OVER(t->code), code_word);
    n->tables->counts.said++;
    command_finish(c, (struct command_result){.line = 1, .place = 1});
    tables_release(t);
    free_creation(n);
}

/* If the id exists, an earlier attempt at this command created the table; if not, only the code was
 * already in use. */
static void on_looked_for(void *where, const struct store_answer *a) {
    struct creation *n = where;
    LOCAL_TEXT(error, 256);
    if (a->outcome == STORE_DONE) {
        created(n, a->games[0].code ? a->games[0].code : "");
        return;
    }
    if (a->outcome == STORE_ABSENT && ask_store(n, &error))
        return;
    command_refuse_store(n->tables, n->command, error.data[0] ? error.data : a->words);
    free_creation(n);
}

/* Chooses the id, the token and the secret of the dice. The id of a deleted table is never reused:
 * receipts for the two tables would contradict each other. */
static void draw_table(struct creation *n) {
    const uint8_t *key = n->tables->o.key;
    struct command *c = n->command;
    uint8_t secret[SECRET_BYTES];
    LOCAL_TEXT(a, sizeof n->action + 16);
    text_put(&a, n->action);
    if (n->deleted)
        text_add(&a, " %d", n->deleted);
    if (n->repeatable)
        table_id_derive(key, a.data, n->id);
    else
        table_id_draw(n->id);
    token_derive(key, "place", n->id, "create", c->token);
    token_hash(span_of(c->token), n->hash);
    secret_draw(secret);
    secret_seal(key, n->id, secret, n->sealed);
    memset(secret, 0, sizeof secret);
}

static void on_created(void *where, const struct store_answer *a) {
    struct creation *n = where;
    struct command *c = n->command;
    LOCAL_TEXT(error, 256);
    if (a->outcome == STORE_DONE) {
        created(n, n->code);
        return;
    }
    bool there = a->outcome == STORE_CONFLICT || a->outcome == STORE_DUPLICATE;
    if (there && n->repeatable && ++n->tries < CONFLICTS_MAX) {
        if (store_read(n->tables->o.store, n->id, 0, (struct store_reply){on_looked_for, n},
                       &error))
            return;
        command_refuse(c, TABLES_BUSY, error.data);
    } else if (a->outcome == STORE_CONFLICT && ++n->tries < CONFLICTS_MAX) { /* the code is taken */
        if (ask_store(n, &error))
            return;
        command_refuse(c, TABLES_BUSY, error.data);
    } else if (a->outcome == STORE_ABSENT && n->deleted < DELETED_MAX) {
        n->deleted++;
        draw_table(n);
        if (ask_store(n, &error))
            return;
        command_refuse(c, TABLES_BUSY, error.data);
    } else if (a->outcome == STORE_ABSENT) {
        command_refuse(c, TABLES_ABSENT, words_of(M_server_table_was_deleted));
    } else {
        command_refuse_store(n->tables, c, a->words);
    }
    free_creation(n);
}

/* Whether the bots of a new table can play its rules; true if it has no bots. */
static bool bots_fit(const struct tables *ts, const struct room_setup *setup, struct text *error) {
    LOCAL_TEXT(e, 256);
    struct rules r;
    bool none = !setup->bots || !setup->bots[0][0];
    return none || !rules_parse(span_trim(setup->rules), &r, &e) ||
           bots_play(ts->o.bots, &r, 2, error);
}

struct command *tables_create(struct tables *ts, const struct room_setup *setup, struct span action,
                              struct command_reply reply) {
    struct command *c = command_new(NULL, COMMAND_FIND, reply);
    struct creation *n = grab(1, sizeof *n);
    struct room_plan lines = {0};
    LOCAL_TEXT(error, 1024);
    n->tables = ts;
    n->command = c;
    n->setup = text_on_heap();
    if (!room_plan_new(setup, &lines, &error)) {
        command_refuse(c, "words", error.data);
        free_creation(n);
        return NULL;
    }
    if (!bots_fit(ts, setup, &error)) {
        room_plan_clear(&lines);
        command_finish(c, (struct command_result){.code = room_refusal_codes[ROOM_RULES],
                                                  .words = error.data});
        free_creation(n);
        return NULL;
    }
    for (int i = 0; i < lines.count; i++)
        text_add(&n->setup, "%s\n", lines.lines[i]->text);
    room_plan_clear(&lines);
    struct text name = TEXT_IN(n->name), rules = TEXT_IN(n->rules);
    text_put_n(&name, setup->name.at, setup->name.len);
    text_put_n(&rules, setup->rules.at, setup->rules.len);
    n->repeatable = action.len > 0;
    text_put_n(TEXT_OVER(n->action), action.at, action.len);
    draw_table(n);
    if (ask_store(n, &error))
        return c;
    command_refuse(c, TABLES_BUSY, error.data);
    free_creation(n);
    return NULL;
}
