/* examine: prints the doctor's findings and lets the doctor judge copies of a store. */
#pragma once

#include "server/doctor.h"
#include "store/keep.h"

/* Prints a finding on one line. */
void print_finding(void *arg, const char *check, enum survey_grade grade, const char *words);

/* A judge that has the doctor examine a copy. */
struct store_judge judge_of_copies(void);
