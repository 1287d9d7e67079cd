#include "net/tls.h"

#include <event2/bufferevent_ssl.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/say.h"

struct tls {
    SSL_CTX *context;
    char *certificate, *key;
};

/* ---- files ---- */

/* OpenSSL's first error is the cause; later ones only show how it propagated. */
static bool why(struct text *error, const char *file, enum message what) {
    const char *reason = ERR_reason_error_string(ERR_peek_error());
    text_add(error, "%s: %s%s%s", file, words_of(what), reason ? ": " : "", reason ? reason : "");
    ERR_clear_error();
    return false;
}

/* Supplies no password, so that OpenSSL does not prompt for one on the terminal. */
static int no_password(char *room, int size, int writing, void *arg) {
    (void)room, (void)size, (void)writing, (void)arg;
    return 0;
}

static bool read_files(SSL_CTX *c, const struct tls *t, struct text *error) {
    ERR_clear_error();
    SSL_CTX_set_default_passwd_cb(c, no_password);
    if (SSL_CTX_use_certificate_chain_file(c, t->certificate) != 1)
        return why(error, t->certificate, M_net_certificate_unreadable);
    if (SSL_CTX_use_PrivateKey_file(c, t->key, SSL_FILETYPE_PEM) != 1)
        return why(error, t->key, M_net_key_unusable);
    if (SSL_CTX_check_private_key(c) != 1)
        return why(error, t->key, M_net_key_of_other);
    return true;
}

bool tls_reload(struct tls *t, struct text *error) {
    SSL_CTX *c = SSL_CTX_new(TLS_server_method());
    if (!c || SSL_CTX_set_min_proto_version(c, TLS1_2_VERSION) != 1)
        abort();
    SSL_CTX_set_options(c, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION);
    SSL_CTX_set_session_cache_mode(c, SSL_SESS_CACHE_OFF);
    SSL_CTX_set_mode(c, SSL_MODE_RELEASE_BUFFERS); /* saves 34 kB per idle connection */
    if (!read_files(c, t, error)) {
        SSL_CTX_free(c);
        return false;
    }
    SSL_CTX_free(t->context); /* reference-counted: existing connections keep it */
    t->context = c;
    return true;
}

struct tls *tls_new(const char *certificate, const char *key, struct text *error) {
    struct tls *t = grab(1, sizeof *t);
    t->certificate = must(strdup(certificate));
    t->key = must(strdup(key));
    if (tls_reload(t, error))
        return t;
    tls_free(t);
    return NULL;
}

void tls_free(struct tls *t) {
    if (!t)
        return;
    SSL_CTX_free(t->context);
    free(t->certificate);
    free(t->key);
    free(t);
}

/* ---- streams ---- */

struct bufferevent *tls_stream(struct tls *t, struct event_base *base) {
    SSL *ssl = must(SSL_new(t->context));
    struct bufferevent *stream = must(bufferevent_openssl_socket_new(
        base, -1, ssl, BUFFEREVENT_SSL_ACCEPTING, BEV_OPT_CLOSE_ON_FREE));
    bufferevent_openssl_set_allow_dirty_shutdown(stream, 1);
    return stream;
}

bool tls_is_ready(struct bufferevent *stream) {
    SSL *ssl = bufferevent_openssl_get_ssl(stream);
    return !ssl || SSL_is_init_finished(ssl);
}

void tls_goodbye(struct bufferevent *stream) {
    SSL *ssl = bufferevent_openssl_get_ssl(stream);
    if (!ssl || !SSL_is_init_finished(ssl) || (SSL_get_shutdown(ssl) & SSL_SENT_SHUTDOWN))
        return;
    SSL_shutdown(ssl);
    ERR_clear_error();
}
