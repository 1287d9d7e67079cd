/* Which token holds which place: up to five people send random commands to a server's tables, with
 * a real store, on one node with SQLite or two with PostgreSQL. After every command, each token
 * that holds a place according to the log works, no other token does, and the rows in the store
 * agree.
 *
 * TOKENS_ORDERS sets the number of commands (in long runs 10,000 by default, 2,000 for PostgreSQL),
 * TOKENS_SEED the seed. After a failure, the seed and all commands to the table are printed. */
#include <event2/event.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "came.h"
#include "steady.h"
#include "stores.h"

enum {
    NODES_MAX = 2,
    PEOPLE = 5,
    OLD_MAX = 4096,
    ORDERS_A_TABLE = 90,
    LETTERS = TOKEN_LETTERS + 1
};

static const uint8_t key[SECRET_BYTES] = {4, 2};
static struct draw draw;
static uint64_t seed;

struct node {
    struct event_base *base;
    struct store *store;
    struct bots *bots;
    struct tables *tables;
    struct open_table *table;
    struct follower *ear;
    struct follower *people[ROOM_PLACES_MAX + 1]; /* connections of those who hold places */
};

/* What the test knows about a table, from its lines and from the answers. */
static struct model {
    struct node nodes[NODES_MAX];
    int node_count;
    char id[STORE_ID_MAX + 1];
    bool deleted, keeper, begun;
    int lines, places;
    int asked; /* the place for which a bot was last requested */
    bool held[ROOM_PLACES_MAX + 1];
    char token[ROOM_PLACES_MAX + 1][LETTERS]; /* the last token given to each place */
    char old[OLD_MAX][LETTERS];               /* tokens that no longer hold a place */
    int old_count;
    char orders[1 << 18]; /* since the table was created */
    struct text said;
} m;

static int tables, accepted, refused, replaced, renewed;

/* ---- failing ---- */

static void wrong(const char *what, int place) {
    fprintf(stderr, "# seed %llu; the table has %d lines; orders at it:\n%s# %s (place %d)\n",
            (unsigned long long)seed, m.lines, m.orders, what, place);
    fail_msg("%s (place %d), seed %llu", what, place, (unsigned long long)seed);
}

/* ---- answers ---- */

static void wait_for(struct node *n, const struct came *c) {
    while (!c->done)
        event_base_loop(n->base, EVLOOP_ONCE);
    if (!strcmp(c->code, TABLES_UNAVAILABLE) || !strcmp(c->code, TABLES_BUSY))
        wrong(c->words, c->place);
}

/* Runs the nodes until they have nothing left to do, bots included. */
static void settle(void) {
    for (int quiet = 0; quiet < 2 * m.node_count;) {
        for (int i = 0; i < m.node_count; i++) {
            struct node *n = &m.nodes[i];
            struct store_counts counts;
            struct bots_counts thoughts;
            store_counts(n->store, &counts);
            bots_counts(n->bots, &thoughts);
            bool busy = counts.waiting || thoughts.waiting;
            event_base_loop(n->base, busy ? EVLOOP_ONCE : EVLOOP_NONBLOCK);
            quiet = busy ? 0 : quiet + 1;
        }
        steady_advance(2); /* immediate work has a timer of one millisecond */
    }
}

/* ---- nodes ---- */

static void open_node(struct node *n) {
    assert_true(secrets_ready());
    n->base = event_base_new();
    assert_non_null(n->base);
    n->store = open_with(&(struct store_options){.sweep_ms = 200});
    n->bots = bots_new(&(struct bots_options){.base = n->base});
    /* So little memory that rooms are evicted and read again all the time. */
    n->tables = tables_new(&(struct tables_options){
        .base = n->base, .store = n->store, .bots = n->bots, .key = key, .bytes_max = 100000});
}

static void close_node(struct node *n) {
    tables_stop(n->tables);
    store_close(n->store);
    bots_free(n->bots);
    tables_free(n->tables);
    event_base_free(n->base);
}

/* ---- the log ---- */

static void hear(void *node, int line, const char *say, int64_t at) {
    int place;
    char word[16];
    (void)node, (void)at;
    if (!line)
        m.deleted = true;
    if (line != m.lines + 1)
        return; /* a deletion, or a line already heard from the other node */
    m.lines = line;
    m.keeper = m.keeper || !strcmp(say, "# room: keeper");
    m.begun = m.begun || !strcmp(say, "# room: begin");
    replaced += strncmp(say, "correct ", 8) == 0 && strstr(say, " bot ");
    renewed += m.begun && !strncmp(say, "dice fair", 9);
    if (sscanf(say, "# room: %15s %d", word, &place) != 2)
        return;
    if (!strcmp(word, "ask"))
        m.asked = place;
    if (!strcmp(word, "sit") || !strcmp(word, "bot"))
        m.places = place;
    if (!strcmp(word, "sit"))
        m.held[place] = !m.keeper || place == 1;
    else if (!strcmp(word, "leave"))
        m.held[place] = false;
}

