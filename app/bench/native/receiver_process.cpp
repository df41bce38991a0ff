#include "app/bench/native/receiver_process.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <array>

#include "core/net/clock.h"

namespace evenkeel::bench {
namespace {

constexpr Duration patience = 5s;

/// The first line that comes from the pipe, as far as it came in time.
std::string first_line(int file) {
  std::string line;
  const LocalTime deadline = monotonic_now() + patience;
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
