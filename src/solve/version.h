/* version: the version of the solvers' results. Tables stored by another version are solved again,
 * so raise this version with every change to a solver that changes any value. */
#pragma once

enum { SOLVER_VERSION = 3 };
