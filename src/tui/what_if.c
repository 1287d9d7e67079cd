/* What if: a game that starts from a position of another game. Its record repeats that game up to
 * the position, so that the sheet and the review work as usual, and begins with a comment that
 * marks it: it is no result. From there on the dice are new; the old ones would be known. */
#include "core/say.h"
#include "tui/screens.h"

static bool tell_seats(const struct state *s, struct table *t, struct text *error) {
    for (int i = 0; i < s->seat_count; i++) {
        LOCAL_TEXT(w, SEAT_NAME_MAX + BOT_NAME_MAX + 8);
        const struct seat *seat = &s->seats[i];
        text_add(&w, "%s%s%s", seat->name, seat->bot[0] ? " bot " : "", seat->bot);
        if (!table_tell(t, "seat", w.data, error))
            return false;
    }
    return true;
}

/* A record can begin with a position instead of rules and seats. */
static int find_position(const struct table *t) {
    for (int i = 0; i < table_steps(t); i++) {
        if (table_step_kind(t, i) == ENTRY_POSITION)
            return i;
    }
    return -1;
}

static bool tell_entry(struct table *t, const struct rules *r, struct entry *e,
                       struct text *error) {
    LOCAL_TEXT(line, LINE_MAX_BYTES);
    e->proof.given = false; /* the new dice are not fair dice */
    entry_print(r, e, &line);
    struct refusal refusal = {.words = error};
    if (!table_prepare(t, span_of(line.data), TELLING_RECORD, NULL, &refusal))
        return false;
    table_commit(t);
    return true;
}

static bool set_up(const struct table *from, const struct state *s, int line, const char *date,
                   struct table *t, struct text *error) {
    LOCAL_TEXT(w, LINE_MAX_BYTES);
    int position = find_position(from);
    text_add(&w, "%sline %d, %s", what_if_line, line, table_date(from));
    if (!table_tell(t, "yardstick", "1", error) || !table_tell(t, "date", date, error) ||
        !table_say(t, span_of(w.data), error))
        return false;
    text_clear(&w);
    if (position >= 0) {
        struct entry e;
        table_step_entry(from, position, &e);
        if (!tell_entry(t, &s->rules, &e, error))
            return false;
    } else {
        rules_print(&s->rules, &w);
        if (!table_tell(t, "rules", w.data, error) || !tell_seats(s, t, error))
            return false;
        text_clear(&w);
        text_add(&w, "%d", s->first + 1);
        if (s->seat_count > 1 && !table_tell(t, "start", w.data, error))
            return false;
    }
    bool physical = s->dice.kind == DICE_PHYSICAL;
    return table_tell(t, "dice", physical ? "physical" : "system", error);
}

/* What people enter of their turns decides which moves the table accepts. */
static bool tell_pace(const struct state *s, struct table *t, struct text *error) {
    return table_now(t)->pace == s->pace || table_tell(t, "pace", pace_words[s->pace], error);
}

/* Repeats the moves of this game up to the step. */
static bool repeat(const struct table *from, int step, int game, struct table *t,
                   struct text *error) {
    static struct state before;
    for (int i = 0; i < step; i++) {
        const struct step *said = table_step(from, i);
        struct entry e = said->entry;
        state_view(&said->before, &before);
        if (e.kind == ENTRY_ACTION && before.games == game && before.stage == STAGE_PLAY &&
            (!tell_pace(&before, t, error) || !tell_entry(t, &before.rules, &e, error)))
            return false;
    }
    return true;
}

struct screen *what_if_new(const struct table *t, int step, bool kept, struct app *app,
                           struct text *error) {
    static struct state at;
    char date[32], stamp[32];
    struct table *copy = table_new();
    state_view(&table_step(t, step)->before, &at);
    date_words(app->date, date, stamp);
    bool good = at.stage == STAGE_PLAY || say_fail(error, tui_what_if_opening);
    good = good && set_up(t, &at, table_step_line(t, step), date, copy, error) &&
           repeat(t, step, at.games, copy, error) && tell_pace(&at, copy, error);
    struct record *rec = NULL;
    if (good && kept) {
        LOCAL_TEXT(name, 64);
        text_add(&name, "%s-what-if", stamp);
        rec = shelf_keep(copy, NULL, name.data, error);
        good = rec != NULL;
    }
    if (!good) {
        table_free(copy);
        return NULL;
    }
    struct screen *board = board_new(copy, rec, app);
    board_tell((struct board *)board, tui_what_if_begins);
    return board;
}
