/* HTTP requests: any bytes get a consistent response. The input lines are target, Host,
 * Accept-Encoding and If-None-Match; missing lines mean missing headers. */
#include <string.h>

#include "core/text.h"
#include "fuzz/fuzz.h"
#include "net/headers.h"
#include "net/http.h"

enum { FIELDS = 4, FIELD_BYTES = 4096 };

static void count(void *where, const char *name, const char *value) {
    REQUIRE(name[0] && value && !strpbrk(value, "\r\n"));
    ++*(int *)where;
}

/* The parsers must cope with any bytes, including NUL. */
static void read_all(struct span said) {
    struct span host, path, name;
    bool brackets;
    static const char *const codings[] = {"br", "gzip", ""};
    for (int i = 0; i < 3; i++) {
        int quality = coding_quality(said, codings[i]);
        REQUIRE(quality >= 0 && quality <= 2000);
    }
    etag_listed(said, "\"x\"");
    if (target_read(said, &host, &path)) {
        REQUIRE(path.len && path.at[0] == '/' && path.len <= said.len + 1);
        const struct asset *a = asset_at(path);
        REQUIRE(!a || path.len == 1 || path.len == strlen(a->name) + 1);
    }
    if (host_read(said, &name, &brackets))
        REQUIRE(name.len && name.at >= said.at && name.at + name.len <= said.at + said.len);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const struct hosts ours = {.lan = true, .own = "garden"}, nobody = {0};
    static char fields[FIELDS][FIELD_BYTES];
    const char *said[FIELDS] = {0};
    struct span rest = {(const char *)data, size};
    read_all(rest);
    for (int i = 0; i < FIELDS && rest.len; i++) {
        struct span line = span_until(&rest, '\n');
        read_all(line);
        struct text t = TEXT_IN(fields[i]);
        text_put_n(&t, line.at, line.len);
        said[i] = fields[i];
    }
    for (int method = HTTP_METHOD_GET; method <= HTTP_METHOD_OTHER; method++) {
        struct http_request q = {.method = (enum http_method)method,
                                 .target = said[0] ? said[0] : "",
                                 .host = said[1],
                                 .accept_encoding = said[2],
                                 .if_none_match = said[3]};
        struct http_answer a, stranger;
        int headers = 0;
        http_answer(&ours, &q, &a);
        http_headers(&a, count, &headers);
        REQUIRE(headers >= 8 && a.code >= 200 && a.code < 600 && a.reason);
        REQUIRE(!a.asset == (a.code != 200 && a.code != 304));
        REQUIRE(a.asset || strlen(a.words) == a.length);
        REQUIRE(method != HTTP_METHOD_OTHER || !a.asset);
        REQUIRE(method == HTTP_METHOD_GET || method == HTTP_METHOD_OTHER || !a.content);
        http_answer(&nobody, &q, &stranger);
        REQUIRE(!stranger.asset || a.asset); /* `nobody` accepts no more than `ours` */
    }
    return 0;
}
