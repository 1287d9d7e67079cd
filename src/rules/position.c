/* Positions in the table language:
 *   yardzee ones=3,five-kind=50,bonus=1/- 1 3,3,3,4,5 2
 *   yardkle 1500/0/!200 1 350 ?3     (seat 3 has left the game)
 *   yardkle:final-round=rest 1500/0 1 350 ?3 start=2
 * A position must be waiting for dice or for a choice. Its cards need not be reachable in play
 * (coaches and puzzle authors invent cards), but each entry by itself must be possible. */
#include <string.h>

#include "core/say.h"
#include "rules/press.h"
#include "rules/sheet.h"

/* ---- reading ---- */

static bool possible_points(const struct rules *r, const struct box *box, int points) {
    if (points == 0)
        return true;
    struct dice d = dice_first(r->book->dice);
    do {
        if (box_points(box, d) == points)
            return true;
        bool five = dice_count(d, dice_commonest(d)) == r->book->dice;
        if (five && !box_is_upper(box) && r->params.joker != JOKER_NONE &&
            box_joker_points(box, d) == points)
            return true;
    } while (dice_next(&d));
    return false;
}

static bool parse_entry(const struct rules *r, struct span item, struct card *card,
                        bool *bonus_seen, struct text *error) {
    struct span value = item;
    struct span key = span_until(&value, '=');
    int64_t points;
    bool bonus = span_is(key, "bonus");
    int box = bonus ? -1 : box_find(r->book, key, error);
    if (!bonus && box < 0)
        return false;
    if (!span_number(value, 0, 999, &points))
        return say_fail(error, rules_entry_number, .entry = SHOWN(item), .box = SHOWN(key));
    if (bonus) {
        if (*bonus_seen)
            return say_fail(error, rules_box_twice, .box = "bonus");
        *bonus_seen = true;
        card->bonuses = (int32_t)points;
        return true;
    }
    if (card->filled >> box & 1)
        return say_fail(error, rules_box_twice, .box = r->book->boxes[box].key);
    if (!possible_points(r, &r->book->boxes[box], (int)points))
        return say_fail(error, rules_box_never, .box = r->book->boxes[box].key, .points = points);
    card->filled |= 1u << box;
    card->points[box] = (int16_t)points;
    return true;
}

static int boxes_filled(const struct card *card) {
    return __builtin_popcount(card->filled);
}

static bool parse_card(const struct rules *r, struct span text, struct card *card,
                       struct text *error) {
    if (span_is(text, "-"))
        return true;
    if (!text.len)
        return say_fail(error, rules_card_missing);
    bool bonus_seen = false;
    for (struct span item; span_item(&text, ',', &item);) {
        if (!parse_entry(r, item, card, &bonus_seen, error))
            return false;
    }
    if (!card->bonuses)
        return true;
    int five = sheet_five_box(r->book);
    if (!r->params.bonus)
        return say_fail(error, rules_no_five_bonus);
    if (five < 0 || card->points[five] == 0)
        return say_fail(error, rules_bonus_needs_five);
    if (card->bonuses >= boxes_filled(card))
        return say_fail(error, rules_bonuses_need_boxes, .n = card->bonuses,
                        .boxes = boxes_filled(card));
    return true;
}

static bool parse_seats(const struct rules *r, struct span text, struct game *g,
                        struct text *error) {
    int n = 0;
    for (struct span item; span_item(&text, '/', &item);) {
        if (n == SEATS_MAX)
            return say_fail(error, rules_too_many_seats, .most = SEATS_MAX);
        if (item.len > 1 && item.at[0] == '!') { /* has left the game */
            g->left = set_with(g->left, n);
            item = (struct span){item.at + 1, item.len - 1};
        }
        if (r->book->family == FAMILY_SHEET) {
            if (!parse_card(r, item, &g->card[n], error))
                return false;
            g->turns[n] = (uint16_t)boxes_filled(&g->card[n]);
        } else {
            int64_t total;
            int unit = press_unit(r->book);
            if (!span_number(item, 0, 10000000, &total) || total % unit)
                return say_fail(error, rules_total_multiple, .total = SHOWN(item), .unit = unit);
            g->total[n] = (int32_t)total;
        }
        n++;
    }
    g->seats = (uint8_t)n;
    return true;
}

