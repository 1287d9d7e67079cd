/* The guide to a rule set: complete for every book and house rule, true to what the referee does,
 * and clear about what is ours. */
#include <string.h>

#include "core/say.h"
#include "rules/books.h"
#include "rules/guide.h"
#include "support.h"

#define EACH_BOOK(book) for (const struct book *const *book = books; *book; book++)

struct written {
    struct text out;
    int headings, steps, parts;
    bool bad; /* a part lacks what its kind needs */
};

static void write_part(void *arg, const struct guide_part *part) {
    struct written *w = arg;
    w->parts++;
    w->headings += part->kind == GUIDE_HEADING;
    w->steps += part->kind == GUIDE_STEP;
    w->bad |= !part->words || !part->words[0] ||
              (part->kind == GUIDE_ITEM) != (part->label != NULL) ||
              (part->kind == GUIDE_STEP) != (part->dice.bits != 0) || strlen(part->words) >= 2047;
    if (part->kind == GUIDE_HEADING)
        text_add(&w->out, "# %s\n", part->words);
    else if (part->label)
        text_add(&w->out, "- %s | %s\n", part->label, part->words);
    else
        text_add(&w->out, "%s\n", part->words);
    if (part->cite)
        text_add(&w->out, "[%s]\n", part->cite);
}

static char guide_text[1 << 15];

static struct written guide_of(const struct rules *r) {
    struct written w = {.out = TEXT_IN(guide_text)};
    rules_guide(r, write_part, &w);
    assert_false(w.out.cut);
    assert_false(w.bad);
    return w;
}

static const char *guide_named(const char *spec) {
    struct rules r = rules_named(spec);
    guide_of(&r);
    return guide_text;
}

static void says(const char *spec, const char *words) {
    if (!strstr(guide_named(spec), words))
        fail_msg("the guide to %s does not say \"%s\":\n%s", spec, words, guide_text);
}

static void says_not(const char *spec, const char *words) {
    if (strstr(guide_named(spec), words))
        fail_msg("the guide to %s says \"%s\"", spec, words);
}

CLAIM(every_book_has_a_guide_in_every_language) {
    for (int i = 0; languages[i]; i++) {
        say_language(languages[i]);
        EACH_BOOK(book) {
            struct rules r = rules_of(*book);
            struct written w = guide_of(&r);
            assert_true(w.headings >= 10);
            assert_true(w.steps >= 2);
            assert_true(strstr(guide_text, words_of(M_guide_title_needs)) != NULL);
            assert_true(strstr(guide_text, words_of(M_guide_title_solo)) != NULL);
            assert_true(strstr(guide_text, words_of(M_guide_cocked)) != NULL);
            assert_true(strstr(guide_text, words_of((*book)->source)) != NULL);
        }
    }
    say_language(languages[0]);
}

CLAIM(every_box_and_every_set_is_in_the_guide) {
    EACH_BOOK(book) {
        struct rules r = rules_of(*book);
        guide_of(&r);
        for (int i = 0; i < (*book)->box_count; i++) {
            LOCAL_TEXT(label, 128);
            text_add(&label, "\n- %s | ", words_of((*book)->boxes[i].label));
            assert_true(strstr(guide_text, label.data) != NULL);
        }
        for (const struct hand *hand = (*book)->hands; hand->label; hand++) {
            LOCAL_TEXT(line, 128);
            text_add(&line, "\n- %s | %d points\n", words_of(hand->label), hand->points);
            assert_true(strstr(guide_text, line.data) != NULL);
        }
    }
}

/* Under every value of every parameter the example ends with the end of a turn. */
CLAIM(the_example_turn_always_comes_to_an_end) {
    static const char *const specs[] = {
        "yardkle:entry=0",      "yardkle:entry=300",    "yardkle:entry=1000",
        "yardkle:entry=100000", "yardkle:hot-dice=may", "yardkle:set-aside=all",
        "farkle:entry=2000",    "farkle:hot-dice=must", "farkle:goal=50"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        const char *text = guide_named(specs[i]);
        if (!strstr(text, "You stop and bank") &&
            !strstr(text, "your turn is over.\n# What scores"))
            fail_msg("%s: the example has no end:\n%s", specs[i], text);
    }
    EACH_BOOK(book) {
        if ((*book)->family == FAMILY_SHEET)
            says((*book)->id, "Your turn is over.\n# Upper section");
    }
}

