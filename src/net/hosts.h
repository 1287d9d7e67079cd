/* hosts: the host names a server answers to. A hostile site can point its DNS name at this machine
 * and then read our responses as same-origin (DNS rebinding). Answering only to known names
 * prevents that. Numeric addresses are safe: they cannot be rebound. */
#pragma once

#include "core/words.h"

enum { HOST_NAME_BYTES = 256 };

struct hosts {
    bool lan;                  /* accept requests from the network */
    char own[HOST_NAME_BYTES]; /* this machine's name, "" if none; used with `lan` */
    const char *const *more;   /* additional names, NULL-terminated; or NULL */
};

/* Whether the Host of a request, with or without a port, is one of ours: always localhost and
 * loopback addresses, and the additional names; with `lan` also any numeric address, our own name,
 * and our own name with ".local". */
bool hosts_know(const struct hosts *h, struct span host);

/* Whether a name is valid in `more`. */
bool host_is_name(struct span name);
