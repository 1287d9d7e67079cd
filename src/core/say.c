#include "core/say.h"

#include <stdatomic.h>
#include <string.h>

#include "core/json.h"

/* An encoded message: BEGIN, the number of the message as two base-64 digits, the values of its
 * placeholders, each followed by END_PLACE, and END. Text values may themselves
 * contain encoded messages. None of these control characters occurs in clean text; anything
 * malformed is copied as plain text. */
enum { BEGIN = 0x0e, END = 0x0f, END_PLACE = 0x1f, DIGIT = '0', BASE = 64 };

/* Limits the nesting of messages within values: our own messages never nest deeper, so any that do
 * are malicious. */
enum { DEPTH_MAX = 6, PLACES_MAX = 20, SENTENCE_MAX = 4096 };

static const struct language *spoken; /* NULL (English) until say_language() is called */
static atomic_bool in_code;

static char codes[MESSAGES_COUNT][5]; /* messages without placeholders, encoded */

void say_language(const struct language *language) {
    spoken = language;
}

const struct language *say_spoken(void) {
    return spoken ? spoken : languages[0];
}

/* The page's core contains no sentences, so it always encodes. */
static bool speaks_in_code(void) {
#ifdef __wasm__
    return true;
#else
    return atomic_load(&in_code);
#endif
}

void say_in_code(bool code) {
    for (int i = 1; code && i < MESSAGES_COUNT && !codes[i][0]; i++) {
        struct text t = TEXT_IN(codes[i]);
        text_add(&t, "%c%c%c%c", BEGIN, DIGIT + i / BASE, DIGIT + i % BASE, END);
    }
    atomic_store(&in_code, code);
}

const struct language *language_find(const char *tag) {
    size_t len = strcspn(tag, "_-.@");
    for (int i = 0; languages[i]; i++) {
        if (strlen(languages[i]->tag) == len && !strncmp(languages[i]->tag, tag, len))
            return languages[i];
    }
    return NULL;
}

/* ---- messages and their placeholders ---- */

/* "p" if the message has plural forms, otherwise "-"; then its key. */
static const char *shape(enum message message) {
    return message_shapes.bytes + message_shapes.at[message - 1];
}

static const char *next_string(const char *s) {
    return s + strlen(s) + 1;
}

/* The message's placeholders: a letter for the kind, then the name; ends with an empty string. */
static const char *first_place(enum message message) {
    return next_string(shape(message));
}

static int count_places(enum message message) {
    int count = 0;
    for (const char *place = first_place(message); *place; place = next_string(place))
        count++;
    return count;
}

/* A number as programs write it: "-12.5". lang/tables.py defines the letters for `kind`. */
static void put_number(struct text *out, char kind, const void *slot) {
    if (kind == 'd' || kind == 'D')
        text_add(out, kind == 'D' ? "%+lld" : "%lld", *(const long long *)slot);
    else if (kind >= 'G')
        text_add(out, "%+.*f", kind - 'G', *(const double *)slot);
    else
        text_add(out, "%.*f", kind - '0', *(const double *)slot);
}

/* Appends the number with the decimal separator of the language. */
static void put_localized(struct text *out, struct span number, const struct language *l) {
    for (size_t i = 0; i < number.len; i++) {
        if (number.at[i] == '.')
            text_put(out, l->bytes + l->at[M_number_point - 1]);
        else
            text_put_n(out, &number.at[i], 1);
    }
}

/* The words of a message; the value of {n} selects the plural form, if the message has any. */
static const char *form(const struct language *l, enum message message, const struct span *places) {
    const char *words = l->bytes + l->at[message - 1];
    if (*shape(message) != 'p')
        return words;
    for (const char *place = first_place(message); *place; place = next_string(place), places++) {
        int64_t n = 0;
        if (strcmp(place + 1, "n"))
            continue;
        bool sign = places->len && *places->at == '+';
        span_number((struct span){places->at + sign, places->len - sign}, -INT64_MAX, INT64_MAX,
                    &n);
        for (unsigned skip = l->plural(n < 0 ? -n : n); skip; skip--)
            words = next_string(words);
        break;
    }
    return words;
}

static void decode(struct text *out, struct span coded, const struct language *l, int depth);

/* In a sentence, placeholders are control characters: 1 to 8, then 16 and up. */
static void put_sentence(struct text *out, enum message message, const struct span *places,
                         const struct language *l, int depth) {
    for (const char *s = form(l, message, places); *s; s++) {
        int i = *s >= 1 && *s <= 8 ? *s - 1 : *s >= 16 && *s < 28 ? *s - 8 : -1;
        if (i < 0) {
            text_put_n(out, s, 1);
            continue;
        }
        const char *place = first_place(message);
        for (int skip = i; skip; skip--)
            place = next_string(place);
        if (*place == 's')
            decode(out, places[i], l, depth + 1);
        else
            put_localized(out, places[i], l);
    }
}

