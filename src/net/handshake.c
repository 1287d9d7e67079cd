#include "net/handshake.h"

#include <openssl/evp.h>
#include <openssl/sha.h>
#include <string.h>
#include <strings.h>

#include "core/say.h"

enum { KEY_BYTES = 16, KEY_LETTERS = 24, ACCEPT_LETTERS = 28 };

static bool same_token(struct span s, const char *token, bool any_case) {
    return s.len == strlen(token) && (any_case ? strncasecmp : strncmp)(s.at, token, s.len) == 0;
}

static bool list_holds(const char *list, const char *token, bool any_case) {
    struct span rest, item;
    if (!list)
        return false;
    for (rest = span_of(list); span_item(&rest, ',', &item);) {
        if (same_token(span_trim(item), token, any_case))
            return true;
    }
    return false;
}

/* Case-insensitive. */
static bool list_has(const char *list, const char *token) {
    return list_holds(list, token, true);
}

/* Accepts only the canonical base64 form of 16 bytes. */
static bool is_key(const char *key) {
    uint8_t bytes[KEY_BYTES + 2];
    char again[KEY_LETTERS + 1];
    if (!key || strlen(key) != KEY_LETTERS || strcmp(key + KEY_LETTERS - 2, "==") ||
        EVP_DecodeBlock(bytes, (const uint8_t *)key, KEY_LETTERS) != sizeof bytes)
        return false;
    EVP_EncodeBlock((uint8_t *)again, bytes, KEY_BYTES);
    return strcmp(key, again) == 0;
}

/* Returns 0 if nothing is wrong. */
static enum message what_is_wrong(const struct handshake *h) {
    if (h->major != 1 || h->minor < 1)
        return M_net_socket_http;
    if (h->body)
        return M_net_socket_no_body;
    if (!list_has(h->upgrade, "websocket"))
        return M_net_socket_upgrade;
    if (!list_has(h->connection, "Upgrade"))
        return M_net_socket_connection;
    if (!is_key(h->key))
        return M_net_socket_key;
    return M_NONE;
}

int handshake_check(const struct handshake *h, struct text *error) {
    enum message wrong = what_is_wrong(h);
    if (!h->get) {
        say(error, net_socket_get);
        return 405;
    }
    if (wrong) {
        say_message(error, wrong, NULL);
        return 400;
    }
    if (!h->version || strcmp(h->version, "13")) {
        say(error, net_socket_version);
        return 426;
    }
    return 101;
}

void handshake_answer(const struct handshake *h, struct text *out) {
    char joined[KEY_LETTERS + 64], accept[ACCEPT_LETTERS + 1];
    uint8_t digest[SHA_DIGEST_LENGTH];
    struct text j = TEXT_IN(joined);
    text_add(&j, "%s258EAFA5-E914-47DA-95CA-C5AB0DC85B11", h->key);
    SHA1((const uint8_t *)j.data, j.len, digest);
    EVP_EncodeBlock((uint8_t *)accept, digest, sizeof digest);
    text_add(out,
             "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
             "Sec-WebSocket-Accept: %s\r\n",
             accept);
    if (list_holds(h->protocols, SUBPROTOCOL, false))
        text_put(out, "Sec-WebSocket-Protocol: " SUBPROTOCOL "\r\n");
    text_put(out, "\r\n");
}
