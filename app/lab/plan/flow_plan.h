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

/// For a time, the encoder can use no more than this.
struct SourceLimit {
  ActiveTime when;
  DataRate rate;
};

/// One direction of a call: source, Sender and Receiver of the core.
struct MediaPlan {
  enum class Source {
    greedy,  ///< always has more to send
    video,   ///< the synthetic encoder of RFC 8593
  };
  std::string controller = "ldcc";
  std::string send_loop = "rmc";
  std::vector<std::pair<std::string, std::string>> settings{};  ///< as --set takes them: {"ldcc.w", "40kbps"}
  RateLimits limits{};
  Source source = Source::greedy;
  DataRate most_media = DataRate::unlimited();  ///< what the video encoder can use
  double frames_per_second = 30;
  Duration encoder_reaction = 200ms;  ///< of video: how long a new target takes to have effect
  DataSize packet = bytes(1000);      ///< the IP packet
  DelayKind delay_kind = DelayKind::true_;
  bool chosen = true;  ///< --controller replaces its controller
  std::optional<SourceLimit> limited{};
  double clock_skew = 0;  ///< of the receiver's clock, which runs by this share too fast; within -0.1 and 0.1
};

enum class TcpVariant { new_reno, cubic, bbr, ledbat };

struct TcpPlan {
  TcpVariant variant = TcpVariant::new_reno;
  DataSize segment = bytes(1000);  ///< the IP packet of a full segment: payload and 40 bytes of headers
  bool delayed_ack = true;
  bool sack = false;  ///< of new_reno: the papers' simulators had none (RFC 6582); the others have it
  Duration min_rto = 1s;
};

/// TCP connections of one host that fetch files and pause, one after the other. Sizes are uniformly distributed, pauses
/// exponentially.
struct ShortTcpPlan {
  TcpPlan tcp{};
  DataSize smallest = bytes(30'000);
  DataSize largest = bytes(50'000);
  Duration mean_pause = 10s;
  bool begins_at_once = false;  ///< with a download, not with a pause
};

/// UDP packets of one size at a constant rate.
struct CbrPlan {
  DataRate rate;
  DataSize packet = bytes(1000);  ///< the IP packet
  bool randomized = false;        ///< intervals uniformly within half and one and a half times the mean
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
  std::string name;         ///< as in telemetry, at most 15 characters; one of its own in each run
  int from = 0;             ///< router where it enters; above `to` for the way back
  int to = 1;               ///< router where it leaves
  Duration access_delay{};  ///< one way, between its sender's host and router `from`; the hosts' links limit nothing
  std::vector<ActiveTime> active{};  ///< in order; none: from beginning to end
  std::variant<MediaPlan, TcpPlan, ShortTcpPlan, CbrPlan, ParetoPlan> traffic;
  bool telemetry = true;  ///< false: only results at the end, as for the background's hundreds of flows
};

}  // namespace evenkeel::lab
