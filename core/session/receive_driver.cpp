#include "core/session/receive_driver.h"

namespace evenkeel {

std::size_t ReceiveDriver::run(const Endpoint* peer, LocalTime now) {
  while (auto frame = receiver_.poll_frame(now)) outputs_.on_frame(std::move(*frame));
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
