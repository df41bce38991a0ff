#pragma once

#include <vector>

#include "core/parameters/parameter_list.h"

namespace evenkeel {

/// The values that a slider can take, so that it stops at round numbers only and every step of the keyboard moves it.
class SliderScale {
 public:
  /// From minimum to maximum, both finite, in base units; `typical` is the value that most of the use will be around.
  /// The stops are whole for sizes and integers. They are a percent or two apart where the range spans more than two
  /// decades and the typical value lies in its lower part, else equally far. Where the minimum is zero, zero is the
  /// first stop, and the decades begin four below the maximum, or lower where the typical value is low or zero.
  SliderScale(ParameterKind kind, double minimum, double maximum, double typical);

  int last() const { return static_cast<int>(stops_.size()) - 1; }
  double value(int position) const;
  /// Of the nearest stop.
  int position(double value) const;

 private:
  std::vector<double> stops_;  // ascending, at least one
};

}  // namespace evenkeel