static void grow_old(const char *token) {
    if (m.old_count < OLD_MAX && token[0])
        memcpy(m.old[m.old_count++], token, LETTERS);
}

/* Sets the token of a place, and remembers the previous one. */
static void give(int place, const char *token) {
    if (m.token[place][0] && strcmp(m.token[place], token))
        grow_old(m.token[place]);
    memcpy(m.token[place], token, LETTERS);
}

/* ---- invariants ---- */

static int place_of(struct node *n, const char *token) {
    struct came c;
    tables_enter(n->table, span_of(token), into(&c));
    wait_for(n, &c);
    if (c.code[0])
        wrong(c.words, 0);
    return c.place;
}

struct rows {
    bool done, held[ROOM_PLACES_MAX + 1];
    uint8_t hash[ROOM_PLACES_MAX + 1][TOKEN_HASH_BYTES];
};

static void note_rows(void *arg, const struct store_answer *a) {
    struct rows *r = arg;
    r->done = true;
    assert_int_equal(a->outcome, STORE_DONE);
    for (int i = 0; i < a->seat_count; i++) {
        const struct store_seat *s = &a->seats[i];
        assert_in_range(s->seat, 1, ROOM_PLACES_MAX);
        r->held[s->seat] = s->token.len == TOKEN_HASH_BYTES;
        if (r->held[s->seat])
            memcpy(r->hash[s->seat], s->token.at, TOKEN_HASH_BYTES);
    }
}

static void check_rows(void) {
    struct node *n = &m.nodes[0];
    struct rows rows = {0};
    char words[256];
    struct text error = TEXT_IN(words);
    must(store_read(n->store, m.id, INT32_MAX, (struct store_reply){note_rows, &rows}, &error),
         words);
    while (!rows.done)
        event_base_loop(n->base, EVLOOP_ONCE);
    for (int place = 1; place <= ROOM_PLACES_MAX; place++) {
        uint8_t hash[TOKEN_HASH_BYTES];
        token_hash(span_of(m.token[place]), hash);
        if (rows.held[place] != m.held[place])
            wrong(m.held[place] ? "the row has lost its token" : "the row has a token", place);
        if (m.held[place] && !token_fits(hash, rows.hash[place]))
            wrong("the row has another token", place);
    }
}

/* Brings all nodes up to date by asking each for the last line. */
static void catch_up(void) {
    for (int i = 0; i < m.node_count; i++) {
        struct came c;
        tables_look(m.nodes[i].table, m.lines, into(&c));
        wait_for(&m.nodes[i], &c);
    }
}

static void check_tokens(bool all) {
    static const char stranger[] = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
    catch_up();
    for (int place = 1; place <= m.places; place++) {
        if (!m.held[place] && !m.token[place][0])
            continue;
        int holds = place_of(&m.nodes[draw_below(&draw, m.node_count)], m.token[place]);
        if (m.held[place] && holds != place)
            wrong("a token that holds a place does not act", place);
        if (!m.held[place] && holds)
            wrong("the token of a place that was left acts", place);
    }
    for (int i = 0; i < m.old_count; i++) {
        bool late = i >= m.old_count - 2 || draw_below(&draw, m.old_count) == 0;
        struct node *n = &m.nodes[draw_below(&draw, m.node_count)];
        if ((all || late) && place_of(n, m.old[i]))
            wrong("an old token acts", 0);
    }
    if (all && place_of(&m.nodes[0], stranger))
        wrong("a token acts that nobody was given", 0);
    check_rows();
}

/* ---- a table ---- */

static void enter_table(struct node *n) {
    struct came c;
    tables_find(n->tables, span_of(m.id), into(&c));
    wait_for(n, &c);
    assert_string_equal(c.code, "");
    n->table = c.table;
    tables_hold(n->table);
    tables_look(n->table, 0, into(&c));
    wait_for(n, &c);
    n->ear = tables_follow(n->table, 0, 0, hear, n);
    tables_catch_up(n->ear, INT_MAX);
}

