/* headers: parses request headers. Malformed items in a list are ignored; in If-None-Match,
 * so is everything after the first of them. */
#pragma once

#include "core/words.h"

/* The weight that an Accept-Encoding header gives to a coding; 0 if it is not acceptable. "" means
 * uncompressed, which is acceptable with the lowest weight unless the header says otherwise. */
int coding_quality(struct span accept_encoding, const char *coding);

/* Whether an Accept header names text/html, as browsers do when they load a page. */
bool accepts_html(struct span accept);

/* Whether an If-None-Match header names this tag, or "*". Weak tags match strong ones. */
bool etag_listed(struct span if_none_match, const char *etag);

/* Parses a request target: "/app.js?x" or "http://host:port/app.js?x" (or https). The host is
 * empty in the first form; the query is dropped. Returns false if it has neither form. */
bool target_read(struct span target, struct span *ret_host, struct span *ret_path);

/* Parses "name", "name:80" or "[::1]:80". Drops the port, a trailing dot and the brackets; if
 * *ret_brackets is set, the caller must require an IPv6 address. Returns false if malformed. */
bool host_read(struct span host, struct span *ret_name, bool *ret_brackets);
