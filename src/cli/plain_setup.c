#include <string.h>

#include "cli/cli.h"
#include "cli/plain.h"
#include "coach/bot_seat.h"

static bool tell_seat(struct table *t, const char *seat, struct text *error) {
    return bot_seat_known(span_of(seat), error) && table_tell(t, "seat", seat, error);
}

static bool ask(const char *prompt, const char *help, char *ret, size_t size) {
    while (plain_ask(prompt, ret, size)) {
        struct span typed = span_trim(span_of(ret));
        if (!same_letters(typed, "help") && !span_is(typed, "?") && !same_letters(typed, "h"))
            return !same_letters(typed, "quit") && !same_letters(typed, "q");
        print_lines(2, help);
    }
    return false;
}

static bool ask_rules(struct table *t) {
    char typed[256], words[1024], prompt[64];
    struct text p = TEXT_IN(prompt);
    text_add(&p, "%s [1]> ", words_of(M_cli_prompt_game));
    tell_line(cli_which_game);
    for (int i = 0; books[i]; i++) {
        LOCAL_TEXT(label, 64);
        text_add(&label, "  %d  %-16s ", i + 1, books[i]->id);
        print_wrapped(label.data, (int)label.len, words_of(books[i]->about));
    }
    for (;;) {
        struct text error = TEXT_IN(words);
        int64_t number;
        int count = 0;
        while (books[count])
            count++;
        if (!ask(prompt, words_of(M_cli_help_game), typed, sizeof typed))
            return false;
        const char *what = typed[0] ? typed : "1";
        if (span_number(span_of(what), 1, count, &number))
            what = books[number - 1]->id;
        if (table_tell(t, "rules", what, &error))
            return true;
        print_lines(2, words);
    }
}

static bool ask_seats(struct table *t) {
    char typed[256], words[1024], prompt[64], help[2048];
    struct text h = TEXT_IN(help);
    text_put(&h, words_of(M_cli_help_seats));
    bot_seat_levels(&h);
    tell_line(cli_who_plays);
    for (;;) {
        struct text error = TEXT_IN(words), p = TEXT_IN(prompt);
        int seated = table_now(t)->seat_count;
        if (seated == SEATS_MAX)
            return true;
        say(&p, cli_seat_number, .n = seated + 1);
        text_put(&p, "> ");
        if (!ask(prompt, help, typed, sizeof typed))
            return false;
        if (!typed[0] && seated)
            return true;
        if (!tell_seat(t, typed[0] ? typed : WORDS(tui_player, .n = 1), &error))
            print_lines(2, words);
        else if (!typed[0])
            return true;
    }
}

static bool ask_dice(struct table *t) {
    static const enum message kinds[] = {M_cli_dice_rolled_here, M_cli_dice_real,
                                         M_cli_dice_from_seed};
    char typed[256], words[1024], prompt[64];
    struct text p = TEXT_IN(prompt);
    text_add(&p, "%s [1]> ", words_of(M_cli_prompt_dice));
    tell_line(cli_whose_dice);
    for (int i = 0; i < 3; i++) {
        LOCAL_TEXT(label, 16);
        text_add(&label, "  %d  ", i + 1);
        print_wrapped(label.data, (int)label.len, words_of(kinds[i]));
    }
    for (;;) {
        struct text error = TEXT_IN(words);
        if (!ask(prompt, words_of(M_cli_help_dice), typed, sizeof typed))
            return false;
        LOCAL_TEXT(w, 280);
        if (!typed[0] || !strcmp(typed, "1"))
            text_put(&w, "system");
        else if (!strcmp(typed, "2"))
            text_put(&w, "physical");
        else if (typed[0] == '3')
            text_add(&w, "seed %s", typed + 1 + strspn(typed + 1, " "));
        else
            text_put(&w, typed);
        if (table_tell(t, "dice", w.data, &error))
            return true;
        print_lines(2, words);
    }
}

/* Only for real dice that were chosen here: whoever named the dice could have named the pace. */
static bool ask_pace(struct table *t) {
    static const enum message kinds[] = {M_cli_pace_of_throws, M_cli_pace_of_last,
                                         M_cli_pace_of_points};
    static const enum pace paces[] = {PACE_THROWS, PACE_LAST, PACE_POINTS};
    char typed[256], words[1024], prompt[64];
    struct text p = TEXT_IN(prompt);
    text_add(&p, "%s [1]> ", words_of(M_cli_prompt_pace));
    tell_line(cli_which_pace);
    for (int i = 0; i < PACES; i++) {
        LOCAL_TEXT(label, 16);
        text_add(&label, "  %d  ", i + 1);
        print_wrapped(label.data, (int)label.len, words_of(kinds[i]));
    }
    for (;;) {
        struct text error = TEXT_IN(words);
        int64_t number = 1;
        if (!ask(prompt, words_of(M_cli_help_which_pace), typed, sizeof typed))
            return false;
        bool numbered = !typed[0] || span_number(span_of(typed), 1, PACES, &number);
        if (numbered && number == 1)
            return true; /* as it is */
        if (table_tell(t, "pace", numbered ? pace_words[paces[number - 1]] : typed, &error))
            return true;
        print_lines(2, words);
    }
}

static bool ask_start(struct table *t) {
    char typed[256], words[1024], prompt[64];
    struct text p = TEXT_IN(prompt);
    int seats = table_now(t)->seat_count;
    if (seats < 2)
        return true;
    text_add(&p, "%s [roll]> ", words_of(M_cli_prompt_start));
    tell_line(cli_who_starts);
    tell_inset(cli_roll_or_seat, .n = seats);
    for (;;) {
        struct text error = TEXT_IN(words);
        if (!ask(prompt, words_of(M_cli_help_start), typed, sizeof typed))
            return false;
        if (table_tell(t, "start", typed[0] ? typed : "roll", &error))
            return true;
        print_lines(2, words);
    }
}

bool plain_setup(const struct setup *given, struct table *t, int *ret_exit) {
    char words[1024], date[32], stamp[32];
    struct text error = TEXT_IN(words);
    now_date(date, stamp);
    *ret_exit = EXIT_USAGE;
    bool good = table_tell(t, "yardstick", "1", &error) && table_tell(t, "date", date, &error);
    if (good && given->rules)
        good = table_tell(t, "rules", given->rules, &error);
    for (int i = 0; good && i < given->seat_count; i++)
        good = tell_seat(t, given->seats[i], &error);
    if (good && given->dice)
        good = table_tell(t, "dice", given->dice, &error);
    if (good && given->pace && strcmp(given->pace, pace_words[PACE_THROWS]) != 0)
        good = table_tell(t, "pace", given->pace, &error);
    if (good && given->start)
        good = table_tell(t, "start", given->start, &error);
    if (!good) {
        problem("%s", words);
        return false;
    }
    *ret_exit = EXIT_FINE; /* from here on, false means the player left */
    return (given->rules || ask_rules(t)) && (given->seat_count || ask_seats(t)) &&
           (given->dice ||
            (ask_dice(t) && (table_now(t)->dice.kind != DICE_PHYSICAL || ask_pace(t)))) &&
           (given->start || ask_start(t));
}
