#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <map>
#include <random>
#include <set>

#include "core/rtp/sequence_unwrapper.h"
#include "core/rtp/transport_wide_collector.h"
#include "core/rtp/transport_wide_format.h"
#include "tests/unit/rtp/bytes.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

struct Packet {
  std::int64_t number;
  LocalTime arrival;
};

// What a receiver of the messages comes to know, and what it may not be told.
class FarEnd {
 public:
  explicit FarEnd(LocalTime first_arrival) : origin_(first_arrival) {}

  void on_arrival(const Packet& packet) { came_.emplace(packet.number, packet.arrival); }

  void on_message(const TransportWideFeedback& feedback) {
    REQUIRE(feedback.count == static_cast<std::uint8_t>(messages_++));
    const std::int64_t begin = numbers_.unwrap(feedback.begin_number);
    const std::int64_t ticks = unwrap_reference(feedback.reference_time);
    std::size_t repeated = 0;
    for (std::size_t i = 0; i < feedback.arrivals.size(); ++i) {
      const std::int64_t number = begin + static_cast<std::int64_t>(i);
      const auto came = came_.find(number);
      REQUIRE(feedback.arrivals[i].has_value() == (came != came_.end()));
      if (came == came_.end()) continue;
      const LocalTime told = origin_ + ticks * 64ms + *feedback.arrivals[i];
      REQUIRE(abs(told - came->second) <= 125us);
      repeated = told_.insert(number).second ? 0 : repeated + 1;
      repeated_ += repeated > 0 ? 1 : 0;
      REQUIRE(repeated <= TransportWideCollector::max_repeated);
    }
    REQUIRE((repeated == 0 || !feedback.arrivals.back()));  // the last one is news
  }

  bool knows_all() const { return told_.size() == came_.size(); }
  std::size_t messages() const { return messages_; }
  std::size_t repeated() const { return repeated_; }

 private:
  std::int64_t unwrap_reference(std::uint32_t reference) {
    const auto step = static_cast<std::int32_t>((reference - static_cast<std::uint32_t>(reference_)) << 8) >> 8;
    return reference_ += step;
  }

  LocalTime origin_;
  SequenceUnwrapper<std::uint16_t> numbers_;
  std::int64_t reference_ = 0;
  std::map<std::int64_t, LocalTime> came_;
  std::set<std::int64_t> told_;
  std::size_t messages_ = 0;
  std::size_t repeated_ = 0;
};

struct Path {
  const char* what;
  double loss;
  std::chrono::microseconds interval;
  std::chrono::microseconds jitter;  // packets overtake each other where it is above the interval
  std::size_t max_packets;
};

constexpr int packets = 5000;
constexpr int first_number = 63'000;  // wraps
constexpr auto reference_wrap = (1 << 24) * 64ms;

// Days of silence, in three steps that the far end can tell from steps back, up to shortly before the reference time
// wraps.
Duration silence_before(int packet) {
  const int steps = std::min(3, packet * 10 / packets);
  return steps * ((reference_wrap - 1000ms) / 3);
}

// In the order of their arrival.
std::vector<Packet> arrivals(const Path& path, std::mt19937& random) {
  std::vector<Packet> out;
  const LocalTime begin{123'456'789ns};
  for (int i = 0; i < packets; ++i) {
    if (i > 0 && std::uniform_real_distribution(0.0, 1.0)(random) < path.loss) continue;
    const auto late = std::chrono::microseconds(random() % static_cast<std::uint64_t>(path.jitter.count() + 1));
    const Duration sent = i * path.interval + silence_before(i);
    out.push_back({first_number + i, begin + sent + late + Duration(random() % 1000)});
  }
  std::stable_sort(out.begin() + 1, out.end(), [](const auto& a, const auto& b) { return a.arrival < b.arrival; });
  return out;
}

// Over the wire.
void report(TransportWideCollector& collector, std::size_t max_packets, FarEnd& far_end) {
  TransportWideFeedback feedback;
  std::array<std::uint8_t, 1200> datagram{};
  RtcpCompound in;
  const bool anything = collector.pending() > 0;
  REQUIRE(collector.report(max_packets, feedback) == anything);
  if (!anything) return;
  REQUIRE(feedback.arrivals.size() <= max_packets);
  RtcpWriter writer(datagram);
  REQUIRE(writer.transport_wide_feedback(feedback));
  REQUIRE(writer.size() <= max_transport_wide_size(max_packets));
  REQUIRE(parse_rtcp(std::span(datagram).first(writer.size()), in));
  REQUIRE(in.transport_wide_feedbacks.size() == 1);
  far_end.on_message(in.transport_wide_feedbacks[0]);
  if (collector.is_incomplete()) report(collector, max_packets, far_end);
}

}  // namespace

TEST_CASE("By transport-wide feedback the far end learns of all arrivals, within 125 us") {
  const auto seed = GENERATE(range(1u, 6u));
  const auto path = GENERATE(values<Path>({
      {"nothing happens", 0, 5ms, 0us, 500},
      {"losses", 0.1, 2ms, 0us, 500},
      {"packets overtake each other", 0.02, 1ms, 30ms, 500},
      {"by far", 0.02, 300us, 400ms, 500},
      {"hardly anything comes", 0.97, 20ms, 100ms, 500},
      {"short messages", 0.3, 1ms, 10ms, 7},
      {"messages on one packet", 0.1, 10ms, 30ms, 1},
      {"more than a message can hold", 0.2, 5s, 9s, 500},
  }));
  INFO(path.what << ", seed " << seed);
  std::mt19937 random(seed);
  TransportWideCollector collector;
  const auto packets_that_came = arrivals(path, random);
  FarEnd far_end(packets_that_came.front().arrival);
  LocalTime next_report = packets_that_came.front().arrival;
  for (const Packet& packet : packets_that_came) {
    if (packet.arrival >= next_report) {
      report(collector, path.max_packets, far_end);
      next_report = packet.arrival + 60ms;
    }
    collector.on_packet(static_cast<std::uint16_t>(packet.number), packet.arrival);
    far_end.on_arrival(packet);
  }
  report(collector, path.max_packets, far_end);
  CHECK(far_end.knows_all());
  if (path.jitter == 0us) CHECK(far_end.repeated() == 0);
}

TEST_CASE("Hostile transport-wide numbers and times cost no more than the window") {
  const auto range = GENERATE(0x1'0000u, 0x4000u, 0x100u);
  std::mt19937 random(3);
  TransportWideCollector collector(256);
  TransportWideFeedback feedback;
  std::array<std::uint8_t, 1200> datagram{};
  unsigned number = 0;
  for (int i = 0; i < 50'000; ++i) {
    number += random() % 4 == 0 ? static_cast<unsigned>(random() % range) : 1;
    const LocalTime arrival = LocalTime{1000s} + (i % 2 == 0 ? Duration(random() % 1'000'000'000'000) : i * 1ms);
    collector.on_packet(static_cast<std::uint16_t>(number), arrival);
    if (i % 20 != 0) continue;
    std::size_t told = 0;
    do {
      RtcpWriter writer(datagram);
      const std::size_t pending = collector.pending();
      const bool anything = collector.report(200, feedback);
      REQUIRE(anything == (pending > 0));
      if (!anything) break;
      REQUIRE(writer.transport_wide_feedback(feedback));
      REQUIRE(feedback.arrivals.size() <= 200);
      told += feedback.arrivals.size();
    } while (collector.is_incomplete());
    REQUIRE(told <= 2 * 256 + 21 * TransportWideCollector::max_repeated);
    REQUIRE(collector.pending() == 0);
  }
}
