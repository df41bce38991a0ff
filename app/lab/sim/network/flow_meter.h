#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/lab/plan/flow_plan.h"
#include "app/lab/record/run_writer.h"
#include "app/lab/sim/network/flow_tag.h"
#include "app/lab/sim/network/path.h"

namespace evenkeel::sim {

struct FlowCounts {
  std::int64_t packets_sent = 0;
  std::int64_t bytes_sent = 0;
  std::int64_t packets_arrived = 0;
  std::int64_t bytes_arrived = 0;
  std::int64_t packets_lost = 0;
  std::int64_t loss_events = 0;
  double delay_sum = 0;  ///< s, of those that arrived

  FlowCounts since(const FlowCounts& earlier) const;
};

/// What truly became of a flow's packets, as seen from the network: IP packets between the hosts, all that TCP sends
/// forward included. Neither acknowledgements nor RTCP count.
class FlowMeter {
 public:
  struct Config {
    std::string name;
    std::uint32_t index = 0;
    bool media = false;                 ///< its RTCP does not count
    bool keep_delays = false;           ///< for percentiles
    lab::RunWriter* packets = nullptr;  ///< where each packet is written to, if anywhere
    std::vector<lab::ActiveTime> measured{};
  };
  FlowMeter(Config config, Path path) : config_(std::move(config)), path_(std::move(path)) {}

  FlowTag on_sent(std::uint32_t size);
  void on_arrived(const FlowTag& packet);
  void on_lost(const FlowTag& packet);

  bool media() const { return config_.media; }
  const std::string& name() const { return config_.name; }
  const Path& path() const { return path_; }
  /// The results leave out what came before.
  void settle();
  /// Since settle().
  FlowCounts counts() const;
  /// ms, of all packets that arrived since settle(), if they are kept.
  const std::vector<float>& delays() const { return delays_; }
  /// ms, before the links, of the packets that arrived within the measured times, if delays are kept.
  const std::vector<float>& waits() const { return waits_; }
  /// That arrived within the measured times.
  std::int64_t measured_bytes() const { return measured_bytes_; }

  /// Fills in a row of a flow that measures nothing itself: true rates, losses and the mean delay since the last call.
  void sample(Sample& row);

 private:
  Duration round_trip_time() const;
  void measure(const FlowTag& packet);
  void sample_delay(const FlowCounts& row_counts, Sample& row) const;
  void write(const FlowTag& packet, std::optional<Duration> delay) const;

  Config config_;
  Path path_;
  FlowCounts counts_;
  std::vector<float> delays_;
  std::vector<float> waits_;
  std::int64_t measured_bytes_ = 0;
  std::optional<Duration> smoothed_delay_;
  std::optional<Duration> loss_event_began_;

  FlowCounts settled_counts_;
  FlowCounts last_counts_;
  Duration last_sample_{};
};

}  // namespace evenkeel::sim