/* "1,2,2", "?5" or, with dice kept before the next roll, "3,3,?3". */
static bool parse_dice(struct span text, struct dice *shown, int *falling, struct text *error) {
    *falling = 0;
    const char *mark = text.len ? memchr(text.at, '?', text.len) : NULL;
    if (!mark)
        return faces_parse(text, ',', shown, error);
    struct span faces = {text.at, (size_t)(mark - text.at)};
    struct span count = {mark + 1, text.len - faces.len - 1};
    int64_t n;
    bool comma = faces.len > 1 && faces.at[faces.len - 1] == ',';
    if ((faces.len && !comma) || !span_number(count, 1, DICE_MAX, &n))
        return say_fail(error, rules_falling_dice, .word = SHOWN(text));
    faces.len -= comma;
    *falling = (int)n;
    *shown = (struct dice){0};
    return faces_parse(faces, ',', shown, error);
}

static bool sheet_moment(const struct rules *r, struct game *g, int64_t rolls, struct text *error) {
    const struct book *book = r->book;
    if (g->card[g->seat].filled == (1u << book->box_count) - 1)
        return say_fail(error, rules_seat_filled_all, .seat = g->seat + 1);
    if (dice_size(g->dice) + g->falling != book->dice)
        return say_fail(error, rules_played_with_dice, .book = book->name, .dice = book->dice,
                        .given = dice_size(g->dice) + g->falling);
    bool before_first = rolls == 0;
    if (before_first && (g->dice.bits || g->falling != book->dice))
        return say_fail(error, rules_before_first_roll, .dice = book->dice);
    if (!before_first && g->falling && rolls == book->rolls)
        return say_fail(error, rules_after_last_roll, .n = book->rolls);
    g->rolls = (uint8_t)rolls;
    return true;
}

/* The lowest score for n of a kind. */
static int least_of_set(const struct book *book, int n) {
    int least = SET_POINTS_MAX;
    for (int face = 1; face <= FACES; face++) {
        int points = press_points(book, dice_with((struct dice){0}, face, n));
        if (points && points < least)
            least = points;
    }
    return least;
}

/* The lowest score for this many dice, set aside over any number of throws. */
static int least_points(const struct book *book, int dice) {
    int least[DICE_MAX + 1] = {0};
    for (int size = 1; size <= dice; size++) {
        least[size] = DICE_MAX * SET_POINTS_MAX;
        for (int n = 1; n <= size; n++) {
            int points = least_of_set(book, n) + least[size - n];
            least[size] = points < least[size] ? points : least[size];
        }
    }
    return least[dice];
}

/* Finds out whether the final round has begun. The first seat after the one to move that has
 * reached the goal began it: any seat in between that had reached it would have begun it instead. A
 * seat at the goal has another turn only with final-round=everyone, and then only if it began the
 * round. */
static bool final_round(const struct rules *r, struct game *g, struct text *error) {
    int goal = r->params.goal, reading = r->params.final_round;
    bool again = reading == FINAL_EVERYONE && g->seats > 1;
    for (int i = again ? 0 : 1; i < g->seats && !g->ender; i++) {
        int seat = (g->seat + i) % g->seats;
        if (g->total[seat] >= goal)
            g->ender = (uint8_t)(seat + 1);
    }
    if (g->total[g->seat] >= goal && !again)
        return say_fail(error, rules_seat_reached_goal, .seat = g->seat + 1, .goal = goal);
    /* With final-round=rest, that seat must have had its turn before this one in the same round. */
    int before = (g->seat - g->first + g->seats) % g->seats,
        began = (g->ender - 1 - g->first + g->seats) % g->seats;
    if (g->ender && reading == FINAL_REST && began > before)
        return say_fail(error, rules_round_is_over, .seat = g->ender, .goal = goal,
                        .start = g->first + 1);
    return true;
}

/* "start=2": the seat whose turn begins each round, which only final-round=rest asks for. */
static bool parse_start(const struct rules *r, struct span *line, struct game *g,
                        struct text *error) {
    struct span rest = *line, number = span_word(&rest);
    struct span key = span_until(&number, '=');
    int64_t first;
    if (r->params.final_round != FINAL_REST || !span_is(key, "start"))
        return true;
    if (!span_number(number, 1, g->seats, &first))
        return say_fail(error, rules_start_number, .seat = SHOWN(number), .max = g->seats);
    g->first = (uint8_t)(first - 1);
    *line = rest;
    return true;
}

