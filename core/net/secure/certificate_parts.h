#pragma once

#include "core/net/secure/certificate.h"
#include "core/net/secure/openssl_pointers.h"

namespace evenkeel {

/// The key lives in memory of OpenSSL, which wipes it.
struct Certificate::Parts {
  KeyPointer key;
  X509Pointer certificate;
  Sha256Digest fingerprint{};
};

/// SHA-256 of the DER (RFC 8122, section 5).
Sha256Digest fingerprint_of(const X509& certificate);

}  // namespace evenkeel
