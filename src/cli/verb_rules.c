#include "cli/cli.h"
#include "rules/guide.h"
#include "talk/answers.h"

/* A part of the guide: steps are numbered, and items hang from their labels. */
static void print_part(void *arg, const struct guide_part *part) {
    enum { LABEL_WIDTH = 18 };
    int *step = arg;
    LOCAL_TEXT(w, 4096);
    LOCAL_TEXT(label, 512);
    text_put(&w, part->words);
    if (part->cite)
        text_add(&w, " [%s]", part->cite);
    *step = part->kind == GUIDE_STEP ? *step + 1 : 0;
    switch (part->kind) {
    case GUIDE_HEADING:
        printf("\n%s\n", w.data);
        break;
    case GUIDE_TEXT:
        print_wrapped("", 2, w.data);
        break;
    case GUIDE_ITEM:
        text_add(&label, "  %s", part->label);
        if (shown_width(label.data) >= LABEL_WIDTH)
            text_put(&label, ":"); /* what it means begins on the next line */
        print_wrapped(label.data, LABEL_WIDTH, w.data);
        break;
    case GUIDE_STEP:
        text_add(&label, "  %d. ", *step);
        print_wrapped(label.data, 5, w.data);
        break;
    }
}

static void print_box_names(const struct book *book) {
    LOCAL_TEXT(names, BOXES_MAX * (BOX_KEY_MAX + 2));
    LOCAL_TEXT(w, 1024);
    for (int i = 0; i < book->box_count; i++)
        text_add(&names, "%s%s", i ? ", " : "", book->boxes[i].key);
    say(&w, cli_rules_box_names, .names = names.data);
    putchar('\n');
    print_wrapped("", 0, w.data);
}

static void print_rules(const struct rules *r) {
    LOCAL_TEXT(w, 1024);
    rules_print(r, &w);
    printf("%s (%s)\n", r->book->name, w.data);
    int step = 0;
    rules_guide(r, print_part, &step);
    if (r->book->family == FAMILY_SHEET)
        print_box_names(r->book);
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
