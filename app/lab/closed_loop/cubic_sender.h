#pragma once

#include <cstdint>
#include <deque>
#include <optional>

#include "core/base/data_size.h"
#include "core/base/time.h"

namespace evenkeel::closed_loop {

/// A download beside the call: a TCP with CUBIC (RFC 9438) and the delay part of HyStart (RFC 9406), as Linux has them,
/// that always has more to send. Only its window matters here: there is neither a handshake nor data, every packet is
/// acknowledged by itself, and as the link keeps the order, what an acknowledgement passes over was lost.
class CubicSender {
 public:
  struct Config {
    LocalTime begin{};
    LocalTime end = LocalTime::max();
    Duration way_back{};  ///< of acknowledgements
    DataSize packet = bytes(1500);
  };
  explicit CubicSender(const Config& config) : config_(config) {}

  DataSize packet() const { return config_.packet; }
  /// When poll() has something to do next, at the latest.
  LocalTime next() const;
  /// The number of a packet that is to be sent now; nullopt: the window is full, or it is not its time. Drain it.
  std::optional<std::uint32_t> poll(LocalTime now);
  /// The packet of that number has come out of the link.
  void on_arrival(std::uint32_t number, LocalTime now) { on_the_way_back_.push_back({number, now + config_.way_back}); }

  double window() const { return window_; }  ///< packets

 private:
  struct Sent {
    std::uint32_t number = 0;
    LocalTime at{};
  };
  void on_acknowledgement(const Sent& acknowledged);
  void on_round_trip(std::uint32_t number, Duration rtt);
  void grow(LocalTime now);
  double cubic_window(double seconds) const;
  void on_loss(LocalTime now);
  void on_timeout(LocalTime now);

  Config config_;
  std::deque<Sent> in_flight_;
  std::deque<Sent> on_the_way_back_;
  std::uint32_t next_number_ = 0;
  std::uint32_t recovered_from_ = 0;  // losses of lower numbers were answered already
  LocalTime heard_{};
  double window_ = 10;
  double slow_start_threshold_ = 1e9;
  double window_at_loss_ = 0;
  std::optional<LocalTime> epoch_;  // since the window grows again
  double window_at_epoch_ = 0;
  std::optional<Duration> min_rtt_;
  std::uint32_t round_ends_ = 0;
  int round_samples_ = 0;
  Duration round_min_{};
};

}  // namespace evenkeel::closed_loop
