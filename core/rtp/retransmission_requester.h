#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/time.h"
#include "core/rtp/sequence_filter.h"

namespace evenkeel {

/// What a receiver asked for; sums over all streams of one requester.
struct RetransmissionRequestStats {
  std::uint64_t asked = 0;     ///< numbers in messages
  std::uint64_t again = 0;     ///< of them, those that had been asked for before
  std::uint64_t given_up = 0;  ///< asked for as often as allowed, in vain
};

struct RequestLimits {
  Duration max_prompt_round_trip = 130ms;  ///< round trips above wait for repair
  int max_requests = 4;                    ///< of one packet
};

/// Which packets of a stream to ask for again, and when (RFC 4585, section 6.2.1):
/// * at once; where packets overtake one another, after the time for which those are late, see set_reordering_wait();
/// * above a round trip of 130 ms, unless set otherwise, once repair is overdue, see set_repair_wait();
/// * again after each round trip and 10 ms, four times in all;
/// * never what was passed over.
/// A stream that misses more than a thousand packets is beyond this: all are forgotten, see take_overflow().
/// After each input, and at next_wake(), ask due() until it is empty. Times must not decrease. Allocates nothing.
class RetransmissionRequester {
 public:
  static constexpr std::size_t max_missing = 1000;
  static constexpr std::size_t max_per_message = 48;  ///< so that a report with arrivals fits into one packet
  static constexpr Duration retry_slack = 10ms;
  static constexpr Duration assumed_round_trip_time = 100ms;  ///< before the first is known

  RetransmissionRequester() { missing_.reserve(max_missing); }

  /// A packet of the stream itself, with its place in it. Where it was missed, returns for how long: repair shows the
  /// end of a stream before a later packet of it does.
  std::optional<Duration> on_packet(const TrackedSequence& sequence, LocalTime now);
  /// Repair or a retransmission brought a packet, also one above all that came before.
  void on_recovered(std::int64_t number, LocalTime now);
  /// The stream has reached this number, as a repair packet says: what has not come up to there is missing. More than
  /// max_missing above all before is not believed.
  void on_announced(std::int64_t number, LocalTime now);

  void set_limits(const RequestLimits& limits) { limits_ = limits; }
  /// Negative values count as zero, those above 10 s as 10 s.
  void set_round_trip_time(Duration round_trip_time);
  /// How long after a packet was missed it may still come by itself; zero (so at first): packets come in order. Of
  /// those that were asked for it changes nothing.
  void set_reordering_wait(Duration wait) { reordering_wait_ = wait; }
  /// How long after a packet was missed its repair may come; zero (so at first): no repair is expected.
  void set_repair_wait(Duration wait) { repair_wait_ = wait; }
  /// Frames before this number were given out or passed over: nothing before it is asked for.
  void abandon_before(std::int64_t number);
  /// The stream has another source now. What is known of the path stays.
  void reset();

  /// The numbers to ask for now, ascending, at most max_per_message; they count as asked for. Valid until the next
  /// call.
  std::span<const std::uint16_t> due(LocalTime now);
  /// When due() has something to say or to give up; may be past.
  std::optional<LocalTime> next_wake() const;

  /// True once after more packets were missing than are kept: the stream needs a new reference.
  bool take_overflow();
  std::size_t missing() const { return missing_.size(); }
  /// This packet has not come and is still wanted.
  bool misses(std::int64_t number) const { return std::ranges::binary_search(missing_, number, {}, &Missing::number); }
  const RetransmissionRequestStats& stats() const { return stats_; }

 private:
  struct Missing {
    std::int64_t number = 0;
    LocalTime noticed{};
    LocalTime asked_last{};
    int requests = 0;
  };

  void begin_at(std::int64_t number);
  void notice_until(std::int64_t last, LocalTime now);
  std::vector<Missing>::iterator find(std::int64_t number);
  bool remove(std::int64_t number);
  LocalTime ask_time(const Missing& missing) const;
  void give_up(LocalTime now);
  void ask(Missing& missing, LocalTime now);

  std::vector<Missing> missing_;  // by number
  std::array<std::uint16_t, max_per_message> due_{};
  std::optional<std::int64_t> highest_;  // up to it, what is not missing came or was passed over
  std::int64_t first_wanted_ = 0;
  Duration round_trip_time_ = assumed_round_trip_time;
  Duration reordering_wait_{};
  Duration repair_wait_{};
  RequestLimits limits_;
  bool overflow_ = false;
  RetransmissionRequestStats stats_;
};

}  // namespace evenkeel
