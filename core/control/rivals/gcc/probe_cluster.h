#pragma once

#include <optional>

#include "core/base/data_rate.h"
#include "core/path/packet_result.h"

namespace evenkeel::gcc {

/// A probe: packets that leave in a row at a higher rate than the target.
///
/// There is no padding: what leaves at the probe's rate is what the encoder has queued. So the cluster looks, for 200
/// ms, for a run of at least 5 packets and 15 ms in which at least 0.8 of what the rate allows did leave; where the
/// queue ran empty the run starts over. If none is found, nothing is concluded.
///
/// The result is the smaller of the rates at which the run left and arrived, n packets over the n intervals since the
/// first. Where it arrived at less than 0.9 of the rate it left at, the link was full: 0.95 of the rate of arrival.
/// Nothing where less than 0.8 of it arrived, or where it arrived twice as fast as it left.
class ProbeCluster {
 public:
  ProbeCluster(DataRate rate, LocalTime begun) : rate_(rate), begun_(begun) {}

  void on_sent(const SentPacket& packet);
  /// Also while it is being sent: where the round trip is shorter than the run, its first packets are reported then.
  void on_result(const PacketResult& packet);

  DataRate rate() const { return rate_; }
  /// The pacing is to be raised.
  bool sending(LocalTime now) const { return !complete_ && now < deadline(); }
  /// The run was found: results will conclude something.
  bool complete() const { return complete_; }
  /// When sending ends at the latest.
  LocalTime deadline() const;
  /// Nothing more is to come of it.
  bool finished(LocalTime now) const;
  std::optional<DataRate> result() const;

  /// Of the run.
  int packets() const { return packets_; }

 private:
  void begin_run(const SentPacket& packet);
  bool keeps_up(const SentPacket& packet) const;
  bool all_told() const { return complete_ && told_.packets >= packets_; }

  DataRate rate_;
  LocalTime begun_;
  bool complete_ = false;
  SentPacket first_;
  SentPacket last_;
  int packets_ = 0;
  DataSize sent_;  // all but the first

  struct Arrival {
    RemoteTime time;
    DataSize size;
  };
  struct Told {
    int packets = 0;
    int received_packets = 0;
    DataSize received;  // all
    std::optional<Arrival> earliest;
    RemoteTime latest{};
  };
  Told told_;  // of the run
};

}  // namespace evenkeel::gcc
