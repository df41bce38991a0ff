#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "app/call/video_sender.h"
#include "app/capture/test_picture.h"
#include "codecs/vp8_encoder.h"
#include "sources.h"

namespace evenkeel::test {

inline constexpr Duration frame_interval = 33'333'333ns;

/// The moving test picture, 1280x720, encoded as in a call; encoding takes no time.
class CallSource final : public FrameSource {
 public:
  std::optional<EncodedFrame> poll(LocalTime now) override {
    while (next_frame_ <= now) {
      picture_.capture_time = std::exchange(next_frame_, next_frame_ + frame_interval);
      if (pacer_queue_ > VideoSender::longest_pacer_queue) continue;
      encoder_.set_references(sender->references());
      const auto acknowledged = sender->acknowledged_frame();
      encoder_.on_reference_feedback(
          {acknowledged ? std::optional(static_cast<std::uint16_t>(*acknowledged)) : std::nullopt, broken(),
           sender->path().round_trip_time().smoothed().value_or(Duration::zero())});
      scene_.draw(picture_, picture_.capture_time);
      EncodedFrame frame;
      if (!encoder_.encode(picture_, frame)) continue;
      if (frame.key_frame) key_frames.push_back({picture_.capture_time, frame.data.size()});
      return frame;
    }
    return std::nullopt;
  }
  LocalTime next_frame() const override { return next_frame_; }
  void set_target(DataRate media, LocalTime) override { encoder_.set_target(media); }
  void request_key_frame() override { encoder_.request_key_frame(); }
  void on_pacer_queue(Duration queue, LocalTime) override { pacer_queue_ = queue; }

  struct KeyFrame {
    LocalTime at{};
    std::size_t size = 0;
  };
  std::vector<KeyFrame> key_frames;
  Sender* sender = nullptr;

 private:
  std::optional<std::uint16_t> broken() {
    const auto id = sender->take_broken_frame();
    return id ? std::optional(static_cast<std::uint16_t>(*id)) : std::nullopt;
  }

  Vp8Encoder encoder_;
  TestPicture scene_{1280, 720, 1};
  Picture picture_;
  LocalTime next_frame_ = at(Duration::zero());
  Duration pacer_queue_{};
};

/// A call with all that mends losses, as a viewer sees it.
struct ViewedCall {
  explicit ViewedCall(const LinkConfig& link, FlowConfig config = {})
      : simulation(link, constant_link(DataRate::unlimited(), link.propagation_delay, Duration(1s))) {
    config.controller = "darc";
    config.max_packet_size = 1200;
    config.delay_kind = DelayKind::estimated;
    config.mends_losses = true;
    if (!config.negotiated.features)
      config.negotiated.features = PeerFeatures{.retransmission = true, .repair = true, .references = true};
    auto made = std::make_unique<CallSource>();
    source = made.get();
    flow = &simulation.add(config, std::move(made));
    source->sender = flow->sender.get();
  }
  Duration first_picture() const {
    return flow->pictures_arrived.empty() ? Duration::max() : flow->pictures_arrived.front().given_out - epoch;
  }

  Simulation simulation;
  CallSource* source;
  Flow* flow;
};

}  // namespace evenkeel::test
