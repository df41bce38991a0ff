#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "core/base/data_rate.h"
#include "core/base/time.h"
#include "core/control/rate_controller.h"

namespace evenkeel::bench {

/// How fast should a frame be sent? One direction of a call over an emulated link in virtual time, with a real call's
/// Sender, RMC, Link and Receiver.

enum class FrameCodec {
  synthetic,  ///< the statistical encoder of RFC 8593
  vp8,        ///< libvpx on the test picture at 640x360, with a new scene every 7 s
};

inline constexpr double no_pacing = std::numeric_limits<double>::infinity();

struct FramePacingCase {
  FrameCodec codec = FrameCodec::synthetic;
  std::string controller = "fixed";
  RateLimits limits;  ///< fixed: limits.start is its rate
  DataRate link = kilobits_per_second(2500);
  Duration delay = 25ms;   ///< propagation, each way
  Duration buffer = 50ms;  ///< of the link, drop tail
  double gain = 1;         ///< pacing rate over target; no_pacing: frames leave at once
  Duration warm_up = 10s;  ///< not counted
  Duration duration = 60s;
  int seeds = 5;  ///< number of runs that are evaluated together; VP8 is run once
};

struct Quantiles {
  double p50 = 0;
  double p95 = 0;
  double p99 = 0;
  double maximum = 0;
};
/// By nearest rank; zeros if there are no values.
Quantiles quantiles_of(std::vector<double> values);

struct FramePacingResult {
  FramePacingCase plan;
  std::string failure;            ///< one sentence; empty if the result is valid
  Quantiles frame_delay_ms;       ///< capture to arrival of the last packet, of complete frames
  Quantiles pacer_wait_ms;        ///< capture to the departure of the last packet
  Quantiles queue_seen_ms;        ///< queue that the call's packets found in the link
  Quantiles queue_by_time_ms;     ///< queue that a small packet of another flow would find at a random time
  double others_refused = 0;      ///< fraction of time without room for a packet of 200 bytes
  std::int64_t packets_sent = 0;  ///< media
  std::int64_t packets_lost = 0;  ///< of them
  std::int64_t frames_sent = 0;
  std::int64_t frames_lost = 0;     ///< with at least one packet lost
  std::int64_t frames_stuck = 0;    ///< complete, but waiting for a key frame
  std::int64_t frames_skipped = 0;  ///< skipped before encoding because the pacer's queue was too long
  double target_bps = 0;            ///< mean
  double target_deviation_bps = 0;  ///< standard deviation
  double sent_bps = 0;              ///< mean, IP packets
  double received_bps = 0;          ///< mean, IP packets
  double one_way_delay_ms = 0;      ///< mean over the packets that arrived

  double loss() const {
    return packets_sent > 0 ? static_cast<double>(packets_lost) / static_cast<double>(packets_sent) : 0;
  }
  /// Fraction of the frames that could not be shown on arrival.
  double frames_unusable() const;
  double utilisation() const { return received_bps / plan.link.bps(); }
};

FramePacingResult run_frame_pacing(const FramePacingCase& plan);

/// The gains that are compared: 1, 1.25, 1.5, 2.5, no_pacing.
std::vector<double> pacing_gains();
/// All cases of one table; the gains of one situation are adjacent.
std::vector<FramePacingCase> frame_pacing_cases(FrameCodec codec);
/// What the cases of one situation have in common: "fixed at 2.375Mbps over 2.5Mbps, 50ms buffer".
std::string situation_of(const FramePacingCase& plan);
/// "1.25", "none".
std::string gain_text(double gain);

/// `progress` gets the part that is done; `stop` ends early and returns the results so far.
std::vector<FramePacingResult> run_frame_pacing(const std::vector<FramePacingCase>& cases,
                                                const std::function<void(double)>& progress = {},
                                                const std::function<bool()>& stop = {});

}  // namespace evenkeel::bench
