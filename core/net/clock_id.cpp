#include "core/net/clock_id.h"

#include <array>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "core/base/keyed_hash.h"

namespace evenkeel {
namespace {

// The 32 hexadecimal digits of a UUID; without them no name.
std::optional<HashKey> key_of(std::string boot_id) {
  std::erase(boot_id, '-');
  if (boot_id.size() != 32 || boot_id.find_first_not_of("0123456789abcdef") != std::string::npos) return std::nullopt;
  return HashKey{std::stoull(boot_id.substr(0, 16), nullptr, 16), std::stoull(boot_id.substr(16), nullptr, 16)};
}

const std::optional<HashKey>& boot_key() {
  static const auto key = [] {
    std::string boot_id;
    std::ifstream("/proc/sys/kernel/random/boot_id") >> boot_id;
    return key_of(boot_id);
  }();
  return key;
}

// Time namespaces of one boot have clocks of their own. Empty before Linux 5.6, where there is one for all.
std::string time_namespace() {
  std::error_code none;
  return std::filesystem::read_symlink("/proc/self/ns/time", none).string();
}

enum class Purpose : std::uint8_t { name = 1, origin = 2 };

// Of the source as well, so that calls cannot be linked.
std::optional<std::uint64_t> hash(Purpose purpose, std::uint32_t ssrc) {
  if (!boot_key()) return std::nullopt;
  std::vector<std::uint8_t> message{static_cast<std::uint8_t>(purpose)};
  for (int shift = 24; shift >= 0; shift -= 8) message.push_back(static_cast<std::uint8_t>(ssrc >> shift));
  for (const char c : time_namespace()) message.push_back(static_cast<std::uint8_t>(c));
  return keyed_hash(*boot_key(), message);
}

std::uint64_t random_word() {
  std::random_device random;
  return std::uint64_t{random()} << 32 | random();
}

}  // namespace

std::string clock_id(std::uint32_t ssrc) {
  const auto name = hash(Purpose::name, ssrc);
  if (!name) return {};
  std::array<char, 17> text{};
  std::snprintf(text.data(), text.size(), "%016llx", static_cast<unsigned long long>(*name));
  return text.data();
}

NtpClock ntp_clock(std::uint32_t ssrc) {
  const auto origin = hash(Purpose::origin, ssrc);
  return NtpClock(origin ? *origin : random_word());
}

}  // namespace evenkeel
