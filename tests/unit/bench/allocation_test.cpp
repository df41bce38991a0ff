#include <boost/asio/io_context.hpp>
#include <catch2/catch.hpp>

#include "app/bench/loop_clock.h"
#include "app/bench/native/arrival_recorder.h"
#include "app/bench/native/native_sender.h"
#include "core/pacing/pacer_factory.h"
#include "tests/unit/allocation_counter.h"

using namespace evenkeel;
using namespace evenkeel::bench;

namespace {

/// Reads the count of allocations after the tenth batch and after each one from then on.
class CountingOutlet final : public PacketOutlet {
 public:
  explicit CountingOutlet(PacketOutlet& outlet) : outlet_(outlet) {}
  std::size_t send(std::span<const PacketRef> packets) override {
    const std::size_t taken = outlet_.send(packets);
    if (++batches_ == 10) warm_ = test::allocations;
    last_ = test::allocations;
    return taken;
  }
  long since_warm() const { return last_ - warm_; }
  int batches() const { return batches_; }

 private:
  PacketOutlet& outlet_;
  int batches_ = 0;
  long warm_ = 0;
  long last_ = 0;
};

}  // namespace

TEST_CASE("once warm, sending allocates nothing per packet, from the loop to the socket") {
  boost::asio::io_context io;
  UdpSocket sink(io);
  UdpSocket socket(io);
  REQUIRE(sink.open(*resolve("127.0.0.1:0", 0)).empty());
  REQUIRE(socket.open(*resolve("127.0.0.1:0", 0)).empty());
  REQUIRE(socket.connect(sink.local()).empty());
  SocketOutlet outlet(socket, sink.local(), bytes(1500), 1);
  CountingOutlet counting(outlet);
  PacedQueue queue(make_pacer("rmc"));
  VirtualClock clock(exact_sleep());
  LoopDriver driver(queue, clock, counting, bytes(1500));
  SendPlan plan;
  plan.rate = megabits_per_second(500);
  plan.duration = 200ms;
  driver.run(plan, [] { return false; });
  CHECK(counting.batches() > 100);
  CHECK(counting.since_warm() == 0);
}

TEST_CASE("recording what was expected allocates nothing per packet") {
  ArrivalRecorder recorder(Duration::zero(), 1000);
  const long before = test::allocations;
  for (int i = 0; i < 1000; ++i) recorder.on_packet(i, 1500, LocalTime(1h) + i * 1ms);
  CHECK(test::allocations == before);
}
