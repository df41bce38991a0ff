#pragma once

#include <cstdint>
#include <optional>

#include "core/base/time.h"

namespace evenkeel {

/// A packet's place in its stream.
struct TrackedSequence {
  std::int64_t number = 0;  ///< without wraps
  std::int64_t highest = 0;
  bool begins = false;                ///< the first of all, or a new beginning
  bool restarted = false;             ///< a new beginning
  std::int64_t skipped = 0;           ///< numbers between it and the highest before it, which have not come
  std::optional<Duration> late_by{};  ///< after the first that overtook it (LatePackets); nullopt: it came in order
};

/// Unwraps the sequence numbers of received packets and stands guard against jumps, after RFC 3550, appendix A.1:
/// what is further than max_jump from the highest number is let through only when the number that follows it comes
/// next, and then counts as a new beginning. One stray packet therefore moves nothing.
class SequenceFilter {
 public:
  /// A quarter of the numbers, as far as RFC 8888 lets one report reach. At 10 Mbit/s this is 15 seconds.
  static constexpr std::int64_t max_jump = 16384;

  /// Nothing where the packet shall be ignored. Numbers after a new beginning are above all before it.
  std::optional<std::int64_t> accept(std::uint16_t number);
  /// The same with what each part of a stream needs of it: a stream tracks its numbers once.
  std::optional<TrackedSequence> track(std::uint16_t number);

  /// The last accepted packet was a new beginning. Not so for the first of all.
  bool restarted() const { return restarted_; }
  /// Nothing before the first packet.
  std::optional<std::int64_t> highest() const { return highest_; }
  void reset() { *this = {}; }

 private:
  std::optional<std::int64_t> highest_;
  std::optional<std::uint16_t> after_jump_;
  bool restarted_ = false;
};

}  // namespace evenkeel
