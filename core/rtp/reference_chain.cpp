#include "core/rtp/reference_chain.h"

namespace evenkeel {

// How many frames on from the last one; nothing where that cannot be known. Each frame has a packet at least: a hole of
// fewer packets than there are ids cannot hide a whole turn of them.
std::optional<int> ReferenceChain::steps_to(const std::optional<PictureId>& next, std::int64_t hole_packets) const {
  if (!last_picture_id_ || !next) return std::nullopt;
  const int ids = last_picture_id_->is_15_bit && next->is_15_bit ? 0x8000 : 0x80;
  if (hole_packets >= ids) return std::nullopt;
  return (next->number - last_picture_id_->number) & (ids - 1);
}

// Nothing where it cannot be known: then some may be missing.
std::optional<int> ReferenceChain::frames_missing_before(const FrameTraits& frame) const {
  const auto steps = steps_to(frame.picture_id, hole_packets_);
  if (!steps || *steps == 0) return hole_packets_ > 0 ? std::nullopt : std::optional(0);
  const bool backwards = *steps > (frame.picture_id->is_15_bit ? 0x4000 : 0x40);
  return backwards ? std::nullopt : std::optional(*steps - 1);
}

// `if_unknown`: how many frames to count as lost where nobody knows.
void ReferenceChain::go_to(const FrameTraits& frame, int if_unknown) {
  const auto missing = frames_missing_before(frame);
  if (missing != 0) needs_key_frame_ = true;
  frames_lost_ += static_cast<std::uint64_t>(missing.value_or(if_unknown));
  hole_packets_ = 0;
  last_picture_id_ = frame.picture_id;
}

void ReferenceChain::abandon(const FrameTraits& piece) {
  if (is_of_abandoned(piece)) {
    hole_packets_ = 0;
    return;
  }
  go_to(piece, 0);  // the hole may be of this frame
  abandoned_ = piece;
  ++frames_lost_;
  if (!piece.non_reference) needs_key_frame_ = true;
}

bool ReferenceChain::complete(const FrameTraits& frame, bool key_frame) {
  go_to(frame, abandoned_ ? 0 : 1);  // a hole between two complete frames held one at least
  abandoned_.reset();
  if (key_frame) needs_key_frame_ = false;
  return !needs_key_frame_;
}

void ReferenceChain::drop(const FrameTraits& frame) {
  complete(frame, false);
  if (!frame.non_reference) needs_key_frame_ = true;
}

bool ReferenceChain::is_next_frame(const FrameTraits& frame, std::int64_t packets) const {
  return steps_to(frame.picture_id, hole_packets_ + packets) == 1;
}

void ReferenceChain::restart() {
  const std::uint64_t lost = frames_lost_;
  *this = {};
  frames_lost_ = lost;
}

}  // namespace evenkeel
