#include "app/bench/frames/frame_call.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "codecs/vp8_header.h"

using namespace evenkeel;
using namespace evenkeel::bench;

namespace {

constexpr LocalTime start{1h};

/// A frame of so many bytes every 40 ms, regardless of the target.
class EvenSource final : public FrameSource {
 public:
  explicit EvenSource(std::size_t bytes_per_frame) : size_(bytes_per_frame) {}

  std::optional<EncodedFrame> poll(LocalTime now) override {
    if (now < next_) return std::nullopt;
    EncodedFrame frame;
    frame.key_frame = std::exchange(key_frame_, false);
    frame.capture_time = next_;
    frame.data.resize(size_);
    write_vp8_header(frame.data, frame.key_frame, 640, 360);
    next_ += 40ms;
    return frame;
  }
  LocalTime next_frame() const override { return next_; }
  void set_target(DataRate, LocalTime) override {}
  void request_key_frame() override { key_frame_ = true; }
  void on_pacer_queue(Duration, LocalTime) override {}

 private:
  std::size_t size_;
  LocalTime next_ = start;
  bool key_frame_ = true;
};

FramePacingCase fixed(double gain) {
  FramePacingCase plan;
  plan.limits.start = megabits_per_second(1);
  plan.link = megabits_per_second(10);
  plan.gain = gain;
  return plan;
}

/// The last frame of a second whose delay can be told in closed form: 5000 bytes, 1 Mbps or 40 ms, with headers more.
const LoggedFrame& tenth_frame(const FrameCall& call) { return call.log().frames().at(10); }

}  // namespace

TEST_CASE("Without pacing a frame takes the time of its packets on the link, and the propagation") {
  EvenSource source(4000);
  FrameCall call(fixed(no_pacing), source, start);
  call.run_until(start + 1s);
  REQUIRE(call.failure().empty());
  const LoggedFrame& frame = tenth_frame(call);
  REQUIRE(frame.whole());
  CHECK(frame.departed == frame.captured);
  std::int64_t bytes_of_frame = 0;
  for (const auto& packet : call.sent()) {
    if (packet.time == frame.captured) bytes_of_frame += packet.bytes;
  }
  CHECK(bytes_of_frame > 4000);
  const Duration expected = 25ms + bytes(bytes_of_frame) / megabits_per_second(10);
  CHECK(to_milliseconds(frame.arrived - frame.captured) == Approx(to_milliseconds(expected)).margin(0.001));
}

TEST_CASE("Paced, a frame leaves over the time that its bytes take at the target times the gain") {
  const double gain = GENERATE(1.0, 2.0, 4.0);
  EvenSource source(4000);
  FrameCall call(fixed(gain), source, start);
  call.run_until(start + 1s);
  const LoggedFrame& frame = tenth_frame(call);
  REQUIRE(frame.whole());
  // 4000 bytes in four packets of 1 kB and headers; up to two may leave at once after a pause, and so does what an
  // iteration's length of the round trip over 20 or 1 ms adds.
  const double minimum = to_milliseconds(bytes(4000 - 3000) / megabits_per_second(gain));
  const double maximum = to_milliseconds(bytes(4400) / megabits_per_second(gain)) + 5;
  CAPTURE(gain, minimum, maximum);
  CHECK(to_milliseconds(frame.departed - frame.captured) > minimum);
  CHECK(to_milliseconds(frame.departed - frame.captured) < maximum);
}

TEST_CASE("Packets that the link drops are reported, and later frames wait for a key frame") {
  FramePacingCase plan = fixed(no_pacing);
  plan.link = megabits_per_second(2);
  plan.buffer = 20ms;  // 5000 bytes, for frames of 6000
  EvenSource source(6000);
  FrameCall call(plan, source, start);
  call.run_until(start + 1s);
  const auto refused = std::count_if(call.sent().begin(), call.sent().end(), [](const auto& p) { return p.refused; });
  CHECK(refused >= 20);
  CHECK(call.shown().empty());
  for (const auto& packet : call.sent()) CHECK(packet.queue <= 20ms);
  CHECK(call.sent().size() - static_cast<std::size_t>(refused) >= call.received().size());
}

TEST_CASE("With enough room everything arrives, and each frame is shown") {
  EvenSource source(4000);
  FrameCall call(fixed(1.5), source, start);
  call.run_until(start + 1s);
  const auto whole = std::count_if(call.log().frames().begin(), call.log().frames().end(),
                                   [](const LoggedFrame& f) { return f.whole(); });
  CHECK(whole >= 23);
  CHECK(call.shown().size() == static_cast<std::size_t>(whole));
  CHECK(to_milliseconds(call.shown().at(10) - tenth_frame(call).captured) == Approx(0).margin(0.001));
}
