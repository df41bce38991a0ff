#include "core/telemetry/sample.h"

#include <catch2/catch.hpp>
#include <type_traits>

using namespace evenkeel;

static_assert(std::is_trivially_copyable_v<Sample>);

TEST_CASE("a flow's name is cut and cannot break a row") {
  CHECK(FlowName("video").view() == "video");
  CHECK(FlowName("0123456789abcdefgh").view() == "0123456789abcde");
  CHECK(FlowName("a,b\"c\nd").view() == "a_b_c_d");
  CHECK(FlowName("").view().empty());
  CHECK(FlowName("a") == FlowName("a"));
  CHECK(FlowName("a") < FlowName("b"));
}

TEST_CASE("merging takes over what is there and leaves the rest") {
  Sample into;
  into.time = 100ms;
  into.flow = "up";
  into.target_bitrate_bps = 1e6;
  into.packets_sent = 5;
  Sample from;
  from.time = 200ms;
  from.flow = "down";
  from.packets_sent = 7;
  from.one_way_delay_kind = DelayKind::estimated;
  from.outstanding_bytes = 0;
  from.controller_mode = ControllerMode::start;
  merge(into, from);
  CHECK(into.time == 100ms);
  CHECK(into.flow == FlowName("up"));
  CHECK(into.target_bitrate_bps == 1e6);
  CHECK(into.packets_sent == 7);
  CHECK(into.one_way_delay_kind == DelayKind::estimated);
  CHECK(into.outstanding_bytes == 0);
  CHECK(into.controller_mode == ControllerMode::start);
  merge(into, Sample());
  CHECK(into.controller_mode == ControllerMode::start);
  CHECK_FALSE(into.round_trip_time_ms);
}

TEST_CASE("every field of a sample is one column and no two columns share a field") {
  // The optional fields fill the rest of the struct, so that one forgotten in the table shows in its size.
  std::size_t numbers = 0;
  for (const Column& column : columns()) {
    CHECK(find_column(column.name) == &column);
    if (column.member == nullptr) continue;
    ++numbers;
    for (const Column& other : columns()) CHECK((&other == &column || other.member != column.member));
  }
  constexpr std::size_t word = sizeof(void*);
  constexpr std::size_t head = sizeof(Duration) + sizeof(FlowName);
  CHECK(sizeof(Sample) == head + numbers * sizeof(std::optional<double>) + word);
  CHECK(find_column("nothing") == nullptr);
}
