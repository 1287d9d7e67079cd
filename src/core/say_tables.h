/* say_tables: the layout of the tables that lang/tables.py generates from the catalogs. */
#pragma once

#include <stddef.h>

struct language {
    const char *tag;    /* "en" */
    const char *bytes;  /* all sentences, NUL-terminated, plural forms one after another */
    const unsigned *at; /* offset of each message */
    unsigned (*plural)(long long n); /* the form to use for n */
};

/* The languages of this program, NULL-terminated; the first is English. */
extern const struct language *const languages[];

/* For each message: "p" if it has plural forms, otherwise "-", and its key; its placeholders (a
 * letter for the kind, then the name); and an empty string. */
extern const struct message_shapes {
    const char *bytes;
    const unsigned *at;
    int count;
} message_shapes;
