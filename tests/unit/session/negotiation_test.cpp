#include "core/session/negotiation.h"

#include <array>
#include <catch2/catch.hpp>
#include <set>

#include "browser_knock.h"
#include "core/signal/sdp_offer.h"
#include "joined_call.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

SenderConfig recovering() {
  SenderConfig config = sender_config();
  config.recovery.retransmission = true;
  config.recovery.references = true;
  return config;
}

ReceiverConfig understanding() {
  ReceiverConfig config = receiver_config();
  config.features = {.retransmission = true, .repair = true, .references = true};
  return config;
}

/// A call in which both ends hold to what a knock led to. The far end understands all that we do, and says so.
struct NegotiatedCall : JoinedCall {
  explicit NegotiatedCall(const Knock& knock, std::string_view controller = "fixed")
      : NegotiatedCall(negotiate(knock), controller) {}
  explicit NegotiatedCall(const Negotiated& negotiated, std::string_view controller = "fixed")
      : JoinedCall(make_sender(recovering(), controller), understanding()) {
    sender->set_negotiated(negotiated);
    receiver.on_new_peer(negotiated);
    sender->start(t0);
    loses = [this](std::span<const std::uint8_t> datagram) {
      look(datagram);
      return drops(datagram);
    };
  }
  void look(std::span<const std::uint8_t> datagram) {
    const auto packet = parse_rtp(datagram);
    REQUIRE(packet);
    types.insert(packet->header.payload_type);
    for (const auto& e : std::span(packet->extensions).first(packet->extension_count)) ids.insert(e.id);
    if (const auto number = packet->extension(wide_id)) numbers.push_back(*decode_transport_wide_number(*number));
  }

  std::function<bool(std::span<const std::uint8_t>)> drops = [](auto) { return false; };
  std::set<int> types, ids;
  std::vector<std::uint16_t> numbers;
};

}  // namespace

TEST_CASE("Of the kinds of feedback that a knock offers the best is taken") {
  Knock knock = browser();
  CHECK(negotiate(knock).format.feedback == ArrivalFeedback::transport_wide);
  CHECK(negotiate(knock).format.transport_wide_id == wide_id);
  knock.transport_wide_number_id = 0;  // there is no place for the numbers
  CHECK(negotiate(knock).format.feedback == ArrivalFeedback::none);
  knock = browser();
  knock.congestion_feedback = true;
  CHECK(negotiate(knock).format.feedback == ArrivalFeedback::congestion);
  CHECK(negotiate(knock).format.transport_wide_id == 0);
  knock.native = true;
  knock.opus = audio_payload_type;
  knock.receives_audio = true;
  CHECK(negotiate(knock) == Negotiated{});
}

TEST_CASE("A media server's answer leads to what it took, and to nothing of our own") {
  SdpAnswer answer;
  answer.vp8 = vp8;
  answer.vp8_retransmission = again;
  answer.transport_wide_number_id = wide_id;
  answer.capture_time_id = 4;
  answer.transport_wide_feedback = true;
  answer.nack = answer.reduced_size_rtcp = answer.receives_video = true;
  const Negotiated whole = negotiate(answer);
  CHECK(whole.peer_receives_video);
  CHECK(whole.format.video == vp8);
  CHECK(whole.format.retransmission == again);
  CHECK(whole.format.repair == 0);
  CHECK(whole.format.padding == 0);
  CHECK(whole.format.descriptor_id == 0);
  CHECK(whole.format.capture_time_id == 4);
  CHECK(whole.format.transport_wide_id == wide_id);
  CHECK(whole.format.feedback == ArrivalFeedback::transport_wide);
  CHECK(whole.format.reduced_size_reports);
  CHECK(whole.features == PeerFeatures{.retransmission = true});

  answer.congestion_feedback = true;
  CHECK(negotiate(answer).format.feedback == ArrivalFeedback::congestion);
  CHECK(negotiate(answer).format.transport_wide_id == 0);
  answer.nack = false;  // nobody would ask for a packet again
  CHECK(negotiate(answer).format.retransmission == 0);
  CHECK(negotiate(answer).features == PeerFeatures{});
  answer.reduced_size_rtcp = answer.receives_video = false;
  CHECK_FALSE(negotiate(answer).format.reduced_size_reports);
  CHECK_FALSE(negotiate(answer).peer_receives_video);
}

