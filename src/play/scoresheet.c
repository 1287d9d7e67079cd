#include "play/scoresheet_parts.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/say.h"

enum {
    /* A list of names that does not fit into HINTS_LIST_MAX is replaced by a count. */
    HINTS_LIST_MAX = 87,
    HINTS_TEXT_MAX = 112,

    ROUNDS_LEAST = 6, /* on a blank sheet of a press game */
    ROUNDS_MOST = 200,
};

struct scoresheet *scoresheet_new(const struct rules *r, int kind, const char *date, int columns,
                                  int lines) {
    struct scoresheet *s = grab(1, sizeof *s);
    struct text title = TEXT_IN(s->title),
                subtitle = text_start(s->subtitle, sizeof s->subtitle - HINTS_TEXT_MAX);
    text_put(&title, r->book->name);
    rules_print(r, &subtitle);
    if (date[0])
        text_add(&subtitle, ", %.10s", date);
    s->rules = *r;
    s->kind = kind;
    s->columns = columns;
    s->lines = lines;
    s->heads = grab((size_t)columns, sizeof *s->heads);
    s->line = grab((size_t)lines, sizeof *s->line);
    s->cells = grab((size_t)columns * (size_t)lines, sizeof *s->cells);
    s->current = s->first = -1;
    return s;
}

void scoresheet_free(struct scoresheet *s) {
    if (!s)
        return;
    scoresheet_free(s->reverse);
    free(s->heads);
    free(s->line);
    free(s->cells);
    free(s);
}

const struct sheet_cell *scoresheet_cell(const struct scoresheet *s, int line, int column) {
    return &s->cells[line * s->columns + column];
}

struct sheet_cell *scoresheet_number(struct scoresheet *s, int line, int column, int number) {
    struct sheet_cell *cell = &s->cells[line * s->columns + column];
    cell->kind = CELL_NUMBER;
    cell->points = number;
    text_add(TEXT_OVER(cell->text), "%d", number);
    return cell;
}

void scoresheet_line(struct scoresheet *s, int line, int kind, const char *word, const char *label,
                     const char *how) {
    struct text l = TEXT_IN(s->line[line].label), b = TEXT_IN(s->line[line].brief),
                h = TEXT_IN(s->line[line].how);
    s->line[line].kind = kind;
    s->line[line].word = word;
    text_put(&l, label);
    text_put(&b, label);
    text_put(&h, how);
}

void scoresheet_head(struct scoresheet *s, int column, const char *name) {
    text_put(TEXT_OVER(s->heads[column]), name);
}

/* ---- sheet games ---- */

static int line_kind(enum row_kind kind) {
    switch (kind) {
    case ROW_HEADING:
        return LINE_HEADING;
    case ROW_BOX:
    case ROW_FIVE_BONUS:
        return LINE_ENTRY;
    case ROW_GRAND_TOTAL:
        return LINE_GRAND;
    default:
        return LINE_SUM;
    }
}

static struct scoresheet *sheet_lines(const struct rules *r, const char *date, int columns) {
    struct row rows[ROWS_MAX];
    int n = sheet_rows(r, rows);
    struct scoresheet *s = scoresheet_new(r, SHEET_BOXES, date, columns, n);
    for (int i = 0; i < n; i++) {
        scoresheet_line(s, i, line_kind(rows[i].kind), row_word(rows[i].kind), rows[i].printed,
                        rows[i].how);
        struct text brief = TEXT_IN(s->line[i].brief);
        text_put(&brief, rows[i].label);
        s->line[i].box = rows[i].kind == ROW_BOX ? r->book->boxes[rows[i].box].key : NULL;
    }
    return s;
}

static void fill_card(struct scoresheet *s, const struct rules *r, const struct card *card,
                      int column) {
    struct row rows[ROWS_MAX];
    int n = sheet_rows(r, rows), value;
    for (int i = 0; i < n; i++) {
        if (!row_value(r, card, &rows[i], &value))
            continue;
        struct sheet_cell *cell = scoresheet_number(s, i, column, value);
        if (rows[i].kind == ROW_FIVE_BONUS)
            cell->bonuses = card->bonuses;
    }
}

/* ---- press games ---- */

/* One turn of a press game: seat, turn number from 0, points banked, total after it. */
struct turn {
    int seat, number, points, total;
};

typedef void turn_fn(const struct turn *turn, void *user);

/* The smallest number of steps, at most `steps`, after which this many games are finished. The
 * number of finished games never decreases, so this is a binary search. */
