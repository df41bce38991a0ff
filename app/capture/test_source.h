#pragma once

#include <atomic>
#include <cstdint>
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

 private:
  void run(const std::stop_token& stop, const PictureSink& sink);

  VideoRequest request_;
  TestPicture picture_;
  PicturePool pool_;
  std::jthread thread_;
  std::atomic<bool> running_ = false;
};

}  // namespace evenkeel
