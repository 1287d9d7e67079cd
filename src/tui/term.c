#include "tui/term.h"

#include <langinfo.h>
#include <locale.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define NCURSES_WIDECHAR 1
#include <curses.h>

#include "core/columns.h"

enum { ZONES_MAX = 256 };

struct zone {
    int y, x, height, width, key;
};

static struct term_look look_now;
static SCREEN *screen_now;
static struct zone zones[ZONES_MAX];
static int zone_count;

static const char *const glyphs[GLYPHS][2] = {
    [GLYPH_TURN] = {"▶", ">"}, [GLYPH_CURSOR] = {"▸", ">"}, [GLYPH_FULL] = {"█", "#"},
    [GLYPH_HALF] = {"▒", "+"}, [GLYPH_EMPTY] = {"░", "."},  [GLYPH_ACROSS] = {"─", "-"},
    [GLYPH_DOWN] = {"│", "|"}, [GLYPH_CUT] = {"…", "~"},    [GLYPH_DOT] = {"·", "-"},
    [GLYPH_TICK] = {"✓", "x"}, [GLYPH_MARK] = {"●", "*"},   [GLYPH_OPEN] = {"○", "o"},
    [GLYPH_LEFT] = {"◂", "<"}, [GLYPH_RIGHT] = {"▸", ">"},
};

const char *term_glyph(int glyph) {
    return glyphs[glyph][look_now.ascii];
}

/* ---- opening and closing ---- */

const char *locale_named(const char *category) {
    const char *const names[] = {"LC_ALL", category, "LANG"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = getenv(names[i]);
        if (value && value[0])
            return value;
    }
    return "";
}

/* With no locale set at all, assume a modern UTF-8 terminal. Respect an explicit choice of "C" or
 * of another character set, even if the system does not have that locale. */
bool term_unicode(void) {
    const char *name = locale_named("LC_CTYPE"), *set = strchr(name, '.');
    if (!*name)
        return true;
    return strcmp(name, "C") && strcmp(name, "POSIX") &&
           (!set || !strncasecmp(set, ".UTF-8", 6) || !strncasecmp(set, ".utf8", 5)) &&
           !strcmp(nl_langinfo(CODESET), "UTF-8");
}

/* With enough colors, use mid-tones that are readable on light and dark backgrounds. */
static void set_colours(void) {
    if (!look_now.colour || !has_colors())
        return;
    bool many = COLORS >= 256;
    start_color();
    use_default_colors();
    init_pair(STYLE_KEPT, many ? 35 : COLOR_GREEN, -1);
    init_pair(STYLE_GOOD, many ? 35 : COLOR_GREEN, -1);
    init_pair(STYLE_BAD, many ? 167 : COLOR_RED, -1);
    init_pair(STYLE_OFFER, many ? 68 : COLOR_CYAN, -1);
}

bool term_open(struct term_look look, const char *type, FILE *out, FILE *in, struct text *error) {
    look_now = look;
    screen_now = newterm(type, out ? out : stdout, in ? in : stdin);
    if (!screen_now)
        return say_fail(error, tui_unknown_terminal);
    set_term(screen_now);
    cbreak();
    noecho();
    nonl();
    nodelay(stdscr, TRUE);
    keypad(stdscr, TRUE);
    set_escdelay(25);
    curs_set(0);
    leaveok(stdscr, TRUE);
    mousemask(BUTTON1_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED, NULL);
    mouseinterval(0);
    set_colours();
    return true;
}

void term_close(void) {
    if (!screen_now)
        return;
    endwin();
    delscreen(screen_now);
    screen_now = NULL;
}

void term_set_look(struct term_look look) {
    look_now = look;
    if (screen_now)
        set_colours();
}

int term_rows(void) {
    return LINES;
}

int term_columns(void) {
    return COLS;
}

/* ---- keys ---- */

static int mouse_key(void) {
    MEVENT m;
    if (getmouse(&m) != OK)
        return KEY_NOTHING;
    if (m.bstate & BUTTON4_PRESSED)
        return KEY_GO_UP;
    if (m.bstate & BUTTON5_PRESSED)
        return KEY_GO_DOWN;
    return m.bstate & BUTTON1_PRESSED ? term_zone_key(m.y, m.x) : KEY_NOTHING;
}

static const struct {
    int curses, key;
} special[] = {
    {KEY_UP, KEY_GO_UP},       {KEY_DOWN, KEY_GO_DOWN},   {KEY_LEFT, KEY_GO_LEFT},
    {KEY_RIGHT, KEY_GO_RIGHT}, {KEY_PPAGE, KEY_PAGE_UP},  {KEY_NPAGE, KEY_PAGE_DOWN},
    {KEY_HOME, KEY_FIRST},     {KEY_END, KEY_LAST},       {KEY_DC, KEY_DELETE},
    {KEY_BTAB, KEY_TAB_BACK},  {KEY_RESIZE, KEY_RESIZED}, {KEY_BACKSPACE, KEY_RUBOUT},
    {KEY_ENTER, KEY_RETURN},
};

