#pragma once

#include <optional>

#include "core/base/data_rate.h"
#include "core/frames/encoded_frame.h"

namespace evenkeel {

/// A camera and its encoder in one, without pixels, for simulation in virtual time. The owner tells the length of the
/// pacer's queue, drains poll(now) until it returns nothing, and comes back at next_frame(). Times must not decrease
/// from call to call.
class FrameSource {
 public:
  virtual ~FrameSource() = default;

  /// The next frame that is due by `now`. Frames are valid for the receiver: VP8's key-frame bit and, on key frames,
  /// the size of the picture; the bytes behind that mean nothing. Capture times increase strictly.
  virtual std::optional<EncodedFrame> poll(LocalTime now) = 0;

  /// When poll() is to be called next; LocalTime::max() where nothing will come until set_target() was called.
  virtual LocalTime next_frame() const = 0;

  /// Rate of the frames alone, without packet headers.
  virtual void set_target(DataRate media, LocalTime now) = 0;

  /// The next frame is a key frame.
  virtual void request_key_frame() = 0;

  /// How long the pacer needs at its present rate for what it has queued. To be told before each poll and whenever it
  /// changed much; sources that follow a camera's clock ignore it.
  virtual void on_pacer_queue(Duration queue, LocalTime now) = 0;
};

}  // namespace evenkeel
