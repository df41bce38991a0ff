#pragma once

#include "core/net/secure/certificate_parts.h"
#include "core/net/secure/dtls_handshake.h"
#include "core/net/secure/openssl_pointers.h"

namespace evenkeel {

/// No datagram of a handshake is larger: it fits every path with room for the headers of IPv6 and a relay.
inline constexpr long dtls_mtu = 1200;

/// DTLS 1.2 with the ciphers that browsers and we have in common, certificates demanded of both sides, use_srtp; no
/// renegotiation, tickets or resumption. Who the certificate belongs to is for the caller to find out.
SslContextPointer make_dtls_context(DtlsRole role, const Certificate::Parts& own);

}  // namespace evenkeel
