#include <catch2/catch.hpp>
#include <limits>

#include "core/parameters/parameter_list.h"
#include "core/rtp/retransmission_packet.h"
#include "recovery_call.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

constexpr RecoveryConfig retransmission_alone{true, false, 0.0};
constexpr RecoveryConfig references_alone{false, true, 0.0};
constexpr RecoveryConfig repair_alone{false, false, 0.13};
constexpr RecoveryConfig repair_and_retransmission{true, false, 0.02};
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
  CHECK(sender.retransmissions().stats().unknown == 25'600);
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

TEST_CASE("A packet that is sent again and that nobody missed is dropped and counted") {
  RecoveryCall call(everything, all_features, 20ms);
  std::vector<std::uint8_t> media;
  call.call.loses = [&](auto packet) {
    if ((packet[1] & 0x7F) == video_payload_type) media.assign(packet.begin(), packet.end());
    return false;
  };
  call.call.run(1s);
  Receiver& receiver = call.call.receiver;
  const auto frames = receiver.assembler().stats().duplicates;
  std::vector<std::uint8_t> again(media.size() + 2);
  REQUIRE(write_retransmission(media, media_ssrc + 1, retransmission_payload_type, again) == again.size());
  for (int i = 0; i < 10; ++i) {
    again[3] = static_cast<std::uint8_t>(i);
    receiver.on_rtp(again, call.call.now, call.call.now);
  }
  CHECK(receiver.video().unwanted_retransmissions() == 10);
  CHECK(receiver.assembler().stats().duplicates == frames);
}

TEST_CASE("A frame that takes long to come is not complained about") {
  RecoveryCall call(everything, all_features, 5ms);
  call.call.frame_interval = 100ms;
  call.call.frame_size = 26'000;  // 83 ms at 2.5 Mbit/s, of which the round trip is a tenth
  call.call.run(10s);
  CHECK(call.encoder.jumps == 0);
  CHECK(call.call.receiver.video().references_asked() == 0);
  CHECK(call.given_out.size() >= 98);
}

TEST_CASE("Repair fills up to the rate, however fast the pacer is") {
  const double gain = GENERATE(1.0, 1.25, std::numeric_limits<double>::infinity());
  RecoveryCall call(everything, all_features, 20ms, gain);
  call.call.run(5s);
  const double bits = 8.0 * static_cast<double>(call.call.sender->transport().counters().wire_bytes_sent);
  CAPTURE(gain);
  CHECK(bits / 5 < 1.03 * 2.5e6);
  if (gain == 1) CHECK(bits / 5 > 0.97 * 2.5e6);
}

TEST_CASE("Where a still picture leaves most of the rate, repair has its share of the video and no more") {
  RecoveryCall call(everything, all_features, 50ms);
  call.call.frame_size = 600;
  call.lose(0.03);
  call.call.run(20s);
  const auto video =
      call.call.sender->transport().counters().wire_bytes_sent - call.call.sender->repair().bytes_on_wire();
  CHECK(call.call.sender->repair().packets() > 20);
  CHECK(static_cast<double>(call.call.sender->repair().bytes_on_wire()) < 0.45 * static_cast<double>(video));
}

TEST_CASE("Where frames wait for each other, the repair that losses need goes between them all the same") {
  const double share = GENERATE(0.0, 0.2);
  RecoveryCall r({false, false, share}, all_features, 50ms);
  r.call.frame_size = 12'000;  // 3 Mbit/s: the queue never empties
  r.call.run(2s);
  REQUIRE(r.call.sender->pacer_queue() > 200ms);
  const auto repair = static_cast<double>(r.call.sender->repair().bytes_on_wire());
  const double video = static_cast<double>(r.call.sender->transport().counters().wire_bytes_sent) - repair;
  CHECK(repair / video == Approx(share / (1 - share)).margin(0.02));  // a share of the rate
}

TEST_CASE("A peer that is gone, and a path that is given up, get nothing again") {
  RecoveryCall call(everything, all_features, 20ms);
  call.lose(0.03);
  call.call.run(2s);
  Sender& sender = *call.call.sender;
  sender.suspend();
  CHECK(drain(sender, call.call.now + 10ms).empty());
  const auto before = sender.retransmissions().packets();
  sender.start(call.call.now + 20ms);
  for (const auto& datagram : drain(sender, call.call.now + 30ms)) CHECK(is_rtcp(datagram));
  CHECK(sender.retransmissions().packets() == before);
}

TEST_CASE("Where we send nothing and the peer does not tell the round trip, losses are mended all the same") {
  RecoveryCall call(everything, all_features, 50ms);
  call.call.tells_round_trip = false;
  call.call.on_report = [](RtcpCompound& report) { report.reference_time.reset(); };
  call.lose(0.03);
  call.call.run(20s);
  CHECK(call.call.key_frames <= 2);
  CHECK(call.given_out.size() >= 570);
  CHECK_FALSE(call.call.receiver.round_trip_time());
}

TEST_CASE("An end that sends nothing asks for a lost packet at once where the round trip is 100 ms") {
  RecoveryCall call(repair_and_retransmission, all_features, 50ms);
  call.call.tells_round_trip = false;
  call.call.loses = Loser(video_payload_type, [](int frame, int packet) { return frame == hit && packet == 2; });
  std::optional<LocalTime> asked;
  call.call.on_report = [&](const RtcpCompound& report) {
    if (!report.nacks.empty() && !asked) asked = call.call.now;
  };
  call.call.run(3s);
  REQUIRE(asked);
  const LocalTime lost = t0 + hit * 33'333'333ns;
  CHECK(*asked - lost <= 100ms + 25ms);  // a round trip, and the pacer's time for the packets around it
  CHECK(call.longest_gap() <= 150ms);
}

TEST_CASE("Where the rate falls to a tenth while packets are sent again, the encoder keeps most of what is left") {
  RecoveryCall call(retransmission_alone, all_features, 20ms);
  call.lose(0.2);
  double least = 1e9;
  call.call.before_calls = [&] { least = std::min(least, call.call.sender->media_target().bps()); };
  call.call.run(2s);
  REQUIRE(call.call.sender->retransmissions().packets() > 50);
  set_parameter(call.call.sender->controller(), "rate", "100kbps");
  call.call.run(200ms);
  CHECK(least > 0.4 * 100e3);
  CHECK(least < 100e3);
}

TEST_CASE("Repair covers the first packets of a frame that has more than it reaches back") {
  RecoveryCall call({false, true, 0.13}, all_features, 20ms);
  const auto refer = call.call.on_encoded;
  int frames = 0;
  call.call.on_encoded = [&](EncodedFrame& frame) {
    refer(frame);
    ++frames;
    if (frames == hit) frame.data.resize(230'000);  // of some 200 packets
  };
  call.call.loses = Loser(video_payload_type, [](int frame, int packet) { return frame == hit - 1 && packet < 3; });
  call.call.run(6s);
  CHECK(call.call.receiver.video().repair().stats().recovered == 3);
}

TEST_CASE("A large packet of a server's is restored from its retransmission") {
  ReceiverConfig config = receiver_config();
  config.features.retransmission = true;
  Receiver receiver(config, t0);
  Negotiated negotiated;
  negotiated.features = config.features;
  receiver.on_new_peer(negotiated);
  std::vector<std::vector<std::uint8_t>> packets;
  for (std::uint16_t i = 0; i < 3; ++i) {
    std::vector<std::uint8_t> packet(1400, 0);
    write_rtp_header({true, video_payload_type, static_cast<std::uint16_t>(100 + i), 3000u * i, media_ssrc}, {},
                     packet);
    packet[12] = 0x10;                  // a frame begins
    packet[13] = i == 0 ? 0x10 : 0x11;  // a key frame
    packets.push_back(packet);
  }
  receiver.on_rtp(packets[0], t0, t0);
  receiver.on_rtp(packets[2], t0, t0);
  while (receiver.poll_frame(t0 + 20ms)) {
  }
  std::array<std::uint8_t, 1500> again{};
  const std::size_t size = write_retransmission(packets[1], media_ssrc + 1, retransmission_payload_type, again);
  REQUIRE(size == 1402);
  receiver.on_rtp(std::span(again).first(size), t0 + 30ms, t0 + 30ms);
  int frames = 0;
  while (receiver.poll_frame(t0 + 31ms)) ++frames;
  CHECK(frames == 2);
}
