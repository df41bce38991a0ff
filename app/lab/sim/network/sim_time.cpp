#include "app/lab/sim/network/sim_time.h"

#include <algorithm>

namespace evenkeel::sim {

void Alarm::set(LocalTime at) {
  at_ = at;
  if (event_at_ <= at) return;
  ns3::Simulator::Cancel(event_);
  schedule(at);
}

void Alarm::schedule(LocalTime at) {
  event_at_ = std::max(at, now());
  event_ = ns3::Simulator::Schedule(to_ns3(event_at_ - now()), &Alarm::on_event, this);
}

void Alarm::on_event() {
  event_at_ = LocalTime::max();
  if (at_ == LocalTime::max()) return;
  if (at_ > now()) return schedule(at_);
  at_ = LocalTime::max();
  action_();
}

}  // namespace evenkeel::sim
