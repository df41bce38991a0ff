#include "core/net/emulated_link.h"

#include <atomic>
#include <condition_variable>
#include <mutex>

#include "loopback.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

/// Takes all that comes out of the link.
class Collector final : public DatagramSink {
 public:
  bool send(Datagram datagram, const Route& to, std::uint8_t ecn) override {
    {
      const std::lock_guard lock(mutex_);
      came_.push_back({{datagram.begin(), datagram.end()}, to.to, monotonic_now(), ecn});
    }
    changed_.notify_one();
    return true;
  }
  /// At most two seconds for so many.
  std::vector<Arrived> wait_for(std::size_t count) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, 2s, [&] { return came_.size() >= count; });
    return came_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Arrived> came_;
};

}  // namespace

TEST_CASE("A batch goes over an emulated link packet by packet, in order, to where it was sent") {
  Collector behind;
  LinkConfig config;
  config.capacity = Capacity::constant(megabits_per_second(50));
  const LocalTime start = monotonic_now();
  EmulatedLink link(config, behind, start);
  const Endpoint a = endpoint("192.0.2.1:1000");
  const Endpoint b = endpoint("192.0.2.2:1000");
  std::vector<Bytes> packets;
  for (std::size_t i = 0; i < 100; ++i) packets.push_back(Bytes(100 + i, static_cast<std::uint8_t>(i)));
  const std::vector<DatagramSink::Datagram> datagrams(packets.begin(), packets.end());
  CHECK(link.send_batch(std::span(datagrams).first(60), a) == 60);
  CHECK(link.send_batch(std::span(datagrams).subspan(60), b) == 40);
  CHECK(link.send_batch({}, a) == 0);
  const auto came = behind.wait_for(100);
  REQUIRE(came.size() == 100);
  for (std::size_t i = 0; i < 100; ++i) {
    REQUIRE(came[i].bytes == packets[i]);
    REQUIRE(came[i].from == (i < 60 ? a : b));
  }
  CHECK(came.back().arrival - start >= (bytes(17'750) / megabits_per_second(50)));  // of all, headers included
}

TEST_CASE("What an emulated link marks leaves it marked") {
  Collector behind;
  LinkConfig config;
  config.capacity = Capacity::constant(megabits_per_second(10));
  config.mark_above = 2ms;
  EmulatedLink link(config, behind, monotonic_now());
  const std::vector<Bytes> packets(10, Bytes(972, 1));  // 0.8 ms each
  const std::vector<DatagramSink::Datagram> datagrams(packets.begin(), packets.end());
  const Endpoint to = endpoint("192.0.2.1:1000");
  link.send_batch(datagrams, to, 2);
  link.send_batch(datagrams, to);
  const auto came = behind.wait_for(20);
  REQUIRE(came.size() == 20);
  CHECK(came[0].ecn == 2);
  CHECK(came[9].ecn == 3);
  for (std::size_t i = 10; i < 20; ++i) CHECK(came[i].ecn == 0);  // cannot carry a mark
}

TEST_CASE("Packets to thousands of addresses arrive where they were sent") {
  Collector behind;
  LinkConfig config;
  config.capacity = Capacity::constant(megabits_per_second(1000));
  EmulatedLink link(config, behind, monotonic_now());
  const auto port = [](const Bytes& b) { return static_cast<std::uint16_t>(b[0] << 8 | b[1]); };
  constexpr std::uint16_t count = 3200;
  for (std::uint16_t i = 1; i <= count; ++i) {
    const Bytes packet{static_cast<std::uint8_t>(i >> 8), static_cast<std::uint8_t>(i)};
    CHECK(link.send(packet, Endpoint{address("192.0.2.1"), i}));
    if (i % (RouteTable::capacity / 2) == 0) REQUIRE(behind.wait_for(i).size() == i);
  }
  for (const Arrived& one : behind.wait_for(count)) REQUIRE(one.from.port == port(one.bytes));
}

TEST_CASE("A full link keeps the addresses of what is on it") {
  Collector behind;
  LinkConfig config;
  config.capacity = Capacity::constant(megabits_per_second(1000));
  config.propagation_delay = 1s;
  EmulatedLink link(config, behind, monotonic_now());
  for (std::uint16_t i = 1; i <= 2 * RouteTable::capacity; ++i) {
    CHECK(link.send(Bytes{static_cast<std::uint8_t>(i)}, Endpoint{address("192.0.2.1"), i}));
  }
  const auto came = behind.wait_for(RouteTable::capacity);
  REQUIRE(came.size() == RouteTable::capacity);  // the first, in their order
  for (std::size_t i = 0; i < came.size(); ++i) {
    CHECK(came[i].from.port == i + 1);
    CHECK(came[i].bytes[0] == i + 1);
  }
}

TEST_CASE("An emulated NAT gives the flow another source before the first datagram of its new mapping leaves") {
  Collector behind;
  LinkConfig config;
  config.rebind_every = 1h;
  std::atomic<int> rebinds = 0;
  // It began three mappings ago.
  EmulatedLink link(config, behind, monotonic_now() - 3h, [&] { ++rebinds; });
  link.send(Bytes{1}, endpoint("192.0.2.1:1000"));
  REQUIRE(behind.wait_for(1).size() == 1);
  CHECK(rebinds == 1);
  link.send(Bytes{2}, endpoint("192.0.2.1:1000"));
  REQUIRE(behind.wait_for(2).size() == 2);
  CHECK(rebinds == 1);
}
