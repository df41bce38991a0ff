#include "joined_call.h"

#include <catch2/catch.hpp>

#include "core/rtp/extensions.h"
#include "core/rtp/ntp.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

constexpr NtpClock ours(0xFEDC'BA98'7654'3210);
constexpr NtpClock theirs(0x7000'0000'8000'0000);

SenderConfig sender_with(const NtpClock& clock) {
  SenderConfig config = sender_config();
  config.ntp_clock = clock;
  return config;
}

ReceiverConfig receiver_with(const NtpClock& clock) {
  ReceiverConfig config = receiver_config();
  config.ntp_clock = clock;
  return config;
}

}  // namespace

TEST_CASE("Who knows the origin gets the exact time back, whole and middle") {
  for (const LocalTime t :
       {LocalTime(), LocalTime(1ns), t0, LocalTime(1234567891234567ns), LocalTime(24h * 365 * 100)}) {
    for (const NtpClock& clock : {NtpClock(), ours, theirs, NtpClock(~std::uint64_t{0})}) {
      CHECK(clock.read(clock.write(t)) == to_ntp(t));
      CHECK(clock.read_middle(clock.write_middle(t)) == to_ntp_middle(t));
    }
  }
  CHECK(NtpClock().write(t0) == to_ntp(t0));
  CHECK(ours.write(t0) != to_ntp(t0));
}

TEST_CASE("Sender reports and frames tell the time from the origin on") {
  auto sender = make_sender(sender_with(ours));
  sender->start(t0);
  sender->push_frame(frame(500, t0), t0);
  int seen = 0;
  for (LocalTime now = t0; now < t0 + 500ms; now += 1ms) {
    for (const auto& datagram : drain(*sender, now)) {
      RtcpCompound rtcp;
      if (is_rtcp(datagram)) {
        REQUIRE(parse_rtcp(datagram, rtcp));
        CHECK(rtcp.sender_reports.at(0).info.ntp == ours.write(now));
      } else {
        CHECK(decode_capture_time(*parse_rtp(datagram)->extension(abs_capture_time_id)) == ours.write(t0));
      }
      ++seen;
    }
  }
  CHECK(seen == 2);
}

TEST_CASE("Reports and the question for the round trip tell the time from the origin on") {
  Receiver receiver(receiver_with(theirs), t0);
  std::vector<std::uint8_t> packet(12);
  write_rtp_header({true, video_payload_type, 5, 9, media_ssrc}, {}, packet);
  receiver.on_rtp(packet, t0, t0);
  const auto datagram = receiver.poll(t0 + 50ms);
  REQUIRE(datagram);
  RtcpCompound rtcp;
  REQUIRE(parse_rtcp(*datagram, rtcp));
  REQUIRE(rtcp.feedbacks.size() == 1);
  CHECK(rtcp.feedbacks[0].report_timestamp == theirs.write_middle(t0 + 50ms));
  REQUIRE(rtcp.reference_time);
  CHECK(rtcp.reference_time->ntp == theirs.write(t0 + 50ms));

  RtcpCompound answer;
  answer.reference_time_answers = {{media_ssrc, reporter_ssrc, theirs.write_middle(t0 + 50ms), 0}};
  receiver.on_rtcp(answer, t0 + 150ms);
  CHECK(receiver.round_trip_time() == 100ms);
}

TEST_CASE("Whatever the origins, the path is known as it would be without") {
  const NtpClock peer = GENERATE(NtpClock(), theirs, NtpClock(std::uint64_t{0xFFFF} << 32), NtpClock(1ULL << 47));
  JoinedCall call(make_sender(sender_with(ours)), receiver_with(peer));
  call.sender->start(t0);
  call.run(10s);
  const PathMonitor& path = call.sender->path();
  CHECK(path.history().packets_lost() == 0);
  CHECK(to_milliseconds(*path.one_way_delay()) == Approx(25).margin(1));
  CHECK(to_milliseconds(*path.round_trip_time().smoothed()) == Approx(50).margin(2));
}
