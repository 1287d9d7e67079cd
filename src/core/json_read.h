/* json_read: finding things in a JSON text without copying it. A value is a span of the text; check
 * the whole text once with json_valid(), then look inside. */
#ifndef YARD_CORE_JSON_READ_H
#define YARD_CORE_JSON_READ_H

#include "core/text.h"
#include "core/words.h"

/* One JSON value and nothing else, nested no deeper than a program has reason to. */
bool json_valid(struct span text);

/* The value of a key of an object, the first one if it stands there twice. False when the value is
 * no object or has no such key. */
bool json_member(struct span object, const char *key, struct span *ret);

/* Goes through an array: start with a rest of json_items(), each call cuts one value off. */
struct span json_items(struct span array);
bool json_item(struct span *rest, struct span *ret);

/* The characters of a string; false for any other value. What does not fit is cut. */
bool json_text(struct span value, struct text *out);

#endif
