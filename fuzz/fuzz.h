/* Shared by all fuzz targets: the entry point, and a check that aborts the run on failure. */
#ifndef YARD_FUZZ_FUZZ_H
#define YARD_FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define REQUIRE(truth)                                                                             \
    do {                                                                                           \
        if (!(truth)) {                                                                            \
            fprintf(stderr, "%s:%d: not true: %s\n", __FILE__, __LINE__, #truth);                  \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

/* The input as a string, on the heap, so that the sanitizer sees overruns. */
static inline char *fuzz_copy(const uint8_t *data, size_t size) {
    char *copy = malloc(size + 1);
    if (!copy)
        abort();
    memcpy(copy, data, size);
    copy[size] = '\0';
    return copy;
}

#endif
