#pragma once

#include <functional>
#include <map>
#include <vector>

#include "app/run_folder.h"
#include "core/net/sample_ring.h"
#include "core/telemetry/row_assembler.h"
#include "core/telemetry/summary.h"

namespace evenkeel {

/// Drains the telemetry rings of all threads into rows: for the run folder, the summary and whoever watches.
class Recorder {
 public:
  /// `folder` may be null.
  Recorder(LocalTime run_start, RunFolder* folder) : run_start_(run_start), folder_(folder) {}

  void watch(SampleRing& ring) { rings_.push_back(&ring); }
  void watch(SpscRing<PacketRecord>& ring) { packet_rings_.push_back(&ring); }
  /// Called with each finished row.
  void on_row(std::function<void(const Sample&)> callback) { callback_ = std::move(callback); }

  void drain(LocalTime now);
  /// Nothing more will come: takes all that is left.
  void finish() { drain(LocalTime::max()); }

  RunSummary summary() const { return summary_.result(); }

 private:
  LocalTime run_start_;
  RunFolder* folder_;
  std::vector<SampleRing*> rings_;
  std::vector<SpscRing<PacketRecord>*> packet_rings_;
  RowAssembler rows_;
  Summary summary_;
  std::function<void(const Sample&)> callback_;
};

}  // namespace evenkeel