TEST_CASE("Where RTCP of reduced size was not taken, each datagram of it begins with a report") {
  SdpAnswer answer;
  answer.vp8 = vp8;
  answer.transport_wide_number_id = wide_id;
  answer.transport_wide_feedback = true;
  answer.receives_video = true;
  answer.reduced_size_rtcp = GENERATE(true, false);
  NegotiatedCall call(negotiate(answer));
  int reports = 0, reduced = 0;
  call.on_report_sent = [&](std::span<const std::uint8_t> datagram) {
    ++reports;
    if (datagram[1] != 201) ++reduced;
  };
  call.run(3s);
  CHECK(reports > 20);
  CHECK((reduced > 0) == answer.reduced_size_rtcp);
}

TEST_CASE("Only payload types and extensions that were negotiated go out, and all packets are numbered in one order") {
  NegotiatedCall call(browser());
  int count = 0;
  call.drops = [&](auto) { return ++count % 40 == 0; };
  call.run(5s);
  CHECK(call.types == std::set<int>{vp8, again});
  CHECK(call.ids == std::set<int>{wide_id});
  REQUIRE(call.numbers.size() == static_cast<std::size_t>(call.media));
  for (std::size_t i = 1; i < call.numbers.size(); ++i) {
    REQUIRE(call.numbers[i] == static_cast<std::uint16_t>(call.numbers[i - 1] + 1));
  }
  CHECK(call.sender->retransmissions().packets() > 0);
  CHECK(call.frames > 140);
  // Two of the first packets are lost before anyone knows the round trip.
  CHECK(call.key_frames <= 2);
}

TEST_CASE("Features that a negotiated peer claims in its reports change nothing") {
  Knock knock = browser();
  knock.vp8_retransmission = 0;
  NegotiatedCall call(knock);
  call.on_report = [](RtcpCompound& report) { report.features = "rtx repair refs"; };
  int count = 0;
  call.drops = [&](auto) { return ++count % 40 == 0; };
  call.run(3s);
  CHECK(call.types == std::set<int>{vp8});
  CHECK_FALSE(call.sender->references());
}

