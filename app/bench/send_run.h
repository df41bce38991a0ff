#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/bench/arrivals.h"
#include "core/base/data_rate.h"
#include "core/base/data_size.h"
#include "core/base/time.h"

namespace evenkeel::bench {

struct RateStep {
  Duration at{};  ///< since the start
  DataRate rate;
};

/// The task of one sender.
struct SendPlan {
  /// A name from pacer_names(); or "bare": batches like rmc's at absolute times, without a send loop, with rmc's
  /// parameters; or "iperf3".
  std::string loop = "rmc";
  std::vector<std::pair<std::string, std::string>> parameters;  ///< as typed: {"k_r", "0.5"}
  DataRate rate;
  std::vector<RateStep> steps;  ///< changes of the rate, in order
  DataSize packet = bytes(1500);
  Duration duration = 60s;
  int busy_processes = 0;
  Duration busy_from{};
  Duration busy_to{};
  bool realtime = false;                        ///< SCHED_FIFO for the sender
  Duration spin{};                              ///< busy-wait for this long before a deadline
  std::optional<Duration> min_round_trip_time;  ///< given to the send loop before it starts
  Duration resolution{};  ///< arrivals closer together than this count as one; zero keeps each packet if possible
  std::string label;      ///< in tables; empty: the loop's name

  std::string name() const { return label.empty() ? loop : label; }
  DataRate rate_at(Duration time) const;
  /// Bytes that should have been sent by then.
  double due_bytes(Duration time) const;
};

/// The result of a plan.
struct SendRun {
  SendPlan plan;
  std::string machine;  ///< "native", or the model of a kernel: "2.6.19 HZ=100, emulated"
  bool emulated = false;
  bool realtime = false;  ///< SCHED_FIFO was granted
  std::string failure;    ///< one sentence; empty if the run is valid
  std::vector<std::string> notes;

  ArrivalCurve arrivals;
  std::int64_t packets_sent = 0;  ///< accepted by the socket
  std::int64_t bytes_sent = 0;
  std::int64_t packets_lost = 0;  ///< sent but not arrived
  std::int64_t refusals = 0;      ///< packets that the socket refused at first (EAGAIN); sent later
  std::int64_t system_calls = 0;  ///< for sending
  std::int64_t wake_ups = 0;
  double cpu_seconds = 0;           ///< of the sending thread
  std::int64_t forgiven_bytes = 0;  ///< dropped by anti-windup

  /// (r_c - E[r_e]) / r_c over the whole run, by received bytes, as a fraction (section V.A of the RMC paper).
  double relative_error() const;
  double cpu_per_packet() const { return packets_sent > 0 ? cpu_seconds / static_cast<double>(packets_sent) : 0; }
};

}  // namespace evenkeel::bench
