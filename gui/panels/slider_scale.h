#pragma once

#include <vector>

#include "core/parameters/parameter_list.h"

namespace evenkeel {

/// The values of a slider: round numbers, so spaced that every key press moves it.
class SliderScale {
 public:
  /// From minimum to maximum, both finite, in base units; `typical` is the most common value. The stops are whole
  /// numbers for sizes and integers. They are one or two percent apart if the range spans more than two decades and the
  /// typical value lies in its lower part, otherwise equidistant. If the minimum is zero, it is the first stop, and the
  /// decades begin four below the maximum, or lower if the typical value is low or zero.
  SliderScale(ParameterKind kind, double minimum, double maximum, double typical);

  int last() const { return static_cast<int>(stops_.size()) - 1; }
  double value(int position) const;
  /// The position of the nearest stop.
  int position(double value) const;

 private:
  std::vector<double> stops_;  // ascending, at least one
};

}  // namespace evenkeel
