#include "core/net/secure/dtls_context.h"

#include <openssl/srtp.h>

namespace evenkeel {
namespace {

// Those with RSA are for the certificates of others: they are known by their fingerprints alone, and some servers still
// have RSA.
constexpr const char* ciphers =
    "ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-ECDSA-CHACHA20-POLY1305:ECDHE-ECDSA-AES256-GCM-SHA384:"
    "ECDHE-RSA-AES128-GCM-SHA256:ECDHE-RSA-CHACHA20-POLY1305:ECDHE-RSA-AES256-GCM-SHA384";
constexpr const char* signatures = "ECDSA+SHA256:ECDSA+SHA384:RSA-PSS+SHA256:RSA+SHA256";
// The first that the peer has as well (RFC 7714, section 14.2; RFC 5764, section 4.1.2).
constexpr const char* srtp_profiles = "SRTP_AEAD_AES_128_GCM:SRTP_AES128_CM_SHA1_80";
constexpr long max_certificates = 16384;  // bytes of the message that holds them
constexpr int security_level = 2;         // 112 bits

void set_algorithms(SSL_CTX& context) {
  SSL_CTX_set_security_level(&context, security_level);
  must_succeed(SSL_CTX_set_min_proto_version(&context, DTLS1_2_VERSION) == 1 &&
               SSL_CTX_set_max_proto_version(&context, DTLS1_2_VERSION) == 1 &&
               SSL_CTX_set_cipher_list(&context, ciphers) == 1 &&
               SSL_CTX_set1_groups_list(&context, "X25519:P-256") == 1 &&
               SSL_CTX_set1_sigalgs_list(&context, signatures) == 1 &&
               SSL_CTX_set_tlsext_use_srtp(&context, srtp_profiles) == 0);  // 0 for success, unlike the others
}

}  // namespace

SslContextPointer make_dtls_context(DtlsRole role, const Certificate::Parts& own) {
  SslContextPointer context(SSL_CTX_new(role == DtlsRole::client ? DTLS_client_method() : DTLS_server_method()));
  must_succeed(context != nullptr);
  set_algorithms(*context);
  SSL_CTX_set_options(context.get(), SSL_OP_NO_TICKET | SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION |
                                         SSL_OP_NO_QUERY_MTU | SSL_OP_CIPHER_SERVER_PREFERENCE);
  SSL_CTX_set_session_cache_mode(context.get(), SSL_SESS_CACHE_OFF);
  SSL_CTX_set_max_cert_list(context.get(), max_certificates);
  SSL_CTX_set_verify(context.get(), SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nullptr);
  must_succeed(SSL_CTX_use_certificate(context.get(), own.certificate.get()) == 1 &&
               SSL_CTX_use_PrivateKey(context.get(), own.key.get()) == 1);
  return context;
}

}  // namespace evenkeel
