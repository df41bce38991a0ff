#include <catch2/catch.hpp>

#include "tests/unit/gui_store/rows.h"

using namespace evenkeel;

namespace {

constexpr auto low_delay = ControllerMode::low_delay;
constexpr auto competition = ControllerMode::competition;

void add(SampleStore& store, Duration time, std::optional<ControllerMode> mode) {
  Sample sample = empty_row(time);
  sample.controller_mode = mode;
  store.add(sample);
}

}  // namespace

TEST_CASE("A mode lasts until a row has another one") {
  SampleStore store;
  for (int i = 0; i < 30; ++i) add(store, i * 100ms, i < 10 || i >= 20 ? low_delay : competition);
  const auto spans = store.mode_spans("up", always);
  REQUIRE(spans.size() == 3);
  CHECK(spans[0].from == 0s);
  CHECK(spans[0].to == 1s);
  CHECK(spans[1].from == 1s);
  CHECK(spans[1].to == 2s);
  CHECK(spans[1].mode == competition);
  CHECK(spans[2].to == 2900ms);
  const auto part = store.mode_spans("up", {1500ms, 1600ms});
  REQUIRE(part.size() == 1);
  CHECK(part[0].from == 1400ms);
  CHECK(part[0].to == 1600ms);
  CHECK(store.mode_spans("down", always).empty());
}

TEST_CASE("A row without a mode, and a time without rows, end it") {
  SampleStore store;
  for (int i = 0; i < 10; ++i) add(store, i * 100ms, i == 5 ? std::nullopt : std::optional(low_delay));
  add(store, 5s, low_delay);
  const auto spans = store.mode_spans("up", always);
  REQUIRE(spans.size() == 3);
  CHECK(spans[0].to == 500ms);
  CHECK(spans[1].from == 600ms);
  CHECK(spans[1].to == 900ms);
  CHECK(spans[2].from == 5s);
}

TEST_CASE("A store knows which values and modes a flow ever had") {
  SampleStore store;
  const Column& mode = *find_column("controllerMode");
  const Column& target = *find_column("targetQueue");
  store.add(row(0s, &Sample::send_bitrate_bps, 1e6));
  CHECK_FALSE(store.knows("up", mode));
  CHECK_FALSE(store.knows("up", target));
  CHECK(store.mode_spans("up", always).empty());
  store.add(row(100ms, &Sample::target_queue_ms, 9));
  add(store, 100ms, competition);
  CHECK(store.knows("up", mode));
  CHECK(store.knows("up", target));
  CHECK_FALSE(store.knows("down", target));
}
