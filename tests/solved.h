/* solved: sheet games, each solved once per test program. */
#ifndef YARD_TESTS_SOLVED_H
#define YARD_TESTS_SOLVED_H

#include "check.h"
#include "solve/parallel.h"
#include "solve/sheet_solver.h"

static struct sheet_solver *solvers[8];

static const struct sheet_solver *solver_of(const struct rules *r) {
    for (int i = 0;; i++) {
        if (!solvers[i])
            solvers[i] = sheet_solve(r, parallel_threads(), NULL);
        assert_non_null(solvers[i]);
        if (rules_same(sheet_solver_rules(solvers[i]), r))
            return solvers[i];
    }
}

static int forget_solvers(void **state) {
    (void)state;
    for (int i = 0; i < 8; i++)
        sheet_solver_free(solvers[i]);
    return 0;
}

#endif
