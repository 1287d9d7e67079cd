#include "tui/settings.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/errors.h"
#include "core/memory.h"
#include "core/say.h"
#include "play/folder.h"
#include "play/shelf.h"
#include "play/whole_file.h"

const char *const speed_words[] = {"off", "slow", "normal", "fast", NULL};

enum kind { KIND_NAME, KIND_SPEED, KIND_SWITCH, KIND_WARNING, KIND_RULES, KIND_DICE };

static const struct key {
    const char *name;
    int kind;
    size_t offset;
} keys[] = {
    {"name", KIND_NAME, offsetof(struct settings, name)},
    {"speed", KIND_SPEED, offsetof(struct settings, speed)},
    {"ascii", KIND_SWITCH, offsetof(struct settings, ascii)},
    {"colour", KIND_SWITCH, offsetof(struct settings, colour)},
    {"coach", KIND_SWITCH, offsetof(struct settings, coach)},
    {"warn", KIND_WARNING, offsetof(struct settings, warn)},
    {"rules", KIND_RULES, offsetof(struct settings, rules)},
    {"dice", KIND_DICE, offsetof(struct settings, dice)},
};
enum { KEYS = sizeof keys / sizeof *keys };

void settings_start(struct settings *s) {
    *s = (struct settings){.speed = SPEED_NORMAL,
                           .colour = true,
                           .coach = true,
                           .warn = {.grade = WARNING_GRADE},
                           .rules = "yardzee",
                           .dice = "system"};
}

void settings_free(struct settings *s) {
    free(s->file);
    s->file = NULL;
}

/* ---- one value ---- */

static int find(struct span name) {
    for (int i = 0; i < KEYS; i++) {
        if (span_is(name, keys[i].name))
            return i;
    }
    return -1;
}

static void put_span(char *to, size_t size, struct span s) {
    struct text t = text_start(to, size);
    text_put_n(&t, s.at, s.len);
}

static bool good_name(struct span value) {
    return value.len && value.len <= PERSON_NAME_MAX && span_clean(value) &&
           span_letters(value) <= PERSON_LETTERS_MAX && !memchr(value.at, '+', value.len);
}

/* Whether the verb and the value form a valid line of the table language. */
static bool good_line(const char *verb, struct span value) {
    char line[RULES_TEXT_MAX + 32], words[512];
    struct text l = TEXT_IN(line), ignored = TEXT_IN(words);
    struct entry e;
    text_add(&l, "%s %.*s", verb, (int)value.len, value.at);
    return value.len < RULES_TEXT_MAX && !l.cut && entry_parse(NULL, span_of(line), &e, &ignored);
}

static bool set(struct settings *s, const struct key *key, struct span value) {
    LOCAL_TEXT(ignored, 512);
    void *at = (char *)s + key->offset;
    switch (key->kind) {
    case KIND_NAME:
        if (!good_name(value))
            return false;
        put_span(s->name, sizeof s->name, value);
        return true;
    case KIND_SPEED:
        for (int i = 0; i < SPEEDS; i++) {
            if (span_is(value, speed_words[i])) {
                *(int *)at = i;
                return true;
            }
        }
        return false;
    case KIND_SWITCH:
        if (!span_is(value, "on") && !span_is(value, "off"))
            return false;
        *(bool *)at = span_is(value, "on");
        return true;
    case KIND_WARNING:
        return warning_parse(value, at, &ignored);
    case KIND_RULES:
        if (!good_line("rules", value))
            return false;
        put_span(s->rules, sizeof s->rules, value);
        return true;
    default:
        if (value.len >= sizeof s->dice || !good_line("dice", value))
            return false;
        put_span(s->dice, sizeof s->dice, value);
        return true;
    }
}

static void print(const struct settings *s, const struct key *key, struct text *out) {
    const void *at = (const char *)s + key->offset;
    if (key->kind == KIND_NAME && !s->name[0])
        return; /* no name given: screens propose one in the user's language */
    text_add(out, "%s = ", key->name);
    switch (key->kind) {
    case KIND_SPEED:
        text_put(out, speed_words[*(const int *)at]);
        break;
    case KIND_SWITCH:
        text_put(out, *(const bool *)at ? "on" : "off");
        break;
    case KIND_WARNING:
        warning_print(*(const struct warning *)at, out);
        break;
    default:
        text_put(out, at);
        break;
    }
    text_put(out, "\n");
}

/* ---- all lines ---- */

