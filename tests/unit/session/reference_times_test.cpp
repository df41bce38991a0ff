#include "core/session/reference_times.h"

#include "core/rtp/ntp.h"
#include "receiver_peer.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

/// A call whose receiving end sends no media.
struct OneWayCall : JoinedCall {
  explicit OneWayCall(const ReceiverConfig& config = receiver_config()) : JoinedCall(make_sender(), config) {
    tells_round_trip = false;
    sender->start(t0);
  }
};

RtcpCompound asking(std::uint64_t ntp) {
  RtcpCompound compound;
  compound.sender_ssrc = reporter_ssrc;
  compound.reference_time = {reporter_ssrc, ntp};
  return compound;
}

/// Of all RTCP that the sender has to send at `now`.
std::vector<ReferenceTimeAnswer> answers(Sender& sender, LocalTime now) {
  std::vector<ReferenceTimeAnswer> all;
  for (const auto& datagram : drain(sender, now)) {
    RtcpCompound compound;
    REQUIRE(parse_rtcp(datagram, compound));
    CHECK_FALSE(compound.sender_reports.empty());
    CHECK(compound.cname == "alice");
    all.insert(all.end(), compound.reference_time_answers.begin(), compound.reference_time_answers.end());
  }
  return all;
}

double milliseconds_of(std::optional<Duration> d) { return to_milliseconds(d.value_or(Duration::zero())); }

}  // namespace

TEST_CASE("Who only receives learns the round trip from the peer, within half a second of the first report") {
  OneWayCall call;
  call.path_delay = GENERATE(values<Duration>({1ms, 50ms, 200ms}));
  call.peer_clock = GENERATE(values<Duration>({0ms, 20h}));
  call.reading_delay = GENERATE(values<Duration>({0ms, 40ms}));  // the peer's own, not the path's
  const double truth = to_milliseconds(2 * call.path_delay);
  call.run(2 * call.path_delay + 500ms);
  CHECK(milliseconds_of(call.receiver.round_trip_time()) == Approx(truth).margin(3));
  call.run(10s);
  CHECK(milliseconds_of(call.receiver.round_trip_time()) == Approx(truth).margin(3));
  Sample sample;
  call.receiver.sample(call.now + call.peer_clock, sample);
  CHECK(sample.round_trip_time_ms.value_or(0) == Approx(truth).margin(3));
}

TEST_CASE("Where the sending half tells the round trip, nobody asks for it") {
  OneWayCall call;
  int asked = 0;
  call.on_report = [&](const RtcpCompound& report) { asked += report.reference_time ? 1 : 0; };
  call.receiver.set_round_trip_time(77ms);
  call.run(5s);
  CHECK(asked == 0);
  CHECK(call.receiver.round_trip_time() == 77ms);
  Sample sample;
  call.receiver.sample(call.now, sample);
  CHECK_FALSE(sample.round_trip_time_ms);  // the sending half's column
  call.receiver.set_round_trip_time(std::nullopt);
  call.run(5s);
  CHECK(asked >= 5);
  CHECK(milliseconds_of(call.receiver.round_trip_time()) == Approx(50).margin(3));
}

TEST_CASE("Each second one is asked; a peer that does not answer is asked no more often, but at the start") {
  OneWayCall call;
  const bool peer_answers = GENERATE(true, false);
  int asked = 0;
  call.on_report = [&](RtcpCompound& report) {
    asked += report.reference_time ? 1 : 0;
    if (!peer_answers) report.reference_time.reset();
  };
  call.run(20s);
  CHECK(asked >= 18);
  CHECK(asked <= 26);
  CHECK(call.receiver.round_trip_time().has_value() == peer_answers);
}

TEST_CASE("Another peer is asked anew") {
  OneWayCall call;
  call.run(2s);
  REQUIRE(call.receiver.round_trip_time());
  call.receiver.on_new_peer();
  CHECK_FALSE(call.receiver.round_trip_time());
  call.run(1s);
  CHECK(call.receiver.round_trip_time());
}

TEST_CASE("Only answers to what was asked lately, once and with a likely round trip, are believed") {
  ReferenceTimes times;
  CHECK(times.due(t0));
  times.ask(t0);
  const std::uint32_t asked = to_ntp_middle(t0);
  CHECK(asked == to_ntp_middle(t0));
  CHECK_FALSE(times.due(t0 + 199ms));
  CHECK(times.due(t0 + 200ms));
  const auto units = [](Duration d) { return static_cast<std::uint32_t>(to_ntp_units(d)); };
  SECTION("what was never asked") { times.on_answer({2, 1, asked + 1, 0}, t0 + 100ms); }
  SECTION("zero is no answer") { times.on_answer({2, 1, 0, 0}, t0 + 100ms); }
  SECTION("held for longer than it took") { times.on_answer({2, 1, asked, units(200ms)}, t0 + 100ms); }
  SECTION("held for as long as it took") { times.on_answer({2, 1, asked, units(500ms)}, t0 + 500ms); }
  SECTION("the longest delay that there is") { times.on_answer({2, 1, asked, 0xFFFFFFFF}, t0 + 100ms); }
  SECTION("more than 10 s") { times.on_answer({2, 1, asked, 0}, t0 + 10001ms); }
  SECTION("before it was asked") { times.on_answer({2, 1, asked, 0}, t0 - 1ms); }
  SECTION("too many asked since") {
    for (int i = 1; i <= 16; ++i) times.ask(t0 + i * 200ms);
    times.on_answer({2, 1, asked, 0}, t0 + 4s);
  }
  CHECK_FALSE(times.round_trip_time().latest());
}

