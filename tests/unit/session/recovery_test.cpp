#include <catch2/catch.hpp>

#include "recovery_call.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

constexpr RecoveryConfig retransmission_alone{true, false, 0.0};
constexpr RecoveryConfig references_alone{false, true, 0.0};
constexpr RecoveryConfig repair_alone{false, false, 0.13};
constexpr RecoveryConfig everything{true, true, 0.13};

/// The frame that lost a packet is frame 60: two seconds in.
constexpr int hit = 60;

Duration age_of(const RecoveryCall& call, int frame) {
  return call.given_out.at(static_cast<std::size_t>(frame)) - (t0 + frame * 33'333'333ns) - call.call.path_delay;
}

}  // namespace

TEST_CASE("A lost packet is sent again, and is back within a round trip and 15 ms") {
  RecoveryCall call(retransmission_alone, all_features, 20ms);
  call.call.loses = Loser(video_payload_type, [](int frame, int packet) { return frame == hit && packet == 2; });
  call.call.run(3s);
  CHECK(call.given_out.size() >= 88);
  CHECK(call.call.sender->retransmissions().packets() == 1);
  CHECK(call.call.key_frames == 1);
  CHECK(age_of(call, hit) - age_of(call, hit - 1) <= 55ms - 20ms);  // its own way of 20 ms apart
}

TEST_CASE("A retransmission that is lost is asked for again, and sent twice then") {
  RecoveryCall call(retransmission_alone, all_features, 20ms);
  Loser media(video_payload_type, [](int frame, int packet) { return frame == hit && packet == 2; });
  int again = 0;
  call.call.loses = [&](auto packet) {
    return media(packet) || ((packet[1] & 0x7F) == retransmission_payload_type && again++ == 0);
  };
  call.call.run(3s);
  CHECK(again == 3);
  CHECK(call.given_out.size() >= 88);
  CHECK(call.call.key_frames == 1);
  CHECK(call.longest_gap() < 150ms);
}

TEST_CASE("Two frames that are lost whole make one jump and no key frame") {
  RecoveryCall call(references_alone, all_features, 50ms);
  call.call.loses = Loser(video_payload_type, [](int frame, int) { return frame == hit || frame == hit + 1; });
  call.call.run(4s);
  CHECK(call.encoder.jumps == 1);
  CHECK(call.call.key_frames == 1);
  CHECK(call.call.receiver.key_frames_asked() == 0);
  CHECK(call.given_out.size() > 100);
}

TEST_CASE("A jump that is lost is followed by another") {
  RecoveryCall call(references_alone, all_features, 50ms);
  bool lost_jump = false;
  Loser first(video_payload_type, [](int frame, int) { return frame == hit; });
  call.call.loses = [&](auto packet) {
    if (first(packet)) return true;
    const auto view = parse_rtp(packet);
    const auto element = view->extension(2);
    const auto dependency = element ? decode_frame_descriptor(*element) : std::nullopt;
    const bool jump = dependency && dependency->references == 1 && dependency->distances[0] > 1;
    return jump && !std::exchange(lost_jump, true);
  };
  call.call.run(4s);
  CHECK(lost_jump);
  CHECK(call.encoder.jumps == 2);
  CHECK(call.call.key_frames == 1);
  CHECK(call.given_out.size() > 90);
}

TEST_CASE("A key frame that is lost at the start comes again") {
  RecoveryCall call(references_alone, all_features, 50ms);
  call.call.loses = Loser(video_payload_type, [](int frame, int) { return frame == 0; });
  call.call.run(4s);
  CHECK(call.call.key_frames == 2);
  CHECK(call.given_out.size() > 90);
}

TEST_CASE("Reports that are lost for half a second leave references to what was acknowledged before") {
  RecoveryCall call(references_alone, all_features, 50ms);
  call.call.loses = Loser(video_payload_type, [](int frame, int) { return frame == hit; });
  call.call.run(1900ms);
  call.call.reports_get_through = false;
  call.call.run(500ms);
  call.call.reports_get_through = true;
  call.call.run(2s);
  CHECK(call.encoder.jumps >= 1);
  CHECK(call.call.key_frames == 1);
  CHECK(call.given_out.size() > 95);
}

