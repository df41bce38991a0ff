#pragma once

#include <memory>
#include <vector>

#include "app/capture/test_picture.h"
#include "app/lab/closed_loop/frame_source.h"
#include "codecs/vp8_encoder.h"

namespace evenkeel::bench {

/// The moving test picture, encoded by a call's VP8 encoder, in virtual time: encoding takes no time. Like a call, it
/// skips pictures while the pacer's queue is too long.
class Vp8FrameSource final : public FrameSource {
 public:
  explicit Vp8FrameSource(LocalTime start);

  std::optional<EncodedFrame> poll(LocalTime now) override;
  LocalTime next_frame() const override { return next_frame_; }
  void set_target(DataRate media, LocalTime) override { encoder_.set_target(media); }
  void request_key_frame() override { encoder_.request_key_frame(); }
  void on_pacer_queue(Duration queue, LocalTime) override { pacer_queue_ = queue; }

  int frames_skipped() const { return frames_skipped_; }

 private:
  void draw(LocalTime at);

  Vp8Encoder encoder_;
  std::vector<TestPicture> scenes_;
  Picture picture_;
  LocalTime start_;
  LocalTime next_frame_;
  Duration pacer_queue_{};
  int frames_skipped_ = 0;
};

}  // namespace evenkeel::bench
