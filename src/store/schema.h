/* schema: the tables, version by version. An upgrade runs every step that the store has not
 * had yet; steps that have been released never change. */
#pragma once

#include "core/text.h"

enum { SCHEMA_VERSION = 3 };

/* Step i upgrades version i to i + 1. */
extern const char *const sqlite_steps[SCHEMA_VERSION], *const postgres_steps[SCHEMA_VERSION];

/* Returns false and sets error for a store with a newer schema version. */
bool schema_known(const char *store, int version, struct text *error);
