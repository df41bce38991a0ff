#include "core/signal/number.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "core/base/byte_reader.h"

namespace evenkeel {
namespace {

constexpr int rounds = 1 << 17;
constexpr std::string_view salt_text = "evenkeel e1 number";
constexpr std::size_t digit_count = 12;
constexpr std::uint64_t numbers = 1'000'000'000'000;  // of 2^64: none is likelier than another by more than 6e-8

std::string in_groups_of_four(std::uint64_t number) {
  std::string digits = std::to_string(number);
  digits.insert(0, digit_count - digits.size(), '0');
  return digits.substr(0, 4) + ' ' + digits.substr(4, 4) + ' ' + digits.substr(8);
}

}  // namespace

std::string comparison_number(const Sha256Digest& listener, const Sha256Digest& caller,
                              const Cryptography& cryptography) {
  std::array<std::uint8_t, 64> both{};
  std::ranges::copy(caller, std::ranges::copy(listener, both.begin()).out);
  const std::vector<std::uint8_t> salt(salt_text.begin(), salt_text.end());
  std::array<std::uint8_t, 8> derived{};
  cryptography.pbkdf2_sha256(both, salt, rounds, derived);
  return in_groups_of_four(ByteReader(derived).u64() % numbers);
}

}  // namespace evenkeel
