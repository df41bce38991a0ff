#include "codecs/vp8_encoder.h"

#include <algorithm>

#include "codecs/picture_scaler.h"
#include "codecs/vp8_header.h"

namespace evenkeel {
namespace {

constexpr DataRate least_target = kilobits_per_second(5);
constexpr DataRate largest_target = megabits_per_second(100);

bool is_encodable(const Picture& picture) {
  return is_well_formed(picture) && std::max(picture.width, picture.height) <= vp8_max_dimension;
}

}  // namespace

Vp8Encoder::Vp8Encoder(const Vp8EncoderConfig& config)
    : config_(config), ladder_(config.ladder), corrector_(config.corrector) {
  set_target(config.target);
  state_.frames_per_second = config.ladder.frames_per_second;
}

void Vp8Encoder::set_target(DataRate media) { target_ = std::clamp(media, least_target, largest_target); }

bool Vp8Encoder::encode(const Picture& picture, EncodedFrame& out) {
  if (!is_encodable(picture)) return false;
  choose_size(picture);
  if (!thinner_.pass(picture.capture_time, ladder_.rung().frames_per_second)) {
    ++state_.frames_skipped;
    return false;
  }
  if (!prepare_context()) return false;
  context_->set_rate(corrector_.corrected(target_));
  const QuantizerBounds::Range all{config_.vpx.min_quantizer, config_.vpx.max_quantizer};
  const auto range = key_frame_ ? all : bounds_.of(target_ * thinner_.interval(), all);
  context_->set_quantizers(range.finest, range.coarsest);
  if (!context_->encode(scaled(picture), thinner_.interval(), key_frame_, out)) return false;
  out.capture_time = picture.capture_time;
  out.width = state_.width;
  out.height = state_.height;
  account(out);
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

void Vp8Encoder::account(const EncodedFrame& frame) {
  const int quantizer = context_->last_quantizer();
  const Duration interval = state_.frames_encoded == 0 ? thinner_.interval() : frame.capture_time - last_capture_;
  const auto bound = quantizer <= config_.vpx.min_quantizer   ? QuantizerBound::finest
                     : quantizer >= config_.vpx.max_quantizer ? QuantizerBound::coarsest
                                                              : QuantizerBound::none;
  const DataSize size = bytes(static_cast<std::int64_t>(frame.data.size()));
  corrector_.on_frame(size, interval, target_, bound);
  ladder_.on_frame(frame.capture_time, target_, quantizer);
  bounds_.on_frame(size, quantizer, frame.key_frame);
  last_capture_ = frame.capture_time;
  state_.quantizer = quantizer;
  ++state_.frames_encoded;
  if (frame.key_frame) ++state_.key_frames_encoded;
  key_frame_ = false;
}

}  // namespace evenkeel
