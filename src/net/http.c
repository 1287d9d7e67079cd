#include "net/http.h"

#include "core/json.h"
#include "core/say.h"
#include "net/headers.h"

/* ---- answers ---- */

void http_problem(struct text *out, int status, const char *title, const char *code,
                  struct span detail) {
    LOCAL_TEXT(kind, 64);
    LOCAL_TEXT(coded, 4096);
    struct json j = json_begin(&coded);
    text_add(&kind, "/problems/%s", code);
    json_string(&j, "type", kind.data);
    json_string(&j, "title", title);
    json_int(&j, "status", status);
    json_string_n(&j, "detail", detail.at, detail.len);
    json_string(&j, "code", code);
    json_close(&j, '}');
    say_answer(out, coded.data);
}

static void explain(struct http_answer *a, const struct http_request *q, int status,
                    const char *title, const char *code, const char *words) {
    struct text t = TEXT_IN(a->words);
    a->code = status;
    a->reason = title;
    a->problem = !q->accept || !accepts_html(span_of(q->accept));
    if (a->problem) {
        http_problem(&t, status, title, code, span_of(words));
    } else {
        say_decode(&t, span_of(words), languages[0]);
        text_put(&t, "\n");
    }
    a->length = t.len;
}

/* The name may be legitimate but unknown to us, so explain how to add it. */
static void refuse_host(struct http_answer *a, const struct http_request *q, struct span host) {
    struct span name;
    bool brackets;
    LOCAL_TEXT(t, 512);
    if (host_read(host, &name, &brackets) && !brackets && host_is_name(name))
        say(&t, net_other_host_named, .host = SHOWN(name));
    else
        say(&t, net_other_host);
    explain(a, q, 421, "Misdirected Request", "misdirected", t.data);
}

static void give(struct http_answer *a, const struct asset *asset, const struct http_request *q) {
    a->asset = asset;
    a->variant = asset_choose(asset, q->accept_encoding);
    bool known = q->if_none_match && etag_listed(span_of(q->if_none_match), a->variant->etag);
    a->code = known ? 304 : 200;
    a->reason = known ? "Not Modified" : "OK";
    a->length = known ? 0 : a->variant->size;
}

static void answer(const struct hosts *hosts, const struct http_request *q, struct http_answer *a) {
    struct span host, path;
    if (q->unclear) {
        explain(a, q, 400, "Bad Request", "request", words_of(M_net_headers_unclear));
        return;
    }
    if (!q->host) {
        explain(a, q, 400, "Bad Request", "request", words_of(M_net_one_host));
        return;
    }
    if (!hosts_know(hosts, span_of(q->host))) {
        refuse_host(a, q, span_of(q->host));
        return;
    }
    if (q->method == HTTP_METHOD_OTHER) {
        explain(a, q, 405, "Method Not Allowed", "method", words_of(M_net_only_get));
        return;
    }
    if (q->has_body) {
        explain(a, q, 413, "Content Too Large", "body", words_of(M_net_no_body));
        return;
    }
    if (!target_read(span_of(q->target), &host, &path)) {
        explain(a, q, 400, "Bad Request", "request", words_of(M_net_no_path));
        return;
    }
    if (host.len && !hosts_know(hosts, host)) {
        refuse_host(a, q, host);
        return;
    }
    const struct asset *asset = asset_at(path);
    if (asset)
        give(a, asset, q);
    else
        explain(a, q, 404, "Not Found", "absent", words_of(M_net_nothing_here));
}

bool http_is_for(const struct hosts *hosts, const struct http_request *request) {
    struct span host, path;
    return request->host && hosts_know(hosts, span_of(request->host)) &&
           target_read(span_of(request->target), &host, &path) &&
           (!host.len || hosts_know(hosts, host));
}

void http_answer(const struct hosts *hosts, const struct http_request *request,
                 struct http_answer *ret) {
    *ret = (struct http_answer){0};
    answer(hosts, request, ret);
    ret->content = ret->length && request->method != HTTP_METHOD_HEAD;
    /* Close the connection if it may be unclear where the body ends: otherwise part of the body
     * could be parsed as the next request. */
    ret->last = request->has_body || request->unclear || request->method == HTTP_METHOD_OTHER;
}

/* ---- headers ---- */

/* The page can load resources only from this server and run only our code. It cannot be framed. It
 * may keep the screen on, but not use motion sensors, location, cameras, microphones, payments or
 * attached devices. */
static const char *const strict[][2] = {
    {"Content-Security-Policy",
     "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
     "img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; "
     "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
    {"X-Content-Type-Options", "nosniff"},
    {"Referrer-Policy", "no-referrer"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Cross-Origin-Embedder-Policy", "require-corp"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
    {"Permissions-Policy",
     "screen-wake-lock=(self), accelerometer=(), camera=(), display-capture=(), geolocation=(), "
     "gyroscope=(), hid=(), magnetometer=(), microphone=(), midi=(), payment=(), serial=(), "
     "usb=(), xr-spatial-tracking=()"},
};

void http_strict_headers(void (*add)(void *where, const char *name, const char *value),
                         void *where) {
    for (size_t i = 0; i < sizeof strict / sizeof *strict; i++)
        add(where, strict[i][0], strict[i][1]);
}

void http_headers(const struct http_answer *a,
                  void (*add)(void *where, const char *name, const char *value), void *where) {
    http_strict_headers(add, where);
    add(where, "Vary", a->asset ? "Accept-Encoding" : "Accept");
    if (a->asset) {
        add(where, "ETag", a->variant->etag);
        add(where, "Cache-Control",
            a->asset->hashed ? "public, max-age=31536000, immutable" : "no-cache");
    } else {
        add(where, "Cache-Control", "no-store");
    }
    if (a->code == 405)
        add(where, "Allow", "GET, HEAD");
    if (a->last)
        add(where, "Connection", "close");
    if (a->code == 304)
        return;
    LOCAL_TEXT(t, 32);
    text_add(&t, "%zu", a->length);
    add(where, "Content-Length", t.data);
    add(where, "Content-Type",
        a->asset     ? a->asset->type
        : a->problem ? "application/problem+json"
                     : "text/plain; charset=utf-8");
    if (a->asset && a->variant->coding[0])
        add(where, "Content-Encoding", a->variant->coding);
}
