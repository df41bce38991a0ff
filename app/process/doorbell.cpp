#include "app/process/doorbell.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>

namespace evenkeel {

Doorbell::Doorbell() : event_(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {}

Doorbell::~Doorbell() {
  if (event_ >= 0) close(event_);
}

void Doorbell::ring() {
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = write(event_, &one, sizeof one);  // fails where it has rung
}

void Doorbell::wait(Duration most, std::span<const int> files) {
  std::array<pollfd, 4> waiting{};
  waiting[0] = {event_, POLLIN, 0};
  const std::size_t count = std::min(files.size(), waiting.size() - 1);
  for (std::size_t i = 0; i < count; ++i) waiting[i + 1] = {files[i], POLLIN, 0};
  const auto timeout = std::chrono::ceil<std::chrono::milliseconds>(std::max(most, Duration::zero()));
  ::poll(waiting.data(), count + 1, static_cast<int>(timeout.count()));
  std::uint64_t rung = 0;
  [[maybe_unused]] const ssize_t taken = read(event_, &rung, sizeof rung);
}

}  // namespace evenkeel
