#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>

#include "core/path/packet_result.h"

namespace evenkeel {

/// Finds the size of packets that a path carries where it drops larger ones and no router says so (RFC 4821 calls it a
/// black hole): small packets pass, so that neither the controller nor the circuit breaker minds, and no picture comes.
/// A path begins with the first of `steps`. Packets that carry nothing try whether it carries larger ones, less and
/// less often; one that arrives is enough. Where all recent packets above a size were lost while those below it
/// arrived, as after a change on the way, it goes to the next smaller step.
///
/// Sizes are bytes of RTP packets. Times must not decrease.
class PacketSizeLimit {
 public:
  static constexpr std::array<std::size_t, 2> steps{1000, 600};
  static constexpr Duration first_interval = 100ms;  ///< of probes; each is twice the one before
  static constexpr Duration longest_interval = 1min;

  /// `usual`: the limit of a path that drops nothing.
  explicit PacketSizeLimit(std::size_t usual) : usual_(usual), limit_(usual) {}

  /// A path of which nothing is known. `around`: what a packet has around it on the wire; `probes`: whether there can
  /// be any. Where not, it begins with the usual size.
  void start(DataSize around, bool probes);
  /// Media left: from the first on there are probes.
  void on_media_left(LocalTime now) {
    if (searching_ && !next_probe_) next_probe_ = now;
  }
  /// What became of packets, of those that were probes and of the others. True where limit() or carried() is another
  /// than before.
  bool on_results(std::span<const PacketResult> packets, LocalTime now);
  bool on_probes(std::span<const PacketResult> probes);
  /// The kernel took smaller ones, and this one never: a device on our side is too narrow. True likewise.
  bool on_refused(std::size_t size, LocalTime now);
  /// The bytes of the next probe, and when it is due; nullopt: none.
  std::size_t probe_size() const { return next_larger() + slack; }
  std::optional<LocalTime> next_probe() const { return next_probe_; }
  /// To be called for each that was queued, and then left.
  void on_probe_queued(LocalTime now);
  void on_probe_left(LocalTime now);

  /// Packets may have so many bytes, those of repair `slack` more.
  std::size_t limit() const { return limit_; }
  /// Larger ones are known to be dropped.
  std::size_t carried() const { return searching_ ? usual_ : limit_; }
  bool is_lowered() const { return limit_ < usual_; }

 private:
  static constexpr std::size_t remembered = 512;
  static constexpr Duration recent = 500ms;
  static constexpr std::size_t slack = 16;  // repair packets are so much larger than what they mend
  static constexpr int least_probes = 3;    // lost, for a verdict
  static constexpr Duration reordered = 100ms;

  struct Fate {
    std::size_t size = 0;
    LocalTime sent{};
    bool received = false;
  };
  struct Verdict;

  const Fate& at(std::size_t index) const { return fates_[index % remembered]; }
  std::size_t size_of(const PacketResult& packet) const;
  std::size_t oldest() const;
  std::size_t largest_arrived(std::size_t from) const;
  Verdict judge() const;
  bool lower_below(std::size_t lost, LocalTime now);
  bool gives_up(const PacketResult& packet) const;
  std::size_t next_larger() const;

  std::size_t usual_;
  std::size_t limit_;
  DataSize around_;
  std::array<Fate, remembered> fates_{};
  std::size_t count_ = 0;   // of fates so far
  bool searching_ = false;  // since the start: no probe arrived, and too few were lost
  std::optional<LocalTime> next_probe_;
  Duration interval_ = first_interval;
  int probes_ = 0;  // that left while searching
  LocalTime last_probe_{};
};

}  // namespace evenkeel
