#include "cli/options.h"

#include <getopt.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "core/memory.h"
#include "net/hosts.h"

enum { OPTIONS_MAX = 30, OPTION_HELP = 1000 };

static const struct verb *verb; /* the running verb */
static uint32_t given;          /* one bit per option */

/* Prints the usage, after an error message. */
static int print_right_usage(void) {
    LOCAL_TEXT(a, 128);
    usage_arguments(verb, &a);
    fprintf(stderr, "%s yard %s%s%s%s\n%s\n", words_of(M_cli_help_usage), verb->name,
            verb->options ? " [OPTION]..." : "", a.len ? " " : "", a.data,
            WORDS(cli_help_more, .verb = verb->name));
    return EXIT_USAGE;
}

int wrong_usage(const char *format, ...) {
    char words[8192];
    va_list args;
    va_start(args, format);
    int n = snprintf(words, sizeof words, "yard %s: ", verb->name);
    vsnprintf(words + n, sizeof words - (size_t)n, format, args);
    va_end(args);
    report(words);
    return print_right_usage();
}

int misused_message(enum message message, const void *places) {
    LOCAL_TEXT(words, 8192);
    text_add(&words, "yard %s: ", verb->name);
    say_message(&words, message, places);
    report(words.data);
    return print_right_usage();
}

const struct verb_option *option_find(const struct verb *v, struct span name) {
    for (const struct verb_option *o = v->options; o && o->name; o++) {
        if (span_is(name, o->name))
            return o;
    }
    return NULL;
}

static int count_options(void) {
    int n = 0;
    while (verb->options && verb->options[n].name)
        n++;
    return n;
}

bool is_given(const char *name) {
    const struct verb_option *o = option_find(verb, span_of(name));
    if (!o)
        abort();
    return given >> (o - verb->options) & 1;
}

/* ---- values ---- */

bool read_host(const char *typed, void *ret, struct text *error) {
    (void)ret;
    if (!host_is_name(span_of(typed)))
        say(error, cli_option_no_host, .word = typed);
    return !error->len;
}

/* "10G", "50M", "300k", or bytes. */
static bool read_size(const char *typed, int64_t *ret) {
    static const char letters[] = "kMG";
    struct span digits = span_of(typed);
    const char *letter = digits.len ? strchr(letters, typed[digits.len - 1]) : NULL;
    int64_t unit = 1;
    for (const char *l = letters; letter && l <= letter; l++)
        unit *= 1000;
    digits.len -= letter != NULL;
    if (!span_number(digits, 0, INT64_C(1000000000000000) / unit, ret))
        return false;
    *ret *= unit;
    return true;
}

static void put_number(const struct verb_option *o, void *at, int64_t number) {
    if (o->size == sizeof(bool))
        *(bool *)at = number;
    else if (o->size == sizeof(int))
        *(int *)at = (int)number;
    else
        *(int64_t *)at = number;
}

static bool read_choice(const struct verb_option *o, const char *typed, void *at) {
    int i = 0;
    while (o->words[i] && strcmp(o->words[i], typed))
        i++;
    if (!o->words[i])
        return false;
    if (o->size == sizeof(char *))
        *(const char **)at = o->words[i];
    else
        put_number(o, at, i);
    return true;
}

static bool read_rules(const struct verb_option *o, const char *typed, void *at,
                       struct text *error) {
    struct rules r;
    if (!rules_parse(span_of(typed), &r, error))
        return false;
    if (o->size == sizeof r)
        *(struct rules *)at = r;
    else
        *(const char **)at = typed;
    return true;
}

static bool read_text(const struct verb_option *o, char *typed, void *at, struct text *error) {
    if (!typed[0])
        return false;
    if (o->kind == KIND_OUTPUT && holds_record(typed))
        say(error, cli_option_is_record, .file = typed);
    if (error->len || (o->read && !o->read(typed, NULL, error)))
        return false;
    struct many *many = at;
    if (!o->most)
        *(const char **)at = o->kind == KIND_STORE ? take_store(typed) : typed;
    else if (many->count < o->most)
        many->list[many->count++] = typed;
    else
        say(error, cli_option_too_often, .n = o->most);
    return !error->len;
}

static bool read_value(const struct verb_option *o, char *typed, void *at, struct text *error) {
    int64_t number;
    switch (o->kind) {
    case KIND_FLAG:
        *(bool *)at = true;
        return true;
    case KIND_NUMBER:
    case KIND_SIZE:
        if (o->kind == KIND_SIZE ? !read_size(typed, &number)
                                 : !span_number(span_of(typed), o->min, o->max, &number))
            return false;
        put_number(o, at, number);
        return true;
    case KIND_CHOICE:
        return read_choice(o, typed, at);
    case KIND_RULES:
        return read_rules(o, typed, at, error);
    case KIND_OTHER:
        return o->read(typed, at, error);
    default:
        return read_text(o, typed, at, error);
    }
}

