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
constexpr Duration row_interval = 100ms;  // of telemetry

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
  explicit NarrowCall(DataRate capacity, Duration delay = 25ms)
      : simulation(dumbbell(capacity, delay, Duration(300ms))) {
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

  Duration in_competition() const {
    const auto competes = [](const Sample& s) { return s.controller_mode == ControllerMode::competition; };
    return std::ranges::count_if(flow->samples, competes) * row_interval;
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

namespace {

struct Fall {
  double from = 8;  // Mbit/s
  double to = 0.15;
  Duration delay = 25ms;
};

std::unique_ptr<NarrowCall> call_with_fall(const Fall& fall, Duration when) {
  auto call = std::make_unique<NarrowCall>(megabits_per_second(fall.from), fall.delay);
  call->simulation.run_until(when);
  call->simulation.bottleneck().set_capacity(Capacity::constant(megabits_per_second(fall.to)), call->simulation.now());
  call->simulation.run_until(when + 15s);
  return call;
}

}  // namespace

TEST_CASE("A fall to a fiftieth of the capacity freezes the picture for less than 2 s in all that follows") {
  const Duration when = GENERATE(8000ms, 10400ms, 15000ms);
  const auto call = call_with_fall({}, when);
  CAPTURE(to_seconds(when), call->key_frame_times(), call->key_frame_sizes(), call->flow->receiver->key_frames_asked());
  CHECK(call->longest_gap(when - 1s, when + 15s) <= 2s);
  CHECK(call->source->key_frames.size() <= 4);
  CHECK(call->in_competition() == Duration::zero());  // nobody else is there
}

// Of the draws that needed more than new packet pairs: nothing waits behind a packet there.
TEST_CASE("Nor does such a fall on a longer path, or on a link that was slower") {
  const auto fall = GENERATE(Fall{8, 0.15, 75ms}, Fall{3, 0.15});
  const auto call = call_with_fall(fall, fall.from == 3 ? 9100ms : 8300ms);
  CAPTURE(fall.from, call->key_frame_times());
  CHECK(call->longest_gap(7s, 23s) <= 2s);
  CHECK(call->in_competition() == Duration::zero());
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
  print(*call_with_fall({}, 15s), 14s, 30s);
}

TEST_CASE("What a viewer sees of falls of the capacity, in a table", "[.fall-table]") {
  std::cout << "longest freeze in s, key frames, s in competition; five calls each\n";
  for (const Fall& fall :
       {Fall{8, 0.15, 10ms}, Fall{}, Fall{8, 0.15, 75ms}, Fall{3, 0.15}, Fall{8, 0.3}, Fall{15, 0.3}}) {
    std::cout << "| " << fall.from << " to " << fall.to << " Mbit/s, " << to_milliseconds(2 * fall.delay) << " ms |";
    for (const Duration when : {8000ms, 8300ms, 9100ms, 10400ms, 11200ms}) {
      const auto call = call_with_fall(fall, when);
      std::cout << ' ' << to_seconds(call->longest_gap(when, when + 15s)) << ", " << call->source->key_frames.size()
                << ", " << to_seconds(call->in_competition()) << " |";
    }
    std::cout << std::endl;
  }
}

}  // namespace evenkeel::test
