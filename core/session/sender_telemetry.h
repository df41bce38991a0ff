#pragma once

#include "core/parameters/prediction.h"
#include "core/session/send_transport.h"
#include "core/telemetry/sample.h"

namespace evenkeel {

class VideoSendStream;

/// The sending half's columns of a telemetry row, from what the transport and its streams count. Rates are over the
/// time since the row before. While nobody is there only counters go on: what was measured last says nothing of that.
class SenderTelemetry {
 public:
  /// `samples_receive_rate` as in SenderConfig.
  explicit SenderTelemetry(bool samples_receive_rate) : samples_receive_rate_(samples_receive_rate) {}

  void start(LocalTime now) { started_ = now; }
  /// `link_capacity`, where the caller knows it, is what theory predicts for; else the rate sent during the last
  /// second.
  void sample(LocalTime now, SendTransport& transport, VideoSendStream& video, std::optional<DataRate> link_capacity,
              Sample& out);

  /// What theory needs, with the link's capacity of the last row.
  PathConditions path_conditions(LocalTime now, const SendTransport& transport) const;

 private:
  struct Snapshot {
    LocalTime time{};
    TransportCounters counters;
    std::int64_t media = 0;
    std::int64_t packets_lost = 0;
    double paced_bits = 0;
  };
  void sample_rates(const Snapshot& current, const Snapshot& before, const SendTransport& transport, Sample& out);
  void sample_receive_rate(const Snapshot& current, const Snapshot& before, Sample& out);
  void sample_law(LocalTime now, const SendTransport& transport, Sample& out) const;
  std::optional<DataRate> sent_lately(LocalTime now, const SendTransport& transport) const;

  bool samples_receive_rate_;
  LocalTime started_{};
  std::optional<DataRate> link_capacity_;
  Snapshot last_;
  LocalTime told_{};  // when a report told of packets last
};

}  // namespace evenkeel
