#include "core/net/wakeup.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <system_error>

#include "core/net/clock.h"

namespace evenkeel {

Wakeup::Wakeup()
    : timer_(timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC)),
      event_(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {
  if (timer_ < 0 || event_ < 0) throw std::system_error(errno, std::system_category(), "timerfd or eventfd");
}

Wakeup::~Wakeup() {
  close(timer_);
  close(event_);
}

void Wakeup::wake() {
  woken_ = true;
  const std::uint64_t one = 1;
  [[maybe_unused]] const auto written = write(event_, &one, sizeof one);  // fails only where it is awake already
}

void Wakeup::wait_until(LocalTime deadline, Duration spin) {
  sleep_until(deadline == LocalTime::max() ? deadline : deadline - spin);
  if (spin > Duration::zero()) {
    while (!woken_ && monotonic_now() < deadline) {
    }
  }
  std::uint64_t count = 0;
  [[maybe_unused]] const auto drained = read(event_, &count, sizeof count);
  woken_ = false;  // after the event: a call in between leaves one of the two, and that is enough to end the next wait
}

void Wakeup::sleep_until(LocalTime deadline) {
  if (deadline <= monotonic_now()) deadline = LocalTime{} + 1ns;  // in the past: fires at once, events are still taken
  itimerspec timer{};
  if (deadline != LocalTime::max()) {
    const auto ns = deadline.time_since_epoch().count();
    timer.it_value.tv_sec = ns / 1'000'000'000;
    timer.it_value.tv_nsec = ns % 1'000'000'000;
  }
  timerfd_settime(timer_, TFD_TIMER_ABSTIME, &timer, nullptr);
  std::array<pollfd, 2> files{{{timer_, POLLIN, 0}, {event_, POLLIN, 0}}};
  while (poll(files.data(), files.size(), -1) < 0 && errno == EINTR) {
  }
}

}  // namespace evenkeel
