/* errors: why the operating system refused an operation, in the language of the process. */
#pragma once

#include <string.h>

#include "core/say.h"

/* The message for an errno; M_NONE for errors that people hardly ever see. */
enum message error_message(int number);

/* The system's own messages are always in English: LC_MESSAGES is never set, because the system
 * translates messages only for installed locales. */
static inline const char *error_words(int number) {
    enum message message = error_message(number);
    return message ? words_of(message) : strerror(number);
}
