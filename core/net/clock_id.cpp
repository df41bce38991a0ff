#include <array>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <string>

#include "core/net/network_thread.h"

namespace evenkeel {

std::string clock_id(std::uint32_t ssrc) {
  std::string boot_id;
  std::ifstream("/proc/sys/kernel/random/boot_id") >> boot_id;
  if (boot_id.empty()) return {};
  std::uint64_t hash = 14695981039346656037u ^ ssrc;  // FNV-1a, salted with the source so that calls cannot be linked
  for (const char c : boot_id) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
  for (int i = 0; i < 4; ++i) hash = (hash ^ (hash >> 29) ^ ssrc) * 1099511628211u;
  std::array<char, 17> text{};
  std::snprintf(text.data(), text.size(), "%016llx", static_cast<unsigned long long>(hash));
  return text.data();
}

}  // namespace evenkeel
