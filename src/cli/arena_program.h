#pragma once

extern const char arena_program[];
