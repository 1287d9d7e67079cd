#include "net/hosts.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>
#include <strings.h>

#include "core/text.h"
#include "net/headers.h"

static bool is_loopback_4(struct in_addr a) {
    return ntohl(a.s_addr) >> 24 == 127;
}

/* Whether the name is a numeric address; sets *ret_loopback. */
static bool is_address(const char *name, bool brackets, bool *ret_loopback) {
    struct in_addr four;
    struct in6_addr six;
    if (brackets) {
        bool good = inet_pton(AF_INET6, name, &six) == 1;
        *ret_loopback = good && IN6_IS_ADDR_LOOPBACK(&six);
        return good;
    }
    bool good = inet_pton(AF_INET, name, &four) == 1;
    *ret_loopback = good && is_loopback_4(four);
    return good;
}

static bool is_own(const struct hosts *h, const char *name) {
    size_t n = strlen(h->own);
    return n && !strncasecmp(name, h->own, n) && (!name[n] || !strcasecmp(name + n, ".local"));
}

bool hosts_know(const struct hosts *h, struct span host) {
    LOCAL_TEXT(t, HOST_NAME_BYTES);
    struct span name;
    bool brackets, loopback;
    if (!host_read(host, &name, &brackets) || memchr(name.at, '\0', name.len))
        return false;
    text_put_n(&t, name.at, name.len);
    if (t.cut)
        return false;
    if (is_address(t.data, brackets, &loopback))
        return loopback || h->lan;
    if (brackets)
        return false;
    if (!strcasecmp(t.data, "localhost") || (h->lan && is_own(h, t.data)))
        return true;
    for (int i = 0; h->more && h->more[i]; i++) {
        if (!strcasecmp(t.data, h->more[i]))
            return true;
    }
    return false;
}

bool host_is_name(struct span name) {
    if (!name.len || name.len >= HOST_NAME_BYTES || name.at[name.len - 1] == '.')
        return false;
    for (size_t i = 0; i < name.len; i++) {
        char c = name.at[i], low = (char)(c | 0x20);
        bool letter = low >= 'a' && low <= 'z', digit = c >= '0' && c <= '9';
        if (!letter && !digit && c != '-' && c != '.' && c != '_')
            return false;
    }
    return true;
}