static int refuse(const struct verb_option *o, const char *typed, const struct text *error) {
    LOCAL_TEXT(w, 256);
    if (error->len)
        return wrong_usage("--%s: %s", o->name, error->data);
    if (o->required)
        return misused(cli_option_names, .option = o->name, .what = words_of(o->help));
    if (!typed[0] && !o->shape)
        return misused(cli_option_not_empty, .option = o->name);
    if (o->shape)
        text_put(&w, words_of(o->shape));
    else if (o->kind == KIND_SIZE)
        say(&w, cli_option_a_size);
    else if (o->kind == KIND_NUMBER && o->max == INT64_MAX)
        say(&w, cli_option_a_whole_number);
    else if (o->kind == KIND_NUMBER)
        say(&w, cli_option_a_number, .min = o->min, .max = o->max);
    if (o->kind == KIND_CHOICE)
        choice_words(o->words, &w);
    return misused(cli_option_is_not, .option = o->name, .shape = w.data, .value = typed);
}

/* ---- the command line ---- */

static const char *nearest_option(const char *typed) {
    const char *names[OPTIONS_MAX + 2] = {"help"};
    for (int i = 0; i < count_options(); i++)
        names[i + 1] = verb->options[i].name;
    return nearest_word((struct span){typed, strcspn(typed, "=")}, names);
}

/* Reports an argument that getopt_long() rejected. */
static int unreadable(int argc, char **argv, bool bare) {
    /* In a group of letters after a single '-', getopt stops at the first invalid letter without
     * advancing optind. */
    bool letters = optind < argc && argv[optind][0] == '-' && argv[optind][1] == optopt && optopt;
    const char *typed = argv[letters ? optind : optind - 1];
    if (bare)
        return misused(cli_option_needs_value, .word = typed);
    const char *near = !strncmp(typed, "--", 2) ? nearest_option(typed + 2) : NULL;
    return near ? misused(cli_option_unknown_near, .word = typed, .near = near)
                : misused(cli_option_unknown, .word = typed);
}

static bool read_options(int argc, char **argv, char *request, int *ret_exit) {
    struct option all[OPTIONS_MAX + 2] = {{"help", no_argument, NULL, OPTION_HELP}};
    int count = count_options(), option;
    for (int i = 0; i < count; i++) {
        const struct verb_option *o = &verb->options[i];
        all[i + 1] = (struct option){
            o->name, o->kind == KIND_FLAG ? no_argument : required_argument, NULL, i};
    }
    opterr = 0;
    while ((option = getopt_long(argc, argv, ":h", all, NULL)) != -1) {
        LOCAL_TEXT(error, 1024);
        *ret_exit = EXIT_FINE;
        if (option == 'h' || option == OPTION_HELP)
            print_verb_help(verb);
        else if (option == '?' || option == ':')
            *ret_exit = unreadable(argc, argv, option == ':');
        if (option >= count)
            return false;
        const struct verb_option *o = &verb->options[option];
        if (!read_value(o, optarg, request + o->at, &error)) {
            *ret_exit = refuse(o, optarg, &error);
            return false;
        }
        given |= UINT32_C(1) << option;
    }
    return true;
}

/* Checks the number of arguments and the required options; reports what is wrong. */
static bool is_whole(int count, char **arguments, char *request) {
    const struct text none = {0};
    if (count > verb->most && !verb->arguments) {
        if (verb->miscount)
            misused(cli_option_nothing_with_hint, .word = arguments[0],
                    .hint = words_of(verb->miscount));
        else
            misused(cli_option_nothing_with, .word = arguments[0]);
        return false;
    }
    if (count < verb->least || count > verb->most) {
        misused_message(verb->miscount, NULL);
        return false;
    }
    for (int i = 0; i < count_options(); i++) {
        const struct verb_option *o = &verb->options[i];
        if (o->required && !*(const char **)(request + o->at)) {
            refuse(o, "", &none);
            return false;
        }
    }
    if (verb->arguments)
        *(struct many *)(request + verb->at) = (struct many){arguments, count};
    return true;
}

/* Before parsing: allocates lists and sets defaults. */
static void prepare(int argc, char *request) {
    LOCAL_TEXT(error, 256);
    for (int i = 0; i < count_options(); i++) {
        const struct verb_option *o = &verb->options[i];
        struct many *many = (struct many *)(request + o->at);
        if (o->most)
            many->list = grab((size_t)argc + 1, sizeof *many->list);
        if (o->usual && !read_value(o, (char *)o->usual, request + o->at, &error))
            abort(); /* bad default in the table */
    }
}

int verb_run(const struct verb *chosen, int argc, char **argv) {
    char *request = grab(1, chosen->request);
    int code;
    verb = chosen;
    if (count_options() > OPTIONS_MAX)
        abort();
    prepare(argc, request);
    if (read_options(argc, argv, request, &code))
        code = is_whole(argc - optind, argv + optind, request) ? verb->run(request) : EXIT_USAGE;
    for (int i = 0; i < count_options(); i++) {
        if (verb->options[i].most)
            free(((struct many *)(request + verb->options[i].at))->list);
    }
    free(request);
    return code;
}
