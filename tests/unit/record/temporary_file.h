#pragma once

#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace evenkeel::test {

/// A file name that is removed afterwards.
struct TemporaryFile {
  std::string path = (std::filesystem::temp_directory_path() / "evenkeel-record-test-XXXXXX").string();
  TemporaryFile() { close(mkstemp(path.data())); }
  ~TemporaryFile() { std::filesystem::remove(path); }
};

inline std::vector<std::uint8_t> read_all(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace evenkeel::test
