#include "cli/cli.h"
#include "rules/sheet.h"
#include "talk/answers.h"

static void print_box(const struct box *box) {
    const char *label = words_of(box->label);
    int pad = 16 - shown_width(label);
    printf("  %-15s %s%*s %s\n", box->key, label, pad > 0 ? pad : 0, "", BOX_HOW(box));
}

static void print_boxes(const struct book *book) {
    printf("\n%s\n", words_of(M_cli_rules_boxes));
    for (int i = 0; i < book->box_count; i++)
        print_box(&book->boxes[i]);
}

static void print_set(const char *label, int points) {
    int pad = 26 - shown_width(label);
    printf("  %s%*s %d\n", label, pad > 0 ? pad : 0, "", points);
}

static void print_points(const struct book *book) {
    printf("\n%s\n", words_of(M_cli_rules_points));
    for (int n = 1; n <= DICE_MAX; n++) {
        for (int face = 1; face <= FACES; face++) {
            LOCAL_TEXT(d, 32);
            if (!book->of_a_kind[face][n])
                continue;
            text_dice(&d, dice_with((struct dice){0}, face, n), "-");
            print_set(d.data, book->of_a_kind[face][n]);
        }
    }
    for (const struct hand *hand = book->hands; hand->label; hand++)
        print_set(words_of(hand->label), hand->points);
}

static void print_rules(const struct rules *r) {
    LOCAL_TEXT(w, 1024);
    rules_print(r, &w);
    printf("%s (%s)\n", r->book->name, w.data);
    tell_line(cli_rules_source, .source = words_of(r->book->source));
    putchar('\n');
    for (int rule = 0; rule < RULES_COUNT; rule++) {
        text_clear(&w);
        if (rule_words(r, (enum rule)rule, &w))
            print_wrapped(rule_title(r->book, (enum rule)rule), 20, w.data);
    }
    if (r->book->family == FAMILY_SHEET)
        print_boxes(r->book);
    else
        print_points(r->book);
    printf("\n%s\n", words_of(M_cli_rules_house_rules));
    for (const struct param *p = params; p->name; p++) {
        if (p->family != r->book->family)
            continue;
        text_clear(&w);
        text_put(&w, "  ");
        param_print(p, &r->params, &w);
        print_wrapped(w.data, 25, words_of(p->meaning));
        for (int i = 0; p->words && p->words[i]; i++) {
            text_clear(&w);
            text_add(&w, "    %s", p->words[i]);
            print_wrapped(w.data, 14, words_of(p->choices[i]));
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
        for (int i = 0; books[i]; i++) {
            LOCAL_TEXT(about, 256);
            text_add(&about, "%s: %s", books[i]->name, words_of(books[i]->about));
            print_wrapped(books[i]->id, 17, about.data);
        }
        printf("\n%s\n", words_of(M_cli_rules_one));
    } else {
        print_rules(&one);
    }
    return EXIT_FINE;
}

const struct verb verb_rules = {
    .name = "rules",
    .summary = M_cli_verb_rules_summary,
    .about = M_cli_verb_rules_about,
    .examples = "yard rules\n"
                "yard rules yardkle\n"
                "yard rules yahtzee:joker=free,bonus=0\n"
                "yard rules --json yardkle:set-aside=all",
    ARGUMENT_RULES(0, 1, M_cli_verb_rules_miscount),
    .options = OPTIONS(OPTION_JSON(M_cli_option_rules_json)),
    RUNS(run),
};
