#include "core/session/drivers.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "joined_call.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

/// A loop around the driver as a thread has it, in virtual time: it runs upon input and when its timer goes off, and at
/// no other time.
class Loop final : public DatagramSink {
 public:
  explicit Loop(Duration round_trip_time) { receiver_.set_round_trip_time(round_trip_time); }

  bool send(Datagram datagram, const Route&, std::uint8_t) override {
    RtcpCompound rtcp;
    REQUIRE(parse_rtcp(datagram, rtcp));
    if (rtcp.feedbacks.empty()) return true;
    for (const ArrivalMetric& metric : rtcp.feedbacks.front().streams.front().metrics) {
      if (metric.arrival_before_report) waits.push_back(*metric.arrival_before_report);
    }
    return true;
  }

  void run_until(LocalTime end) {
    while (timer_ < end) {
      now_ = timer_;
      timer_ = LocalTime::max();
      driver_.run(&peer_, now_);
    }
    now_ = end;
  }

  void packet(LocalTime at) {
    run_until(at);
    std::vector<std::uint8_t> bytes(12);
    write_rtp_header({true, 96, sequence_++, 90u * sequence_, media_ssrc}, {}, bytes);
    for (const int b : {0x10, 0x10, 0, 0}) bytes.push_back(static_cast<std::uint8_t>(b));
    bytes.resize(1000);
    receiver_.on_rtp(bytes, at, at);
    driver_.run(&peer_, at);
  }
  void skip_number() { ++sequence_; }

  std::vector<Duration> waits;  ///< of each packet until a report, in steps of 1/1024 s; each packet twice

 private:
  Receiver receiver_{receiver_config(), t0};
  ReceiveDriver driver_{receiver_, *this, {[](ReceivedFrame&&) {}, [this](LocalTime t) { timer_ = t; }}};
  Route peer_;
  LocalTime now_ = t0;
  LocalTime timer_ = t0;
  std::uint16_t sequence_ = 7;
};

}  // namespace

TEST_CASE("At 30 packets a second each is reported within the interval, and not with the next packet") {
  struct Row {
    Duration round_trip_time;
    Duration longest_wait;
  };
  const auto row = GENERATE(values<Row>({{100ms, 50ms}, {20ms, 20ms}, {2ms, 5ms}}));
  Loop loop(row.round_trip_time);
  LocalTime at = t0 + 1s;
  for (int i = 0; i < 300; ++i, at += 33'333us) {
    loop.packet(at);
    loop.packet(at + 1ms);  // a frame of two packets
  }
  loop.run_until(at + 1s);
  REQUIRE(loop.waits.size() >= 600);
  std::sort(loop.waits.begin(), loop.waits.end());
  // The first time that a packet is reported; the second one comes with the report after that.
  CHECK(loop.waits[loop.waits.size() / 2 - 10] <= row.longest_wait + 2ms);
}

TEST_CASE("A packet behind a hole is reported 5 ms after the last report, though nothing follows it") {
  Loop loop(100ms);
  loop.packet(t0 + 1s);
  loop.run_until(t0 + 2s);
  loop.packet(t0 + 2s);
  loop.packet(t0 + 2s + 1ms);
  loop.waits.clear();
  loop.skip_number();
  loop.packet(t0 + 2s + 2ms);
  loop.run_until(t0 + 2s + 10ms);
  REQUIRE_FALSE(loop.waits.empty());
  CHECK(loop.waits.back() <= 5ms);
}
