/* bits: a hash of all values of a solved game, with all their bits. */
#pragma once

#include <stdint.h>
#include <stdlib.h>

#include "rules/rules.h"
#include "solve/press_solver.h"
#include "solve/sheet_solver.h"

/* FNV-1a over the bytes; all machines that run the tests have the same byte
 * order. */
static inline uint64_t bits_of(const void *data, size_t size) {
    uint64_t hash = 0xcbf29ce484222325u;
    for (const unsigned char *at = data, *end = at + size; at < end; at++)
        hash = (hash ^ *at) * 0x100000001b3u;
    return hash;
}

/* Solves the whole game; 0 if that fails. */
static inline uint64_t solved_bits(const struct rules *r, int threads) {
    uint64_t hash = 0;
    size_t size;
    if (r->book->family == FAMILY_SHEET) {
        struct sheet_solver *s = sheet_solve(r, threads, NULL);
        if (s) {
            const void *data = sheet_solver_payload(s, &size);
            hash = bits_of(data, size);
        }
        sheet_solver_free(s);
        return hash;
    }
    struct press_solver *s = press_solver_new(r);
    if (s && press_solve_from(s, 0, 0, threads, NULL)) {
        void *data = press_payload(s, &size);
        hash = data ? bits_of(data, size) : 0;
        free(data);
    }
    press_solver_free(s);
    return hash;
}
