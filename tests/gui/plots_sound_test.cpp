#include <catch2/catch.hpp>
#include <cmath>

#include "tests/gui/plots_fixture.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

/// 1 % of the samples are concealed; sound waits 40 of 35 ms, and is 20 ms early.
void add_sound_rows(RunData& run, int from, int to) {
  for (int i = from; i < to; ++i) {
    Sample row = plot_row(i);
    row.sound_bitrate_bps = 51e3;
    row.sound_queue_ms = 4;
    row.concealed_samples = i * 48.0;
    row.total_samples_received = i * 4800.0;
    row.audio_jitter_buffer_delay_ms = 40;
    row.jitter_buffer_target_delay_ms = 35;
    row.av_skew_ms = -20;
    run.store.add(row);
  }
}

std::vector<double> values_of(PlotFixture& f, std::string_view id, std::string_view column) {
  int graph = 0;
  for (const CurveSpec& curve : f.plot(id).spec().curves) {
    if (curve.column == column) {
      std::vector<double> values;
      for (const QCPGraphData& point : *f.canvas(id).graph(graph)->data())
        if (!std::isnan(point.value)) values.push_back(point.value);
      return values;
    }
    ++graph;
  }
  throw std::runtime_error("no such curve");
}

}  // namespace

TEST_CASE("sound has its plots on request: jitter buffer with target, skew, the share that is concealed, the rate",
          "[plots]") {
  PlotFixture f;
  CHECK_FALSE(f.stack.plot_shown("sound"));
  CHECK_FALSE(f.stack.plot_shown("sound-sent"));
  add_sound_rows(*f.live, 0, 300);
  f.stack.set_plot_shown("sound", true);
  f.stack.set_plot_shown("sound-sent", true);
  f.settle();
  const auto check = [&](std::string_view id, std::string_view column, double expected) {
    const std::vector<double> values = values_of(f, id, column);
    INFO(column);
    CHECK(values.size() >= 2);
    for (const double value : values) CHECK(value == Approx(expected));
    CHECK(f.item(id, column).isVisible());
  };
  check("sound", "evenkeelAudioJitterBufferDelay", 40);
  check("sound", "jitterBufferTargetDelay", 35);
  check("sound", "evenkeelAvSkew", -20);
  check("sound", "concealedSamples", 1);
  check("sound-sent", "evenkeelSoundBitrate", 51);
  check("sound-sent", "evenkeelSoundQueue", 4);
  CHECK(f.plot("sound").legend().units() == "ms | %");
  CHECK(f.canvas("sound").yAxis->range().lower < -20);
}

TEST_CASE("a run without sound names none of its curves", "[plots]") {
  PlotFixture f;
  f.stack.set_plot_shown("sound", true);
  f.settle();
  CHECK_FALSE(f.item("sound", "evenkeelAvSkew").isVisible());
}