TEST_CASE("Transport-wide feedback tells what RFC 8888 does: losses, delays, and round trips by sender reports") {
  NegotiatedCall call(browser());
  call.peer_clock = 5h;
  call.run(3s);
  const PathMonitor& path = call.sender->path();
  REQUIRE(path.round_trip_time().smoothed());
  CHECK(to_milliseconds(*path.round_trip_time().smoothed()) == Approx(50).margin(2));
  CHECK(to_milliseconds(*path.one_way_delay()) == Approx(25).margin(2));
  CHECK(path.delay_kind() == DelayKind::estimated);
  CHECK(path.history().packets_lost() == 0);
  // What is under way there and back, and until the next report.
  CHECK(path.history().in_flight() < bytes(40'000));

  call.path_delay = 45ms;  // 20 ms more each way: the queue on the way there shows at once
  call.run(200ms);
  CHECK(to_milliseconds(*path.queueing_delay()) == Approx(20).margin(2));
  CHECK(to_milliseconds(*path.one_way_delay()) == Approx(45).margin(3));
  call.run(3s);  // and the way back with the next answer
  CHECK(to_milliseconds(*path.round_trip_time().latest()) == Approx(90).margin(3));

  int count = 0;
  std::int64_t dropped = 0;
  call.drops = [&](auto) {
    const bool drop = ++count % 50 == 0;
    dropped += drop ? 1 : 0;
    return drop;
  };
  call.run(5s);
  call.drops = [](auto) { return false; };
  call.run(1s);
  CHECK(dropped > 5);
  CHECK(path.history().packets_lost() == dropped);
}

TEST_CASE("What the checks of a path took is its round trip until a report is answered") {
  NegotiatedCall call(browser(), "darc");
  call.on_report = [](RtcpCompound& report) { report.reports.clear(); };
  call.run(1s);
  CHECK_FALSE(call.sender->path().round_trip_time().smoothed());
  call.sender->start(call.now, 50ms);
  call.run(1s);
  CHECK(to_milliseconds(*call.sender->path().round_trip_time().latest()) == Approx(50).margin(2));
  CHECK(call.sender->path().one_way_delay());
  CHECK(call.sender->transport().rate() > RateLimits().start);
}

TEST_CASE("Of lost transport-wide feedback nobody knows what came: it is neither lost nor in flight for long") {
  NegotiatedCall call(browser());
  call.run(2s);
  call.reports_get_through = false;
  call.run(300ms);
  call.reports_get_through = true;
  call.run(2s);
  CHECK(call.sender->path().history().packets_lost() == 0);
  CHECK(call.sender->path().history().in_flight() < bytes(40'000));
}

TEST_CASE("Padding for a peer with other types is of the video, by the P bit, between frames") {
  RtpSendStream stream({.ssrc = media_ssrc, .first_sequence_number = 7, .first_timestamp = 99});
  MediaFormat format = negotiate(browser()).format;
  stream.set_format(format);
  std::array<std::uint8_t, 1200> out{};
  const std::size_t size = stream.write_padding(out.size(), out);
  REQUIRE(size == 12 + 8 + max_rtp_padding);
  const auto packet = parse_rtp(std::span(out).first(size));
  REQUIRE(packet);
  CHECK(packet->payload.empty());
  CHECK(packet->header.payload_type == vp8);
  CHECK_FALSE(packet->header.marker);
  CHECK(packet->extension(wide_id));
  CHECK(stream.write_padding(100, out) == 100);
  CHECK(parse_rtp(std::span(out).first(100))->payload.empty());
  CHECK(stream.write_padding(20, out) == 0);

  format.transport_wide_id = 0;
  stream.set_format(format);
  CHECK(stream.write_padding(out.size(), out) == 12 + max_rtp_padding);
}

TEST_CASE("A packet that holds nothing but padding breaks no frame") {
  NegotiatedCall call(browser());
  call.run(1s);
  const int before = call.frames;
  const auto keys = call.key_frames;
  RtpSendStream stream({.ssrc = media_ssrc, .first_sequence_number = 1, .first_timestamp = 99});
  stream.set_format(negotiate(browser()).format);
  CHECK(call.receiver.stats().padding_packets == 0);
  std::array<std::uint8_t, 300> out{};
  const std::size_t size = stream.write_padding(out.size(), out);
  // In the place of the next packet's number, which then is a duplicate: it is the padding that counts.
  call.receiver.on_rtp(std::span(out).first(size), call.now, call.now);
  CHECK(call.receiver.stats().padding_packets == 1);
  call.run(1s);
  CHECK(call.frames - before == Approx(30).margin(2));
  CHECK(call.key_frames == keys);
}

TEST_CASE("A peer that tells no arrivals gets the start rate, or less where it asks for less") {
  Knock knock = browser();
  knock.transport_wide_feedback = false;
  NegotiatedCall call(knock, "darc");
  const auto rate = [&] { return call.sender->transport().rate(); };
  call.run(3s);
  CHECK(rate() == RateLimits().start);
  CHECK(call.ids.empty());
  call.on_report = [](RtcpCompound& report) { report.remb_bps = 400'000; };
  call.run(1s);
  CHECK(rate() == kilobits_per_second(400));
  call.on_report = [](RtcpCompound& report) { report.remb_bps = 90'000'000; };
  call.run(1s);
  CHECK(rate() == RateLimits().start);
  call.on_report = [](RtcpCompound& report) { report.remb_bps = 0; };
  call.run(1s);
  CHECK(rate() == RateLimits().minimum);
}

TEST_CASE("Of a peer that tells no arrivals the circuit breaker knows the losses and the round trip") {
  Knock knock = browser();
  knock.transport_wide_feedback = false;
  NegotiatedCall call(knock, "darc");
  call.path_delay = 150ms;
  call.drops = [n = 0](auto) mutable { return ++n % 2 == 0; };
  call.run(20s);
  CHECK(call.sender->path().round_trip_time().smoothed());
  CHECK(call.sender->circuit_breaker().limit() < RateLimits().start);
  CHECK(call.sender->transport().rate() < RateLimits().start);
}

TEST_CASE("A peer that offers no VP8 gets no video, and packets of type 0 are none") {
  Knock knock = browser();
  knock.vp8 = knock.vp8_retransmission = 0;
  CHECK_FALSE(negotiate(knock).peer_receives_video);
  NegotiatedCall call(knock);
  RtpSendStream stream({.ssrc = 9});
  MediaFormat format;
  format.padding = 0;
  stream.set_format(format);
  std::array<std::uint8_t, 100> out{};
  const std::size_t size = stream.write_header(0, out);
  call.receiver.on_rtp(std::span(out).first(size + 8), t0, t0);
  CHECK(call.receiver.stats().packets == 0);
  CHECK(call.receiver.stats().malformed == 1);
}

TEST_CASE("Packets of no use to us are reported all the same, or the peer would count them as lost") {
  ReceiverConfig config = understanding();
  config.features.retransmission = false;
  Receiver receiver(config, t0);
  receiver.on_new_peer(negotiate(browser()));
  RtpSendStream stream({.ssrc = 9});
  stream.set_format(negotiate(browser()).format);
  std::array<std::uint8_t, 100> out{};
  const std::size_t size = stream.write_header(again, out);
  REQUIRE(write_transport_wide_number(out, wide_id, 77));
  receiver.on_rtp(std::span(out).first(size + 8), t0, t0);
  CHECK(receiver.stats().packets == 0);
  RtcpCompound report;
  const auto datagram = receiver.poll(t0 + 1s);
  REQUIRE(datagram);
  REQUIRE(parse_rtcp(*datagram, report));
  REQUIRE(report.transport_wide_feedbacks.size() == 1);
  CHECK(report.transport_wide_feedbacks[0].begin_number == 77);
}

TEST_CASE("A server's video is taken by the numbers of our offer and by those of its answer") {
  SdpAnswer answer;
  answer.vp8 = vp8;
  answer.vp8_retransmission = again;
  answer.nack = answer.sends_video = true;
  Receiver receiver(understanding(), t0);
  receiver.on_new_peer(negotiate(answer));
  std::uint16_t number = 1;
  const auto comes = [&](std::uint8_t type, std::uint32_t ssrc) {
    std::array<std::uint8_t, 40> bytes{};
    const std::size_t size = write_rtp_header({true, type, number++, 90, ssrc}, {}, bytes);
    const auto before = receiver.stats().malformed;
    receiver.on_rtp(std::span(bytes).first(size + 10), t0, t0);
    return receiver.stats().malformed == before;
  };
  for (const std::uint8_t type : {offered::vp8, vp8}) CHECK(comes(type, media_ssrc));
  CHECK(receiver.stats().packets == 2);
  for (const std::uint8_t type : {offered::vp8_retransmission, again}) CHECK(comes(type, 7));
  CHECK_FALSE(comes(77, media_ssrc));
  CHECK(negotiate(answer).format.video == vp8);  // by which we send
}

TEST_CASE("A later call with another format has nothing of the one before") {
  NegotiatedCall call(browser());
  call.run(1s);
  call.sender->suspend();
  call.types.clear();
  call.ids.clear();
  call.sender->set_negotiated({});
  call.receiver.on_new_peer();
  call.sender->start(call.now);
  call.run(1s);
  CHECK(call.types.contains(video_payload_type));
  CHECK_FALSE(call.types.contains(vp8));
  CHECK_FALSE(call.ids.contains(wide_id));
}

TEST_CASE("Forged transport-wide feedback moves no counter beyond what was sent") {
  NegotiatedCall call(browser());
  call.run(1s);
  RtcpCompound forged;
  TransportWideFeedback feedback;
  feedback.begin_number = 0x8000;
  feedback.reference_time = 0xFFFFFF;
  feedback.arrivals.assign(16'000, Duration(-8s));
  forged.transport_wide_feedbacks = {feedback, feedback};
  const auto before = call.sender->path().history().packets_lost();
  call.sender->on_rtcp(forged, call.now, call.now);
  ReportBlock block{.ssrc = media_ssrc, .last_sr = 1, .delay_since_last_sr = 0xFFFFFFFF};
  forged = {};
  forged.reports = {block};
  call.sender->on_rtcp(forged, call.now, call.now);
  CHECK(call.sender->path().history().packets_lost() == before);
  call.run(2s);
  CHECK(to_milliseconds(*call.sender->path().round_trip_time().smoothed()) == Approx(50).margin(5));
}
