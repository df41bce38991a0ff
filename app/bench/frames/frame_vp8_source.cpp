#include "app/bench/frames/frame_vp8_source.h"

#include "app/call/video_sender.h"

namespace evenkeel::bench {
namespace {

constexpr int width = 640;
constexpr int height = 360;
constexpr Duration frame_interval = 33'333'333ns;
constexpr Duration scene_length = 7s;
constexpr Duration scene_offset = 100s;  // moving objects are elsewhere, too

}  // namespace

Vp8FrameSource::Vp8FrameSource(LocalTime start) : start_(start), next_frame_(start) {
  for (const std::uint64_t seed : {1U, 2U, 3U}) scenes_.emplace_back(width, height, seed);
}

std::optional<EncodedFrame> Vp8FrameSource::poll(LocalTime now) {
  while (next_frame_ <= now) {
    const LocalTime captured = next_frame_;
    next_frame_ += frame_interval;
    if (pacer_queue_ > VideoSender::longest_pacer_queue) {
      ++frames_skipped_;
      continue;
    }
    draw(captured);
    EncodedFrame frame;
    if (encoder_.encode(picture_, frame)) return frame;
  }
  return std::nullopt;
}

void Vp8FrameSource::draw(LocalTime at) {
  const auto scene = (at - start_) / scene_length;
  scenes_[static_cast<std::size_t>(scene) % scenes_.size()].draw(picture_, at + scene * scene_offset);
  picture_.capture_time = at;
}

}  // namespace evenkeel::bench
