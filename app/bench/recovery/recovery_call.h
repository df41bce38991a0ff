#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "core/link/link.h"
#include "core/session/recovery.h"

namespace evenkeel::bench {

/// One call in virtual time: a fixed picture rate over a link that loses packets.
struct RecoveryPlan {
  std::string controller = "darc";
  DataRate capacity = megabits_per_second(2.5);
  Duration round_trip = 100ms;  ///< of the path without queues
  LossModel loss;
  RecoveryConfig recovery;  ///< of both ends
  Duration duration = 60s;
  std::uint64_t seed = 1;
};

/// What a viewer sees of it.
struct RecoveryResult {
  double pictures_per_second = 0;
  int freezes = 0;  ///< W3C freezeCount
  double frozen_seconds = 0;
  int key_frames = 0;
  int jumps = 0;
  double delay_p50_ms = 0;  ///< from capture to display, without encoding and decoding
  double delay_p95_ms = 0;
  double repair_share = 0;  ///< of the bytes sent
  double sent_again_share = 0;
  double use = 0;  ///< of the link
};

/// Ends early, with what a shorter call would have counted, as soon as `stop` returns true: it is asked at each event.
RecoveryResult run_recovery(
    const RecoveryPlan& plan, const std::function<bool()>& stop = [] { return false; });

}  // namespace evenkeel::bench