static void make_table(void) {
    static const char *const dice[] = {"fair", "fair", "physical", "seed 7"};
    struct came c;
    bool keeper = draw_below(&draw, 8) == 0;
    struct room_setup setup = {.rules = span_of("yardkle:goal=500,tie=leader"),
                               .name = span_of("Ann"),
                               .dice = span_of(dice[draw_below(&draw, 4)]),
                               .away_seconds = 5,
                               .keeper = keeper,
                               .seats = keeper ? (const char *const[]){"Zoe", NULL} : NULL};
    for (int place = 1; place <= ROOM_PLACES_MAX; place++) {
        if (m.token[place][0])
            grow_old(m.token[place]);
        m.token[place][0] = '\0';
        m.held[place] = false;
    }
    if (m.old_count > 20) /* keep only a few tokens from earlier tables */
        m.old_count = 20;
    m.deleted = m.keeper = m.begun = false;
    m.lines = m.places = m.asked = 0;
    m.said = TEXT_IN(m.orders);
    tables_create(m.nodes[0].tables, &setup, (struct span){0}, into(&c));
    wait_for(&m.nodes[0], &c);
    assert_string_equal(c.code, "");
    struct text id = TEXT_IN(m.id);
    text_put(&id, c.id);
    give(1, c.token);
    for (int i = 0; i < m.node_count; i++)
        enter_table(&m.nodes[i]);
    tables++;
}

static void hang_up(struct node *n, int place) {
    tables_unfollow(n->people[place]);
    n->people[place] = NULL;
}

static void leave_table(void) {
    for (int i = 0; i < m.node_count; i++) {
        struct node *n = &m.nodes[i];
        for (int place = 1; place <= ROOM_PLACES_MAX; place++)
            hang_up(n, place);
        tables_unfollow(n->ear);
        tables_release(n->table);
    }
}

/* ---- commands ---- */

/* Mostly a token that holds a place, sometimes an old one. */
static const char *some_token(void) {
    int place = 1 + draw_below(&draw, m.places ? m.places : 1), old = draw_below(&draw, OLD_MAX);
    if (draw_below(&draw, 12) == 0 && m.old_count)
        return m.old[old % m.old_count];
    for (int i = 0; i < m.places && !m.held[place]; i++)
        place = place % m.places + 1;
    return m.token[place][0] ? m.token[place] : m.token[1];
}

static int holders(void) {
    int count = 0;
    for (int place = 1; place <= m.places; place++)
        count += m.held[place];
    return count;
}

static void note_order(const char *what, const char *rest, const struct came *c) {
    text_add(&m.said, "# %s %s: %s%s%s\n", what, rest, c->code[0] ? c->code : "done",
             c->code[0] ? ", " : "", c->words);
    accepted += !c->code[0];
    refused += c->code[0] != '\0';
}

static void sit(struct node *n) {
    static const char *const names[] = {"Bea", "Cem", "Dan", "Eve", "Fay", "Ann", "Bea+Cem"};
    static char last[64] = "", token[LETTERS];
    struct came c;
    char action[64];
    const char *name = names[draw_below(&draw, 7)];
    int with = draw_below(&draw, 4) ? 0 : draw_below(&draw, 6);
    bool program = draw_below(&draw, 6) == 0, again = last[0] && draw_below(&draw, 5) == 0;
    if (holders() >= PEOPLE && !again)
        return;
    snprintf(action, sizeof action, "sit-%.26s-%d", m.id, accepted + refused);
    if (again) /* an action from another table counts as a new one here */
        memcpy(action, last, sizeof action);
    tables_sit(n->table, span_of(name), with, program, span_of(action), into(&c));
    wait_for(n, &c);
    note_order(again ? "sit again" : "sit", name, &c);
    if (!c.code[0] && c.again) {
        if (!strcmp(last, action) && strstr(action, m.id) && strcmp(token, c.token))
            wrong("sitting down again gives another token", c.place);
    } else if (!c.code[0]) {
        give(c.place, c.token);
        memcpy(last, action, sizeof last);
        memcpy(token, c.token, LETTERS);
    }
}

static void move(struct node *n) {
    static char last_token[LETTERS], last_id[64];
    struct came c;
    char token[LETTERS], id[64];
    bool again = last_id[0] && draw_below(&draw, 3) == 0;
    snprintf(token, sizeof token, "%s", again ? last_token : some_token());
    snprintf(id, sizeof id, "move-%.26s-%d", m.id, accepted + refused);
    if (again)
        memcpy(id, last_id, sizeof id);
    tables_move(n->table, span_of(token), span_of(id), into(&c));
    wait_for(n, &c);
    note_order(again ? "move again" : "move", "", &c);
    if (c.code[0])
        return;
    if (c.again && strcmp(m.token[c.place], c.token))
        wrong("moving again gives a token that holds nothing", c.place);
    give(c.place, c.token);
    memcpy(last_token, token, LETTERS);
    memcpy(last_id, id, sizeof last_id);
}

