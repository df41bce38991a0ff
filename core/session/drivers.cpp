#include "core/session/drivers.h"

namespace evenkeel {

std::size_t SendDriver::run(const Route& to) {
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

std::size_t ReceiveDriver::run(const Route* peer, LocalTime now) {
  while (auto frame = receiver_.poll_frame(now)) outputs_.on_frame(std::move(*frame));
  while (const auto sound = receiver_.poll_sound()) {
    if (outputs_.on_sound) outputs_.on_sound(*sound);
  }
  if (peer == nullptr) return 0;
  std::size_t reports = 0;
  while (const auto datagram = receiver_.poll(now)) {
    sink_.send(*datagram, *peer);
    ++reports;
  }
  outputs_.set_alarm(receiver_.next_wake());
  return reports;
}

}  // namespace evenkeel
