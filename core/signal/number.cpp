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
constexpr std::size_t number_groups = 5;  // each of 32 bits: no four digits are likelier than others by more than 3e-6

std::string four_digits(std::uint32_t number) {
  const std::string digits = std::to_string(number % 10'000);
  return std::string(4 - digits.size(), '0') + digits;
}

}  // namespace

std::string comparison_number(const Sha256Digest& listener, const Sha256Digest& caller,
                              const Cryptography& cryptography) {
  std::array<std::uint8_t, 64> both{};
  std::ranges::copy(caller, std::ranges::copy(listener, both.begin()).out);
  const std::vector<std::uint8_t> salt(salt_text.begin(), salt_text.end());
  std::array<std::uint8_t, 4 * number_groups> derived{};
  cryptography.pbkdf2_sha256(both, salt, rounds, derived);
  ByteReader reader(derived);
  std::string text = four_digits(reader.u32());
  for (std::size_t i = 1; i < number_groups; ++i) text += ' ' + four_digits(reader.u32());
  return text;
}

}  // namespace evenkeel
