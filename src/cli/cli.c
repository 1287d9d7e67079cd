#include "cli/cli.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

int problem(const char *format, ...) {
    va_list args;
    va_start(args, format);
    fputs("yard: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    return EXIT_PROBLEM;
}

int wrong_usage(const struct verb *verb, const char *format, ...) {
    va_list args;
    va_start(args, format);
    fprintf(stderr, "yard %s: ", verb->name);
    vfprintf(stderr, format, args);
    fprintf(stderr, "\nusage: yard %s %s\n'yard %s --help' says more.\n", verb->name,
            verb->synopsis, verb->name);
    va_end(args);
    return EXIT_USAGE;
}

void print_verb_help(const struct verb *verb) {
    printf("yard %s: %s\n\nusage: yard %s %s\n\n%s", verb->name, verb->summary, verb->name,
           verb->synopsis, verb->help);
}

/* The long option nearest to a mistyped one. */
static const char *nearest_option(const char *typed, const struct option *options) {
    const char *names[32];
    int n = 0;
    for (; options[n].name && n < 30; n++)
        names[n] = options[n].name;
    names[n++] = "help";
    names[n] = NULL;
    const char *equals = strchr(typed, '=');
    struct span word = {typed, equals ? (size_t)(equals - typed) : strlen(typed)};
    return nearest_word(word, names);
}

int next_option(const struct verb *verb, int argc, char **argv, const struct option *options,
                int *ret_exit) {
    struct option all[32];
    int n = 0;
    for (; options[n].name && n < 30; n++)
        all[n] = options[n];
    all[n++] = (struct option){"help", no_argument, NULL, 'h'};
    all[n] = (struct option){0};
    opterr = 0;
    int option = getopt_long(argc, argv, ":h", all, NULL);
    if (option == 'h') {
        print_verb_help(verb);
        *ret_exit = EXIT_FINE;
        return OPTION_DONE;
    }
    if (option != '?' && option != ':')
        return option;
    /* Of several letters behind one '-' the first is wrong, and getopt has not gone past them. */
    bool letters = optind < argc && argv[optind][0] == '-' && argv[optind][1] == optopt && optopt;
    const char *typed = argv[letters ? optind : optind - 1];
    if (option == ':') {
        *ret_exit = wrong_usage(verb, "%s needs a value", typed);
    } else {
        const char *near = !strncmp(typed, "--", 2) ? nearest_option(typed + 2, options) : NULL;
        *ret_exit =
            near ? wrong_usage(verb, "there is no option %s; did you mean --%s?", typed, near)
                 : wrong_usage(verb, "there is no option %s", typed);
    }
    return OPTION_DONE;
}

/* Covers what stands from here to the end of the value. */
static void cover(char *from, const char *end) {
    while (from < end && *from)
        *from++ = '*';
}

const char *take_store(char *typed) {
    static char *copy;
    char *start = strstr(typed, "://");
    if (strncmp(typed, "postgres", 8) || !start)
        return typed;
    free(copy); /* of an option that was said twice */
    copy = strdup(typed);
    if (!copy)
        abort();
    start += 3;
    char *end = start + strcspn(start, "/?"), *at = memrchr(start, '@', (size_t)(end - start));
    char *colon = at ? memchr(start, ':', (size_t)(at - start)) : NULL;
    if (colon)
        cover(colon + 1, at);
    for (char *c = strchr(start, '?'); c; c = strchr(c + 1, '&')) {
        size_t name = strcspn(c + 1, "=&");
        if (c[1 + name] == '=' && name >= 8 && !strncmp(c + 1 + name - 8, "password", 8))
            cover(c + 2 + name, c + 2 + name + strcspn(c + 2 + name, "&"));
    }
    return copy;
}

void print_wrapped(const char *label, int indent, const char *text) {
    enum { WIDTH = 78 };
    int column = printf("%-*s", indent, label);
    bool line_start = true;
    while (*text) {
        size_t n = strcspn(text, " ");
        if (text[n] && text[n + 1] == '%') /* a number and its sign stay together */
            n += 1 + strcspn(text + n + 1, " ");
        char word[256];
        struct text w = TEXT_IN(word);
        text_put_n(&w, text, n);
        int shown = shown_width(word);
        if (!line_start && column + 1 + shown > WIDTH) {
            printf("\n%*s", indent, "");
            column = indent;
            line_start = true;
        }
        printf("%s%s", line_start ? "" : " ", word);
        column += shown + (line_start ? 0 : 1);
        line_start = false;
        text += n;
        text += strspn(text, " ");
    }
    putchar('\n');
}

void now_date(char ret_date[32], char ret_stamp[32]) {
    date_words((int64_t)time(NULL), ret_date, ret_stamp);
}

bool holds_record(const char *path) {
    static const char beginning[] = "yardstick ";
    char bytes[sizeof beginning - 1];
    struct stat there;
    if (stat(path, &there) != 0 || !S_ISREG(there.st_mode)) /* a pipe would lose what is read */
        return false;
    FILE *in = fopen(path, "r");
    bool is = in && fread(bytes, 1, sizeof bytes, in) == sizeof bytes &&
              !memcmp(bytes, beginning, sizeof bytes);
    if (in)
        fclose(in);
    return is;
}

int each_record(const struct verb *verb, int argc, char **argv,
                bool (*one)(const char *path, bool json)) {
    static const struct option options[] = {{"json", no_argument, NULL, 'j'}, {0}};
    int code, option;
    bool json = false, good = true;
    while ((option = next_option(verb, argc, argv, options, &code)) != -1) {
        if (option == OPTION_DONE)
            return code;
        json = true;
    }
    if (optind == argc)
        return wrong_usage(verb, "name at least one record");
    for (int i = optind; i < argc; i++)
        good = one(argv[i], json) && good;
    return good ? EXIT_FINE : EXIT_PROBLEM;
}

void tell_cut(const char *path, const struct record_tail *tail) {
    if (tail->found)
        problem("%s ends in the middle of line %d, after '%s'; what stands before it is whole",
                path, tail->line, tail->text);
}

struct table *read_table(const char *path, bool *ret_cut) {
    char words[1024];
    struct text error = TEXT_IN(words);
    struct record_tail tail;
    struct table *t = table_new();
    if (!t)
        abort();
    bool good = record_read(path, t, &tail, &error);
    if (good && !table_now(t)->rules.book) {
        text_add(&error, "%s holds no whole record: no rules are named", path);
        good = false;
    }
    *ret_cut = tail.found;
    tell_cut(path, &tail);
    if (good)
        return t;
    problem("%s", words);
    table_free(t);
    return NULL;
}
