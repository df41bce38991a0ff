#pragma once

#include "app/lab/closed_loop/frame_source.h"
#include "core/session/sender.h"

namespace evenkeel::closed_loop {

/// Joins a FrameSource and a Sender as encoder and pacer threads do in a call: tells the source what it may use and
/// what waits, and moves the frames that are due.
class SourceFeed {
 public:
  SourceFeed(FrameSource& source, Sender& sender) : source_(source), sender_(sender) {}

  /// The source is told no more than `most`.
  void tell(LocalTime now, DataRate most = DataRate::unlimited());
  /// Moves one frame. False where none is due.
  bool move_frame(LocalTime now);

 private:
  FrameSource& source_;
  Sender& sender_;
  DataRate target_;  // as told last
};

}  // namespace evenkeel::closed_loop
