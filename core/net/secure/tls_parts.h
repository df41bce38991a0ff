#pragma once

#include "core/net/secure/openssl_pointers.h"
#include "core/net/secure/tls_context.h"

namespace evenkeel {

inline constexpr int tls_security_level = 2;  // 112 bits
/// Of TLS 1.2; all those of 1.3 will do.
inline constexpr const char* tls12_ciphers = "ECDHE+AESGCM:ECDHE+CHACHA20";

struct TlsContext::Parts {
  SslContextPointer context;
  Sha256Digest fingerprint{};
  std::string host;
  bool has_expired = false;
};

}  // namespace evenkeel
