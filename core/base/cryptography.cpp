#include "core/base/cryptography.h"

namespace evenkeel {

bool equal_in_constant_time(std::span<const std::uint8_t> a, std::span<const std::uint8_t> b) {
  if (a.size() != b.size()) return false;
  volatile std::uint8_t difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i) difference = static_cast<std::uint8_t>(difference | (a[i] ^ b[i]));
  return difference == 0;
}

void wipe(std::span<std::uint8_t> secret) {
  for (std::uint8_t& byte : secret) *const_cast<volatile std::uint8_t*>(&byte) = 0;
}

void wipe(std::string& secret) {
  wipe(std::span(reinterpret_cast<std::uint8_t*>(secret.data()), secret.size()));
  secret.clear();
}

}  // namespace evenkeel
