#pragma once

#include <string>
#include <vector>

#include "app/lab/tuning/tuning_path.h"
#include "core/base/parsed.h"
#include "core/parameters/parameter_list.h"

namespace evenkeel::tuning {

/// The parameters that are searched, as a cube: each goes from 0 to 1 on a scale of logarithms, from a tenth of what it
/// is now to ten times that, within its declared range.
class SearchSpace {
 public:
  /// `now`: parameters that differ from the controller's defaults; all others stay at their defaults. `names`: those to
  /// be searched; none: all that are above 0. One sentence where the controller has no such parameter or none at all.
  static Parsed<SearchSpace> make(const std::string& controller, const Settings& now,
                                  const std::vector<std::string>& names);

  std::size_t dimensions() const { return axes_.size(); }
  std::vector<double> start() const;
  /// The parameters at a point, with those that are not searched; searched ones have three digits, or
  /// the text of now where that has the same three.
  Settings at(const std::vector<double>& point) const;
  /// The parameters as they are now, with all digits; the same names as at().
  const Settings& now() const { return now_; }

 private:
  struct Axis {
    ParameterInfo info;
    ParameterKind kind = ParameterKind::number;
    std::string now_text;
    double now = 0;
    double low = 0;  // in base units
    double high = 0;
  };
  static std::string text_at(const Axis& axis, double share);

  std::vector<Axis> axes_;
  Settings fixed_;
  Settings now_;
};

}  // namespace evenkeel::tuning
