#pragma once

#include <string>
#include <string_view>

#include "core/base/endpoint.h"
#include "core/base/keyed_hash.h"
#include "core/base/time.h"

namespace evenkeel {

/// Names addresses by tokens that nobody can guess: a peer that sends one back receives what is sent to that address. A
/// token is a keyed hash of the address and of the time, so that nothing is kept for those that never answer.
class AddressTokens {
 public:
  /// A token is good for this long at least, and for twice as long at most.
  static constexpr Duration lifetime = 10s;

  explicit AddressTokens(const HashKey& key) : key_(key) {}

  /// 16 hexadecimal digits.
  std::string token(const Endpoint& address, LocalTime now) const;
  bool proves(std::string_view echo, const Endpoint& address, LocalTime now) const;

 private:
  std::string token_of(const Endpoint& address, std::int64_t period) const;

  HashKey key_;
};

}  // namespace evenkeel
