#include "net/origin.h"

#include <netinet/in.h>
#include <string.h>

enum { NETWORK_BYTES = 8 };

struct origin origin_of_address(const struct sockaddr *address) {
    struct origin o = {{0}};
    if (address->sa_family == AF_INET) {
        const struct sockaddr_in *four = (const struct sockaddr_in *)address;
        o.bytes[10] = o.bytes[11] = 0xff;
        memcpy(o.bytes + 12, &four->sin_addr, 4);
    } else if (address->sa_family == AF_INET6) {
        const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)address;
        bool whole = IN6_IS_ADDR_V4MAPPED(&six->sin6_addr) || IN6_IS_ADDR_LOOPBACK(&six->sin6_addr);
        memcpy(o.bytes, &six->sin6_addr, whole ? sizeof o.bytes : NETWORK_BYTES);
    }
    return o;
}

struct origin origin_of(int fd) {
    struct sockaddr_storage address = {0};
    socklen_t size = sizeof address;
    if (getpeername(fd, (struct sockaddr *)&address, &size) != 0)
        address.ss_family = AF_UNSPEC; /* already disconnected */
    return origin_of_address((struct sockaddr *)&address);
}

bool origin_is_here(const struct origin *o) {
    static const struct origin four = {{[10] = 0xff, 0xff, 127, 0, 0, 1}}, six = {{[15] = 1}};
    return !memcmp(o, &four, sizeof four) || !memcmp(o, &six, sizeof six);
}

/* FNV-1a */
uint32_t origin_hash(const struct origin *o) {
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < sizeof o->bytes; i++)
        hash = (hash ^ o->bytes[i]) * 16777619u;
    return hash;
}
