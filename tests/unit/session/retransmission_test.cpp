#include <catch2/catch.hpp>
#include <map>
#include <random>

#include "core/rtp/retransmission_packet.h"
#include "core/rtp/retransmission_requester.h"
#include "core/rtp/rtcp.h"
#include "core/rtp/rtp_packet.h"
#include "core/session/retransmission_history.h"

using namespace evenkeel;

namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr LocalTime t0{1000s};

// A stream of 500 packets a second over a path that loses packets, requests and retransmissions alike.
struct LossyStream {
  LossyStream(Duration round_trip_time, double share_lost, std::uint16_t first_number)
      : one_way(round_trip_time / 2), loss(share_lost), next(first_number) {
    requester.set_round_trip_time(round_trip_time);
    history.set_round_trip_time(round_trip_time);
    history.set_rate(megabits_per_second(8));
  }

  bool lost() { return std::generate_canonical<double, 32>(random) < loss; }
  void transmit(const Bytes& datagram, bool to_receiver) {
    if (!lost()) under_way.emplace(now + one_way, std::pair(datagram, to_receiver));
  }

  void send_media() {
    Bytes packet(12 + 1000, static_cast<std::uint8_t>(next));
    write_rtp_header({false, 96, next, next * 3000u, 1}, {}, packet);
    history.on_sent(next++, packet, now);
    sent.push_back(packet);
    transmit(packet, true);
  }
  void send_again(std::span<const std::uint8_t> original) {
    if (original.empty()) return;
    Bytes out(original.size() + original_number_size);
    REQUIRE(write_retransmission(original, 2, retransmission_payload_type, out) == out.size());
    ++sent_again;
    transmit(out, true);
  }
  void on_requests(const Bytes& datagram) {
    RtcpCompound compound;
    REQUIRE(parse_rtcp(datagram, compound));
    for (const Nack& nack : compound.nacks) {
      for (const auto number : nack.sequence_numbers) send_again(history.on_request(number, now).packet);
    }
  }

  void receive(const Bytes& datagram) {
    const auto packet = parse_rtp(datagram);
    if (packet->header.ssrc == 1) {
      const auto sequence = numbers.track(packet->header.sequence_number);
      requester.on_packet(*sequence, now);
      received[packet->header.sequence_number] = datagram;
      return;
    }
    Bytes original(datagram.size());
    original.resize(restore_original(datagram, 1, 96, original));
    const std::uint16_t number = parse_rtp(original)->header.sequence_number;
    received[number] = original;
    const auto highest = *numbers.highest();
    requester.on_recovered(highest + static_cast<std::int16_t>(number - static_cast<std::uint16_t>(highest)), now);
  }
  void ask() {
    for (auto due = requester.due(now); !due.empty(); due = requester.due(now)) {
      Bytes out(500);
      RtcpWriter writer(out);
      REQUIRE(writer.nack({9, 1, {due.begin(), due.end()}}));
      out.resize(writer.size());
      transmit(out, false);
    }
  }

  void run(int milliseconds, bool media) {
    for (const LocalTime end = now + std::chrono::milliseconds(milliseconds); now < end; now += 1ms) {
      if (media && ++ticks % 2 == 0) send_media();
      for (auto next_due = under_way.begin(); next_due != under_way.end() && next_due->first <= now;
           next_due = under_way.begin()) {
        const auto [datagram, to_receiver] = next_due->second;
        under_way.erase(next_due);
        to_receiver ? receive(datagram) : on_requests(datagram);
      }
      for (auto copy = history.poll(now); !copy.empty(); copy = history.poll(now)) send_again(copy);
      ask();
    }
  }

  std::mt19937 random{1};
  Duration one_way;
  double loss;
  std::uint16_t next;
  LocalTime now = t0;
  int ticks = 0;
  int sent_again = 0;
  RetransmissionRequester requester;
  RetransmissionHistory history{{}};
  SequenceFilter numbers;
  std::multimap<LocalTime, std::pair<Bytes, bool>> under_way;
  std::vector<Bytes> sent;
  std::map<std::uint16_t, Bytes> received;
};

}  // namespace

TEST_CASE(
    "Requests and retransmissions that are lost too leave one packet in thousands missing, and each is the same") {
  struct Row {
    Duration round_trip_time;
    double loss;
    int max_missing;      // of 10 000
    double max_overhead;  // retransmissions per packet
  };
  const auto row = GENERATE(values<Row>({
      {100ms, 0, 0, 0},
      {20ms, 0.01, 0, 0.012},
      {100ms, 0.03, 0, 0.035},
      {100ms, 0.1, 10, 0.13},
      {300ms, 0.05, 2, 0.06},
  }));
  CAPTURE(row.round_trip_time.count(), row.loss);
  LossyStream stream(row.round_trip_time, row.loss, 60'000);
  stream.run(20'000, true);
  stream.loss = 0;
  stream.run(10, true);  // so that the end shows
  stream.run(2000, false);
  int missing = 0;
  for (std::size_t i = 0; i < stream.sent.size(); ++i) {
    const auto found = stream.received.find(static_cast<std::uint16_t>(60'000 + i));
    if (found == stream.received.end()) {
      ++missing;
    } else {
      REQUIRE(found->second == stream.sent[i]);
    }
  }
  CHECK(missing <= row.max_missing);
  CHECK(stream.sent_again <= row.max_overhead * static_cast<double>(stream.sent.size()));
  CHECK(stream.history.stats().over_budget == 0);
}
