/* version: of what the solvers mean by their numbers. Tables that were kept by another version are
 * solved anew, so it is to be raised with every change of a solver that changes any value. */
#pragma once

enum { SOLVER_VERSION = 1 };