/* The pledge or share for the seat of a place. */
static void gift_words(struct room *room, int place, struct text *out) {
    const struct state *now = table_now(room_table(room));
    const struct room_place *p = room_place(room, place - 1);
    int seat = p && p->seat >= 0 ? p->seat : 0;
    bool sealed = !set_has(now->fair.pledged, seat);
    struct entry e = {.kind = sealed ? ENTRY_PLEDGE : ENTRY_SHARE, .gift = {.seat = seat}};
    memset(e.gift.bytes, 17 * seat + now->games, FAIR_BYTES);
    if (sealed)
        fair_pledge(now->dice.commitment, seat, e.gift.bytes, e.gift.bytes);
    entry_print(NULL, &e, out);
}

static void play_words(struct room *room, struct text *out) {
    struct state view;
    struct action list[ACTIONS_MAX];
    int chosen = draw_below(&draw, 1 << 20);
    state_view(table_now(room_table(room)), &view);
    if (view.dice.kind == DICE_PHYSICAL && state_falling(&view)) {
        text_put(out, "roll");
        for (int i = 0; i < state_falling(&view); i++)
            text_add(out, " %d", 1 + chosen % FACES);
    } else if (view.stage == STAGE_PLAY && view.game.phase == PHASE_CHOOSE) {
        int n = game_legal(&view.rules, &view.game, list);
        action_print(&view.rules, list[chosen % n], out);
    } else {
        text_put(out, "roll");
    }
}

static void lobby_words(struct text *out) {
    static const char *const levels[] = {"novice", "family", "club", "nix"};
    int what = draw_below(&draw, 20), about = 1 + draw_below(&draw, 6);
    const char *level = levels[draw_below(&draw, 4)];
    if (what < 6)
        text_put(out, m.lines > 8 ? "begin" : "bot Robo novice");
    else if (what < 10)
        text_add(out, "%s %d", what < 9 ? "remove" : "agree", about);
    else if (what < 14)
        text_add(out, "bot R%d %s", about, level);
    else if (what < 15)
        text_put(out, "leave");
    else
        text_add(out, "%s 1", what < 16 ? "ask" : what < 17 ? "goon" : "roll");
}

static void game_words(struct room *room, int place, struct text *out) {
    static const char *const some[] = {"hint",
                                       "undo",
                                       "rematch",
                                       "reveal",
                                       "seat Zoe",
                                       "dice seed 1",
                                       "stay",
                                       "leave 2",
                                       "correct 5 seat Zoe",
                                       "begin x",
                                       "# room: sit 9 Zoe",
                                       "",
                                       "begin",
                                       "agree",
                                       "start 1",
                                       "remove 2"};
    static const char *const levels[] = {"novice", "novice", "family", "nix"};
    const struct state *now = table_now(room_table(room));
    bool shares = now->dice.kind == DICE_FAIR && set_any(fair_missing(&now->fair, now->seat_count));
    int what = draw_below(&draw, 30), which = draw_below(&draw, 16);
    int about = 1 + draw_below(&draw, m.places);
    const char *level = levels[draw_below(&draw, 4)];
    if (what < 2)
        text_put(out, draw_below(&draw, 6) ? "back" : "leave");
    else if (what < 7)
        text_add(out, "ask %d %s", draw_below(&draw, 3) ? about : place, level);
    else if (what < 11)
        text_add(out, "agree %d", m.asked && draw_below(&draw, 3) ? m.asked : about);
    else if (what < 14 && shares)
        text_put(out, "goon");
    else if (what < 22 && shares)
        gift_words(room, place, out);
    else if (what < 25)
        play_words(room, out);
    else
        text_put(out, some[which]);
}

/* The token of the person whose turn it is, or else of place 1. */
static const char *token_up(struct room *room) {
    struct state view;
    state_view(table_now(room_table(room)), &view);
    int seat = state_seat(&view);
    struct span person = seat >= 0 ? state_person(&view, seat) : (struct span){0};
    for (int i = 0; i < room_places(room); i++) {
        const struct room_place *p = room_place(room, i);
        if (person.len && p->held && span_is(person, p->name))
            return m.token[p->place];
    }
    return m.token[1];
}

static struct room *look(struct node *n) {
    struct came c;
    tables_look(n->table, 0, into(&c));
    wait_for(n, &c);
    if (!c.room)
        wrong("there is no room", 0);
    return c.room;
}

