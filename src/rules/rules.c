/* Parses and prints rule sets: "yahtzee:joker=free,bonus=0". */
#include "rules/rules.h"

#include <stddef.h>
#include <string.h>

#include "core/say.h"

static const char *const joker_words[] = {"none", "free", "forced", "classic", NULL};
static const enum message joker_choices[] = {M_rules_choice_joker_none, M_rules_choice_joker_free,
                                             M_rules_choice_joker_forced,
                                             M_rules_choice_joker_classic};
static const enum message joker_titles[] = {M_rules_short_joker_none, M_rules_short_joker_free,
                                            M_rules_short_joker_forced,
                                            M_rules_short_joker_classic};
static const char *const set_aside_words[] = {"any", "all", NULL};
static const enum message set_aside_choices[] = {M_rules_choice_set_aside_any,
                                                 M_rules_choice_set_aside_all};
static const enum message set_aside_titles[] = {M_rules_short_set_aside_any,
                                                M_rules_short_set_aside_all};
static const char *const final_round_words[] = {"others", "everyone", "rest", NULL};
static const enum message final_round_choices[] = {M_rules_choice_final_round_others,
                                                   M_rules_choice_final_round_everyone,
                                                   M_rules_choice_final_round_rest};
static const enum message final_round_titles[] = {M_rules_short_final_round_others,
                                                  M_rules_short_final_round_everyone,
                                                  M_rules_short_final_round_rest};
static const char *const hot_dice_words[] = {"must", "may", NULL};
static const enum message hot_dice_choices[] = {M_rules_choice_hot_dice_must,
                                                M_rules_choice_hot_dice_may};
static const enum message hot_dice_titles[] = {M_rules_short_hot_dice_must,
                                               M_rules_short_hot_dice_may};
static const char *const tie_words[] = {"share", "leader", "chaser", NULL};

static const enum message tie_choices[] = {M_rules_choice_tie_share, M_rules_choice_tie_leader,
                                           M_rules_choice_tie_chaser};
static const enum message tie_titles[] = {M_rules_short_tie_share, M_rules_short_tie_leader,
                                          M_rules_short_tie_chaser};
static const char *const settlement_words[] = {"off", "on", NULL};
static const enum message settlement_choices[] = {M_rules_choice_settlement_off,
                                                  M_rules_choice_settlement_on};
static const enum message settlement_titles[] = {M_rules_short_settlement_off,
                                                 M_rules_short_settlement_on};

#define AT(field) (int)offsetof(struct params, field)

/* Settlement is the same in both families. */
#define SETTLEMENT_PARAM(of)                                                                       \
    {                                                                                              \
        .name = "settlement", .family = of, .rule = RULE_SETTLEMENT, .words = settlement_words,    \
        .choices = settlement_choices, .titles = settlement_titles,                                \
        .label = M_rules_title_settlement, .title = M_rules_title_settlement,                      \
        .first = AT(settlement), .second = -1, .meaning = M_rules_settlement_meaning               \
    }

