#pragma once

#include <memory>

#include "core/net/secure/certificate.h"
#include "core/session/handshake.h"

namespace evenkeel {

enum class DtlsRole { client, server };

/// DTLS 1.2 by OpenSSL over memory. `expected`: the fingerprint of the peer's certificate; no key is exported before it
/// was compared.
std::unique_ptr<Handshake> make_dtls_handshake(DtlsRole role, const Certificate& own, const Sha256Digest& expected);

}  // namespace evenkeel
