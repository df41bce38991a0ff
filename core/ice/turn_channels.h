#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <vector>

#include "core/base/endpoint.h"
#include "core/ice/stun_transaction.h"

namespace evenkeel {

inline constexpr std::size_t channel_header_size = 4;
using ChannelHeader = std::array<std::uint8_t, channel_header_size>;

/// Of ChannelData (RFC 8656, section 12.4): what stands in front of each datagram to a peer. Over UDP nothing follows
/// it.
constexpr ChannelHeader channel_header(std::uint16_t channel, std::size_t size) {
  return {static_cast<std::uint8_t>(channel >> 8), static_cast<std::uint8_t>(channel),
          static_cast<std::uint8_t>(size >> 8), static_cast<std::uint8_t>(size)};
}

/// A peer that is reached by a relay, and the channel that stands for it there.
struct TurnChannel {
  Endpoint peer;
  std::uint16_t number = 0;

  bool operator==(const TurnChannel&) const = default;
};

/// The channels of one allocation, bounded: 16 peers at a time have one that is kept; of 64 it is known which number
/// they had, since a server gives a peer no other number for ten minutes, nor a number to another peer (RFC 8656,
/// section 12). The one that was used longest ago makes room.
class TurnChannels {
 public:
  static constexpr std::size_t max_kept = 16, max_known = 64;
  static constexpr std::uint16_t first_number = 0x4000, last_number = 0x4FFF;
  /// A channel lasts ten minutes, and the permission that comes with it five (RFC 8656, sections 9 and 12).
  static constexpr Duration refresh_interval = 4min, permission_lifetime = 5min;
  /// What was asked for and not answered is asked for again.
  static constexpr Duration retry_wait = 2s;
  /// A channel whose peer was not used for so long is not refreshed: it ends by itself.
  static constexpr Duration idle_time = 2min;
  /// A peer that was used within this time keeps its place.
  static constexpr Duration min_idle = 2s;
  /// What the server refused is not asked for again so soon.
  static constexpr Duration refused_for = 1min;
  static constexpr unsigned max_challenges = 3;

  struct Entry {
    TurnChannel channel;
    bool kept = false;   ///< has one of the places: its channel is bound, or asked for
    bool bound = false;  ///< datagrams may take it
    LocalTime last_used{};
    LocalTime bound_at{};  ///< for the last time
    LocalTime next_bind{};
    LocalTime refused_until{};
    StunTransaction request;
    unsigned challenges = 0;                        ///< that the server had for this channel, in a row
    bool renumbered = false;                        ///< since it was last bound
    std::deque<std::vector<std::uint8_t>> waiting;  ///< until it is bound: the last ones
  };

  /// The peer's, kept from now on; nullptr where all places are in use, or the server refused it lately.
  Entry* keep(const Endpoint& peer, LocalTime now);
  Entry* find(std::uint16_t number);
  Entry* find(const StunTransactionId& id);
  void set_bound(Entry& entry, LocalTime now);
  /// A request for it was not answered: it is asked for again, and stays bound as long as the server may keep it.
  void on_timeout(Entry& entry, LocalTime now);
  /// Its place is free again; the number stays known.
  void give_up(Entry& entry);
  void refuse(Entry& entry, LocalTime now);
  /// With the allocation all of them are gone. Peers keep their places until start_anew(), which asks for those that
  /// were used lately.
  void end_all(LocalTime now);
  void start_anew(LocalTime now);
  void clear();
  /// Counts changes of what bound() returns.
  std::uint64_t version() const { return version_; }
  /// Those that datagrams may take.
  std::vector<TurnChannel> bound() const;

  auto begin() { return entries_.begin(); }
  auto end() { return entries_.end(); }
  auto begin() const { return entries_.begin(); }
  auto end() const { return entries_.end(); }
  /// The server takes its number for another peer's.
  void renumber(Entry& entry);

 private:
  std::uint16_t next_number();
  bool make_room(LocalTime now);
  Entry* add(const Endpoint& peer);

  std::vector<Entry> entries_;
  std::uint16_t next_number_ = first_number;
  std::uint64_t version_ = 0;
};

}  // namespace evenkeel