static bool press_moment(const struct rules *r, struct game *g, int64_t points,
                         struct text *error) {
    const struct book *book = r->book;
    int unit = press_unit(book);
    if (points % unit)
        return say_fail(error, rules_points_multiple, .points = points, .unit = unit);
    int dice = dice_size(g->dice) + g->falling;
    if (dice < 1 || dice > book->dice || (g->falling && g->dice.bits))
        return say_fail(error, rules_name_thrown_dice, .most = book->dice);
    int least = least_points(book, book->dice - dice);
    if (points < least)
        return say_fail(error, rules_least_points, .n = book->dice - dice, .points = least);
    if (!g->falling && !press_largest(book, g->dice).bits)
        return say_fail(error, rules_dice_bust, .bust = book->bust);
    g->turn_points = (int32_t)points;
    return final_round(r, g, error);
}

bool position_parse(struct span line, struct rules *ret_rules, struct game *ret_game,
                    struct text *error) {
    struct rules r;
    struct game g;
    memset(&g, 0, sizeof g);
    if (!rules_parse(span_word(&line), &r, error) || !parse_seats(&r, span_word(&line), &g, error))
        return false;
    bool sheet = r.book->family == FAMILY_SHEET;
    int64_t seat, number;
    struct span seat_word = span_word(&line);
    if (!span_number(seat_word, 1, g.seats, &seat))
        return say_fail(error, rules_seat_to_move, .seat = SHOWN(seat_word), .max = g.seats);
    g.seat = (uint8_t)(seat - 1);
    if (set_has(g.left, g.seat))
        return say_fail(error, rules_seat_has_left, .seat = g.seat + 1);
    struct span third = span_word(&line), fourth = span_word(&line);
    struct span dice = sheet ? third : fourth, count = sheet ? fourth : third;
    if (!span_number(count, 0, sheet ? r.book->rolls : 1000000, &number))
        return sheet ? say_fail(error, rules_rolls_number, .rolls = SHOWN(count),
                                .max = r.book->rolls)
                     : say_fail(error, rules_points_number, .points = SHOWN(count));
    int falling;
    if (!parse_dice(dice, &g.dice, &falling, error))
        return false;
    if (!sheet && !parse_start(&r, &line, &g, error))
        return false;
    if (line.len)
        return say_fail(error, rules_position_too_much, .words = SHOWN(line));
    g.falling = (uint8_t)falling;
    g.phase = falling ? PHASE_ROLL : PHASE_CHOOSE;
    if (!(sheet ? sheet_moment(&r, &g, number, error) : press_moment(&r, &g, number, error)))
        return false;
    *ret_rules = r;
    memcpy(ret_game, &g, sizeof g);
    return true;
}

/* ---- writing ---- */

static void print_card(const struct rules *r, const struct card *card, struct text *out) {
    if (!card->filled)
        text_put(out, "-");
    const char *comma = "";
    for (int box = 0; box < r->book->box_count; box++) {
        if (card->filled >> box & 1) {
            text_add(out, "%s%s=%d", comma, r->book->boxes[box].key, card->points[box]);
            comma = ",";
        }
    }
    if (card->bonuses)
        text_add(out, "%sbonus=%d", comma, card->bonuses);
}

static void print_dice(const struct game *g, struct text *out) {
    if (g->dice.bits)
        text_dice(out, g->dice, ",");
    if (g->falling)
        text_add(out, "%s?%d", g->dice.bits ? "," : "", g->falling);
}

void position_print(const struct rules *r, const struct game *g, struct text *out) {
    bool sheet = r->book->family == FAMILY_SHEET;
    rules_print(r, out);
    for (int seat = 0; seat < g->seats; seat++) {
        text_put(out, seat ? "/" : " ");
        text_put(out, set_has(g->left, seat) ? "!" : "");
        if (sheet)
            print_card(r, &g->card[seat], out);
        else
            text_add(out, "%d", g->total[seat]);
    }
    text_add(out, " %d ", g->seat + 1);
    if (!sheet)
        text_add(out, "%d ", g->turn_points);
    print_dice(g, out);
    if (sheet)
        text_add(out, " %d", g->rolls);
    else if (r->params.final_round == FINAL_REST && g->first)
        text_add(out, " start=%d", g->first + 1);
}
