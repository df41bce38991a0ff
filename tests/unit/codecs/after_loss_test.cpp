#include <catch2/catch.hpp>
#include <functional>
#include <random>
#include <string_view>
#include <vector>

#include "codecs/reference_plan.h"
#include "codecs/vp8_decoder.h"
#include "codecs/vp8_encoder.h"
#include "tests/unit/codecs/lossy_call.h"
#include "tests/unit/codecs/moving_picture.h"

using namespace evenkeel;

namespace {

constexpr Duration interval = 33ms;

struct Case {
  double loss;
  int delay;  // of feedback, in frames
};

/// What was seen in a call; frames are counted.
struct Seen {
  int sent = 0;
  int decoded = 0;
  int undecodable = 0;  // given out, but refused by the decoder
  int different = 0;    // from what a decoder shows that has all frames
  int key_frames = 0;
  int sizes = 0;
  int jumps = 0;
  bool recovered = false;  // without losses at the end
};

/// The pictures of a camera of 160x96, or of 128x80 for a while, again and again.
class Camera {
 public:
  Camera() {
    for (MovingPicture camera : {MovingPicture(160, 96), MovingPicture(128, 80)}) {
      pictures_.emplace_back();
      for (int i = 0; i < 50; ++i) pictures_.back().push_back(camera.next());
    }
  }

  const Picture& picture(int number, bool small) {
    Picture& result = pictures_[small][static_cast<std::size_t>(number) % pictures_[small].size()];
    result.capture_time = LocalTime(1s) + number * interval;
    return result;
  }

 private:
  std::vector<std::vector<Picture>> pictures_;
};

std::size_t hash(const Picture& picture) {
  return std::hash<std::string_view>()({reinterpret_cast<const char*>(picture.data.data()), picture.data.size()});
}

/// A call of the VP8 encoder. Feedback that lies must not make it less exact, only slower.
class EncodedCall {
 public:
  EncodedCall(const Case& c, unsigned seed, bool lies)
      : encoder_(config(seed)), call_(c.loss, c.delay, seed), random_(seed), lies_(lies) {}

  void frame(Camera& camera, bool small) {
    for (const auto& feedback : call_.feedback()) {
      encoder_.on_reference_feedback(feedback.references);
      if (feedback.key_frame_wanted) encoder_.request_key_frame();
    }
    if (lies_) lie();
    encode(camera.picture(seen_.sent, small));
    for (const int number : call_.send(*frame_.dependency)) decode(number);
  }

  void end_losses() {
    call_.end_losses();
    lies_ = false;
  }

  const Seen& seen() {
    seen_.key_frames = encoder_.state().key_frames_encoded;
    seen_.jumps = encoder_.state().reference_jumps;
    seen_.recovered = call_.is_up_to_date();
    return seen_;
  }

 private:
  static Vp8EncoderConfig config(unsigned seed) {
    Vp8EncoderConfig c;
    c.references = true;
    c.target = kilobits_per_second(100 + 100 * (seed % 7));
    c.ladder.min_pixels = 1;                                                             // it may go down
    c.reference_plan.first_id = static_cast<std::uint16_t>(0xFFC0 + seed % 8 * 0x1000);  // wraps soon, or much later
    return c;
  }

  void lie() {
    ReferenceFeedback feedback;
    const auto some_id = [&] { return static_cast<std::uint16_t>(frame_.dependency->id - random_() % 12); };
    if (!frame_.dependency) return;
    if (random_() % 3 == 0) feedback.acknowledged = some_id();
    if (random_() % 3 == 0) feedback.broken = some_id();
    encoder_.on_reference_feedback(feedback);
  }

  void encode(const Picture& picture) {
    REQUIRE(encoder_.encode(picture, frame_));
    REQUIRE(frame_.dependency);
    REQUIRE(frame_.key_frame == (frame_.dependency->references == 0));
    if (!frames_.empty()) REQUIRE(frame_.dependency->id == static_cast<std::uint16_t>(last_id_ + 1));
    seen_.sizes += frame_.width != width_;
    width_ = frame_.width;
    last_id_ = frame_.dependency->id;
    Picture shown;
    REQUIRE(complete_.decode(frame_.data, shown));
    frames_.push_back({frame_.data, hash(shown)});
    ++seen_.sent;
  }

  void decode(int number) {
    Picture shown;
    const auto& [data, expected] = frames_[static_cast<std::size_t>(number)];
    ++seen_.decoded;
    if (!lossy_.decode(data, shown))
      ++seen_.undecodable;
    else if (hash(shown) != expected)
      ++seen_.different;
  }

