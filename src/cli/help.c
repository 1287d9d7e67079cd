/* Help for the terminal, generated from the tables of verbs. */
#include <string.h>

#include "cli/cli.h"

void choice_words(const char *const *words, struct text *out) {
    LOCAL_TEXT(others, 256);
    for (int i = 0; words[i]; i++) {
        if (words[i + 1])
            text_add(&others, "%s%s", i ? ", " : "", words[i]);
        else if (i)
            say(out, cli_option_or, .others = others.data, .last = words[i]);
        else
            text_put(out, words[i]);
    }
}

void option_words(const struct verb_option *o, struct text *out) {
    text_put(out, words_of(o->help));
    if (o->kind == KIND_CHOICE) {
        text_put(out, ": ");
        choice_words(o->words, out);
    }
    bool range = o->kind == KIND_NUMBER && o->max < INT32_MAX;
    if (range || o->usual)
        text_put(out, " (");
    if (range)
        say(out, cli_option_range, .min = o->min, .max = o->max);
    if (range && o->usual)
        text_put(out, "; ");
    if (o->usual)
        say(out, cli_option_default, .value = o->usual);
    if (range || o->usual)
        text_put(out, ")");
}

void usage_arguments(const struct verb *verb, struct text *out) {
    if (verb->arguments)
        text_add(out, verb->least ? "%s%s" : "[%s%s]", verb->arguments,
                 verb->most > 1 && !strchr(verb->arguments, ' ') ? "..." : "");
}

static void print_usage(const struct verb *verb) {
    enum { WIDTH = 78 };
    char item[128];
    const char *usage = words_of(M_cli_help_usage);
    int indent = shown_width(usage) + 1;
    fputs(usage, stdout);
    int column = indent - 1 + printf(" yard %s", verb->name);
    for (const struct verb_option *o = verb->options;; o++) {
        struct text t = TEXT_IN(item);
        bool last = !o || !o->name;
        if (last)
            usage_arguments(verb, &t);
        else
            text_add(&t, o->required ? "--%s%s%s%s" : "[--%s%s%s]%s", o->name, o->value ? " " : "",
                     o->value ? o->value : "", o->most ? "..." : "");
        if (column + 1 + (int)t.len > WIDTH)
            column = printf("\n%*s", indent - 1, "") - 1;
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

static void print_indented(const char *lines) {
    struct span rest = span_of(lines), line;
    while (span_item(&rest, '\n', &line))
        printf("  %.*s\n", (int)line.len, line.at);
}

void print_verb_help(const struct verb *verb) {
    printf("yard %s: %s\n\n", verb->name, words_of(verb->summary));
    print_usage(verb);
    putchar('\n');
    print_lines(0, words_of(verb->about));
    if (verb->options)
        putchar('\n');
    print_options(verb);
    if (verb->program) {
        putchar('\n');
        print_lines(0, words_of(verb->program_about));
        putchar('\n');
        print_indented(verb->program);
    }
    printf("\n%s\n", words_of(M_cli_help_examples));
    print_indented(verb->examples);
}

static void print_summary(const char *name, const char *summary) {
    LOCAL_TEXT(label, 64);
    text_add(&label, "  %s", name);
    print_wrapped(label.data, 15, summary);
}

static void print_book(const struct book *book) {
    LOCAL_TEXT(label, 64);
    LOCAL_TEXT(words, 256);
    text_add(&label, "  %s", book->id);
    text_add(&words, "%s: %s", book->name, words_of(book->about));
    print_wrapped(label.data, 19, words.data);
}

void print_help(void) {
    const char *usage = words_of(M_cli_help_usage);
    int indent = shown_width(usage) + 1;
    printf("yard: %s\n\n", words_of(M_cli_help_yard));
    printf("%s yard [COMMAND] [OPTIONS]\n", usage);
    printf("%*syard --version\n", indent, "");
    print_lines(indent, words_of(M_cli_help_no_verb));
    print_lines(indent, words_of(M_cli_help_lang));
    putchar('\n');
    for (int i = 0; verbs[i]; i++)
        print_summary(verbs[i]->name, words_of(verbs[i]->summary));
    print_summary("help", words_of(M_cli_help_help));
    putchar('\n');
    tell_line(cli_help_rule_sets);
    for (int i = 0; books[i]; i++)
        print_book(books[i]);
    putchar('\n');
    tell_line(cli_help_parameters);
    tell_line(cli_help_manual);
}
