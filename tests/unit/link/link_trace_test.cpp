// A link whose capacity is a mahimahi trace.

#include <catch2/catch.hpp>
#include <deque>
#include <random>

#include "tests/unit/link/link_fixture.h"

using namespace evenkeel;

namespace {

using Times = std::vector<Duration>;

Capacity recorded(std::vector<std::uint32_t> milliseconds) {
  return Capacity::trace(MahimahiTrace(std::move(milliseconds)));
}

struct Packet {
  Duration at;
  std::int64_t size;
};

// The service of mm-link spelled out: at each instant 1504 bytes, to whatever came before it.
Times served(const std::vector<Packet>& packets, const std::vector<std::uint32_t>& trace) {
  Times times;
  std::size_t head = 0;
  std::int64_t left = packets[0].size;
  for (std::size_t i = 0; head < packets.size(); ++i) {
    auto round = static_cast<std::int64_t>(i / trace.size());
    Duration at = std::chrono::milliseconds(round * trace.back() + trace[i % trace.size()]);
    std::int64_t credit = 1504;
    while (credit > 0 && head < packets.size() && packets[head].at < at) {
      auto part = std::min(credit, left);
      credit -= part;
      left -= part;
      if (left > 0) break;
      times.push_back(at);
      if (++head < packets.size()) left = packets[head].size;
    }
  }
  return times;
}

}  // namespace

TEST_CASE("a trace serves packets across opportunities and several in one") {
  Link link(link_of(recorded({10, 20, 20, 40})), kLinkStart);
  push(link, bytes(1504), 0ms);    // 10
  push(link, bytes(2000), 1ms);    // 1504 at 20 and 496 at 20
  push(link, bytes(500), 2ms, 2);  // 20, 20: 1008 left of the second
  push(link, bytes(100), 3ms);     // 8 at 20, the rest at 40
  push(link, bytes(100), 20ms);    // 40: too late for 20
  CHECK(deliveries_by(link, 1s) == Times{10ms, 20ms, 20ms, 20ms, 40ms, 40ms});
}

TEST_CASE("opportunities of the same instant serve one packet each") {
  Link link(link_of(recorded({5, 5, 5, 12})), kLinkStart);
  push(link, bytes(1504), 0ms, 5);
  CHECK(deliveries_by(link, 1s) == Times{5ms, 5ms, 5ms, 12ms, 17ms});
}

TEST_CASE("what an empty queue leaves of an opportunity is lost, and the trace starts again") {
  Link link(link_of(recorded({10, 30})), kLinkStart);
  push(link, bytes(100), 5ms);
  push(link, bytes(100), 10ms);  // the opportunity of 10 ms is gone
  CHECK(deliveries_by(link, 30ms) == Times{10ms, 30ms});
  push(link, bytes(3000), 35ms);
  CHECK(deliveries_by(link, 1s) == Times{60ms});
}

TEST_CASE("random traffic over a random trace is served as mm-link does it") {
  auto seed = GENERATE(1u, 2u, 3u, 4u);
  std::mt19937_64 random(seed);
  std::vector<std::uint32_t> trace{0};
  while (trace.size() < 700) trace.push_back(trace.back() + static_cast<std::uint32_t>(random() % (seed * 6)));
  ++trace.back();
  std::vector<Packet> packets;
  Duration now{};
  for (int i = 0; i < 3000; ++i) {
    now += std::chrono::microseconds(random() % 4 == 0 ? random() % 40'000 : 0);
    if (random() % 10 == 0) now = std::chrono::ceil<std::chrono::milliseconds>(now);  // on the instant itself
    packets.push_back({now, static_cast<std::int64_t>(1 + random() % 3000)});
  }
  Link link(link_of(recorded(trace)), kLinkStart);
  for (const auto& packet : packets) push(link, bytes(packet.size), packet.at);
  CHECK(deliveries_by(link, 10h) == served(packets, trace));
}
