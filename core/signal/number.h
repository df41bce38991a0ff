#pragma once

#include <string>

#include "core/base/cryptography.h"

namespace evenkeel {

/// What both ends show and people may read out to each other: "0123 4567 8901 2345 6789". It differs where anyone is in
/// between. 20 digits of PBKDF2-HMAC-SHA-256 with 2^17 rounds over both fingerprints, which takes some 50 ms: a forger
/// who looks for certificates that give the same number pays that for each try. He can try before the call, so that
/// the number needs as many digits: 10^20 tries of 2^17 rounds are 2^83.
std::string comparison_number(const Sha256Digest& listener, const Sha256Digest& caller,
                              const Cryptography& cryptography);

}  // namespace evenkeel
