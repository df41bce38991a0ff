#pragma once

#include <deque>
#include <memory>
#include <optional>

#include "app/record/call/picture_queue.h"
#include "app/record/call/side_by_side.h"
#include "codecs/vpx_encoder_context.h"

namespace evenkeel {

/// Joins the pictures of both sides (SideBySide) and encodes the pairs. It has no thread of its own: see PairThread.
class PairEncoder {
 public:
  /// What was captured beside it is found by its capture time: for as long as received pictures are held.
  void on_own(std::shared_ptr<const Picture> picture);
  /// The pair of a received picture, which belongs there in the recording. Nullopt where libvpx fails.
  std::optional<PictureQueue::Frame> encode(std::shared_ptr<const Picture> received, LocalTime time);
  /// The pair of our newest picture, since nothing new is received; nullopt where there is none.
  std::optional<PictureQueue::Frame> encode_own();
  /// When our newest picture was captured; LocalTime::min() before the first.
  LocalTime newest_own() const { return own_.empty() ? LocalTime::min() : own_.back()->capture_time; }

 private:
  std::optional<PictureQueue::Frame> encode_pair(LocalTime time);
  const Picture* own_at(LocalTime time) const;

  std::deque<std::shared_ptr<const Picture>> own_;  // the newest last
  std::shared_ptr<const Picture> received_;         // the newest
  SideBySide pair_;
  Picture joined_;
  std::unique_ptr<VpxEncoderContext> encoder_;
  std::optional<LocalTime> last_, key_frame_;
};

}  // namespace evenkeel
