#pragma once

#include <string_view>

#include "core/base/data_rate.h"
#include "core/base/data_size.h"
#include "core/base/time.h"

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

/// What an algorithm is called and what it is. The text must outlive the algorithm: literals.
struct AlgorithmInfo {
  std::string_view name;     ///< as typed on the command line: "ldcc", "rmc"
  std::string_view summary;  ///< one line: what it is and which text it follows
};

/// An algorithm whose parameters can be listed and changed, also while it runs: it reads them at each step.
class Tunable {
 public:
  explicit Tunable(const AlgorithmInfo& info) : info_(info) {}
  virtual ~Tunable() = default;
  virtual void visit_parameters(ParameterVisitor& visitor) = 0;

  std::string_view name() const { return info_.name; }
  std::string_view summary() const { return info_.summary; }

 protected:
  Tunable(const Tunable&) = default;
  Tunable& operator=(const Tunable&) = default;

 private:
  AlgorithmInfo info_;
};

}  // namespace evenkeel
