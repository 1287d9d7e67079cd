/* dice_source: where the dice of a table come from. */
#pragma once

#include "play/entry.h"

/* The n dice of throw `throw_number` (from 0) for this seed: the same on every machine, and
 * independent of the throws before it, so that rolling again after an undo gives the same dice. */
struct dice seeded_dice(uint64_t seed, uint32_t throw_number, int n);

/* n dice from the operating system's generator; false if it fails. */
bool system_dice(int n, struct dice *ret);
