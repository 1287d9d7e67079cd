/* http: what is answered to a request, and which headers go with it. Knows no sockets. */
#pragma once

#include "core/text.h"
#include "net/assets.h"
#include "net/hosts.h"

enum http_method { HTTP_METHOD_GET, HTTP_METHOD_HEAD, HTTP_METHOD_OTHER };

struct http_request {
    enum http_method method;
    bool has_body;
    bool unclear;                                         /* see request_is_clear() */
    const char *target;                                   /* as it was sent */
    const char *host;                                     /* NULL: not said, or more than once */
    const char *accept, *accept_encoding, *if_none_match; /* NULL: not said */
};

struct http_answer {
    int code;
    const char *reason;

    /* Either a file (without its content when it is known already: 304), or what is wrong: in words
     * for a browser that shows them, else as a problem (RFC 9457). */
    const struct asset *asset;
    const struct variant *variant;
    char words[1024];
    bool problem;
    size_t length; /* of what GET is sent; HEAD is told, and sent nothing */
    bool content;  /* it is sent */
    bool last;     /* the connection ends with this answer */
};

/* A problem as JSON: what kind, and what is wrong. */
void http_problem(struct text *out, int status, const char *title, const char *code,
                  struct span detail);

/* Whether it has a path, and names us and nobody else as its host. */
bool http_is_for(const struct hosts *hosts, const struct http_request *request);

void http_answer(const struct hosts *hosts, const struct http_request *request,
                 struct http_answer *ret);

/* Calls `add` for the headers that every answer has: load from here only, and the like. */
void http_strict_headers(void (*add)(void *where, const char *name, const char *value),
                         void *where);

/* Calls `add` for every header of an answer. */
void http_headers(const struct http_answer *a,
                  void (*add)(void *where, const char *name, const char *value), void *where);