int term_key(void) {
    wint_t c;
    int kind = get_wch(&c);
    if (kind == ERR)
        return KEY_NOTHING;
    if (kind != KEY_CODE_YES)
        return c == '\r' ? KEY_RETURN : c == 8 ? KEY_RUBOUT : (int)c;
    if (c == KEY_MOUSE)
        return mouse_key();
    for (size_t i = 0; i < sizeof special / sizeof *special; i++) {
        if ((int)c == special[i].curses)
            return special[i].key;
    }
    return KEY_RESIZED; /* unknown key: just redraw */
}

/* ---- frames ---- */

void term_begin(void) {
    zone_count = 0;
    erase();
}

void term_show(void) {
    refresh();
}

void term_redraw(void) {
    clearok(stdscr, TRUE);
}

static attr_t attributes(int style) {
    bool colour = look_now.colour && has_colors();
    switch (style) {
    case STYLE_BOLD:
        return A_BOLD;
    case STYLE_DIM:
        return A_DIM;
    case STYLE_BAR:
        return A_REVERSE;
    case STYLE_SELECTED:
        return A_REVERSE | A_BOLD;
    case STYLE_KEPT:
    case STYLE_GOOD:
        return A_BOLD | (colour ? (attr_t)COLOR_PAIR(style) : 0);
    case STYLE_BAD:
        return A_BOLD | (colour ? (attr_t)COLOR_PAIR(style) : 0);
    case STYLE_OFFER:
        return colour ? (attr_t)COLOR_PAIR(style) : A_NORMAL;
    default:
        return A_NORMAL;
    }
}

void term_put(int y, int x, int style, const char *words) {
    if (y < 0 || y >= LINES || x < 0 || x >= COLS)
        return;
    attrset(attributes(style));
    mvaddnstr(y, x, words, (int)shown_fit(words, COLS - x));
    attrset(A_NORMAL);
}