TEST_CASE("Repair mends what is lost without a round trip") {
  RecoveryCall call(repair_alone, all_features, 150ms);
  call.call.loses = Loser(video_payload_type, [](int frame, int packet) { return frame % 10 == 5 && packet == 3; });
  call.call.run(10s);
  CHECK(call.call.receiver.video().repair().stats().recovered >= 28);
  CHECK(call.call.key_frames == 1);
  CHECK(call.given_out.size() >= 290);
  CHECK(call.longest_gap() < 100ms);
}

TEST_CASE("All of it together at 3 % loss: no key frame but the first, and nothing that is seen") {
  const Duration one_way = GENERATE(Duration(20ms), Duration(50ms), Duration(75ms));
  RecoveryCall call(everything, all_features, one_way);
  call.lose(0.03);
  call.call.run(20s);
  CAPTURE(to_milliseconds(one_way));
  CHECK(call.call.key_frames <= 2);
  CHECK(call.given_out.size() >= 570);
  CHECK(call.longest_gap() < 200ms);
}

TEST_CASE("A peer that says nothing gets what it got before: one stream, and key frames after losses") {
  RecoveryCall call(everything, PeerFeatures{}, 50ms);
  call.call.on_encoded = [](EncodedFrame&) {};  // the encoder is told so, by references()
  call.lose(0.03);
  std::size_t others = 0;
  const auto lose = call.call.loses_media;
  call.call.loses = [&](auto packet) {
    const auto view = parse_rtp(packet);
    if (view->header.ssrc != media_ssrc || view->header.payload_type != video_payload_type) ++others;
    if (view->extension(2)) ++others;
    return false;
  };
  call.call.run(5s);
  CHECK_FALSE(call.call.sender->references());
  CHECK(others == 0);
  CHECK(call.call.key_frames > 3);
}

TEST_CASE("Requests for what was never sent change nothing") {
  RecoveryCall call(everything, all_features, 20ms);
  call.call.run(1s);
  Sender& sender = *call.call.sender;
  const auto before = sender.retransmissions().packets();
  RtcpCompound hostile;
  hostile.sender_ssrc = reporter_ssrc;
  Nack nack{reporter_ssrc, media_ssrc, {}};
  for (int i = 0; i < 1000; ++i) nack.sequence_numbers.push_back(static_cast<std::uint16_t>(30'000 + i));
  hostile.nacks = {nack};
  hostile.slice_losses = {{reporter_ssrc, media_ssrc, 63}};
  hostile.reference_selections = {{reporter_ssrc, media_ssrc, 96, 12'345}};
  const auto acknowledged = sender.acknowledged_frame();
  for (int i = 0; i < 100; ++i) sender.on_rtcp(hostile, call.call.now, call.call.now);
  CHECK(sender.retransmissions().packets() == before);
  CHECK(sender.acknowledged_frame() == acknowledged);
  CHECK(sender.retransmissions().stats().unknown >= 100'000);
}

TEST_CASE("A peer that changes its mind in each report changes nothing") {
  RecoveryCall call(everything, all_features, 20ms);
  call.call.run(1s);
  Sender& sender = *call.call.sender;
  REQUIRE(sender.references());
  RtcpCompound rtcp;
  rtcp.sender_ssrc = reporter_ssrc;
  rtcp.features = "repair";
  sender.on_rtcp(rtcp, call.call.now, call.call.now);
  CHECK(sender.references());
  sender.start(call.call.now);
  sender.on_rtcp(rtcp, call.call.now, call.call.now);
  CHECK_FALSE(sender.references());
}

TEST_CASE("A repair packet is 16 bytes longer than the largest packet that it mends") {
  RecoveryCall call(everything, all_features, 20ms);
  std::size_t largest = 0;
  call.call.loses = [&](auto packet) {
    if ((packet[1] & 0x7F) == repair_payload_type) largest = std::max(largest, packet.size());
    return false;
  };
  call.call.run(2s);
  CHECK(largest > 1000);
  CHECK(largest <= 1216);
}
