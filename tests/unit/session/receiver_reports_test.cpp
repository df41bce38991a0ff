#include "core/rtp/ntp.h"
#include "receiver_peer.h"

using namespace evenkeel;
using namespace evenkeel::test;
using Peer = ReceiverPeer;

TEST_CASE("It greets at once and each half second before anything has come") {
  Peer peer;
  CHECK(peer.receiver.next_wake() <= t0);
  const auto greeting = peer.poll(t0);
  REQUIRE(greeting);
  CHECK(greeting->reports.empty());
  CHECK(greeting->feedbacks.empty());
  CHECK(greeting->picture_losses.empty());
  CHECK_FALSE(peer.poll(t0));
  CHECK(peer.receiver.next_wake() == t0 + 500ms);
  CHECK_FALSE(peer.poll(t0 + 499ms));
  CHECK(peer.poll(t0 + 500ms));
}

TEST_CASE("Feedback comes once per round trip, at most each 50 ms, at least each 5 ms, and each 10 packets") {
  struct Row {
    std::optional<Duration> rtt;
    Duration packets;
    Duration reports;
  };
  const auto row = GENERATE(values<Row>({
      {std::nullopt, 10ms, 50ms},
      {200ms, 10ms, 50ms},
      {20ms, 10ms, 20ms},
      {1ms, 1ms, 5ms},
      {200ms, 1ms, 10ms},  // ten packets
      {200ms, 2ms, 20ms},
  }));
  Peer peer;
  if (row.rtt) peer.receiver.set_round_trip_time(*row.rtt);
  const auto times = peer.report_times(row.packets, 2s);
  CHECK(static_cast<double>(times.size()) == Approx(2s / row.reports).margin(4));
}

TEST_CASE("Reports take at most 5 % of what comes, on paths however short, and come all the same") {
  Peer peer;
  peer.size = GENERATE(std::size_t{250}, std::size_t{1000});
  peer.receiver.set_round_trip_time(1ms);
  const std::size_t packets = 3000;
  for (std::size_t i = 0; i < packets; ++i) {
    const LocalTime now = t0 + i * 10ms;
    peer.rtp(now);
    while (peer.poll(now)) continue;
    if (peer.receiver.next_wake() < now + 10ms) peer.poll(peer.receiver.next_wake());
    if (i % 50 == 0) ++peer.sequence;
  }
  CAPTURE(peer.size, peer.reports);
  const auto saved = static_cast<std::size_t>(ReportBudget::largest_saving.bytes());
  CHECK(peer.report_bytes <= packets * peer.size / 20 + saved + 200);
  CHECK(peer.reports >= 60);
  Sample sample;
  peer.receiver.sample(t0 + 30s, sample);
  peer.rtp(t0 + 31s);
  const std::size_t before = peer.report_bytes;
  REQUIRE(peer.poll(t0 + 31s));
  peer.receiver.sample(t0 + 31s, sample);
  CHECK(sample.report_bitrate_bps == Approx(8 * static_cast<double>(peer.report_bytes - before)));
}

TEST_CASE("Where more is sent than comes, reports take 5 % of what is sent") {
  struct Row {
    DataRate sending;
    std::size_t least, most;
  };
  // 40 packets of 250 bytes a second and a round trip of 5 ms ask for a report on each of them, of which the fewest
  // bytes are 60; the budget of 150 kbit/s is 938 bytes.
  const auto row = GENERATE(values<Row>({
      {bits_per_second(0), 10, 16},
      {kilobits_per_second(100), 10, 16},
      {megabits_per_second(2.5), 39, 41},
  }));
  Peer peer;
  peer.size = 250;
  peer.receiver.set_round_trip_time(5ms);
  peer.receiver.set_sending_rate(row.sending);
  const auto times = peer.report_times(25ms, 60s);
  const auto per_second = times.size() / 60;
  CAPTURE(row.sending.bps());
  CHECK(per_second >= row.least);
  CHECK(per_second <= row.most);
}