/* As over HTTP: the token determines the place. */
static void say(struct node *n) {
    static char last_words[256], last_action[48], last_id[STORE_ID_MAX + 1];
    static int last_place;
    struct came c;
    char words[256] = "", action[48];
    struct text w = TEXT_IN(words);
    bool turn = m.begun && draw_below(&draw, 3) == 0;
    char token[LETTERS];
    snprintf(token, sizeof token, "%s", turn ? token_up(look(n)) : some_token());
    int place = place_of(n, token);
    snprintf(action, sizeof action, "a%d", accepted + refused);
    struct room *room = look(n);
    if (turn)
        play_words(room, &w);
    else if (m.begun)
        game_words(room, place ? place : 1, &w);
    else
        lobby_words(&w);
    if (!place)
        return; /* an old token: the request ends here */
    if (last_place == place && !strcmp(last_id, m.id) && draw_below(&draw, 6) == 0) {
        memcpy(action, last_action, sizeof action);
        memcpy(words, last_words, sizeof words);
    }
    tables_say(n->table, place, span_of(action), span_of(words), into(&c));
    wait_for(n, &c);
    note_order("say", words, &c);
    if (c.code[0])
        return;
    memcpy(last_words, words, sizeof words);
    memcpy(last_action, action, sizeof action);
    snprintf(last_id, sizeof last_id, "%s", m.id);
    last_place = place;
}

static void heed(void *arg, struct set places) {
    (void)arg, (void)places;
}

static void ignore(void *arg, int line, const char *say, int64_t at) {
    (void)arg, (void)line, (void)say, (void)at;
}

/* A phone connects or goes to sleep. */
static void come_or_go(struct node *n) {
    int place = place_of(n, some_token());
    if (!place)
        return;
    text_add(&m.said, "# place %d %s\n", place, n->people[place] ? "goes" : "comes");
    if (n->people[place]) {
        hang_up(n, place);
        return;
    }
    n->people[place] = tables_follow(n->table, m.lines, place, ignore, n);
    assert_non_null(n->people[place]);
    tables_attend(n->people[place], heed);
}

static void delete_table(struct node *n) {
    struct came c;
    const char *token = some_token();
    int host = 0;
    for (int place = m.places; place >= 1; place--)
        host = m.held[place] ? place : host;
    bool may = host && !strcmp(token, m.token[host]);
    tables_delete(n->table, span_of(token), into(&c));
    wait_for(n, &c);
    note_order("delete", "", &c);
    if (may != !c.code[0])
        wrong(may ? "the host cannot delete the table"
                  : "somebody other than the host deletes the table",
              host);
    m.deleted = !c.code[0];
}

static void order(void) {
    struct node *n = &m.nodes[draw_below(&draw, m.node_count)];
    int what = draw_below(&draw, 200);
    if (what < (m.begun ? 4 : 40)) {
        sit(n);
    } else if (what < (m.begun ? 20 : 50)) {
        move(n);
    } else if (what < 70) {
        come_or_go(n);
    } else if (what < 76) {
        text_add(&m.said, "# 6 seconds\n");
        steady_advance(6000);
    } else if (what < 82) {
        text_add(&m.said, "# half a minute\n");
        steady_advance(31000);
    } else if (what < 83) {
        delete_table(n);
    } else {
        say(n);
    }
}

STORE_CLAIM(after_random_commands_only_tokens_of_held_places_work) {
    const char *wanted = getenv("TOKENS_ORDERS"), *other = getenv("TOKENS_SEED");
    int orders = wanted      ? atoi(wanted)
                 : SANITIZED ? 300
                 : address   ? how_many(2000, 600)
                             : how_many(10000, 2000);
    seed = other ? strtoull(other, NULL, 10) : 20261116;
    draw.state = seed;
    m.node_count = address ? 2 : 1;
    for (int i = 0; i < m.node_count; i++)
        open_node(&m.nodes[i]);
    make_table();
    for (int i = 0, here = 0; accepted + refused < orders; i++, here++) {
        if (m.deleted || here > ORDERS_A_TABLE || !holders()) {
            leave_table();
            make_table();
            here = 0;
        }
        order();
        settle();
        if (!m.deleted)
            check_tokens(i % 20 == 0);
    }
    print_message("# %d tables, %d orders taken, %d refused, %d bots for people, %d commitments\n",
                  tables, accepted, refused, replaced, renewed);
    assert_true(accepted > orders / 4 && refused > orders / 10);
    assert_true(replaced > orders / 1000 || orders < 2000); /* a short run may have none */
    leave_table();
    for (int i = 0; i < m.node_count; i++)
        close_node(&m.nodes[i]);
}
