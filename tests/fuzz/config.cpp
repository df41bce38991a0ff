// A configuration of somebody else.
#include "app/cli/config_file.h"
#include "tests/fuzz/fuzz.h"

void fuzz(std::span<const std::uint8_t> input) {
  using namespace evenkeel;
  CallOptions options;
  const ConfigFile file =
      parse_config({reinterpret_cast<const char*>(input.data()), input.size()}, "theirs.toml", options);
  require(file.unknown.size() <= 100);
  require(file.error.find('\n') == std::string::npos);
}
