#include "coach/deck.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/say.h"

/* ---- boxes ---- */

int deck_days(int box) {
    static const int days[DECK_BOXES] = {1, 3, 7, 16, 35, 75, 150};
    return days[box - 1];
}

void deck_answered(struct deck_card *card, bool right, int today) {
    size_t n = strlen(card->history);
    if (n == DECK_HISTORY)
        memmove(card->history, card->history + 1, n--);
    card->history[n] = right ? '+' : '-';
    card->history[n + 1] = '\0';
    card->box = !right ? 1 : card->box < DECK_BOXES ? card->box + 1 : DECK_BOXES;
    card->due = today + deck_days(card->box);
    if (card->due > DAY_MAX)
        card->due = DAY_MAX;
}

/* ---- the list ---- */

static struct deck_line *new_line(struct deck *d) {
    d->lines = grown(d->lines, d->count, &d->room, sizeof *d->lines);
    d->lines[d->count] = (struct deck_line){0};
    return &d->lines[d->count++];
}

void deck_free(struct deck *d) {
    for (int i = 0; i < d->count; i++) {
        free(d->lines[i].card);
        free(d->lines[i].text);
    }
    free(d->lines);
    *d = (struct deck){0};
}

static struct deck_card *card_of(const struct deck_card *card) {
    struct deck_card *copy = must(malloc(sizeof *copy));
    *copy = *card;
    return copy;
}

static void put_position(const struct rules *r, const struct game *g, const char *name,
                         struct text *out) {
    position_print(r, g, out);
    if (name[0])
        text_add(out, " %s", name);
}

static bool same_position(const struct deck_card *a, const struct deck_card *b) {
    char x[POSITION_TEXT_MAX + 1 + PERSON_NAME_MAX + 1], y[sizeof x];
    struct text tx = TEXT_IN(x), ty = TEXT_IN(y);
    if (a->game.dice.bits != b->game.dice.bits || a->rules.book != b->rules.book)
        return false; /* quickly rules out most cards */
    put_position(&a->rules, &a->game, a->name, &tx);
    put_position(&b->rules, &b->game, b->name, &ty);
    return !strcmp(x, y);
}

bool deck_add(struct deck *d, const struct rules *r, const struct game *g, struct span name,
              int today) {
    struct deck_card card = {.due = today, .box = 1, .rules = *r, .game = *g};
    text_put_n(TEXT_OVER(card.name), name.at, name.len);
    for (int i = 0; i < d->count; i++) {
        if (d->lines[i].card && same_position(d->lines[i].card, &card))
            return false;
    }
    if (d->count >= DECK_LINES_MAX)
        return false;
    new_line(d)->card = card_of(&card);
    return true;
}

/* ---- text ---- */

static bool parse_history(struct span word, char *ret, struct text *error) {
    struct text h = text_start(ret, DECK_HISTORY + 1);
    if (span_is(word, "."))
        return true;
    bool good = word.len && word.len <= DECK_HISTORY;
    for (size_t i = 0; good && i < word.len; i++)
        good = word.at[i] == '+' || word.at[i] == '-';
    if (!good)
        say(error, coach_no_history, .word = SHOWN(word));
    text_put_n(&h, word.at, good ? word.len : 0);
    return good;
}

/* A position has five words; the rest is the name. */
static bool split_name(struct span rest, struct span *ret_position, struct span *ret_name) {
    struct span name = rest;
    for (int i = 0; i < 5; i++) {
        if (!span_word(&name).len)
            return false;
    }
    *ret_name = span_trim(name);
    *ret_position = span_trim((struct span){rest.at, (size_t)(name.at - rest.at)});
    return true;
}

static bool parse_card(struct span line, struct deck_card *ret, struct text *error) {
    struct span rest = line, name, position;
    struct span day = span_word(&rest), box = span_word(&rest), history = span_word(&rest);
    int64_t number;
    memset(ret, 0, sizeof *ret);
    if (!day_parse(day, &ret->due))
        return say_fail(error, coach_no_date, .word = SHOWN(day));
    if (!span_number(box, 1, DECK_BOXES, &number))
        return say_fail(error, coach_deck_box, .word = SHOWN(box), .most = DECK_BOXES);
    ret->box = (int)number;
    if (!parse_history(history, ret->history, error))
        return false;
    if (!split_name(rest, &position, &name))
        return say_fail(error, coach_position_not_whole);
    if (name.len > PERSON_NAME_MAX)
        return say_fail(error, coach_name_too_long);
    text_put_n(TEXT_OVER(ret->name), name.at, name.len);
    if (!position_parse(position, &ret->rules, &ret->game, error))
        return false;
    if (ret->game.phase != PHASE_CHOOSE)
        say(error, coach_nothing_to_choose);
    return ret->game.phase == PHASE_CHOOSE;
}

static void read_line(struct span text, int number, const char *name, struct deck *d,
                      void (*damaged)(void *user, const char *words), void *user) {
    struct deck_line *line = new_line(d);
    struct deck_card card;
    char words[1024], told[6144];
    struct text why = TEXT_IN(words), tell = TEXT_IN(told);
    struct span trimmed = span_trim(text);
    bool comment = !trimmed.len || trimmed.at[0] == '#';
    if (!comment && !span_clean(text))
        say(&why, coach_line_unclean);
    else if (!comment && parse_card(trimmed, &card, &why))
        line->card = card_of(&card);
    if (line->card)
        return;
    line->text = must(malloc(text.len + 1));
    memcpy(line->text, text.at, text.len);
    line->len = text.len;
    if (comment)
        return;
    say(&tell, coach_line_kept, .file = name, .line = number, .why = words);
    damaged(user, told);
}

bool deck_read_text(struct span data, const char *name, struct deck *d,
                    void (*damaged)(void *user, const char *words), void *user,
                    struct text *error) {
    for (int number = 1; data.len; number++) {
        if (number > DECK_LINES_MAX)
            return say_fail(error, coach_deck_lines, .file = name);
        const char *end = memchr(data.at, '\n', data.len);
        struct span line = {data.at, end ? (size_t)(end - data.at) : data.len};
        read_line(line, number, name, d, damaged, user);
        size_t used = line.len + (end != NULL);
        data = (struct span){data.at + used, data.len - used};
    }
    return true;
}

static void print_card(const struct deck_card *card, struct text *out) {
    day_print(card->due, out);
    text_add(out, " %d %s ", card->box, card->history[0] ? card->history : ".");
    put_position(&card->rules, &card->game, card->name, out);
}

char *deck_print(const struct deck *d, size_t *ret_size) {
    struct text out = text_on_heap();
    for (int i = 0; i < d->count; i++) {
        const struct deck_line *line = &d->lines[i];
        if (line->card)
            print_card(line->card, &out);
        else
            text_put_n(&out, line->text, line->len);
        text_put(&out, "\n");
    }
    *ret_size = out.len;
    return out.data;
}
