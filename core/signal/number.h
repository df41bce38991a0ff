#pragma once

#include <string>

#include "core/base/cryptography.h"

namespace evenkeel {

/// What both ends show and people may read out to each other: "0123 4567 8901". It differs where anyone is in between.
/// 12 digits of PBKDF2-HMAC-SHA-256 with 2^17 rounds over both fingerprints, which takes some 50 ms: who wants to find
/// a certificate with a given number has to pay that for each try.
std::string comparison_number(const Sha256Digest& listener, const Sha256Digest& caller,
                              const Cryptography& cryptography);

}  // namespace evenkeel
