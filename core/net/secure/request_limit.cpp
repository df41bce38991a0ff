#include "core/net/secure/request_limit.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <system_error>

#include "core/net/clock.h"

namespace evenkeel {

Cancellation::Cancellation() : event_(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {
  if (event_ < 0) throw std::system_error(errno, std::system_category(), "eventfd");
}

Cancellation::~Cancellation() { close(event_); }

void Cancellation::cancel() {
  cancelled_ = true;
  const std::uint64_t one = 1;
  [[maybe_unused]] const auto written = write(event_, &one, sizeof one);  // fails only where it is signalled already
}

Waited wait_for(int file, short events, const RequestLimit& limit) {
  const int event = limit.cancellation != nullptr ? limit.cancellation->file() : -1;  // poll() passes over the latter
  std::array<pollfd, 2> files{{{file, events, 0}, {event, POLLIN, 0}}};
  while (true) {
    const Duration left = limit.deadline - monotonic_now();
    if (left <= Duration::zero()) return Waited::late;
    const timespec timeout{left / 1s, (left % 1s).count()};
    const int count = ppoll(files.data(), files.size(), &timeout, nullptr);
    if (count > 0 && files[1].revents != 0) return Waited::cancelled;
    if (count > 0) return Waited::ready;
    if (count < 0 && errno != EINTR) throw std::system_error(errno, std::system_category(), "ppoll");
  }
}

}  // namespace evenkeel
