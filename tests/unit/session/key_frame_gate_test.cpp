#include "core/session/key_frame_gate.h"

#include <catch2/catch.hpp>

#include "joined_call.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

constexpr Duration rtt = 80ms;

KeyFrameGate gate_with_one_leaving() {
  KeyFrameGate gate;
  gate.demand(t0);
  REQUIRE(gate.take(t0));
  gate.on_key_frame(t0 + 10ms);
  return gate;
}

}  // namespace

TEST_CASE("No key frame is granted while the last one leaves, and for a round trip after its last packet") {
  KeyFrameGate gate = gate_with_one_leaving();
  LocalTime now = t0 + 20ms;
  for (; now < t0 + 3s; now += 20ms) {
    gate.request(now, rtt);
    REQUIRE_FALSE(gate.take(now));
  }
  gate.on_left(now);
  gate.request(now + rtt - 1ms, rtt);
  CHECK_FALSE(gate.take(now + rtt - 1ms));
  CHECK_FALSE(gate.take(now + 1h));  // that request was answered
  gate.request(now + rtt, rtt);
  CHECK(gate.take(now + rtt));
}

TEST_CASE("A key frame that nobody asked for answers requests, too") {
  KeyFrameGate gate = gate_with_one_leaving();
  gate.on_left(t0 + 20ms);
  gate.request(t0 + 200ms, rtt);  // due 300 ms after the one before
  gate.on_key_frame(t0 + 250ms);
  CHECK_FALSE(gate.take(t0 + 1s));
  gate.request(t0 + 1s, rtt);
  CHECK_FALSE(gate.take(t0 + 1s));
}

TEST_CASE("What a request waits for has a limit: an encoder that makes nothing is asked again") {
  KeyFrameGate gate;
  gate.demand(t0);
  REQUIRE(gate.take(t0));
  gate.request(t0 + 900ms, rtt);
  CHECK_FALSE(gate.take(t0 + 950ms));
  gate.request(t0 + KeyFrameGate::longest_encoding, rtt);
  CHECK(gate.take(t0 + KeyFrameGate::longest_encoding));
}

TEST_CASE("A key frame is demanded whatever is under way, as what leaves may have been discarded") {
  KeyFrameGate gate = gate_with_one_leaving();
  gate.demand(t0 + 20ms);
  CHECK(gate.take(t0 + 20ms));
}

// 40 kB take more than 3 s at 0.1 Mbit/s.
TEST_CASE("A key frame that takes seconds to send is the only one, however often the peer could have asked") {
  SenderConfig config = sender_config();
  config.limits.start = kilobits_per_second(100);
  JoinedCall call(make_sender(config));
  call.on_encoded = [](EncodedFrame& frame) { frame.data.resize(frame.key_frame ? 40'000 : 200); };
  call.sender->start(t0);
  call.run(5s);
  CHECK(call.key_frames == 1);
  CHECK(call.receiver.key_frames_asked() == 0);
  CHECK(call.frames > 30);
}

// Of 8000 bytes 44 frames pass in these 3 s, at 1 Mbit/s; twelve of them fall into the loss, which takes 0.55 s, and
// the round trips until the receiver has missed the frame, asked, and got another.
TEST_CASE("A key frame that stops coming is asked for again") {
  JoinedCall call(make_sender());
  int packets = 0;
  call.loses_media = [&] { return ++packets > 3 && packets < 60; };
  call.frame_size = 8000;
  call.sender->start(t0);
  call.run(3s);
  CHECK(call.receiver.key_frames_asked() >= 1);
  CHECK(call.frames >= 31);
  CHECK(call.frames <= 33);
  CHECK(call.key_frames == 2);
}