CLAIM(the_example_of_a_sheet_game_offers_what_the_boxes_score) {
    says("yardzee", "Roll 1: 2 3 3 5 6. You keep 3 3 and roll the other 3 dice again.\n"
                    "Roll 2: 3 3 3 4 6. You keep 3 3 3 and roll the other 2 dice again.\n"
                    "Roll 3: 3 3 3 6 6. You could score Threes 9, Sixes 12, 3 of a kind 21, "
                    "Full house 25, Chance 21. Every other box would get 0. You choose Full house "
                    "and write 25 there.");
    says("yatzy",
         "You could score Threes 9, Sixes 12, One pair 12, Two pairs 18, Three of a kind 9, "
         "Full house 21, Chance 21.");
}

CLAIM(the_example_of_a_press_game_follows_the_rules_in_force) {
    says("yardkle",
         "Roll 1: 1 3 3 4 6 6. You set aside 1, which scores 100. This turn so far: 100. "
         "You need 500 to get on the score sheet, so you roll the other 5 dice.\n"
         "Roll 2: 2 4 4 4 6. You set aside 4 4 4, which scores 400. This turn so far: "
         "500. You stop and bank 500 points.");
    says("yardkle:entry=0", "You go on and roll the other 5 dice.");
    says("yardkle:entry=1000",
         "Roll 3: 1 5. You set aside 1 5, which scores 150. This turn so far: "
         "650. All 6 dice are set aside, so you roll all of them again.");
    says("yardkle:entry=100000", "No die scores: that's a Yardkle.");
    says("yardkle:entry=100000", "You lose the 1150 points of this turn, and your turn is over.");
}

CLAIM(conditions_of_boxes_come_from_their_patterns) {
    says("yardzee", "- 3 of a kind | 3 or more of a kind: sum of all dice\n"
                    "- 4 of a kind | 4 or more of a kind: sum of all dice\n"
                    "- Full house | three of one number and two of another: 25 points\n"
                    "- Sm. straight | 4 numbers in sequence, such as 1-2-3-4: 30 points\n"
                    "- Lg. straight | 5 numbers in sequence, such as 1-2-3-4-5: 40 points\n"
                    "- YARDZEE | any 5 of a kind: 50 points\n"
                    "- Chance | any dice: sum of all dice\n");
    says("yatzy", "- One pair | a pair: sum of those 2 dice, the highest if there's a choice\n"
                  "- Two pairs | 2 pairs of different numbers: sum of those 4 dice, ");
    says("yatzy",
         "- Small straight | 1-2-3-4-5: 15 points\n- Large straight | 2-3-4-5-6: 20 points\n"
         "- Full house | three of one number and two of another: sum of all dice\n");
}

CLAIM(the_bonus_total_is_three_of_each_number) {
    says("yahtzee", "63 is 3 of each number");
    says("yahtzee:upper-bonus=35@84", "84 is 4 of each number");
    says_not("yahtzee:upper-bonus=35@70", "of each number");
    says_not("yahtzee:upper-bonus=0", "of each number");
}

#define ZEROS "; 0 in any other open box\n"
#define PLAIN "Fours 20, 3 of a kind 20, 4 of a kind 20, Chance 20" ZEROS
#define ALL_FILLED ", Fours and the rest of the lower section filled | 0 in any open box\n"

CLAIM(five_of_a_kind_is_shown_at_every_stage_of_each_joker_rule) {
    static const char *const stages[][2] = {
        {"yardzee", "YARDZEE open | Fours 20, 3 of a kind 20, 4 of a kind 20, YARDZEE 50, "
                    "Chance 20" ZEROS},
        {"yardzee", "YARDZEE filled, Fours open | " PLAIN},
        {"yardzee", "YARDZEE and Fours filled | 3 of a kind 20, 4 of a kind 20, Full house 25, "
                    "Sm. straight 30, Lg. straight 40, Chance 20" ZEROS},
        {"yardzee", "YARDZEE" ALL_FILLED},
        {"yahtzee", "YAHTZEE filled, Fours open | only Fours 20\n"},
        {"yahtzee", "YAHTZEE and Fours filled | only 3 of a kind 20, 4 of a kind 20, "
                    "Full house 25, Small straight 30, Large straight 40, Chance 20\n"},
        {"yahtzee", "YAHTZEE" ALL_FILLED},
        {"yahtzee-classic", "YAHTZEE (50) filled, Fours open | only Fours 20\n"},
        {"yahtzee-classic", "YAHTZEE (0) filled, Fours open | " PLAIN},
        {"yahtzee-classic", "YAHTZEE (50) and Fours filled | only 3 of a kind 20, 4 of a kind 20, "
                            "Full house 25, Low straight 30, High straight 40, Chance 20\n"},
        {"yahtzee-classic", "YAHTZEE (0) and Fours filled | 3 of a kind 20, 4 of a kind 20, "
                            "Full house 25, Low straight 30, High straight 40, Chance 20" ZEROS},
        {"yahtzee-classic", "YAHTZEE" ALL_FILLED},
        {"yahtzee:joker=none",
         "YAHTZEE and Fours filled | 3 of a kind 20, 4 of a kind 20, Chance 20" ZEROS},
    };
    for (size_t i = 0; i < sizeof stages / sizeof *stages; i++)
        says(stages[i][0], stages[i][1]);
}

