#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/time.h"
#include "core/rtp/frame_dependencies.h"
#include "core/rtp/frame_pieces.h"
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
  std::optional<std::uint16_t> id;           ///< of the frame descriptor, where the sender gave one
  bool recovered = false;                    ///< a piece of it was lost, and came by retransmission or repair
};

struct FrameAssemblerConfig {
  Duration reordering_wait = 60ms;          ///< how long a missing packet is waited for once a later one came
  Duration max_wait = 3s;                   ///< the same where frames have descriptors
  std::size_t max_packets = 2048;           ///< held at once, at least 1; the oldest give way
  std::size_t max_bytes = 8 * 1024 * 1024;  ///< of VP8 data held at once
};

struct FrameAssemblerStats {
  std::uint64_t frames_completed = 0;    ///< given out by poll()
  std::uint64_t frames_lost = 0;         ///< abandoned with pieces missing, or missing whole as far as is known
  std::uint64_t frames_undecodable = 0;  ///< complete, but a reference was missing
  std::uint64_t frames_passed_over = 0;  ///< of these two: those that a later frame could do without
  std::uint64_t duplicates = 0;          ///< packets
  std::uint64_t malformed = 0;  ///< packets without a VP8 payload, with a wrong descriptor, or out of all sequence
  std::uint64_t late = 0;       ///< packets that came when their place had been given up
};

/// Puts VP8 frames together (RFC 7741, section 4.5.1) under reordering, loss and duplicates, and gives out those that
/// can be decoded, in the order in which they were sent.
///
/// Frames with a descriptor (core/rtp/frame_descriptor.h): key frames, and frames whose references were all given out,
/// past any hole; what is older is given up then. Otherwise a hole is waited for until max_wait is over, so that
/// retransmission, repair, or a frame that refers to what was given out can mend the stream.
///
/// Frames without: key frames, and frames before which everything back to a key frame was given out, save frames that
/// no other frame refers to. A hole is waited for for reordering_wait, then its frame is abandoned. A complete key
/// frame behind the hole ends the wait at once.
///
/// The first frame of a stream that has a descriptor begins the one rule, and a frame that is given out without one the
/// other. After each on_packet(), and at next_wake(), poll() until it has nothing more.
class FrameAssembler {
 public:
  explicit FrameAssembler(const FrameAssemblerConfig& config);

  /// `sequence`: its place in the stream; nullopt counts it as malformed. A packet that was sent again or repaired has
  /// the place of the one that was lost.
  void on_packet(const RtpPacketView& packet, const std::optional<TrackedSequence>& sequence, LocalTime arrival,
                 PacketOrigin origin = PacketOrigin::wire);

  /// The next complete and decodable frame in decoding order.
  std::optional<ReceivedFrame> poll(LocalTime now);

  /// When poll() might give up on a hole.
  std::optional<LocalTime> next_wake() const;

  /// For frames without descriptors, from now on.
  void set_reordering_wait(Duration wait) { config_.reordering_wait = wait; }

  /// Nothing can be decoded until a key frame. So at the start. Frames with descriptors can be mended by others than
  /// key frames: then only at the start, and from when something was given up in vain until a frame is given out again.
  bool needs_key_frame() const;

  /// When the latest packet came of a key frame that is not complete yet; nullopt where none is held. Its first packet
  /// must be there: no other shows what it is.
  std::optional<LocalTime> key_frame_arriving() const;

  /// The id of the frame that was given out last; nullopt where it had none, and before the first.
  std::optional<std::uint16_t> newest_given_out() const { return dependencies_.newest(); }

  struct Waiting {
    std::uint16_t id = 0;  ///< the frame that follows newest_given_out()
    LocalTime since{};     ///< when the first packet of it or of a later frame came
  };
  /// What poll() waits for; nullopt where newest_given_out() is nullopt, and before such a packet came.
  std::optional<Waiting> waiting() const;

  /// The first sequence number (TrackedSequence::number) that is neither given out nor given up: those below need not
  /// be asked for again. Nullopt before the first packet.
  std::optional<std::int64_t> first_needed() const;

  const FrameAssemblerStats& stats() const { return stats_; }

  /// Forgets everything but the statistics: the stream has another source now.
  void reset();

 private:
  using Packet = FramePiece;
  using Position = FramePieces::Position;
  using Run = FramePieces::Run;

  static std::optional<Packet> read(const RtpPacketView& packet);
  static bool read_extensions(const RtpPacketView& packet, Packet& result);

  std::int64_t& seen_slot(std::int64_t sequence);
  void begin_anew();
  void store(std::int64_t sequence, Packet&& packet);

  bool front_is_next() const;
  bool hole_before_front_is_harmless() const;
  Run frame_at_front() const;
  Position behind_first_hole() const;
  LocalTime deadline(Position behind_hole) const;
  bool can_follow(const Packet& first) const;
  bool front_waits_for_references() const;

  std::optional<ReceivedFrame> take_by_references();
  std::optional<ReceivedFrame> pass_over_to(Position start, Position end);
  bool give_up_undecodable(LocalTime now, Position end);
  bool pass_hole(LocalTime now, Position behind_hole);
  void go_to_front();
  std::optional<ReceivedFrame> take_frame(Position end);
  void drop_frame(Position end);
  void note_given_out(const Packet& first);
  ReceivedFrame join(Position end) const;
  void discard_until(Position end);
  void discard_front();
  void remove_front();

  FrameAssemblerConfig config_;
  FrameAssemblerStats stats_;
  ReferenceChain chain_;  // keeps count of lost frames also where descriptors rule
  FrameDependencies dependencies_;
  bool has_descriptors_ = false;    // they rule
  bool given_up_ = false;           // since a frame was given out; where descriptors rule
  std::vector<std::int64_t> seen_;  // a ring of the last sequence numbers, to tell duplicates from late packets
  FramePieces packets_;
  std::optional<std::int64_t> next_;  // the first sequence number that is neither given out nor given up
};

}  // namespace evenkeel
