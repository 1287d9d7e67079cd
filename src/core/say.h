/* say: sentences for people. No sentence is written in the sources: each has a key, and its words
 * in every language are in lang/. Places are named, and the compiler checks their types:
 *
 *     say(error, box_filled, .box = label, .n = 25);
 *
 * A process speaks one language, English unless told otherwise. A process that answers people of
 * several languages (a server, the core of a page) speaks in code instead: its texts hold keys and
 * places, and say_decode() turns them into sentences of any language where they leave the process.
 */
#pragma once

#include "core/say_tables.h"
#include "core/text.h"
#include "core/words.h"
#include "lang/messages.h"

struct json;

/* Appends a message. */
#define say(text, key, ...) say_message((text), M_##key, &(struct say_##key){__VA_ARGS__})

/* say() that yields false: a failing check returns it with the reason. */
#define say_fail(text, key, ...) (say((text), key, __VA_ARGS__), false)

/* A message as a string that lives as long as the block around it: for a place of another message.
 */
#define WORDS(key, ...) say_in(SAY_ROOM, M_##key, &(struct say_##key){__VA_ARGS__})

/* The words of a message without places, for good: for tables that name messages, as in
 * {.label = M_rules_aces}. */
const char *words_of(enum message message);
const char *words_in(enum message message, const struct language *language);

/* Other strings for places: what somebody typed, shortened if it is long; dice. */
#define SHOWN(span) say_shown(SAY_ROOM, (span))
#define FOREIGN(text) say_foreign(SAY_ROOM, (text)) /* from another program or library */
#define DICE(dice, separator) say_dice(SAY_ROOM, (dice), (separator))

enum { SAY_ROOM_BYTES = 512 };
#define SAY_ROOM ((char[SAY_ROOM_BYTES]){0})

/* `places` is the message's struct; NULL if it has none. */
void say_message(struct text *out, enum message message, const void *places);
const char *say_in(char room[SAY_ROOM_BYTES], enum message message, const void *places);
const char *say_shown(char room[SAY_ROOM_BYTES], struct span typed);
const char *say_foreign(char room[SAY_ROOM_BYTES], const char *text);
const char *say_dice(char room[SAY_ROOM_BYTES], struct dice dice, const char *separator);

/* Sets the language of the process, before it starts any thread. */
void say_language(const struct language *language);
const struct language *say_spoken(void);

/* From now on the process speaks in code, or no longer. */
void say_in_code(bool code);

/* The language of a tag such as "de", "de_AT.UTF-8" or "es-MX"; NULL if there is none. */
const struct language *language_find(const char *tag);

/* Turns text in code into sentences; all other text is copied, with ? for what is left of code. */
void say_decode(struct text *out, struct span coded, const struct language *language);

/* Whether a text holds anything in code. */
bool say_is_coded(struct span text);

/* A place of the only message of a text in code; false if the text is anything else. */
bool say_place(struct span coded, const char *place, struct span *ret);

/* Writes the keys and places of a text in code: a string where it has none, an object for one
 * message, {"key": "box_filled", "box": "Twos", "n": 4}, and an array of both for several. */
void say_json(struct json *j, const char *key, struct span coded);

/* An answer, one JSON object, with strings in code: copies it with the English sentences in their
 * place and a further member `said`, which has say_json() of each sentence under the sentence. */
void say_answer(struct text *out, const char *answer);
bool say_answer_is_coded(const char *answer);
