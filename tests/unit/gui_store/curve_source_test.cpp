#include "gui/store/curve_source.h"

#include <catch2/catch.hpp>

#include "tests/unit/gui_store/rows.h"

using namespace evenkeel;

namespace {

/// 10 s of rows: a delay that rises by 1 ms per row, absent in every tenth, and a counter of 3 packets per row.
SampleStore ten_seconds() {
  SampleStore store;
  for (int i = 0; i <= 100; ++i) {
    Sample sample = empty_row(i * 100ms);
    if (i % 10 != 5) sample.one_way_delay_ms = i;
    sample.packets_sent = 3 * i;
    store.add(sample);
  }
  return store;
}

CurveSource source_of(const SampleStore& store, const char* column) {
  return {&store, "up", find_column(column), 1, false, Duration::zero()};
}

}  // namespace

TEST_CASE("The values of a range are those of its rows, ends included, in the shown unit") {
  const SampleStore store = ten_seconds();
  CurveSource source = source_of(store, "oneWayDelay");
  source.scale = 2;
  std::vector<double> values{99, 99};
  source.values({1s, 1400ms}, values);
  CHECK(values == std::vector<double>{20, 22, 24, 26, 28});
  source.values({1400ms, 1600ms}, values);  // 1.5 s is absent
  CHECK(values == std::vector<double>{28, 32});
  source.values({20s, 30s}, values);
  CHECK(values.empty());
}

TEST_CASE("A run that was moved is read at the times of the axis") {
  const SampleStore store = ten_seconds();
  CurveSource source = source_of(store, "oneWayDelay");
  source.offset = 100s;
  std::vector<double> values;
  source.values({101s, 101200ms}, values);
  CHECK(values == std::vector<double>{10, 11, 12});
  CHECK(source.value_at(102s) == 20.0);
  CHECK_FALSE(source.value_at(2s));
}

TEST_CASE("What a counter grows per second is read from row to row") {
  const SampleStore store = ten_seconds();
  CurveSource source = source_of(store, "packetsSent");
  source.growth = true;
  std::vector<double> values;
  source.values({2s, 3s}, values);
  REQUIRE(values.size() == 11);
  for (const double value : values) CHECK(value == Approx(30));
  REQUIRE(source.value_at(5s));
  CHECK(*source.value_at(5s) == Approx(30));
}

TEST_CASE("The last value counts for a second and a half") {
  const SampleStore store = ten_seconds();
  const CurveSource source = source_of(store, "oneWayDelay");
  CHECK(source.value_at(1500ms) == 14.0);
  CHECK(source.value_at(11400ms) == 100.0);
  CHECK_FALSE(source.value_at(11600ms));
}