/* Replaces the control characters of the encoding in foreign text, so that it cannot pass for an
 * encoded message. */
static void put_plain(struct text *out, struct span plain) {
    for (size_t i = 0; i < plain.len; i++) {
        char c = plain.at[i];
        text_put_n(out, c == BEGIN || c == END || c == END_PLACE ? "?" : &plain.at[i], 1);
    }
}

/* ---- saying ---- */

static void put_code(struct text *out, enum message message, const struct span *places) {
    text_add(out, "%c%c%c", BEGIN, DIGIT + (int)message / BASE, DIGIT + (int)message % BASE);
    for (int i = 0, count = count_places(message); i < count; i++) {
        text_put_n(out, places[i].at, places[i].len);
        text_add(out, "%c", END_PLACE);
    }
    text_add(out, "%c", END);
}

void say_message(struct text *out, enum message message, const void *places) {
    struct span spans[PLACES_MAX];
    LOCAL_TEXT(numbers, PLACES_MAX * 24);
    int i = 0;
    for (const char *place = first_place(message); *place; place = next_string(place), i++) {
        const void *slot = (const char *)places + 8 * i;
        if (*place == 's') {
            const char *text = *(const char *const *)slot;
            spans[i] = span_of(text ? text : place + 1); /* no value: show the placeholder's name */
        } else {
            size_t before = numbers.len;
            put_number(&numbers, *place, slot);
            spans[i] = (struct span){numbers.data + before, numbers.len - before};
        }
    }
    if (speaks_in_code())
        put_code(out, message, spans);
    else
        put_sentence(out, message, spans, say_spoken(), 0);
}

const char *words_in(enum message message, const struct language *language) {
    return language->bytes + language->at[message - 1];
}

const char *words_of(enum message message) {
    return speaks_in_code() ? codes[message] : words_in(message, say_spoken());
}

const char *say_in(char room[SAY_ROOM_BYTES], enum message message, const void *places) {
    struct text out = text_start(room, SAY_ROOM_BYTES);
    say_message(&out, message, places);
    return room;
}

const char *say_shown(char room[SAY_ROOM_BYTES], struct span typed) {
    struct text out = text_start(room, SAY_ROOM_BYTES);
    put_plain(&out, (struct span){typed.at, (size_t)span_shown(typed)});
    return room;
}

const char *say_foreign(char room[SAY_ROOM_BYTES], const char *text) {
    struct text out = text_start(room, SAY_ROOM_BYTES);
    put_plain(&out, span_of(text));
    return room;
}

const char *say_dice(char room[SAY_ROOM_BYTES], struct dice dice, const char *separator) {
    struct text out = text_start(room, SAY_ROOM_BYTES);
    text_dice(&out, dice, separator);
    return room;
}

/* ---- decoding ---- */

struct spoken {
    enum message message;
    int count;
    struct span places[PLACES_MAX];
};

/* Cuts an encoded message off the front; false if there is none. */
static bool cut_message(struct span *rest, struct spoken *ret) {
    const char *s = rest->at, *end = rest->at + rest->len;
    if (end - s < 4 || *s != BEGIN)
        return false;
    int number = (s[1] - DIGIT) * BASE + s[2] - DIGIT;
    if (s[1] < DIGIT || s[2] < DIGIT || number < 1 || number > message_shapes.count)
        return false;
    *ret = (struct spoken){.message = (enum message)number, .count = count_places(number)};
    s += 3;
    for (int i = 0; i < ret->count; i++, s++) {
        int depth = 0;
        const char *begin = s;
        for (; s < end && (depth || *s != END_PLACE); s++)
            depth += *s == BEGIN ? 1 : *s == END ? -1 : 0;
        if (s == end)
            return false;
        ret->places[i] = (struct span){begin, (size_t)(s - begin)};
    }
    if (s == end || *s != END)
        return false;
    *rest = (struct span){s + 1, (size_t)(end - s - 1)};
    return true;
}

/* Cuts off and returns everything before the next message. */
static struct span cut_plain(struct span *rest) {
    struct span plain = {rest->at, 0};
    do {
        plain.len++, rest->at++, rest->len--;
    } while (rest->len && *rest->at != BEGIN);
    return plain;
}

static void decode(struct text *out, struct span coded, const struct language *l, int depth) {
    while (coded.len) {
        struct spoken s;
        if (depth < DEPTH_MAX && cut_message(&coded, &s)) {
            put_sentence(out, s.message, s.places, l, depth);
        } else {
            put_plain(out, cut_plain(&coded));
        }
    }
}

void say_decode(struct text *out, struct span coded, const struct language *language) {
    decode(out, coded, language, 0);
}

bool say_is_coded(struct span text) {
    return memchr(text.at, BEGIN, text.len) != NULL;
}