static int first_step_of(const struct table *t, int steps, int games) {
    int low = 0, high = steps;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (table_state(t, middle)->games < games)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void each_turn(const struct table *t, int steps, int game, turn_fn *fn, void *user) {
    struct state *view = grab(1, sizeof *view);
    for (int i = first_step_of(t, steps, game); i < steps; i++) {
        const struct step *step = table_step(t, i);
        if (step->before.games > game)
            break;
        if (step->entry.kind != ENTRY_ACTION)
            continue;
        const struct state *before = &step->before;
        if (before->stage == STAGE_SETUP) { /* the first line of a game may be a whole turn */
            state_view(before, view);
            before = view;
        }
        const struct game *a = &before->game, *b = &table_state(t, i + 1)->game;
        if (before->games != game || before->stage != STAGE_PLAY ||
            a->turns[a->seat] == b->turns[a->seat])
            continue;
        fn(&(struct turn){a->seat, a->turns[a->seat], b->total[a->seat] - a->total[a->seat],
                          b->total[a->seat]},
           user);
    }
    free(view);
}

static void write_turn(const struct turn *turn, void *user) {
    struct scoresheet *s = user;
    if (turn->number >= s->lines || s->line[turn->number].kind != LINE_ENTRY)
        return;
    struct sheet_cell *cell = &s->cells[turn->number * s->columns + turn->seat];
    struct text words = TEXT_IN(cell->text);
    cell->kind = CELL_TURN;
    cell->points = turn->points;
    cell->total = turn->total;
    if (turn->points)
        text_add(&words, "+%d  %d", turn->points, turn->total);
    else
        text_add(&words, "-  %d", turn->total);
}

static struct scoresheet *press_lines(const struct rules *r, const char *date, int columns,
                                      int rounds) {
    struct scoresheet *s = scoresheet_new(r, SHEET_ROUNDS, date, columns, rounds + 1);
    for (int i = 0; i < rounds; i++) {
        LOCAL_TEXT(l, 24);
        say(&l, play_round, .round = i + 1);
        scoresheet_line(s, i, LINE_ENTRY, "round", l.data, "");
    }
    scoresheet_line(s, rounds, LINE_GRAND, row_word(ROW_GRAND_TOTAL), words_of(M_play_total), "");
    return s;
}

/* ---- whole sheets ---- */

const struct state *scoresheet_state(const struct table *t, int game) {
    const struct state *now = table_now(t);
    int finished = now->games;
    return game < 0 || game >= finished ? now : table_game_end(t, game);
}

/* In fairness to the others at the table, the sheet shows who asked for advice. */
static void note_hints(struct scoresheet *s, const struct table *t, const struct state *now,
                       int line) {
    LOCAL_TEXT(list, HINTS_LIST_MAX);
    int all = 0;
    for (int seat = 0; seat < now->seat_count; seat++) {
        int hints = table_hints_until(t, line, now->games - state_over(now), seat);
        if (hints)
            text_add(&list, "%s%s %d", all ? ", " : "", now->seats[seat].name, hints);
        all += hints;
    }
    if (!all)
        return;
    if (list.cut) { /* too many names */
        text_clear(&list);
        text_add(&list, "%d", all);
    }
    size_t len = strlen(s->subtitle); /* scoresheet_new() left room */
    struct text end = text_start(s->subtitle + len, sizeof s->subtitle - len);
    text_put(&end, "; ");
    say(&end, play_hints, .hints = list.data);
}

int scoresheet_grand(const struct scoresheet *s) {
    int line = 0;
    while (s->line[line].kind != LINE_GRAND)
        line++;
    return line;
}

bool scoresheet_won(const struct state *end, int seat) {
    return set_has(game_winners(&end->rules, &end->game), seat);
}

static void mark_result(struct scoresheet *s, const struct state *end) {
    if (!state_over(end) || end->seat_count < 2)
        return;
    s->first = end->first;
    for (int seat = 0; seat < end->seat_count; seat++)
        s->cells[scoresheet_grand(s) * s->columns + seat].won = scoresheet_won(end, seat);
}

static struct scoresheet *sheet_of_state(const struct table *t, const struct state *at, int steps,
                                         int line) {
    struct state kept = *at; /* a copy: reading other steps overwrites *at */
    const struct state *now = &kept;
    const struct rules *r = &now->rules;
    struct scoresheet *s;
    if (r->book->family == FAMILY_SHEET) {
        s = sheet_lines(r, table_date(t), now->seat_count);
        for (int seat = 0; seat < now->seat_count && now->stage == STAGE_PLAY; seat++)
            fill_card(s, r, &now->game.card[seat], seat);
    } else {
        int rounds = now->stage == STAGE_PLAY ? game_round(&now->game) : 0;
        s = press_lines(r, table_date(t), now->seat_count, rounds);
        each_turn(t, steps, state_over(now) ? now->games - 1 : now->games, write_turn, s);
        for (int seat = 0; seat < now->seat_count; seat++)
            scoresheet_number(s, rounds, seat,
                              now->stage == STAGE_PLAY ? now->game.total[seat] : 0);
    }
    for (int seat = 0; seat < now->seat_count; seat++) {
        if (set_has(state_left(now), seat))
            scoresheet_head(s, seat, WORDS(play_name_left, .name = now->seats[seat].name));
        else
            scoresheet_head(s, seat, now->seats[seat].name);
    }
    note_hints(s, t, now, line);
    mark_result(s, now);
    s->current = state_seat(now);
    return s;
}

struct scoresheet *scoresheet_of_game(const struct table *t, int game) {
    return sheet_of_state(t, scoresheet_state(t, game), table_steps(t), table_lines(t));
}

struct scoresheet *scoresheet_of_past(const struct table *t, int line) {
    int steps = table_steps_until(t, line);
    return sheet_of_state(t, table_state(t, steps), steps, line);
}

/* Like scoresheet_state(), for games requested in order: continues from *step and advances it. */
const struct state *scoresheet_next_end(const struct table *t, int game, int *step) {
    for (; *step < table_steps(t); ++*step) {
        if (table_step_kind(t, *step) == ENTRY_REMATCH && table_state(t, *step)->games == game + 1)
            return table_state(t, *step);
    }
    return table_now(t);
}

/* The seat with this name; -1 if there is none. The seats of a series may change. */
static int seat_called(const struct state *s, const char *name) {
    for (int seat = 0; seat < s->seat_count; seat++) {
        if (!strcmp(s->seats[seat].name, name))
            return seat;
    }
    return -1;
}

struct scoresheet *scoresheet_of_series(const struct table *t, int seat) {
    const struct state *now = table_now(t);
    const struct rules *r = &now->rules;
    int games = now->games + (state_over(now) ? 0 : 1);
    bool sheet = r->book->family == FAMILY_SHEET;
    struct scoresheet *s =
        sheet ? sheet_lines(r, table_date(t), games) : press_lines(r, table_date(t), games, 0);
    s->own_card = true;
    LOCAL_TEXT(side, SEAT_NAME_MAX);
    text_put(&side, now->seats[seat].name);
    const char *name = side.data;
    int step = 0; /* one pass over the steps finds the ends of all games */
    for (int game = 0; game < games; game++) {
        const struct state *end = scoresheet_next_end(t, game, &step);
        int at = seat_called(end, name);
        struct text head = text_start(s->heads[game], sizeof s->heads[game]);
        say(&head, play_game, .game = game + 1);
        if (end->stage != STAGE_PLAY || at < 0)
            continue; /* still rolling to decide who starts, or the side did not play */
        if (sheet)
            fill_card(s, r, &end->game.card[at], game);
        else
            scoresheet_number(s, 0, game, end->game.total[at]);
        if (now->seat_count > 1 && game < now->games)
            s->cells[scoresheet_grand(s) * s->columns + game].won = scoresheet_won(end, at);
    }
    struct text title = text_start(s->title, sizeof s->title);
    text_add(&title, "%s: %s", r->book->name, name);
    return s;
}

/* ---- blank sheets ---- */

/* As many as the book has, in proportion to the goal. */
static int blank_rounds(const struct rules *r) {
    int64_t own = r->book->params.goal, rounds = r->book->rounds;
    rounds = (rounds * r->params.goal + own - 1) / own;
    return rounds < ROUNDS_LEAST ? ROUNDS_LEAST : rounds > ROUNDS_MOST ? ROUNDS_MOST : (int)rounds;
}

struct scoresheet *scoresheet_blank(const struct rules *r, int columns) {
    int count = columns ? columns : r->book->columns;
    struct scoresheet *s = r->book->family == FAMILY_SHEET
                               ? sheet_lines(r, "", count)
                               : press_lines(r, "", count, blank_rounds(r));
    s->blank = true;
    s->own_card = r->book->own_card;
    return s;
}