CLAIM(four_and_five_of_a_kind_are_explained_where_they_have_no_points) {
    says("yardkle",
         "- any 4 of a kind | 1-1-1-1 scores 1100.* Of 2-2-2-2 you can set aside only 2-2-2, "
         "for 200.*\n- any 5 of a kind | 1-1-1-1-1 scores 1200.* Of 2-2-2-2-2 ");
    says("farkle", "- any 4 of a kind | 1000 points\n- any 5 of a kind | 2000 points\n");
}

CLAIM(totals_add_up_as_the_parameters_say) {
    says("yahtzee", "plus 35 if you earned the bonus");
    says("yahtzee", "plus 100 for each check mark under YAHTZEE BONUS");
    says("yahtzee-classic", "plus 100 for each bonus chip");
    says("yahtzee:bonus=0,upper-bonus=0", "- Upper total | sum of the upper boxes\n"
                                          "- Lower total | sum of the lower boxes\n");
}

/* A sentence is marked if the book does not say it; what a house rule changes is named as such, and
 * the book is not cited for it. */
CLAIM(our_own_rulings_and_house_rules_are_marked) {
    says("yahtzee",
         "the highest total starts. Play then goes clockwise. Players tied for the highest "
         "total roll again.*\n[2003 Yahtzee instructions, How to Play]\n");
    says("yahtzee", "The highest grand total wins. Tied players share the win.*\n"
                    "[2003 Yahtzee instructions, How to Win]\n");
    says("yardzee", "even if the dice would score there.*\n#");
    says("yahtzee", "even if the dice would score there.\n[2003 Yahtzee instructions, Scoring]\n");
    says("yardzee", "The highest grand total wins.* Tied players share the win.*\n#");
    says("yardkle",
         "which one is up to you.* A combination must come from a single roll. Every die");
    says("yardkle:entry=1000", "1000 points or more in one turn. (house rule)\n#");
    says("yardkle:final-round=rest", "(house rule)\n# Who wins\n");
    says_not("yardkle", "(house rule)");
    EACH_BOOK(book) {
        says((*book)->id, "The other dice stay as they are.*\n");
        says((*book)->id, "Sentences with * are our own rulings");
    }
}

CLAIM(each_parameter_changes_the_rule_it_belongs_to_and_no_other) {
    EACH_BOOK(book) {
        for (const struct param *p = params; p->name; p++) {
            if (p->family != (*book)->family)
                continue;
            struct rules r = rules_of(*book);
            int value = param_value(&r.params, p->first);
            int other = p->words ? !value : value == p->max ? p->min : p->max;
            memcpy((char *)&r.params + p->first, &other, sizeof other);
            LOCAL_TEXT(own, 2048);
            LOCAL_TEXT(changed, 2048);
            struct rules by_book = rules_of(*book);
            for (int rule = 0; rule < RULES_COUNT; rule++) {
                assert_int_equal(rule_changed(&r, (enum rule)rule), rule == (int)p->rule);
                text_clear(&own);
                text_clear(&changed);
                rule_words(&by_book, (enum rule)rule, &own);
                rule_words(&r, (enum rule)rule, &changed);
                if (strcmp(own.data, changed.data) != 0 && rule != (int)p->rule)
                    fail_msg("%s: %s changes rule %s", (*book)->id, p->name,
                             rule_name((enum rule)rule));
            }
        }
    }
}

CLAIM(rules_that_a_book_does_not_have_are_not_in_its_guide) {
    says("yahtzee-classic", "# Partners\n");
    says_not("yahtzee", "# Partners\n");
    says_not("yardkle", "# Partners\n");
    says("yahtzee-classic", "# Settlement\n");
    says_not("yahtzee", "# Settlement\n");
    says_not("yahtzee-classic:settlement=off", "# Settlement\n");
    says("yardkle:settlement=on", "# Settlement\n");
    says("yardkle", "# Entering the game\n");
    says_not("yardkle:entry=0", "# Entering the game\n");
    says_not("yatzy", "# Joker\n");
}

CLAIM(a_new_book_gets_a_guide_without_code) {
    struct rules r = rules_of(&book_template);
    guide_of(&r);
    assert_true(strstr(guide_text, "- Sixes | sum of the 6s\n") != NULL);
    assert_true(strstr(guide_text, "- Chance | any dice: sum of all dice\n") != NULL);
    assert_null(strstr(guide_text, "of a kind\n"));
}
