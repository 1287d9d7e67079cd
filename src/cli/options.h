/* options: one table describes the options of a verb. Parsing, help, completion and the manual all
 * use it, so each option is declared once. */
#pragma once

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/say.h"
#include "core/text.h"
#include "core/words.h"

enum kind {
    KIND_FLAG,   /* bool */
    KIND_TEXT,   /* const char * */
    KIND_FILE,   /* const char *: a file to read */
    KIND_OUTPUT, /* const char *: a file to write, "-" for stdout; a record is never overwritten */
    KIND_FOLDER, /* const char * */
    KIND_STORE,  /* const char *: see take_store() */
    KIND_NUMBER, /* int or int64_t, from min to max */
    KIND_SIZE,   /* int64_t: bytes, such as 300k, 50M or 10G */
    KIND_CHOICE, /* one of `words`: its index as bool or int, or the word as const char * */
    KIND_RULES,  /* struct rules, or the text as const char * */
    KIND_BOT,    /* arguments only: completion offers the bot levels */
    KIND_OTHER,  /* parsed by `read` */
};

/* The arguments of a verb, or the values of an option that may be repeated. An option's list has
 * room for every word of the command line and is terminated by NULL. */
struct many {
    char **list;
    int count;
};

struct verb_option {
    const char *name;
    enum kind kind;
    const char *value;        /* placeholder for its value: "FILE" */
    enum message help;        /* choices, range and default are appended */
    size_t at, size;          /* offset and size of the field in the verb's request: use TO() */
    int64_t min, max;         /* range of a number */
    const char *usual;        /* default value, as typed */
    const char *const *words; /* choices, or words offered by completion; NULL-terminated */
    const char *ending;       /* file extension */
    enum message shape;       /* for the error message: "--shard must be SHAPE, not 'x'" */
    int most;                 /* maximum number of values (struct many); 0: the last value wins */
    bool required;
    bool takes_files; /* if given, the verb's arguments are files */

    /* KIND_OTHER: stores the value in ret. Texts: only validates; ret is NULL. If it sets an error,
     * that error is reported instead of the message with `shape`. */
    bool (*read)(const char *typed, void *ret, struct text *error);
};

#define TO(field)                                                                                  \
    .at = offsetof(struct request, field), .size = sizeof(((struct request *)NULL)->field)

/* The arguments of a verb: their placeholder and request field, their minimum and maximum number,
 * and the error message for a wrong number. */
#define ARGUMENTS(names, field, fewest, highest, words)                                            \
    .arguments = names, .at = offsetof(struct request, field), .least = fewest, .most = highest,   \
    .miscount = words
#define ARGUMENT_RECORDS(fewest, highest, words)                                                   \
    ARGUMENTS("RECORD", records, fewest, highest, words), .takes = KIND_FILE, .ending = "yard"
#define ARGUMENT_RULES(fewest, highest, words)                                                     \
    ARGUMENTS("RULES", sets, fewest, highest, words), .takes = KIND_RULES
#define RUNS(function) .request = sizeof(struct request), .run = function
#define OPTIONS(...)                                                                               \
    (const struct verb_option[]) {                                                                 \
        __VA_ARGS__, {                                                                             \
            0                                                                                      \
        }                                                                                          \
    }

/* Options shared by many verbs, with the same meaning everywhere. */
#define OPTION_JSON(words)                                                                         \
    { "json", .help = words, TO(json) }
#define OPTION_NO_CACHE                                                                            \
    { "no-cache", .help = M_cli_option_no_cache, TO(uncached) }
#define OPTION_THREADS                                                                             \
    { "threads", KIND_NUMBER, "N", M_cli_option_threads, TO(threads), .min = 1, .max = THREADS_MAX }
#define OPTION_RULES(words, ...)                                                                   \
    { "rules", KIND_RULES, "RULES", words, TO(rules), __VA_ARGS__ }
#define OPTION_OUT(words)                                                                          \
    { "out", KIND_FOLDER, "FOLDER", words, TO(out), .required = true }
#define OPTION_KEY_OF_STORE                                                                        \
    { "key", KIND_FILE, "FILE", M_cli_option_key_of_store, TO(key) }
#define OPTION_HOST(words)                                                                         \
    { "host", KIND_TEXT, "NAME", words, TO(hosts), .most = 16, .read = read_host }
#define OPTIONS_SCREEN                                                                             \
    {"plain", .help = M_cli_option_plain, TO(plain)},                                              \
        {"ascii", .help = M_cli_option_ascii, TO(on_screen.ascii)}, {                              \
        "speed", KIND_CHOICE, "WORD", M_cli_option_speed, TO(on_screen.speed),                     \
            .words = speed_words                                                                   \
    }

struct verb {
    const char *name;
    enum message summary; /* one line for `yard --help` */
    enum message about;   /* paragraphs, one per line */
    const char *examples; /* one per line */
    enum message program_about;
    const char *program; /* a whole program to show, and what it is; NULL if none */

    const char *arguments; /* "RECORD", "STORE FILE"; NULL if it takes none */
    size_t at;             /* offset in the request of the arguments (struct many) */
    int least, most;       /* minimum and maximum number of arguments */
    enum message miscount; /* error message for a wrong number of arguments; if the verb takes none,
                              a hint added to the message */
    enum kind takes;       /* kind of argument, for completion; see `ending` and `words` */
    const char *ending;
    const char *const *words;

    const struct verb_option *options; /* terminated by a NULL name; may be NULL */
    size_t request;                    /* size of the request that options are stored in */
    int (*run)(void *request);         /* returns the exit code */
};

/* For verb_option.read: accepts only a valid host name. */
bool read_host(const char *typed, void *ret, struct text *error);

/* All verbs in help order, NULL-terminated. */
extern const struct verb *const verbs[];

/* Parses the command line (argv[0] is the verb's name) and runs the verb. Returns the exit code;
 * usage errors have been reported. Call it once per process. */
int verb_run(const struct verb *verb, int argc, char **argv);

/* For the running verb: is_given() tells whether an option was given, and wrong_usage() reports a
 * usage error and returns EXIT_USAGE. misused() does the same as wrong_usage(), with a message from
 * the catalog. */
bool is_given(const char *name);
int wrong_usage(const char *format, ...) __attribute__((format(printf, 1, 2)));
#define misused(key, ...) misused_message(M_##key, &(struct say_##key){__VA_ARGS__})
int misused_message(enum message message, const void *places);

const struct verb *verb_find(const char *name);
const struct verb_option *option_find(const struct verb *verb, struct span name);

/* ---- text generated from the table ---- */

void print_help(void);
void print_verb_help(const struct verb *verb);

/* Help, choices, range and default: "number of positions (1 to 1000; default: 10)". */
void option_words(const struct verb_option *o, struct text *out);

/* "easy, medium or hard". */
void choice_words(const char *const *words, struct text *out);

/* "RECORD...", "[RULES]". */
void usage_arguments(const struct verb *verb, struct text *out);

/* Prints possible completions of the last word, which may be incomplete. Called by
 * completion/yard.bash. */
int complete(int count, char **words);

/* Prints the manual, in English, from a template, replacing the lines "@synopsis", "@verb NAME",
 * "@rules" and "@version". */
int print_manual(const char *template);
