#pragma once

#include <cstdint>
#include <optional>

namespace evenkeel {

/// The picture id of RFC 7741, section 4.2. The two lengths may follow each other within a stream.
struct PictureId {
  std::uint16_t number = 0;
  bool is_15_bit = true;

  bool operator==(const PictureId&) const = default;
};

/// What each packet of a frame says about the frame.
struct FrameTraits {
  std::uint32_t timestamp = 0;
  std::optional<PictureId> picture_id;
  bool non_reference = false;

  bool operator==(const FrameTraits&) const = default;
};

/// Knows whether the next frame can be decoded. It is given everything in the order of sequence numbers: frames that
/// are complete, pieces of frames that are given up, and holes. What cannot be shown to be harmless breaks the chain,
/// until the next key frame. Harmless are holes within frames that no other frame refers to, and holes without a frame.
class ReferenceChain {
 public:
  /// The next `packets` sequence numbers are missing and are given up.
  void pass_hole(std::int64_t packets) { hole_packets_ += packets; }

  /// A piece of a frame that is given up; further pieces of the same frame may follow.
  void abandon(const FrameTraits& piece);

  /// A complete frame. True if it can be decoded.
  bool complete(const FrameTraits& frame, bool key_frame);

  /// A complete frame that is not given to the decoder.
  void drop(const FrameTraits& frame);

  /// The frame directly follows the last one given, so that a hole of `packets` between them holds no frame.
  bool is_next_frame(const FrameTraits& frame, std::int64_t packets) const;

  /// The piece belongs to the frame that was given up last, and therefore so does a hole between them.
  bool is_of_abandoned(const FrameTraits& piece) const { return abandoned_ == piece; }

  bool needs_key_frame() const { return needs_key_frame_; }

  /// Given up in pieces, or missing whole as far as picture ids or holes tell.
  std::uint64_t frames_lost() const { return frames_lost_; }

  /// Another stream begins; the count of lost frames goes on.
  void restart();

 private:
  std::optional<int> steps_to(const std::optional<PictureId>& next, std::int64_t hole_packets) const;
  std::optional<int> frames_missing_before(const FrameTraits& frame) const;
  void go_to(const FrameTraits& frame, int if_unknown);

  bool needs_key_frame_ = true;
  std::uint64_t frames_lost_ = 0;
  std::int64_t hole_packets_ = 0;             // since the last frame given
  std::optional<PictureId> last_picture_id_;  // of the last frame given
  std::optional<FrameTraits> abandoned_;      // the same frame, if it was given up
};

}  // namespace evenkeel
