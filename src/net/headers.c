#include "net/headers.h"

#include <string.h>
#include <strings.h>

static bool same_word(struct span s, const char *word) {
    return s.len == strlen(word) && !strncasecmp(s.at, word, s.len);
}

static struct span behind(struct span s, size_t n) {
    return (struct span){s.at + n, s.len - n};
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* ---- Accept-Encoding ---- */

/* "0.25" yields 250; returns -1 if the text is not a weight. */
static int weight(struct span s) {
    if (!s.len || s.len > 5 || (s.at[0] != '0' && s.at[0] != '1') || (s.len > 1 && s.at[1] != '.'))
        return -1;
    int value = (s.at[0] - '0') * 1000, unit = 100;
    for (size_t i = 2; i < s.len; i++, unit /= 10) {
        if (!is_digit(s.at[i]))
            return -1;
        value += (s.at[i] - '0') * unit;
    }
    return value <= 1000 ? value : -1;
}

/* The weight in an item such as "gzip ; q=0.5", in thousandths; -1 if malformed. */
static int item_quality(struct span item, struct span *ret_coding) {
    *ret_coding = span_trim(span_until(&item, ';'));
    item = span_trim(item);
    if (!item.len)
        return 1000;
    return item.len > 2 && !strncasecmp(item.at, "q=", 2) ? weight(behind(item, 2)) : -1;
}

static bool is_coding(struct span said, const char *coding) {
    return same_word(said, coding[0] ? coding : "identity") ||
           (!strcmp(coding, "gzip") && same_word(said, "x-gzip"));
}

int coding_quality(struct span accept_encoding, const char *coding) {
    int named = -1, others = -1;
    for (struct span item, said; span_item(&accept_encoding, ',', &item);) {
        int quality = item_quality(item, &said);
        if (quality < 0)
            continue;
        if (is_coding(said, coding))
            named = quality;
        else if (same_word(said, "*"))
            others = quality;
    }
    if (named < 0)
        named = others;
    if (named >= 0)
        return named * 2;
    return coding[0] ? 0 : 1; /* below any explicit weight except 0 */
}

/* ---- Accept ---- */

bool accepts_html(struct span accept) {
    for (struct span item, type; span_item(&accept, ',', &item);) {
        if (item_quality(item, &type) > 0 && same_word(type, "text/html"))
            return true;
    }
    return false;
}

/* ---- If-None-Match ---- */

static bool is_gap(char c) {
    return c == ' ' || c == '\t' || c == ',';
}

static struct span without_gap(struct span s) {
    while (s.len && is_gap(s.at[0]))
        s = behind(s, 1);
    return s;
}

bool etag_listed(struct span list, const char *etag) {
    if (span_is(span_trim(list), "*"))
        return true;
    for (list = without_gap(list); list.len; list = without_gap(list)) {
        if (list.len > 2 && !memcmp(list.at, "W/", 2))
            list = behind(list, 2);
        const char *end = list.at[0] == '"' ? memchr(list.at + 1, '"', list.len - 1) : NULL;
        if (!end)
            return false;
        struct span tag = {list.at, (size_t)(end + 1 - list.at)};
        if (span_is(tag, etag))
            return true;
        list = behind(list, tag.len);
        if (list.len && !is_gap(list.at[0]))
            return false;
    }
    return false;
}

/* ---- request target and Host ---- */

bool target_read(struct span target, struct span *ret_host, struct span *ret_path) {
    static const char *const schemes[] = {"http://", "https://"};
    struct span host = {target.at, 0}, rest = target;
    for (int i = 0; i < 2; i++) {
        size_t n = strlen(schemes[i]);
        if (target.len <= n || strncasecmp(target.at, schemes[i], n))
            continue;
        rest = host = behind(target, n);
        host.len = 0;
        while (host.len < rest.len && rest.at[host.len] != '/' && rest.at[host.len] != '?')
            host.len++;
        rest = behind(rest, host.len);
        if (!host.len)
            return false;
        if (!rest.len || rest.at[0] == '?')
            rest = span_of("/");
    }
    struct span path = span_until(&rest, '?');
    if (!path.len || path.at[0] != '/')
        return false;
    *ret_host = host;
    *ret_path = path;
    return true;
}

bool host_read(struct span host, struct span *ret_name, bool *ret_brackets) {
    bool brackets = host.len && host.at[0] == '[';
    struct span name = host, port;
    if (brackets) {
        name = behind(host, 1);
        const char *end = memchr(name.at, ']', name.len);
        if (!end)
            return false;
        name.len = (size_t)(end - name.at);
        port = behind(host, name.len + 2);
    } else {
        name.len = 0;
        while (name.len < host.len && host.at[name.len] != ':')
            name.len++;
        port = behind(host, name.len);
    }
    if (port.len && port.at[0] != ':')
        return false;
    for (size_t i = 1; i < port.len; i++) {
        if (!is_digit(port.at[i]) || i > 5)
            return false;
    }
    if (!brackets && name.len && name.at[name.len - 1] == '.')
        name.len--;
    *ret_name = name;
    *ret_brackets = brackets;
    return name.len > 0;
}
