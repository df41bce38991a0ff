#pragma once

#include <memory>
#include <optional>

#include "codecs/quantizers.h"
#include "codecs/rate_control.h"
#include "codecs/reference_plan.h"
#include "codecs/resolution_ladder.h"
#include "codecs/video_codec.h"
#include "codecs/vpx_encoder_context.h"

namespace evenkeel {

struct Vp8EncoderConfig {
  DataRate target = kilobits_per_second(300);  ///< until set_target()
  VpxSettings vpx;                             ///< the size in it is not used
  ResolutionLadderConfig ladder;
  RateCorrectorConfig corrector;
  bool references = false;  ///< until set_references()
  ReferencePlanConfig reference_plan;
  double jump_frames = 1.5;  ///< the planned size of a jump, in average frames
};

/// VP8 by libvpx, in constant bitrate, on the caller's thread: about 7 ms for a picture of 1280x720. Pictures are
/// scaled down before encoding while the target does not carry their size. Key frames are sent first, on request, when
/// the size changes, and with references after a loss before the first acknowledgement.
class Vp8Encoder final : public VideoEncoder {
 public:
  explicit Vp8Encoder(const Vp8EncoderConfig& config = {});

  bool encode(const Picture& picture, EncodedFrame& out) override;
  void set_target(DataRate media) override;
  void request_key_frame() override { key_frame_ = true; }
  void restart() override;
  void on_reference_feedback(const ReferenceFeedback& feedback) override;
  void set_references(bool on) override { references_ = on; }
  EncoderState state() const override { return state_; }

 private:
  void choose_size(const Picture& picture);
  bool prepare_context();
  const Picture& scaled(const Picture& picture);
  QuantizerBounds::Range quantizers(const ReferenceChoice& choice) const;
  bool encode_as(const ReferenceChoice& choice, const Picture& picture, EncodedFrame& out);
  void note_references(ReferenceChoice choice, EncodedFrame& out);
  void account(const EncodedFrame& frame, bool jump);

  Vp8EncoderConfig config_;
  DataRate target_;
  ResolutionLadder ladder_;
  RateCorrector corrector_;
  QuantizerBounds bounds_;
  FrameThinner thinner_;
  ReferencePlan plan_;
  std::unique_ptr<VpxEncoderContext> context_;
  int source_width_ = 0;  ///< the size for which the ladder was set up
  int source_height_ = 0;
  Picture scaled_;
  bool key_frame_ = false;
  bool references_;
  std::optional<LocalTime> last_capture_;  ///< of the last frame that came out
  EncoderState state_;
};

}  // namespace evenkeel
