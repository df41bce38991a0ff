#pragma once

#include "core/net/secure/dtls_handshake.h"
#include "core/net/secure/openssl_pointers.h"

namespace evenkeel {

/// Of a handshake that is through (RFC 5764, section 4.2; RFC 7714, section 12). False without an SRTP profile that we
/// have. Leaves no copy behind.
bool export_srtp_keys(SSL& ssl, DtlsRole role, SrtpKeys& out);

}  // namespace evenkeel
