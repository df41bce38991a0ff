#include "app/bench/native/bulk_receiver.h"

#include <numeric>

#include "tests/unit/net/loopback.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

struct Heard {
  std::vector<Bytes> datagrams;
  std::size_t arrivals = 0;
  LocalTime first = LocalTime::max();
  LocalTime last{};
};

/// Until so many datagrams have come, at most two seconds.
Heard hear(BulkReceiver& receiver, std::size_t count) {
  Heard heard;
  const LocalTime end = monotonic_now() + 2s;
  while (heard.datagrams.size() < count && monotonic_now() < end) {
    heard.arrivals += receiver.receive(100ms, [&](const BulkArrival& a) {
      for (std::size_t i = 0; i < a.segments(); ++i) {
        heard.datagrams.emplace_back(a.segment(i).begin(), a.segment(i).end());
      }
      heard.first = std::min(heard.first, a.arrival);
      heard.last = std::max(heard.last, a.arrival);
    });
  }
  return heard;
}

std::vector<Bytes> numbered(std::size_t count, std::size_t size) {
  std::vector<Bytes> all(count, Bytes(size));
  for (std::size_t i = 0; i < count; ++i) {
    all[i][0] = static_cast<std::uint8_t>(i);
    all[i][1] = static_cast<std::uint8_t>(i >> 8);
  }
  return all;
}

}  // namespace

TEST_CASE("All datagrams come out in order, by few arrivals where they were sent by the batch") {
  const std::string address = GENERATE("127.0.0.1:0", "[::1]:0");
  const bool segmentation = GENERATE(true, false);
  CAPTURE(address, segmentation);
  Pair pair(address);
  BulkReceiver receiver(pair.listener);
  pair.caller.set_segmentation(segmentation);
  auto packets = numbered(3000, 1472);
  packets.back().resize(100);
  const std::vector<DatagramSink::Datagram> datagrams(packets.begin(), packets.end());
  const LocalTime before = monotonic_now();
  REQUIRE(pair.caller.send_batch(datagrams, pair.listener.local()) == packets.size());
  const LocalTime after = monotonic_now();
  const Heard heard = hear(receiver, packets.size());
  CHECK(heard.datagrams == packets);
  CHECK(heard.first >= before - 1ms);  // two clocks are read for the conversion
  CHECK(heard.last <= after + 50ms);
  CHECK(receiver.dropped() == 0);
  if (segmentation) CHECK(heard.arrivals < 100);
}

TEST_CASE("One datagram, and an empty one") {
  Pair pair("127.0.0.1:0");
  BulkReceiver receiver(pair.listener);
  REQUIRE(pair.caller.send(Bytes(9000, 3), pair.listener.local()));
  REQUIRE(pair.caller.send(Bytes(), pair.listener.local()));
  const Heard heard = hear(receiver, 2);
  REQUIRE(heard.datagrams.size() == 2);
  CHECK(heard.datagrams[0] == Bytes(9000, 3));
  CHECK(heard.datagrams[1].empty());
}

TEST_CASE("Without a sender it returns after the timeout") {
  Pair pair("127.0.0.1:0");
  BulkReceiver receiver(pair.listener);
  const LocalTime before = monotonic_now();
  CHECK(receiver.receive(20ms, [](const BulkArrival&) { FAIL("from nobody"); }) == 0);
  CHECK(monotonic_now() - before >= 20ms);
  CHECK(receiver.receive(0ms, [](const BulkArrival&) { FAIL("from nobody"); }) == 0);
}

TEST_CASE("What found no room is counted, also at the end") {
  Pair pair("127.0.0.1:0");
  BulkReceiver receiver(pair.listener);
  CHECK(receiver.buffer_size() >= 200'000);
  const int minimum = 0;
  REQUIRE(setsockopt(pair.listener.native_handle(), SOL_SOCKET, SO_RCVBUF, &minimum, sizeof minimum) == 0);
  for (int i = 0; i < 50; ++i) REQUIRE(pair.caller.send(Bytes(1000, 1), pair.listener.local()));
  const Heard heard = hear(receiver, 1);
  CHECK(heard.datagrams.size() < 50);
  CHECK(receiver.dropped() == 50 - heard.datagrams.size());
}
