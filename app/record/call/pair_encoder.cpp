#include "app/record/call/pair_encoder.h"

#include <algorithm>

namespace evenkeel {
namespace {

constexpr std::size_t max_own = 16;  // half a second
constexpr DataRate rate = kilobits_per_second(2500);
constexpr Duration longest_without_key_frame = 5s;  // a player can begin there
constexpr Duration usual_length = 33ms, longest = 1s;

}  // namespace

void PairEncoder::on_own(std::shared_ptr<const Picture> picture) {
  if (own_.size() == max_own) own_.pop_front();
  own_.push_back(std::move(picture));
}

const Picture* PairEncoder::own_at(LocalTime time) const {
  if (own_.empty()) return nullptr;
  const auto later = std::ranges::find_if(own_, [&](const auto& own) { return own->capture_time > time; });
  return later == own_.begin() ? own_.front().get() : std::prev(later)->get();
}

std::optional<PictureQueue::Frame> PairEncoder::encode(std::shared_ptr<const Picture> received, LocalTime time) {
  received_ = std::move(received);
  return encode_pair(time);
}

std::optional<PictureQueue::Frame> PairEncoder::encode_own() {
  return own_.empty() ? std::nullopt : encode_pair(own_.back()->capture_time);
}

std::optional<PictureQueue::Frame> PairEncoder::encode_pair(LocalTime time) {
  pair_.compose(received_.get(), own_at(time), joined_);
  if (!encoder_)
    encoder_ = VpxEncoderContext::open({.width = joined_.width, .height = joined_.height, .buffer = 1s}, rate);
  if (!encoder_) return std::nullopt;
  const Duration length = last_ ? std::clamp<Duration>(time - *last_, 1ms, longest) : usual_length;
  const bool key_frame = !key_frame_ || time - *key_frame_ >= longest_without_key_frame;
  EncodedFrame out;
  if (!encoder_->encode(joined_, length, flags_of(key_frame), out)) return std::nullopt;
  last_ = time;
  if (out.key_frame) key_frame_ = time;
  return PictureQueue::Frame{std::move(out.data), out.key_frame, std::nullopt, time};
}

}  // namespace evenkeel
