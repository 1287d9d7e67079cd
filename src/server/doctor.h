/* doctor: whether a server could work with what it is given: its store, the key, the names it
 * answers to, the disk. It changes nothing. */
#pragma once

#include "store/survey.h"

struct doctor_options {
    const char *store;        /* a file or postgres://... */
    const char *name;         /* as words call it; NULL: as it is */
    const char *key;          /* the file of the key; NULL: beside the store */
    const char *const *hosts; /* further names, NULL at the end; or NULL: names are not looked at */
    bool quick;               /* at the start of a server: see store_survey() */
    bool copy;                /* it is a copy: no key, no names, no disk */

    /* One call a check, in words. */
    void (*finding)(void *arg, const char *check, enum survey_grade grade, const char *words);
    void *arg;
};

struct doctor_report {
    int bad;               /* checks that found something wrong */
    int damaged;           /* of these: what no server could go on with */
    int64_t sealed;        /* games with a secret, */
    int64_t opened;        /* of which the key opens so many */
    bool key_missing;      /* there is no file of that name */
    bool unread;           /* there was no time to look at any game, of which there may be many */
    char first_wrong[512]; /* the words of the first that is damaged, else of the first that is bad
                            */
};

void doctor_examine(const struct doctor_options *o, struct doctor_report *ret);

/* The file of the key: the one that is named, or that beside the store. False: the name is too
 * long, or the store is a database and none is named. */
bool doctor_key_path(const char *store, const char *key, struct text *ret);
