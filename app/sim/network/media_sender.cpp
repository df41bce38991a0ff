#include <algorithm>

#include "app/sim/network/media_algorithms.h"
#include "app/sim/network/media_ends.h"
#include "app/sim/network/media_source.h"
#include "app/sim/network/random.h"
#include "app/sim/network/sim_time.h"

namespace evenkeel::sim {
namespace {

constexpr std::int64_t udp_and_ip = 28;

SenderConfig config_of(const lab::MediaPlan& plan, std::uint32_t ssrc) {
  SenderConfig config;
  config.ssrc = ssrc;
  config.cname = "a";
  config.limits = plan.limits;
  config.max_packet_size = static_cast<std::size_t>(plan.packet.bytes() - udp_and_ip);
  config.delay_kind = plan.delay_kind;
  return config;
}

Sender make_sender(const lab::MediaPlan& plan, std::uint32_t ssrc) {
  MediaAlgorithms algorithms = make_media_algorithms(plan);
  return Sender(config_of(plan, ssrc), std::move(algorithms.controller), std::move(algorithms.send_loop));
}

}  // namespace

MediaSender::MediaSender(const lab::MediaPlan& plan, std::uint32_t ssrc, std::uint64_t seed,
                         ns3::Ptr<ns3::Socket> socket)
    : plan_(plan), seed_(seed), socket_(std::move(socket)), sender_(make_sender(plan, ssrc)), alarm_([this] {
        drive();
      }) {
  socket_->SetRecvCallback(ns3::MakeCallback(&MediaSender::on_readable, this));
}

// A source anew for each activity: one that had slept would make up for the frames of the pause.
void MediaSender::start() {
  source_ = make_media_source(plan_, now(), seed_of(seed_, starts_++));
  told_target_ = plan_.limits.start;
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
  // A state machine that asks to be woken at once, for ever, would hang here: time must go on.
  alarm_.set(std::max(std::min(sender_.next_wake(), source_->next_frame()), t + 1us));
}

bool MediaSender::step(LocalTime t) {
  tell_source(t);
  const bool frames = take_frames(t);
  return send_packets(t) || frames;
}

void MediaSender::tell_source(LocalTime t) {
  if (told_target_ != usable_target()) {
    told_target_ = usable_target();
    source_->set_target(told_target_, t);
  }
  source_->on_pacer_queue(sender_.pacer_queue(), t);
  if (sender_.take_key_frame_request()) source_->request_key_frame();
}

DataRate MediaSender::usable_target() const {
  const DataRate target = sender_.media_target();
  if (!plan_.limited) return target;
  const lab::ActiveTime& when = plan_.limited->when;
  const bool limited = elapsed() >= when.from && elapsed() < when.to;
  return limited ? std::min(target, plan_.limited->rate) : target;
}

bool MediaSender::take_frames(LocalTime t) {
  bool any = false;
  while (const auto frame = source_->poll(t)) {
    sender_.push_frame(*frame, t);
    source_->on_pacer_queue(sender_.pacer_queue(), t);
    any = true;
  }
  return any;
}

bool MediaSender::send_packets(LocalTime t) {
  bool any = false;
  while (const auto datagram = sender_.poll(t)) {
    send_datagram(*socket_, *datagram);
    sender_.on_sent(t);
    any = true;
  }
  return any;
}

void MediaSender::on_readable(ns3::Ptr<ns3::Socket>) {
  while (const auto datagram = reader_.next(*socket_)) {
    if (parse_rtcp(*datagram, rtcp_)) sender_.on_rtcp(rtcp_, now(), now());
  }
  drive();
}

}  // namespace evenkeel::sim
