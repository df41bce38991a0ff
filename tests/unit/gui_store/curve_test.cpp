#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <random>
#include <set>

#include "gui/store/sample_store.h"
#include "tests/unit/gui_store/rows.h"

using namespace evenkeel;

namespace {

constexpr Field rate = &Sample::send_bitrate_bps;
constexpr Field delay = &Sample::one_way_delay_ms;
constexpr int hour_rows = 36'000;

SampleStore noisy_hour() {
  SampleStore store;
  std::mt19937 random(7);
  std::normal_distribution<double> noise(100, 10);
  for (int i = 1; i <= hour_rows; ++i) store.add(row(i * 100ms, rate, noise(random)));
  return store;
}

bool same(const CurvePoint& a, const CurvePoint& b) {
  return a.time_s == b.time_s && (a.value == b.value || (std::isnan(a.value) && std::isnan(b.value)));
}

bool in_order(const std::vector<CurvePoint>& points) {
  return std::is_sorted(points.begin(), points.end(),
                        [](const CurvePoint& a, const CurvePoint& b) { return a.time_s < b.time_s; });
}

std::size_t gaps(const std::vector<CurvePoint>& points) {
  return static_cast<std::size_t>(
      std::count_if(points.begin(), points.end(), [](const CurvePoint& p) { return std::isnan(p.value); }));
}

}  // namespace

TEST_CASE("A short range has every row, one more before it and one after") {
  SampleStore store;
  for (int i = 1; i <= 100; ++i) store.add(row(i * 100ms, rate, i));
  const auto points = curve_of(store, rate, {2s, 3s}, 1000);
  REQUIRE(points.size() == 13);
  CHECK(points.front().time_s == Approx(1.9));
  CHECK(points.front().value == 19);
  CHECK(points.back().time_s == Approx(3.1));
  CHECK(points.back().value == 31);
  CHECK(curve_of(store, rate, {-1s, 100s}, 1000).size() == 100);
  CHECK(curve_of(store, rate, {3s, 2s}, 1000).empty());
  CHECK(curve_of(store, delay, {2s, 3s}, 1000).empty());
  std::vector<CurvePoint> others{{1, 1}};
  store.curve("down", rate, {2s, 3s}, 1000, others);
  CHECK(others.empty());
}

TEST_CASE("A range between two rows has the line that passes through it") {
  SampleStore store;
  store.add(row(1s, rate, 1));
  store.add(row(2s, rate, 2));
  const auto points = curve_of(store, rate, {1200ms, 1300ms}, 100);
  REQUIRE(points.size() == 2);
  CHECK(points[0].value == 1);
  CHECK(points[1].value == 2);
}

TEST_CASE("A peak of one sample in an hour is on the screen, wherever it lies") {
  const int at = GENERATE(1, 2, 31, 32, 33, 50, 1000, 17'777, 35'999, hour_rows);
  SampleStore store;
  for (int i = 1; i <= hour_rows; ++i) store.add(row(i * 100ms, rate, i == at ? 1000 : (i % 7)));
  for (const std::size_t buckets : {50u, 200u, 1000u}) {
    const auto points = curve_of(store, rate, {0s, 1h}, buckets);
    CHECK(points.size() <= 2 * buckets + 2);
    const auto peak = std::find_if(points.begin(), points.end(), [](CurvePoint p) { return p.value == 1000; });
    REQUIRE(peak != points.end());
    CHECK(peak->time_s == Approx(at * 0.1));
  }
}

TEST_CASE("Every bucket shows the extremes of its rows, in their order") {
  const SampleStore store = noisy_hour();
  const std::vector<Sample> rows = store.rows_in("up", always);
  const auto points = curve_of(store, rate, {0s, 1h}, 1000);
  CHECK(in_order(points));
  // 3.6 s and the ladder make buckets of 4 s.
  std::map<int, std::pair<double, double>> truth;
  for (const Sample& r : rows) {
    auto [bucket, fresh] = truth.try_emplace(static_cast<int>(r.time / 4s), *r.send_bitrate_bps, *r.send_bitrate_bps);
    bucket->second.first = std::min(bucket->second.first, *r.send_bitrate_bps);
    bucket->second.second = std::max(bucket->second.second, *r.send_bitrate_bps);
  }
  std::map<int, std::set<double>> drawn;
  for (const CurvePoint& p : points) drawn[static_cast<int>(std::floor(p.time_s / 4 + 1e-9))].insert(p.value);
  REQUIRE(drawn.size() == truth.size());
  for (const auto& [bucket, values] : drawn) {
    CHECK(*values.begin() == truth[bucket].first);
    CHECK(*values.rbegin() == truth[bucket].second);
    CHECK(values.size() <= 2);
  }
}

