#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/telemetry/packet_record.h"
#include "core/telemetry/sample.h"

namespace evenkeel::lab {

/// A single result of a run that telemetry has no column for: "lossEventRate" of "tfrc1".
struct RunResult {
  std::string name;
  std::string flow;  ///< empty: of the run
  double value = 0;
};

/// Named points (x, y), the result of a computation: "price at 25 ms".
struct Curve {
  std::string name;
  std::vector<double> x;
  std::vector<double> y;
};

/// Receives the output of a run as it goes; each kind has a file in the run folder.
class RunWriter {
 public:
  virtual ~RunWriter() = default;
  virtual void write(const Sample& row) = 0;                                            ///< telemetry.csv
  virtual void write(const PacketRecord& packet) = 0;                                   ///< packets.csv
  virtual void result(std::string_view name, std::string_view flow, double value) = 0;  ///< results.csv
  virtual void curve(const Curve& curve) = 0;                                           ///< curves.csv
  /// Reports the simulated time so far, for the progress line. Returns false if the run should stop.
  virtual bool go_on(Duration simulated) = 0;
};

}  // namespace evenkeel::lab
