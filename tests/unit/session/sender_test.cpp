#include "core/session/sender.h"

#include <catch2/catch.hpp>

#include "joined_call.h"
#include "window_controller.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

RtcpCompound parsed(std::span<const std::uint8_t> datagram) {
  RtcpCompound out;
  REQUIRE(parse_rtcp(datagram, out));
  return out;
}

RtcpCompound picture_loss(std::uint32_t media) {
  RtcpCompound rtcp;
  rtcp.picture_losses.push_back({reporter_ssrc, media});
  return rtcp;
}

/// When the next packet is due.
LocalTime time_of_media(Sender& sender) {
  LocalTime now = sender.next_wake();
  for (int i = 0; i < 1000 && !sender.poll(now); ++i) now = sender.next_wake();
  return now;
}

}  // namespace

TEST_CASE("A key frame is requested at the start, and whenever the peer asks for one of our stream") {
  auto sender = make_sender();
  CHECK_FALSE(sender->take_key_frame_request());
  sender->start(t0);
  CHECK(sender->take_key_frame_request());
  CHECK_FALSE(sender->take_key_frame_request());
  const LocalTime later = t0 + 1s;
  sender->on_rtcp(picture_loss(media_ssrc + 1), later, later);
  CHECK_FALSE(sender->take_key_frame_request());
  sender->on_rtcp(picture_loss(media_ssrc), later, later);
  CHECK(sender->take_key_frame_request());
  sender->suspend();
  sender->on_rtcp(picture_loss(media_ssrc), t0 + 2s, t0 + 2s);
  CHECK_FALSE(sender->take_key_frame_request());
  sender->start(t0 + 2s);
  CHECK(sender->take_key_frame_request());
}

TEST_CASE("However often the peer asks, there is one key frame per max(300 ms, round trip)") {
  const Duration path = GENERATE(25ms, 250ms);
  const Duration interval = std::max<Duration>(300ms, 2 * path);
  JoinedCall call(make_sender());
  call.path_delay = path;
  call.sender->start(t0);
  call.run(3s);
  std::vector<LocalTime> key_frames;
  for (int i = 0; i < 3000; ++i) {  // a request each millisecond
    call.sender->on_rtcp(picture_loss(media_ssrc), call.now, call.now);
    const int before = call.key_frames;
    call.run(1ms);
    if (call.key_frames > before) key_frames.push_back(call.now);
  }
  const auto most = static_cast<std::size_t>(3s / interval) + 1;
  CHECK(key_frames.size() <= most);
  CHECK(key_frames.size() + 2 >= most);
}

TEST_CASE(
    "A key frame that is asked for too soon after the last one comes later, unless that one was still under way") {
  JoinedCall call(make_sender());
  call.sender->start(t0);
  call.run(3s);
  const auto asked_at = [&](Duration t) {
    call.run(t0 + t - call.now);
    call.sender->on_rtcp(picture_loss(media_ssrc), call.now, call.now);
  };
  const int before = call.key_frames;
  asked_at(4000ms);
  call.run(40ms);
  CHECK(call.key_frames == before + 1);
  asked_at(4049ms);  // before the answer to the first request can have come
  call.run(1s);
  CHECK(call.key_frames == before + 1);
  asked_at(6000ms);
  asked_at(6150ms);
  call.run(100ms);
  CHECK(call.key_frames == before + 2);
  call.run(100ms);
  CHECK(call.key_frames == before + 3);
}

