#include "tui/tui.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "coach/bot_seat.h"
#include "core/memory.h"
#include "tui/loop.h"
#include "tui/screens.h"

bool tui_possible(void) {
    const char *type = getenv("TERM");
    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && type && type[0] &&
           strcmp(type, "dumb") != 0;
}

static int speed_of(const char *word) {
    for (int i = 0; speed_words[i]; i++) {
        if (!strcmp(word, speed_words[i]))
            return i;
    }
    return -1;
}

/* Checks the command-line options by trying them on a scratch table before anything is drawn. */
static bool sensible(const struct tui_start *start, struct text *error) {
    LOCAL_TEXT(l, LINE_MAX_BYTES);
    struct table *t = table_new();
    bool good = true;
    if (start->rules) {
        text_add(&l, "rules %s", start->rules);
        good = table_say(t, span_of(l.data), error);
    }
    for (int i = 0; good && i < start->seat_count; i++) {
        text_clear(&l);
        text_add(&l, "seat %s", start->seats[i]);
        good =
            bot_seat_known(span_of(start->seats[i]), error) && table_say(t, span_of(l.data), error);
    }
    const char *rest[][2] = {{"dice", start->dice}, {"pace", start->pace}, {"start", start->start}};
    for (int i = 0; good && i < 3; i++) {
        text_clear(&l);
        text_add(&l, "%s %s", rest[i][0], rest[i][1] ? rest[i][1] : "");
        good = !rest[i][1] || table_say(t, span_of(l.data), error);
    }
    table_free(t);
    return good;
}

/* Whether the setup is complete, so that the game can start at once. */
static bool complete(const struct tui_start *start) {
    return start->rules && start->seat_count && start->dice &&
           (start->start || start->seat_count == 1);
}

static bool begin(struct app *app, const struct tui_start *start, const char *said,
                  struct text *error) {
    if (start->resume) {
        struct screen *s = resume_new(app, start->resume, error);
        if (s)
            app_push(app, s);
        return s != NULL;
    }
    if (!start->play) {
        app_push(app, home_new(said));
        return true;
    }
    struct wanted w = {.rules = start->rules,
                       .dice = start->dice,
                       .pace = start->pace,
                       .start = start->start,
                       .record = start->record,
                       .seat_count = start->seat_count,
                       .unrecorded = start->unrecorded};
    memcpy(w.seats, start->seats, sizeof w.seats);
    struct screen *s = newgame_new(app, &w);
    app_push(app, s);
    return !complete(start) || newgame_begin(s, app, error);
}

enum tui_end tui_run(const struct tui_start *start, struct text *ret_farewell, struct text *error) {
    struct app *app = grab(1, sizeof *app);
    LOCAL_TEXT(s, 1024);
    settings_start(&app->settings);
    settings_load(&app->settings, &s);
    const char *still = getenv("NO_MOTION");
    app->speed_asked = start->speed || (still && still[0]);
    app->speed = start->speed ? speed_of(start->speed) : SPEED_OFF;
    app->warn_asked = start->warn != NULL;
    if (start->warn)
        app->warn = *start->warn;
    app->ascii_asked = start->ascii;
    app->date = (int64_t)time(NULL);
    bool makes_sense = sensible(start, error);
    bool good = makes_sense && loop_begin(app) && begin(app, start, s.data, error) &&
                term_open(app_look(app), NULL, NULL, NULL, error);
    if (good) {
        app->keep = true;
        loop_run(app);
        term_close();
    }
    app_end(app);
    loop_end(app);
    text_put(ret_farewell, app->farewell);
    text_put(ret_farewell, app->trouble);
    settings_free(&app->settings);
    free(app);
    return good ? TUI_LEFT : makes_sense ? TUI_PROBLEM : TUI_SENSELESS;
}
