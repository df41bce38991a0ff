#include "app/bench/native/test_receiver.h"

#include <algorithm>

#include "app/bench/native/native_clock.h"
#include "core/net/clock.h"
#include "core/net/realtime.h"
#include "core/net/wakeup.h"

namespace evenkeel::bench {
namespace {

// The kernel timestamps the packets, so reading may be late; and a thread that does not wait costs the sender no
// wake-up.
constexpr Duration pause = 1ms;

std::size_t expected_arrivals(const StartRequest& request) {
  const double packets =
      request.rate.bytes_per_second() * to_seconds(request.duration) / static_cast<double>(request.packet.bytes());
  const double slots =
      request.resolution > Duration::zero() ? to_seconds(request.duration) / to_seconds(request.resolution) : packets;
  return static_cast<std::size_t>(std::clamp(1.1 * std::min(packets, slots), 100.0, 4e6));
}

}  // namespace

TestReceiver::TestReceiver(const StartRequest& request)
    : request_(request), recorder_(request.resolution, expected_arrivals(request)) {}

std::string TestReceiver::start(Endpoint local) {
  local.port = 0;
  const std::string error = socket_.open(local);
  if (!error.empty()) return error;
  bulk_ = std::make_unique<BulkReceiver>(socket_);
  thread_ = std::thread([this] { run(); });
  return {};
}

void TestReceiver::stop() {
  stop_ = true;
  if (thread_.joinable()) thread_.join();
}

TestResult TestReceiver::result() const {
  TestResult result;
  result.dropped = static_cast<std::int64_t>(bulk_->dropped());
  result.packets = recorder_.packets();
  result.reordered = recorder_.reordered();
  result.resolution = recorder_.resolution();
  result.arrivals = recorder_.arrivals();
  return result;
}

void TestReceiver::run() {
  enter_realtime_class();
  NativeClock clock;
  const auto sink = [this](const BulkArrival& arrival) { on_arrival(arrival); };
  while (!stop_) {
    bulk_->receive(Duration::zero(), sink);
    clock.wait_until(clock.now() + pause);
  }
}

void TestReceiver::on_arrival(const BulkArrival& arrival) {
  const auto overhead = static_cast<std::int32_t>(socket_.ip_overhead().bytes());
  for (std::size_t i = 0; i < arrival.segments(); ++i) {
    const auto payload = arrival.segment(i);
    const auto stamp = read_stamp(payload);
    const auto size = static_cast<std::int32_t>(payload.size()) + overhead;
    if (!stamp || stamp->test != request_.test || size != request_.packet.bytes()) continue;
    recorder_.on_packet(stamp->sequence, size, arrival.arrival);
  }
  packets_.store(recorder_.packets(), std::memory_order_relaxed);
}

}  // namespace evenkeel::bench
