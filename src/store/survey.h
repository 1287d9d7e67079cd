/* survey: reads a store to check whether it is sound. It changes nothing, and a server may use the
 * store at the same time. */
#pragma once

#include "core/text.h"
#include "core/words.h"

enum {
    SURVEY_TOKEN_BYTES = 32, /* size of a token's hash */
    SURVEY_SOME = 100,       /* games in a quick survey */
    SURVEY_QUICK_BYTES = 32 << 20,
};

enum survey_grade {
    SURVEY_GOOD,
    SURVEY_NOTE, /* worth knowing, but nothing is wrong */
    SURVEY_BAD,
};

struct survey_game {
    const char *id, *setup;
    int64_t created;
    struct span secret; /* sealed; empty: none */
};

/* Findings are reported through callbacks; `game` and `line` may be NULL. */
struct survey {
    bool quick;       /* takes only a moment, however large the store is: see below */
    const char *name; /* name of the file in messages; NULL: its path */
    void (*finding)(void *arg, const char *check, enum survey_grade grade, const char *words);

    /* Every game in the order of ids, each followed by its lines; in a quick survey only the newest
     * SURVEY_SOME, without lines. */
    void (*game)(void *arg, const struct survey_game *game);
    void (*line)(void *arg, int64_t n, const char *line, int64_t at);
    void *arg;
};

/* Checks in this order: store, schema, log, integrity, references, tokens, events. A quick survey
 * skips everything that takes longer the larger the store is, except the integrity check of a store
 * of at most SURVEY_QUICK_BYTES. If there is not enough time to find even one game, it adds the
 * note `games`. If the store cannot be opened, `store` is the last finding. */
void store_survey(const char *where, const struct survey *survey);

/* The store's address without its password, safe to show to administrators. */
void store_shown(const char *where, struct text *out);
bool store_is_database(const char *where);
