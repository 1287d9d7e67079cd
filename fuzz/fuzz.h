/* Shared by all fuzz targets: the entry point, and a check that aborts the run on failure. */
#ifndef YARD_FUZZ_FUZZ_H
#define YARD_FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define REQUIRE(truth)                                                                             \
    do {                                                                                           \
        if (!(truth)) {                                                                            \
            fprintf(stderr, "%s:%d: not true: %s\n", __FILE__, __LINE__, #truth);                  \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

#endif
