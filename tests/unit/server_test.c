/* How requests are parsed, which host names a server accepts, and how it responds. */
#include <string.h>

#include "check.h"
#include "core/text.h"
#include "net/headers.h"
#include "net/http.h"

/* ---- Accept-Encoding ---- */

static const unsigned char bytes[100];
static const struct asset all_three = {.name = "all.js",
                                       .variants = {{"br", "\"b\"", bytes, 10},
                                                    {"gzip", "\"g\"", bytes, 20},
                                                    {"", "\"p\"", bytes, 30}}};
static const struct asset only_plain = {.name = "plain.png",
                                        .variants = {{"", "\"p\"", bytes, 30}}};

CLAIM(the_preferred_encoding_is_chosen_and_ties_go_to_the_smallest) {
    static const char *const cases[][2] = {
        {"gzip, deflate, br", "br"},
        {"gzip, deflate, br, zstd", "br"},
        {"gzip", "gzip"},
        {"x-gzip", "gzip"},
        {"BR", "br"},
        {"", ""},
        {"deflate", ""},
        {"*", "br"},
        {"br;q=0.5, gzip;q=0.8", "gzip"},
        {"br;q=0.5,gzip;q=0.5", "br"},
        {"br;q=0, gzip", "gzip"},
        {"br;q=0, gzip;q=0", ""},
        {"*;q=0.1, br;q=0", "gzip"},
        {"*;q=0", ""},
        {"identity, br;q=0.9", ""},
        {"identity;q=0.5, br;q=0.4", ""},
        {"identity;q=0, gzip;q=0.001", "gzip"},
        {"identity;q=0", ""}, /* nothing acceptable: send the plain file anyway */
        {"gzip ; q=0.2 ,\tbr\t;\tq=0.1", "gzip"},
        {"br;q=1.000", "br"},
        {"br;q=1.", "br"},
        {"br;Q=1", "br"},
        {",,gzip,,", "gzip"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_string_equal(asset_choose(&all_three, cases[i][0])->coding, cases[i][1]);
}

CLAIM(an_encoding_with_an_invalid_weight_is_ignored) {
    static const char *const wrong[] = {
        "br;q=2",   "br;q=1.001", "br;q=-1",     "br;q=",  "br;q=0.1234", "br;q=.5",
        "br;q=1 5", "br;q=0x1",   "br;weight=1", "br q=1", "br;q=1;q=1"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_string_equal(asset_choose(&all_three, wrong[i])->coding, "");
}

CLAIM(without_a_common_encoding_the_file_is_sent_unencoded) {
    assert_string_equal(asset_choose(&all_three, NULL)->coding, "");
    assert_string_equal(asset_choose(&only_plain, "br, gzip")->coding, "");
    assert_string_equal(asset_choose(&only_plain, "br, identity;q=0")->coding, "");
}

/* ---- If-None-Match ---- */

CLAIM(only_a_listed_tag_or_an_asterisk_matches) {
    static const char *const listed[] = {
        "\"b\"",         "*",         " * ",           "W/\"b\"",       "\"a\", \"b\"",
        "\"a\",W/\"b\"", ", ,\"b\",", "\"a,b\",\"b\"", "\"\"  ,\t\"b\""};
    static const char *const unlisted[] = {
        "",         "b",       "\"b", "\"B\"",   "\"bb\"",     "\"a\"",    "**",
        "*, \"b\"", "w/\"b\"", "W/b", "\"a,b\"", "\"a\"\"b\"", "x, \"b\"", "\"a\" x \"b\""};
    for (size_t i = 0; i < sizeof listed / sizeof *listed; i++)
        assert_true(etag_listed(span_of(listed[i]), "\"b\""));
    for (size_t i = 0; i < sizeof unlisted / sizeof *unlisted; i++)
        assert_false(etag_listed(span_of(unlisted[i]), "\"b\""));
}

/* ---- host names and targets ---- */

static bool known(const struct hosts *h, const char *host) {
    return hosts_know(h, span_of(host));
}

CLAIM(by_default_only_loopback_names_are_accepted) {
    struct hosts here = {.own = "garden"};
    static const char *const ours[] = {
        "localhost",  "localhost:8080", "LocalHost",        "localhost.",
        "127.0.0.1",  "127.0.0.1:80",   "127.1.2.3",        "[::1]",
        "[::1]:8080", "localhost:",     "[0:0:0:0:0:0:0:1]"};
    static const char *const others[] = {"",
                                         "evil.example",
                                         "localhost.evil.example",
                                         "evil-localhost",
                                         "192.168.1.7",
                                         "[fd00::1]",
                                         "garden",
                                         "localhost:80:80",
                                         "localhost:x",
                                         "localhost:123456",
                                         "[::1",
                                         "[::1]x",
                                         "::1",
                                         "[127.0.0.1]",
                                         "0.0.0.0",
                                         "2130706433",
                                         "127.1",
                                         "user@localhost",
                                         "localhost/",
                                         "[localhost]",
                                         " localhost",
                                         ":80",
                                         ".",
                                         "localhost..",
                                         "[]"};
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++) {
        if (!known(&here, ours[i]))
            fail_msg("'%s' is not known", ours[i]);
    }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        if (known(&here, others[i]))
            fail_msg("'%s' is known", others[i]);
    }
}

CLAIM(on_a_lan_addresses_and_the_host_name_are_accepted_too) {
    struct hosts lan = {.lan = true, .own = "garden"}, nameless = {.lan = true};
    assert_true(known(&lan, "192.168.1.7:8080"));
    assert_true(known(&lan, "[fd00::1]:8080"));
    assert_true(known(&lan, "Garden:8080"));
    assert_true(known(&lan, "garden.local"));
    assert_false(known(&lan, "garden.evil.example"));
    assert_false(known(&lan, "garden2"));
    assert_false(known(&lan, "evil.example"));
    assert_false(known(&lan, "192.168.1.7.evil.example"));
    assert_false(known(&nameless, ".local"));
    assert_false(known(&nameless, ""));
}

CLAIM(additional_names_are_accepted_if_configured) {
    static const char *const more[] = {"games.example", "other", NULL};
    struct hosts h = {.more = more};
    assert_true(known(&h, "games.example"));
    assert_true(known(&h, "GAMES.example.:443"));
    assert_true(known(&h, "other:1"));
    assert_false(known(&h, "x.games.example"));
    assert_false(known(&h, "games.exampl"));
    assert_true(host_is_name(span_of("games.example")));
    static const char *const wrong[] = {"",   "a b", "a:80",  "http://a",
                                        "a/", "a.",  "[::1]", "\xC3\xA4"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(host_is_name(span_of(wrong[i])));
}

CLAIM(a_host_name_that_is_too_long_is_refused) {
    char name[2000];
    struct hosts h = {.lan = true, .own = "garden"};
    memset(name, 'a', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    assert_false(known(&h, name));
    memcpy(name, "garden", 6);
    assert_false(known(&h, name));
}

CLAIM(a_target_is_a_path_or_an_absolute_url) {
    static const char *const good[][3] = {
        {"/", "", "/"},
        {"/app.js", "", "/app.js"},
        {"/app.js?a=/b?c", "", "/app.js"},
        {"//app.js", "", "//app.js"},
        {"http://localhost:80/app.js", "localhost:80", "/app.js"},
        {"HTTPS://localhost", "localhost", "/"},
        {"http://localhost?x", "localhost", "/"},
    };
    static const char *const wrong[] = {"",         "*",      "app.js",          "localhost:80",
                                        "?x",       "http:/", "http://",         "http:///app.js",
                                        "ftp://a/", "\\app",  "javascript:alert"};
    struct span host, path;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        assert_true(target_read(span_of(good[i][0]), &host, &path));
        assert_true(span_is(host, good[i][1]));
        assert_true(span_is(path, good[i][2]));
    }
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(target_read(span_of(wrong[i]), &host, &path));
}

CLAIM(only_exact_paths_name_files) {
    assert_string_equal(asset_at(span_of("/"))->name, "index.html");
    assert_string_equal(asset_at(span_of("/index.html"))->name, "index.html");
    static const char *const wrong[] = {"",
                                        "index.html",
                                        "//",
                                        "//index.html",
                                        "/./index.html",
                                        "/x/../index.html",
                                        "/index.html/",
                                        "/INDEX.HTML",
                                        "/index%2ehtml",
                                        "/index.html%00",
                                        "/index.html.br",
                                        "/../../etc/passwd",
                                        "/..%2f..%2fetc%2fpasswd",
                                        "/ ",
                                        "/index.htm"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_null(asset_at(span_of(wrong[i])));
    assert_null(asset_at((struct span){"/index.html\0", 12}));
}

/* ---- answers ---- */

static void collect(void *where, const char *name, const char *value) {
    text_add(where, "%s: %s\n", name, value);
}

static struct http_answer ask(const struct http_request *q, struct text *headers) {
    static const struct hosts hosts = {.own = "garden"};
    struct http_answer a;
    http_answer(&hosts, q, &a);
    text_clear(headers);
    http_headers(&a, collect, headers);
    return a;
}

CLAIM(each_request_gets_the_right_status_and_headers) {
    static const struct {
        struct http_request q;
        int code;
    } cases[] = {
        {{.target = "/", .host = "localhost"}, 200},
        {{.target = "/", .host = "localhost", .if_none_match = "*"}, 304},
        {{.target = "/nothing", .host = "localhost"}, 404},
        {{.target = "/nothing", .host = "localhost", .if_none_match = "*"}, 404},
        {{.target = "/"}, 400},
        {{.target = "nothing", .host = "localhost"}, 400},
        {{.target = "/", .host = "evil.example"}, 421},
        {{.target = "http://evil.example/", .host = "localhost"}, 421},
        {{.target = "http://localhost/", .host = "evil.example"}, 421},
        {{.target = "http://localhost/", .host = "localhost"}, 200},
        {{.target = "/", .host = "localhost", .method = HTTP_METHOD_OTHER}, 405},
        {{.target = "*", .host = "localhost", .method = HTTP_METHOD_OTHER}, 405},
        {{.target = "/", .host = "localhost", .has_body = true}, 413},
    };
    char words[4096];
    struct text headers = TEXT_IN(words);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct http_answer a = ask(&cases[i].q, &headers);
        assert_int_equal(a.code, cases[i].code);
        assert_non_null(strstr(words, "Content-Security-Policy: default-src 'none'; "));
        assert_non_null(strstr(words, "X-Content-Type-Options: nosniff\n"));
        assert_non_null(strstr(words, a.code < 400 ? "Vary: Accept-Encoding\n" : "Vary: Accept\n"));
        assert_int_equal(!!strstr(words, "Allow: GET, HEAD\n"), a.code == 405);
        assert_int_equal(!!strstr(words, "ETag: "), a.code == 200 || a.code == 304);
        assert_int_equal(!!strstr(words, "Content-Length: "), a.code != 304);
        assert_int_equal(!!strstr(words, "Connection: close\n"), a.code == 405 || a.code == 413);
        assert_int_equal(a.content, a.code != 304);
    }
}

CLAIM(head_returns_the_headers_of_get_without_the_content) {
    static char one[4096], other[4096];
    struct text get_headers = TEXT_IN(one), head_headers = TEXT_IN(other);
    static const char *const targets[] = {"/", "/core.wasm", "/nothing"};
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++) {
        struct http_request q = {
            .target = targets[i], .host = "localhost", .accept_encoding = "br"};
        struct http_answer get = ask(&q, &get_headers);
        q.method = HTTP_METHOD_HEAD;
        struct http_answer head = ask(&q, &head_headers);
        assert_int_equal(head.code, get.code);
        assert_string_equal(one, other);
        assert_true(get.content && get.length > 0);
        assert_true(!head.content && head.length == get.length);
    }
}

CLAIM(an_etag_matches_only_its_own_encoding) {
    char words[4096];
    struct text headers = TEXT_IN(words);
    struct http_request q = {.target = "/core.wasm", .host = "localhost", .accept_encoding = "br"};
    struct http_answer packed = ask(&q, &headers);
    assert_string_equal(packed.variant->coding, "br");
    q.if_none_match = packed.variant->etag;
    assert_int_equal(ask(&q, &headers).code, 304);
    q.accept_encoding = "gzip";
    assert_int_equal(ask(&q, &headers).code, 200);
}

CLAIM(the_refusal_of_an_unknown_host_says_how_to_allow_it) {
    char words[4096];
    struct text headers = TEXT_IN(words);
    struct http_answer a =
        ask(&(struct http_request){.target = "/", .host = "games.example:8080"}, &headers);
    assert_non_null(
        strstr(a.words, "'yard serve --host games.example'.\",\"code\":\"misdirected\"}"));
    assert_non_null(strstr(words, "Content-Type: application/problem+json"));
    text_clear(&headers);
    a = ask(&(struct http_request){.target = "/", .host = "<b>:80", .accept = "text/html"},
            &headers);
    assert_null(strstr(a.words, "--host"));
    assert_null(strstr(a.words, "<b>"));
    assert_non_null(strstr(words, "Content-Type: text/plain"));
}

CLAIM(only_files_with_a_hash_in_their_name_are_cached_as_immutable) {
    char words[4096];
    struct text headers = TEXT_IN(words);
    struct variant v = {"", "\"p\"", bytes, 30};
    for (int hashed = 0; hashed < 2; hashed++) {
        struct asset a = {.name = "x.js", .type = "text/javascript", .hashed = hashed};
        struct http_answer answer = {.code = 200, .asset = &a, .variant = &v};
        text_clear(&headers);
        http_headers(&answer, collect, &headers);
        assert_int_equal(!!strstr(words, "Cache-Control: public, max-age=31536000, immutable\n"),
                         hashed);
        assert_int_equal(!!strstr(words, "Cache-Control: no-cache\n"), !hashed);
    }
}

/* ---- the site ---- */

CLAIM(files_are_unique_and_sorted_each_with_its_smallest_variant_first) {
    assert_true(asset_count > 5);
    for (int i = 0; i < asset_count; i++) {
        const struct asset *a = &assets[i];
        assert_true(i == 0 || strcmp(assets[i - 1].name, a->name) < 0);
        assert_true(strlen(a->type) > 0);
        assert_int_equal(a->hashed, !strncmp(a->name, "chunks/", 7));
        for (int k = 0; k < asset_variants(a); k++) {
            assert_true(k == 0 || a->variants[k - 1].size <= a->variants[k].size);
            assert_int_equal(strlen(a->variants[k].etag), 34);
        }
        char path[256];
        struct text t = TEXT_IN(path);
        text_add(&t, "/%s", a->name);
        assert_ptr_equal(asset_at(span_of(path)), a);
    }
}
