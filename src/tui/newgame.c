#include "tui/newgame.h"

#include <string.h>

#include "coach/bot_seat.h"
#include "core/memory.h"
#include "core/say.h"

int newgame_places(const struct newgame *g, struct place places[PLACES_MAX]) {
    int n = 0;
    if (!g->board)
        places[n++] = (struct place){LINE_GAME, 0};
    for (int i = 0; params[i].name && !g->board; i++) {
        if (params[i].family == g->rules.book->family)
            places[n++] = (struct place){LINE_PARAM, i};
    }
    for (int i = 0; i < g->seats; i++)
        places[n++] = (struct place){LINE_SEAT, i};
    if (g->seats < SEATS_MAX)
        places[n++] = (struct place){LINE_ADD, 0};
    if (!g->board)
        places[n++] = (struct place){LINE_DICE, 0};
    if (!g->board && g->dice == DICE_PHYSICAL)
        places[n++] = (struct place){LINE_PACE, 0};
    if (!g->board && g->dice == DICE_SEEDED)
        places[n++] = (struct place){LINE_SEED, 0};
    if (!g->board && g->seats > 1)
        places[n++] = (struct place){LINE_START, 0};
    places[n++] = (struct place){LINE_BEGIN, 0};
    return n;
}

/* ---- changing ---- */

static void change_game(struct newgame *g, int step) {
    int n = 0, at = 0;
    do
        at = books[n] == g->rules.book ? n : at;
    while (books[++n]);
    g->rules = rules_of(books[(at + step + n) % n]);
    g->skip = 0;
}

static void change_param(struct newgame *g, const struct param *p, int step) {
    int value = param_value(&g->rules.params, p->first), words = 0;
    while (p->words && p->words[words])
        words++;
    if (words) {
        value = (value + step + words) % words;
    } else {
        int nudge = p->second >= 0 ? 5 : value + (step < 0 ? -1 : 0) >= 1000 ? 500 : 50;
        value += step * nudge;
        value = value < p->min ? p->min : value > p->max ? p->max : value;
    }
    memcpy((char *)&g->rules.params + p->first, &value, sizeof value);
    g->skip = 0;
}

static int level_count(void) {
    int n = 0;
    while (bot_levels[n].name)
        n++;
    return n;
}

static bool name_taken(const struct newgame *g, const char *name, int but) {
    for (int i = 0; i < g->seats; i++) {
        if (i != but && !strcmp(g->names[i].text, name))
            return true;
    }
    return false;
}

/* "Player 1", "Player 2", ...; for bots "Robo", "Robo 2", ... */
static void proposed_name(bool person, int n, struct field *ret) {
    struct text t = TEXT_IN(ret->text);
    if (person)
        say(&t, tui_player, .n = n);
    else if (n > 1)
        text_add(&t, "Robo %d", n);
    else
        text_put(&t, "Robo");
}

static struct field free_name(const struct newgame *g, int seat, bool person) {
    struct field name;
    int n = person ? seat + 1 : 1;
    do
        proposed_name(person, n++, &name);
    while (name_taken(g, name.text, seat));
    return name;
}

static bool is_proposed(const char *name) {
    bool found = !name[0];
    for (int i = 0; i < 4 * SEATS_MAX && !found; i++) {
        struct field proposal;
        proposed_name(i % 2, 1 + i / 2, &proposal);
        found = !strcmp(name, proposal.text);
    }
    return found;
}

static void change_seat(struct newgame *g, int seat, int step) {
    if (g->seated[seat])
        return;
    int n = level_count() + 1;
    g->levels[seat] = (g->levels[seat] + 1 + step + n) % n - 1;
    if (is_proposed(g->names[seat].text))
        g->names[seat] = free_name(g, seat, g->levels[seat] == PERSON);
}

static void add_seat(struct newgame *g) {
    if (g->seats == SEATS_MAX)
        return;
    g->names[g->seats] = free_name(g, g->seats, true);
    g->levels[g->seats] = PERSON;
    g->seated[g->seats] = false;
    g->seats++;
}

static void remove_seat(struct newgame *g, int seat) {
    if (g->seats == 1)
        return;
    for (int i = seat; i + 1 < g->seats; i++) {
        g->names[i] = g->names[i + 1];
        g->levels[i] = g->levels[i + 1];
        g->seated[i] = g->seated[i + 1];
    }
    g->seats--;
    if (g->start >= g->seats)
        g->start = START_BY_ROLL;
}

