#pragma once

#include <string>

#include "core/base/parsed.h"
#include "core/net/secure/tls_context.h"

namespace evenkeel {

/// Of the files of --page-cert and --page-key. The error is one sentence; one is that others may read the key.
Parsed<TlsContext> read_page_certificate(const std::string& certificates, const std::string& key);

}  // namespace evenkeel
