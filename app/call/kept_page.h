#pragma once

#include "core/base/parsed.h"
#include "core/net/secure/tls_context.h"

namespace evenkeel {

/// With --keep-link: the certificate by which browsers know the page from an earlier start, kept beside the link; a new
/// one for this address where there is none, or it has expired. The error is one sentence.
Parsed<TlsContext> kept_page_certificate(const IpAddress& address);

}  // namespace evenkeel
