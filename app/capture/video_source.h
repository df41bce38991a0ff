#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>

#include "core/frames/picture.h"
#include "core/net/clock.h"

namespace evenkeel {

/// The requested size and rate. A camera uses the nearest format it has; a file keeps its own rate, and its own size
/// unless that is larger.
struct VideoRequest {
  int width = 1280;
  int height = 720;
  double fps = 30;
};

/// The state of a source, for the screen and the log.
struct SourceState {
  enum class Kind { starting, running, lost };
  Kind kind = Kind::starting;
  std::string text;  ///< in words: "camera 'desk', 1280x720 at 30 fps"
  int width = 0;     ///< of the pictures; 0 while unknown
  int height = 0;
  double fps = 0;  ///< as announced by the source; 0 while unknown
};

/// Pictures are shared and never changed after delivery. Their memory returns to the source with the last reference, so
/// keep only a few of them.
using PictureSink = std::function<void(std::shared_ptr<const Picture>)>;

/// Delivers pictures from a thread of its own.
class VideoSource {
 public:
  virtual ~VideoSource() = default;

  /// Begins to deliver. The sink is called from the source's thread and should return within a frame interval; a source
  /// drops pictures rather than queue them. It is not called after stop() has returned.
  virtual void start(PictureSink sink) = 0;

  /// Ends the delivery and waits for the thread; must not be called by the sink. start() may follow.
  virtual void stop() = 0;

  /// From any thread.
  virtual SourceState state() const = 0;

  /// From any thread, also before start(): nobody sees the pictures, and a source that makes them need not make many.
  /// Takes no lock that is held while the sink is called.
  virtual void rest(bool /*rests*/) {}
};

/// For the thread of a source: sleeps until the instant. False, at once, when it is asked to stop.
inline bool sleep_until(LocalTime instant, const std::stop_token& stop) {
  const std::chrono::steady_clock::time_point until(instant.time_since_epoch());  // the same clock, CLOCK_MONOTONIC
  std::mutex mutex;
  std::condition_variable_any nothing;
  std::unique_lock lock(mutex);
  nothing.wait_until(lock, stop, until, [] { return false; });
  return !stop.stop_requested();
}

}  // namespace evenkeel
