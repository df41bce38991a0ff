#pragma once

#include <ns3/tag.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/lab/plan/flow_plan.h"
#include "app/lab/record/run_writer.h"
#include "app/lab/sim/network/path.h"
#include "core/base/time.h"

namespace evenkeel::sim {

/// Travels with a packet from the sender's host to the receiver's, seen by neither. Packets do not get longer.
class FlowTag final : public ns3::Tag {
 public:
  std::uint32_t flow = 0;      ///< index in the plan
  std::uint32_t sequence = 0;  ///< in the order of sending, from 0
  std::uint32_t size = 0;      ///< bytes of the IP packet
  Duration sent{};             ///< since the start of the run
  Duration queued{};           ///< when it last reached a link, since the start of the run
  Duration waited{};           ///< total time in queues, without its own transmission

  static ns3::TypeId GetTypeId();
  ns3::TypeId GetInstanceTypeId() const override { return GetTypeId(); }
  std::uint32_t GetSerializedSize() const override { return 36; }
  void Serialize(ns3::TagBuffer out) const override;
  void Deserialize(ns3::TagBuffer in) override;
  void Print(std::ostream& out) const override;
};

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

/// The true fate of a flow's packets, as the network sees it: IP packets between the hosts, including TCP's
/// retransmissions. Acknowledgements and RTCP do not count.
class FlowMeter {
 public:
  struct Config {
    std::string name;
    std::uint32_t index = 0;
    bool media = false;                 ///< leave out its RTCP
    bool keep_delays = false;           ///< for percentiles
    lab::RunWriter* packets = nullptr;  ///< where each packet is logged; null: nowhere
    std::vector<lab::ActiveTime> measured{};
  };
  FlowMeter(Config config, Path path) : config_(std::move(config)), path_(std::move(path)) {}

  FlowTag on_sent(std::uint32_t size);
  void on_arrived(const FlowTag& packet);
  void on_lost(const FlowTag& packet);

  bool media() const { return config_.media; }
  const std::string& name() const { return config_.name; }
  const Path& path() const { return path_; }
  /// Results leave out what came before.
  void settle();
  /// Since settle().
  FlowCounts counts() const;
  /// One-way delays in ms of all packets that arrived since settle(); empty unless keep_delays.
  const std::vector<float>& delays() const { return delays_; }
  /// Queueing times in ms of the packets that arrived within the measured times; empty unless keep_delays.
  const std::vector<float>& waits() const { return waits_; }
  /// Bytes that arrived within the measured times.
  std::int64_t measured_bytes() const { return measured_bytes_; }

  /// Fills in a telemetry row for a flow that measures nothing itself: true rates, losses and mean delay since the last
  /// call.
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
