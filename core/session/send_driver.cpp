#include "core/session/send_driver.h"

namespace evenkeel {

std::size_t SendDriver::run(const Endpoint& to) {
  std::size_t left = 0;
  LocalTime now = clock_();
  while (const std::size_t count = sender_.poll_batch(now, batch_)) {
    const std::size_t taken = sink_.send_batch(std::span(batch_).first(count), to, sender_.transport().offered_ecn());
    sender_.on_batch_sent(taken, now);
    left += taken;
    if (taken < count) {
      sender_.on_refused(now);
      break;
    }
    now = clock_();
  }
  return left;
}

}  // namespace evenkeel
