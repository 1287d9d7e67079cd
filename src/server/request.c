#include "server/request.h"

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

bool request_is_clear(struct evhttp_request *request) {
    const char *length = "", *coding = "";
    int lengths = header_count(request, "Content-Length", &length);
    int codings = header_count(request, "Transfer-Encoding", &coding);
    if (lengths + codings > 1)
        return false;
    return (!lengths || (*length && !length[strspn(length, "0123456789")])) &&
           (!codings || !strcasecmp(coding, "chunked"));
}
