#include <catch2/catch.hpp>
#include <functional>
#include <map>
#include <string_view>

#include "codecs/vp8_decoder.h"
#include "codecs/vp8_encoder.h"
#include "tests/unit/codecs/moving_picture.h"
#include "tests/unit/session/recovery_call.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

/// An encrypted call with real VP8. What the receiver decodes is compared with what a decoder shows that has every
/// frame of the encoder, which VP8 makes equal to the encoder's own reconstruction, bit by bit.
class ExactCall {
 public:
  ExactCall(const RecoveryConfig& recovery, bool references)
      : call_(recovery, all_features, 30ms), encoder_(config(references)) {
    call_.call.on_encoded = [this](EncodedFrame& frame) { encode(frame); };
    call_.call.on_given_out = [this](const ReceivedFrame& frame) { decode(frame); };
  }

  JoinedCall& call() { return call_.call; }
  void lose(double share) { call_.lose(share); }
  /// The camera is off: no frame is encoded.
  void pause(Duration length) {
    call().frame_interval = length;
    call().run(length);
    call().frame_interval = 33'333'333ns;
  }
  EncoderState encoder() const { return encoder_.state(); }

  int decoded = 0, different = 0, refused = 0, recovered = 0;

 private:
  static Vp8EncoderConfig config(bool references) {
    Vp8EncoderConfig config;
    config.references = references;
    config.target = kilobits_per_second(1200);
    return config;
  }
  static std::size_t hash(const Picture& picture) {
    return std::hash<std::string_view>()({reinterpret_cast<const char*>(picture.data.data()), picture.data.size()});
  }

  void encode(EncodedFrame& frame) {
    Sender& sender = *call().sender;
    ReferenceFeedback feedback;
    feedback.round_trip = 60ms;
    if (const auto id = sender.acknowledged_frame()) feedback.acknowledged = static_cast<std::uint16_t>(*id);
    if (const auto id = sender.take_broken_frame()) feedback.broken = static_cast<std::uint16_t>(*id);
    encoder_.on_reference_feedback(feedback);
    if (frame.key_frame) encoder_.request_key_frame();
    Picture picture = camera_.next();
    picture.capture_time = frame.capture_time;
    REQUIRE(encoder_.encode(picture, frame));
    Picture shown;
    REQUIRE(complete_.decode(frame.data, shown));
    sent_[std::hash<std::string_view>()({reinterpret_cast<const char*>(frame.data.data()), frame.data.size()})] =
        hash(shown);
  }
  void decode(const ReceivedFrame& frame) {
    const auto of = sent_.find(
        std::hash<std::string_view>()({reinterpret_cast<const char*>(frame.data.data()), frame.data.size()}));
    REQUIRE(of != sent_.end());  // repair and retransmission give back the very bytes
    Picture shown;
    ++decoded;
    recovered += frame.recovered ? 1 : 0;
    if (!received_.decode(frame.data, shown))
      ++refused;
    else if (hash(shown) != of->second)
      ++different;
  }

  RecoveryCall call_;
  MovingPicture camera_{160, 96};
  Vp8Encoder encoder_;
  Vp8Decoder complete_, received_;
  std::map<std::size_t, std::size_t> sent_;  // what is shown, by what is sent
};

struct Way {
  const char* name;
  RecoveryConfig recovery;
  bool references;
};

}  // namespace

TEST_CASE("After losses, repair, jumps and a pause, pictures are those of the encoder, bit by bit") {
  const auto way = GENERATE(values<Way>({{"repair", {false, false, 0.2}, false},
                                         {"retransmission", {true, false, 0.0}, false},
                                         {"references", {false, true, 0.0}, true},
                                         {"all", {true, true, 0.13}, true},
                                         {"key frames", {false, false, 0.0}, false}}));
  const double loss = GENERATE(0.02, 0.15);
  CAPTURE(way.name, loss);
  ExactCall call(way.recovery, way.references);
  call.lose(loss);
  call.call().run(6s);
  call.pause(3s);
  call.call().run(4s);
  call.lose(0);
  const int before = call.decoded;
  call.call().run(2s);
  CHECK(call.different == 0);
  CHECK(call.refused == 0);
  CHECK(call.decoded > 60);
  CHECK(call.decoded > before + 50);
  if (way.recovery.retransmission || way.recovery.repair()) CHECK(call.recovered > 0);
  if (way.references && !way.recovery.retransmission) CHECK(call.encoder().reference_jumps > 0);
}
