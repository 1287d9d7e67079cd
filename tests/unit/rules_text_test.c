/* Rule sets as text: every book and override round-trips, errors name the wrong word and the
 * nearest match, and the rules in force are described in words. */
#include <string.h>

#include "core/say.h"
#include "rules/books.h"
#include "rules/sheet.h"
#include "support.h"

#define EACH_BOOK(book) for (const struct book *const *book = books; *book; book++)

static void print_rules(const struct rules *r, char *data, size_t size) {
    struct text out = text_start(data, size);
    rules_print(r, &out);
    assert_false(out.cut);
}

static void set_param(struct params *values, int offset, int value) {
    memcpy((char *)values + offset, &value, sizeof value);
}

/* Sample values of a parameter: all named ones, or both ends of a range and values in between. */
static int values_of(const struct param *p, int list[8]) {
    int n = 0;
    if (p->words) {
        while (p->words[n]) {
            list[n] = n;
            n++;
        }
        return n;
    }
    list[n++] = p->min;
    list[n++] = p->min + p->step;
    list[n++] = p->min + 7 * p->step;
    list[n++] = p->max - p->step;
    list[n++] = p->max;
    return n;
}

/* ---- round trips ---- */

CLAIM(the_name_of_a_book_means_the_book_without_overrides) {
    EACH_BOOK(book) {
        char spec[RULES_TEXT_MAX];
        struct rules r = rules_named((*book)->id), own = rules_of(*book);
        assert_ptr_equal(r.book, *book);
        assert_true(rules_same(&r, &own));
        print_rules(&r, spec, sizeof spec);
        assert_string_equal(spec, (*book)->id);
    }
}

CLAIM(every_override_of_every_book_round_trips) {
    int overrides = 0;
    EACH_BOOK(book) {
        for (const struct param *p = params; p->name; p++) {
            int list[8], n = p->family == (*book)->family ? values_of(p, list) : 0;
            for (int i = 0; i < n; i++) {
                char spec[RULES_TEXT_MAX], again[RULES_TEXT_MAX];
                struct text out = TEXT_IN(spec);
                struct rules wanted = rules_of(*book);
                set_param(&wanted.params, p->first, list[i]);
                text_add(&out, "%s:", (*book)->id);
                param_print(p, &wanted.params, &out);
                struct rules r = rules_named(spec), own = rules_of(*book);
                assert_true(rules_same(&r, &wanted));
                assert_int_equal(param_value(&r.params, p->first), list[i]);
                print_rules(&r, again, sizeof again);
                assert_string_equal(again, rules_same(&r, &own) ? (*book)->id : spec);
                overrides++;
            }
        }
    }
    assert_true(overrides >= 90);
}

CLAIM(any_combination_of_overrides_round_trips) {
    struct draw draw = {5};
    EACH_BOOK(book) {
        for (int i = 0; i < 500; i++) {
            char spec[RULES_TEXT_MAX], again[RULES_TEXT_MAX];
            struct rules r = rules_of(*book);
            for (const struct param *p = params; p->name; p++) {
                int list[8], n = values_of(p, list);
                if (p->family != (*book)->family || draw_below(&draw, 3) == 0)
                    continue;
                set_param(&r.params, p->first, list[draw_below(&draw, n)]);
                if (p->second >= 0)
                    set_param(&r.params, p->second, 1 + draw_below(&draw, param_second_max(*book)));
            }
            print_rules(&r, spec, sizeof spec);
            struct rules back = rules_named(spec);
            assert_true(rules_same(&r, &back));
            print_rules(&back, again, sizeof again);
            assert_string_equal(again, spec);
        }
    }
}

CLAIM(the_order_of_overrides_does_not_matter) {
    struct rules a = rules_named("yardkle:goal=5000,set-aside=all,tie=chaser");
    struct rules b = rules_named("yardkle:tie=chaser,goal=5000,set-aside=all");
    char spec[RULES_TEXT_MAX];
    assert_true(rules_same(&a, &b));
    print_rules(&b, spec, sizeof spec);
    assert_string_equal(spec, "yardkle:set-aside=all,goal=5000,tie=chaser");
}

CLAIM(overrides_that_equal_the_book_are_not_printed) {
    struct rules r = rules_named("yahtzee:joker=forced,bonus=100,upper-bonus=35@63");
    char spec[RULES_TEXT_MAX];
    print_rules(&r, spec, sizeof spec);
    assert_string_equal(spec, "yahtzee");
}

CLAIM(an_upper_bonus_without_par_keeps_the_par_of_the_book) {
    struct rules r = rules_named("yardzee:upper-bonus=50");
    assert_int_equal(r.params.upper_bonus, 50);
    assert_int_equal(r.params.upper_par, 63);
    r = rules_named("yardzee:upper-bonus=50@70");
    assert_int_equal(r.params.upper_par, 70);
}

