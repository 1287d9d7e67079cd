/* say: sentences for people. No sentence is written in the sources: each has a key, and its words
 * in every language are in lang/. Placeholders are named, and the compiler checks their types:
 *
 *     say(error, rules_box_filled, .box = label, .points = 25);
 *
 * A process speaks one language, English unless told otherwise. A process that answers people in
 * several languages (a server, the core of a page) encodes its messages instead: its strings
 * contain message numbers and values. The page translates its core's strings itself; a server sends
 * English sentences together with their keys and values (say_answer()), so that clients can
 * translate them. */
#pragma once

#include "core/say_tables.h"
#include "core/text.h"
#include "core/words.h"
#include "lang/messages.h"

struct json;

/* Appends a message. */
#define say(text, key, ...) say_message((text), M_##key, &(struct say_##key){__VA_ARGS__})

/* Like say(), but yields false, so that a failing check can give its reason and return. */
#define say_fail(text, key, ...) (say((text), key, __VA_ARGS__), false)

/* A message as a string that lives as long as the enclosing block, to fill a placeholder of another
 * message. */
#define WORDS(key, ...) say_in(SAY_ROOM, M_##key, &(struct say_##key){__VA_ARGS__})

/* The words of a message without placeholders; they are never freed. For tables that name messages,
 * as in {.label = M_rules_aces}. */
const char *words_of(enum message message);
const char *words_in(enum message message, const struct language *language);

/* Other strings for placeholders: user input (shortened if it is long), foreign text and dice. */
#define SHOWN(span) say_shown(SAY_ROOM, (span))
#define FOREIGN(text) say_foreign(SAY_ROOM, (text)) /* from another program or library */
#define DICE(dice, separator) say_dice(SAY_ROOM, (dice), (separator))

enum { SAY_ROOM_BYTES = 512 };
#define SAY_ROOM ((char[SAY_ROOM_BYTES]){0})

/* `places` is the message's struct of values; NULL if it has no placeholders. */
void say_message(struct text *out, enum message message, const void *places);
const char *say_in(char room[SAY_ROOM_BYTES], enum message message, const void *places);
const char *say_shown(char room[SAY_ROOM_BYTES], struct span typed);
const char *say_foreign(char room[SAY_ROOM_BYTES], const char *text);
const char *say_dice(char room[SAY_ROOM_BYTES], struct dice dice, const char *separator);

/* Sets the language of the process; call it before starting any threads. */
void say_language(const struct language *language);
const struct language *say_spoken(void);

/* Turns the encoding of messages on or off for the whole process. */
void say_in_code(bool code);

/* The language for a tag such as "de", "de_AT.UTF-8" or "es-MX"; NULL if there is none. */
const struct language *language_find(const char *tag);

/* Turns encoded messages into sentences. Copies all other text, with ? for any stray control
 * character of the encoding. */
void say_decode(struct text *out, struct span coded, const struct language *language);

/* Whether the text contains an encoded message. */
bool say_is_coded(struct span text);

/* The value of a placeholder; returns false unless the text is exactly one encoded message that has
 * this placeholder. */
bool say_place(struct span coded, const char *place, struct span *ret);

/* Writes the keys and values of encoded text: a string if it contains no message, an object such as
 * {"key": "rules_box_filled", "box": "Twos", "points": 4} if it is exactly one message, and an
 * array of strings and objects otherwise. */
void say_json(struct json *j, const char *key, struct span coded);

/* Copies an answer, one JSON object. If it contains encoded strings, replaces them with English
 * sentences and adds a member `said`, which maps each of these sentences to what say_json() writes
 * for it. */
void say_answer(struct text *out, const char *answer);
bool say_answer_is_coded(const char *answer);