/* The key of a line with a valid value; -1 for anything else, including comments. */
static int line_key(struct span line, struct span *ret_value) {
    struct span value = line;
    struct span name = span_trim(span_until(&value, '='));
    struct settings scratch;
    int key = find(name);
    *ret_value = span_trim(value);
    return key >= 0 && set(&scratch, &keys[key], *ret_value) ? key : -1;
}

static bool says_nothing(struct span line) {
    struct span s = span_trim(line);
    return !s.len || s.at[0] == '#';
}

static void note_problem(struct span line, int number, struct text *said) {
    struct span value = line;
    struct span name = span_trim(span_until(&value, '='));
    const char *names[KEYS + 1] = {0};
    for (int i = 0; i < KEYS; i++)
        names[i] = keys[i].name;
    LOCAL_TEXT(w, 96);
    for (size_t i = 0; i < line.len && i < 40; i++) {
        char c = line.at[i];
        text_put_n(&w, c >= ' ' && c < 127 ? &c : "?", 1);
    }
    const char *near = find(name) < 0 ? nearest_word(name, names) : NULL;
    if (near)
        say(said, tui_settings_line_near, .line = number, .words = w.data, .near = near);
    else
        say(said, tui_settings_line, .line = number, .words = w.data);
    text_put(said, "\n");
}

static void keep_file(struct settings *s, struct span file) {
    char *copy = must(malloc(file.len + 1));
    memcpy(copy, file.at, file.len);
    copy[file.len] = '\0';
    free(s->file);
    s->file = copy;
    s->file_len = file.len;
}

void settings_parse(struct settings *s, struct span file, struct text *said) {
    struct span rest = file, line;
    int number = 0;
    keep_file(s, file);
    while (span_item(&rest, '\n', &line)) {
        struct span value;
        int key = line_key(line, &value);
        number++;
        if (key >= 0)
            set(s, &keys[key], value);
        else if (!says_nothing(line))
            note_problem(line, number, said);
    }
}

void settings_print(const struct settings *s, struct text *out) {
    struct span rest = {s->file, s->file_len}, line;
    bool written[KEYS] = {false};
    while (s->file_len && span_item(&rest, '\n', &line)) {
        struct span value;
        int key = line_key(line, &value);
        bool last = !rest.at || line.at + line.len == s->file + s->file_len;
        if (key >= 0 && !written[key]) {
            print(s, &keys[key], out);
            written[key] = true;
        } else if (key < 0 && (line.len || !last)) {
            text_put_n(out, line.at, line.len);
            text_put(out, "\n");
        }
    }
    for (int i = 0; i < KEYS; i++) {
        if (!written[i])
            print(s, &keys[i], out);
    }
}

/* ---- the file ---- */

static bool folder(struct text *ret) {
    const char *config = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
    if (config && config[0] == '/')
        text_add(ret, "%s/yardstick", config);
    else if (home && home[0])
        text_add(ret, "%s/.config/yardstick", home);
    return ret->len && !ret->cut;
}

void settings_load(struct settings *s, struct text *said) {
    char path[PATH_MAX_BYTES], *data = must(malloc(SETTINGS_BYTES_MAX + 1));
    struct text p = TEXT_IN(path);
    if (folder(&p)) {
        text_put(&p, "/settings");
        int fd = open(path, O_RDONLY | O_CLOEXEC);
        ssize_t n = fd < 0 ? -1 : read(fd, data, SETTINGS_BYTES_MAX + 1);
        s->adrift = fd >= 0 ? n < 0 || n > SETTINGS_BYTES_MAX : errno != ENOENT;
        if (s->adrift) {
            say(said, tui_settings_unreadable, .file = path);
            text_put(said, "\n");
        } else if (n >= 0) {
            settings_parse(s, (struct span){data, (size_t)n}, said);
        }
        if (fd >= 0)
            close(fd);
    }
    free(data);
}

bool settings_save(struct settings *s, struct text *error) {
    enum { ROOM = SETTINGS_BYTES_MAX + 4096 };
    char path[PATH_MAX_BYTES], *data = must(malloc(ROOM));
    struct text p = TEXT_IN(path), out = text_start(data, ROOM);
    bool good = !s->adrift && folder(&p) && folder_make(path, error);
    if (good) {
        text_put(&p, "/settings");
        settings_print(s, &out);
        int reason = p.cut || out.cut ? EOVERFLOW : whole_file_write(path, data, out.len);
        good = !reason;
        if (good)
            keep_file(s, (struct span){data, out.len});
        else
            say(error, tui_cannot_write, .file = path, .why = error_words(reason));
    }
    if (!good && !error->len && s->adrift)
        say(error, tui_settings_left_alone);
    else if (!good && !error->len)
        say(error, tui_settings_nowhere);
    free(data);
    return good;
}