CLAIM(rules_from_different_books_or_with_different_overrides_differ) {
    struct rules a = rules_named("yahtzee"),
                 b = rules_named("yahtzee-classic:joker=forced,settlement=off");
    struct rules c = rules_named("yahtzee:bonus=0");
    assert_memory_equal(&a.params, &b.params, sizeof a.params);
    assert_false(rules_same(&a, &b));
    assert_false(rules_same(&a, &c));
}

/* ---- errors ---- */

static void refused(const char *spec, char *words, size_t size) {
    struct text error = text_start(words, size);
    struct rules r, before;
    memset(&r, 0x5a, sizeof r);
    memcpy(&before, &r, sizeof r);
    if (rules_parse(span_of(spec), &r, &error))
        fail_msg("'%s' should be refused", spec);
    assert_memory_equal(&r, &before, sizeof r);
    assert_true(error.len > 0);
    assert_false(error.cut);
}

static void refused_with(const char *spec, const char *part) {
    char words[512];
    refused(spec, words, sizeof words);
    if (!strstr(words, part))
        fail_msg("'%s': \"%s\" does not say \"%s\"", spec, words, part);
}

CLAIM(a_wrong_word_or_number_is_named_and_a_right_one_suggested) {
    static const char *const errors[][3] = {
        {"yardze", "'yardze'", "Did you mean 'yardzee'?"},
        {"Yardzee", "'Yardzee'", "Did you mean 'yardzee'?"},
        {"yhatzee", "'yhatzee'", "Did you mean 'yahtzee'?"},
        {"yahtzee_classic", "'yahtzee_classic'", "Did you mean 'yahtzee-classic'?"},
        {"yardzee:jokr=free", "'jokr'", "Did you mean 'joker'?"},
        {"yardzee:Joker=free", "'Joker'", "Did you mean 'joker'?"},
        {"yardzee:upperbonus=35", "'upperbonus'", "Did you mean 'upper-bonus'?"},
        {"yardzee:joker=force", "joker can't be 'force'.", "Did you mean 'forced'?"},
        {"yardkle:setaside=all", "'setaside'", "Did you mean 'set-aside'?"},
        {"yardkle:set-aside=al", "'al'", "Did you mean 'all'?"},
        {"yardkle:hotdice=may", "'hotdice'", "Did you mean 'hot-dice'?"},
        {"yardkle:tie=leeder", "'leeder'", "Did you mean 'leader'?"},
        {"yardkle:goal=1010", "1010 isn't valid for goal.", "such as 1000."},
        {"yardkle:goal=1025", "1025 isn't valid for goal.", "such as 1050."},
        {"yardkle:goal=60", "60 isn't valid for goal.", "such as 50."},
        {"yardkle:entry=10", "10 isn't valid for entry.", "such as 0."},
    };
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
        refused_with(errors[i][0], errors[i][1]);
        refused_with(errors[i][0], errors[i][2]);
    }
}

CLAIM(every_word_missing_one_letter_gets_the_right_suggestion) {
    EACH_BOOK(book) {
        for (size_t gap = 0; gap < strlen((*book)->id); gap++) {
            char spec[128], right[64];
            struct text out = TEXT_IN(spec), meant = TEXT_IN(right);
            text_put_n(&out, (*book)->id, gap);
            text_put(&out, (*book)->id + gap + 1);
            text_add(&meant, "Did you mean '%s'?", (*book)->id);
            refused_with(spec, right);
        }
    }
    for (const struct param *p = params; p->name; p++) {
        const char *book = p->family == FAMILY_SHEET ? "yahtzee" : "farkle";
        for (int w = -1; w < 0 || (p->words && p->words[w]); w++) {
            const char *word = w < 0 ? p->name : p->words[w];
            for (size_t gap = 0; gap < strlen(word); gap++) {
                char spec[128], right[64];
                struct text out = TEXT_IN(spec), meant = TEXT_IN(right);
                text_add(&out, w < 0 ? "%s:" : "%s:%s=", book, p->name);
                text_put_n(&out, word, gap);
                text_put(&out, word + gap + 1);
                text_put(&out, w < 0 ? "=1" : "");
                text_add(&meant, "Did you mean '%s'?", word);
                refused_with(spec, right);
            }
        }
    }
}

CLAIM(a_word_unlike_any_other_gets_the_whole_list) {
    char words[512];
    refused("chess", words, sizeof words);
    assert_null(strstr(words, "Did you mean"));
    EACH_BOOK(book) {
        assert_non_null(strstr(words, (*book)->id));
    }
    refused_with("yardkle:colour=red",
                 "Choose from: set-aside, entry, goal, final-round, hot-dice, tie, settlement");
    refused_with("yatzy:colour=red", "Choose from: joker, bonus, upper-bonus, settlement");
    refused_with("yatzy:joker=black", "Choose from: none, free, forced, classic");
    refused_with("", "''");
}

