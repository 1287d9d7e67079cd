/* origin: where a connection comes from, for counting. An origin is an IPv4 address, or an IPv6 /64
 * network, within which a client can have any number of addresses. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>

struct origin {
    uint8_t bytes[16]; /* IPv4 as ::ffff:a.b.c.d */
};

/* The origin of a connected socket. */
struct origin origin_of(int fd);
struct origin origin_of_address(const struct sockaddr *address);

/* 127.0.0.1 or ::1. */
bool origin_is_here(const struct origin *o);

uint32_t origin_hash(const struct origin *o);
