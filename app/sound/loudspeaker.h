#pragma once

#include <functional>

#include "app/capture/video_source.h"
#include "core/frames/sound.h"
#include "core/net/realtime.h"

namespace evenkeel {

/// Fills the next block. `now`: by the monotonic clock; `heard`: when its first sample leaves the loudspeaker, at the
/// earliest.
using SoundPull = std::function<void(SoundBlock& out, LocalTime now, LocalTime heard)>;

/// Takes blocks of 10 ms, one at a time, as fast as its clock goes. Where there is no device, or it is lost, a timer
/// takes them: the call behind it goes on as if it were heard.
class Loudspeaker {
 public:
  virtual ~Loudspeaker() = default;

  /// Begins to take blocks. The function must return within a few milliseconds. It is not called after stop() has
  /// returned, and calls of it never overlap, though they may come from different threads.
  virtual void start(SoundPull pull) = 0;

  /// Must not be called by the function. start() may follow.
  virtual void stop() = 0;

  /// From any thread. Of SourceState only the kind and the text have a meaning.
  virtual SourceState state() const = 0;

  /// Of the thread that takes blocks.
  virtual SchedulingClass scheduling() const = 0;

  /// What is heard is written to a file, which is a recording. From any thread.
  virtual bool records() const { return false; }
};

}  // namespace evenkeel