CLAIM(a_parameter_from_the_other_family_is_unknown) {
    refused_with("yardkle:joker=free", "yardkle has no house rule called 'joker'.");
    refused_with("yardzee:goal=5000", "yardzee has no house rule called 'goal'.");
}

CLAIM(missing_and_repeated_parts_are_named) {
    refused_with(
        "yardzee:",
        "There's nothing after the colon in 'yardzee:'. Add a house rule or leave the colon out.");
    refused_with("yardzee:joker", "Give joker a value: joker=");
    refused_with("yardzee:joker=", "joker can't be ''.");
    refused_with("yardzee:bonus=", "'' isn't valid for bonus.");
    refused_with("yardzee:joker=free,",
                 "There's nothing after the last comma. Add a house rule or leave that comma out.");
    refused_with(
        "yardzee:joker=free,,bonus=0",
        "There's nothing before one of the commas. Add a house rule or leave that comma out.");
    refused_with(
        "yardzee:,joker=free",
        "There's nothing before one of the commas. Add a house rule or leave that comma out.");
    refused_with("yardzee:joker=free,joker=free", "joker appears twice. Set it only once.");
    refused_with("yardkle:goal=5000,tie=share,goal=5000", "goal appears twice. Set it only once.");
}

CLAIM(a_number_out_of_range_is_refused_with_the_range) {
    refused_with("yardzee:bonus=-1",
                 "'-1' isn't valid for bonus. Use a whole number from 0 to 1000.");
    refused_with("yardzee:bonus=1001", "from 0 to 1000");
    refused_with("yardzee:bonus=ten", "'ten' isn't valid for bonus.");
    refused_with("yardzee:bonus=1.5", "'1.5' isn't valid for bonus.");
    refused_with("yardzee:bonus=99999999999999999999", "from 0 to 1000");
    refused_with("yardzee:bonus=1@2", "Use a single number for bonus, not '1@2'.");
    refused_with("yardzee:upper-bonus=35@0", "from 1 to 105");
    refused_with("yardzee:upper-bonus=35@106", "'106'");
    refused_with("yardzee:upper-bonus=35@", "'' isn't valid for the total after the @.");
    refused_with("yardzee:upper-bonus=@63", "'' isn't valid for upper-bonus.");
    refused_with("yardzee:upper-bonus=35@63@63", "'63@63'");
    refused_with("yardkle:goal=0",
                 "'0' isn't valid for goal. Use a whole number from 50 to 1000000.");
    refused_with("yardkle:entry=100050", "from 0 to 100000");
}

CLAIM(very_long_input_is_shortened_in_the_error) {
    char spec[3000], words[512];
    memset(spec, 'x', sizeof spec);
    spec[sizeof spec - 1] = '\0';
    refused(spec, words, sizeof words);
    memcpy(spec, "yardzee:", 8);
    refused(spec, words, sizeof words);
    memcpy(spec, "yardzee:joker=", 14);
    refused(spec, words, sizeof words);
    memcpy(spec, "yardkle:goal=", 13);
    refused(spec, words, sizeof words);
}

/* ---- the books ---- */

static void check_boxes(const struct book *book) {
    assert_in_range(book->box_count, 1, BOXES_MAX);
    assert_true(book->rolls > 0);
    for (int i = 0; i < book->box_count; i++) {
        const struct box *box = &book->boxes[i];
        assert_true(box->key && box->label && box->how);
        assert_null(strpbrk(box->key, " =,/:#")); /* reserved in the table language */
        assert_string_not_equal(box->key, "bonus");
        for (int k = 0; k < i; k++)
            assert_string_not_equal(box->key, book->boxes[k].key);
    }
}

CLAIM(every_book_has_everything_that_menus_and_sheets_show) {
    EACH_BOOK(book) {
        const struct book *b = *book;
        assert_true(b->id && b->name && b->about && b->source);
        assert_null(strpbrk(b->id, " =,/:#"));
        assert_in_range(b->dice, 1, DICE_MAX);
        assert_true(b->columns > 0);
        for (const struct book *const *other = books; other < book; other++)
            assert_string_not_equal(b->id, (*other)->id);
        if (b->family == FAMILY_SHEET) {
            check_boxes(b);
        } else {
            assert_non_null(b->bust);
            assert_int_equal(b->hands[HANDS_MAX - 1].label, M_NONE); /* the list is terminated */
        }
    }
}

static void fits(enum message message, size_t most) {
    for (int i = 0; message && languages[i]; i++) {
        const char *words = words_in(message, languages[i]);
        if (strlen(words) > most)
            fail_msg("%s: '%s' has %zu bytes, at most %zu fit", languages[i]->tag, words,
                     strlen(words), most);
    }
}

