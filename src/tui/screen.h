/* screen: the screen interface and the stack of screens.
 *
 * A screen is plain state. Keys, answers from the worker and the passing of time change it; drawing
 * does not. These three inputs come from outside, so a test can simulate the person, the worker and
 * the clock. Screens are stacked; the top one gets the keys. */
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
    /* Does whatever is due. Returns the milliseconds until the next call, or -1 if none is needed.
     * May be NULL. */
    int (*pulse)(struct screen *s, struct app *app);
    void (*shown)(struct screen *s, struct app *app); /* back on top; may be NULL */
    void (*free)(struct screen *s);                   /* NULL: free() is used */
    bool overlay;                                     /* the screen below stays visible around it */
};

struct screen { /* the first member of every screen */
    const struct screen_kind *kind;
};

enum { SCREENS_MAX = 12 };

struct app {
    struct screen *stack[SCREENS_MAX];
    int depth;
    struct screen *gone[2 * SCREENS_MAX]; /* popped during a call; freed afterwards */
    int gone_count;
    struct settings settings;
    /* Command-line options override settings but are not saved. */
    bool ascii_asked;
    bool speed_asked, warn_asked;
    int speed;
    struct warning warn;
    bool keep;    /* save changed settings */
    uint64_t now; /* milliseconds on an arbitrary clock */
    int64_t date; /* Unix time in seconds */
    struct worker *worker;
    char farewell[4352]; /* printed after the screen is closed */
    char trouble[4608];  /* also printed: why settings could not be saved */
};

void app_push(struct app *app, struct screen *s);
void app_pop(struct app *app);        /* pops the top screen; it is freed after the current call */
void app_end(struct app *app);        /* pops all screens and frees them immediately */
bool app_over(const struct app *app); /* no screen is left */

void app_draw(const struct app *app);
void app_key(struct app *app, int key);
void app_answer(struct app *app, struct answer *a);
int app_pulse(struct app *app);

/* Call after changing settings: updates the terminal and saves the settings. */
void app_settings_changed(struct app *app);
struct term_look app_look(const struct app *app);

/* Sends a question to the worker; returns its id, which the answer repeats. */
unsigned app_ask(struct app *app, struct question *q);

/* Index of the first visible item in a scrolling list. */
int list_first(int cursor, int count, int rows);
/* Moves the cursor; returns true if the key was a cursor key. */
bool list_key(int key, int *cursor, int count, int page);

/* A text input field. */
struct field {
    char text[SEAT_NAME_MAX];
};
bool field_key(struct field *f, int key); /* true if the key edits text */

/* Draws the title bar; `right` is left out if there is no room for both. */
void draw_title(const char *left, const char *right);
