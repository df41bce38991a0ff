#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/cryptography.h"
#include "core/base/endpoint.h"
#include "core/base/parsed.h"

namespace evenkeel {

/// What a caller shows whom nothing answers: its knock and where it is, to be sent back as the link came. The listener
/// then checks at the caller as the caller does at it, which opens the NATs of both. Written as r1.DATA
/// (docs/secure-calls.md).
struct ReplyCode {
  static constexpr std::size_t max_addresses = 4;
  static constexpr std::size_t max_ufrag_size = 8;

  std::string knock;                ///< as seal_knock() wrote it
  std::string ufrag;                ///< the caller's, 4 to max_ufrag_size ice-chars: no check has told it yet
  std::vector<Endpoint> addresses;  ///< 1 to max_addresses, the likeliest first
};

/// Below 300 characters. `key`: LinkKeys::reply_key. The nonce must be random and new. Of the addresses only those are
/// written that one host can be at.
std::string write_reply_code(const ReplyCode& code, const AesKey& key, const GcmNonce& nonce,
                             const Cryptography& cryptography);

/// The error is one sentence: "This reply code is damaged...", "...belongs to another link...", "...needs a newer
/// Evenkeel...", or that it is none. That the knock can be opened is not checked.
Parsed<ReplyCode> read_reply_code(std::string_view text, const AesKey& key, const Cryptography& cryptography);

/// Whether it is meant as a reply code: it starts with "r", a number and a full stop.
bool looks_like_reply_code(std::string_view text);

}  // namespace evenkeel
