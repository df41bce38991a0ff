#include "app/bench/native/native_sender.h"

#include <algorithm>
#include <boost/asio/ip/address_v6.hpp>
#include <cstring>

#include "app/bench/loop_driver.h"
#include "app/bench/native/bare_loop.h"
#include "app/bench/native/control_protocol.h"
#include "app/bench/native/cpu_affinity.h"
#include "app/bench/native/native_clock.h"
#include "app/bench/planned_loop.h"
#include "core/net/asio_endpoint.h"
#include "core/net/clock.h"
#include "core/net/realtime.h"
#include "core/net/wakeup.h"

namespace evenkeel::bench {
namespace {

Endpoint any_address(bool ipv4) {
  namespace ip = boost::asio::ip;
  if (ipv4) return from_asio({ip::address_v4::any(), 0});
  return from_asio({ip::address_v6::any(), 0});
}

}  // namespace

std::string check_loop(const SendPlan& plan) {
  if (plan.loop == "iperf3") return plan.parameters.empty() ? "" : "iperf3 has no parameters: leave them out.";
  return make_planned_loop(plan).error;
}

NativeSender::NativeSender(const SendPlan& plan, const Endpoint& to, std::uint32_t test, int cpu)
    : plan_(plan), to_(to), test_(test), cpu_(cpu), thread_([this] { run(); }) {}

std::optional<LocalTime> NativeSender::started() const {
  const Duration::rep start = started_.load();
  return start != 0 ? std::optional(LocalTime(Duration(start))) : std::nullopt;
}

void NativeSender::stop() {
  stop_ = true;
  if (thread_.joinable()) thread_.join();
}

void NativeSender::run() {
  if (prepare()) send();
  finished_ = true;
}

bool NativeSender::prepare() {
  report_.failure = socket_.open(any_address(is_ipv4(to_)));
  if (report_.failure.empty()) report_.failure = socket_.connect(to_);
  if (report_.failure.empty() && !pin_to_processor(cpu_)) report_.failure = check_processor(cpu_);
  if (!report_.failure.empty()) return false;
  report_.realtime = plan_.realtime && enter_realtime_class();
  if (plan_.realtime && !report_.realtime) {
    report_.notes.push_back("SCHED_FIFO is not allowed: the sender ran in the normal class.");
  }
  return true;
}

void NativeSender::send() {
  SocketOutlet outlet(socket_, to_, plan_.packet, test_);
  const Duration before = read_clock(CLOCK_THREAD_CPUTIME_ID);
  started_ = monotonic_now().time_since_epoch().count();
  plan_.loop == "bare" ? send_bare(outlet) : send_by_loop(outlet);
  report_.cpu_seconds = to_seconds(read_clock(CLOCK_THREAD_CPUTIME_ID) - before);
  report_.packets_sent = outlet.packets_taken() - static_cast<std::int64_t>(socket_.send_losses());
  report_.system_calls = static_cast<std::int64_t>(socket_.system_calls());
  note_losses();
}

void NativeSender::send_by_loop(SocketOutlet& outlet) {
  PacedQueue queue(make_planned_loop(plan_).loop);  // check_loop() has succeeded
  NativeClock clock(plan_.spin, &stop_);
  LoopDriver driver(queue, clock, outlet, plan_.packet);
  driver.run(plan_, [this] { return stop_.load(std::memory_order_relaxed); });
  report_.start = driver.started();
  report_.wake_ups = driver.wake_ups();
  report_.refusals = driver.refusals();
  report_.forgiven_bytes = forgiven_by(queue.pacer()).bytes();
}

void NativeSender::send_bare(SocketOutlet& outlet) {
  NativeClock clock(plan_.spin, &stop_);
  BareLoop loop(clock, outlet);
  loop.run(plan_, [this] { return stop_.load(std::memory_order_relaxed); });
  report_.start = loop.started();
  report_.wake_ups = loop.wake_ups();
  report_.refusals = loop.refusals();
}

void NativeSender::note_losses() {
  if (socket_.send_losses() == 0) return;
  report_.notes.push_back(
      std::to_string(socket_.send_losses()) + " packets could not be sent (" +
      (socket_.last_send_error() != 0 ? std::strerror(socket_.last_send_error()) : "nothing listens at the receiver") +
      ").");
}

SocketOutlet::SocketOutlet(UdpSocket& socket, const Endpoint& to, DataSize packet, std::uint32_t test)
    : socket_(socket), to_(to), test_(test) {
  const auto size = static_cast<std::size_t>(std::max((packet - socket.ip_overhead()).bytes(), std::int64_t{8}));
  memory_.resize(size * LoopDriver::largest_batch);
  for (std::size_t i = 0; i < LoopDriver::largest_batch; ++i) {
    packets_.push_back(std::span(memory_).subspan(i * size, size));
    datagrams_.push_back(packets_.back());
  }
}

// The kernel copies accepted packets before it returns, so every batch may begin at the first slot.
std::size_t SocketOutlet::send(std::span<const PacketRef> packets) {
  const std::size_t count = std::min(packets.size(), datagrams_.size());
  for (std::size_t i = 0; i < count; ++i) write_stamp({test_, taken_ + static_cast<std::int64_t>(i)}, packets_[i]);
  const std::size_t taken = socket_.send_batch(std::span(datagrams_).first(count), to_);
  taken_ += static_cast<std::int64_t>(taken);
  return taken;
}

}  // namespace evenkeel::bench
