#pragma once

#include <functional>

#include "app/capture/video_source.h"
#include "core/frames/sound.h"

namespace evenkeel {

/// A block and when its first sample was in the air, by the monotonic clock.
using SoundSink = std::function<void(const SoundBlock& block, LocalTime captured)>;

/// Delivers blocks of 10 ms from a thread of its own, as fast as its clock goes. While it is lost it delivers nothing.
class Microphone {
 public:
  virtual ~Microphone() = default;

  /// Begins to deliver. The sink must return within a few milliseconds. It is not called after stop() has returned.
  virtual void start(SoundSink sink) = 0;

  /// Ends the delivery and waits for the thread; must not be called by the sink. start() may follow.
  virtual void stop() = 0;

  /// From any thread. Of SourceState only the kind and the text have a meaning.
  virtual SourceState state() const = 0;

  /// False where no echo and no noise can be in what it gives, as in a file: that is sent as it is.
  virtual bool hears_room() const = 0;
};

}  // namespace evenkeel
