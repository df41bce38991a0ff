#pragma once

#include <string>

#include "core/net/secure/openssl_pointers.h"

namespace evenkeel {

/// A certificate of that key with a random name that means nothing, valid from yesterday for a year. `names`: what a
/// server is reached by, as x509v3_config(5) writes subjectAltName ("IP:192.0.2.7"); empty: for no server.
X509Pointer self_signed(EVP_PKEY& key, const std::string& names = {});

}  // namespace evenkeel
