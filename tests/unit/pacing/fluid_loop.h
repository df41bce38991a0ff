#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "tests/unit/pacing/paced_loop.h"

namespace evenkeel {

/// RMC as published: T_s a constant, nothing forgiven.
inline RmcParameters published(double k_r, Duration t_s) {
  RmcParameters p;
  p.k_r = k_r;
  p.t_s_min = t_s;
  p.packets_gathered = 0;
  p.burst_limit = Duration::zero();
  return p;
}

/// Random numbers that are the same on every platform.
class Draw {
 public:
  explicit Draw(std::uint32_t seed) : random_(seed) {}
  double uniform(double from, double to) { return from + (to - from) * static_cast<double>(random_()) / 4294967295.0; }
  double log_uniform(double from, double to) { return from * std::exp(uniform(0, std::log(to / from))); }
  Duration time(Duration from, Duration to) { return from_seconds(uniform(to_seconds(from), to_seconds(to))); }
  DataSize size(std::int64_t from, std::int64_t to) {
    return bytes(from + static_cast<std::int64_t>(random_() % static_cast<std::uint32_t>(to - from + 1)));
  }

 private:
  std::mt19937 random_;
};

/// RMC sampled by hand at times of our choice, with packets of one size whose queue never ends, so small that what is
/// sent is all but a fluid; and with sockets that refuse.
class FluidLoop {
 public:
  FluidLoop(const RmcParameters& parameters, DataSize grain) : rmc(parameters), grain_(grain), batch_(100'000) {
    for (int i = 0; i < 1000; ++i) rmc.enqueue({grain_, 0}, now);
  }

  void set_rate(DataRate rate) { rmc.set_rate(rate, now); }

  /// One iteration `interval` after the last; `refused` bytes less leave than the law says. Returns the bytes sent.
  double iterate(Duration interval, double refused = 0) {
    now += interval;
    fill();
    const std::size_t polled = rmc.poll_batch(now, batch_);
    const auto kept = std::min(polled, static_cast<std::size_t>(refused / static_cast<double>(grain_.bytes())));
    rmc.on_batch_sent(polled - kept, now);
    return static_cast<double>((polled - kept) * static_cast<std::size_t>(grain_.bytes()));
  }

  double mismatch() const { return rmc.mismatch_bytes(now); }

  PacedRmc rmc;
  LocalTime now{1h};

 private:
  void fill() {
    const double y = 4 * std::max(0.0, mismatch());
    const auto wanted = static_cast<std::size_t>(y / static_cast<double>(grain_.bytes())) + 2;
    while (rmc.queued_packets() < std::min(wanted, batch_.size())) rmc.enqueue({grain_, 0}, now);
  }

  DataSize grain_;
  std::vector<PacketRef> batch_;
};

}  // namespace evenkeel
