#include "codecs/vp8_encoder.h"

#include <algorithm>

#include "codecs/picture_scaler.h"
#include "codecs/vp8_header.h"

namespace evenkeel {
namespace {

constexpr DataRate least_target = kilobits_per_second(5);
constexpr DataRate largest_target = megabits_per_second(100);

// libvpx takes a jump for an ordinary frame, and so the finest quantizer of its range, where frames come out larger
// than in the middle: measured.
constexpr double jump_excess = 1.1;

bool is_encodable(const Picture& picture) {
  return is_well_formed(picture) && std::max(picture.width, picture.height) <= vp8_max_dimension;
}

}  // namespace

Vp8Encoder::Vp8Encoder(const Vp8EncoderConfig& config)
    : config_(config),
      ladder_(config.ladder),
      corrector_(config.corrector),
      plan_(config.reference_plan),
      references_(config.references) {
  set_target(config.target);
  state_.frames_per_second = config.ladder.frames_per_second;
}

void Vp8Encoder::set_target(DataRate media) { target_ = std::clamp(media, least_target, largest_target); }

// The plan goes on: its ids must not come twice, and a key frame makes it forget all else.
void Vp8Encoder::restart() {
  request_key_frame();
  source_width_ = source_height_ = 0;  // with the next picture the size is chosen anew
  corrector_ = RateCorrector(config_.corrector);
  thinner_ = {};
  last_capture_.reset();
}

void Vp8Encoder::on_reference_feedback(const ReferenceFeedback& feedback) {
  plan_.set_round_trip(feedback.round_trip);
  if (feedback.acknowledged) plan_.acknowledged(*feedback.acknowledged);
  if (feedback.broken) plan_.broken(*feedback.broken);
}

bool Vp8Encoder::encode(const Picture& picture, EncodedFrame& out) {
  if (!is_encodable(picture)) return false;
  choose_size(picture);
  if (!thinner_.pass(picture.capture_time, ladder_.rung().frames_per_second)) {
    ++state_.frames_skipped;
    return false;
  }
  if (!prepare_context()) return false;
  const ReferenceChoice choice =
      references_ ? plan_.next(picture.capture_time, key_frame_) : ReferenceChoice{.key_frame = key_frame_};
  if (!encode_as(choice, picture, out)) return false;
  out.capture_time = picture.capture_time;
  out.width = state_.width;
  out.height = state_.height;
  note_references(choice, out);
  account(out, choice.jump && !out.key_frame);
  return true;
}

void Vp8Encoder::choose_size(const Picture& picture) {
  if (picture.width != source_width_ || picture.height != source_height_) {
    source_width_ = picture.width;
    source_height_ = picture.height;
    ladder_.set_source(picture.width, picture.height, target_);
    context_.reset();
  }
  ladder_.on_picture(picture.capture_time, target_);
  state_.frames_per_second = ladder_.rung().frames_per_second;
}

// libvpx goes down from the size it was opened with and back up, with a key frame each time. On the way down we reopen
// it nevertheless: after overshooting at the coarsest quantizer it would first compensate for seconds. On the way up
// its state avoids a coarse key frame.
bool Vp8Encoder::prepare_context() {
  const Rung& rung = ladder_.rung();
  if (context_ && rung.width == state_.width && rung.height == state_.height) return true;
  const bool keep = context_ && rung.width > state_.width;
  if (references_) key_frame_ = true;  // libvpx makes it one anyway, but the plan must know
  state_.width = rung.width;
  state_.height = rung.height;
  bounds_.forget();
  if (!keep) {
    VpxSettings settings = config_.vpx;
    settings.width = source_width_;
    settings.height = source_height_;
    context_ = VpxEncoderContext::open(settings, corrector_.corrected(target_));
  }
  if (context_ && !context_->set_size(rung.width, rung.height)) context_.reset();
  return context_ != nullptr;
}

const Picture& Vp8Encoder::scaled(const Picture& picture) {
  if (picture.width == state_.width && picture.height == state_.height) return picture;
  scale_picture(picture, state_.width, state_.height, scaled_);
  return scaled_;
}

// For a jump its size is predicted from the frames around it; a key frame's size libvpx bounds.
QuantizerBounds::Range Vp8Encoder::quantizers(const ReferenceChoice& choice) const {
  const QuantizerBounds::Range all{config_.vpx.min_quantizer, config_.vpx.max_quantizer};
  if (choice.key_frame) return all;
  if (!choice.jump) return bounds_.of(target_ * thinner_.interval(), all);
  const double growth = jump_excess * growth_at_distance(choice.dependency.distances[0]);
  return bounds_.of(config_.jump_frames / growth * target_ * thinner_.interval(), all);
}

bool Vp8Encoder::encode_as(const ReferenceChoice& choice, const Picture& picture, EncodedFrame& out) {
  context_->set_rate(corrector_.corrected(target_));
  const auto range = quantizers(choice);
  context_->set_quantizers(range.finest, range.coarsest);
  const auto flags = references_ ? flags_of(choice) : flags_of(choice.key_frame);
  if (context_->encode(scaled(picture), thinner_.interval(), flags, out)) return true;
  if (references_) key_frame_ = true;  // whether libvpx has changed a buffer before it failed nobody knows
  return false;
}

void Vp8Encoder::note_references(ReferenceChoice choice, EncodedFrame& out) {
  out.dependency.reset();
  if (!references_) return plan_.on_unplanned_frame();
  if (out.key_frame && !choice.key_frame) choice = plan_.next(out.capture_time, true);
  plan_.on_encoded(choice);
  out.dependency = choice.dependency;
}

void Vp8Encoder::account(const EncodedFrame& frame, bool jump) {
  const int quantizer = context_->last_quantizer();
  const Duration interval = last_capture_ ? frame.capture_time - *last_capture_ : thinner_.interval();
  const auto bound = quantizer <= config_.vpx.min_quantizer   ? QuantizerBound::finest
                     : quantizer >= config_.vpx.max_quantizer ? QuantizerBound::coarsest
                                                              : QuantizerBound::none;
  const DataSize size = bytes(static_cast<std::int64_t>(frame.data.size()));
  corrector_.on_frame(size, interval, target_, bound);  // of all frames: what key frames and jumps take must be saved
  ladder_.on_frame(frame.capture_time, target_, quantizer);
  bounds_.on_frame(size, quantizer, frame.key_frame || jump);
  last_capture_ = frame.capture_time;
  state_.quantizer = quantizer;
  ++state_.frames_encoded;
  if (frame.key_frame) ++state_.key_frames_encoded;
  if (jump) ++state_.reference_jumps;
  key_frame_ = false;
}

}  // namespace evenkeel