/* Changes places with the seat above or below; the cursor goes with it. */
static void move_seat(struct newgame *g, int seat, int step) {
    int to = seat + step;
    if (to < 0 || to >= g->seats)
        return;
    struct field name = g->names[seat];
    int level = g->levels[seat];
    bool seated = g->seated[seat];
    g->names[seat] = g->names[to];
    g->levels[seat] = g->levels[to];
    g->seated[seat] = g->seated[to];
    g->names[to] = name;
    g->levels[to] = level;
    g->seated[to] = seated;
    g->cursor += step;
}

static void change(struct newgame *g, struct place at, int step) {
    switch (at.line) {
    case LINE_GAME:
        change_game(g, step);
        break;
    case LINE_PARAM:
        change_param(g, &params[at.index], step);
        break;
    case LINE_SEAT:
        change_seat(g, at.index, step);
        break;
    case LINE_DICE:
        g->dice = (g->dice + step + 3) % 3;
        break;
    case LINE_PACE:
        g->pace = (g->pace + step + PACES) % PACES;
        break;
    case LINE_START:
        g->start = (g->start + 1 + step + g->seats + 1) % (g->seats + 1) - 1;
        break;
    default:
        break;
    }
}

/* ---- the next game of a series ---- */

/* The seat with this name at the table, counted from 0; -1 if there is none. */
static int seat_at(const struct state *s, const char *name) {
    struct span typed = span_trim(span_of(name));
    for (int i = 0; i < s->seat_count; i++) {
        if (span_is(typed, s->seats[i].name))
            return i;
    }
    return -1;
}

static bool record_line(struct record *rec, struct table *t, const char *line, struct text *error) {
    return record_say(rec, t, span_of(line), NULL, &(struct refusal){.words = error});
}

/* The order of the form, if it is not that of the table. Sides that lost somebody to a new side are
 * not in the form; they come last. */
static bool put_order(const struct newgame *g, const struct state *s, struct text *out) {
    struct set there = {0};
    int n = 0;
    bool other = false;
    text_put(out, "seats");
    for (int i = 0; i < g->seats; i++) {
        int seat = seat_at(s, g->names[i].text);
        if (seat < 0 || set_has(there, seat))
            continue;
        text_add(out, " %d", seat + 1);
        there = set_with(there, seat);
        other = other || seat != n++;
    }
    for (int seat = 0; seat < s->seat_count; seat++) {
        if (set_has(there, seat) || seat_at(&g->board->view, s->seats[seat].name) >= 0)
            continue;
        text_add(out, " %d", seat + 1);
        other = other || seat != n++;
    }
    return other || n < s->seat_count;
}

/* Says `rematch` and what changes the seats as the form has them. */
static bool say_rematch(const struct newgame *g, struct record *rec, struct table *t,
                        struct text *error) {
    LOCAL_TEXT(line, LINE_MAX_BYTES);
    if (!record_line(rec, t, "rematch", error))
        return false;
    for (int i = 0; i < g->seats; i++) {
        if (seat_at(table_now(t), g->names[i].text) >= 0)
            continue;
        text_clear(&line);
        text_add(&line, "seat %s", g->names[i].text);
        if (g->levels[i] != PERSON)
            text_add(&line, " bot %s", bot_levels[g->levels[i]].name);
        if (!record_line(rec, t, line.data, error))
            return false;
    }
    text_clear(&line);
    return !put_order(g, table_now(t), &line) || record_line(rec, t, line.data, error);
}

static bool names_given(const struct newgame *g, struct text *error);

/* Tries the lines on a copy first: a name that is refused must not leave half of them behind. */
static void begin_next(struct newgame *g, struct app *app) {
    struct board *b = g->board;
    struct text error = TEXT_IN(g->said);
    bool good = names_given(g, &error);
    for (int i = 0; good && i < g->seats; i++) {
        if (name_taken(g, g->names[i].text, i))
            good = say_fail(&error, play_sits_already, .name = g->names[i].text);
    }
    struct table *trial = table_copy(b->table);
    good =
        good && say_rematch(g, NULL, trial, &error) && say_rematch(g, b->record, b->table, &error);
    table_free(trial);
    if (!good)
        return;
    board_sync(b, app);
    board_tell(b, tui_another_game);
    app_pop(app);
}

/* ---- starting the game ---- */

static void dice_words(const struct newgame *g, struct text *out) {
    if (g->dice == DICE_SEEDED)
        text_add(out, "seed %s", g->seed.text);
    else
        text_put(out, g->dice == DICE_PHYSICAL ? "physical" : "system");
}

/* The table would explain a missing name in its own language; this is a form. */
static bool names_given(const struct newgame *g, struct text *error) {
    for (int i = 0; i < g->seats; i++) {
        if (!span_trim(span_of(g->names[i].text)).len)
            return say_fail(error, tui_name_missing, .seat = i + 1);
    }
    return true;
}

