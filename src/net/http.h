/* http: chooses the response to a request for the site, and its headers. Does no I/O. */
#pragma once

#include "core/text.h"
#include "net/assets.h"
#include "net/hosts.h"

enum http_method { HTTP_METHOD_GET, HTTP_METHOD_HEAD, HTTP_METHOD_OTHER };

struct http_request {
    enum http_method method;
    bool has_body;
    bool unclear;                                         /* see request_is_clear() */
    const char *target;                                   /* as sent */
    const char *host;                                     /* NULL if absent or repeated */
    const char *accept, *accept_encoding, *if_none_match; /* NULL if absent */
};

struct http_answer {
    int code;
    const char *reason;

    /* Either a file (without its content if the client has it: 304) or an error: plain text for a
     * browser loading a page, otherwise a problem document (RFC 9457). */
    const struct asset *asset;
    const struct variant *variant;
    char words[2048];
    bool problem;
    size_t length; /* Content-Length; the same for HEAD */
    bool content;  /* whether a body is sent */
    bool last;     /* close the connection after this response */
};

/* Writes a problem document (RFC 9457) as JSON. */
void http_problem(struct text *out, int status, const char *title, const char *code,
                  struct span detail);

/* Whether the target is valid, and both the Host header and any host in the target are ours. */
bool http_is_for(const struct hosts *hosts, const struct http_request *request);

void http_answer(const struct hosts *hosts, const struct http_request *request,
                 struct http_answer *ret);

/* Calls `add` for the security headers that every response carries. */
void http_strict_headers(void (*add)(void *where, const char *name, const char *value),
                         void *where);

/* Calls `add` for every header of a response. */
void http_headers(const struct http_answer *a,
                  void (*add)(void *where, const char *name, const char *value), void *where);
