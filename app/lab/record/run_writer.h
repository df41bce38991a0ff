#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/telemetry/packet_record.h"
#include "core/telemetry/sample.h"

namespace evenkeel::lab {

/// A single figure that a run came to, for which telemetry has no column: "lossEventRate" of "tfrc1".
struct RunResult {
  std::string name;
  std::string flow;  ///< empty: of the run
  double value = 0;
};

/// Points (x, y) under one name, in results of computations: "price at 25 ms".
struct Curve {
  std::string name;
  std::vector<double> x;
  std::vector<double> y;
};

/// What a run gives out while it goes on, each kind into a file of its run folder.
class RunWriter {
 public:
  virtual ~RunWriter() = default;
  virtual void write(const Sample& row) = 0;                                            ///< telemetry.csv
  virtual void write(const PacketRecord& packet) = 0;                                   ///< packets.csv
  virtual void result(std::string_view name, std::string_view flow, double value) = 0;  ///< results.csv
  virtual void curve(const Curve& curve) = 0;                                           ///< curves.csv
  /// Simulated time so far, for the progress; false: stop here.
  virtual bool go_on(Duration simulated) = 0;
};

}  // namespace evenkeel::lab
