#include <algorithm>
#include <utility>

#include "core/session/sender.h"

namespace evenkeel {

// What the path monitor knows comes to the new law with its first report, on packets that the law before had sent.
void Sender::set_controller(std::unique_ptr<RateController> controller, LocalTime now) {
  now_ = now;
  controller_ = std::move(controller);
  if (!running_) return;  // start() will start it
  RateLimits limits = config_.limits;
  limits.start = limits.clamp(rate_);
  apply(controller_->start(limits, config_.seed, now), now);
}

// discard() gives the head first, so that a packet that was polled and not confirmed is the head again. What the old
// loop owed (d_c - d_e, of the order of one packet) is not carried over.
void Sender::set_send_loop(std::unique_ptr<SendLoop> send_loop, LocalTime now) {
  now_ = now;
  integrate_rate(now);
  send_loop->reset(now);
  send_loop->set_rate(send_loop_->state(now).rate, now);
  if (const auto rtt = path_.round_trip_time().minimum()) send_loop->set_min_round_trip_time(*rtt);
  while (const auto packet = send_loop_->discard()) send_loop->enqueue(*packet, now);
  send_loop_ = std::move(send_loop);
}

}  // namespace evenkeel
