#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>

#include "app/capture/picture_pool.h"
#include "app/capture/test_picture.h"
#include "app/capture/video_source.h"

namespace evenkeel {

/// The test picture in real time.
class TestSource : public VideoSource {
 public:
  /// Sizes below 64x48 are raised to that; fps must be above 0.
  TestSource(const VideoRequest& request, std::uint64_t seed);
  ~TestSource() override { stop(); }

  void start(PictureSink sink) override;
  void stop() override;
  SourceState state() const override;
  void rest(bool rests) override;

 private:
  bool sleep_until(LocalTime due, const std::stop_token& stop);
  void run(const std::stop_token& stop, const PictureSink& sink);

  VideoRequest request_;
  TestPicture picture_;
  PicturePool pool_;
  std::atomic<bool> running_ = false;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  bool rests_ = false;  // under mutex_
  std::jthread thread_;
};

}  // namespace evenkeel
