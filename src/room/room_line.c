#include "room/room_line.h"

#include <string.h>

#include "core/say.h"

#define MARK "# room: "
static const char with_word[] = "with";

bool room_line_is(struct span line) {
    return line.len >= strlen(MARK) && !memcmp(line.at, MARK, strlen(MARK));
}

static void copy(struct span from, char *to, size_t size) {
    struct text t = text_start(to, size);
    text_put_n(&t, from.at ? from.at : "", from.len);
}

void room_change_name(struct room_change *c, struct span name) {
    copy(name, c->name, sizeof c->name);
}

void room_change_level(struct room_change *c, struct span level) {
    copy(level, c->level, sizeof c->level);
}

/* ---- numbers ---- */

static int number_in(struct span word, int max) {
    int64_t number;
    return span_number(word, 1, max, &number) ? (int)number : 0;
}

/* Reads "2". Anything but a number becomes 0, which the room refuses with its own message. */
static bool read_place(struct span rest, struct room_change *c, struct text *error) {
    c->place = number_in(span_word(&rest), INT32_MAX);
    if (rest.len)
        say(error, room_nothing_follows, .word = vocabulary[c->kind].text);
    return !rest.len;
}

static void write_place(const struct room_change *c, struct text *out) {
    text_add(out, " %d", c->place);
}

/* Reads "2 1 family" or "2 1": a request about one place, made by another. */
static bool read_request(struct span rest, struct room_change *c, struct text *error) {
    c->place = number_in(span_word(&rest), INT32_MAX);
    c->by = number_in(span_word(&rest), INT32_MAX);
    room_change_level(c, rest);
    bool good = c->place && (c->kind == WORD_ASK || !rest.len);
    if (!good)
        say(error, room_takes_place, .word = vocabulary[c->kind].text);
    return good;
}

static void write_request(const struct room_change *c, struct text *out) {
    text_add(out, " %d %d%s%s", c->place, c->by, c->level[0] ? " " : "", c->level);
}

static bool read_seat(struct span rest, struct room_change *c, struct text *error) {
    c->seat = number_in(rest, SEATS_MAX) - 1;
    if (c->seat < 0)
        say(error, room_takes_seat, .word = vocabulary[c->kind].text);
    return c->seat >= 0;
}

static void write_seat(const struct room_change *c, struct text *out) {
    text_add(out, " %d", c->seat + 1);
}

static bool read_clock(struct span rest, struct room_change *c, struct text *error) {
    c->seconds = number_in(rest, ROOM_CLOCK_MAX);
    if (!c->seconds)
        say(error, room_clock_seconds, .most = ROOM_CLOCK_MAX);
    return c->seconds;
}

static bool read_away(struct span rest, struct room_change *c, struct text *error) {
    c->seconds = number_in(rest, ROOM_AWAY_MAX);
    if (c->seconds < ROOM_AWAY_MIN)
        say(error, room_away_seconds, .least = ROOM_AWAY_MIN, .most = ROOM_AWAY_MAX);
    return c->seconds >= ROOM_AWAY_MIN;
}

static void write_seconds(const struct room_change *c, struct text *out) {
    text_add(out, " %d", c->seconds);
}

/* ---- people ---- */

/* Removes and returns the last word; returns an empty span if it is the only word. */
static struct span cut_last_word(struct span *words) {
    for (size_t i = words->len; i > 1; i--) {
        if (words->at[i - 1] != ' ')
            continue;
        struct span last = {words->at + i, words->len - i};
        *words = span_trim((struct span){words->at, i - 1});
        return last;
    }
    return (struct span){0};
}

/* Cuts "with 2" or "program" off the end of a name: "Cem with 2", "Ticker program". */
static void cut_manner(struct span *name, struct room_change *c) {
    struct span rest = *name, last = cut_last_word(&rest);
    int with = number_in(last, ROOM_PLACES_MAX);
    c->program = span_is(last, BOT_PROGRAM);
    if (c->program) {
        *name = rest;
    } else if (with && span_is(cut_last_word(&rest), with_word)) {
        c->with = with;
        *name = rest;
    }
}

bool room_line_name_is_plain(struct span name) {
    struct room_change c = {0};
    cut_manner(&name, &c);
    return !c.with && !c.program;
}

static bool read_sit(struct span rest, struct room_change *c, struct text *error) {
    c->place = number_in(span_word(&rest), INT32_MAX);
    if (!c->place)
        say(error, room_sit_takes);
    cut_manner(&rest, c);
    room_change_name(c, rest);
    return c->place;
}

static void write_sit(const struct room_change *c, struct text *out) {
    text_add(out, " %d %s", c->place, c->name);
    if (c->with)
        text_add(out, " %s %d", with_word, c->with);
    if (c->program)
        text_put(out, " " BOT_PROGRAM);
}

