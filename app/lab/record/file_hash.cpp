#include "app/lab/record/file_hash.h"

#include <array>
#include <cstdint>
#include <cstdio>
#include <fstream>

namespace evenkeel::lab {

std::string file_hash(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return {};
  std::uint64_t hash = 0xcbf29ce484222325;
  std::array<char, 1 << 16> block;
  while (file.read(block.data(), block.size()) || file.gcount() > 0) {
    for (std::streamsize i = 0; i < file.gcount(); ++i) {
      hash = (hash ^ static_cast<unsigned char>(block[static_cast<std::size_t>(i)])) * 0x100000001b3;
    }
  }
  std::array<char, 17> digits;
  std::snprintf(digits.data(), digits.size(), "%016llx", static_cast<unsigned long long>(hash));
  return digits.data();
}

}  // namespace evenkeel::lab
