/* Help for the terminal, generated from the tables of verbs. */
#include <string.h>

#include "cli/cli.h"

void option_words(const struct verb_option *o, struct text *out) {
    text_put(out, o->help);
    for (int i = 0; o->kind == KIND_CHOICE && o->words[i]; i++)
        text_add(out, "%s%s", !i ? ": " : o->words[i + 1] ? ", " : " or ", o->words[i]);
    bool range = o->kind == KIND_NUMBER && o->max < INT32_MAX;
    if (range)
        text_add(out, " (%lld to %lld", (long long)o->min, (long long)o->max);
    if (o->usual)
        text_add(out, "%sdefault: %s", range ? "; " : " (", o->usual);
    if (range || o->usual)
        text_put(out, ")");
}

void usage_arguments(const struct verb *verb, struct text *out) {
    if (verb->arguments)
        text_add(out, verb->least ? "%s%s" : "[%s%s]", verb->arguments,
                 verb->most > 1 && !strchr(verb->arguments, ' ') ? "..." : "");
}

static void print_usage(const struct verb *verb) {
    enum { WIDTH = 78, INDENT = 7 };
    char item[128];
    int column = printf("usage: yard %s", verb->name);
    for (const struct verb_option *o = verb->options;; o++) {
        struct text t = TEXT_IN(item);
        bool last = !o || !o->name;
        if (last)
            usage_arguments(verb, &t);
        else
            text_add(&t, o->required ? "--%s%s%s%s" : "[--%s%s%s]%s", o->name, o->value ? " " : "",
                     o->value ? o->value : "", o->most ? "..." : "");
        if (column + 1 + (int)t.len > WIDTH)
            column = printf("\n%*s", INDENT - 1, "") - 1;
        column += printf(t.len ? " %s" : "%s", item);
        if (last)
            break;
    }
    putchar('\n');
}

static void print_options(const struct verb *verb) {
    enum { INDENT_MAX = 24 };
    char label[64], words[1024];
    int indent = 0;
    for (const struct verb_option *o = verb->options; o && o->name; o++) {
        int width = (int)(strlen(o->name) + (o->value ? strlen(o->value) + 1 : 0)) + 7;
        indent = width > indent && width <= INDENT_MAX ? width : indent;
    }
    for (const struct verb_option *o = verb->options; o && o->name; o++) {
        struct text l = TEXT_IN(label), w = TEXT_IN(words);
        text_add(&l, "  --%s%s%s", o->name, o->value ? " " : "", o->value ? o->value : "");
        option_words(o, &w);
        bool fits = (int)l.len + 2 < indent + 1;
        if (!fits)
            puts(label);
        print_wrapped(fits ? label : "", indent, words);
    }
}

static void print_lines(const char *lines, bool wrap) {
    while (*lines) {
        LOCAL_TEXT(l, 2048);
        size_t n = strcspn(lines, "\n");
        text_put_n(&l, lines, n);
        if (wrap)
            print_wrapped("", 0, l.data);
        else
            printf("  %s\n", l.data);
        lines += n + (lines[n] == '\n');
    }
}

void print_verb_help(const struct verb *verb) {
    printf("yard %s: %s\n\n", verb->name, verb->summary);
    print_usage(verb);
    putchar('\n');
    print_lines(verb->about, true);
    if (verb->options)
        putchar('\n');
    print_options(verb);
    puts("\nexamples:");
    print_lines(verb->examples, false);
}

void print_help(void) {
    puts("yard: play, referee, score and keep dice games\n\n"
         "usage: yard [VERB] [OPTIONS]\n"
         "       yard --version\n"
         "       without a verb: yard serve, in a browser\n");
    for (int i = 0; verbs[i]; i++)
        printf("  %-12s %s\n", verbs[i]->name, verbs[i]->summary);
    puts("  help         this text, or 'yard help VERB'\n"
         "\n"
         "rule sets:");
    for (int i = 0; books[i]; i++)
        printf("  %-16s %s, %s\n", books[i]->id, books[i]->name, books[i]->about);
    puts("\nA rule set may be changed by named parameters: yahtzee:joker=free,bonus=0\n"
         "Every verb has examples: 'yard VERB --help'. The manual: 'man yard'.");
}
