/* screen: what a screen is, and the stack of them.
 *
 * A screen is a value with three functions: a key changes it, an answer of the worker changes it,
 * drawing does not. The time comes from outside, too, so that a test can be the person, the clock
 * and the worker at once. Screens lie on one another; the topmost has the keys. */
#pragma once

#include "tui/settings.h"
#include "tui/term.h"
#include "tui/work.h"

struct app;
struct screen;

struct screen_kind {
    void (*draw)(const struct screen *s, const struct app *app);
    void (*key)(struct screen *s, struct app *app, int key);
    void (*answer)(struct screen *s, struct app *app, struct answer *a); /* may be NULL */
    /* Does what is due by now; returns in how many milliseconds it wants to be called again, -1:
     * not by itself. May be NULL. */
    int (*pulse)(struct screen *s, struct app *app);
    void (*shown)(struct screen *s, struct app *app); /* it is the topmost again; may be NULL */
    void (*free)(struct screen *s);                   /* NULL: free() does */
    bool overlay;                                     /* what lies below is to be seen around it */
};

struct screen { /* the first member of every screen */
    const struct screen_kind *kind;
};

enum { SCREENS_MAX = 12 };

struct app {
    struct screen *stack[SCREENS_MAX];
    int depth;
    struct screen *gone[2 * SCREENS_MAX]; /* popped during a call; freed after it */
    int gone_count;
    struct settings settings;
    /* What was asked for on the command line counts, but is not remembered. */
    bool ascii_asked;
    bool speed_asked, warn_asked;
    int speed;
    struct warning warn;
    bool keep;    /* changed settings are written */
    uint64_t now; /* milliseconds, from anywhere */
    int64_t date; /* seconds since 1970 */
    struct worker *worker;
    char farewell[4352]; /* for the shell, when all is over */
    char trouble[4608];  /* the same: why settings were not kept */
};

void app_push(struct app *app, struct screen *s);
void app_pop(struct app *app);        /* the topmost; it is freed when its call is over */
void app_end(struct app *app);        /* leaves all of them, and frees them at once */
bool app_over(const struct app *app); /* no screen is left */

void app_draw(const struct app *app);
void app_key(struct app *app, int key);
void app_answer(struct app *app, struct answer *a);
int app_pulse(struct app *app);

/* Settings have changed: the look of the terminal follows, and the file. */
void app_settings_changed(struct app *app);
struct term_look app_look(const struct app *app);

/* Asks the worker; returns the number of the question, by which its answer is known. */
unsigned app_ask(struct app *app, struct question *q);

/* A list with a cursor, longer than its place: which item is the first to be shown. */
int list_first(int cursor, int count, int rows);
/* Moves a cursor by a key; true when it was one for that. */
bool list_key(int key, int *cursor, int count, int page);

/* A line of text that is being typed. */
struct field {
    char text[SEAT_NAME_MAX];
};
bool field_key(struct field *f, int key); /* true when the key was one for typing */

/* The whole window with a title on top and buttons at the bottom. */
void draw_title(const char *left, const char *right);
