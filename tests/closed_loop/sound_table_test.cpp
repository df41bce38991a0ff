#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdio>

#include "app/bench/frames/frame_vp8_source.h"
#include "app/lab/claims/statistics.h"
#include "heard_call.h"
#include "sources.h"

namespace evenkeel::test {
namespace {

constexpr int calls = 10;

struct Span {
  Duration from, to;
};

struct Row {
  const char* what;
  double kbps;
  std::vector<std::pair<Duration, double>> steps;  // kbit/s from then on
  std::vector<Span> spans;
  bool beside_cubic = false;  // from 15 s on, with a buffer of 600 ms
};

const std::vector<Row>& rows() {
  static const std::vector<Row> all{
      {"2.5, from 20 s on 0.3, from 40 s on 0.08, from 60 s on 2.5 Mbit/s",
       2500,
       {{20s, 300}, {40s, 80}, {60s, 2500}},
       {{5s, 20s}, {20s, 23s}, {23s, 40s}, {40s, 43s}, {43s, 60s}, {60s, 65s}, {65s, 70s}, {70s, 80s}, {60s, 80s}}},
      {"0.3 Mbit/s", 300, {}, {{0s, 5s}, {5s, 60s}}},
      {"0.5 Mbit/s", 500, {}, {{0s, 5s}, {5s, 60s}}},
      {"1 Mbit/s", 1000, {}, {{0s, 5s}, {5s, 60s}}},
      {"2.5 Mbit/s", 2500, {}, {{0s, 5s}, {5s, 60s}}},
      {"2.5, from 20 s on 1 Mbit/s", 2500, {{20s, 1000}}, {{20s, 25s}, {25s, 45s}}},
      {"2.5 Mbit/s beside a CUBIC from 15 s on", 2500, {}, {{5s, 15s}, {16s, 30s}, {30s, 60s}}, true},
  };
  return all;
}

struct Means {
  double concealed_ms = 0, held_ms = 0, target_ms = 0, in_step = 0;  ///< in_step: % of the pictures
  double low_skew_ms = 0, skew_ms = 0, high_skew_ms = 0;             ///< p5, p50, p95
  double pictures = 0, kbps = 0;                                     ///< per second
};

std::vector<double> skews(const HeardCall& heard, Span span) {
  std::vector<double> ms;
  for (const HeardCall::Skew& s : heard.skews()) {
    if (s.at >= at(span.from) && s.at < at(span.to)) ms.push_back(to_milliseconds(s.skew));
  }
  return ms;
}

void add_skews(Means& means, const std::vector<double>& ms) {
  if (ms.empty()) return;
  const auto in_step = std::ranges::count_if(ms, [](double skew) { return skew >= -20 && skew <= 60; });
  means.in_step += 100.0 * static_cast<double>(in_step) / static_cast<double>(ms.size()) / calls;
  means.low_skew_ms += percentile_of(ms, 0.05) / calls;
  means.skew_ms += percentile_of(ms, 0.5) / calls;
  means.high_skew_ms += percentile_of(ms, 0.95) / calls;
}

void add(Means& means, const Flow& flow, const HeardCall& heard, Span span) {
  means.concealed_ms += 1e3 * heard.concealed(span.from, span.to) / calls;
  means.held_ms += heard.mean_held_ms(span.from, span.to) / calls;
  std::vector<double> targets;
  for (const HeardCall::Block& b : heard.blocks()) {
    if (b.at >= at(span.from) && b.at < at(span.to)) targets.push_back(to_milliseconds(b.target));
  }
  means.target_ms += mean_of(targets) / calls;
  const auto ms = skews(heard, span);
  add_skews(means, ms);
  means.pictures += static_cast<double>(ms.size()) / to_seconds(span.to - span.from) / calls;
  means.kbps += mean_of(column(flow, &Sample::receive_bitrate_bps, span.from, span.to)) / 1e3 / calls;
}

// The scene changes each seven seconds: what happens to the link comes at another time of it in each call.
std::vector<Means> measure(const Row& row) {
  std::vector<Means> means(row.spans.size());
  for (int seed = 1; seed <= calls; ++seed) {
    const bool changes = row.beside_cubic || !row.steps.empty();
    const Duration shift = changes ? Duration(seed * 137ms) : Duration::zero();
    Simulation simulation =
        dumbbell(kilobits_per_second(row.kbps), 50ms, row.beside_cubic ? Duration(600ms) : Duration(300ms));
    Flow& flow = simulation.add(heard_config("darc", static_cast<std::uint64_t>(seed)),
                                std::make_unique<bench::Vp8FrameSource>(at(Duration::zero())));
    if (row.beside_cubic) simulation.add(CubicSender({.begin = at(15s + shift), .way_back = 50ms}));
    for (const auto& [when, kbps] : row.steps) {
      simulation.run_until(when + shift);
      simulation.bottleneck().set_capacity(Capacity::constant(kilobits_per_second(kbps)), simulation.now());
    }
    simulation.run_until(row.spans.back().to + shift + 500ms);
    const HeardCall heard(flow);
    for (std::size_t i = 0; i < means.size(); ++i)
      add(means[i], flow, heard, {row.spans[i].from + shift, row.spans[i].to + shift});
  }
  return means;
}

}  // namespace

// `closed_loop "[sound-table]"` prints the table of docs/results/audio.md: means of calls with the app's VP8 encoder.
TEST_CASE("What is heard and seen of calls on narrow links", "[.][sound-table]") {
  std::printf(
      "| | s | concealed ms | held ms | target ms | in -20..60 ms, %% | skew p5 | p50 | p95 ms | pictures/s | kbit/s "
      "|\n"
      "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n");
  for (const Row& row : rows()) {
    const auto means = measure(row);
    for (std::size_t i = 0; i < means.size(); ++i) {
      const Means& m = means[i];
      std::printf("| %s | %.0f-%.0f | %.0f | %.0f | %.0f | %.1f | %.0f | %.0f | %.0f | %.1f | %.0f |\n",
                  i == 0 ? row.what : "", to_seconds(row.spans[i].from), to_seconds(row.spans[i].to), m.concealed_ms,
                  m.held_ms, m.target_ms, m.in_step, m.low_skew_ms, m.skew_ms, m.high_skew_ms, m.pictures, m.kbps);
    }
  }
}

}  // namespace evenkeel::test
