#pragma once

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <utility>
#include <vector>

#include "app/bench/sleep_model.h"
#include "tests/unit/pacing/paced_loop.h"

namespace evenkeel {

/// Sends all that may leave now; returns how many.
inline int drain(PacedLoop& loop, LocalTime now) {
  int sent = 0;
  for (; loop.poll(now); ++sent) loop.on_sent(now);
  return sent;
}

/// Runs a send loop in virtual time, as the pacer thread would: drain it, sleep, come back.
class VirtualSender {
 public:
  struct Sent {
    LocalTime at;
    PacketRef packet;
  };

  VirtualSender(PacedLoop& loop, SleepModel sleep, LocalTime start = LocalTime(1h), Duration send_cost = 0ns)
      : now(start), loop_(loop), sleep_(std::move(sleep)), send_cost_(send_cost) {}

  /// From here on the queue never runs empty.
  void keep_full_of(DataSize size) {
    refill_ = size;
    drain();
  }

  void set_rate(DataRate rate) {
    loop_.set_rate(rate, now);
    drain();
  }

  void enqueue(DataSize size, std::size_t count = 1) {
    for (std::size_t i = 0; i < count; ++i) loop_.enqueue({size, next_slot_++}, now);
    drain();
  }

  /// The process is awake at `now` and whenever its timer ends, up to and including `end`.
  void run_until(LocalTime end) {
    while (timer_ && *timer_ <= end) {
      now = std::max(now, *timer_);
      drain();
    }
    now = std::max(now, end);
  }
  void run_for(Duration time) { run_until(now + time); }

  /// The process sleeps through it, whatever its timer says.
  void stall_for(Duration time) {
    now += time;
    drain();
  }

  DataSize sent_between(LocalTime from, LocalTime to) const {
    DataSize sum;
    for (const auto& s : sent) {
      if (s.at > from && s.at <= to) sum += s.packet.size;
    }
    return sum;
  }

  LocalTime now;
  std::vector<Sent> sent;
  DataSize sent_size;

 private:
  void drain() {
    refill();
    while (auto packet = loop_.poll(now)) {
      now += send_cost_;
      loop_.on_sent(now);
      sent.push_back({now, *packet});
      sent_size += packet->size;
      refill();
    }
    timer_.reset();
    if (auto wake = loop_.next_wake()) timer_ = sleep_(now, std::max(now, *wake));
    if (timer_ && *timer_ <= now) std::abort();  // would spin
  }

  void refill() {
    while (refill_.bytes() > 0 && loop_.queued_packets() < 2) loop_.enqueue({refill_, next_slot_++}, now);
  }

  PacedLoop& loop_;
  SleepModel sleep_;
  Duration send_cost_;
  DataSize refill_;
  std::uint32_t next_slot_ = 0;
  std::optional<LocalTime> timer_;
};

}  // namespace evenkeel
