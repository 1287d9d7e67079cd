/* What a sheet for print says about a finished game or series: who won and who began, the
 * settlement, and the totals of all games on the reverse. The page shows these in its own way, so
 * they are not part of its core. */
#include <stdlib.h>

#include "core/memory.h"
#include "core/say.h"
#include "play/results.h"
#include "play/scoresheet_parts.h"

static int total_of(const struct state *end, int seat) {
    return game_total(&end->rules, &end->game, seat);
}

/* A copy, because reading other steps overwrites the state; the caller frees it. */
static struct state *copy_of(const struct state *state) {
    struct state *copy = grab(1, sizeof *copy);
    *copy = *state;
    return copy;
}

/* "+58", "-58", "0" */
static void set_balance(struct scoresheet *s, int line, int column, int64_t balance) {
    struct sheet_cell *cell = scoresheet_number(s, line, column, (int)balance);
    struct text words = TEXT_IN(cell->text);
    text_add(&words, balance ? "%+lld" : "%lld", (long long)balance);
}

/* What each seat earned or paid in this game: its balance after it, less that before. Bots neither
 * earn nor pay. */
static void add_settlement(struct scoresheet *s, const struct table *t, const struct state *end) {
    int line = s->lines++;
    size_t cells = (size_t)s->lines * (size_t)s->columns;
    s->line = must(realloc(s->line, (size_t)s->lines * sizeof *s->line));
    s->cells = must(realloc(s->cells, cells * sizeof *s->cells));
    s->line[line] = (struct sheet_line){0};
    scoresheet_line(s, line, LINE_RESULT, "settlement", words_of(M_play_settlement), "");
    for (int seat = 0; seat < s->columns; seat++) {
        int64_t before = end->games > 1 ? table_game_end(t, end->games - 2)->ledger[seat] : 0;
        s->cells[line * s->columns + seat] = (struct sheet_cell){0};
        if (!end->seats[seat].bot[0])
            set_balance(s, line, seat, end->ledger[seat] - before);
    }
}

static struct scoresheet *series_lines(const struct rules *r, const char *date, int columns,
                                       int games, bool settled) {
    struct scoresheet *s = scoresheet_new(r, SHEET_SERIES, date, columns, games + 2 + settled);
    for (int i = 0; i < games; i++)
        scoresheet_line(s, i, LINE_ENTRY, "game", WORDS(play_game, .game = i + 1), "");
    scoresheet_line(s, games, LINE_GRAND, "grand", words_of(M_play_series_sum), "");
    scoresheet_line(s, games + 1, LINE_RESULT, "won", words_of(M_play_games_won), "");
    if (settled)
        scoresheet_line(s, games + 2, LINE_RESULT, "balance", words_of(M_play_balance), "");
    struct text title = TEXT_IN(s->title);
    text_add(&title, "%s: %s", r->book->name, words_of(M_play_series_totals));
    return s;
}

static struct scoresheet *series_of(const struct table *t) {
    struct state *now = copy_of(table_now(t));
    int games = now->games, step = 0;
    bool settled = state_settles(now);
    struct scoresheet *s =
        series_lines(&now->rules, table_date(t), now->seat_count, games, settled);
    for (int game = 0; game < games; game++) {
        const struct state *end = scoresheet_next_end(t, game, &step);
        for (int seat = 0; seat < s->columns; seat++)
            scoresheet_number(s, game, seat, total_of(end, seat))->won =
                s->columns > 1 && scoresheet_won(end, seat);
    }
    for (int seat = 0; seat < s->columns; seat++) {
        int sum = 0;
        for (int game = 0; game < games; game++)
            sum += scoresheet_cell(s, game, seat)->points;
        scoresheet_head(s, seat, now->seats[seat].name);
        scoresheet_number(s, games, seat, sum);
        scoresheet_number(s, games + 1, seat, now->wins[seat]);
        if (settled && !now->seats[seat].bot[0])
            set_balance(s, games + 2, seat, now->ledger[seat]);
    }
    free(now);
    return s;
}

static void name_game(struct scoresheet *s, int game) {
    struct text title = TEXT_IN(s->title);
    text_add(&title, "%s: %s", s->rules.book->name, WORDS(play_game, .game = game));
}

void scoresheet_add_result(struct scoresheet *s, const struct table *t, int game) {
    struct state *end = copy_of(scoresheet_state(t, game));
    if (!s->own_card && state_over(end) && end->seat_count > 1) {
        struct text result = TEXT_IN(s->result);
        result_winners(end, &result);
        text_put(&result, ". ");
        say(&result, play_began, .player = end->seats[end->first].name);
        if (state_settles(end))
            add_settlement(s, t, end);
    }
    if (table_now(t)->games > 1) {
        if (!s->own_card)
            name_game(s, end->games + !state_over(end));
        s->reverse = series_of(t);
    }
    free(end);
}

struct scoresheet *scoresheet_form(const struct rules *r, int columns, const char *const *names,
                                   int name_count) {
    struct scoresheet *s = scoresheet_blank(r, columns ? columns : name_count);
    s->own_card = r->book->own_card && !name_count;
    if (r->params.settlement == SETTLEMENT_ON) {
        int players = name_count ? s->columns : r->book->columns;
        s->reverse =
            series_lines(r, "", players, s->own_card ? s->columns : r->book->columns, true);
        s->reverse->blank = true;
    }
    for (int i = 0; i < name_count && i < s->columns; i++) {
        scoresheet_head(s, i, names[i]);
        if (s->reverse)
            scoresheet_head(s->reverse, i, names[i]);
    }
    return s;
}
