/* arena_fields: shared by the code that writes a result (arena_result.c) and the code that reads it
 * (arena_read.c). These are separate files because jansson, which parses, and core/json.h, which
 * prints, have some names in common. */
#pragma once

#include "coach/arena_result.h"

enum { ARENA_FORMAT = 1, ARENA_FIELDS = 9 };

struct arena_field {
    const char *name; /* in JSON */
    size_t offset;
};
extern const struct arena_field arena_fields[ARENA_FIELDS];
wide *arena_field(struct arena_sums *s, int i);

void arena_add_forfeit(struct arena_sums *sums, enum forfeit forfeit, int64_t count, int64_t game,
                       const char *why);