bool say_place(struct span coded, const char *place, struct span *ret) {
    struct spoken s;
    if (!cut_message(&coded, &s) || coded.len)
        return false;
    const char *name = first_place(s.message);
    for (int i = 0; i < s.count; i++, name = next_string(name)) {
        if (!strcmp(name + 1, place)) {
            *ret = s.places[i];
            return true;
        }
    }
    return false;
}

static void json_message(struct json *j, const char *key, const struct spoken *s, int depth);

static void json_part(struct json *j, const char *key, struct span coded, int depth) {
    struct span rest = coded;
    struct spoken s;
    if (!say_is_coded(coded) || depth == DEPTH_MAX) {
        json_string_n(j, key, coded.at, coded.len);
        return;
    }
    if (cut_message(&rest, &s) && !rest.len) {
        json_message(j, key, &s, depth);
        return;
    }
    json_open(j, key, '[');
    while (coded.len) {
        if (cut_message(&coded, &s)) {
            json_message(j, NULL, &s, depth);
        } else {
            struct span plain = cut_plain(&coded);
            json_string_n(j, NULL, plain.at, plain.len);
        }
    }
    json_close(j, ']');
}

static void json_message(struct json *j, const char *key, const struct spoken *s, int depth) {
    json_open(j, key, '{');
    json_string(j, "key", shape(s->message) + 1);
    const char *place = first_place(s->message);
    for (int i = 0; i < s->count; i++, place = next_string(place)) {
        if (*place == 's')
            json_part(j, place + 1, s->places[i], depth + 1);
        else
            json_digits(j, place + 1, s->places[i]);
    }
    json_close(j, '}');
}

void say_json(struct json *j, const char *key, struct span coded) {
    json_part(j, key, coded, 0);
}

/* ---- answers ---- */

/* The string that begins at `s`, with its quotes, and whether it contains an encoded message. */
static struct span whole_string(const char *s, bool *ret_coded) {
    const char *end = s + 1;
    *ret_coded = false;
    for (; *end && *end != '"'; end++) {
        if (*end != '\\' || !end[1])
            continue;
        *ret_coded |= !strncmp(end, "\\u000e", 6); /* BEGIN */
        end++;
    }
    return (struct span){s, (size_t)(end - s) + (*end == '"')};
}

/* Removes the quotes and escapes from a string written by json.h. */
static void unquote(struct text *out, struct span quoted) {
    for (size_t i = 1; i + 1 < quoted.len; i++) {
        uint8_t byte[2];
        char c = quoted.at[i];
        if (c == '\\' && quoted.at[i + 1] == 'u' && i + 6 < quoted.len &&
            span_hex((struct span){quoted.at + i + 2, 4}, byte, 2) && !byte[0] && byte[1] < 0x80) {
            c = (char)byte[1];
            i += 5;
        } else if (c == '\\') {
            c = quoted.at[++i];
        }
        text_put_n(out, &c, 1);
    }
}

/* The next encoded string at or after `s`, with its quotes; empty if there is none. */
static struct span next_coded(const char *s) {
    while (*s) {
        bool coded = false;
        struct span found = *s == '"' ? whole_string(s, &coded) : (struct span){s, 1};
        if (coded)
            return found;
        s += found.len;
    }
    return (struct span){s, 0};
}

/* Whether an object that is still being written already has a member of this name. */
static bool has_member(const char *object, const char *name) {
    LOCAL_TEXT(quoted, 2 * SENTENCE_MAX);
    struct json j = json_start(&quoted);
    json_string(&j, NULL, name);
    text_put(&quoted, ":");
    return memmem(object, strlen(object), quoted.data, quoted.len) != NULL;
}

bool say_answer_is_coded(const char *answer) {
    return next_coded(answer).len > 0;
}

void say_answer(struct text *out, const char *answer) {
    size_t len = strlen(answer);
    struct span found = next_coded(answer);
    if (!found.len || answer[len - 1] != '}') {
        text_put(out, answer);
        return;
    }
    const char *from = answer;
    for (; found.len; found = next_coded(from)) {
        LOCAL_TEXT(coded, SENTENCE_MAX);
        LOCAL_TEXT(words, SENTENCE_MAX);
        text_put_n(out, from, (size_t)(found.at - from));
        from = found.at + found.len;
        unquote(&coded, found);
        say_decode(&words, span_of(coded.data), languages[0]);
        struct json j = json_start(out);
        json_string(&j, NULL, words.data);
    }
    text_put_n(out, from, (size_t)(answer + len - 1 - from));
    text_put(out, ",\"said\":");
    size_t begin = out->len;
    struct json j = json_begin(out);
    for (found = next_coded(answer); found.len; found = next_coded(found.at + found.len)) {
        LOCAL_TEXT(coded, SENTENCE_MAX);
        LOCAL_TEXT(words, SENTENCE_MAX);
        unquote(&coded, found);
        say_decode(&words, span_of(coded.data), languages[0]);
        if (!has_member(out->data + begin, words.data))
            say_json(&j, words.data, span_of(coded.data));
    }
    json_close(&j, '}');
    text_put(out, "}");
}
