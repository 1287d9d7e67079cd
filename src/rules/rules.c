/* Parses and prints rule sets: "yahtzee:joker=free,bonus=0". */
#include "rules/rules.h"

#include <stddef.h>
#include <string.h>

static const char *const joker_words[] = {"none", "free", "forced", "classic", NULL};
static const char *const joker_choices[] = {
    "Five alike is an ordinary roll: any open box, at its ordinary score.",
    "Five alike may fill any open box; a lower box counts in full once the upper box of its own "
    "face is filled.",
    "Five alike must fill the upper box of its own face; once that is filled, a lower box, which "
    "then counts in full.",
    "Forced while the five-alike box holds points, free when it holds a zero.",
};
static const char *const set_aside_words[] = {"any", "all", NULL};
static const char *const set_aside_choices[] = {
    "After each throw you choose which scoring dice to set aside, at least one.",
    "After each throw all dice that score are set aside.",
};
static const char *const hot_dice_words[] = {"must", "may", NULL};
static const char *const hot_dice_choices[] = {
    "All dice must be thrown again before you may stop.",
    "You may stop, or throw all of them again.",
};
static const char *const tie_words[] = {"share", "leader", "chaser", NULL};

static const char *const tie_choices[] = {
    "All who have the highest total share the win.",
    "The one who was there first wins.",
    "The one who caught up wins.",
};

#define AT(field) (int)offsetof(struct params, field)

const struct param params[] = {
    {.name = "joker",
     .family = FAMILY_SHEET,
     .words = joker_words,
     .choices = joker_choices,
     .label = "Further five alikes",
     .first = AT(joker),
     .second = -1,
     .meaning = "what five alike may fill once the five-alike box is filled"},
    {.name = "bonus",
     .family = FAMILY_SHEET,
     .first = AT(bonus),
     .second = -1,
     .max = 1000,
     .step = 1,
     .label = "Bonus for a further five alike",
     .meaning = "points for each further five alike; 0 for none"},
    {.name = "upper-bonus",
     .family = FAMILY_SHEET,
     .first = AT(upper_bonus),
     .max = 1000,
     .step = 1,
     .second = AT(upper_par),
     .second_min = 1,
     .label = "Bonus for the upper section",
     .second_label = "Upper total that earns it",
     .meaning = "points for an upper section of at least the total after the @"},
    {.name = "set-aside",
     .family = FAMILY_PRESS,
     .words = set_aside_words,
     .choices = set_aside_choices,
     .label = "Setting dice aside",
     .first = AT(set_aside),
     .second = -1,
     .meaning = "whether any scoring dice may be set aside, or all must be"},
    {.name = "entry",
     .family = FAMILY_PRESS,
     .first = AT(entry),
     .second = -1,
     .max = 100000,
     .step = 50,
     .label = "Points to get on the sheet",
     .meaning = "points needed in one turn to get on the score sheet; 0 for none"},
    {.name = "goal",
     .family = FAMILY_PRESS,
     .first = AT(goal),
     .second = -1,
     .min = 50,
     .max = 1000000,
     .step = 50,
     .label = "Total to play for",
     .meaning = "the total that begins the final round"},
    {.name = "hot-dice",
     .family = FAMILY_PRESS,
     .words = hot_dice_words,
     .choices = hot_dice_choices,
     .label = "When all dice are set aside",
     .first = AT(hot_dice),
     .second = -1,
     .meaning = "whether a player who has set all dice aside must throw again, or may stop"},
    {.name = "tie",
     .family = FAMILY_PRESS,
     .words = tie_words,
     .choices = tie_choices,
     .label = "Equal totals",
     .first = AT(tie),
     .second = -1,
     .meaning = "who wins at equal totals: both, who was there first, or who caught up"},
    {.name = NULL},
};

int param_value(const struct params *p, int offset) {
    int value;
    memcpy(&value, (const char *)p + offset, sizeof value);
    return value;
}

int param_second_max(const struct book *book) {
    return book->dice * FACES * (FACES + 1) / 2;
}

static void set_value(struct params *p, int offset, int value) {
    memcpy((char *)p + offset, &value, sizeof value);
}

const struct book *book_find(struct span id) {
    for (const struct book *const *book = books; *book; book++) {
        if (span_is(id, (*book)->id))
            return *book;
    }
    return NULL;
}

struct rules rules_of(const struct book *book) {
    return (struct rules){book, book->params};
}

static void suggest(struct text *error, struct span word, const char *const *list) {
    const char *near = nearest_word(word, list);
    if (near)
        text_add(error, "; did you mean '%s'?", near);
    text_put(error, near ? " (there are: " : "; there are: ");
    for (int i = 0; list[i]; i++)
        text_add(error, "%s%s", i ? ", " : "", list[i]);
    text_put(error, near ? ")" : "");
}

/* The names of a family's parameters, as a NULL-terminated list. */
enum { PARAMS_MAX = 16 };

