/* Commands that present a token: identifying the token's place, moving the place to another device,
 * deleting a table. */
#include "server/tables_parts.h"

static int place_of(const struct open_table *t, const char *token) {
    uint8_t hash[TOKEN_HASH_BYTES];
    int found = 0;
    token_hash(span_of(token), hash);
    for (int place = 1; place <= ROOM_PLACES_MAX; place++) {
        if (t->held[place] && token_fits(hash, t->tokens[place]))
            found = place;
    }
    return found;
}

/* The store keeps the action's name, from which the token cannot be derived without the key. */
static void name_move(struct command *c, int place) {
    text_add(TEXT_OVER(c->action), "move%d-%s", place, c->mark);
    token_derive(c->table->tables->o.key, "place", c->table->id, c->action, c->token);
}

/* The place whose current token was assigned by this same command; 0 if none. */
static int moved_before(struct command *c) {
    const struct open_table *t = c->table;
    uint8_t hash[TOKEN_HASH_BYTES];
    for (int place = 1; place <= ROOM_PLACES_MAX; place++) {
        if (!t->held[place])
            continue;
        name_move(c, place);
        token_hash(span_of(c->token), hash);
        if (token_fits(hash, t->tokens[place]))
            return place;
    }
    return 0;
}

bool command_find_place(struct command *c) {
    c->place = place_of(c->table, c->words);
    if (c->place || c->asked)
        return true;
    c->asked = true;
    c->table->tokens_stale = true;
    command_put_back(c);
    return false;
}

static void refuse_token(struct command *c) {
    command_refuse(c, TABLES_TOKEN, words_of(M_server_token_without_place));
}

bool command_move_is_new(struct command *c) {
    c->place = place_of(c->table, c->words);
    if (c->place) {
        name_move(c, c->place);
        return true;
    }
    int place = moved_before(c);
    if (place)
        command_finish(c, (struct command_result){.again = true, .place = place});
    else if (command_find_place(c))
        refuse_token(c);
    return false;
}

void command_delete(struct command *c) {
    if (!c->asked) { /* irreversible: check the token against the store again */
        c->asked = true;
        c->table->tokens_stale = true;
        command_put_back(c);
        return;
    }
    c->place = place_of(c->table, c->words);
    if (!c->place)
        refuse_token(c);
    else if (c->place != room_host(c->table->room))
        command_refuse(c, room_refusal_codes[ROOM_HOST], words_of(M_server_host_deletes));
    else
        tables_store_deletion(c);
}
