/* headers: reading what a request says. Whatever does not keep to the grammar counts as unsaid. */
#pragma once

#include "core/words.h"

/* How much an Accept-Encoding likes a coding, 0 for not at all; "" is the file as it is, which is
 * accepted, but liked least, where nothing is said about it. */
int coding_quality(struct span accept_encoding, const char *coding);

/* Whether an Accept names text/html, as those of browsers do that show a page to somebody. */
bool accepts_html(struct span accept);

/* Whether an If-None-Match names this tag, or any. Weak tags count as the strong ones. */
bool etag_listed(struct span if_none_match, const char *etag);

/* Takes the target of a request apart: "/app.js?x" or "http://host:port/app.js?x". The host is
 * empty in the first case; the query is dropped. False: it is neither. */
bool target_read(struct span target, struct span *ret_host, struct span *ret_path);

/* Takes "name", "name:80" or "[::1]:80" apart. The port is dropped, and so are brackets (then it
 * must be an address of IPv6) and a dot at the end. False: it is no such thing. */
bool host_read(struct span host, struct span *ret_name, bool *ret_brackets);
