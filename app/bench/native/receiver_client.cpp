#include "app/bench/native/receiver_client.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <utility>

#include "core/net/clock.h"
#include "core/net/udp_socket.h"

namespace evenkeel::bench {
namespace {

constexpr Duration timeout = 10s;
constexpr Duration timeout_for_start = 5s;
constexpr Duration timeout_for_arrivals = 60s;
constexpr Duration alive_interval = 1s;
constexpr Duration timeout_during_test = 200ms;  // meanwhile the busy processes are not controlled

std::int64_t packets_in(const std::vector<Arrival>& arrivals) {
  std::int64_t sum = 0;
  for (const Arrival& arrival : arrivals) sum += arrival.packets;
  return sum;
}

/// Reads the first line from the pipe, as far as it comes in time.
std::string first_line(int file) {
  std::string line;
  const LocalTime deadline = monotonic_now() + timeout_for_start;
  while (line.size() < 200 && line.find('\n') == std::string::npos && monotonic_now() < deadline) {
    pollfd waiting{file, POLLIN, 0};
    if (poll(&waiting, 1, 100) <= 0) continue;
    std::array<char, 100> buffer;
    const auto count = read(file, buffer.data(), buffer.size());
    if (count <= 0) break;
    line.append(buffer.data(), static_cast<std::size_t>(count));
  }
  return line;
}

/// "Receiving at 127.0.0.1:4000; ..."
std::string address_in(const std::string& line) {
  const std::string before = "Receiving at ";
  const auto end = line.find(';');
  return line.starts_with(before) && end != std::string::npos ? line.substr(before.size(), end - before.size()) : "";
}

}  // namespace

std::string ReceiverClient::start(const std::string& address, const StartRequest& request,
                                  LineConnection::Stopped stopped) {
  address_ = address;
  const auto endpoint = resolve(address, default_receiver_port);
  if (!endpoint) return endpoint.error;
  auto socket = connect_to(io_.context(), *endpoint, timeout);
  if (!socket) return socket.error;
  connection_ = std::make_unique<LineConnection>(std::move(*socket.value), std::move(stopped));
  connection_->write_line(to_line(request), timeout);
  const auto line = connection_->read_line(timeout);
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
    alive = connection_->write_line("alive", timeout_during_test);
  }
  if (alive) return {};
  return "The receiver at " + address_ + " disconnected during the test: start it again and repeat the test.";
}

std::string ReceiverClient::fetch(LocalTime start) {
  const std::string failure = "The receiver at " + address_ +
                              " disconnected before it reported the arrivals: start it again and repeat the test.";
  connection_->write_line(end_line(start), timeout);
  const auto line = connection_->read_line(timeout);
  const auto result = line ? parse_result(*line) : std::nullopt;
  if (!result) return failure;
  std::vector<std::uint8_t> bytes(result->arrivals * arrival_size);
  if (!connection_->read(bytes, timeout_for_arrivals)) return failure;
  auto arrivals = decode(bytes);
  if (!arrivals || packets_in(*arrivals) != result->packets)
    return "The receiver at " + address_ + " sent invalid arrivals: use the same version there.";
  result_ = *result;
  arrivals_ = std::move(*arrivals);
  return {};
}

std::string ReceiverProcess::start(int cpu) {
  const std::string failure =
      "Cannot start a receiver of our own: start `evenkeel bench receive` and name it with --to.";
  std::array<int, 2> pipe{-1, -1};
  if (pipe2(pipe.data(), O_CLOEXEC) != 0) return failure;
  child_ = ChildProcess::run({"/proc/self/exe", "receive", "--bind", "127.0.0.1:0"}, {cpu, false, pipe[1]});
  close(pipe[1]);
  if (child_.started()) address_ = address_in(first_line(pipe[0]));
  close(pipe[0]);
  return address_.empty() ? failure : "";
}

}  // namespace evenkeel::bench
