#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/base/delay_kind.h"
#include "core/control/rate_controller.h"

namespace evenkeel::lab {

/// When a flow sends.
struct ActiveTime {
  Duration from{};
  Duration to = Duration::max();
};

/// Limits what the encoder can use, for a time.
struct SourceLimit {
  ActiveTime when;
  DataRate rate;
};

/// One direction of a call: source, Sender and Receiver of the core.
struct MediaPlan {
  enum class Source {
    greedy,  ///< always has data to send
    video,   ///< the synthetic encoder of RFC 8593
  };
  std::string controller = "ldcc";
  std::string send_loop = "rmc";
  std::vector<std::pair<std::string, std::string>> settings{};  ///< as --set takes them: {"ldcc.w", "40kbps"}
  RateLimits limits{};
  Source source = Source::greedy;
  DataRate max_media = DataRate::unlimited();  ///< what the video encoder can use
  double frames_per_second = 30;
  Duration encoder_reaction = 200ms;  ///< of video: how long a new target takes to take effect
  DataSize packet = bytes(1000);      ///< the IP packet
  DelayKind delay_kind = DelayKind::true_;
  bool chosen = true;  ///< whether --controller replaces its controller
  std::optional<SourceLimit> limited{};
  double clock_skew = 0;  ///< of the receiver's clock, which runs too fast by this fraction; -0.1 to 0.1
};

enum class TcpVariant { new_reno, cubic, bbr, ledbat };

struct TcpPlan {
  TcpVariant variant = TcpVariant::new_reno;
  DataSize segment = bytes(1000);  ///< the IP packet of a full segment: payload and 40 bytes of headers
  bool delayed_ack = true;
  bool sack = false;  ///< of new_reno: the papers' simulators had none (RFC 6582); the others always have it
  Duration min_rto = 1s;
};

/// One host's TCP connections, one after the other: each fetches a file, then pauses. Sizes are uniformly distributed,
/// pauses exponentially.
struct ShortTcpPlan {
  TcpPlan tcp{};
  DataSize smallest = bytes(30'000);
  DataSize largest = bytes(50'000);
  Duration mean_pause = 10s;
  bool begins_at_once = false;  ///< starts with a fetch, not with a pause
};

/// UDP packets of one size at a constant rate.
struct CbrPlan {
  DataRate rate;
  DataSize packet = bytes(1000);  ///< the IP packet
  bool randomized = false;        ///< intervals are uniform between 0.5 and 1.5 times the mean
};

/// UDP bursts at a constant rate; lengths of bursts and pauses are Pareto-distributed.
struct ParetoPlan {
  DataRate rate;  ///< in a burst
  Duration mean_burst = 500ms;
  Duration mean_pause = 500ms;
  double shape = 1.5;
  DataSize packet = bytes(1000);
};

struct FlowPlan {
  std::string name;  ///< as in telemetry, at most 15 characters; unique in the run
  int from = 0;      ///< router where it enters; greater than `to` on the way back
  int to = 1;        ///< router where it leaves
  Duration
      access_delay{};  ///< one way, between the sender's host and router `from`; hosts' links do not limit the rate
  std::vector<ActiveTime> active{};  ///< in order; empty: the whole run
  std::variant<MediaPlan, TcpPlan, ShortTcpPlan, CbrPlan, ParetoPlan> traffic;
  bool telemetry = true;  ///< false: only results at the end, for hundreds of background flows
};

}  // namespace evenkeel::lab
