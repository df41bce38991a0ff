#pragma once

#include <string_view>
#include <vector>

#include "core/parameters/prediction.h"
#include "core/units/data_rate.h"

namespace evenkeel {

/// What is to be said of one parameter of an algorithm. It is written once, beside the field; the command line, the
/// configuration file, `evenkeel controllers` and the tuning panel all come from it.
struct ParameterInfo {
  std::string_view name;     ///< as typed: rmc.k_r=1 has the name "k_r"
  std::string_view symbol;   ///< as printed in the paper or RFC
  std::string_view unit;     ///< of a plain number ("" or "1/s"); empty for DataRate, Duration and DataSize fields
  double minimum;            ///< in bit/s, s, bytes or the unit above; inclusive
  double maximum;            ///< inclusive
  std::string_view meaning;  ///< one line: what it does, and where it comes from
};

/// Receives the parameters of an object one by one, in the order of their importance. It may read or write the value.
class ParameterVisitor {
 public:
  virtual ~ParameterVisitor() = default;
  virtual void visit(const ParameterInfo& info, DataRate& value) = 0;
  virtual void visit(const ParameterInfo& info, Duration& value) = 0;
  virtual void visit(const ParameterInfo& info, DataSize& value) = 0;
  virtual void visit(const ParameterInfo& info, double& value) = 0;
  virtual void visit(const ParameterInfo& info, int& value) = 0;
};

/// An algorithm whose parameters can be listed and changed, also while it runs: it reads them at each step.
class Tunable {
 public:
  virtual ~Tunable() = default;
  /// As typed on the command line: "ldcc", "rmc".
  virtual std::string_view name() const = 0;
  /// One line: what it is and which text it follows.
  virtual std::string_view summary() const = 0;
  virtual void visit_parameters(ParameterVisitor& visitor) = 0;
  /// What theory says of it with its present parameters on such a path; empty where no theory is known.
  virtual std::vector<Prediction> predictions(const PathConditions&) const { return {}; }
};

}  // namespace evenkeel