TEST_CASE("Where as much is sent as comes, in bursts, reports take 5 % of either and not of the sum") {
  Peer peer;
  peer.size = 1000;
  peer.receiver.set_round_trip_time(1ms);
  peer.receiver.set_sending_rate(kilobits_per_second(250));
  const std::size_t bursts = 500;
  for (std::size_t i = 0; i < bursts; ++i) {
    const LocalTime now = t0 + i * 64ms;
    for (int packet = 0; packet < 2; ++packet) {
      peer.rtp(now);
      while (peer.poll(now)) continue;
    }
    for (LocalTime later = peer.receiver.next_wake(); later < now + 64ms; later = peer.receiver.next_wake())
      if (!peer.poll(later)) break;
    ++peer.sequence;  // one is lost, which is to be reported at once
  }
  CAPTURE(peer.reports);
  const auto saved = static_cast<std::size_t>(ReportBudget::largest_saving.bytes());
  CHECK(peer.report_bytes <= bursts * 2 * peer.size / 20 + saved + 200);
  CHECK(peer.report_bytes > bursts * 2 * peer.size / 25);
}

TEST_CASE("A pause of media, however long, leaves no debt of reports") {
  Peer peer;
  peer.rtp(t0);
  LocalTime now = t0;
  for (; now < t0 + 300s; now += 100ms) {
    while (peer.poll(now)) continue;  // proof of life
  }
  peer.reports = 0;
  for (const LocalTime end = now + 1s; now < end; now += 10ms) {  // 800 kbit/s
    peer.rtp(now);
    while (peer.poll(now)) continue;
  }
  CHECK(peer.reports >= 15);
}

TEST_CASE("At the lowest rates each packet is reported when it is due") {
  Peer peer;
  const auto times = peer.report_times(250ms, 20s);  // 32 kbit/s
  CHECK(times.size() >= 79);
}

TEST_CASE("Between two compound packets half a second apart there is feedback alone") {
  Peer peer;
  peer.receiver.set_round_trip_time(50ms);  // so that nobody asks for it
  peer.report_times(10ms, 10s);
  CHECK(peer.reports > 150);
  CHECK(peer.compounds >= 18);
  CHECK(peer.compounds <= 21);
  peer.receiver.set_proof("to be echoed", "");
  const int before = peer.compounds;
  peer.rtp(t0 + 11s);
  peer.poll(t0 + 11s);
  peer.rtp(t0 + 11s + 50ms);
  const auto report = peer.poll(t0 + 11s + 50ms);
  REQUIRE(report);
  CHECK(report->token == "to be echoed");  // wherever a token is wanted
  CHECK(peer.compounds == before + 2);
}

TEST_CASE("That this end records is reported with the next report, and with each compound packet from then on") {
  Peer peer;
  peer.receiver.set_round_trip_time(50ms);
  peer.receiver.set_recording(false);  // as from the beginning, which is worth no word
  const auto report_at = [&](Duration t) {
    peer.rtp(t0 + t);
    return peer.poll(t0 + t);
  };
  CHECK_FALSE(report_at(0s)->records);
  CHECK(report_at(50ms)->cname.empty());
  peer.receiver.set_recording(true);
  CHECK(report_at(100ms)->records == true);
  CHECK_FALSE(report_at(150ms)->records);
  CHECK(report_at(700ms)->records == true);
  peer.receiver.set_recording(false);
  CHECK(report_at(750ms)->records == false);
}

TEST_CASE("That this end shows a screen is reported in the same way, beside that it records") {
  Peer peer;
  peer.receiver.set_round_trip_time(50ms);
  const auto report_at = [&](Duration t) {
    peer.rtp(t0 + t);
    return peer.poll(t0 + t);
  };
  CHECK_FALSE(report_at(0s)->shows_screen);
  peer.receiver.set_shows_screen(true);
  peer.receiver.set_recording(true);
  const auto both = report_at(50ms);
  CHECK(both->shows_screen == true);
  CHECK(both->records == true);
  CHECK_FALSE(report_at(100ms)->shows_screen);
  peer.receiver.set_shows_screen(false);
  CHECK(report_at(150ms)->shows_screen == false);
}

TEST_CASE("A report says with what codepoint each packet came") {
  Peer peer;
  std::vector<std::uint8_t> bytes(12);
  for (std::uint8_t ecn = 0; ecn < 4; ++ecn) {
    write_rtp_header({true, 96, static_cast<std::uint16_t>(ecn + 5u), 9, media_ssrc}, {}, bytes);
    peer.receiver.on_rtp(bytes, t0, t0, ecn);
  }
  const auto report = peer.poll(t0);
  REQUIRE(report);
  const auto& metrics = report->feedbacks.at(0).streams.at(0).metrics;
  REQUIRE(metrics.size() == 4);
  for (std::size_t i = 0; i < 4; ++i) CHECK(metrics[i].ecn == i);
}

