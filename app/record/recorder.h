#pragma once

#include <functional>
#include <vector>

#include "app/record/run_writer.h"
#include "core/net/sample_ring.h"
#include "core/telemetry/row_assembler.h"
#include "core/telemetry/summary.h"

namespace evenkeel {

/// Drains the telemetry rings of all threads into rows, for the run folder, the summary and watchers.
class Recorder {
 public:
  using Watcher = std::function<void(const Sample&)>;

  /// The time zero of the samples.
  void start_at(LocalTime run_start) { run_start_ = run_start; }
  void watch(SampleRing& ring) { rings_.push_back(&ring); }
  void watch(SpscRing<PacketRecord>& ring) { packet_rings_.push_back(&ring); }
  void watch(SpscRing<PictureRecord>& ring) { picture_rings_.push_back(&ring); }
  /// Writes rows there from now on, without waiting for a disk; null: nowhere.
  void write_to(RunWriter* folder, Duration origin = {}) {
    folder_ = folder;
    origin_ = origin;
    summary_ = Summary();
  }
  /// Called with each sample as it comes: a part of a row.
  void on_sample(Watcher watcher) { on_sample_ = std::move(watcher); }
  /// Called with each finished row.
  void on_row(Watcher watcher) { on_row_ = std::move(watcher); }

  void drain(LocalTime now);
  /// Drains the rest; call after all threads have ended.
  void finish() { drain(LocalTime::max()); }

  /// Covers the rows since the last write_to(), from its `origin` on.
  RunSummary summary() const { return summary_.result(); }

 private:
  template <class Record>
  void drain(const std::vector<SpscRing<Record>*>& rings);

  LocalTime run_start_{};
  RunWriter* folder_ = nullptr;
  std::vector<SampleRing*> rings_;
  std::vector<SpscRing<PacketRecord>*> packet_rings_;
  std::vector<SpscRing<PictureRecord>*> picture_rings_;
  RowAssembler rows_;
  Summary summary_;
  Duration origin_{};
  Watcher on_sample_;
  Watcher on_row_;
};

}  // namespace evenkeel
