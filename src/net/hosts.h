/* hosts: the names a server answers to. A page elsewhere can point a name of its own at this
 * machine and then read what is served here, as if it came from that page (DNS rebinding); a server
 * that answers only to names it knows cannot be used that way. Numbers are no names: nobody can
 * point them elsewhere. */
#pragma once

#include "core/words.h"

enum { HOST_NAME_BYTES = 256 };

struct hosts {
    bool lan;                  /* others in the network may ask, too */
    char own[HOST_NAME_BYTES]; /* this machine's name, "" for none; goes with `lan` */
    const char *const *more;   /* further names, NULL at the end; or NULL */
};

/* Whether the Host of a request, with or without a port, is one of ours. Always so: localhost and
 * the addresses of this machine for itself; for a network also every address by numbers, our own
 * name and our own name with ".local". */
bool hosts_know(const struct hosts *h, struct span host);

/* Whether a name can stand in `more`. */
bool host_is_name(struct span name);
