#include <array>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "core/base/keyed_hash.h"
#include "core/net/network_thread.h"

namespace evenkeel {
namespace {

// The 32 hexadecimal digits of a UUID; without them no name.
std::optional<HashKey> key_of(std::string boot_id) {
  std::erase(boot_id, '-');
  if (boot_id.size() != 32 || boot_id.find_first_not_of("0123456789abcdef") != std::string::npos) return std::nullopt;
  return HashKey{std::stoull(boot_id.substr(0, 16), nullptr, 16), std::stoull(boot_id.substr(16), nullptr, 16)};
}

// Time namespaces of one boot have clocks of their own. Empty before Linux 5.6, where there is one for all.
std::string time_namespace() {
  std::error_code none;
  return std::filesystem::read_symlink("/proc/self/ns/time", none).string();
}

}  // namespace

std::string clock_id(std::uint32_t ssrc) {
  std::string boot_id;
  std::ifstream("/proc/sys/kernel/random/boot_id") >> boot_id;
  const auto key = key_of(boot_id);
  if (!key) return {};
  // Of the source, so that calls cannot be linked.
  std::vector<std::uint8_t> message;
  for (int shift = 24; shift >= 0; shift -= 8) message.push_back(static_cast<std::uint8_t>(ssrc >> shift));
  for (const char c : time_namespace()) message.push_back(static_cast<std::uint8_t>(c));
  std::array<char, 17> text{};
  std::snprintf(text.data(), text.size(), "%016llx", static_cast<unsigned long long>(keyed_hash(*key, message)));
  return text.data();
}

}  // namespace evenkeel
