#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>

#include "core/path/packet_result.h"

namespace evenkeel {

/// Finds the size of packets that a path carries where it drops larger ones and no router says so (RFC 4821 calls it a
/// black hole): small packets pass, so that neither the controller nor the circuit breaker minds, and no picture comes.
/// Where all recent packets above a size were lost while those below it arrived, it goes to the next smaller of
/// `steps`. Larger ones are tried again each minute, by packets that carry nothing; one that arrives is enough.
///
/// Sizes are bytes of RTP packets. Times must not decrease.
class PacketSizeLimit {
 public:
  static constexpr std::array<std::size_t, 2> steps{1000, 600};
  static constexpr Duration probe_interval = 1min;

  /// `usual`: the limit of a path that drops nothing.
  explicit PacketSizeLimit(std::size_t usual) : usual_(usual), limit_(usual) {}

  /// A path of which nothing is known; `around`: what a packet has around it on the wire.
  void start(DataSize around, LocalTime now);
  /// What became of packets. True where the limit is another than before.
  bool on_results(std::span<const PacketResult> packets, LocalTime now);
  /// The kernel took smaller ones, and this one never: a device on our side is too narrow. True likewise.
  bool on_refused(std::size_t size, LocalTime now);
  /// A packet of so many bytes, which carries nothing, is to be sent; once for each.
  std::optional<std::size_t> take_probe(LocalTime now);
  /// When take_probe() has something; nullopt: never.
  std::optional<LocalTime> next_probe() const;

  /// Packets may have so many bytes, those of repair a few more.
  std::size_t limit() const { return limit_; }
  bool is_lowered() const { return limit_ < usual_; }

 private:
  static constexpr std::size_t remembered = 512;
  static constexpr Duration recent = 1s;
  static constexpr int probes = 3;  // of each size, as one may be lost

  struct Fate {
    std::size_t size = 0;
    LocalTime sent{};
    bool received = false;
  };
  struct Verdict;

  const Fate& at(std::size_t index) const { return fates_[index % remembered]; }
  std::size_t oldest() const;
  std::size_t largest_arrived(std::size_t from) const;
  Verdict judge() const;
  bool lower_below(std::size_t lost, LocalTime now);
  bool raise_to(std::size_t arrived, LocalTime now);
  void schedule_probe(LocalTime now);
  std::size_t next_larger() const;

  std::size_t usual_;
  std::size_t limit_;
  DataSize around_;
  std::array<Fate, remembered> fates_{};
  std::size_t count_ = 0;  // of fates so far
  std::optional<LocalTime> next_probe_;
  int probes_left_ = 0;
};

}  // namespace evenkeel