TEST_CASE("A second answer to one question changes nothing") {
  ReferenceTimes times;
  times.ask(t0);
  const std::uint32_t asked = to_ntp_middle(t0);
  times.on_answer({2, 1, asked, 0}, t0 + 100ms);
  CHECK(times.round_trip_time().smoothed() == 100ms);
  times.on_answer({2, 1, asked, 0}, t0 + 900ms);
  CHECK(times.round_trip_time().smoothed() == 100ms);
  CHECK_FALSE(times.due(t0 + 999ms));
  CHECK(times.due(t0 + 1s));
  times.ask(t0 + 1s);
  const std::uint32_t next = to_ntp_middle(t0 + 1s);
  times.on_answer({2, 1, next, 0}, t0 + 1180ms);
  CHECK(times.round_trip_time().smoothed() == 110ms);  // an eighth of what is new
}

TEST_CASE("An answer to somebody else is none to us") {
  ReceiverPeer peer;
  const auto report = peer.poll(t0);
  REQUIRE(report);
  REQUIRE(report->reference_time);
  CHECK(report->reference_time->ntp == to_ntp(t0));
  RtcpCompound answer;
  answer.reference_time_answers = {{media_ssrc, reporter_ssrc + 1, to_ntp_middle(t0), 0}};
  peer.receiver.on_rtcp(answer, t0 + 100ms);
  CHECK_FALSE(peer.receiver.round_trip_time());
  answer.reference_time_answers.push_back({media_ssrc, reporter_ssrc, to_ntp_middle(t0), 0});
  peer.receiver.on_rtcp(answer, t0 + 100ms);
  CHECK(peer.receiver.round_trip_time() == 100ms);
}

TEST_CASE("Who sends answers within 100 ms, says how long it held the question, and answers it once") {
  auto sender = make_sender();
  sender->start(t0);
  CHECK(answers(*sender, t0).empty());  // the first report
  sender->on_rtcp(asking(0x0000'1111'2222'3333), t0 + 30ms, t0 + 35ms);
  CHECK(sender->next_wake() <= t0 + 100ms);
  CHECK(answers(*sender, t0 + 99ms).empty());
  const auto first = answers(*sender, t0 + 100ms);
  REQUIRE(first.size() == 1);
  CHECK(first[0].sender_ssrc == media_ssrc);
  CHECK(first[0].receiver_ssrc == reporter_ssrc);
  CHECK(first[0].last_rr == 0x1111'2222);
  CHECK(to_milliseconds(from_ntp_units(first[0].delay_since_last_rr)) == Approx(70).margin(0.1));
  CHECK(answers(*sender, t0 + 1s).empty());
  sender->on_rtcp(asking(5), t0 + 1010ms, t0 + 1010ms);
  CHECK(sender->next_wake() <= t0 + 1010ms);  // at once where nothing went for 100 ms
  CHECK(answers(*sender, t0 + 1010ms).size() == 1);
  CHECK(drain(*sender, t0 + 2009ms).empty());  // it stood for the next regular report
  CHECK(drain(*sender, t0 + 2010ms).size() == 1);
}

TEST_CASE("However often the peer asks, it gets ten answers a second, each to its last question") {
  auto sender = make_sender();
  sender->start(t0);
  std::size_t datagrams = 0;
  for (LocalTime now = t0; now < t0 + 2s; now += 1ms) {
    for (std::uint64_t i = 0; i < 3; ++i) sender->on_rtcp(asking(to_ntp(now) + (i << 16)), now, now);
    for (const auto& datagram : drain(*sender, now)) {
      RtcpCompound compound;
      REQUIRE(parse_rtcp(datagram, compound));
      REQUIRE(compound.reference_time_answers.size() == 1);
      CHECK(compound.reference_time_answers[0].last_rr == to_ntp_middle(now) + 2);
      ++datagrams;
    }
  }
  CHECK(datagrams <= 20);
  CHECK(datagrams >= 19);
}

TEST_CASE("A question from before a restart is not answered after it") {
  auto sender = make_sender();
  sender->start(t0);
  drain(*sender, t0);
  sender->on_rtcp(asking(5), t0 + 10ms, t0 + 10ms);
  sender->suspend();
  CHECK(drain(*sender, t0 + 1s).empty());
  sender->on_rtcp(asking(6), t0 + 2s, t0 + 2s);
  sender->start(t0 + 3s);
  CHECK(answers(*sender, t0 + 3s).empty());
}
