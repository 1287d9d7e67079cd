#include "play/daily.h"

#include <stdlib.h>
#include <string.h>

#include "core/blake2b.h"
#include "core/day.h"
#include "core/say.h"
#include "play/fair_bytes.h"

static const char label_game[] = "yard-daily-games", label_throw[] = "yard-daily-throw",
                  label_player[] = "yard-daily-owner";

const char player_line[] = "# player: ";

/* ---- dice ---- */

int daily_number(int day) {
    enum { FIRST_DAY = 20362 }; /* 2025-10-01 */
    return day - FIRST_DAY + 1;
}

/* Depends on the id of the book and not on its text, so that correcting a sentence in a rule book
 * does not change anybody's dice. */
static void game_key(int day, const struct book *book, uint8_t ret[FAIR_BYTES]) {
    LOCAL_TEXT(message, FAIR_LABEL + 16 + BOOK_ID_MAX);
    text_put(&message, label_game);
    day_print(day, &message);
    text_add(&message, " %s", book->id);
    blake2b((struct span){message.data, message.len}, NULL, 0, ret, FAIR_BYTES);
}

void daily_faces(int day, const struct book *book, uint32_t turn, uint32_t roll, int n,
                 uint8_t *ret) {
    uint8_t key[FAIR_BYTES], message[FAIR_LABEL + 12];
    game_key(day, book, key);
    uint8_t *end = put_number(put_bytes(message, label_throw, FAIR_LABEL), turn);
    end = put_number(end, roll);
    faces_of_blocks(span_between(message, end + 4), key, n, ret);
}

struct dice daily_dice(const struct state *s, int n) {
    uint8_t faces[DICE_MAX];
    uint32_t turn = s->stage == STAGE_PLAY ? s->game.turns[s->game.seat] : 0;
    daily_faces((int)s->dice.seed, s->rules.book, turn, s->throws - s->turn_throw, n, faces);
    return dice_of_faces(faces, n);
}

/* ---- the referee ---- */

bool daily_may_begin(const struct state *s, struct text *error) {
    struct rules usual = rules_of(s->rules.book);
    if (s->seat_count != 1 || seat_people(&s->seats[0]) != 1 || s->seats[0].bot[0])
        return say_fail(error, play_daily_one_player);
    return rules_same(&s->rules, &usual) || say_fail(error, play_daily_by_the_book);
}

bool daily_may_undo(const struct entry *e, struct text *error) {
    bool roll = e->kind == ENTRY_ACTION && e->action.act == ACT_ROLL;
    return !roll || say_fail(error, play_daily_roll_stands);
}

/* ---- results ---- */

void daily_player(const uint8_t token[FAIR_BYTES], uint8_t ret[FAIR_BYTES]) {
    uint8_t message[FAIR_LABEL + FAIR_BYTES];
    uint8_t *end = put_bytes(put_bytes(message, label_player, FAIR_LABEL), token, FAIR_BYTES);
    blake2b(span_between(message, end), NULL, 0, ret, FAIR_BYTES);
}

/* Finds the player's hash before the first roll. A second one would let two people hand in the same
 * record, so only the first counts. */
static void find_player(const struct table *t, struct daily_result *ret) {
    int end = table_throws(t) ? table_throw(t, 0)->line : table_lines(t);
    for (int line = 1; line <= end && !ret->signed_by; line++) {
        const char *words = table_line(t, line);
        if (!strncmp(words, player_line, strlen(player_line)))
            ret->signed_by =
                span_hex(span_of(words + strlen(player_line)), ret->player, FAIR_BYTES);
    }
}

bool daily_result(const struct table *t, struct daily_result *ret, struct text *error) {
    static const struct daily_result nothing;
    const struct state *s = table_now(t);
    *ret = nothing;
    if (s->dice.kind != DICE_DAILY || !s->rules.book)
        return say_fail(error, play_daily_other_dice);
    ret->day = (int)s->dice.seed;
    ret->book = s->rules.book;
    text_put(TEXT_OVER(ret->name), s->seats[0].name);
    find_player(t, ret);
    if (s->stage != STAGE_PLAY)
        return true;
    ret->finished = state_over(s) && set_any(game_playing(&s->game)) && !table_what_if(t);
    ret->points = game_total(&s->rules, &s->game, 0);
    ret->turns = s->game.turns[0];
    ret->hints = table_hints_of(t, 0, 0);
    ret->warnings = table_warnings_of(t, 0, 0);
    return true;
}

/* ---- streaks ---- */

static int by_day(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

struct streak daily_streak(int *days, int count, int today) {
    struct streak streak = {0};
    int row = 0, last = -1;
    if (count)
        qsort(days, (size_t)count, sizeof *days, by_day);
    for (int i = 0; i < count && days[i] <= today; i++) {
        if (days[i] == last)
            continue;
        row = days[i] == last + 1 ? row + 1 : 1;
        last = days[i];
        streak.longest = row > streak.longest ? row : streak.longest;
    }
    streak.now = last >= today - 1 ? row : 0;
    return streak;
}
