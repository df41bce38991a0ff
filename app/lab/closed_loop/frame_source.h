#pragma once

#include <optional>

#include "core/base/data_rate.h"
#include "core/frames/encoded_frame.h"

namespace evenkeel {

class Sender;

/// Camera and encoder in one, without pixels, for simulations in virtual time. The owner reports the length of the
/// pacer's queue, drains poll(now) until it returns nullopt, and comes back at next_frame(). Times must not decrease
/// from call to call.
class FrameSource {
 public:
  virtual ~FrameSource() = default;

  /// Returns the next frame that is due by `now`. Frames have VP8's key frame bit and, on key frames, the picture's
  /// size, as the receiver expects; the other bytes are meaningless. Capture times are strictly increasing.
  virtual std::optional<EncodedFrame> poll(LocalTime now) = 0;

  /// When to call poll() next; LocalTime::max() if no frame comes before set_target() is called.
  virtual LocalTime next_frame() const = 0;

  /// Rate of the frames alone, without packet headers.
  virtual void set_target(DataRate media, LocalTime now) = 0;

  /// The next frame is a key frame.
  virtual void request_key_frame() = 0;

  /// Reports how long the pacer needs at its present rate for its queue. Call before each poll and after large changes;
  /// sources that follow a camera's clock ignore it.
  virtual void on_pacer_queue(Duration queue, LocalTime now) = 0;
};

/// Connects a FrameSource to a Sender, as the encoder thread does in a call: passes on target rate, queue length and
/// key frame requests, and moves the frames that are due.
class SourceFeed {
 public:
  SourceFeed(FrameSource& source, Sender& sender) : source_(source), sender_(sender) {}

  /// Passes the sender's state to the source, with a target of at most `maximum`.
  void tell(LocalTime now, DataRate maximum = DataRate::unlimited());
  /// Moves one frame. Returns false if none is due.
  bool move_frame(LocalTime now);

 private:
  FrameSource& source_;
  Sender& sender_;
  DataRate target_;  // last passed on
};

}  // namespace evenkeel
