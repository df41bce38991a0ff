#include "core/telemetry/summary.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>

using namespace evenkeel;

namespace {

Sample row(const char* flow, Duration time, double send_bitrate) {
  Sample sample;
  sample.flow = flow;
  sample.time = time;
  sample.send_bitrate_bps = send_bitrate;
  return sample;
}

}  // namespace

TEST_CASE("an empty run has nothing to say") {
  const RunSummary summary = Summary().result();
  CHECK(summary.flows.empty());
  CHECK_FALSE(summary.jain_index_run);
}

TEST_CASE("gauges over the run and over its last half") {
  Summary summary;
  for (int i = 1; i <= 100; ++i) summary.add(row("up", i * 100ms, i));
  const RunSummary result = summary.result();
  CHECK(result.duration == 10s);
  REQUIRE(result.flows.size() == 1);
  const FlowSummary& flow = result.flows[0];
  CHECK(flow.flow == FlowName("up"));
  REQUIRE(flow.run.size() == 1);
  const ColumnSummary& run = flow.run[0];
  CHECK(run.column->name == "sendBitrate");
  CHECK(run.count == 100);
  CHECK(run.mean == Approx(50.5));
  CHECK(run.p50 == 50);
  CHECK(run.p95 == 95);
  CHECK(run.p99 == 99);
  CHECK(run.min == 1);
  CHECK(run.max == 100);
  CHECK(run.last == 100);
  const ColumnSummary* half = find_column(flow.last_half, "sendBitrate");
  REQUIRE(half != nullptr);
  CHECK(half->count == 50);
  CHECK(half->mean == Approx(75.5));
  CHECK(half->min == 51);
  CHECK(find_column(flow.run, "quantizer") == nullptr);
}

TEST_CASE("counters come to totals") {
  Summary summary;
  for (int i = 1; i <= 10; ++i) {
    Sample sample = row("up", i * 1s, 0);
    if (i >= 3) sample.packets_sent = 10 * i;
    if (i >= 8) sample.packets_lost = i;
    summary.add(sample);
  }
  const RunSummary result = summary.result();
  CHECK(find_column(result.flows[0].run, "packetsSent")->total == 100);
  CHECK(find_column(result.flows[0].run, "packetsSent")->last == 100);
  CHECK(find_column(result.flows[0].last_half, "packetsSent")->total == 50);
  CHECK(find_column(result.flows[0].last_half, "packetsLost")->total == 10);
}

TEST_CASE("a flow that ends early has no last half") {
  Summary summary;
  summary.add(row("short", 1s, 5));
  summary.add(row("long", 1s, 5));
  summary.add(row("long", 10s, 5));
  const RunSummary result = summary.result();
  REQUIRE(result.flows.size() == 2);
  CHECK(result.flows[0].flow == FlowName("long"));
  CHECK(result.flows[1].last_half.empty());
  CHECK(*result.jain_index_run == Approx(1));
  CHECK(*result.jain_index_last_half == Approx(1));
}

TEST_CASE("Jain's index") {
  CHECK(*jain_index({1, 1, 1, 1}) == Approx(1));
  CHECK(*jain_index({1, 0, 0, 0}) == Approx(0.25));
  CHECK(*jain_index({1, 2}) == Approx(0.9));
  CHECK_FALSE(jain_index({}));
  CHECK_FALSE(jain_index({0, 0}));
}

TEST_CASE("a very long run is thinned and keeps its shape and its totals") {
  Summary summary;
  const int rows = 5 * static_cast<int>(Summary::max_rows);
  for (int i = 1; i <= rows; ++i) {
    Sample sample = row("up", i * 100ms, i);
    sample.packets_sent = i;
    summary.add(sample);
  }
  const RunSummary result = summary.result();
  const ColumnSummary& rate = *find_column(result.flows[0].run, "sendBitrate");
  CHECK(rate.count <= Summary::max_rows + 1);
  CHECK(rate.count > Summary::max_rows / 2);
  CHECK(rate.mean == Approx(rows / 2.0).epsilon(0.001));
  CHECK(rate.p95 == Approx(0.95 * rows).epsilon(0.001));
  CHECK(find_column(result.flows[0].run, "packetsSent")->total == rows);
}

TEST_CASE("Twelve hours of random values: percentiles within one per cent of rank, and memory that stays bounded") {
  std::mt19937 random(3);
  std::exponential_distribution<double> delay(1. / 50);
  Summary summary;
  std::vector<double> all;
  const std::size_t columns_used = 40;
  for (int i = 1; i <= 432'000; ++i) {
    Sample sample = row("up", i * 100ms, 0);
    all.push_back(delay(random));
    for (std::size_t c = 0; c < columns_used; ++c)
      if (columns()[c].member != nullptr) sample.*columns()[c].member = all.back();
    summary.add(sample);
  }
  CHECK(summary.bytes() < 12'000'000);
  std::sort(all.begin(), all.end());
  const auto rank = [&](double value) {
    const auto at = std::lower_bound(all.begin(), all.end(), value) - all.begin();
    return static_cast<double>(at) / static_cast<double>(all.size());
  };
  const RunSummary result = summary.result();
  const ColumnSummary& measured = *find_column(result.flows[0].run, "oneWayDelay");
  CHECK(rank(measured.p50) == Approx(0.50).margin(0.01));
  CHECK(rank(measured.p95) == Approx(0.95).margin(0.01));
  CHECK(rank(measured.p99) == Approx(0.99).margin(0.01));
}
