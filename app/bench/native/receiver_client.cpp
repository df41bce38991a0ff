#include "app/bench/native/receiver_client.h"

#include <utility>

#include "core/net/udp_socket.h"

namespace evenkeel::bench {
namespace {

constexpr Duration patience = 10s;
constexpr Duration patience_for_arrivals = 60s;
constexpr Duration alive_interval = 1s;
constexpr Duration patience_during_test = 200ms;  // in which nobody looks after the busy processes

std::int64_t packets_in(const std::vector<Arrival>& arrivals) {
  std::int64_t sum = 0;
  for (const Arrival& arrival : arrivals) sum += arrival.packets;
  return sum;
}

}  // namespace

std::string ReceiverClient::start(const std::string& address, const StartRequest& request,
                                  LineConnection::Stopped stopped) {
  address_ = address;
  const auto endpoint = resolve(address, default_receiver_port);
  if (!endpoint) return endpoint.error;
  auto socket = connect_to(io_, *endpoint, patience);
  if (!socket) return socket.error;
  connection_ = std::make_unique<LineConnection>(std::move(*socket.value), std::move(stopped));
  connection_->write_line(to_line(request), patience);
  const auto line = connection_->read_line(patience);
  if (!line) return "The receiver at " + address + " does not answer: it may be busy with another test; try again.";
  const auto port = parse_ready(*line);
  if (!port) return port.error;
  packets_to_ = *endpoint;
  packets_to_.port = *port;
  return {};
}

std::string ReceiverClient::keep_alive(LocalTime now) {
  bool alive = !connection_->has_ended();
  if (alive && now >= last_alive_ + alive_interval) {
    last_alive_ = now;
    alive = connection_->write_line("alive", patience_during_test);
  }
  if (alive) return {};
  return "The receiver at " + address_ + " went away during the test: start it again and repeat the test.";
}

std::string ReceiverClient::fetch(LocalTime start) {
  const std::string failure =
      "The receiver at " + address_ + " went away before it told what had arrived: start it again and repeat the test.";
  connection_->write_line(end_line(start), patience);
  const auto line = connection_->read_line(patience);
  const auto result = line ? parse_result(*line) : std::nullopt;
  if (!result) return failure;
  std::vector<std::uint8_t> bytes(result->arrivals * arrival_size);
  if (!connection_->read(bytes, patience_for_arrivals)) return failure;
  auto arrivals = decode(bytes);
  if (!arrivals || packets_in(*arrivals) != result->packets)
    return "The receiver at " + address_ + " sent arrivals that make no sense: use the same version there.";
  result_ = *result;
  arrivals_ = std::move(*arrivals);
  return {};
}

}  // namespace evenkeel::bench
