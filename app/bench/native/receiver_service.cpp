#include "app/bench/native/receiver_service.h"

#include <poll.h>

#include <cstdio>

#include "app/bench/native/native_run.h"
#include "core/net/asio_endpoint.h"
#include "core/net/clock.h"
#include "core/net/clock_id.h"

namespace evenkeel::bench {
namespace {

using boost::asio::ip::tcp;

constexpr Duration timeout_for_results = 30s;
constexpr Duration quiet_at_end = 100ms;  // without a packet: then all packets have arrived
constexpr Duration longest_end = 2s;
constexpr int max_waiting = 4;

tcp::endpoint tcp_endpoint(const Endpoint& e) {
  const auto udp = to_asio(e, false);
  return {udp.address(), udp.port()};
}

void wait_until_quiet(const TestReceiver& receiver) {
  const LocalTime deadline = monotonic_now() + longest_end;
  std::int64_t before = -1;
  while (receiver.packets() != before && monotonic_now() < deadline) {
    before = receiver.packets();
    poll(nullptr, 0, static_cast<int>(quiet_at_end / 1ms));
  }
}

void refuse(LineConnection& sender, const std::string& why) { sender.write_line("refused " + why, 1s); }

}  // namespace

std::string ReceiverService::open(const std::string& bind) {
  const auto local = resolve(bind, default_receiver_port);
  if (!local) return local.error;
  const tcp::endpoint endpoint = tcp_endpoint(*local);
  boost::system::error_code error;
  acceptor_.open(endpoint.protocol(), error);
  if (!error) acceptor_.set_option(tcp::acceptor::reuse_address(true), error);
  if (!error) acceptor_.bind(endpoint, error);
  if (!error) acceptor_.listen(max_waiting, error);
  if (!error) acceptor_.non_blocking(true, error);
  if (!error) return {};
  return "Cannot listen at " + to_string(*local) + " (" + error.message() + "): choose another port with --bind.";
}

Endpoint ReceiverService::local() const {
  boost::system::error_code error;
  const tcp::endpoint e = acceptor_.local_endpoint(error);
  return from_asio({e.address(), e.port()});
}

void ReceiverService::run(const std::atomic<bool>& stop) {
  while (!stop) {
    pollfd waiting{acceptor_.native_handle(), POLLIN, 0};
    if (poll(&waiting, 1, 50) <= 0) continue;
    boost::system::error_code error;
    tcp::socket socket = acceptor_.accept(error);
    if (error) continue;
    LineConnection sender(std::move(socket), [&stop] { return stop.load(); });
    serve(sender);
  }
}

void ReceiverService::serve(LineConnection& sender) {
  const auto line = sender.read_line(timeout_);
  if (!line) return;
  const auto request = parse_start(*line);
  if (request) return receive_test(sender, *request);
  refuse(sender,
         "The receiver does not take such a test: use the same version on both sides, packets of 36 B to "
         "1500 B, at most 100 Gbps and at most an hour.");
}

void ReceiverService::receive_test(LineConnection& sender, const StartRequest& request) {
  TestReceiver receiver(request);
  const std::string failure = receiver.start(sender.local());
  if (!failure.empty()) return refuse(sender, failure);
  if (!sender.write_line(ready_line(receiver.port()), timeout_)) return;
  const LocalTime deadline = monotonic_now() + request.duration + 60s;
  while (const auto line = sender.read_line(timeout_)) {
    if (const auto start = parse_end(*line)) return report(sender, request, *start, receiver);
    if (*line != "alive" || monotonic_now() > deadline) return;
  }
}

// The sender's clock can be compared with ours only if both run on one machine.
void ReceiverService::report(LineConnection& sender, const StartRequest& request, LocalTime start,
                             TestReceiver& receiver) {
  wait_until_quiet(receiver);
  receiver.stop();
  TestResult result = receiver.result();
  const std::string clock = clock_id(request.test);
  result.same_clock = !clock.empty() && clock == request.clock;
  const auto arrivals = receiver.arrivals(result.same_clock ? std::optional(start) : std::nullopt);
  if (sender.write_line(to_line(result), timeout_)) sender.write(encode(arrivals), timeout_for_results);
}

std::string serve_receiver(const std::string& bind, const std::atomic<bool>& stop) {
  ReceiverService service;
  const std::string failure = service.open(bind);
  if (!failure.empty()) return failure;
  std::printf("Receiving at %s; Ctrl+C ends it.\n", to_string(service.local()).c_str());
  std::fflush(stdout);
  service.run(stop);
  return {};
}

}  // namespace evenkeel::bench
