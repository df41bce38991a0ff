#include "tests/unit/allocation_counter.h"

#include <array>
#include <boost/asio/io_context.hpp>

#include "core/control/factory/controller_factory.h"
#include "core/pacing/pacer_factory.h"
#include "core/session/sender.h"
#include "loopback.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

constexpr DataRate rate = megabits_per_second(100);

std::unique_ptr<Sender> make_sender(LocalTime now) {
  SenderConfig config;
  config.ssrc = 1;
  config.cname = "alice";
  config.limits.maximum = config.limits.start = rate;
  auto sender = std::make_unique<Sender>(config, make_controller("fixed"), make_pacer("rmc"));
  sender->start(now);
  return sender;
}

/// 30 frames a second in steps of 1 ms, in a time of its own; returns how many datagrams the sink took.
std::size_t send_for(Sender& sender, DatagramSink& sink, const Endpoint& to, LocalTime& now, Duration length) {
  static EncodedFrame frame;
  frame.data.resize(300'000, 0x11);
  std::array<DatagramSink::Datagram, 256> batch;
  std::size_t sent = 0;
  for (const LocalTime end = now + length; now < end; now += 1ms) {
    frame.capture_time = now;
    if ((now - LocalTime()) % 33ms == Duration::zero()) sender.push_frame(frame, now);
    while (const std::size_t count = sender.poll_batch(now, batch)) {
      const std::size_t taken = sink.send_batch(std::span(batch).first(count), to);
      sender.on_batch_sent(taken, now);
      sent += taken;
      if (taken < count) sender.on_refused(now);
    }
  }
  return sent;
}

}  // namespace

TEST_CASE("From the frame to the socket nothing is allocated per packet once it is warm") {
  boost::asio::io_context io;
  UdpSocket listener(io);
  UdpSocket caller(io);
  REQUIRE(listener.open(endpoint("127.0.0.1:0")).empty());
  REQUIRE(caller.open(endpoint("127.0.0.1:0")).empty());
  caller.set_segmentation(GENERATE(true, false));
  caller.watch_refusals();
  LocalTime now(1000s);
  auto sender = make_sender(now);
  send_for(*sender, caller, listener.local(), now, 500ms);
  const Endpoint to = listener.local();
  const std::uint64_t calls = caller.system_calls();
  allocations = 0;
  const std::size_t sent = send_for(*sender, caller, to, now, 1s);
  const long allocated = allocations;
  CHECK(allocated == 0);
  CHECK(sent > 7000);
  CHECK(caller.system_calls() - calls < 1500);
}
