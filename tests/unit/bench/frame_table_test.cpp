#include "app/bench/frames/frame_table.h"

#include <catch2/catch.hpp>
#include <cmath>

using namespace evenkeel;
using namespace evenkeel::bench;

namespace {

std::vector<FramePacingResult> some_results() {
  std::vector<FramePacingResult> results;
  for (const FramePacingCase& plan : frame_pacing_cases(FrameCodec::synthetic)) {
    FramePacingResult r;
    r.plan = plan;
    r.frame_delay_ms.p95 = 50;
    r.packets_sent = 200;
    r.packets_lost = 1;
    r.frames_sent = 10;
    r.frames_lost = 1;
    r.frames_stuck = 2;
    r.received_bps = plan.link.bps() / 2;
    results.push_back(r);
  }
  return results;
}

std::string cell(const FramePacingResult& result, const std::string& column) {
  const auto names = frame_pacing_columns();
  const auto at = std::find(names.begin(), names.end(), column) - names.begin();
  return frame_pacing_row(result).at(static_cast<std::size_t>(at));
}

}  // namespace

TEST_CASE("A row has a cell for each column") {
  const FramePacingResult result = some_results().front();
  CHECK(frame_pacing_row(result).size() == frame_pacing_columns().size());
  CHECK(cell(result, "gain") == "1");
  CHECK(cell(result, "frame p95 [ms]") == "50.0");
  CHECK(cell(result, "loss [%]") == "0.500");
  CHECK(cell(result, "frames lost [%]") == "10.000");
  CHECK(cell(result, "frames unusable [%]") == "30.000");
  CHECK(cell(result, "used [%]") == "50.000");
  CHECK(cell(some_results().at(4), "gain") == "none");
}

TEST_CASE("Figures show every gain of every situation") {
  const auto figures = frame_pacing_figures(some_results());
  REQUIRE(figures.size() == 2);
  CHECK(figures[0].name == "pacing-gain-synthetic");
  CHECK(figures[1].name == "pacing-gain-synthetic-controllers");
  std::size_t sets = 0;
  for (const Figure& figure : figures) {
    CHECK(figure.panels.size() == 3);
    for (const FigurePanel& panel : figure.panels) {
      CHECK(panel.categories == std::vector<std::string>{"1", "1.25", "1.5", "2.5", "none"});
      for (const FigureBars& bars : panel.bars) {
        CHECK(bars.values.size() == 5);
        for (const double value : bars.values) CHECK(std::isfinite(value));
      }
    }
    sets += figure.panels.front().bars.size();
  }
  CHECK(sets * 5 == some_results().size());
}

TEST_CASE("What was not run leaves a gap") {
  auto results = some_results();
  results.resize(2);
  const auto figures = frame_pacing_figures(results);
  REQUIRE(figures.size() == 1);
  CHECK(std::isnan(figures[0].panels[0].bars.at(0).values.at(4)));
  CHECK(frame_pacing_figures({}).empty());
}
