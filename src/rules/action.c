/* Actions in the table language: "roll 1 2 3", "keep 1 1", "score chance", "score twos 0",
 * "take 1 5 stop"; without all throws: "score twos 8", "score chance 20 bonus", "last 1 2 3 4 6",
 * "aside 1 5", "bank", "bank 850", "bust". */

#include "core/say.h"
#include "rules/kept.h"

int box_find(const struct book *book, struct span key, struct text *error) {
    const char *keys[BOXES_MAX + 1];
    for (int i = 0; i < book->box_count; i++) {
        if (span_is(key, book->boxes[i].key))
            return i;
        keys[i] = book->boxes[i].key;
    }
    keys[book->box_count] = NULL;
    const char *near = nearest_word(key, keys);
    if (near)
        say(error, rules_no_box_near, .book = book->name, .word = SHOWN(key), .near = near);
    else
        say(error, rules_no_box, .book = book->name, .word = SHOWN(key));
    return -1;
}

bool faces_parse(struct span list, char separator, struct dice *ret, struct text *error) {
    struct dice d = {0};
    int n = 0;
    if (!list.len) { /* an empty list is valid */
        *ret = d;
        return true;
    }
    for (struct span word; separator == ' ' ? (word = span_word(&list)).len > 0
                                            : span_item(&list, separator, &word);) {
        if (word.len != 1 || word.at[0] < '1' || word.at[0] > '6')
            return say_fail(error, rules_no_face, .word = SHOWN(word));
        if (++n > DICE_MAX)
            return say_fail(error, rules_too_many_dice);
        d = dice_with(d, word.at[0] - '0', 1);
    }
    *ret = d;
    return true;
}

/* Removes and returns the last word. */
static struct span last_word(struct span *line) {
    size_t n = line->len;
    while (n && line->at[n - 1] != ' ' && line->at[n - 1] != '\t')
        n--;
    struct span word = {line->at + n, line->len - n};
    *line = span_trim((struct span){line->at, n});
    return word;
}

static bool parse_score(const struct rules *r, struct span rest, struct action *ret,
                        struct text *error) {
    if (r->book->family != FAMILY_SHEET)
        return say_fail(error, rules_no_boxes, .book = r->book->name);
    struct span key = span_word(&rest), number = span_word(&rest);
    int64_t points = 0;
    bool bonus = span_is(rest, "bonus");
    if (!key.len || (number.len && !span_number(number, 0, BOX_POINTS_MAX, &points)) ||
        (rest.len && !bonus))
        return say_fail(error, rules_score_one_box);
    int box = box_find(r->book, key, error);
    *ret = (struct action){.act = ACT_SCORE,
                           .box = (uint8_t)(box < 0 ? 0 : box),
                           .zero = number.len && !points,
                           .bonus = bonus,
                           .points = (int32_t)points};
    return box >= 0;
}

/* "last", "aside", "bank" and "bust". */
static bool parse_kept(const struct rules *r, struct span verb, struct span rest,
                       struct action *ret, struct text *error) {
    bool last = span_is(verb, "last"), aside = span_is(verb, "aside"), bank = span_is(verb, "bank");
    int64_t points = 0;
    if (last != (r->book->family == FAMILY_SHEET))
        return last ? say_fail(error, rules_kept_with_aside, .book = r->book->name)
                    : say_fail(error, rules_kept_with_last, .book = r->book->name);
    ret->act = last ? ACT_LAST : aside ? ACT_ASIDE : bank ? ACT_BANK : ACT_BUST;
    if (last || aside)
        return faces_parse(rest, ' ', &ret->dice, error);
    if (bank && rest.len && !span_number(rest, 0, TURN_POINTS_MAX, &points))
        return say_fail(error, rules_bank_takes, .most = TURN_POINTS_MAX);
    if (!bank && rest.len)
        return say_fail(error, rules_bust_alone);
    ret->points = (int32_t)points;
    ret->zero = rest.len && !points;
    return true;
}

static bool parse_take(struct span rest, struct action *ret, struct text *error) {
    struct span last = last_word(&rest);
    if (span_is(last, "roll")) {
        ret->act = ACT_TAKE_ROLL;
    } else if (span_is(last, "stop")) {
        ret->act = ACT_TAKE_STOP;
    } else {
        return say_fail(error, rules_take_ends);
    }
    if (!rest.len || span_is(rest, "-"))
        return say_fail(error, rules_take_dice);
    return faces_parse(rest, ' ', &ret->dice, error);
}

bool action_parse(const struct rules *r, struct span line, struct action *ret, struct text *error) {
    struct span verb = span_word(&line);
    struct action a = {0};
    bool good;
    if (span_is(verb, "roll")) {
        a.act = ACT_ROLL;
        good = faces_parse(line, ' ', &a.dice, error);
    } else if (span_is(verb, "keep")) {
        a.act = ACT_KEEP;
        if (!line.len)
            return say_fail(error, rules_keep_dice);
        good = span_is(line, "-") || faces_parse(line, ' ', &a.dice, error);
    } else if (span_is(verb, "score")) {
        good = parse_score(r, line, &a, error);
    } else if (span_is(verb, "take")) {
        good = parse_take(line, &a, error);
    } else if (span_is(verb, "last") || span_is(verb, "aside") || span_is(verb, "bank") ||
               span_is(verb, "bust")) {
        good = parse_kept(r, verb, line, &a, error);
    } else {
        return say_fail(error, rules_no_action, .word = SHOWN(verb));
    }
    if (good)
        *ret = a;
    return good;
}

void action_print(const struct rules *r, struct action a, struct text *out) {
    switch (a.act) {
    case ACT_ROLL:
        text_put(out, "roll ");
        text_dice(out, a.dice, " ");
        break;
    case ACT_KEEP:
        text_put(out, "keep ");
        text_dice(out, a.dice, " ");
        break;
    case ACT_SCORE:
        text_add(out, "score %s", r->book->boxes[a.box].key);
        if (a.zero || a.points)
            text_add(out, " %d", a.points);
        text_put(out, a.bonus ? " bonus" : "");
        break;
    case ACT_LAST:
        text_put(out, "last ");
        text_dice(out, a.dice, " ");
        break;
    case ACT_ASIDE:
        text_put(out, "aside ");
        text_dice(out, a.dice, " ");
        break;
    case ACT_BANK:
        text_put(out, "bank");
        if (a.zero || a.points)
            text_add(out, " %d", a.points);
        break;
    case ACT_BUST:
        text_put(out, "bust");
        break;
    default:
        text_put(out, "take ");
        text_dice(out, a.dice, " ");
        text_put(out, a.act == ACT_TAKE_STOP ? " stop" : " roll");
        break;
    }
}

bool action_same(struct action a, struct action b) {
    bool same = a.act == b.act && a.zero == b.zero && a.points == b.points;
    return same &&
           (a.act == ACT_SCORE ? a.box == b.box && a.bonus == b.bonus : dice_same(a.dice, b.dice));
}