TEST_CASE("Packets of any size that was asked for are sent") {
  SenderConfig config = sender_config();
  config.max_packet_size = GENERATE(64U, 1500U, 1501U, 9000U);
  auto sender = make_sender(config);
  sender->start(t0);
  sender->push_frame(frame(20'000, t0), t0);
  std::size_t payload = 0;
  for (LocalTime now = t0; now < t0 + 2s; now += 1ms) {
    for (const auto& datagram : drain(*sender, now)) {
      if (is_rtcp(datagram)) continue;
      CHECK(datagram.size() <= config.max_packet_size);
      payload += parse_rtp(datagram)->payload.size() - 4;  // the VP8 descriptor
    }
  }
  CHECK(payload == 20'000);
}

TEST_CASE("A sender report goes out at the start and each second, with SDES and true counts") {
  auto sender = make_sender();
  sender->start(t0);
  std::vector<LocalTime> times;
  std::uint32_t packets = 0;
  std::uint32_t octets = 0;
  for (LocalTime now = t0; now < t0 + 4500ms; now += 1ms) {
    if ((now - t0) % 50ms == Duration::zero()) sender->push_frame(frame(2500, now), now);
    for (const auto& datagram : drain(*sender, now)) {
      if (!is_rtcp(datagram)) {
        ++packets;
        octets += static_cast<std::uint32_t>(parse_rtp(datagram)->payload.size());
        continue;
      }
      times.push_back(now);
      const RtcpCompound rtcp = parsed(datagram);
      REQUIRE(rtcp.sender_reports.size() == 1);
      CHECK(rtcp.sender_ssrc == media_ssrc);
      CHECK(rtcp.sender_reports[0].info.packet_count == packets);
      CHECK(rtcp.sender_reports[0].info.octet_count == octets);
      CHECK(rtcp.cname == "alice");
      CHECK(rtcp.clock_id == "c10c");
    }
  }
  CHECK(times == std::vector<LocalTime>{t0, t0 + 1s, t0 + 2s, t0 + 3s, t0 + 4s});
  CHECK(packets == 90 * 3);
}

TEST_CASE("Reports that were slept through are not made up for") {
  auto sender = make_sender();
  sender->start(t0);
  CHECK(drain(*sender, t0).size() == 1);
  CHECK(drain(*sender, t0 + 3500ms).size() == 1);
  CHECK(sender->next_wake() == t0 + 4500ms);
}

TEST_CASE("What the socket refuses is sent again a little later, and counted once") {
  auto sender = make_sender();
  sender->start(t0);
  drain(*sender, t0);
  sender->push_frame(frame(500, t0), t0);
  LocalTime now = time_of_media(*sender);
  const auto first = sender->poll(now);
  REQUIRE(first);
  const std::vector<std::uint8_t> refused(first->begin(), first->end());
  for (int i = 0; i < 3; ++i) {
    sender->on_refused(now);
    CHECK_FALSE(sender->poll(now));
    CHECK(sender->next_wake() == now + 1ms);
    CHECK_FALSE(sender->poll(now + 999us));
    now += 1ms;
    const auto again = sender->poll(now);
    REQUIRE(again);
    CHECK(std::vector<std::uint8_t>(again->begin(), again->end()) == refused);
    CHECK(sender->path().history().packets_sent() == 0);
  }
  sender->on_sent(now);
  CHECK(sender->path().history().packets_sent() == 1);
  CHECK_FALSE(sender->poll(now));
}

TEST_CASE("A refused report is sent again") {
  auto sender = make_sender();
  sender->start(t0);
  REQUIRE(sender->poll(t0));
  sender->on_refused(t0);
  const auto again = sender->poll(t0 + 1ms);
  REQUIRE(again);
  CHECK(is_rtcp(*again));
}

TEST_CASE("An unconfirmed datagram is given out again") {
  auto sender = make_sender();
  sender->start(t0);
  drain(*sender, t0);
  sender->push_frame(frame(500, t0), t0);
  const LocalTime now = time_of_media(*sender);
  const auto a = sender->poll(now);
  REQUIRE(a);
  const std::vector<std::uint8_t> first(a->begin(), a->end());
  const auto b = sender->poll(now);
  REQUIRE(b);
  CHECK(std::vector<std::uint8_t>(b->begin(), b->end()) == first);
}

TEST_CASE("Suspended it sends nothing, holds nothing, and takes nothing") {
  auto sender = make_sender();
  sender->start(t0);
  sender->push_frame(frame(50'000, t0), t0);
  REQUIRE(sender->pacer_queue() > 100ms);
  sender->suspend();
  CHECK_FALSE(sender->running());
  CHECK(sender->pacer_queue() == Duration::zero());
  CHECK(sender->queue().packets() == 0);
  CHECK(sender->next_wake() == LocalTime::max());
  sender->push_frame(frame(5000, t0), t0);
  CHECK_FALSE(sender->poll(t0 + 5s));
  CHECK(sender->media_target() == sender_config().limits.minimum);
  sender->start(t0 + 10s);
  CHECK(drain(*sender, t0 + 10s).size() == 1);  // the report
  CHECK_FALSE(sender->poll(t0 + 10500ms));
}

TEST_CASE("Frames become packets of consecutive numbers at the rate in force") {
  SenderConfig config = sender_config();
  config.limits.start = megabits_per_second(2);
  auto sender = make_sender(config);
  sender->start(t0);
  drain(*sender, t0);
  sender->push_frame(frame(100'000, t0, true), t0);
  std::size_t bytes_sent = 0;
  std::optional<std::uint16_t> last;
  for (LocalTime now = t0; now < t0 + 300ms; now += 1ms) {
    for (const auto& datagram : drain(*sender, now)) {
      const auto rtp = parse_rtp(datagram);
      REQUIRE(rtp);
      CHECK(datagram.size() <= 1200);
      CHECK(rtp->header.ssrc == media_ssrc);
      if (last) CHECK(rtp->header.sequence_number == static_cast<std::uint16_t>(*last + 1));
      last = rtp->header.sequence_number;
      bytes_sent += datagram.size() + 28;
    }
  }
  CHECK(static_cast<double>(bytes_sent) == Approx(75'000).margin(3000));
}

TEST_CASE("A controller's window holds packets back until feedback comes") {
  Sender sender(sender_config(), std::make_unique<WindowController>(bytes(3000)), make_pacer("rmc"));
  sender.start(t0);
  sender.push_frame(frame(20'000, t0), t0);
  const auto sent = drain(sender, t0 + 100ms);
  CHECK(sent.size() == 1 + 3);  // the third packet reaches the window
  CHECK(sender.path().history().in_flight() >= bytes(3000));
  CHECK(sender.next_wake() > t0 + 300ms);  // nothing soon
  sender.start(t0 + 200ms);                // another peer: nothing is in flight any more
  CHECK(sender.path().history().in_flight() == bytes(0));
  CHECK(drain(sender, t0 + 300ms).size() == 1 + 3);
}

TEST_CASE("A window full of packets that nobody reports on lets one packet pass each 300 ms") {
  Sender sender(sender_config(), std::make_unique<WindowController>(bytes(3000)), make_pacer("rmc"));
  sender.start(t0);
  sender.push_frame(frame(20'000, t0), t0);
  const auto media_until = [&](Duration from, Duration to) {
    std::size_t count = 0;
    for (LocalTime now = t0 + from; now < t0 + to; now += 10ms) {
      for (const auto& datagram : drain(sender, now)) count += datagram.size() > 500 ? 1u : 0u;  // no reports
    }
    return count;
  };
  CHECK(media_until(0ms, 100ms) == 3);
  const LocalTime last = t0 + 30ms;  // of the three, as the loop gave them out
  CHECK(media_until(100ms, 300ms) == 0);
  CHECK(media_until(300ms, 400ms) == 1);
  CHECK(media_until(400ms, 600ms) == 0);
  CHECK(media_until(600ms, 750ms) == 1);
  CHECK(sender.next_wake() > last + 800ms);
}

TEST_CASE("What a pause or the circuit breaker discards leaves no gap in the sequence numbers") {
  const bool refused = GENERATE(false, true);  // some of it was offered to the socket already
  auto sender = make_sender();
  sender->start(t0);
  sender->push_frame(frame(30'000, t0), t0);
  LocalTime now = t0;
  std::vector<std::uint16_t> numbers;
  const auto send = [&] {
    for (const auto& d : drain(*sender, now)) {
      if (!is_rtcp(d)) numbers.push_back(parse_rtp(d)->header.sequence_number);
    }
  };
  for (; now < t0 + 60ms; now += 1ms) send();
  if (refused) {
    while (!sender->poll(now)) now += 1ms;
    sender->on_refused(now);
  }
  const std::size_t queued = sender->queue().packets();
  REQUIRE(queued > 5);
  sender->suspend();
  CHECK(sender->transport().counters().packets_discarded == static_cast<std::int64_t>(queued));
  sender->start(now += 1s);
  sender->push_frame(frame(3'000, now), now);
  for (const LocalTime end = now + 100ms; now < end; now += 1ms) send();
  REQUIRE(numbers.size() > 5);
  for (std::size_t i = 1; i < numbers.size(); ++i) {
    CHECK(numbers[i] == static_cast<std::uint16_t>(numbers[i - 1] + 1));
  }
}

TEST_CASE("Another path under a running stream: what is queued leaves, without a key frame, at the start rate") {
  JoinedCall call(make_sender());
  call.sender->start(t0);
  call.run(2s);
  call.sender->take_key_frame_request();
  call.sender->push_frame(frame(20'000, call.now), call.now);
  const std::size_t queued = call.sender->queue().packets();
  REQUIRE(queued > 5);
  call.sender->change_path(call.now);
  CHECK(call.sender->queue().packets() == queued);
  CHECK_FALSE(call.sender->take_key_frame_request());
  CHECK_FALSE(call.sender->path().round_trip_time().smoothed());
  CHECK(call.sender->pacer().rate() == sender_config().limits.start);
  const int frames = call.frames;
  call.run(2s);
  CHECK(call.frames > frames + 50);
  CHECK(call.sender->path().history().packets_lost() == 0);
}

TEST_CASE("Each packet says whether media waited behind it") {
  class Watching final : public RateController {
   public:
    explicit Watching(std::vector<bool>& limited) : RateController({"watching", "of this test"}), limited_(limited) {}
    void visit_parameters(ParameterVisitor&) override {}
    RateUpdate start(const RateLimits& limits, std::uint64_t, LocalTime) override {
      return {limits.start, limits.start, {}};
    }
    void on_sent(const SentPacket& packet) override { limited_.push_back(packet.app_limited); }
    std::optional<RateUpdate> on_report(const PathReport&) override { return std::nullopt; }
    std::optional<RateUpdate> on_tick(LocalTime) override { return std::nullopt; }
    std::optional<LocalTime> next_tick() const override { return std::nullopt; }

   private:
    std::vector<bool>& limited_;
  };
  std::vector<bool> limited;
  Sender sender(sender_config(), std::make_unique<Watching>(limited), make_pacer("rmc"));
  sender.start(t0);
  sender.push_frame(frame(3'000, t0), t0);
  for (LocalTime now = t0; now < t0 + 100ms; now += 1ms) drain(sender, now);
  CHECK(limited == std::vector<bool>{false, false, true});
}

TEST_CASE("What the receiving half reports is taken from the media's rate, of which most stays") {
  auto sender = make_sender();
  sender->start(t0);
  const DataRate pacing = sender->pacer().rate();
  const double media = sender->media_target().bps();
  sender->transport().set_report_rate(kilobits_per_second(50), t0);
  CHECK(sender->pacer().rate() == pacing - kilobits_per_second(50));
  CHECK(sender->media_target().bps() == Approx(media * (1 - kilobits_per_second(50) / pacing)));
  sender->transport().set_report_rate(megabits_per_second(100), t0);
  CHECK(sender->pacer().rate().bps() == Approx(0.92 * pacing.bps()));
  sender->transport().set_report_rate(DataRate(), t0);
  CHECK(sender->pacer().rate() == pacing);
}

TEST_CASE("Of one message no more than 16 feedbacks are read, so that its cost is bounded") {
  struct Row {
    std::size_t before;  // empty ones, ahead of the true one
    bool read;
  };
  const auto row = GENERATE(values<Row>({{0, true}, {15, true}, {16, false}, {169, false}}));
  CAPTURE(row.before);
  JoinedCall call(make_sender());
  call.on_report = [&](RtcpCompound& rtcp) {
    if (rtcp.feedbacks.empty()) return;
    CongestionFeedback empty = rtcp.feedbacks.front();
    empty.streams.clear();
    rtcp.feedbacks.insert(rtcp.feedbacks.begin(), row.before, empty);
  };
  call.sender->start(t0);
  call.run(1s);
  CHECK((call.sender->transport().counters().wire_bytes_arrived > 0) == row.read);
}
