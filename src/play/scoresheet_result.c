/* What a sheet for print says about a finished game or series: who won and who began, the
 * settlement, and the totals of all games on the reverse. The page shows these in its own way, so
 * they are not part of its core. */
#include <stdlib.h>

#include "core/memory.h"
#include "core/say.h"
#include "play/results.h"
#include "play/scoresheet_parts.h"

/* Older Yahtzee leaflet, Object of the game; no other book has settlement. */
static bool settles(const struct rules *r) {
    return r->book->cites[RULE_SETTLEMENT] != M_NONE;
}

static int total_of(const struct state *end, int seat) {
    return game_total(&end->rules, &end->game, seat);
}

/* What a seat earned or paid in this game: every winner gains from each opponent the difference
 * between their totals. */
static int64_t earned(const struct state *end, int seat) {
    int64_t sum = 0;
    for (int other = 0; other < end->seat_count; other++) {
        int64_t ahead = total_of(end, seat) - total_of(end, other);
        sum += sheet_won(end, seat) ? ahead : 0;
        sum += sheet_won(end, other) ? ahead : 0;
    }
    return sum;
}

/* "+58", "-58", "0" */
static void set_balance(struct scoresheet *s, int line, int column, int64_t balance) {
    struct sheet_cell *cell = sheet_number(s, line, column, (int)balance);
    struct text words = TEXT_IN(cell->text);
    text_add(&words, balance ? "%+lld" : "%lld", (long long)balance);
}

static void add_settlement(struct scoresheet *s, const struct state *end) {
    int line = s->lines++;
    size_t cells = (size_t)s->lines * (size_t)s->columns;
    s->line = must(realloc(s->line, (size_t)s->lines * sizeof *s->line));
    s->cells = must(realloc(s->cells, cells * sizeof *s->cells));
    s->line[line] = (struct sheet_line){0};
    sheet_line(s, line, LINE_RESULT, "settlement", words_of(M_play_settlement), "");
    for (int seat = 0; seat < s->columns; seat++) {
        s->cells[line * s->columns + seat] = (struct sheet_cell){0};
        set_balance(s, line, seat, earned(end, seat));
    }
}

static struct scoresheet *series_lines(const struct rules *r, const char *date, int columns,
                                       int games) {
    int settled = settles(r) && columns > 1;
    struct scoresheet *s = sheet_new(r, SHEET_SERIES, date, columns, games + 2 + settled);
    for (int i = 0; i < games; i++)
        sheet_line(s, i, LINE_ENTRY, "game", WORDS(play_game, .game = i + 1), "");
    sheet_line(s, games, LINE_GRAND, "grand", words_of(M_play_series_sum), "");
    sheet_line(s, games + 1, LINE_RESULT, "won", words_of(M_play_games_won), "");
    if (settled)
        sheet_line(s, games + 2, LINE_RESULT, "balance", words_of(M_play_balance), "");
    struct text title = TEXT_IN(s->title);
    text_add(&title, "%s: %s", r->book->name, words_of(M_play_series_totals));
    return s;
}

/* Adds a finished game to the series totals. */
static void add_game(struct scoresheet *s, const struct state *end, int game, int64_t *balances) {
    for (int seat = 0; seat < s->columns; seat++) {
        struct sheet_cell *cell = sheet_number(s, game, seat, total_of(end, seat));
        cell->won = s->columns > 1 && sheet_won(end, seat);
        balances[seat] += earned(end, seat);
    }
}

static struct scoresheet *series_of(const struct table *t) {
    struct state *now = grab(1, sizeof *now);
    *now = *table_now(t); /* a copy: reading other steps overwrites it */
    int games = now->games, step = 0;
    struct scoresheet *s = series_lines(&now->rules, table_date(t), now->seat_count, games);
    int64_t *balances = grab((size_t)s->columns, sizeof *balances);
    for (int game = 0; game < games; game++)
        add_game(s, sheet_next_end(t, game, &step), game, balances);
    for (int seat = 0; seat < s->columns; seat++) {
        int sum = 0;
        for (int game = 0; game < games; game++)
            sum += scoresheet_cell(s, game, seat)->points;
        sheet_head(s, seat, now->seats[seat].name);
        sheet_number(s, games, seat, sum);
        sheet_number(s, games + 1, seat, now->wins[seat]);
        if (games + 2 < s->lines)
            set_balance(s, games + 2, seat, balances[seat]);
    }
    free(balances);
    free(now);
    return s;
}

void scoresheet_add_result(struct scoresheet *s, const struct table *t, int game) {
    const struct state *end = sheet_state(t, game);
    if (!s->own_card && state_over(end) && end->seat_count > 1) {
        struct text result = TEXT_IN(s->result);
        result_winners(end, &result);
        text_put(&result, ". ");
        say(&result, play_began, .player = end->seats[end->first].name);
        if (settles(&end->rules))
            add_settlement(s, end);
    }
    if (table_now(t)->games < 2)
        return;
    if (!s->own_card) {
        struct text title = TEXT_IN(s->title);
        int number = end->games + !state_over(end);
        text_add(&title, "%s: %s", s->rules.book->name, WORDS(play_game, .game = number));
    }
    s->reverse = series_of(t);
}

struct scoresheet *scoresheet_form(const struct rules *r, int columns, const char *const *names,
                                   int name_count) {
    struct scoresheet *s = scoresheet_blank(r, columns ? columns : name_count);
    s->own_card = r->book->own_card && !name_count;
    if (settles(r)) {
        int players = name_count ? s->columns : r->book->columns;
        s->reverse = series_lines(r, "", players, s->own_card ? s->columns : r->book->columns);
        s->reverse->blank = true;
    }
    for (int i = 0; i < name_count && i < s->columns; i++) {
        sheet_head(s, i, names[i]);
        if (s->reverse)
            sheet_head(s->reverse, i, names[i]);
    }
    return s;
}
