#pragma once

#include <cstddef>
#include <limits>
#include <vector>

#include "gui/store/sample_store.h"

namespace evenkeel {

using Field = std::optional<double> Sample::*;

constexpr TimeRange always{Duration::min(), Duration::max()};
constexpr std::size_t every_row = std::numeric_limits<std::size_t>::max();

inline Sample row(Duration time, Field field, double value, FlowName flow = "up") {
  Sample sample;
  sample.time = time;
  sample.flow = flow;
  sample.*field = value;
  return sample;
}

inline Sample empty_row(Duration time, FlowName flow = "up") {
  Sample sample;
  sample.time = time;
  sample.flow = flow;
  return sample;
}

inline std::vector<CurvePoint> curve_of(const SampleStore& store, Field field, TimeRange range, std::size_t buckets) {
  std::vector<CurvePoint> points;
  store.curve("up", field, range, buckets, points);
  return points;
}

}  // namespace evenkeel
