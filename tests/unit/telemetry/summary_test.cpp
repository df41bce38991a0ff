#include "core/telemetry/summary.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>
#include <random>

#include "core/telemetry/percentile.h"

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

TEST_CASE("Twelve hours of random values: within the stated error of the exact figures, in memory that is bounded") {
  std::mt19937 random(3);
  std::lognormal_distribution<double> delay(3, 1);
  Summary summary;
  std::vector<double> all;
  for (int i = 1; i <= 432'000; ++i) {
    Sample sample = row("up", i * 100ms, 0);
    all.push_back(delay(random) - 5);  // some are negative
    for (const Column& column : columns())
      if (column.member != nullptr) sample.*column.member = all.back();
    sample.packets_sent = i;
    summary.add(sample);
  }
  CHECK(summary.bytes() < 16'000'000);

  const RunSummary result = summary.result();
  const auto check = [](const ColumnSummary& measured, std::vector<double> exact) {
    CHECK(measured.count == exact.size());
    CHECK(measured.mean == Approx(std::accumulate(exact.begin(), exact.end(), 0.0) / double(exact.size())));
    std::sort(exact.begin(), exact.end());
    CHECK(measured.p50 == Approx(percentile_of_sorted(exact, 0.50)).epsilon(0.0101));
    CHECK(measured.p95 == Approx(percentile_of_sorted(exact, 0.95)).epsilon(0.0101));
    CHECK(measured.p99 == Approx(percentile_of_sorted(exact, 0.99)).epsilon(0.0101));
    CHECK(measured.min == exact.front());
    CHECK(measured.max == exact.back());
  };
  check(*find_column(result.flows[0].run, "oneWayDelay"), all);
  const ColumnSummary& half = *find_column(result.flows[0].last_half, "oneWayDelay");
  CHECK(static_cast<double>(half.count) == Approx(216'000).margin(432'000 / 64));
  check(half, {all.end() - static_cast<std::ptrdiff_t>(half.count), all.end()});
  CHECK(find_column(result.flows[0].run, "packetsSent")->total == 432'000);
  CHECK(find_column(result.flows[0].last_half, "packetsSent")->total == static_cast<double>(half.count));
}

TEST_CASE("a column that nearly every row lacks, and one that begins late, keep their share and their totals") {
  Summary summary;
  for (int i = 1; i <= 10'000; ++i) {
    Sample sample = row("up", i * 100ms, 1e6);
    if (i % 100 == 0) sample.one_way_delay_ms = 20;
    if (i > 9'000) sample.packets_lost = i;
    summary.add(sample);
  }
  const RunSummary result = summary.result();
  const ColumnSummary& delay = *find_column(result.flows[0].run, "oneWayDelay");
  CHECK(delay.count == 100);
  CHECK(delay.coverage == Approx(0.01));
  CHECK(delay.p50 == 20);
  CHECK(find_column(result.flows[0].last_half, "packetsLost")->total == 10'000);
}