/* The room refuses a missing level or place with its own message. */
static bool read_bot(struct span rest, struct room_change *c, struct text *error) {
    (void)error;
    c->place = number_in(span_word(&rest), INT32_MAX);
    room_change_level(c, cut_last_word(&rest));
    room_change_name(c, rest);
    return true;
}

static void write_bot(const struct room_change *c, struct text *out) {
    text_add(out, " %d %s%s%s", c->place, c->name, c->level[0] ? " " : "", c->level);
}

/* ---- dice, and who starts ---- */

static bool read_dice(struct span rest, struct room_change *c, struct text *error) {
    c->dice.kind = DICE_FAIR;
    if (span_is(rest, "fair"))
        return true;
    if (!dice_parse(rest, &c->dice, error))
        return false;
    bool good = c->dice.kind == DICE_PHYSICAL || c->dice.kind == DICE_SEEDED;
    if (!good)
        say(error, room_dice_kinds);
    return good;
}

static void write_dice(const struct room_change *c, struct text *out) {
    text_put(out, " ");
    if (c->dice.kind == DICE_FAIR)
        text_put(out, "fair");
    else
        dice_print(&c->dice, out);
}

static bool read_salt(struct span rest, struct room_change *c, struct text *error) {
    bool good = span_hex(rest, c->salt, ROOM_SALT_BYTES);
    if (!good)
        say(error, room_salt_takes);
    return good;
}

static void write_salt(const struct room_change *c, struct text *out) {
    text_put(out, " ");
    text_hex(out, c->salt, ROOM_SALT_BYTES);
}

static bool read_start(struct span rest, struct room_change *c, struct text *error) {
    return start_parse(rest, &c->start, error);
}

static void write_start(const struct room_change *c, struct text *out) {
    text_put(out, " ");
    start_print(c->start, out);
}

/* ---- dispatch ---- */

static bool read_nothing(struct span rest, struct room_change *c, struct text *error) {
    if (rest.len)
        say(error, room_nothing_follows, .word = vocabulary[c->kind].text);
    return !rest.len;
}

static void write_nothing(const struct room_change *c, struct text *out) {
    (void)c, (void)out;
}

/* How the arguments of each word are read and written. */
static const struct {
    bool (*read)(struct span rest, struct room_change *c, struct text *error);
    void (*write)(const struct room_change *c, struct text *out);
} spellings[] = {
    [WORD_DICE] = {read_dice, write_dice},      [WORD_START] = {read_start, write_start},
    [WORD_BOT] = {read_bot, write_bot},         [WORD_BEGIN] = {read_nothing, write_nothing},
    [WORD_ASK] = {read_request, write_request}, [WORD_AGREE] = {read_request, write_request},
    [WORD_BACK] = {read_place, write_place},    [WORD_LEAVE] = {read_place, write_place},
    [WORD_GOON] = {read_place, write_place},    [WORD_CLOCK] = {read_clock, write_seconds},
    [WORD_AWAY] = {read_away, write_seconds},   [WORD_KEEPER] = {read_nothing, write_nothing},
    [WORD_SIT] = {read_sit, write_sit},         [WORD_MOVE] = {read_place, write_place},
    [WORD_LATE] = {read_seat, write_seat},      [WORD_UNOPENED] = {read_seat, write_seat},
    [WORD_HURRIED] = {read_seat, write_seat},   [WORD_SALT] = {read_salt, write_salt},
    [WORD_STAY] = {read_place, write_place},    [WORD_AGAIN] = {read_place, write_place},
};
_Static_assert(sizeof spellings / sizeof *spellings == WORDS_COUNT, "the last word has one");

bool room_line_parse(struct span line, struct room_change *ret, struct text *error) {
    struct room_change c = {0};
    if (!room_line_is(line))
        return say_fail(error, room_comments_about_room);
    if (!span_clean(line))
        return say_fail(error, room_line_unclean);
    struct span rest = {line.at + strlen(MARK), line.len - strlen(MARK)}, verb = span_word(&rest);
    c.kind = word_find(verb, A_ROOM_LINE);
    if (!c.kind)
        return say_fail(error, room_unknown_word, .word = SHOWN(verb));
    if (!spellings[c.kind].read(rest, &c, error))
        return false;
    *ret = c;
    return true;
}

void room_line_print(const struct room_change *c, struct text *out) {
    text_add(out, MARK "%s", vocabulary[c->kind].text);
    spellings[c->kind].write(c, out);
}

void room_line_quote(enum word kind, struct span words, struct text *out) {
    text_add(out, MARK "%s %.*s", vocabulary[kind].text, (int)words.len, words.at);
}
