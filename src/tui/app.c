#include <stdlib.h>
#include <string.h>

#include "core/columns.h"
#include "core/say.h"
#include "play/shelf.h"
#include "tui/screen.h"

/* ---- the stack ---- */

static void screen_free(struct screen *s) {
    if (s->kind->free)
        s->kind->free(s);
    else
        free(s);
}

void app_push(struct app *app, struct screen *s) {
    if (app->depth == SCREENS_MAX) {
        screen_free(s);
        return;
    }
    app->stack[app->depth++] = s;
}

void app_pop(struct app *app) {
    if (app->depth)
        app->gone[app->gone_count++] = app->stack[--app->depth];
}

static void app_leave(struct app *app) {
    while (app->depth)
        app_pop(app);
}

bool app_over(const struct app *app) {
    return !app->depth;
}

/* Frees popped screens and tells the screen below that it is visible again. */
static void bury(struct app *app) {
    bool uncovered = app->gone_count > 0;
    while (app->gone_count)
        screen_free(app->gone[--app->gone_count]);
    struct screen *top = app->depth ? app->stack[app->depth - 1] : NULL;
    if (uncovered && top && top->kind->shown)
        top->kind->shown(top, app);
}

void app_end(struct app *app) {
    app_leave(app);
    bury(app);
}

/* ---- events ---- */

void app_key(struct app *app, int key) {
    if (key == KEY_RESIZED || key == KEY_NOTHING || !app->depth)
        return;
    if (key == 12) { /* Ctrl-L */
        term_redraw();
        return;
    }
    struct screen *s = app->stack[app->depth - 1];
    s->kind->key(s, app, key);
    bury(app);
}

/* The screen that asked may no longer be on top, so every screen gets the answer. */
void app_answer(struct app *app, struct answer *a) {
    for (int i = app->depth - 1; i >= 0; i--) {
        struct screen *s = app->stack[i];
        if (s->kind->answer)
            s->kind->answer(s, app, a);
    }
    answer_free(a);
    bury(app);
}

int app_pulse(struct app *app) {
    int soonest = -1;
    if (app->depth) {
        struct screen *s = app->stack[app->depth - 1];
        if (s->kind->pulse)
            soonest = s->kind->pulse(s, app);
        bury(app);
    }
    if (worker_busy(app->worker) && (soonest < 0 || soonest > 100))
        soonest = 100; /* animate the progress bar */
    return soonest;
}

unsigned app_ask(struct app *app, struct question *q) {
    static unsigned last;
    q->id = ++last;
    worker_ask(app->worker, q);
    return q->id;
}

/* ---- drawing ---- */

static void too_small(void) {
    LOCAL_TEXT(w, 256);
    say(&w, tui_window_too_small, .columns = term_columns(), .rows = term_rows(),
        .columns_needed = TERM_COLUMNS_MIN, .rows_needed = TERM_ROWS_MIN);
    term_wrapped(0, 0, term_columns(), term_rows(), 0, STYLE_PLAIN, w.data);
}

void app_draw(const struct app *app) {
    term_begin();
    if (term_columns() < TERM_COLUMNS_MIN || term_rows() < TERM_ROWS_MIN) {
        too_small();
    } else if (app->depth) {
        int from = app->depth - 1;
        while (from && app->stack[from]->kind->overlay)
            from--;
        for (int i = from; i < app->depth; i++) {
            term_no_zones(); /* only the top screen is clickable */
            app->stack[i]->kind->draw(app->stack[i], app);
        }
    }
    term_show();
}

void draw_title(const char *left, const char *right) {
    int columns = term_columns(), width = shown_width(right);
    if (shown_width(left) + width > columns - 3)
        width = 0; /* no room for `right` */
    term_fill(0, 0, 1, columns, STYLE_BAR);
    term_cell(0, 1, columns - 3 - width, STYLE_BAR, left);
    if (width)
        term_put(0, columns - 1 - width, STYLE_BAR, right);
}

/* ---- lists ---- */

int list_first(int cursor, int count, int rows) {
    int first = cursor - rows / 2;
    if (first > count - rows)
        first = count - rows;
    return first < 0 ? 0 : first;
}

bool list_key(int key, int *cursor, int count, int page) {
    int to = *cursor;
    switch (key) {
    case KEY_GO_UP:
    case KEY_TAB_BACK:
        to--;
        break;
    case KEY_GO_DOWN:
    case KEY_TAB:
        to++;
        break;
    case KEY_PAGE_UP:
        to -= page;
        break;
    case KEY_PAGE_DOWN:
        to += page;
        break;
    case KEY_FIRST:
        to = 0;
        break;
    case KEY_LAST:
        to = count - 1;
        break;
    default:
        return false;
    }
    to = to > count - 1 ? count - 1 : to;
    *cursor = to < 0 ? 0 : to;
    return true;
}

/* ---- typing ---- */

static size_t encode(uint32_t c, char out[4]) {
    if (c < 0x80) {
        out[0] = (char)c;
        return 1;
    }
    size_t n = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    for (size_t i = n - 1; i; i--, c >>= 6)
        out[i] = (char)(0x80 | (c & 0x3F));
    out[0] = (char)(c | (n == 2 ? 0xC0 : n == 3 ? 0xE0 : 0xF0));
    return n;
}

bool field_key(struct field *f, int key) {
    size_t len = strlen(f->text);
    if (key == KEY_RUBOUT) {
        while (len && ((unsigned char)f->text[len - 1] & 0xC0) == 0x80)
            len--;
        f->text[len ? len - 1 : 0] = '\0';
        return true;
    }
    if (key < ' ' || key >= KEY_GO_UP || character_is_control((uint32_t)key))
        return false;
    char bytes[4];
    size_t n = encode((uint32_t)key, bytes);
    struct span one = {bytes, n};
    if (len + n < sizeof f->text && span_clean(one)) {
        memcpy(f->text + len, bytes, n);
        f->text[len + n] = '\0';
    }
    return true;
}

/* ---- settings ---- */

struct term_look app_look(const struct app *app) {
    const char *no_colour = getenv("NO_COLOR");
    return (struct term_look){
        .ascii = app->ascii_asked || app->settings.ascii || !term_unicode(),
        .colour = app->settings.colour && !(no_colour && no_colour[0]),
    };
}

void app_settings_changed(struct app *app) {
    term_set_look(app_look(app));
    char words[PATH_MAX_BYTES + 256];
    struct text error = TEXT_IN(words), trouble = TEXT_IN(app->trouble);
    if (app->keep && !settings_save(&app->settings, &error)) {
        say(&trouble, tui_settings_not_kept, .why = words);
        text_put(&trouble, "\n");
    }
}
