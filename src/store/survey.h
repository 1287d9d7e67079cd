/* survey: whether a store is sound, found out by reading it. Nothing in it changes, and a server
 * may go on with it meanwhile. */
#pragma once

#include "core/text.h"
#include "core/words.h"

enum {
    SURVEY_TOKEN_BYTES = 32, /* of the hash of a token */
    SURVEY_SOME = 100,       /* games that a quick survey looks at */
    SURVEY_QUICK_BYTES = 32 << 20,
};

enum survey_grade {
    SURVEY_GOOD,
    SURVEY_NOTE, /* worth knowing, and nothing is wrong */
    SURVEY_BAD,
};

struct survey_game {
    const char *id, *setup;
    int64_t created;
    struct span secret; /* as it is sealed; empty: none */
};

/* What is found goes out by calls; `game` and `line` may be NULL. */
struct survey {
    bool quick;       /* a moment, however large the store is: see below */
    const char *name; /* of a file, as words call it; NULL: its path */
    void (*finding)(void *arg, const char *check, enum survey_grade grade, const char *words);

    /* Every game in the order of ids, each followed by its lines; of a quick survey only the newest
     * SURVEY_SOME, without lines. */
    void (*game)(void *arg, const struct survey_game *game);
    void (*line)(void *arg, int64_t n, const char *line, int64_t at);
    void *arg;
};

/* Checks in this order: store, schema, log, integrity, references, events, tokens. A quick survey
 * leaves out all that takes time in proportion to the store, integrity only above
 * SURVEY_QUICK_BYTES. Where it has no time to find the newest games, it says so: the finding
 * `games`, a note. A store that cannot be opened is the finding `store`, and the last. */
void store_survey(const char *where, const struct survey *survey);

/* The store as it may be shown to anybody who looks after it: an address without its password. */
void store_shown(const char *where, struct text *out);
bool store_is_database(const char *where);
