#include <catch2/catch.hpp>
#include <vector>

#include "core/rtp/sequence_filter.h"
#include "core/rtp/sequence_unwrapper.h"

using namespace evenkeel;

TEST_CASE("Unwrapped numbers go on where the counter wraps") {
  SequenceUnwrapper<std::uint16_t> unwrapper;
  CHECK(unwrapper.unwrap(65534) == 65534);
  CHECK(unwrapper.unwrap(1) == 65537);
  CHECK(unwrapper.unwrap(65535) == 65535);
  CHECK(unwrapper.peek(0) == 65536);
  CHECK(unwrapper.unwrap(0) == 65536);
  unwrapper.reset();
  CHECK(unwrapper.unwrap(3) == 3);
  CHECK(unwrapper.unwrap(65535) == -1);
}

TEST_CASE("The filter lets packets through unless they jump") {
  struct Step {
    std::uint16_t number;
    std::optional<std::int64_t> sequence;
    bool restarted = false;
  };
  struct Row {
    const char* what;
    std::vector<Step> steps;
  };
  const auto row = GENERATE(values<Row>({
      {"wrap", {{65535, 65535}, {0, 65536}, {65534, 65534}, {1, 65537}}},
      {"before the first", {{0, 0}, {65535, -1}}},
      {"the widest step", {{0, 0}, {16384, 16384}, {0, 0}}},
      {"one stray packet", {{100, 100}, {30000, {}}, {101, 101}, {30001, {}}, {102, 102}}},
      {"a new beginning ahead", {{100, 100}, {30000, {}}, {30001, 30001, true}, {30002, 30002}, {30000, 30000}}},
      {"a new beginning behind", {{30000, 30000}, {100, {}}, {101, 65637, true}, {102, 65638}}},
      {"a beginning over the wrap", {{30000, 30000}, {65535, {}}, {0, 65536, true}}},
  }));
  INFO(row.what);
  SequenceFilter filter;
  CHECK_FALSE(filter.highest());
  for (const auto& step : row.steps) {
    INFO(step.number);
    CHECK(filter.accept(step.number) == step.sequence);
    CHECK(filter.restarted() == step.restarted);
  }
  filter.reset();
  CHECK(filter.accept(5) == 5);
}
