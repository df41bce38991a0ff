#include "app/bench/recovery/planned_encoder.h"

#include <algorithm>
#include <cmath>

#include "codecs/vp8_header.h"

namespace evenkeel::bench {
namespace {

constexpr Duration interval = 33'333'333ns;
constexpr double spread = 0.1;  // of the logarithm of frame sizes, as measured of calls
constexpr double key_frame_size = 3;
constexpr double jump_size = 1.5;

std::optional<std::uint16_t> frame_id(std::optional<std::int32_t> id) {
  return id ? std::optional(static_cast<std::uint16_t>(*id)) : std::nullopt;
}

}  // namespace

std::size_t PlannedEncoder::size_of(DataRate target, double factor) {
  const double noise = std::exp(spread * std::normal_distribution()(random_));
  const double size = static_cast<double>((target * interval).bytes()) * factor * noise;
  return std::max<std::size_t>(static_cast<std::size_t>(size), vp8_key_frame_header_size);
}

ReferenceChoice PlannedEncoder::choose(Sender& sender, LocalTime now) {
  const bool wanted = sender.take_key_frame_request() || !started_;
  started_ = true;
  if (!sender.references()) {
    plan_.on_unplanned_frame();
    ReferenceChoice choice;
    choice.key_frame = wanted;
    return choice;
  }
  if (const auto rtt = sender.path().round_trip_time().smoothed()) plan_.set_round_trip(*rtt);
  if (const auto id = frame_id(sender.acknowledged_frame())) plan_.acknowledged(*id);
  if (const auto id = frame_id(sender.take_broken_frame())) plan_.broken(*id);
  const ReferenceChoice choice = plan_.next(now, wanted);
  plan_.on_encoded(choice);
  return choice;
}

EncodedFrame PlannedEncoder::encode(Sender& sender, LocalTime now) {
  const ReferenceChoice choice = choose(sender, now);
  key_frames_ += choice.key_frame ? 1 : 0;
  jumps_ += choice.jump ? 1 : 0;
  EncodedFrame frame;
  frame.key_frame = choice.key_frame;
  frame.capture_time = now;
  const double factor = choice.key_frame ? key_frame_size : choice.jump ? jump_size : 1;
  frame.data.assign(size_of(sender.media_target(), factor), 0);
  write_vp8_header(frame.data, frame.key_frame, 1280, 720);
  if (sender.references()) frame.dependency = choice.dependency;
  return frame;
}

}  // namespace evenkeel::bench
