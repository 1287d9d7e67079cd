#include "play/fair_check.h"

#include <string.h>

/* `from` is a throw before it. */
static void count_throws(const struct table *t, int from, struct fair_deal *d) {
    while (from < table_throws(t) && table_throw(t, from)->line < d->line)
        from++;
    int end = from;
    while (end < table_throws(t) && table_throw(t, end)->line < d->until)
        end++;
    d->first = from;
    d->throws = end - from;
}

/* What was said of these dice: up to the next ones, or the end. */
static void hear_deal(const struct table *t, int first, struct fair_deal *d) {
    int given = first;
    for (int i = first; i < table_steps(t); i++) {
        int kind = table_step_kind(t, i);
        if (kind == EVENT_DICE && i > first) {
            d->until = table_step_line(t, i);
            break;
        }
        if (kind == EVENT_PLEDGE || kind == EVENT_SHARE)
            given = i;
        if (kind == EVENT_REVEAL) {
            struct event e;
            table_step_event(t, i, &e);
            d->reveal = table_step_line(t, i);
            memcpy(d->secret, e.gift.bytes, FAIR_BYTES);
        }
    }
    d->shares = table_state(t, given + 1);
}

bool fair_next_deal(const struct table *t, struct fair_deal *d) {
    for (int i = table_steps_until(t, d->line); i < table_steps(t); i++) {
        if (table_step_kind(t, i) != EVENT_DICE)
            continue;
        const struct step *step = table_step(t, i);
        if (step->event.dice.kind != DICE_FAIR)
            continue;
        int behind = d->first + d->throws;
        *d = (struct fair_deal){
            .line = step->line, .until = table_lines(t) + 1, .game = step->before.games + 1};
        hear_deal(t, i, d);
        count_throws(t, behind, d);
        return true;
    }
    return false;
}

struct fair_sum fair_check(const struct table *t) {
    struct fair_sum sum = {0};
    for (struct fair_deal d = {0}; fair_next_deal(t, &d);) {
        sum.throws += d.throws;
        sum.checked += d.reveal ? d.throws : 0;
    }
    sum.verdict = table_wrong_throw(t)       ? FAIR_WRONG
                  : sum.checked < sum.throws ? FAIR_PENDING
                  : sum.throws               ? FAIR_RIGHT
                                             : FAIR_NONE;
    return sum;
}

const char *fair_word(enum fair_verdict verdict) {
    static const char *const words[] = {"none", "right", "pending", "wrong"};
    return words[verdict];
}

/* ---- JSON ---- */

static void json_faces(struct json *j, const char *key, struct dice dice) {
    char words[2 * DICE_MAX + 1];
    struct text w = TEXT_IN(words);
    text_dice(&w, dice, " ");
    json_string(j, key, words);
}

static void json_deal(struct json *j, const struct fair_deal *d) {
    const struct fair *f = &d->shares->fair;
    json_open(j, NULL, '{');
    json_int(j, "line", d->line);
    json_int(j, "game", d->game);
    json_hex(j, "commitment", d->shares->dice.commitment, FAIR_BYTES);
    json_bool(j, "sealed", f->pledged);
    json_open(j, "shares", '[');
    for (int seat = 0; seat < d->shares->seat_count; seat++) {
        if (f->shared >> seat & 1)
            json_int(j, NULL, seat + 1);
    }
    json_close(j, ']');
    json_int(j, "throws", d->throws);
    if (d->reveal) {
        json_int(j, "revealed", d->reveal);
        json_hex(j, "secret", d->secret, FAIR_BYTES);
    }
    json_close(j, '}');
}

static void json_wrong(struct json *j, const struct wrong_throw *wrong) {
    json_open(j, "wrong", '{');
    json_int(j, "line", wrong->said.line);
    json_int(j, "game", wrong->game);
    json_int(j, "throw", wrong->said.throw_number);
    json_faces(j, "said", wrong->said.dice);
    json_faces(j, "right", wrong->right);
    json_close(j, '}');
}

void fair_json(struct json *j, const struct table *t) {
    struct fair_sum sum = fair_check(t);
    json_string(j, "verdict", fair_word(sum.verdict));
    json_int(j, "throws", sum.throws);
    json_int(j, "checked", sum.checked);
    if (sum.verdict == FAIR_WRONG)
        json_wrong(j, table_wrong_throw(t));
    json_open(j, "deals", '[');
    for (struct fair_deal d = {0}; fair_next_deal(t, &d);)
        json_deal(j, &d);
    json_close(j, ']');
}
