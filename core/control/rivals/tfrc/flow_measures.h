#pragma once

#include <algorithm>
#include <cmath>

#include "core/base/data_size.h"
#include "core/control/tcp_throughput.h"
#include "core/path/round_trip_time.h"

namespace evenkeel {

/// The mean size of the packets sent, over about the last 256, and the largest one (MSS). RFC 5348, section 4.1, wants
/// the mean over the last four loss intervals, or longer ones.
class TfrcPacketSize {
 public:
  void on_sent(DataSize size) {
    count_ = std::min(count_ + 1, memory);
    mean_ += (static_cast<double>(size.bytes()) - mean_) / count_;
    largest_ = std::max(largest_, size);
  }
  /// In bytes; those of a full packet before any was sent.
  double mean() const { return count_ > 0 ? std::max(mean_, 1.0) : usual; }
  double largest() const { return count_ > 0 ? std::max(static_cast<double>(largest_.bytes()), 1.0) : usual; }

 private:
  static constexpr int memory = 256;
  static constexpr double usual = 1228;
  double mean_ = 0;
  int count_ = 0;
  DataSize largest_;
};

/// The round-trip times that TFRC keeps (RFC 5348, sections 4.3 and 4.5), and TCP's for its timeout.
class TfrcRoundTrip {
 public:
  /// One sample per round trip; those not above zero are passed over.
  void add(LocalTime now, Duration sample) {
    if (sample <= Duration::zero()) return;
    const double seconds = to_seconds(sample);
    mean_ = known() ? q * mean_ + (1 - q) * seconds : seconds;
    root_mean_ = root_sample_ > 0 ? q * root_mean_ + (1 - q) * std::sqrt(seconds) : std::sqrt(seconds);
    root_sample_ = std::sqrt(seconds);
    tcp_.add(now, sample);
  }

  bool known() const { return mean_ > 0; }
  /// R; zero before the first sample.
  Duration mean() const { return from_seconds(mean_); }
  /// R_sqmean / sqrt(R_sample): below 1 while the queue grows.
  double damping() const { return known() ? root_mean_ / root_sample_ : 1; }
  /// t_RTO of the throughput equation.
  Duration timeout(TimeoutRule rule) const {
    if (rule == TimeoutRule::four_round_trips || !tcp_.smoothed()) return 4 * mean();
    return retransmission_timeout(rule, *tcp_.smoothed(), tcp_.variation());
  }

 private:
  static constexpr double q = 0.9;  // and q2
  double mean_ = 0;                 // s
  double root_mean_ = 0;            // R_sqmean
  double root_sample_ = 0;
  RoundTripTime tcp_;
};

}  // namespace evenkeel
