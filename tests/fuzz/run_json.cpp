// run.json of somebody else's run, and the configuration in it.
#include <nlohmann/json.hpp>

#include "app/files/untrusted_file.h"
#include "tests/fuzz/fuzz.h"

void fuzz(std::span<const std::uint8_t> input) {
  using namespace evenkeel;
  const auto json = parse_json({reinterpret_cast<const char*>(input.data()), input.size()});
  require(json.value.has_value() == json.error.empty());
  if (!json) return;
  (void)json.value->dump(2);
  const auto flat = flatten(*json);
  require(flat.size() <= max_flat_entries);
  for (const auto& [name, text] : flat) require(name.size() <= max_flat_name && text.size() <= max_flat_text);
}
