/* request: what an evhttp has read of a request, asked for with more care than it has itself. */
#pragma once

#include <event2/http.h>

#include "core/text.h"

/* A header that may be a list, and then may stand in several lines: one list out of them. NULL: it
 * is not there, or there is too much of it for `room`. */
const char *request_list(struct evhttp_request *request, const char *name, struct text *room);

/* NULL when it is not there exactly once. */
const char *request_single(struct evhttp_request *request, const char *name);

bool request_has_body(struct evhttp_request *request);

/* Whether nobody can take its end for another than we do: one length in digits, or one coding that
 * is chunked, but not both; and no header whose name others may read as one of these, such as
 * "Transfer-Encoding :". What follows a request that is not clear may be a part of it. */
bool request_is_clear(struct evhttp_request *request);
