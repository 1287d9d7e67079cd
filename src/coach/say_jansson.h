/* say_jansson: core/say.h in files that use jansson. core/json.h, which say.h needs, has two names
 * in common with it. */
#pragma once

#define json_string written_json_string
#define json_null written_json_null
#include "core/say.h"
#undef json_string
#undef json_null

#include <jansson.h>