TEST_CASE("A report says what came and when, and blocks go along with it") {
  Peer peer;
  peer.poll(t0);
  peer.rtp(t0 + 10ms);
  peer.rtp(t0 + 20ms);
  ++peer.sequence;
  peer.rtp(t0 + 30ms);
  const auto report = peer.poll(t0 + 60ms);
  REQUIRE(report);
  REQUIRE(report->feedbacks.size() == 1);
  CHECK(report->feedbacks[0].report_timestamp == to_ntp_middle(t0 + 60ms));
  REQUIRE(report->feedbacks[0].streams.size() == 1);
  const StreamFeedback& stream = report->feedbacks[0].streams[0];
  CHECK(stream.ssrc == media_ssrc);
  CHECK(stream.begin_sequence == 100);
  REQUIRE(stream.metrics.size() == 4);
  CHECK_FALSE(stream.metrics[2].received);
  CHECK(to_milliseconds(*stream.metrics[0].arrival_before_report) == Approx(50).margin(0.5));
  CHECK(to_milliseconds(*stream.metrics[3].arrival_before_report) == Approx(30).margin(0.5));
  CHECK(report->cname == "bob");
  REQUIRE(report->reports.size() == 1);
  CHECK(report->reports[0].ssrc == media_ssrc);
  CHECK(report->reports[0].extended_highest_sequence == 103);
  CHECK(report->reports[0].cumulative_lost == 1);
}

TEST_CASE("A hole is reported at once, but not more often than each 5 ms") {
  Peer peer;
  peer.rtp(t0);
  peer.poll(t0);
  peer.rtp(t0 + 10ms);
  CHECK_FALSE(peer.poll(t0 + 10ms));
  ++peer.sequence;
  peer.rtp(t0 + 12ms);
  CHECK(peer.receiver.next_wake() <= t0 + 12ms);
  REQUIRE(peer.poll(t0 + 12ms));
  ++peer.sequence;
  peer.rtp(t0 + 13ms);
  CHECK_FALSE(peer.poll(t0 + 13ms));
  CHECK(peer.receiver.next_wake() == t0 + 17ms);
  CHECK(peer.poll(t0 + 17ms));
}

TEST_CASE("Where packets overtake one another a hole is reported once a late packet would have come") {
  Peer peer;
  peer.receiver.set_round_trip_time(100ms);
  peer.rtp(t0);
  peer.poll(t0);
  const auto come = [&](std::uint16_t number, Duration at) {
    peer.sequence = number;
    peer.rtp(t0 + at);
  };
  come(102, 1ms);
  come(101, 9ms);  // 8 ms late
  while (peer.poll(t0 + 9ms)) continue;
  come(104, 20ms);
  while (peer.poll(t0 + 20ms)) continue;
  const int before = peer.reports;
  CHECK(peer.receiver.next_wake() == t0 + 31ms);  // 8 ms, a quarter of it, and 1 ms
  SECTION("it is missing") {
    CHECK_FALSE(peer.poll(t0 + 30ms));
    CHECK(peer.poll(t0 + 31ms));
  }
  SECTION("it comes") {
    come(103, 26ms);
    CHECK_FALSE(peer.poll(t0 + 31ms));
    CHECK(peer.receiver.next_wake() >= t0 + 50ms);
  }
  CHECK(peer.reports <= before + 1);
}

TEST_CASE("Reordering makes no more reports than packets that come in order do") {
  const auto reports_of = [](bool reorders) {
    Peer peer;
    peer.receiver.set_round_trip_time(50ms);
    for (int i = 0; i < 2500; ++i) {  // one per 4 ms; of each four the second comes last
      constexpr std::array order{0, 2, 3, 1};
      const int number = reorders ? i / 4 * 4 + order[static_cast<std::size_t>(i % 4)] : i;
      peer.sequence = static_cast<std::uint16_t>(100 + number);
      const LocalTime now = t0 + i * 4ms;
      peer.rtp(now);
      for (Duration t{}; t < 4ms; t += 1ms) {
        while (peer.poll(now + t)) continue;
      }
    }
    return peer.reports;
  };
  const int in_order = reports_of(false);
  CHECK(reports_of(true) <= in_order + in_order / 10);
}

