#include <algorithm>
#include <catch2/catch.hpp>
#include <vector>

#include "codecs/vp8_decoder.h"
#include "codecs/vp8_encoder.h"
#include "tests/unit/codecs/moving_picture.h"

using namespace evenkeel;

namespace {

Vp8EncoderConfig config(bool references) {
  Vp8EncoderConfig c;
  c.target = megabits_per_second(1);
  c.references = references;
  return c;
}

/// An encoder whose frames are acknowledged six frames later.
struct Call {
  Vp8Encoder encoder;
  MovingPicture camera{320, 180};
  std::vector<EncodedFrame> frames;

  explicit Call(bool references = true) : encoder(config(references)) {}

  const EncodedFrame& frame(bool broken = false) {
    const auto newest = static_cast<std::uint16_t>(frames.size() - 1);
    ReferenceFeedback feedback{{}, {}, 150ms};
    if (frames.size() >= 6) feedback.acknowledged = newest - 5;
    if (broken) feedback.broken = newest;
    encoder.on_reference_feedback(feedback);
    frames.emplace_back();
    REQUIRE(encoder.encode(camera.next(), frames.back()));
    return frames.back();
  }

  void run(int count) {
    for (int i = 0; i < count; ++i) frame();
  }

  double mean_size(std::size_t from, std::size_t count) const {
    double sum = 0;
    for (std::size_t i = from; i < from + count; ++i) sum += static_cast<double>(frames[i].data.size());
    return sum / static_cast<double>(count);
  }
};

bool is_jump(const EncodedFrame& frame) {
  return frame.dependency->references == 1 && frame.dependency->distances[0] > 1;
}

}  // namespace

TEST_CASE("vp8 references: a frame says which frames it needs, and ids count the frames that came out") {
  Call call;
  call.run(40);
  for (std::size_t i = 0; i < 40; ++i) {
    REQUIRE(call.frames[i].dependency);
    CHECK(call.frames[i].dependency->id == i);
    if (i == 0)
      CHECK(call.frames[i].dependency->references == 0);
    else
      CHECK(call.frames[i].dependency->distances[0] == 1);
  }
  EncodedFrame refused;
  CHECK_FALSE(call.encoder.encode(Picture(), refused));
  CHECK(call.frame().dependency->id == 40);
}

TEST_CASE("vp8 references: a loss gives one jump to an acknowledged frame, and no key frame") {
  Call call;
  call.run(40);
  const EncodedFrame& jump = call.frame(true);
  CHECK(is_jump(jump));
  CHECK(jump.dependency->distances[0] >= 6);
  CHECK(jump.dependency->distances[0] <= 12);
  call.run(20);
  CHECK(std::count_if(call.frames.begin() + 1, call.frames.end(), is_jump) == 1);
  CHECK(call.encoder.state().reference_jumps == 1);
  CHECK(call.encoder.state().key_frames_encoded == 1);
}

TEST_CASE("vp8 references: a jump takes about one and a half frames, and what it takes is saved within a second") {
  Call call;
  call.run(60);
  double sum = 0;
  for (int second = 0; second < 8; ++second) {
    call.frame(true);
    call.run(29);
    const std::size_t jump = call.frames.size() - 30;
    REQUIRE(is_jump(call.frames[jump]));
    CHECK(call.mean_size(jump, 30) == Approx(1e6 / 8 / 30).epsilon(0.05));
    CHECK(call.mean_size(jump + 1, 3) == Approx(call.mean_size(jump - 10, 10)).epsilon(0.3));
    sum += call.mean_size(jump, 1) / call.mean_size(jump - 10, 10);
  }
  CHECK(sum / 8 > 1.1);
  CHECK(sum / 8 < 1.9);
}

TEST_CASE("vp8 references: a loss before the first acknowledgement gives a key frame") {
  Vp8Encoder encoder(config(true));
  MovingPicture camera(160, 90);
  EncodedFrame frame;
  for (int i = 0; i < 12; ++i) {
    if (i > 0) encoder.on_reference_feedback({{}, frame.dependency->id, 50ms});
    REQUIRE(encoder.encode(camera.next(), frame));
    CHECK(frame.key_frame == (i == 0 || i == 10));  // but not within 300 ms
  }
}

TEST_CASE("vp8 references: a peer that does not understand them gets frames that depend on all before") {
  Call deaf(false), spoken_to(false);
  for (int i = 0; i < 30; ++i) {
    EncodedFrame frame;
    frame.dependency.emplace();  // of what was in the memory before
    REQUIRE(deaf.encoder.encode(deaf.camera.next(), frame));
    CHECK_FALSE(frame.dependency);
    CHECK(spoken_to.frame(i > 5).data == frame.data);
  }
  CHECK(spoken_to.encoder.state().reference_jumps == 0);
  CHECK(spoken_to.encoder.state().key_frames_encoded == 1);
}

TEST_CASE("vp8 references: may be turned off and on at any time; on takes a key frame, and ids have no gap") {
  Call call;
  Vp8Decoder decoder;
  Picture picture;
  for (int i = 0; i < 60; ++i) {
    call.encoder.set_references(i < 20 || i >= 40);
    const EncodedFrame& frame = call.frame(i == 10 || i == 30 || i == 50);
    CHECK(frame.dependency.has_value() == (i < 20 || i >= 40));
    CHECK(frame.key_frame == (i == 0 || i == 40));
    if (frame.dependency) CHECK(frame.dependency->id == i);
    CHECK(decoder.decode(frame.data, picture));
  }
  CHECK(call.encoder.state().reference_jumps == 2);
}
