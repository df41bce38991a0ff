#include "app/bench/recovery/recovery_call.h"

#include <algorithm>
#include <vector>

#include "app/bench/recovery/planned_encoder.h"
#include "app/call/picture_counters.h"
#include "app/call/show_queue.h"
#include "core/control/factory/controller_factory.h"
#include "core/link/datagram_link.h"
#include "core/pacing/pacer_factory.h"
#include "core/rtp/ntp.h"
#include "core/rtp/rtp_packet.h"
#include "core/session/drivers.h"
#include "core/session/playout_delay.h"
#include "core/telemetry/percentile.h"

namespace evenkeel::bench {
namespace {

constexpr LocalTime start{1000s};
constexpr Duration frame_interval = 33'333'333ns;
constexpr DataSize headers = bytes(28);

SenderConfig sender_config(const RecoveryPlan& plan) {
  SenderConfig config;
  config.ssrc = 1;
  config.cname = "a";
  config.probes_packet_size = false;
  config.seed = plan.seed;
  config.delay_kind = DelayKind::true_;
  config.recovery = plan.recovery;
  return config;
}

ReceiverConfig receiver_config(const RecoveryPlan& plan) {
  ReceiverConfig config;
  config.ssrc = 9;
  config.cname = "b";
  config.measures_round_trip = false;  // the sender tells it, as where both ends send
  config.features = {plan.recovery.retransmission, true, plan.recovery.references};  // as calls do
  return config;
}

LinkConfig way_there(const RecoveryPlan& plan) {
  LinkConfig config;
  config.capacity = Capacity::constant(plan.capacity);
  config.propagation_delay = plan.round_trip / 2;
  config.loss = plan.loss;
  config.seed = plan.seed;
  return config;
}

LinkConfig way_back(const RecoveryPlan& plan) {
  LinkConfig config;
  config.propagation_delay = plan.round_trip / 2;
  return config;
}

/// A way over a link, as the loop bodies want it.
struct Way final : DatagramSink {
  Way(const LinkConfig& config, const LocalTime& clock) : link(config, start), now(clock) {}
  bool send(Datagram datagram, const Route&, std::uint8_t ecn) override {
    link.send(datagram, headers, 0, now, ecn);
    return true;
  }
  DatagramLink link;
  const LocalTime& now;
};

/// From event to event.
class Call {
 public:
  explicit Call(const RecoveryPlan& plan)
      : plan_(plan),
        encoder_(plan.seed),
        sender_(sender_config(plan), make_controller(plan.controller), make_pacer("rmc")),
        receiver_(receiver_config(plan), start),
        there_(way_there(plan), now_),
        back_(way_back(plan), now_) {
    sender_.start(start);
    sender_.set_peer_features(receiver_config(plan).features);  // said before there is a call
    receiver_.set_peer_features(receiver_config(plan).features);
  }

  RecoveryResult run(const std::function<bool()>& stop);

 private:
  LocalTime next_event() const;
  bool step();
  bool deliver();
  void show(const ReceivedFrame& frame);
  void show_due();
  RecoveryResult result();

  const RecoveryPlan& plan_;
  LocalTime now_ = start;
  PlannedEncoder encoder_;
  Sender sender_;
  Receiver receiver_;
  Way there_;
  Way back_;
  LocalTime next_frame_ = start;
  LocalTime alarm_ = start;
  SendDriver send_driver_{sender_, there_, [this] { return now_; }};
  ReceiveDriver receive_driver_{
      receiver_, back_, {[this](ReceivedFrame&& f) { show(f); }, [this](LocalTime t) { alarm_ = t; }}};
  RtcpCompound rtcp_;
  PlayoutDelay playout_;
  FreezeDetector freezes_;
  ShowQueue<LocalTime> waiting_;  // by when they were captured
  std::vector<double> delays_;    // ms, of shown pictures
};

RecoveryResult Call::run(const std::function<bool()>& stop) {
  const LocalTime end = start + plan_.duration;
  while (now_ < end && !stop()) {
    while (step()) {
    }
    const LocalTime next = std::min(next_event(), end);
    now_ = next > now_ ? next : now_ + 1us;
    show_due();
  }
  return result();
}

LocalTime Call::next_event() const {
  LocalTime next = std::min({next_frame_, alarm_, sender_.next_wake()});
  for (const auto t : {there_.link.next_wake(), back_.link.next_wake()}) {
    if (t) next = std::min(next, *t);
  }
  if (const auto t = waiting_.next_due()) next = std::min(next, *t);
  return next;
}

bool Call::step() {
  bool progress = deliver();
  if (now_ >= next_frame_) {
    if (sender_.pacer_queue() <= 100ms) sender_.push_frame(encoder_.encode(sender_, now_), now_);
    next_frame_ += frame_interval;
    progress = true;
  }
  progress |= send_driver_.run(Route()) > 0;
  const Route peer;
  if (progress || now_ >= alarm_) progress |= receive_driver_.run(&peer, now_) > 0;
  return progress;
}

bool Call::deliver() {
  bool progress = false;
  while (const auto arrival = there_.link.poll(now_)) {
    progress = true;
    if (!is_rtcp(arrival->datagram)) {
      receiver_.on_rtp(arrival->datagram, arrival->at, now_);
    } else if (parse_rtcp(arrival->datagram, rtcp_)) {
      receiver_.on_rtcp(rtcp_, now_);
    }
  }
  while (const auto arrival = back_.link.poll(now_)) {
    progress = true;
    if (parse_rtcp(arrival->datagram, rtcp_)) sender_.on_rtcp(rtcp_, arrival->at, now_);
    if (const auto rtt = sender_.path().round_trip_time().smoothed()) receiver_.set_round_trip_time(*rtt);
  }
  return progress;
}

void Call::show(const ReceivedFrame& frame) {
  const auto ntp = static_cast<std::int64_t>(frame.capture_ntp.value_or(0) >> 16);
  waiting_.push(LocalTime(from_ntp_units(ntp)), playout_.show_at(frame.rtp_timestamp, now_, frame.recovered));
}

void Call::show_due() {
  while (waiting_.take_overtaken(now_)) {
  }
  const auto captured = waiting_.take_due(now_);
  if (!captured) return;
  freezes_.on_shown(now_);
  delays_.push_back(to_milliseconds(now_ - *captured));
}

RecoveryResult Call::result() {
  RecoveryResult r;
  const double seconds = to_seconds(plan_.duration);
  std::vector<double> sorted = delays_;
  std::ranges::sort(sorted);
  r.pictures_per_second = static_cast<double>(delays_.size()) / seconds;
  r.freezes = freezes_.freezes();
  r.frozen_seconds = to_seconds(freezes_.total_freezes());
  r.key_frames = encoder_.key_frames();
  r.jumps = encoder_.jumps();
  if (!sorted.empty()) {
    r.delay_p50_ms = percentile_of_sorted(sorted, 0.5);
    r.delay_p95_ms = percentile_of_sorted(sorted, 0.95);
  }
  const auto sent = static_cast<double>(sender_.transport().counters().wire_bytes_sent);
  r.repair_share = static_cast<double>(sender_.repair().bytes_on_wire()) / sent;
  r.sent_again_share = static_cast<double>(sender_.retransmissions().bytes_on_wire()) / sent;
  r.use = 8 * sent / (plan_.capacity.bps() * seconds);
  return r;
}

}  // namespace

RecoveryResult run_recovery(const RecoveryPlan& plan, const std::function<bool()>& stop) {
  return Call(plan).run(stop);
}

}  // namespace evenkeel::bench
