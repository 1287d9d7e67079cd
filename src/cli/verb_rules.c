#include "cli/cli.h"
#include "rules/sheet.h"
#include "talk/answers.h"

static void print_boxes(const struct book *book) {
    puts("\nThe boxes:");
    for (int i = 0; i < book->box_count; i++)
        printf("  %-15s %-16s %s\n", book->boxes[i].key, book->boxes[i].label, book->boxes[i].how);
}

static void print_points(const struct book *book) {
    puts("\nWhat a throw scores:");
    for (int n = 1; n <= DICE_MAX; n++) {
        for (int face = 1; face <= FACES; face++) {
            LOCAL_TEXT(d, 32);
            if (!book->of_a_kind[face][n])
                continue;
            text_dice(&d, dice_with((struct dice){0}, face, n), "-");
            printf("  %-24s %d\n", d.data, book->of_a_kind[face][n]);
        }
    }
    for (const struct hand *hand = book->hands; hand->label; hand++)
        printf("  %-24s %d\n", hand->label, hand->points);
}

static void print_rules(const struct rules *r) {
    LOCAL_TEXT(w, 1024);
    rules_print(r, &w);
    printf("%s (%s)\nSource: %s\n\n", r->book->name, w.data, r->book->source);
    for (int rule = 0; rule < RULES_COUNT; rule++) {
        text_clear(&w);
        if (rule_words(r, (enum rule)rule, &w))
            print_wrapped(rule_name((enum rule)rule), 14, w.data);
    }
    if (r->book->family == FAMILY_SHEET)
        print_boxes(r->book);
    else
        print_points(r->book);
    puts("\nHouse rules that can be switched:");
    for (const struct param *p = params; p->name; p++) {
        if (p->family != r->book->family)
            continue;
        text_clear(&w);
        param_print(p, &r->params, &w);
        printf("  %-22s %s\n", w.data, p->meaning);
        for (int i = 0; p->words && p->words[i]; i++) {
            text_clear(&w);
            text_add(&w, "    %s", p->words[i]);
            print_wrapped(w.data, 14, p->choices[i]);
        }
    }
}

struct request {
    bool json;
    struct many sets;
};

static void print_json(const struct rules *one) {
    static char buffer[1 << 16];
    struct text out = TEXT_IN(buffer);
    struct json j = json_start(&out);
    if (one) {
        json_book(&j, one);
    } else {
        json_open(&j, NULL, '[');
        for (int i = 0; books[i]; i++) {
            struct rules r = rules_of(books[i]);
            json_book(&j, &r);
        }
        json_close(&j, ']');
    }
    puts(buffer);
}

static int run(void *request) {
    const struct request *q = request;
    LOCAL_TEXT(error, 1024);
    struct rules one;
    bool all = !q->sets.count;
    if (!all && !rules_parse(span_of(q->sets.list[0]), &one, &error))
        return wrong_usage("%s", error.data);
    if (q->json) {
        print_json(all ? NULL : &one);
    } else if (all) {
        for (int i = 0; books[i]; i++)
            printf("%-16s %s: %s\n", books[i]->id, books[i]->name, books[i]->about);
        puts("\n'yard rules ID' prints the rules of one.");
    } else {
        print_rules(&one);
    }
    return EXIT_FINE;
}

const struct verb verb_rules = {
    .name = "rules",
    .summary = "print the rules in force, in plain words",
    .about = "With the boxes or points, and the house rules that can be switched. Without RULES: "
             "the list of rule sets.",
    .examples = "yard rules\n"
                "yard rules yardkle\n"
                "yard rules yahtzee:joker=free,bonus=0\n"
                "yard rules --json yardkle:set-aside=all",
    ARGUMENT_RULES(0, 1, "one rule set at a time"),
    .options = OPTIONS(OPTION_JSON("one JSON object, or a list of them")),
    RUNS(run),
};
