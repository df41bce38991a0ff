#include "gui/store/sample_store.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>

#include "core/telemetry/csv.h"
#include "tests/unit/gui_store/rows.h"

using namespace evenkeel;

namespace {

constexpr Field rate = &Sample::send_bitrate_bps;
constexpr Field delay = &Sample::one_way_delay_ms;

/// A row with every field, each with a value of its own.
Sample full_row(Duration time, FlowName flow) {
  Sample sample = empty_row(time, flow);
  double value = 1 + to_seconds(time);
  for (const Column& column : columns())
    if (column.member != nullptr) sample.*column.member = value += 0.25;
  sample.one_way_delay_kind = DelayKind::estimated;
  sample.controller_mode = ControllerMode::competition;
  return sample;
}

/// The fields of a row dealt out to three threads.
std::vector<Sample> parts_of(const Sample& whole) {
  std::vector<Sample> parts(3, empty_row(whole.time, whole.flow));
  for (std::size_t i = 0; i < columns().size(); ++i)
    if (const auto member = columns()[i].member) parts[i % 3].*member = whole.*member;
  parts[1].one_way_delay_kind = whole.one_way_delay_kind;
  parts[2].controller_mode = whole.controller_mode;
  return parts;
}

}  // namespace

TEST_CASE("A store without samples is empty") {
  const SampleStore store;
  CHECK(store.empty());
  CHECK(store.flows().empty());
  CHECK(store.extent().from == 0s);
  CHECK(store.extent().to == 0s);
  CHECK(store.rows("up") == 0);
  CHECK_FALSE(store.last_row("up"));
  CHECK_FALSE(store.row_at("up", 1s));
  CHECK_FALSE(store.last_value("up", rate, 1s));
  CHECK(store.rows_in("up", always).empty());
  CHECK(curve_of(store, rate, always, 10).empty());
}

TEST_CASE("Parts of rows come together in any order, stragglers included") {
  std::vector<Sample> parts;
  for (int i = 1; i <= 100; ++i) {
    for (const char* flow : {"up", "down"})
      for (const Sample& part : parts_of(full_row(i * 100ms, flow))) parts.push_back(part);
  }
  std::mt19937 random(GENERATE(1u, 2u, 3u));
  std::shuffle(parts.begin(), parts.end(), random);
  SampleStore store;
  for (const Sample& part : parts) store.add(part);
  CHECK(store.flows() == std::vector<FlowName>{"down", "up"});
  for (const char* flow : {"up", "down"}) {
    const std::vector<Sample> rows = store.rows_in(flow, always);
    REQUIRE(rows.size() == 100);
    for (int i = 1; i <= 100; ++i)
      REQUIRE(csv_row(rows[static_cast<std::size_t>(i - 1)]) == csv_row(full_row(i * 100ms, flow)));
  }
  // The index of the extremes must have followed the rows that came between others.
  for (int i = 1; i <= 100; ++i) {
    const auto points = curve_of(store, rate, {i * 100ms, i * 100ms}, 0);
    const double expected = *full_row(i * 100ms, "up").send_bitrate_bps;
    REQUIRE(std::any_of(points.begin(), points.end(), [&](CurvePoint p) { return p.value == expected; }));
  }
}

TEST_CASE("A later value of a field replaces the former, an absent or unending one does not") {
  SampleStore store;
  store.add(row(1s, rate, 1e6));
  store.add(row(1s, rate, 2e6));
  store.add(empty_row(1s));
  store.add(row(1s, rate, std::numeric_limits<double>::infinity()));
  store.add(row(1s, delay, std::numeric_limits<double>::quiet_NaN()));
  CHECK(store.rows("up") == 1);
  CHECK(store.last_row("up")->send_bitrate_bps == 2e6);
  CHECK_FALSE(store.last_row("up")->one_way_delay_ms);
}

TEST_CASE("Rows are found by time") {
  SampleStore store;
  for (const auto time : {1s, 2s, 5s}) store.add(row(time, rate, to_seconds(time)));
  store.add(row(7s, delay, 7, "down"));
  CHECK(store.extent().from == 1s);
  CHECK(store.extent().to == 7s);
  CHECK_FALSE(store.row_at("up", 999ms));
  CHECK(store.row_at("up", 1s)->time == 1s);
  CHECK(store.row_at("up", 2999ms)->time == 2s);
  CHECK(store.row_at("up", 3s)->time == 2s);
  CHECK_FALSE(store.row_at("up", 3001ms));
  CHECK(store.row_at("up", 4s, 2s)->time == 2s);
  CHECK(store.last_row("up")->time == 5s);
  CHECK(store.rows_in("up", {2s, 5s}).size() == 2);
  CHECK(store.rows_in("up", {2001ms, 4999ms}).empty());
  CHECK(store.rows_in("up", {5s, 2s}).empty());
  CHECK(store.last_value("up", rate, 4s)->value == 2);
  CHECK(store.last_value("up", rate, 4s)->time_s == 2);
  CHECK_FALSE(store.last_value("up", rate, 999ms));
  CHECK_FALSE(store.last_value("up", delay, 9s));
}

TEST_CASE("The last value is found across long absence") {
  SampleStore store;
  store.add(row(100ms, delay, 42));
  for (int i = 2; i <= 1000; ++i) store.add(row(i * 100ms, rate, 1));
  CHECK(store.last_value("up", delay, 100s)->value == 42);
  CHECK(store.last_value("up", delay, 100ms)->value == 42);
}

TEST_CASE("The rows of all flows are visited in the order of time, then of names") {
  SampleStore store;
  for (int i = 1; i <= 3; ++i) {
    store.add(row(i * 1s, rate, 0, "b"));
    store.add(row(i * 1s, rate, 0, "a"));
  }
  store.add(row(1500ms, rate, 0, "c"));
  std::string order;
  store.visit_rows({1s, 2s}, [&](const Sample& visited) {
    order += std::to_string(visited.time / 1ms) + std::string(visited.flow.view()) + ' ';
  });
  CHECK(order == "1000a 1000b 1500c 2000a 2000b ");
}

TEST_CASE("clear() forgets everything") {
  SampleStore store;
  store.add(row(1s, rate, 1));
  store.clear();
  CHECK(store.empty());
  CHECK(store.extent().to == 0s);
}

TEST_CASE("What exceeds the limit is dropped by the hour, the oldest first") {
  constexpr auto hour = static_cast<int>(SampleStore::max_rows / 12);
  constexpr auto limit = static_cast<int>(SampleStore::max_rows);
  SampleStore store;
  for (int i = 0; i < limit + hour - 1; ++i) store.add(row(i * 100ms, rate, i % 1000));
  CHECK(store.dropped_rows("up") == 0);
  store.add(row((limit + hour) * 100ms, rate, 5000));
  CHECK(store.dropped_rows("up") == static_cast<std::size_t>(hour));
  CHECK(store.rows("up") == SampleStore::max_rows);
  CHECK(store.extent().from == hour * 100ms);
  CHECK(store.last_row("up")->send_bitrate_bps == 5000.0);
  const auto points = curve_of(store, rate, store.extent(), 100);
  CHECK(std::count_if(points.begin(), points.end(), [](CurvePoint p) { return p.value == 5000; }) == 1);
  CHECK(points.size() <= 202);
}
