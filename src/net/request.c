#include "net/request.h"

#include <event2/keyvalq_struct.h>
#include <string.h>
#include <strings.h>

const char *request_list(struct evhttp_request *request, const char *name, struct text *room) {
    struct evkeyvalq *headers = evhttp_request_get_input_headers(request);
    bool said = false;
    text_clear(room);
    for (struct evkeyval *h = headers->tqh_first; h; h = h->next.tqe_next) {
        if (strcasecmp(h->key, name))
            continue;
        text_add(room, "%s%s", said ? ", " : "", h->value);
        said = true;
    }
    return said && !room->cut ? room->data : NULL;
}

static int header_count(struct evhttp_request *request, const char *name, const char **ret_last) {
    struct evkeyvalq *headers = evhttp_request_get_input_headers(request);
    int count = 0;
    for (struct evkeyval *h = headers->tqh_first; h; h = h->next.tqe_next) {
        if (strcasecmp(h->key, name))
            continue;
        *ret_last = h->value;
        count++;
    }
    return count;
}

const char *request_single(struct evhttp_request *request, const char *name) {
    const char *value;
    return header_count(request, name, &value) == 1 ? value : NULL;
}

bool request_has_body(struct evhttp_request *request) {
    struct evkeyvalq *headers = evhttp_request_get_input_headers(request);
    const char *length = evhttp_find_header(headers, "Content-Length");
    return (length && strcmp(length, "0")) || evhttp_find_header(headers, "Transfer-Encoding");
}

/* RFC 9110, 5.1 and 5.5: a name is a token, and a value has no control characters except tabs.
 * evhttp takes anything before the first colon as the name, including trailing blanks. */
static bool header_is_clean(const struct evkeyval *h) {
    static const char marks[] = "!#$%&'*+-.^_`|~";
    for (const char *c = h->key; *c; c++) {
        bool letter = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z');
        if (!letter && !(*c >= '0' && *c <= '9') && !strchr(marks, *c))
            return false;
    }
    for (const char *c = h->value; *c; c++) {
        if (((unsigned char)*c < 0x20 && *c != '\t') || *c == 0x7f)
            return false;
    }
    return h->key[0];
}

bool request_is_clear(struct evhttp_request *request) {
    const char *length = "", *coding = "";
    struct evkeyvalq *headers = evhttp_request_get_input_headers(request);
    for (struct evkeyval *h = headers->tqh_first; h; h = h->next.tqe_next) {
        if (!header_is_clean(h))
            return false;
    }
    int lengths = header_count(request, "Content-Length", &length);
    int codings = header_count(request, "Transfer-Encoding", &coding);
    if (lengths + codings > 1)
        return false;
    return (!lengths || (*length && !length[strspn(length, "0123456789")])) &&
           (!codings || !strcasecmp(coding, "chunked"));
}
