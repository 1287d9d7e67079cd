#include "net/addresses.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"

/* Whether this interface belongs to containers or virtual machines on this host. */
static bool is_inner(const char *interface) {
    static const char *const beginnings[] = {"docker", "br-", "veth", "virbr", "lxc", "podman"};
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++) {
        if (!strncmp(interface, beginnings[i], strlen(beginnings[i])))
            return true;
    }
    return false;
}

/* Returns false if it is not an IP address, or only a link-local one. */
static bool read_address(const struct ifaddrs *one, struct address *ret) {
    char words[INET6_ADDRSTRLEN];
    struct text t = TEXT_IN(ret->host);
    ret->rank = is_inner(one->ifa_name) ? 2 : 0;
    if (one->ifa_addr->sa_family == AF_INET) {
        const struct sockaddr_in *four = (const struct sockaddr_in *)(const void *)one->ifa_addr;
        inet_ntop(AF_INET, &four->sin_addr, words, sizeof words);
        text_put(&t, words);
        return ntohl(four->sin_addr.s_addr) >> 16 != 0xA9FE; /* 169.254/16: no DHCP */
    }
    if (one->ifa_addr->sa_family != AF_INET6)
        return false;
    const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)(const void *)one->ifa_addr;
    inet_ntop(AF_INET6, &six->sin6_addr, words, sizeof words);
    text_add(&t, "[%s]", words);
    ret->rank++; /* not every phone and router supports IPv6 */
    return !IN6_IS_ADDR_LINKLOCAL(&six->sin6_addr);
}

static int by_rank(const void *a, const void *b) {
    const struct address *x = a, *y = b;
    return x->rank != y->rank ? x->rank - y->rank : strcmp(x->host, y->host);
}

int addresses_find(struct address ret[ADDRESSES_MAX]) {
    struct ifaddrs *all = NULL;
    int n = 0;
    if (getifaddrs(&all) != 0)
        return 0;
    for (struct ifaddrs *one = all; one && n < ADDRESSES_MAX; one = one->ifa_next) {
        bool up = (one->ifa_flags & IFF_UP) && !(one->ifa_flags & IFF_LOOPBACK);
        if (up && one->ifa_addr && read_address(one, &ret[n]))
            n++;
    }
    freeifaddrs(all);
    qsort(ret, (size_t)n, sizeof *ret, by_rank);
    return n;
}
