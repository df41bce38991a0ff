#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/path/packet_result.h"

namespace evenkeel {

/// Which lost packets begin a loss event (RFC 5348, section 5.2): losses whose interpolated arrival times are within
/// one round trip of the event's first loss belong to it. Works with any controller. A ring of
/// fixed size; a packet that arrived costs O(1), a lost one a search of at most `reach`
/// packets each way.
class LossEvents {
 public:
  LossEvents() : entries_(capacity) { events_.reserve(remembered); }

  /// All results of a report, before its losses are judged.
  void on_report(std::span<const PacketResult> packets);

  /// Whether this lost packet begins a new event, which it then does. To be asked in the order of sending.
  bool begins_event(const PacketResult& lost, Duration round_trip_time);

  /// Takes back the loss of a packet that came late. Where all losses of an event are taken back there was none: then
  /// its place, 0 for the last event, 1 for the one before it. Events older than `remembered` stay.
  std::optional<std::size_t> take_back(const PacketResult& late);

  /// The first loss of the last event.
  std::optional<std::int64_t> start() const {
    return events_.empty() ? std::nullopt : std::optional(events_.back().sequence);
  }
  /// The highest sequence number that is known to have arrived; nothing before any has.
  std::optional<std::int64_t> highest() const { return highest_; }
  /// The lowest sequence number of which anything is known.
  std::optional<std::int64_t> lowest() const { return lowest_; }

  void reset();

 private:
  static constexpr std::size_t capacity = std::size_t{1} << 13;
  static constexpr std::size_t remembered = 64;
  static constexpr std::int64_t reach = 1024;  // how far a neighbour that arrived is looked for
  struct Entry {
    std::int64_t sequence = INT64_MIN;
    RemoteTime arrival{};  // of a lost packet, the interpolated one
  };
  struct Event {
    std::int64_t sequence = 0;
    LocalTime sent{};
    std::optional<RemoteTime> arrival;
    std::int64_t lowest = 0;  // of its losses: one may be told after those behind it
    int losses = 1;
  };

  Entry& slot(std::int64_t sequence) { return entries_[static_cast<std::uint64_t>(sequence) % capacity]; }
  const Entry* neighbour(std::int64_t sequence, std::int64_t step);
  std::optional<RemoteTime> nominal_arrival(std::int64_t lost);
  bool belongs_to_last(const Event& loss, Duration round_trip_time) const;

  std::vector<Entry> entries_;
  std::optional<std::int64_t> highest_;
  std::optional<std::int64_t> lowest_;
  std::vector<Event> events_;  // the latest
};

}  // namespace evenkeel