/* Longer texts would not fit into the buffer for hashing rules, the score sheets or the menus. */
CLAIM(no_text_of_a_book_is_too_long_in_any_language) {
    EACH_BOOK(book) {
        const struct book *b = *book;
        fits(b->about, 120);
        fits(b->source, 120);
        fits(b->bonus, 47);
        for (int rule = 0; rule < RULES_COUNT; rule++)
            fits(b->cites[rule], 120);
        for (int i = 0; i < b->box_count; i++) {
            fits(b->boxes[i].label, 47);
            fits(b->boxes[i].how, 47);
        }
        for (int i = 0; i < HANDS_MAX; i++)
            fits(b->hands[i].label, 47);
    }
}

/* All rules in force, one after the other. */
static void all_words(const struct rules *r, char *data, size_t size) {
    struct text out = text_start(data, size);
    for (int rule = 0; rule < RULES_COUNT; rule++) {
        size_t before = out.len;
        bool in_force = rule_words(r, (enum rule)rule, &out);
        assert_int_equal(in_force, out.len > before);
        assert_true(!in_force || rule_title(r->book, (enum rule)rule)[0]);
        text_put(&out, "\n");
    }
    assert_false(out.cut);
}

CLAIM(every_parameter_value_changes_the_rules_text) {
    EACH_BOOK(book) {
        for (const struct param *p = params; p->name; p++) {
            char words[2][8192];
            int list[8], n = p->family == (*book)->family ? values_of(p, list) : 0;
            for (int i = 1; i < n; i++) {
                struct rules one = rules_of(*book), other = one;
                set_param(&one.params, p->first, list[i - 1]);
                set_param(&other.params, p->first, list[i]);
                all_words(&one, words[0], sizeof words[0]);
                all_words(&other, words[1], sizeof words[1]);
                assert_string_not_equal(words[0], words[1]);
            }
        }
    }
}

CLAIM(every_rule_that_a_book_cites_is_in_force) {
    EACH_BOOK(book) {
        struct rules r = rules_of(*book);
        for (int rule = 0; rule < RULES_COUNT; rule++) {
            char words[2048];
            struct text out = TEXT_IN(words);
            if ((*book)->cites[rule] && !rule_words(&r, (enum rule)rule, &out))
                fail_msg("%s cites %s, which it does not have", (*book)->id,
                         rule_name((enum rule)rule));
        }
    }
}

CLAIM(every_rule_has_a_unique_name) {
    for (int rule = 0; rule < RULES_COUNT; rule++) {
        assert_non_null(rule_name((enum rule)rule));
        for (int other = 0; other < rule; other++)
            assert_string_not_equal(rule_name((enum rule)rule), rule_name((enum rule)other));
    }
}

CLAIM(the_template_can_be_played_but_is_not_listed) {
    struct rules r = rules_of(&book_template);
    struct draw draw = {11};
    struct game g;
    check_boxes(&book_template);
    assert_null(book_find(span_of("template")));
    game_start(&r, &g, 3, 1);
    int actions = 0;
    while (g.phase != PHASE_OVER) {
        assert_true(actions++ < 3 * 2 * 6);
        assert_int_equal(game_apply(&r, &g, any_action(&r, &g, &draw)), ALLOWED);
    }
    for (int seat = 0; seat < 3; seat++)
        assert_int_equal(g.turns[seat], book_template.box_count);
    assert_true(set_any(game_winners(&r, &g)));
    game_start(&r, &g, 1, 0);
    play(&r, &g, "roll 6 6 6 1 2; score sixes; roll 6 6 6 6 6; score chance");
    assert_int_equal(game_total(&r, &g, 0), 18 + 30);
}

static bool is_sentence(const char *s) {
    size_t n = strlen(s);
    return n > 10 && s[0] >= 'A' && s[0] <= 'Z' && s[n - 1] == '.';
}

CLAIM(every_parameter_has_what_a_form_needs) {
    for (const struct param *p = params; p->name; p++) {
        assert_true(p->label && p->title && p->meaning);
        assert_int_equal(p->words != NULL, p->choices != NULL);
        assert_int_equal(p->words != NULL, p->titles != NULL);
        assert_int_equal(p->second >= 0, p->second_label != M_NONE);
        for (int i = 0; p->words && p->words[i]; i++)
            assert_true(p->titles[i] && is_sentence(words_of(p->choices[i])));
        assert_true(p->words || (p->step > 0 && p->min % p->step == 0 && p->max % p->step == 0));
        for (int i = 0; books[i] && !p->words; i++) {
            int value = param_value(&books[i]->params, p->first);
            assert_true(books[i]->family != p->family ||
                        (value >= p->min && value <= p->max && value % p->step == 0));
        }
    }
}
