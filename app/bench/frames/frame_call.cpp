#include "app/bench/frames/frame_call.h"

#include <algorithm>

#include "core/control/factory/controller_factory.h"
#include "core/pacing/pacer_factory.h"
#include "core/rtp/rtp_packet.h"

namespace evenkeel::bench {
namespace {

constexpr DataSize overhead = bytes(28);
constexpr std::uint32_t rtcp_tag = 0xffffffff;

LinkConfig link_of(DataRate rate, Duration delay, Duration buffer) {
  LinkConfig config;
  config.capacity = Capacity::constant(rate);
  config.propagation_delay = delay;
  config.buffer = buffer;
  return config;
}

SenderConfig sender_config(const FramePacingCase& plan) {
  SenderConfig config;
  config.ssrc = 1;
  config.cname = "a";
  config.probes_packet_size = false;
  config.limits = plan.limits;
  config.delay_kind = DelayKind::true_;  // as between peers on one machine
  config.pacing_gain = plan.gain;
  return config;
}

ReceiverConfig receiver_config() {
  ReceiverConfig config;
  config.ssrc = 2;
  config.cname = "b";
  config.measures_round_trip = false;  // reports come at one pace, whatever the path
  return config;
}

}  // namespace

FrameCall::FrameCall(const FramePacingCase& plan, FrameSource& source, LocalTime start)
    : forward_(link_of(plan.link, plan.delay, plan.buffer), start),
      backward_(link_of(DataRate::unlimited(), plan.delay, plan.buffer), start),
      sender_(sender_config(plan), make_controller(plan.controller), make_pacer("rmc")),
      receiver_(receiver_config(), start),
      source_(source),
      now_(start),
      start_(start),
      next_look_(start),
      next_sample_(start) {
  sender_.start(start);
}

LocalTime FrameCall::next_event() const {
  LocalTime next = std::min(next_look_, next_sample_);
  next = std::min({next, sender_.next_wake(), source_.next_frame(), receiver_alarm_});
  if (const auto t = forward_.next_wake()) next = std::min(next, *t);
  if (const auto t = backward_.next_wake()) next = std::min(next, *t);
  return std::max(next, now_);
}

void FrameCall::run_until(LocalTime end) {
  while (now_ < end && failure_.empty()) {
    now_ = std::min(next_event(), end);
    while (step()) {
    }
    look();
    sample();
    if (next_event() <= now_) now_ += 1us;  // guards against a state machine that asks to be woken at once for ever
  }
}

bool FrameCall::step() {
  bool progress = feed();
  progress |= send_all();
  progress |= deliver();
  progress |= receive();
  return progress;
}

bool FrameCall::feed() {
  feed_.tell(now_);
  const auto frame = source_.poll(now_);
  if (!frame) return false;
  const std::size_t before = sender_.queue().packets();
  sender_.push_frame(*frame, now_);
  log_.on_frame(frame->capture_time, static_cast<std::int64_t>(sender_.queue().packets() - before));
  return true;
}

bool FrameCall::send_all() {
  if (sender_.circuit_breaker().state() == CircuitBreaker::State::open) {
    failure_ = "The circuit breaker stopped the call.";  // the packets it discards would confuse the log
    return false;
  }
  return driver_.run(Route()) > 0;
}

bool FrameCall::LoggedLink::send(Datagram datagram, const Route&, std::uint8_t) {
  if (is_rtcp(datagram)) {
    call.forward_.send(datagram, overhead, rtcp_tag, call.now_);
  } else {
    call.send_media(datagram);
  }
  return true;
}

void FrameCall::send_media(std::span<const std::uint8_t> datagram) {
  const LinkState before = forward_.state(now_);
  forward_.send(datagram, overhead, log_.on_departure(now_), now_);
  const bool refused = forward_.state(now_).dropped > before.dropped;
  if (!refused) on_link_.push_back(now_);
  sent_.push_back({now_, before.queue_delay, static_cast<std::int64_t>(datagram.size()) + overhead.bytes(), refused});
}

bool FrameCall::deliver() {
  bool progress = false;
  while (const auto arrival = forward_.poll(now_)) {
    progress = true;
    if (arrival->tag == rtcp_tag) {
      if (parse_rtcp(arrival->datagram, rtcp_)) receiver_.on_rtcp(rtcp_, now_);
      continue;
    }
    const auto size = static_cast<std::int64_t>(arrival->datagram.size()) + overhead.bytes();
    received_.push_back({arrival->at, arrival->at - on_link_.front(), size});
    on_link_.pop_front();
    log_.on_arrival(arrival->tag, arrival->at);
    receiver_.on_rtp(arrival->datagram, arrival->at, now_);
  }
  while (const auto arrival = backward_.poll(now_)) {
    progress = true;
    if (parse_rtcp(arrival->datagram, rtcp_)) sender_.on_rtcp(rtcp_, now_, now_);
  }
  return progress;
}

bool FrameCall::receive() {
  const Route peer;
  return receive_driver_.run(&peer, now_) > 0;
}

bool FrameCall::WayBack::send(Datagram datagram, const Route&, std::uint8_t) {
  call.backward_.send(datagram, overhead, rtcp_tag, call.now_);
  return true;
}

void FrameCall::show(const ReceivedFrame& frame) {
  if (frame.capture_ntp) shown_.emplace_back(from_seconds(static_cast<double>(*frame.capture_ntp) * 0x1p-32));
}

void FrameCall::look() {
  if (now_ < next_look_) return;
  moments_.push_back({now_, forward_.state(now_).queue_delay});
  next_look_ += 1ms;
}

void FrameCall::sample() {
  if (now_ < next_sample_) return;
  Sample s;
  s.time = now_ - start_;
  sender_.sample(now_, s);
  samples_.push_back(s);
  next_sample_ += 100ms;
}

std::uint32_t FrameLog::on_departure(LocalTime now) {
  while (frames_[leaving_].packets_departed == frames_[leaving_].packets) ++leaving_;
  ++frames_[leaving_].packets_departed;
  frames_[leaving_].departed = now;
  return static_cast<std::uint32_t>(leaving_);
}

void FrameLog::on_arrival(std::uint32_t frame, LocalTime at) {
  ++frames_[frame].packets_arrived;
  frames_[frame].arrived = std::max(frames_[frame].arrived, at);
}

}  // namespace evenkeel::bench
