#include "core/session/address_tokens.h"

#include <algorithm>
#include <vector>

namespace evenkeel {
namespace {

std::int64_t period_of(LocalTime now) { return now.time_since_epoch() / AddressTokens::lifetime; }

std::string to_hex(std::uint64_t value) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text(16, '0');
  for (auto c = text.rbegin(); c != text.rend(); ++c, value >>= 4) *c = digits[value & 0xf];
  return text;
}

// In a time that does not depend on how much of them agrees.
bool equal(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i) difference |= static_cast<unsigned>(a[i] ^ b[i]);
  return difference == 0;
}

}  // namespace

std::string AddressTokens::token_of(const Endpoint& address, std::int64_t period) const {
  std::vector<std::uint8_t> message(address.address.begin(), address.address.end());
  message.push_back(static_cast<std::uint8_t>(address.port >> 8));
  message.push_back(static_cast<std::uint8_t>(address.port));
  for (int shift = 0; shift < 64; shift += 8) message.push_back(static_cast<std::uint8_t>(period >> shift));
  return to_hex(keyed_hash(key_, message));
}

std::string AddressTokens::token(const Endpoint& address, LocalTime now) const {
  return token_of(address, period_of(now));
}

bool AddressTokens::proves(std::string_view echo, const Endpoint& address, LocalTime now) const {
  const std::int64_t period = period_of(now);
  return equal(echo, token_of(address, period)) || equal(echo, token_of(address, period - 1));
}

}  // namespace evenkeel