TEST_CASE("A curve that scrolls consists of the same points, also where the range is off by a rounding error") {
  const SampleStore store = noisy_hour();
  std::mt19937 random(11);
  std::vector<CurvePoint> before;
  for (int step = 0; step < 300; ++step) {
    const Duration from = 100s + step * 33'333'333ns;
    const auto error = Duration(static_cast<int>(random() % 5) - 2);
    const TimeRange range{from, from + 600s + error};
    const auto points = curve_of(store, rate, range, 500);
    CHECK(points.front().time_s < to_seconds(range.from));
    CHECK(points.back().time_s > to_seconds(range.to));
    // Behind the first bucket of this one and before the last of the former, nothing may differ.
    std::vector<CurvePoint> old_part;
    std::vector<CurvePoint> new_part;
    const auto inside = [&](const CurvePoint& p) {
      return p.time_s > to_seconds(from) && p.time_s < to_seconds(from) + 590;
    };
    std::copy_if(before.begin(), before.end(), std::back_inserter(old_part), inside);
    std::copy_if(points.begin(), points.end(), std::back_inserter(new_part), inside);
    if (step > 0) REQUIRE(std::equal(old_part.begin(), old_part.end(), new_part.begin(), new_part.end(), same));
    before = points;
  }
}

TEST_CASE("Stragglers leave the same curve as rows in order") {
  std::mt19937 random(3);
  std::vector<Sample> rows;
  for (int i = 1; i <= 2000; ++i) rows.push_back(row(i * 100ms, rate, static_cast<double>(random() % 10'000)));
  SampleStore ordered;
  for (const Sample& r : rows) ordered.add(r);
  for (int late = 1; late < 40; late += 6) std::swap(rows[static_cast<std::size_t>(late * 37)], rows.back());
  SampleStore straggled;
  for (const Sample& r : rows) straggled.add(r);
  for (const std::size_t buckets : {1u, 5u, 20u, 100u}) {
    const auto expected = curve_of(ordered, rate, {0s, 200s}, buckets);
    const auto points = curve_of(straggled, rate, {0s, 200s}, buckets);
    CHECK(std::equal(points.begin(), points.end(), expected.begin(), expected.end(), same));
  }
}

TEST_CASE("Where rows just do not fit, buckets change nothing") {
  SampleStore store;
  std::mt19937 random(13);
  for (int i = 1; i <= 2000; ++i) store.add(row(i * 100ms, rate, static_cast<double>(random() % 1000)));
  const auto rows = curve_of(store, rate, {50s, 150s}, 1001);
  const auto buckets = curve_of(store, rate, {50s, 150s}, 1000);
  REQUIRE(rows.size() == 1003);
  CHECK(std::equal(rows.begin(), rows.end(), buckets.begin(), buckets.end(), same));
}

TEST_CASE("The edge points lie outside of the range also with buckets") {
  const SampleStore store = noisy_hour();
  for (const auto from : {100s, 101s, 102s, 103s}) {
    const TimeRange range{from, from + 1000s};
    const auto points = curve_of(store, rate, range, 100);
    CHECK(points.front().time_s < to_seconds(range.from));
    CHECK(points.back().time_s > to_seconds(range.to));
  }
}

TEST_CASE("Absent values are gaps, in rows and in buckets") {
  SampleStore store;
  for (int i = 1; i <= 10'000; ++i) {
    store.add(row(i * 100ms, rate, 1));
    if (i <= 3000 || i > 4000) store.add(row(i * 100ms, delay, 5));
  }
  const auto rows = curve_of(store, delay, {299s, 302s}, 1000);
  REQUIRE(gaps(rows) == 21);  // the one after it included
  CHECK(rows[11].value == 5);
  CHECK(std::isnan(rows[12].value));
  const auto buckets = curve_of(store, delay, {0s, 1000s}, 100);  // of 10 s
  // From 301 to 400 s: the bucket of 300 s still has a value, and that of 400 s again.
  CHECK(gaps(buckets) == 9);
  CHECK(std::none_of(buckets.begin(), buckets.end(), [](CurvePoint p) { return p.value == 0; }));
  CHECK(in_order(buckets));
}

TEST_CASE("A time without rows is a gap, in rows and in buckets") {
  SampleStore store;
  for (int i = 1; i <= 10'000; ++i)
    if (i <= 3000 || i > 4000) store.add(row(i * 100ms, rate, 5));
  for (const std::size_t buckets : {100'000u, 1000u, 200u}) {
    const auto points = curve_of(store, rate, {0s, 1000s}, buckets);
    CHECK(gaps(points) == 1);
    CHECK(in_order(points));
    const auto gap = std::find_if(points.begin(), points.end(), [](CurvePoint p) { return std::isnan(p.value); });
    REQUIRE(gap != points.end());
    CHECK(gap->time_s > 300);
    CHECK(gap->time_s < 400.1);
  }
}

TEST_CASE("Times before zero have buckets of the same width") {
  SampleStore store;
  for (int i = -1000; i <= 1000; ++i) store.add(row(i * 100ms, rate, i == -501 ? 9 : (i % 2)));
  const auto points = curve_of(store, rate, {-100s, 100s}, 100);
  CHECK(in_order(points));
  CHECK(points.size() <= 204);
  CHECK(std::count_if(points.begin(), points.end(), [](CurvePoint p) { return p.value == 9; }) == 1);
}

TEST_CASE("No range is too wide, no number of buckets too small") {
  const SampleStore store = noisy_hour();
  CHECK(curve_of(store, rate, always, 1000).size() <= 3);
  CHECK(curve_of(store, rate, always, 0).size() <= 3);
  CHECK_FALSE(curve_of(store, rate, {1s, 1s}, 0).empty());
}
