#pragma once

#include <memory>

#include "codecs/quantizers.h"
#include "codecs/rate_control.h"
#include "codecs/resolution_ladder.h"
#include "codecs/video_codec.h"
#include "codecs/vpx_encoder_context.h"

namespace evenkeel {

struct Vp8EncoderConfig {
  DataRate target = kilobits_per_second(300);  ///< until set_target()
  VpxSettings vpx;                             ///< the size in it is not used
  ResolutionLadderConfig ladder;
  RateCorrectorConfig corrector;
};

/// VP8 by libvpx, in constant bitrate, on the caller's thread: about 7 ms for a picture of 1280x720. Pictures are
/// scaled down before encoding while the target does not carry their size. Key frames are sent first, on request, and
/// when the size changes.
class Vp8Encoder final : public VideoEncoder {
 public:
  explicit Vp8Encoder(const Vp8EncoderConfig& config = {});

  bool encode(const Picture& picture, EncodedFrame& out) override;
  void set_target(DataRate media) override;
  void request_key_frame() override { key_frame_ = true; }
  EncoderState state() const override { return state_; }

 private:
  void choose_size(const Picture& picture);
  bool prepare_context();
  const Picture& scaled(const Picture& picture);
  void account(const EncodedFrame& frame);

  Vp8EncoderConfig config_;
  DataRate target_;
  ResolutionLadder ladder_;
  RateCorrector corrector_;
  QuantizerBounds bounds_;
  FrameThinner thinner_;
  std::unique_ptr<VpxEncoderContext> context_;
  int source_width_ = 0;  ///< the size for which the ladder was set up
  int source_height_ = 0;
  Picture scaled_;
  bool key_frame_ = false;
  LocalTime last_capture_{};  ///< of the last frame that came out
  EncoderState state_;
};

}  // namespace evenkeel
