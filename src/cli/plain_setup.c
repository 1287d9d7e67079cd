#include <string.h>

#include "cli/cli.h"
#include "cli/plain.h"
#include "coach/bot_seat.h"

static bool tell_seat(struct table *t, const char *seat, struct text *error) {
    return bot_seat_known(span_of(seat), error) && table_tell(t, "seat", seat, error);
}

static bool ask(const char *prompt, const char *help, char *ret, size_t size) {
    while (plain_ask(prompt, ret, size)) {
        if (strcmp(ret, "help") && strcmp(ret, "?") && strcmp(ret, "h"))
            return strcmp(ret, "quit") && strcmp(ret, "q");
        puts(help);
    }
    return false;
}

static bool ask_rules(struct table *t) {
    char typed[256], words[1024];
    puts("Which game?");
    for (int i = 0; books[i]; i++)
        printf("  %d  %-16s %s\n", i + 1, books[i]->id, books[i]->about);
    for (;;) {
        struct text error = TEXT_IN(words);
        int64_t number;
        int count = 0;
        while (books[count])
            count++;
        if (!ask("game [1]> ",
                 "  Type the number or the name of a game; a name may have house rules behind it,\n"
                 "  such as yardkle:set-aside=all,goal=5000. 'yard rules' lists them. quit leaves.",
                 typed, sizeof typed))
            return false;
        const char *what = typed[0] ? typed : "1";
        if (span_number(span_of(what), 1, count, &number))
            what = books[number - 1]->id;
        if (table_tell(t, "rules", what, &error))
            return true;
        printf("  %s\n", words);
    }
}

static bool ask_seats(struct table *t) {
    char typed[256], words[1024], prompt[64], help[1024];
    struct text h = TEXT_IN(help);
    text_put(&h, "  Type a name, or two or more joined by + for partners. An empty line begins\n"
                 "  the game; with nobody named you play alone. quit leaves.\n"
                 "  'Robo bot club' seats a bot of that level:");
    bot_seat_levels(&h);
    puts("Who plays? One name a line; partners who share a column: Ann+Bea; a bot: Robo bot club.\n"
         "An empty line ends.");
    for (;;) {
        struct text error = TEXT_IN(words), p = TEXT_IN(prompt);
        int seated = table_now(t)->seat_count;
        if (seated == SEATS_MAX)
            return true;
        text_add(&p, "seat %d> ", seated + 1);
        if (!ask(prompt, help, typed, sizeof typed))
            return false;
        if (!typed[0] && seated)
            return true;
        if (!tell_seat(t, typed[0] ? typed : "Player 1", &error))
            printf("  %s\n", words);
        else if (!typed[0])
            return true;
    }
}

static bool ask_dice(struct table *t) {
    char typed[256], words[1024];
    puts("Whose dice?\n"
         "  1  rolled here\n"
         "  2  real dice: you throw them and type the faces\n"
         "  3  from a seed: the same dice for everybody who names the same number");
    for (;;) {
        struct text error = TEXT_IN(words);
        if (!ask("dice [1]> ", "  Type 1, 2, or 3 and a number such as: 3 42. quit leaves.", typed,
                 sizeof typed))
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
        printf("  %s\n", words);
    }
}

static bool ask_start(struct table *t) {
    char typed[256], words[1024], prompt[64];
    int seats = table_now(t)->seat_count;
    if (seats < 2)
        return true;
    printf("Who starts?\n  Enter: roll for it.  1 to %d: that seat.\n", seats);
    for (;;) {
        struct text error = TEXT_IN(words), p = TEXT_IN(prompt);
        text_put(&p, "start [roll]> ");
        if (!ask(prompt,
                 "  Rolling for it: everybody rolls all dice, the highest total starts. quit "
                 "leaves.",
                 typed, sizeof typed))
            return false;
        if (table_tell(t, "start", typed[0] ? typed : "roll", &error))
            return true;
        printf("  %s\n", words);
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
    if (good && given->start)
        good = table_tell(t, "start", given->start, &error);
    if (!good) {
        problem("%s", words);
        return false;
    }
    *ret_exit = EXIT_FINE; /* from here on, false means the player left */
    return (given->rules || ask_rules(t)) && (given->seat_count || ask_seats(t)) &&
           (given->dice || ask_dice(t)) && (given->start || ask_start(t));
}
