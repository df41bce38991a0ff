#include <algorithm>

#include "app/lab/sim/network/media_ends.h"
#include "app/lab/sim/network/media_parts.h"
#include "app/lab/sim/network/random.h"
#include "app/lab/sim/network/sim_time.h"

namespace evenkeel::sim {
namespace {

constexpr std::int64_t udp_and_ip = 28;

SenderConfig config_of(const lab::MediaPlan& plan, std::uint32_t ssrc, std::uint64_t seed) {
  SenderConfig config;
  config.ssrc = ssrc;
  config.cname = "a";
  config.limits = plan.limits;
  config.max_packet_size = static_cast<std::size_t>(plan.packet.bytes() - udp_and_ip);
  config.probes_packet_size = false;
  config.delay_kind = plan.delay_kind;
  config.seed = seed;
  return config;
}

Sender make_sender(const lab::MediaPlan& plan, std::uint32_t ssrc, std::uint64_t seed) {
  MediaAlgorithms algorithms = make_media_algorithms(plan);
  return Sender(config_of(plan, ssrc, seed), std::move(algorithms.controller), std::move(algorithms.send_loop));
}

}  // namespace

MediaSender::MediaSender(const lab::MediaPlan& plan, std::uint32_t ssrc, std::uint64_t seed,
                         ns3::Ptr<ns3::Socket> socket)
    : plan_(plan),
      seed_(seed),
      socket_(socket),
      sink_(socket_),
      sender_(make_sender(plan, ssrc, seed)),
      driver_(sender_, sink_, now),
      alarm_([this] { drive(); }) {
  socket_->SetRecvCallback(ns3::MakeCallback(&MediaSender::on_readable, this));
}

// A new source for each activity: an old one would catch up on the frames of the pause.
void MediaSender::start() {
  source_ = make_media_source(plan_, now(), seed_of(seed_, starts_++));
  feed_.emplace(*source_, sender_);
  sender_.start(now());
  drive();
}

void MediaSender::stop() {
  sender_.suspend();
  alarm_.set(LocalTime::max());
}

void MediaSender::drive() {
  if (!sender_.running()) return;
  const LocalTime t = now();
  while (step(t)) {
  }
  // Guards against a state machine that asks to be woken at once for ever: time must advance.
  alarm_.set(std::max(std::min(sender_.next_wake(), source_->next_frame()), t + 1us));
}

bool MediaSender::step(LocalTime t) {
  feed_->tell(t, max_usable());
  bool any = false;
  while (feed_->move_frame(t)) any = true;
  return driver_.run(Route()) > 0 || any;
}

DataRate MediaSender::max_usable() const {
  if (!plan_.limited) return DataRate::unlimited();
  const lab::ActiveTime& when = plan_.limited->when;
  const bool limited = elapsed() >= when.from && elapsed() < when.to;
  return limited ? plan_.limited->rate : DataRate::unlimited();
}

void MediaSender::on_readable(ns3::Ptr<ns3::Socket>) {
  while (const auto datagram = reader_.next(*socket_)) {
    if (parse_rtcp(*datagram, rtcp_)) sender_.on_rtcp(rtcp_, now(), now());
  }
  drive();
}

}  // namespace evenkeel::sim