static void param_names(enum family family, const char *names[PARAMS_MAX]) {
    int n = 0;
    for (const struct param *p = params; p->name; p++) {
        if (p->family == family)
            names[n++] = p->name;
    }
    names[n] = NULL;
}

static bool number_in(struct span s, const char *what, int min, int max, int step, int *ret,
                      struct text *error) {
    int64_t value;
    if (!span_number(s, min, max, &value))
        return text_fail(error, "%s is '%.*s', but must be a whole number from %d to %d", what,
                         span_shown(s), s.at, min, max);
    if (value % step) {
        int near = (int)((value + step / 2) / step * step);
        return text_fail(error, "%s is %d, but must be a multiple of %d; did you mean %d?", what,
                         (int)value, step, near < min ? min : near);
    }
    *ret = (int)value;
    return true;
}

static bool parse_value(const struct param *p, struct span value, struct rules *r,
                        struct text *error) {
    struct params *values = &r->params;
    if (p->words) {
        for (int i = 0; p->words[i]; i++) {
            if (span_is(value, p->words[i])) {
                set_value(values, p->first, i);
                return true;
            }
        }
        text_add(error, "%s has no value '%.*s'", p->name, span_shown(value), value.at);
        suggest(error, value, p->words);
        return false;
    }
    int first, second;
    struct span rest = value;
    struct span head = span_until(&rest, '@');
    bool two = head.len < value.len;
    if (two && p->second < 0)
        return text_fail(error, "%s takes one number, not '%.*s'", p->name, span_shown(value),
                         value.at);
    if (!number_in(head, p->name, p->min, p->max, p->step, &first, error))
        return false;
    if (p->second >= 0) {
        second = param_value(values, p->second);
        if (two && !number_in(rest, "the total after the @", p->second_min,
                              param_second_max(r->book), 1, &second, error))
            return false;
        set_value(values, p->second, second);
    }
    set_value(values, p->first, first);
    return true;
}

static bool parse_override(struct span item, struct rules *r, uint32_t *seen, struct text *error) {
    struct span value = item;
    struct span name = span_until(&value, '=');
    for (int i = 0; params[i].name; i++) {
        const struct param *p = &params[i];
        if (p->family != r->book->family || !span_is(name, p->name))
            continue;
        if (name.len == item.len)
            return text_fail(error, "%s needs a value: %s=...", p->name, p->name);
        if (*seen & 1u << i)
            return text_fail(error, "%s is given twice", p->name);
        *seen |= 1u << i;
        return parse_value(p, value, r, error);
    }
    const char *names[PARAMS_MAX];
    param_names(r->book->family, names);
    text_add(error, "%s has no parameter '%.*s'", r->book->id, span_shown(name), name.at);
    suggest(error, name, names);
    return false;
}

bool rules_parse(struct span spec, struct rules *ret, struct text *error) {
    struct span rest = spec;
    struct span id = span_until(&rest, ':');
    const struct book *book = book_find(id);
    if (!book) {
        const char *ids[32];
        int n = 0;
        for (; books[n] && n < 31; n++)
            ids[n] = books[n]->id;
        ids[n] = NULL;
        text_add(error, "there is no rule set '%.*s'", span_shown(id), id.at);
        suggest(error, id, ids);
        return false;
    }
    if (!book_check(book, error))
        return false;
    struct rules r = rules_of(book);
    uint32_t seen = 0;
    bool colon = id.len < spec.len;
    if (colon && !rest.len)
        return text_fail(error, "nothing follows the colon in '%s:'", book->id);
    if (!colon)
        rest.at = NULL;
    for (struct span item; span_item(&rest, ',', &item);) {
        if (!item.len)
            return text_fail(error, "%s",
                             rest.at ? "nothing stands before a comma"
                                     : "nothing follows the last comma");
        if (!parse_override(item, &r, &seen, error))
            return false;
    }
    *ret = r;
    return true;
}

void param_print(const struct param *p, const struct params *values, struct text *out) {
    int value = param_value(values, p->first);
    if (p->words)
        text_add(out, "%s=%s", p->name, p->words[value]);
    else if (p->second >= 0)
        text_add(out, "%s=%d@%d", p->name, value, param_value(values, p->second));
    else
        text_add(out, "%s=%d", p->name, value);
}

void rules_print(const struct rules *r, struct text *out) {
    text_put(out, r->book->id);
    char separator = ':';
    for (const struct param *p = params; p->name; p++) {
        if (p->family != r->book->family)
            continue;
        const struct params *own = &r->book->params;
        bool same = param_value(&r->params, p->first) == param_value(own, p->first);
        if (p->second >= 0)
            same = same && param_value(&r->params, p->second) == param_value(own, p->second);
        if (same)
            continue;
        text_put_n(out, &separator, 1);
        separator = ',';
        param_print(p, &r->params, out);
    }
}

bool rules_same(const struct rules *a, const struct rules *b) {
    return a->book == b->book && memcmp(&a->params, &b->params, sizeof a->params) == 0;
}
