#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

#include "app/call/picture_counters.h"
#include "app/capture/video_source.h"
#include "codecs/video_codec.h"
#include "core/net/pacer_thread.h"
#include "core/telemetry/row_mean.h"

namespace evenkeel {

/// From a picture to the pacer: a thread that encodes. It takes the newest picture, follows the target of the rate
/// controller, and skips pictures while the pacer's queue is longer than longest_pacer_queue.
class VideoSender {
 public:
  static constexpr Duration longest_pacer_queue = 100ms;

  /// `on_encoded` is called from its thread with each frame before that is sent; may be null.
  using Encoded = std::function<void(const EncodedFrame& frame)>;
  VideoSender(FlowName flow, LocalTime run_start, std::unique_ptr<VideoEncoder> encoder, PacerThread& pacer,
              Encoded on_encoded = {});
  ~VideoSender();

  /// Ends the thread; telemetry stays readable.
  void stop();

  /// From the source's thread. Replaces a picture that still waits for the encoder.
  void on_picture(std::shared_ptr<const Picture> picture);

  SampleRing& samples() { return samples_; }
  /// Encoded frames that the pacer refused; zero unless its thread stalls for seconds.
  int frames_lost() const { return frames_lost_; }

 private:
  void run();
  std::shared_ptr<const Picture> next_picture();
  void encode(const Picture& picture);
  bool timed_encode(const Picture& picture, EncodedFrame& out);
  void take_sample();

  FlowName flow_;
  std::unique_ptr<VideoEncoder> encoder_;
  PacerThread& pacer_;
  const Encoded on_encoded_;
  SampleRing samples_{sample_ring_size};
  SampleGrid grid_;
  std::mutex mutex_;
  std::condition_variable picture_came_;
  std::shared_ptr<const Picture> picture_;  // under mutex_
  bool stop_ = false;                       // under mutex_
  int call_ = 0;                            // of SenderSignals::calls, that the encoder was restarted for
  int frames_skipped_ = 0;
  RateCounter encoded_;
  RowMean capture_wait_;          // ms
  Duration total_encode_time_{};  // of encoded frames
  std::atomic<int> frames_lost_{0};
  std::thread thread_;
};

}  // namespace evenkeel
