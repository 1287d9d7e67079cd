/* addresses: the addresses at which others on the network can reach this machine. */
#pragma once

#include <stdbool.h>

enum { ADDRESSES_MAX = 16, ADDRESS_BYTES = 64 };

struct address {
    char host[ADDRESS_BYTES]; /* as in a URL: "192.168.1.7", "[fd00::1]" */
    int rank;                 /* lower: more likely to be reachable from a phone nearby */
};

/* Fills in the addresses found, lowest rank first, and returns their number. */
int addresses_find(struct address ret[ADDRESSES_MAX]);
