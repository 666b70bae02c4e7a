#ifndef STANZAKIT_COPENSSL_SHIM_H
#define STANZAKIT_COPENSSL_SHIM_H

#include <openssl/bio.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/kdf.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>

/* What OpenSSL offers as macros with arguments or casts, which Swift cannot import. */

static inline void stanzakit_ssl_ctx_harden(SSL_CTX *context) {
    SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION);
    SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS);
}

static inline int stanzakit_ssl_ctx_set_versions(SSL_CTX *context, int minimum, int maximum) {
    return SSL_CTX_set_min_proto_version(context, minimum) == 1 && SSL_CTX_set_max_proto_version(context, maximum) == 1;
}

static inline void stanzakit_ssl_ctx_set_session_cache_mode(SSL_CTX *context, long mode) {
    SSL_CTX_set_session_cache_mode(context, mode);
}

static inline void stanzakit_ssl_ctx_refuse_tickets(SSL_CTX *context) {
    SSL_CTX_set_options(context, SSL_OP_NO_TICKET);
    SSL_CTX_set_num_tickets(context, 0);
}

static inline int stanzakit_ssl_set_server_name(SSL *ssl, const char *name) {
    return SSL_set_tlsext_host_name(ssl, name) == 1;
}

static inline int stanzakit_ssl_set_chain(SSL *ssl, STACK_OF(X509) *chain) {
    return SSL_set1_chain(ssl, chain) == 1;
}

static inline int stanzakit_ssl_has_extended_master_secret(SSL *ssl) {
    return SSL_get_extms_support(ssl) == 1;
}

static inline int stanzakit_ssl_suspend_verification(SSL *ssl) {
    return SSL_set_retry_verify(ssl);
}

static inline STACK_OF(X509) *stanzakit_x509_stack_new(void) {
    return sk_X509_new_null();
}

static inline int stanzakit_x509_stack_push(STACK_OF(X509) *stack, X509 *certificate) {
    return X509_up_ref(certificate) == 1 && sk_X509_push(stack, certificate) > 0;
}

static inline int stanzakit_x509_stack_count(const STACK_OF(X509) *stack) {
    return stack ? sk_X509_num(stack) : 0;
}

static inline X509 *stanzakit_x509_stack_value(const STACK_OF(X509) *stack, int index) {
    return sk_X509_value(stack, index);
}

static inline void stanzakit_x509_stack_free(STACK_OF(X509) *stack) {
    sk_X509_pop_free(stack, X509_free);
}

static inline int stanzakit_general_names_count(const GENERAL_NAMES *names) {
    return sk_GENERAL_NAME_num(names);
}

static inline GENERAL_NAME *stanzakit_general_names_value(const GENERAL_NAMES *names, int index) {
    return sk_GENERAL_NAME_value(names, index);
}

static inline int stanzakit_general_names_push(GENERAL_NAMES *names, GENERAL_NAME *name) {
    return sk_GENERAL_NAME_push(names, name) > 0;
}

static inline EVP_PKEY *stanzakit_p256_key_new(void) {
    return EVP_EC_gen("P-256");
}

#endif
