/* errors: why the operating system refused something, in the language of the process. */
#pragma once

#include <string.h>

#include "core/say.h"

/* The message for an errno; M_NONE if it is one that people hardly ever meet. */
enum message error_message(int number);

/* The system's own words are always English: LC_MESSAGES is never set, because the system
 * translates them only for installed locales. */
static inline const char *error_words(int number) {
    enum message message = error_message(number);
    return message ? words_of(message) : strerror(number);
}
