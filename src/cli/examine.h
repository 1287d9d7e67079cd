/* examine: the doctor's findings as a verb says them. */
#pragma once

#include "server/doctor.h"
#include "store/keep.h"

/* One line a finding. */
void print_finding(void *arg, const char *check, enum survey_grade grade, const char *words);

/* Asks the doctor about a copy. */
struct store_judge judge_of_copies(void);
