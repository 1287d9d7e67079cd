/* say_tables: the form of the tables that lang/tables.py makes from the catalogues. */
#pragma once

#include <stddef.h>

struct language {
    const char *tag;    /* "en" */
    const char *bytes;  /* all sentences: plural forms one after the other, each ended by a zero */
    const unsigned *at; /* where a message begins */
    unsigned (*plural)(long long n); /* which of its forms is used for n */
};

/* The languages of this program, NULL at the end; the first is English. */
extern const struct language *const languages[];

/* For each message its key, its places (a letter for the kind, then the name) and an empty string.
 */
extern const struct message_shapes {
    const char *bytes;
    const unsigned *at;
    int count;
} message_shapes;