  Vp8Encoder encoder_;
  Vp8Decoder complete_, lossy_;
  LossyCall call_;
  std::mt19937 random_;
  bool lies_;
  EncodedFrame frame_;
  std::vector<std::pair<std::vector<std::uint8_t>, std::size_t>> frames_;
  std::uint16_t last_id_ = 0;
  int width_ = 0;
  Seen seen_;
};

Seen run(Camera& camera, const Case& c, unsigned seed, int frames, bool lies = false) {
  EncodedCall call(c, seed, lies);
  std::mt19937 random(seed);
  bool small = false;
  for (int i = 0; i < frames; ++i) {
    if (random() % 60 == 0) small = !small;
    call.frame(camera, small);
  }
  call.end_losses();
  for (int i = 0; i < (lies ? 100 : 20 + 6 * c.delay); ++i) call.frame(camera, small);
  return call.seen();
}

void check(const Seen& seen) {
  CHECK(seen.undecodable == 0);
  CHECK(seen.different == 0);
  CHECK(seen.recovered);
}

}  // namespace

TEST_CASE("A decoder is bit-exact with the encoder from the first frame given out after a loss on") {
  const auto c = GENERATE(values<Case>({{0, 0},
                                        {0, 5},
                                        {0.03, 1},
                                        {0.03, 4},
                                        {0.03, 12},
                                        {0.1, 0},
                                        {0.1, 3},
                                        {0.1, 8},
                                        {0.2, 2},
                                        {0.2, 5},
                                        {0.3, 1},
                                        {0.3, 4},
                                        {0.3, 10}}));
  Camera camera;
  Seen sum;
  for (unsigned seed = 1; seed <= 2; ++seed) {
    CAPTURE(c.loss, c.delay, seed);
    const Seen seen = run(camera, c, seed, 120);
    check(seen);
    if (c.loss == 0) CHECK(seen.decoded == seen.sent);
    if (c.loss == 0) CHECK(seen.key_frames == seen.sizes);
    sum.jumps += seen.jumps;
    sum.decoded += seen.decoded;
  }
  CHECK((sum.jumps > 0) == (c.loss > 0));
  CHECK(sum.decoded > 60);
}

TEST_CASE("Lies about what was received or lost delay recovery, but no frame given out differs") {
  Camera camera;
  for (unsigned seed = 1; seed <= 4; ++seed) {
    CAPTURE(seed);
    check(run(camera, {0.1, 3}, seed, 120, true));
  }
}

TEST_CASE("A decoder stays bit-exact over a million frames", "[.]") {
  Camera camera;
  Seen sum;
  for (unsigned seed = 1; seed <= 700; ++seed) {
    for (const int delay : {0, 1, 2, 3, 5, 8, 12}) {
      const Case c{static_cast<double>(seed % 31) / 100, delay};
      CAPTURE(c.loss, c.delay, seed);
      const Seen seen = run(camera, c, 1000 * seed + static_cast<unsigned>(delay), 150, seed % 5 == 0);
      check(seen);
      sum.sent += seen.sent;
      sum.decoded += seen.decoded;
      sum.key_frames += seen.key_frames;
      sum.sizes += seen.sizes;
      sum.jumps += seen.jumps;
    }
  }
  WARN(sum.sent << " frames, " << sum.decoded << " decoded, " << sum.key_frames << " key frames for " << sum.sizes
                << " sizes, " << sum.jumps << " jumps");
}

TEST_CASE("A plan mends every loss, over all ids, without a key frame but the first") {
  const auto c = GENERATE(values<Case>({{0.01, 0}, {0.05, 3}, {0.1, 9}, {0.3, 2}}));
  CAPTURE(c.loss, c.delay);
  ReferencePlan plan;
  LossyCall call(c.loss, c.delay, 1);
  LocalTime now{1s};
  int key_frames = 0, jumps = 0;
  std::size_t decoded = 0;
  for (int i = 0; i < 70'000; ++i) {
    for (const auto& [references, key_frame_wanted] : call.feedback()) {
      plan.set_round_trip(references.round_trip);
      if (references.acknowledged) plan.acknowledged(*references.acknowledged);
      if (references.broken) plan.broken(*references.broken);
    }
    if (i == 69'900) call.end_losses();
    const auto choice = plan.next(now += interval, false);
    plan.on_encoded(choice);
    key_frames += choice.key_frame;
    jumps += choice.jump;
    decoded += call.send(choice.dependency).size();
  }
  CHECK(key_frames == 1);
  CHECK(jumps > 100);
  CHECK(decoded > 70'000 / 5);
  CHECK(call.is_up_to_date());
}
