/* pdf_file: the syntax of a PDF file: numbered objects, compressed streams and the table of where
 * they are. The same calls always make the same bytes: there is no date and no random number. */
#pragma once

#include <stdio.h>

#include "core/text.h"

struct pdf_file {
    struct text out;
    size_t *places; /* places[n]: where object n begins; 0: not written yet */
    int count, room;
};

void pdf_file_begin(struct pdf_file *f);

/* Reserves the number of an object that is written later. */
int pdf_file_number(struct pdf_file *f);

/* Writes an object between these calls. */
struct text *pdf_file_open(struct pdf_file *f, int number);
void pdf_file_close(struct pdf_file *f);

/* Writes a stream and returns its number. */
int pdf_file_stream(struct pdf_file *f, const struct text *data);

/* Appends text in UTF-16, as hexadecimal digits. */
void pdf_file_utf16(struct text *out, const char *words);

/* Completes the file, writes it and frees it; the caller checks `to` for errors. */
void pdf_file_end(struct pdf_file *f, int catalog, int info, FILE *to);