static bool set_up(const struct newgame *g, const char *date, struct table *t, struct text *error) {
    LOCAL_TEXT(w, RULES_TEXT_MAX);
    rules_print(&g->rules, &w);
    if (!table_tell(t, "yardstick", "1", error) || !table_tell(t, "date", date, error) ||
        !table_tell(t, "rules", w.data, error))
        return false;
    for (int i = 0; i < g->seats; i++) {
        text_clear(&w);
        text_put(&w, g->names[i].text);
        if (g->levels[i] != PERSON)
            text_add(&w, " bot %s", bot_levels[g->levels[i]].name);
        if (!table_tell(t, "seat", w.data, error))
            return false;
    }
    text_clear(&w);
    dice_words(g, &w);
    if (!table_tell(t, "dice", w.data, error))
        return false;
    if (g->dice == DICE_PHYSICAL && g->pace != PACE_THROWS &&
        !table_tell(t, "pace", pace_words[g->pace], error))
        return false;
    text_clear(&w);
    if (g->start == START_BY_ROLL)
        text_put(&w, "roll");
    else
        text_add(&w, "%d", g->start + 1);
    return g->seats < 2 || table_tell(t, "start", w.data, error);
}

static void remember(const struct newgame *g, struct app *app) {
    struct text r = TEXT_IN(app->settings.rules), d = TEXT_IN(app->settings.dice);
    rules_print(&g->rules, &r);
    dice_words(g, &d);
    app_settings_changed(app);
}

static void begin(struct newgame *g, struct app *app) {
    char date[32], stamp[32];
    struct text error = TEXT_IN(g->said);
    struct table *t = table_new();
    date_words(app->date, date, stamp);
    bool good = names_given(g, &error) && set_up(g, date, t, &error);
    struct record *rec = NULL;
    if (good && !g->unrecorded) {
        rec = shelf_keep(t, g->record[0] ? g->record : NULL, stamp, &error);
        good = rec != NULL;
    }
    if (!good) {
        table_free(t);
        return;
    }
    remember(g, app);
    app_pop(app);
    app_push(app, board_new(t, rec, app));
}

bool newgame_begin(struct screen *s, struct app *app, struct text *error) {
    struct newgame *g = (struct newgame *)s;
    begin(g, app);
    text_put(error, g->said);
    return !g->said[0];
}

/* ---- keys ---- */

static void enter(struct newgame *g, struct app *app, struct place at) {
    if (at.line == LINE_BEGIN && g->board)
        begin_next(g, app);
    else if (at.line == LINE_BEGIN)
        begin(g, app);
    else if (at.line == LINE_ADD)
        add_seat(g);
    else if (at.line == LINE_SEAT || at.line == LINE_SEED)
        g->cursor++; /* done typing: next line */
    else
        change(g, at, 1);
}

static void key(struct screen *s, struct app *app, int k) {
    struct newgame *g = (struct newgame *)s;
    struct place places[PLACES_MAX];
    int n = newgame_places(g, places);
    g->said[0] = '\0';
    if ((k == KEY_PAGE_UP || k == KEY_PAGE_DOWN) && g->board) {
        if (places[g->cursor].line == LINE_SEAT)
            move_seat(g, places[g->cursor].index, k == KEY_PAGE_UP ? -1 : 1);
        return;
    }
    if (k == KEY_PAGE_UP || k == KEY_PAGE_DOWN) {
        g->skip += k == KEY_PAGE_UP ? -5 : 5;
        g->skip = g->skip < 0 ? 0 : g->skip > 60 ? 60 : g->skip;
        return;
    }
    if (list_key(k, &g->cursor, n, n))
        return;
    bool left = k == KEY_GO_LEFT;
    if (k >= KEY_ITEM && k < KEY_ITEM + n) {
        bool again = g->cursor == k - KEY_ITEM;
        g->cursor = k - KEY_ITEM;
        int line = places[g->cursor].line;
        k = line == LINE_BEGIN || line == LINE_ADD || (again && line != LINE_SEAT) ? KEY_RETURN
                                                                                   : KEY_NOTHING;
    } else if (k >= KEY_CHANGE && k < KEY_CHANGE + 2 * n) {
        g->cursor = (k - KEY_CHANGE) / 2;
        left = !((k - KEY_CHANGE) % 2);
        k = left ? KEY_GO_LEFT : KEY_GO_RIGHT;
    }
    struct place at = places[g->cursor];
    if (k == KEY_GO_LEFT || k == KEY_GO_RIGHT)
        change(g, at, left ? -1 : 1);
    else if (k == KEY_RETURN)
        enter(g, app, at);
    else if (k == KEY_ESCAPE)
        app_pop(app);
    else if (k == '?')
        app_push(app, form_help_new(g->board != NULL));
    else if (k == KEY_DELETE && at.line == LINE_SEAT)
        remove_seat(g, at.index);
    else if (at.line == LINE_SEAT && !g->seated[at.index])
        field_key(&g->names[at.index], k);
    else if (at.line == LINE_SEED && (k == KEY_RUBOUT || (k >= '0' && k <= '9')))
        field_key(&g->seed, k);
    else if (k == 'q' || k == 'Q')
        app_pop(app);
    n = newgame_places(g, places);
    g->cursor = g->cursor >= n ? n - 1 : g->cursor;
}