void term_add(int y, int x, int style, const char *format, ...) {
    char words[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(words, sizeof words, format, args);
    va_end(args);
    term_put(y, x, style, words);
}

static void blanks(int y, int x, int width, int style) {
    if (y < 0 || y >= LINES || x < 0 || x >= COLS || width <= 0)
        return;
    attrset(attributes(style));
    mvhline(y, x, ' ' | attributes(style), width < COLS - x ? width : COLS - x);
    attrset(A_NORMAL);
}

static void cell(int y, int x, int width, int style, const char *words, bool right) {
    int shown = shown_width(words);
    if (shown > width) {
        LOCAL_TEXT(t, 1024);
        text_put_n(&t, words, shown_fit(words, width - 1));
        text_put(&t, width > 0 ? term_glyph(GLYPH_CUT) : "");
        int used = shown_width(t.data);
        term_put(y, x, style, t.data);
        blanks(y, x + used, width - used, style);
        return;
    }
    blanks(y, right ? x : x + shown, width - shown, style);
    if (shown)
        term_put(y, right ? x + width - shown : x, style, words);
}

void term_cell(int y, int x, int width, int style, const char *words) {
    cell(y, x, width, style, words, false);
}

void term_cell_right(int y, int x, int width, int style, const char *words) {
    cell(y, x, width, style, words, true);
}

/* Breaks one line off a paragraph: returns its length in bytes; ret_next is where the next line
 * starts. */
static size_t wrap(const char *words, int width, size_t *ret_next) {
    size_t line = strcspn(words, "\n"), fits = shown_fit(words, width < 1 ? 1 : width);
    if (fits == 0 && line) { /* a wide character in a one-column space */
        *ret_next = 1;
        return 0;
    }
    if (line <= fits) {
        *ret_next = line + (words[line] == '\n');
        return line;
    }
    size_t end = fits;
    while (end && (words[end] != ' ' || words[end + 1] == '%')) /* "12.5 %" stays together */
        end--;
    end = end ? end : fits;
    *ret_next = end + strspn(words + end, " ");
    return end;
}

int term_wrapped(int y, int x, int width, int rows, int skip, int style, const char *words) {
    int lines = 0;
    while (*words) {
        LOCAL_TEXT(t, 1024);
        size_t next, n = wrap(words, width, &next);
        text_put_n(&t, words, n);
        if (lines >= skip && lines - skip < rows)
            term_put(y + lines - skip, x, style, t.data);
        words += next;
        lines++;
    }
    return lines;
}

int term_wrapped_lines(int width, const char *words) {
    return term_wrapped(0, 0, width, 0, 0, STYLE_PLAIN, words);
}

void term_fill(int y, int x, int height, int width, int style) {
    for (int i = 0; i < height; i++)
        blanks(y + i, x, width, style);
}

static void repeat(struct text *t, const char *s, int times) {
    for (int i = 0; i < times; i++)
        text_put(t, s);
}

void term_frame(int y, int x, int height, int width, const char *title) {
    const char *corner[2][4] = {{"╭", "╮", "╰", "╯"}, {"+", "+", "+", "+"}};
    const char **c = corner[look_now.ascii];
    LOCAL_TEXT(t, 2048);
    text_put(&t, c[0]);
    repeat(&t, term_glyph(GLYPH_ACROSS), width - 2);
    text_put(&t, c[1]);
    term_put(y, x, STYLE_PLAIN, t.data);
    for (int i = 1; i < height - 1; i++) {
        term_put(y + i, x, STYLE_PLAIN, term_glyph(GLYPH_DOWN));
        term_fill(y + i, x + 1, 1, width - 2, STYLE_PLAIN);
        term_put(y + i, x + width - 1, STYLE_PLAIN, term_glyph(GLYPH_DOWN));
    }
    text_clear(&t);
    text_put(&t, c[2]);
    repeat(&t, term_glyph(GLYPH_ACROSS), width - 2);
    text_put(&t, c[3]);
    term_put(y + height - 1, x, STYLE_PLAIN, t.data);
    if (title[0])
        term_add(y, x + 2, STYLE_BOLD, " %s ", title);
}

void term_bar(int y, int x, int width, double done, double risk, int style) {
    LOCAL_TEXT(t, 2048);
    int full = (int)(done * width + 0.5), half;
    full = full < 0 ? 0 : full > width ? width : full;
    half = (int)((done + risk) * width + 0.5) - full;
    half = half < 0 ? 0 : half > width - full ? width - full : half;
    if (risk > 0 && !half && full < width)
        half = 1;
    repeat(&t, term_glyph(GLYPH_FULL), full);
    repeat(&t, term_glyph(GLYPH_HALF), half);
    repeat(&t, term_glyph(GLYPH_EMPTY), width - full - half);
    term_put(y, x, style, t.data);
}

/* ---- dice ---- */

/* Pips of each face, in three rows of three. */
static const char *const pips[7] = {"         ", "    x    ", "x       x", "x   x   x",
                                    "x x   x x", "x x x x x", "x xx xx x"};

void term_die(int y, int x, int face, bool kept, int style) {
    static const char *const edge[3][6] = {{"╭", "╮", "╰", "╯", "─", "│"},
                                           {"┏", "┓", "┗", "┛", "━", "┃"},
                                           {"+", "+", "+", "+", "-", "|"}};
    static const char *const ascii_kept[6] = {"#", "#", "#", "#", "=", "#"};
    const char *const *e = look_now.ascii ? (kept ? ascii_kept : edge[2]) : edge[kept];
    const char *pip = look_now.ascii ? "o" : "●";
    for (int row = 0; row < DIE_ROWS; row++) {
        LOCAL_TEXT(t, 128);
        bool top = row == 0, bottom = row == DIE_ROWS - 1;
        text_put(&t, top ? e[0] : bottom ? e[2] : e[5]);
        for (int i = 0; i < 3; i++) {
            bool on = !top && !bottom && pips[face][(row - 1) * 3 + i] == 'x';
            if (top || bottom)
                repeat(&t, e[4], i == 1 ? 3 : 2);
            else
                text_add(&t, i == 0 ? " %s" : i == 1 ? " %s " : "%s ", on ? pip : " ");
        }
        text_put(&t, top ? e[1] : bottom ? e[3] : e[5]);
        term_put(y + row, x, style, t.data);
    }
}

/* ---- click zones ---- */

void term_zone(int y, int x, int height, int width, int key) {
    if (zone_count < ZONES_MAX)
        zones[zone_count++] = (struct zone){y, x, height, width, key};
}

void term_no_zones(void) {
    zone_count = 0;
}

int term_zone_key(int y, int x) {
    for (int i = zone_count - 1; i >= 0; i--) {
        const struct zone *z = &zones[i];
        if (y >= z->y && y < z->y + z->height && x >= z->x && x < z->x + z->width)
            return z->key;
    }
    return KEY_NOTHING;
}

int term_buttons(int y, int x, const struct button *buttons, int count) {
    for (int i = 0; i < count; i++) {
        const char *words = words_of(buttons[i].words);
        int width = shown_width(words);
        term_put(y, x, STYLE_BAR, words);
        term_zone(y, x, 1, width, buttons[i].key);
        x += width + 1;
    }
    return x;
}
