#pragma once

#include <functional>
#include <map>
#include <random>
#include <vector>

#include "core/session/handshake.h"

namespace evenkeel::test {

using Bytes = std::vector<std::uint8_t>;

inline constexpr LocalTime t0 = LocalTime(1h);

/// Sets what OpenSSL takes for the time.
void set_clock(LocalTime now);

/// Two handshakes and a path between them, in virtual time.
class Wire {
 public:
  struct Path {
    double loss = 0;
    double duplication = 0;
    Duration delay = 20ms;
    Duration jitter = 0ms;  // reorders where it is larger than what lies between two datagrams
  };

  Wire(Handshake& client, Handshake& server) : Wire(client, server, Path(), 1) {}
  Wire(Handshake& client, Handshake& server, const Path& path, unsigned seed)
      : ends_{&client, &server}, path_(path), random_(seed) {}

  /// Looks at each datagram that enters, and may change it; false: it is lost.
  std::function<bool(Bytes&, bool from_client)> filter = [](Bytes&, bool) { return true; };

  void start() {
    for (Handshake* end : ends_) end->start(now);
    collect();
  }
  /// Until both are through or nothing happens any more, or that long.
  void run(Duration most = 60s) {
    const LocalTime end = now + most;
    while (step(end)) {
    }
  }
  void shake_hands(Duration most = 60s) {
    set_clock(now);
    start();
    run(most);
  }
  /// What the two have said outside of on_datagram() and on_timer().
  void collect() {
    for (std::size_t from : {0u, 1u}) {
      while (const auto datagram = ends_[from]->poll()) enter(from, {datagram->begin(), datagram->end()});
    }
  }

  LocalTime now = t0;
  std::vector<Bytes> sent;  // by either

 private:
  struct InFlight {
    std::size_t to;
    Bytes bytes;
  };

  bool step(LocalTime end) {
    const LocalTime arrival = in_flight_.empty() ? LocalTime::max() : in_flight_.begin()->first;
    const LocalTime wake = std::min(ends_[0]->next_wake(), ends_[1]->next_wake());
    const LocalTime next = std::min(arrival, wake);
    if (next == LocalTime::max() || next > end) return false;
    now = std::max(now, next);
    set_clock(now);
    if (arrival <= wake) {
      const InFlight datagram = std::move(in_flight_.begin()->second);
      in_flight_.erase(in_flight_.begin());
      ends_[datagram.to]->on_datagram(datagram.bytes, now);
    } else {
      for (Handshake* one : ends_) {
        if (one->next_wake() <= now) one->on_timer(now);
      }
    }
    collect();
    return true;
  }

  void enter(std::size_t from, Bytes bytes) {
    sent.push_back(bytes);
    std::uniform_real_distribution<double> draw(0, 1);
    if (!filter(bytes, from == 0) || draw(random_) < path_.loss) return;
    const int copies = draw(random_) < path_.duplication ? 2 : 1;
    for (int i = 0; i < copies; ++i) {
      const Duration delay = path_.delay + from_seconds(draw(random_) * to_seconds(path_.jitter));
      in_flight_.emplace(now + delay, InFlight{1 - from, bytes});
    }
  }

  Handshake* ends_[2];
  Path path_;
  std::mt19937 random_;
  std::multimap<LocalTime, InFlight> in_flight_;
};

}  // namespace evenkeel::test
