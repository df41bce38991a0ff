#pragma once

#include <vector>

#include "app/lab/tuning/tuning_path.h"
#include "core/base/parsed.h"
#include "core/telemetry/packet_record.h"
#include "core/telemetry/sample.h"

namespace evenkeel::tuning {

/// What was recorded of one flow of a call.
struct RecordedFlow {
  std::vector<Sample> rows;           ///< by time
  std::vector<PacketRecord> packets;  ///< none where packets.csv was not written: bursts of losses are unknown
  std::optional<BufferLimit> buffer;  ///< where it is known, as of an emulated link
};

/// How the path of a recorded flow was read, for people.
struct RecordedPath {
  TuningPath path;
  std::string text;  ///< one line: capacity and where it comes from, propagation, buffer, loss, jitter
};

/// The path of the last `span` of a recorded flow:
/// - capacity: the link's own where it was recorded, else what the controller believed, else what arrived, which is a
///   lower bound; each as steps between seconds that differ by more than 2 %;
/// - propagation: the median of what the path monitor believed, and for the reports the smallest round trip less that;
/// - buffer: where not known, the longest queue if packets were lost while it stood that long, else three times that,
///   at least 300 ms;
/// - loss: of the packets that did not meet a queue of 80 % of the buffer; in bursts as long as those in `packets`;
/// - jitter: from the median difference of delays of successive packets, where it is above 0.5 ms; without `packets`
///   from the median of the rows' delay variation.
/// One sentence where rows are missing or tell no delay or rate. Limits are those of `limits`.
Parsed<RecordedPath> recorded_path(const RecordedFlow& flow, const RateLimits& limits, Duration span = 60s);

}  // namespace evenkeel::tuning