TEST_CASE("An old packet that comes late is no hole") {
  Peer peer;
  peer.rtp(t0);
  peer.poll(t0);
  peer.sequence = 90;
  peer.rtp(t0 + 10ms);
  CHECK_FALSE(peer.poll(t0 + 20ms));
}

TEST_CASE("After a hole of thousands each report fits into a packet, and all of them together name the hole") {
  Peer peer;
  peer.rtp(t0);
  peer.poll(t0);
  peer.sequence = 5000;
  peer.rtp(t0 + 1ms);
  std::size_t next = 100;
  std::size_t received = 0;
  // Beyond what the budget has saved up, two a second.
  for (LocalTime now = t0 + 10ms; next < 5001 && now < t0 + 6s; now += 500ms) {
    const auto report = peer.poll(now);
    REQUIRE(report);
    REQUIRE(report->feedbacks.size() == 1);
    const StreamFeedback& stream = report->feedbacks[0].streams[0];
    CHECK(stream.begin_sequence == next);
    CHECK(stream.metrics.size() <= 480);
    next += stream.metrics.size();
    for (const auto& metric : stream.metrics) received += metric.received ? 1 : 0;
  }
  CHECK(next == 5001);
  CHECK(received == 2);
}

TEST_CASE("A stray packet far ahead hides no hole behind it") {
  Peer peer;
  peer.rtp(t0);
  peer.poll(t0);
  peer.sequence = 20'100;  // further ahead than any loss
  peer.rtp(t0 + 1ms);
  peer.sequence = 101;
  peer.rtp(t0 + 10ms);
  CHECK_FALSE(peer.poll(t0 + 10ms));
  ++peer.sequence;
  peer.rtp(t0 + 11ms);
  CHECK(peer.poll(t0 + 11ms));
}

TEST_CASE("The last sender report comes back with its delay") {
  Peer peer;
  peer.rtp(t0);
  RtcpCompound rtcp;
  rtcp.sender_ssrc = media_ssrc;
  rtcp.sender_reports = {{media_ssrc, {0x1122334455667788, 0, 0, 0}}};
  peer.receiver.on_rtcp(rtcp, t0);
  rtcp.sender_ssrc = 7;
  rtcp.sender_reports = {{7, {1, 0, 0, 0}}};  // of another
  peer.receiver.on_rtcp(rtcp, t0);
  const auto report = peer.poll(t0 + 500ms);
  REQUIRE(report);
  CHECK(report->reports[0].last_sr == 0x33445566);
  CHECK(report->reports[0].delay_since_last_sr == 32'768);
}

TEST_CASE("Goodbye is a compound packet with BYE of our source") {
  Peer peer;
  RtcpCompound out;
  REQUIRE(parse_rtcp(peer.receiver.write_bye(), out));
  CHECK(out.byes == std::vector<std::uint32_t>{reporter_ssrc});
}

TEST_CASE("A goodbye that comes together with many packets leaves nothing to be reported again and again") {
  Peer peer;
  while (peer.poll(t0)) {
  }
  for (int i = 0; i < 30; ++i) peer.rtp(t0 + 10ms);
  RtcpCompound goodbye;
  goodbye.sender_ssrc = media_ssrc;
  goodbye.byes = {media_ssrc};
  peer.receiver.on_rtcp(goodbye, t0 + 10ms);
  int reports = 0;
  while (reports < 100 && peer.poll(t0 + 10ms)) ++reports;
  CHECK(reports == 0);
  CHECK(peer.receiver.next_wake() > t0 + 10ms);
}

TEST_CASE("What is missing is waited for no longer than a round trip, and as others overtook of this peer alone") {
  ReceiveTransport transport({}, t0);
  transport.set_round_trip_time(200ms);
  TrackedSequence late{.number = 1, .highest = 3};
  late.late_by = 100ms;
  transport.on_packet(bytes(1000), late, t0);
  CHECK(transport.reordering(t0) > 100ms);
  transport.set_round_trip_time(20ms);
  CHECK(transport.reordering(t0) == 20ms);
  transport.forget_path();
  CHECK(transport.reordering(t0) == 0ms);
}