/* ---- lifecycle ---- */

static const struct screen_kind newgame_kind = {.draw = newgame_draw, .key = key};

static void take_seat(struct newgame *g, const char *spec) {
    char line[LINE_MAX_BYTES], words[512];
    struct text l = TEXT_IN(line), error = TEXT_IN(words);
    struct entry e;
    text_add(&l, "seat %s", spec);
    if (!entry_parse(NULL, span_of(line), &e, &error) || g->seats == SEATS_MAX)
        return;
    text_put(TEXT_OVER(g->names[g->seats].text), e.seat.name);
    g->levels[g->seats] = PERSON;
    for (int i = 0; bot_levels[i].name; i++) {
        if (!strcmp(bot_levels[i].name, e.seat.bot))
            g->levels[g->seats] = i;
    }
    g->seats++;
}

static void take_dice(struct newgame *g, const char *spec) {
    char line[128], words[512];
    struct text l = TEXT_IN(line), error = TEXT_IN(words);
    struct entry e;
    text_add(&l, "dice %s", spec);
    if (!entry_parse(NULL, span_of(line), &e, &error) || e.dice.kind == DICE_FAIR)
        return; /* only servers roll fair dice */
    g->dice = e.dice.kind;
    if (g->dice != DICE_SEEDED)
        return;
    text_add(TEXT_OVER(g->seed.text), "%llu", (unsigned long long)e.dice.seed);
}

struct screen *newgame_new(struct app *app, const struct wanted *wanted) {
    struct newgame *g = grab(1, sizeof *g);
    char words[512];
    int64_t start;
    struct text error = TEXT_IN(words), path = TEXT_IN(g->record);
    g->screen.kind = &newgame_kind;
    const char *rules = wanted->rules ? wanted->rules : app->settings.rules;
    if (!rules_parse(span_of(rules), &g->rules, &error))
        g->rules = rules_of(books[0]);
    for (int i = 0; i < wanted->seat_count; i++)
        take_seat(g, wanted->seats[i]);
    if (!g->seats)
        take_seat(g, app->settings.name);
    if (!g->seats)
        add_seat(g);
    memcpy(g->seed.text, "1", 2);
    g->dice = DICE_SYSTEM;
    take_dice(g, wanted->dice ? wanted->dice : app->settings.dice);
    for (int pace = 0; wanted->pace && pace < PACES; pace++)
        g->pace = !strcmp(wanted->pace, pace_words[pace]) ? pace : g->pace;
    g->start = START_BY_ROLL;
    if (wanted->start && span_number(span_of(wanted->start), 1, g->seats, &start))
        g->start = (int)start - 1;
    if (wanted->record)
        text_put(&path, wanted->record);
    g->unrecorded = wanted->unrecorded;
    return &g->screen;
}

struct screen *next_game_new(struct board *b) {
    struct newgame *g = grab(1, sizeof *g);
    const struct state *s = &b->view;
    struct set left = state_left(s); /* who left the last game doesn't play on by itself */
    struct place places[PLACES_MAX];
    g->screen.kind = &newgame_kind;
    g->board = b;
    g->rules = s->rules;
    for (int i = 0; i < s->seat_count; i++) {
        LOCAL_TEXT(spec, SEAT_NAME_MAX + BOT_NAME_MAX + 8);
        text_add(&spec, "%s%s%s", s->seats[i].name, s->seats[i].bot[0] ? " bot " : "",
                 s->seats[i].bot);
        if (!set_has(left, i))
            take_seat(g, spec.data);
    }
    for (int i = 0; i < g->seats; i++)
        g->seated[i] = true;
    if (!g->seats)
        add_seat(g);
    g->cursor = newgame_places(g, places) - 1; /* Enter starts it with the same seats */
    return &g->screen;
}