const struct param params[] = {
    {.name = "joker",
     .family = FAMILY_SHEET,
     .rule = RULE_JOKER,
     .words = joker_words,
     .choices = joker_choices,
     .titles = joker_titles,
     .label = M_rules_joker_label,
     .title = M_rules_title_joker,
     .first = AT(joker),
     .second = -1,
     .meaning = M_rules_joker_meaning},
    {.name = "bonus",
     .family = FAMILY_SHEET,
     .rule = RULE_FIVE_BONUS,
     .first = AT(bonus),
     .second = -1,
     .max = 1000,
     .step = 1,
     .label = M_rules_bonus_label,
     .title = M_rules_bonus_title,
     .meaning = M_rules_bonus_meaning},
    {.name = "upper-bonus",
     .family = FAMILY_SHEET,
     .rule = RULE_UPPER_BONUS,
     .first = AT(upper_bonus),
     .max = 1000,
     .step = 1,
     .second = AT(upper_par),
     .second_min = 1,
     .label = M_rules_upper_bonus_label,
     .title = M_rules_title_upper_bonus,
     .second_label = M_rules_upper_bonus_total_label,
     .meaning = M_rules_upper_bonus_meaning},
    SETTLEMENT_PARAM(FAMILY_SHEET),
    {.name = "set-aside",
     .family = FAMILY_PRESS,
     .rule = RULE_ASIDE,
     .words = set_aside_words,
     .choices = set_aside_choices,
     .titles = set_aside_titles,
     .label = M_rules_set_aside_label,
     .title = M_rules_set_aside_title,
     .first = AT(set_aside),
     .second = -1,
     .meaning = M_rules_set_aside_meaning},
    {.name = "entry",
     .family = FAMILY_PRESS,
     .rule = RULE_ENTRY,
     .first = AT(entry),
     .second = -1,
     .max = 100000,
     .step = 50,
     .label = M_rules_entry_label,
     .title = M_rules_entry_title,
     .meaning = M_rules_entry_meaning},
    {.name = "goal",
     .family = FAMILY_PRESS,
     .rule = RULE_FINAL_ROUND,
     .first = AT(goal),
     .second = -1,
     .min = 50,
     .max = 1000000,
     .step = 50,
     .label = M_rules_goal_label,
     .title = M_rules_goal_title,
     .meaning = M_rules_goal_meaning},
    {.name = "final-round",
     .family = FAMILY_PRESS,
     .rule = RULE_FINAL_ROUND,
     .words = final_round_words,
     .choices = final_round_choices,
     .titles = final_round_titles,
     .label = M_rules_title_final_round,
     .title = M_rules_title_final_round,
     .first = AT(final_round),
     .second = -1,
     .meaning = M_rules_final_round_meaning},
    {.name = "hot-dice",
     .family = FAMILY_PRESS,
     .rule = RULE_HOT_DICE,
     .words = hot_dice_words,
     .choices = hot_dice_choices,
     .titles = hot_dice_titles,
     .label = M_rules_hot_dice_label,
     .title = M_rules_title_hot_dice,
     .first = AT(hot_dice),
     .second = -1,
     .meaning = M_rules_hot_dice_meaning},
    {.name = "tie",
     .family = FAMILY_PRESS,
     .rule = RULE_WINNER,
     .words = tie_words,
     .choices = tie_choices,
     .titles = tie_titles,
     .label = M_rules_tie_label,
     .title = M_rules_tie_label,
     .first = AT(tie),
     .second = -1,
     .meaning = M_rules_tie_meaning},
    SETTLEMENT_PARAM(FAMILY_PRESS),
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

enum { BOOKS_NAMED_MAX = 31 };

/* Reports a problem with a word, suggests the nearest valid word, if one is near enough, and lists
 * all valid ones. */
static bool suggest(struct text *error, const char *problem, struct span word,
                    const char *const *list) {
    LOCAL_TEXT(all, BOOKS_NAMED_MAX * (BOOK_ID_MAX + 2) + 1);
    for (int i = 0; list[i]; i++)
        text_add(&all, "%s%s", i ? ", " : "", list[i]);
    const char *near = nearest_word(word, list);
    if (near)
        return say_fail(error, rules_there_are_near, .problem = problem, .near = near,
                        .list = all.data);
    return say_fail(error, rules_there_are, .problem = problem, .list = all.data);
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
        return say_fail(error, rules_whole_number, .what = what, .word = SHOWN(s), .min = min,
                        .max = max);
    if (value % step) {
        int near = (int)((value + step / 2) / step * step);
        return say_fail(error, rules_multiple_near, .what = what, .value = value, .step = step,
                        .near = near < min ? min : near);
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
        return suggest(error, WORDS(rules_no_value, .name = p->name, .word = SHOWN(value)), value,
                       p->words);
    }
    int first, second;
    struct span rest = value;
    struct span head = span_until(&rest, '@');
    bool two = head.len < value.len;
    if (two && p->second < 0)
        return say_fail(error, rules_one_number, .name = p->name, .word = SHOWN(value));
    if (!number_in(head, p->name, p->min, p->max, p->step, &first, error))
        return false;
    if (p->second >= 0) {
        second = param_value(values, p->second);
        if (two && !number_in(rest, words_of(M_rules_total_after_at), p->second_min,
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
            return say_fail(error, rules_needs_value, .name = p->name);
        if (*seen & 1u << i)
            return say_fail(error, rules_given_twice, .name = p->name);
        *seen |= 1u << i;
        return parse_value(p, value, r, error);
    }
    const char *names[PARAMS_MAX];
    param_names(r->book->family, names);
    return suggest(error, WORDS(rules_no_parameter, .rules = r->book->id, .word = SHOWN(name)),
                   name, names);
}

bool rules_parse(struct span spec, struct rules *ret, struct text *error) {
    struct span rest = spec;
    struct span id = span_until(&rest, ':');
    const struct book *book = book_find(id);
    if (!book) {
        const char *ids[BOOKS_NAMED_MAX + 1];
        int n = 0;
        for (; books[n] && n < BOOKS_NAMED_MAX; n++)
            ids[n] = books[n]->id;
        ids[n] = NULL;
        return suggest(error, WORDS(rules_no_rule_set, .word = SHOWN(id)), id, ids);
    }
    if (!book_check(book, error))
        return false;
    struct rules r = rules_of(book);
    uint32_t seen = 0;
    bool colon = id.len < spec.len;
    if (colon && !rest.len)
        return say_fail(error, rules_nothing_after_colon, .rules = book->id);
    if (!colon)
        rest.at = NULL;
    for (struct span item; span_item(&rest, ',', &item);) {
        if (!item.len)
            return rest.at ? say_fail(error, rules_nothing_before_comma)
                           : say_fail(error, rules_nothing_after_comma);
        if (!parse_override(item, &r, &seen, error))
            return false;
    }
    *ret = r;
    return true;
}

bool param_same(const struct param *p, const struct params *a, const struct params *b) {
    return param_value(a, p->first) == param_value(b, p->first) &&
           (p->second < 0 || param_value(a, p->second) == param_value(b, p->second));
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
        if (param_same(p, &r->params, &r->book->params))
            continue;
        text_put_n(out, &separator, 1);
        separator = ',';
        param_print(p, &r->params, out);
    }
}

bool rules_same(const struct rules *a, const struct rules *b) {
    return a->book == b->book && memcmp(&a->params, &b->params, sizeof a->params) == 0;
}
