#include "cli/cli.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "core/errors.h"
#include "core/memory.h"
#include "play/whole_file.h"

/* The width of lines: that of the terminal, but at most that of a page. `tight` columns of it stay
 * free. */
static int line_width(FILE *file, int tight) {
    enum { PAGE = 80, NARROWEST = 20 };
    struct winsize size;
    int width = PAGE;
    if (ioctl(fileno(file), TIOCGWINSZ, &size) == 0 && size.ws_col && size.ws_col < PAGE)
        width = size.ws_col < NARROWEST ? NARROWEST : size.ws_col;
    return width - tight;
}

static void put_lines(FILE *file, int indent, const char *lines);

void report(const char *words) {
    if (isatty(STDERR_FILENO))
        put_lines(stderr, 0, words);
    else /* a log has one line for one message */
        fprintf(stderr, "%s\n", words);
}

int problem(const char *format, ...) {
    char words[8192];
    va_list args;
    va_start(args, format);
    int n = snprintf(words, sizeof words, "yard: ");
    vsnprintf(words + n, sizeof words - (size_t)n, format, args);
    va_end(args);
    report(words);
    return EXIT_PROBLEM;
}

void tell_message(FILE *file, enum message message, const void *places) {
    LOCAL_TEXT(words, 8192);
    say_message(&words, message, places);
    fputs(words.data, file);
}

void tell_lines(int indent, enum message message, const void *places) {
    LOCAL_TEXT(words, 8192);
    say_message(&words, message, places);
    print_lines(indent, words.data);
}

int complain_message(enum message message, const void *places) {
    LOCAL_TEXT(words, 8192);
    text_put(&words, "yard: ");
    say_message(&words, message, places);
    report(words.data);
    return EXIT_PROBLEM;
}

/* Overwrites the text with asterisks, up to `end` or the end of the string. */
static void cover(char *from, const char *end) {
    while (from < end && *from)
        *from++ = '*';
}

const char *take_store(char *typed) {
    static char *copy;
    char *start = strstr(typed, "://");
    if (strncmp(typed, "postgres", 8) || !start)
        return typed;
    free(copy); /* the option may be repeated */
    copy = must(strdup(typed));
    start += 3;
    char *end = start + strcspn(start, "/?"), *at = memrchr(start, '@', (size_t)(end - start));
    char *colon = at ? memchr(start, ':', (size_t)(at - start)) : NULL;
    if (colon)
        cover(colon + 1, at);
    for (char *c = strchr(start, '?'); c; c = strchr(c + 1, '&')) {
        size_t name = strcspn(c + 1, "=&");
        if (c[1 + name] == '=' && name >= 8 && !strncmp(c + 1 + name - 8, "password", 8))
            cover(c + 2 + name, c + 2 + name + strcspn(c + 2 + name, "&"));
    }
    return copy;
}

static void put_wrapped(FILE *file, const char *label, int indent, const char *text) {
    int width = line_width(file, 2), column = shown_width(label);
    fputs(label, file);
    size_t bytes = strlen(label);
    if (bytes && column >= indent && label[bytes - 1] != ' ') { /* start the text on a new line */
        fputc('\n', file);
        column = 0;
    }
    fprintf(file, "%*s", indent > column ? indent - column : 0, "");
    column = indent > column ? indent : column;
    while (*text) {
        int n = (int)shown_line(text, width - column);
        fprintf(file, "%.*s", n, text);
        text += n;
        text += strspn(text, " ");
        if (*text)
            fprintf(file, "\n%*s", indent, "");
        column = indent;
    }
    fputc('\n', file);
}

void print_wrapped(const char *label, int indent, const char *text) {
    put_wrapped(stdout, label, indent, text);
}

static void put_lines(FILE *file, int indent, const char *lines) {
    struct span rest = span_of(lines), line;
    while (span_item(&rest, '\n', &line)) {
        LOCAL_TEXT(l, 8192);
        LOCAL_TEXT(label, 128);
        text_add(&l, "%*s%.*s", indent, "", (int)line.len, line.at);
        if (shown_width(l.data) <= line_width(file, 0)) {
            fprintf(file, "%s\n", l.data);
            continue;
        }
        size_t first = strspn(l.data, " ");
        const char *gap = strstr(l.data + first, "  ");
        size_t left = gap ? (size_t)(gap - l.data) + strspn(gap, " ") : first;
        text_put_n(&label, l.data, left);
        put_wrapped(file, label.data, shown_width(label.data), l.data + left);
    }
}

void print_lines(int indent, const char *lines) {
    put_lines(stdout, indent, lines);
}

void print_ended_lines(const char *lines) {
    struct span rest = span_of(lines), line;
    while (rest.len && span_item(&rest, '\n', &line)) {
        LOCAL_TEXT(l, 8192);
        text_put_n(&l, line.at, line.len);
        print_lines(0, l.data);
    }
}

void now_date(char ret_date[32], char ret_stamp[32]) {
    date_words((int64_t)time(NULL), ret_date, ret_stamp);
}

bool write_output(const char *path, void (*write)(FILE *out, const void *what), const void *what) {
    if (!strcmp(path, "-")) {
        write(stdout, what);
        return true; /* main() checks stdout at exit */
    }
    char *data = NULL;
    size_t size = 0;
    FILE *draft = must(open_memstream(&data, &size));
    write(draft, what);
    bool whole = !ferror(draft);
    int reason = fclose(draft) != 0 || !whole ? ENOMEM : whole_file_write(path, data, size);
    free(data);
    if (reason)
        complain(cli_main_cannot_write, .file = path, .reason = error_words(reason));
    return !reason;
}

bool holds_record(const char *path) {
    static const char beginning[] = "yardstick ";
    char bytes[sizeof beginning - 1];
    struct stat there;
    if (stat(path, &there) != 0 || !S_ISREG(there.st_mode)) /* a pipe can be read only once */
        return false;
    FILE *in = fopen(path, "r");
    bool is = in && fread(bytes, 1, sizeof bytes, in) == sizeof bytes &&
              !memcmp(bytes, beginning, sizeof bytes);
    if (in)
        fclose(in);
    return is;
}

void tell_cut(const char *path, const struct record_tail *tail) {
    if (tail->found)
        complain(cli_main_record_cut, .file = path, .line = tail->line, .text = tail->text);
}

struct table *read_table(const char *path, bool *ret_cut) {
    LOCAL_TEXT(error, 1024);
    struct record_tail tail;
    struct table *t = table_new();
    bool good = record_read(path, t, &tail, &error);
    if (good && !table_now(t)->rules.book)
        good = say_fail(&error, cli_main_record_unruled, .file = path);
    *ret_cut = tail.found;
    tell_cut(path, &tail);
    if (good)
        return t;
    problem("%s", error.data);
    table_free(t);
    return NULL;
}
