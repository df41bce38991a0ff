#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/telemetry/packet_record.h"
#include "core/telemetry/picture_record.h"
#include "core/telemetry/run_event.h"
#include "core/telemetry/sample.h"

namespace evenkeel {

/// What came together, of each kind in its order.
struct RunBatch {
  std::vector<Sample> rows;
  std::vector<RunEvent> events;
  std::vector<PacketRecord> packets;
  std::vector<PictureRecord> pictures;

  bool empty() const { return rows.empty() && events.empty() && packets.empty() && pictures.empty(); }
  void clear() {
    rows.clear();
    events.clear();
    packets.clear();
    pictures.clear();
  }
};

/// Where a RunWriter writes. Each call may take as long as a disk does.
class RunSink {
 public:
  virtual ~RunSink() = default;
  /// Writes the batch, and sees to it that others can read it.
  virtual void write_batch(const RunBatch& batch) = 0;
  virtual void write_summary(const nlohmann::ordered_json& summary) = 0;
  /// One sentence about the first failure, after which nothing more is written; empty until then.
  virtual const std::string& error() const = 0;
};

}  // namespace evenkeel
