/* addresses: under which numbers others in the network find this machine. */
#pragma once

#include <stdbool.h>

enum { ADDRESSES_MAX = 16, ADDRESS_BYTES = 64 };

struct address {
    char host[ADDRESS_BYTES]; /* as it stands in an address of a page: "192.168.1.7", "[fd00::1]" */
    int rank;                 /* the lower, the likelier that a phone beside us can reach it */
};

/* Fills in those there are, the likeliest first, and returns their number. */
int addresses_find(struct address ret[ADDRESSES_MAX]);
