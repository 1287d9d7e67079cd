/* version: of what the solvers mean by their numbers. Tables that were kept by another version are
 * solved anew, so it is to be raised with every change of a solver that changes any value. */
#ifndef YARD_SOLVE_VERSION_H
#define YARD_SOLVE_VERSION_H

enum { SOLVER_VERSION = 1 };

#endif
