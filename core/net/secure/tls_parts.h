#pragma once

#include "core/net/secure/openssl_pointers.h"
#include "core/net/secure/tls_context.h"

namespace evenkeel {

struct TlsContext::Parts {
  SslContextPointer context;
  Sha256Digest fingerprint{};
  std::string host;
  bool has_expired = false;
};

}  // namespace evenkeel
