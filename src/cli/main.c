/* yard: the entry point. */
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "core/errors.h"
#include "tui/term.h"

const struct verb *const verbs[] = {
    &verb_serve,  &verb_play,    &verb_daily,    &verb_resume,      &verb_rules,
    &verb_sheet,  &verb_list,    &verb_delete,   &verb_best,        &verb_check,
    &verb_verify, &verb_analyse, &verb_practice, &verb_proficiency, &verb_dice,
    &verb_solve,  &verb_odds,    &verb_arena,    &verb_handicap,    &verb_page,
    &verb_backup, &verb_restore, &verb_doctor,   &verb_export,      &verb_engine,
    NULL};

const struct verb *verb_find(const char *name) {
    for (int i = 0; verbs[i]; i++) {
        if (!strcmp(name, verbs[i]->name))
            return verbs[i];
    }
    return NULL;
}

static int unknown_verb(const char *name) {
    const char *names[32];
    int n = 0;
    for (; verbs[n]; n++)
        names[n] = verbs[n]->name;
    names[n++] = "help";
    names[n] = NULL;
    const char *near = nearest_word(span_of(name), names);
    if (near)
        complain(cli_main_no_verb_near, .word = name, .near = near);
    else
        complain(cli_main_no_verb, .word = name);
    fprintf(stderr, "%s\n", words_of(M_cli_main_list_of_verbs));
    return EXIT_USAGE;
}

static int run(int argc, char **argv) {
    if (argc < 2)
        return menu();
    const char *name = argv[1];
    if (!strcmp(name, "--version")) {
        puts("yard " YARD_VERSION);
        return EXIT_FINE;
    }
    if (!strcmp(name, "--help") || !strcmp(name, "-h") || !strcmp(name, "help")) {
        if (argc > 2 && !verb_find(argv[2]))
            return unknown_verb(argv[2]);
        if (argc > 2)
            print_verb_help(verb_find(argv[2]));
        else
            print_help();
        return EXIT_FINE;
    }
    if (!strcmp(name, "complete")) /* for completion/yard.bash */
        return complete(argc - 2, argv + 2);
    if (!strcmp(name, "manual") && argc == 3) /* for the build */
        return print_manual(argv[2]);
    const struct verb *verb = verb_find(name);
    return verb ? verb_run(verb, argc - 1, argv + 1) : unknown_verb(name);
}

/* If a standard stream was closed when we started, the next file opened would get its descriptor,
 * and messages could end up in a record. Fill the gap with /dev/null, opened in the wrong direction
 * so that using the stream still fails. */
static void hold_streams(void) {
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
        if (fcntl(fd, F_GETFD) < 0)
            (void)!open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    }
}

/* Names may be in any script, even if no locale is set or the system lacks the one that is set. */
static void set_characters(void) {
    if (!setlocale(LC_CTYPE, "") || !strcmp(setlocale(LC_CTYPE, NULL), "C"))
        setlocale(LC_CTYPE, "C.UTF-8");
}

/* The language of the environment; English if we have no translation, or if the terminal cannot
 * show it. */
static const struct language *usual_language(void) {
    const struct language *found = language_find(locale_named("LC_MESSAGES"));
    return found && term_unicode() ? found : languages[0];
}

static int unknown_language(const char *typed) {
    LOCAL_TEXT(tags, 256);
    for (int i = 0; languages[i]; i++)
        text_add(&tags, "%s%s", i ? ", " : "", languages[i]->tag);
    complain(cli_main_no_language, .word = SHOWN(span_of(typed)), .languages = tags.data);
    return EXIT_USAGE;
}

/* Sets the language from --lang and removes that option from the command line. All verbs accept it,
 * and it may come before the verb. */
static bool take_language(int *argc, char **argv) {
    if (*argc > 1 && !strcmp(argv[1], "complete"))
        return true; /* the arguments are a command line being typed */
    for (int i = 1; i < *argc && strcmp(argv[i], "--") != 0; i++) {
        bool alone = !strcmp(argv[i], "--lang"), joined = !strncmp(argv[i], "--lang=", 7);
        if (!alone && !joined)
            continue;
        if (alone && i + 1 == *argc)
            return complain(cli_main_lang_value), false;
        const char *tag = joined ? argv[i] + 7 : argv[i + 1];
        const struct language *found = language_find(tag);
        if (!found)
            return unknown_language(tag), false;
        say_language(found);
        int taken = joined ? 1 : 2;
        memmove(argv + i, argv + i + taken, (size_t)(*argc - i - taken + 1) * sizeof *argv);
        *argc -= taken;
        i--;
    }
    return true;
}

int main(int argc, char **argv) {
    hold_streams();
    set_characters();
    say_language(usual_language());
    if (!take_language(&argc, argv))
        return EXIT_USAGE;
    signal(SIGXFSZ, SIG_IGN); /* exceeding the file size limit is an error to report, not a crash */
    int code = run(argc, argv);
    if (ferror(stdout))
        putchar('\n'); /* errno of the failed write is lost: write again to get it */
    errno = 0;
    if (fflush(stdout) != 0 || ferror(stdout)) {
        if (errno != EPIPE)
            complain(cli_main_cannot_write_output, .reason = error_words(errno ? errno : EIO));
        return EXIT_PROBLEM;
    }
    return code;
}
