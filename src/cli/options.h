/* options: what a verb takes, as one table. Parsing, help, completion and the manual read it, so an
 * option is written down once. */
#pragma once

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/text.h"
#include "core/words.h"

enum kind {
    KIND_FLAG,   /* bool */
    KIND_TEXT,   /* const char * */
    KIND_FILE,   /* const char *: a file to read */
    KIND_OUTPUT, /* const char *: a file to write, "-" for stdout; never one that holds a record */
    KIND_FOLDER, /* const char * */
    KIND_STORE,  /* const char *: see take_store() */
    KIND_NUMBER, /* int or int64_t, from min to max */
    KIND_SIZE,   /* int64_t: bytes, as 300k, 50M or 10G */
    KIND_CHOICE, /* one of `words`: its place as bool or int, or the word as const char * */
    KIND_RULES,  /* struct rules, or the words as const char * */
    KIND_BOT,    /* of arguments: a level of bots */
    KIND_OTHER,  /* what `read` makes of it */
};

/* Arguments, or an option that may be given several times. The list of an option has room for all
 * words of the command line, and NULL at its end. */
struct many {
    char **list;
    int count;
};

struct verb_option {
    const char *name;
    enum kind kind;
    const char *value;        /* what its value is called: "FILE" */
    const char *help;         /* choices, range and default are added to it */
    size_t at, size;          /* where in the verb's request it goes: TO() */
    int64_t min, max;         /* of a number */
    const char *usual;        /* the default, as one would type it */
    const char *const *words; /* choices, or words that completion offers; NULL at the end */
    const char *ending;       /* of files */
    const char *shape;        /* for a refusal: "--shard is SHAPE, not 'x'" */
    int most;                 /* it may be given so often and goes to a struct many; 0: once */
    bool required;
    bool takes_files; /* with it, the verb's arguments are files */

    /* KIND_OTHER: makes the value. Of texts: whether it is a good one; ret is NULL. An error that
     * it writes is told instead of the shape. */
    bool (*read)(const char *typed, void *ret, struct text *error);
};

#define TO(field)                                                                                  \
    .at = offsetof(struct request, field), .size = sizeof(((struct request *)NULL)->field)

/* Of a verb: what its arguments are called, where they go, how many there are, and what is said
 * when there are fewer or more. */
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

/* Options that many verbs have, and that mean the same everywhere. */
#define OPTION_JSON(words)                                                                         \
    { "json", .help = words, TO(json) }
#define OPTION_NO_CACHE                                                                            \
    { "no-cache", .help = "neither read nor write solved tables", TO(uncached) }
#define OPTION_THREADS                                                                             \
    {                                                                                              \
        "threads", KIND_NUMBER, "N", "number of threads; by default one a processor", TO(threads), \
            .min = 1, .max = THREADS_MAX                                                           \
    }
#define OPTION_RULES(words, ...)                                                                   \
    { "rules", KIND_RULES, "RULES", words, TO(rules), __VA_ARGS__ }
#define OPTION_OUT(words)                                                                          \
    { "out", KIND_FOLDER, "FOLDER", words ", created if needed", TO(out), .required = true }
#define OPTION_KEY_OF_STORE                                                                        \
    {                                                                                              \
        "key", KIND_FILE, "FILE", "key of the server; by default the file next to the store",      \
            TO(key)                                                                                \
    }
#define OPTION_HOST(words)                                                                         \
    { "host", KIND_TEXT, "NAME", words "; once for each", TO(hosts), .most = 16, .read = read_host }
#define OPTIONS_SCREEN                                                                             \
    {"plain",                                                                                      \
     .help = "plain lines: nothing is redrawn; for pipes, screen readers and simple terminals",    \
     TO(plain)},                                                                                   \
        {"ascii", .help = "a full screen without line drawing", TO(on_screen.ascii)}, {            \
        "speed", KIND_CHOICE, "WORD", "how fast dice roll and bots move on the full screen",       \
            TO(on_screen.speed), .words = speed_words                                              \
    }

struct verb {
    const char *name;
    const char *summary;  /* one line for `yard --help` */
    const char *about;    /* paragraphs, a line each */
    const char *examples; /* a line each */

    const char *arguments; /* "RECORD", "STORE FILE"; NULL: it takes none */
    size_t at;             /* where in the request they go, as a struct many */
    int least, most;       /* how many of them */
    const char *miscount;  /* said when there are fewer or more */
    enum kind takes;       /* for completion, with `ending` or `words` */
    const char *ending;
    const char *const *words;

    const struct verb_option *options; /* ends with a NULL name; may be NULL */
    size_t request;                    /* bytes of the request that the options go into */
    int (*run)(void *request);         /* returns the exit code */
};

/* Whether it is a name that a server can answer to. */
bool read_host(const char *typed, void *ret, struct text *error);

/* All verbs, NULL at the end, in the order of the help. */
extern const struct verb *const verbs[];

/* Reads the command line, argv[0] being the verb's name, and runs the verb. Returns the exit code;
 * what is wrong with the words has been said. One a process. */
int verb_run(const struct verb *verb, int argc, char **argv);

/* Of the verb that runs: whether this option was given; and saying that the words make no sense. */
bool is_given(const char *name);
int wrong_usage(const char *format, ...) __attribute__((format(printf, 1, 2)));

const struct verb *verb_find(const char *name);
const struct verb_option *option_find(const struct verb *verb, struct span name);

/* ---- what the table says, in words ---- */

void print_help(void);
void print_verb_help(const struct verb *verb);

/* Help, choices, range and default: "number of positions (1 to 1000, default: 10)". */
void option_words(const struct verb_option *o, struct text *out);

/* "RECORD...", "[RULES]". */
void usage_arguments(const struct verb *verb, struct text *out);

/* Words that may come next; the last of these is being typed. completion/yard.bash asks. */
int complete(int count, char **words);

/* The manual: a template in which the lines "@synopsis", "@verb NAME", "@rules" and
 * "@version" are replaced. */
int print_manual(const char *template);
