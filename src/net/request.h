/* request: reads a request parsed by evhttp, more strictly than evhttp does. */
#pragma once

#include <event2/http.h>

#include "core/text.h"

/* The value of a list header, joining repeated lines. NULL if absent or too long for `room`. */
const char *request_list(struct evhttp_request *request, const char *name, struct text *room);

/* The value of a header; NULL unless it occurs exactly once. */
const char *request_single(struct evhttp_request *request, const char *name);

bool request_has_body(struct evhttp_request *request);

/* Whether the end of the request is unambiguous, to prevent request smuggling: a numeric
 * Content-Length, a chunked Transfer-Encoding or neither, and no header name that a proxy may read
 * as one of these, such as "Transfer-Encoding :". The bytes after an ambiguous request may be part
 * of it. */
bool request_is_clear(struct evhttp_request *request);
