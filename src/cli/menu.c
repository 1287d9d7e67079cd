/* `yard` without a command: a menu in a terminal. Elsewhere nobody could answer, so it prints the
 * list of commands; a script that forgot the command must not hang in a server. */
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/plain.h"

static const struct choice {
    enum message words;
    const char *line[4]; /* the command and its arguments; empty: the list of commands */
} choices[] = {
    {M_cli_menu_play, {"play"}},
    {M_cli_menu_browser, {"serve"}},
    {M_cli_menu_real_dice, {"play", "--dice", "physical"}},
    {M_cli_menu_resume, {"resume"}},
    {M_cli_menu_practice, {"practice"}},
    {M_cli_menu_commands, {NULL}},
};

enum { CHOICES = sizeof choices / sizeof *choices };

static int carry_out(const struct choice *choice) {
    char words[4][32], *line[5] = {NULL};
    int n = 0;
    for (; choice->line[n]; n++) {
        text_put(TEXT_OVER(words[n]), choice->line[n]);
        line[n] = words[n];
    }
    if (!n) {
        print_help();
        return EXIT_FINE;
    }
    return verb_run(verb_find(line[0]), n, line);
}

static void show_choices(void) {
    puts(words_of(M_cli_menu_title));
    for (int i = 0; i < CHOICES; i++) {
        LOCAL_TEXT(label, 16);
        text_add(&label, "  %d  ", i + 1);
        print_wrapped(label.data, (int)label.len, words_of(choices[i].words));
    }
    printf("  q  %s\n", words_of(M_cli_menu_quit));
}

int menu(void) {
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) {
        print_help();
        return EXIT_USAGE;
    }
    char typed[64];
    show_choices();
    while (plain_ask("[1]> ", typed, sizeof typed)) {
        struct span word = span_trim(span_of(typed));
        int64_t number = 1;
        if (same_letters(word, "q") || same_letters(word, "quit"))
            return EXIT_FINE;
        if (!word.len || span_number(word, 1, CHOICES, &number))
            return carry_out(&choices[number - 1]);
        tell_inset(cli_menu_again, .most = CHOICES);
    }
    return EXIT_FINE;
}
