#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "core/base/time.h"
#include "core/rtp/reference_chain.h"
#include "core/rtp/rtp_packet.h"
#include "core/rtp/sequence_filter.h"

namespace evenkeel {

/// A VP8 frame as it came over the network, complete, in decoding order.
struct ReceivedFrame {
  std::vector<std::uint8_t> data;
  bool key_frame = false;
  std::uint32_t rtp_timestamp = 0;
  LocalTime first_arrival{};
  LocalTime completed{};
  std::optional<std::uint64_t> capture_ntp;  ///< of the abs-capture-time extension, where the sender gave one
};

struct FrameAssemblerConfig {
  Duration reordering_wait = 60ms;          ///< how long a missing packet is waited for once a later one came
  std::size_t max_packets = 2048;           ///< held at once, at least 1; the oldest give way
  std::size_t max_bytes = 8 * 1024 * 1024;  ///< of VP8 data held at once
};

struct FrameAssemblerStats {
  std::uint64_t frames_completed = 0;    ///< given out by poll()
  std::uint64_t frames_lost = 0;         ///< abandoned with pieces missing, or missing whole as far as is known
  std::uint64_t frames_undecodable = 0;  ///< complete, but a reference was missing
  std::uint64_t duplicates = 0;          ///< packets
  std::uint64_t malformed = 0;           ///< packets without a VP8 payload, or out of all sequence
  std::uint64_t late = 0;                ///< packets that came when their place had been given up
};

/// Puts VP8 frames together (RFC 7741, section 4.5.1) under reordering, loss and duplicates, and gives out those that
/// can be decoded: key frames, and frames before which everything back to a key frame was given out, save frames that
/// no other frame refers to. There is no retransmission: a hole is waited for a little, then its frame is abandoned. A
/// complete key frame behind the hole ends the wait at once.
/// After each on_packet(), and at next_wake(), poll() until it has nothing more.
class FrameAssembler {
 public:
  explicit FrameAssembler(const FrameAssemblerConfig& config);

  /// `sequence`: its place in the stream; nullopt counts it as malformed.
  void on_packet(const RtpPacketView& packet, const std::optional<TrackedSequence>& sequence, LocalTime arrival);

  /// The next complete and decodable frame in decoding order.
  std::optional<ReceivedFrame> poll(LocalTime now);

  /// When poll() might give up on a hole.
  std::optional<LocalTime> next_wake() const;

  /// A reference is missing, nothing can be decoded until a key frame. So at the start.
  bool needs_key_frame() const { return chain_.needs_key_frame(); }

  const FrameAssemblerStats& stats() const { return stats_; }

  /// Forgets everything but the statistics: the stream has another source now.
  void reset();

 private:
  struct Packet {
    FrameTraits frame;
    std::vector<std::uint8_t> data;  // empty: padding, not a piece of a frame
    bool starts_frame = false;
    bool marker = false;
    LocalTime arrival{};
    std::optional<std::uint64_t> capture_ntp;
  };
  using Packets = std::map<std::int64_t, Packet>;  // by unwrapped sequence number
  using Position = Packets::const_iterator;

  /// The packets from one that starts a frame, as far as the frame reaches without a hole.
  struct Run {
    Position end;
    enum { complete, cut_short, open } state;  // cut short: another frame begins before the marker came
  };

  static std::optional<Packet> read(const RtpPacketView& packet, LocalTime arrival);
  static bool starts_key_frame(const Packet& packet);

  std::int64_t& seen_slot(std::int64_t sequence);
  void begin_anew();
  void store(std::int64_t sequence, Packet&& packet);

  bool front_is_next() const;
  bool hole_before_front_is_harmless() const;
  Run run_from(Position start) const;
  Position behind_first_hole() const;
  Position complete_key_frame(Position from) const;
  LocalTime deadline(Position behind_hole) const;

  bool pass_hole(LocalTime now, Position behind_hole);
  void go_to_front();
  std::optional<ReceivedFrame> take_frame(Position end);
  ReceivedFrame join(Position end) const;
  void discard_until(Position end);
  void discard_front();
  void remove_front();

  FrameAssemblerConfig config_;
  FrameAssemblerStats stats_;
  ReferenceChain chain_;
  std::vector<std::int64_t> seen_;  // a ring of the last sequence numbers, to tell duplicates from late packets
  Packets packets_;
  std::size_t bytes_ = 0;
  std::optional<std::int64_t> next_;  // the first sequence number that is neither given out nor given up
};

}  // namespace evenkeel
