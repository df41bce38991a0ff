#include <catch2/catch.hpp>
#include <cmath>
#include <iostream>

#include "app/call/video_sender.h"
#include "app/capture/test_picture.h"
#include "codecs/vp8_encoder.h"
#include "sources.h"

// What a viewer sees where the link carries a tenth of the start rate, or suddenly a fiftieth of what it did: with the
// encoder of a call, references, retransmission and repair.

namespace evenkeel::test {
namespace {

constexpr Duration frame_interval = 33'333'333ns;

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

struct NarrowCall {
  explicit NarrowCall(DataRate capacity) : simulation(dumbbell(capacity, 25ms, Duration(300ms))) {
    FlowConfig config;
    config.controller = "darc";
    config.max_packet_size = 1200;
    config.delay_kind = DelayKind::estimated;
    config.mends_losses = true;
    config.negotiated.features = PeerFeatures{.retransmission = true, .repair = true, .references = true};
    auto made = std::make_unique<CallSource>();
    source = made.get();
    flow = &simulation.add(config, std::move(made));
    source->sender = flow->sender.get();
  }
  std::vector<double> key_frame_times() const {
    std::vector<double> times;
    for (const auto& key : source->key_frames) times.push_back(to_seconds(key.at - epoch));
    return times;
  }
  std::vector<std::size_t> key_frame_sizes() const {
    std::vector<std::size_t> sizes;
    for (const auto& key : source->key_frames) sizes.push_back(key.size);
    return sizes;
  }
  Duration first_picture() const {
    return flow->pictures_arrived.empty() ? Duration::max() : flow->pictures_arrived.front().given_out - epoch;
  }
  /// The longest time without a new picture between two times.
  Duration longest_gap(Duration from, Duration to) const {
    Duration longest{};
    LocalTime last = at(from);
    for (const PictureArrival& picture : flow->pictures_arrived) {
      if (picture.given_out < at(from) || picture.given_out > at(to)) continue;
      longest = std::max<Duration>(longest, picture.given_out - last);
      last = picture.given_out;
    }
    return std::max<Duration>(longest, at(to) - last);
  }

  Simulation simulation;
  CallSource* source;
  Flow* flow;
};

}  // namespace

TEST_CASE("A call onto a tenth of its start rate shows its first picture within 1.5 s, with few key frames") {
  NarrowCall call(kilobits_per_second(100));
  call.simulation.run_until(10s);
  CAPTURE(call.key_frame_times(), call.key_frame_sizes(), call.flow->receiver->key_frames_asked());
  CHECK(call.first_picture() <= 1500ms);
  CHECK(call.source->key_frames.size() <= 3);
}

TEST_CASE("A fall to a fiftieth of the capacity freezes the picture for 1 s at most, with few key frames") {
  NarrowCall call(megabits_per_second(8));
  call.simulation.run_until(15s);
  call.simulation.bottleneck().set_capacity(Capacity::constant(kilobits_per_second(150)), call.simulation.now());
  call.simulation.run_until(17s);
  CAPTURE(call.key_frame_times(), call.key_frame_sizes(), call.flow->receiver->key_frames_asked());
  CHECK(call.longest_gap(14s, 17s) <= 1s);
  CHECK(call.source->key_frames.size() <= 4);
}

namespace {

void print(const NarrowCall& call, Duration from, Duration to) {
  std::cout
      << "s, target, sent and received in kbit/s, queues of sender and link in ms, pictures, key frames asked for\n";
  for (const Sample& sample : call.flow->samples) {
    if (sample.time < from || sample.time > to) continue;
    const auto kbps = [](const std::optional<double>& bps) { return std::lround(bps.value_or(0) / 1000); };
    std::cout << to_seconds(sample.time) << ' ' << kbps(sample.target_bitrate_bps) << ' '
              << kbps(sample.send_bitrate_bps) << ' ' << kbps(sample.receive_bitrate_bps) << ' '
              << std::lround(sample.pacer_queue_ms.value_or(0)) << ' ' << std::lround(sample.link_queue_ms.value_or(0))
              << ' ' << sample.frames_received.value_or(0) << ' ' << sample.pli_count.value_or(0) << ' '
              << sample.nack_count.value_or(0) << '\n';
  }
  for (const auto& key : call.source->key_frames)
    std::cout << "key frame at " << to_seconds(key.at - epoch) << " s: " << key.size << " bytes\n";
  std::cout << "first picture after " << to_seconds(call.first_picture()) << " s, longest gap "
            << to_seconds(call.longest_gap(from, to)) << " s\n";
}

}  // namespace

TEST_CASE("What a viewer sees of a narrow link, step by step", "[.narrow-table]") {
  NarrowCall begin(kilobits_per_second(100));
  begin.simulation.run_until(10s);
  print(begin, 0s, 10s);
  NarrowCall fall(megabits_per_second(8));
  fall.simulation.run_until(15s);
  fall.simulation.bottleneck().set_capacity(Capacity::constant(kilobits_per_second(150)), fall.simulation.now());
  fall.simulation.run_until(25s);
  print(fall, 14s, 25s);
}

}  // namespace evenkeel::test
