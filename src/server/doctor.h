/* doctor: checks whether a server could run with its store, key, host names and disk. Changes
 * nothing. */
#pragma once

#include "store/survey.h"

struct doctor_options {
    const char *store;        /* a file or postgres://... */
    const char *name;         /* name used in messages; NULL: the path */
    const char *key;          /* key file; NULL: next to the store */
    const char *const *hosts; /* names besides localhost, NULL-terminated; NULL: do not check */
    bool quick;               /* at server startup: see store_survey() */
    bool copy;                /* a backup: skip key, names and disk */

    /* Called once per check. */
    void (*finding)(void *arg, const char *check, enum survey_grade grade, const char *words);
    void *arg;
};

struct doctor_report {
    int bad;               /* failed checks */
    int damaged;           /* failed checks that make the store unusable */
    int64_t sealed;        /* games with a sealed secret */
    int64_t opened;        /* games whose secret the key opened */
    bool key_missing;      /* the key file does not exist */
    bool unread;           /* there was no time to read the games */
    char first_wrong[512]; /* message of the first damage found, else of the first failure */
};

void doctor_examine(const struct doctor_options *o, struct doctor_report *ret);

/* The key file: `key` or, by default, a file next to the store. Returns false if the name is too
 * long, or if the store is a database and `key` is NULL. */
bool doctor_key_path(const char *store, const char *key, struct text *ret);
