#include "app/lab/closed_loop/simulation.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/control/factory/controller_factory.h"
#include "core/pacing/pacer_factory.h"
#include "core/rtp/rtp_packet.h"

namespace evenkeel::closed_loop {
namespace {

constexpr std::uint32_t constant_rate_tag = 1'000'000;
constexpr std::uint32_t cubic_tag = 2'000'000;  // and its number
constexpr DataSize overhead = bytes(28);

/// Sends a flow's packets into the bottleneck.
class LinkSink final : public DatagramSink {
 public:
  LinkSink(DatagramLink& link, std::uint32_t tag, const LocalTime& now, std::vector<LocalTime>& departures)
      : link_(link), tag_(tag), now_(now), departures_(departures) {}
  bool send(Datagram datagram, const Route&, std::uint8_t ecn) override {
    link_.send(datagram, overhead, tag_, now_, ecn);
    departures_.push_back(now_);
    return true;
  }

 private:
  DatagramLink& link_;
  std::uint32_t tag_;
  const LocalTime& now_;
  std::vector<LocalTime>& departures_;
};

/// Sends a flow's reports into the way back.
class ReportSink final : public DatagramSink {
 public:
  ReportSink(DatagramLink& link, std::uint32_t tag, const LocalTime& now) : link_(link), tag_(tag), now_(now) {}
  bool send(Datagram datagram, const Route&, std::uint8_t ecn) override {
    link_.send(datagram, overhead, tag_, now_, ecn);
    return true;
  }

 private:
  DatagramLink& link_;
  std::uint32_t tag_;
  const LocalTime& now_;
};

}  // namespace

LinkConfig constant_link(DataRate rate, Duration delay, BufferLimit buffer) {
  LinkConfig config;
  config.capacity = Capacity::constant(rate);
  config.propagation_delay = delay;
  config.buffer = buffer;
  return config;
}

Simulation::Simulation(const LinkConfig& forward, const LinkConfig& backward)
    : forward_(forward, epoch), backward_(backward, epoch) {}

Flow& Simulation::add(const FlowConfig& config, std::unique_ptr<FrameSource> source) {
  auto flow = std::make_unique<Flow>();
  SenderConfig sender;
  sender.ssrc = static_cast<std::uint32_t>(flows_.size() + 1);
  sender.cname = "a";
  sender.limits = config.limits;
  sender.max_packet_size = config.max_packet_size;
  sender.delay_kind = config.delay_kind;
  sender.keep_packet_results = config.keep_packet_results;
  sender.seed = config.seed + flows_.size();
  if (config.mends_losses) sender.recovery = RecoveryConfig();
  flow->sender = std::make_unique<Sender>(sender, make_controller(config.controller), make_pacer(config.send_loop));
  flow->sender->set_negotiated(config.negotiated);
  ReceiverConfig receiver;
  receiver.ssrc = sender.ssrc + 1000;
  receiver.cname = "b";
  if (config.mends_losses) receiver.features = {.retransmission = true, .repair = true, .references = true};
  receiver.features.sound = config.sound_from.has_value();
  receiver.measures_round_trip = false;  // reports come at one pace, whatever the path
  flow->receiver = std::make_unique<Receiver>(receiver, epoch);
  flow->receiver->on_new_peer(config.negotiated);
  flow->source = std::move(source);
  if (config.sound_from) flow->sound.emplace(at(*config.sound_from));
  flow->feed = std::make_unique<SourceFeed>(*flow->source, *flow->sender);
  flow->bottleneck =
      std::make_unique<LinkSink>(forward_, static_cast<std::uint32_t>(flows_.size()), now_, flow->departures);
  flow->driver = std::make_unique<SendDriver>(*flow->sender, *flow->bottleneck, [this] { return now_; });
  flow->way_back = std::make_unique<ReportSink>(backward_, static_cast<std::uint32_t>(flows_.size()), now_);
  flow->receive_driver = std::make_unique<ReceiveDriver>(
      *flow->receiver, *flow->way_back,
      ReceiveDriver::Outputs{
          [this, &to = *flow](ReceivedFrame&& frame) {
            ++to.frames_received;
            to.pictures_arrived.push_back({frame.rtp_timestamp, frame.completed, frame.recovered, now_});
          },
          [&alarm = flow->receiver_alarm](LocalTime t) { alarm = t; }});
  flow->receiver->set_sync_record(&flow->sync);
  flow->begin = at(config.begin);
  if (config.end != Duration::max()) flow->end = at(config.end);
  flows_.push_back(std::move(flow));
  return *flows_.back();
}

LocalTime Simulation::next_event() const {
  LocalTime next = std::min(next_sample_, next_queue_sample_);
  const auto consider = [&](LocalTime t) { next = std::min(next, std::max(t, now_)); };
  for (const auto& flow : flows_) {
    if (!flow->sender->running() && flow->begin > now_) consider(flow->begin);
    if (flow->sender->running()) {
      const LocalTime awake = epoch + flow->stalled_until;
      consider(std::max(flow->sender->next_wake(), awake));
      consider(std::max(flow->source->next_frame(), awake));
      if (flow->sound) consider(std::max(flow->sound->next(), awake));
    }
    consider(flow->receiver_alarm);
  }
  for (const auto& flow : constant_) consider(flow.next);
  for (const auto& flow : cubic_) consider(flow.next());
  if (const auto t = forward_.next_wake()) consider(*t);
  if (const auto t = backward_.next_wake()) consider(*t);
  return next;
}

void Simulation::run_until(Duration end) {
  LocalTime next = next_event();
  while (now_ < at(end)) {
    now_ = std::min(next, at(end));
    while (step()) {
    }
    next = next_event();
    // Guards against a state machine that asks to be woken at once for ever: time must advance.
    if (next <= now_) {
      now_ += 1us;
      next = next_event();
    }
  }
}

bool Simulation::step() {
  bool progress = false;
  for (std::uint32_t i = 0; i < flows_.size(); ++i) progress |= drive(i);
  progress |= send_constant();
  progress |= send_cubic();
  progress |= deliver_forward();
  deliver_backward();
  sample();
  return progress;
}

bool Simulation::send_constant() {
  static const std::vector<std::uint8_t> payload(2000);
  bool progress = false;
  for (auto& flow : constant_) {
    if (flow.next > now_) continue;
    const auto size = static_cast<std::size_t>((flow.packet - overhead).bytes());
    forward_.send(std::span(payload).first(size), overhead, constant_rate_tag, now_);
    flow.next = std::max(flow.next + flow.packet / flow.rate, epoch);
    progress = true;
  }
  return progress;
}

bool Simulation::send_cubic() {
  bool progress = false;
  for (std::size_t i = 0; i < cubic_.size(); ++i) {
    while (const auto number = cubic_[i].poll(now_)) {
      std::vector<std::uint8_t> payload(static_cast<std::size_t>((cubic_[i].packet() - overhead).bytes()));
      std::memcpy(payload.data(), &*number, sizeof *number);
      forward_.send(payload, overhead, cubic_tag + static_cast<std::uint32_t>(i), now_);
      progress = true;
    }
  }
  return progress;
}

bool Simulation::drive(std::uint32_t index) {
  Flow& flow = *flows_[index];
  bool progress = false;
  if (!flow.sender->running() && now_ >= flow.begin && now_ < flow.end) flow.sender->start(now_);
  if (flow.sender->running() && now_ >= flow.end) flow.sender->suspend();
  if (flow.sender->running() && now_ >= epoch + flow.stalled_until) {
    flow.feed->tell(now_);
    while (flow.feed->move_frame(now_)) progress = true;
    if (flow.sound) {
      while (const auto sound = flow.sound->poll(flow.sender->sound_plan(), now_))
        flow.sender->push_sound(*sound, now_);
    }
    progress |= flow.driver->run(Route()) > 0;
  }
  if (now_ < flow.receiver_alarm) return progress;
  const Route peer;
  return flow.receive_driver->run(&peer, now_) > 0 || progress;
}

bool Simulation::deliver_forward() {
  bool progress = false;
  while (const auto arrival = forward_.poll(now_)) {
    progress = true;
    if (arrival->tag >= cubic_tag) {
      std::uint32_t number = 0;
      std::memcpy(&number, arrival->datagram.data(), sizeof number);
      cubic_[arrival->tag - cubic_tag].on_arrival(number, now_);
    } else if (arrival->tag != constant_rate_tag) {
      deliver_to(*flows_[arrival->tag], *arrival);
    }
  }
  return progress;
}

void Simulation::deliver_to(Flow& flow, const DatagramLink::Arrival& arrival) {
  flow.receiver_alarm = now_;
  if (is_rtcp(arrival.datagram)) {
    if (!parse_rtcp(arrival.datagram, rtcp_)) return;
    flow.receiver->on_rtcp(rtcp_, now_);
    if (const auto read = flow.sync.reports()) flow.reports_arrived.push_back({read->value, now_});
    return;
  }
  const RtpPacketView packet = *parse_rtp(arrival.datagram);
  if (packet.header.payload_type == audio_payload_type) {
    flow.sound_arrived.push_back({packet.header.timestamp, packet.payload.size(), arrival.at});
  } else {
    flow.arrived.push_back(packet.header.sequence_number);
  }
  flow.receiver->on_rtp(arrival.datagram, arrival.at, now_, arrival.ecn);
}

void Simulation::deliver_backward() {
  while (const auto arrival = backward_.poll(now_)) {
    if (parse_rtcp(arrival->datagram, rtcp_)) flows_[arrival->tag]->sender->on_rtcp(rtcp_, now_, now_);
  }
}

void Simulation::sample() {
  if (now_ >= next_queue_sample_) {
    queue_delays.push_back(forward_.state(now_).queue_delay);
    next_queue_sample_ += 10ms;
  }
  if (now_ < next_sample_) return;
  for (auto& flow : flows_) {
    Sample s;
    s.time = now_ - epoch;
    flow->receiver->sample(now_, s);
    flow->sender->sample(now_, s);
    s.link_queue_ms = to_milliseconds(forward_.state(now_).queue_delay);
    flow->samples.push_back(s);
  }
  next_sample_ += 100ms;
}

std::vector<double> column(const Flow& flow, std::optional<double> Sample::*member, Duration from, Duration to) {
  std::vector<double> values;
  for (const Sample& s : flow.samples) {
    if (s.time >= from && s.time < to && s.*member) values.push_back(*(s.*member));
  }
  return values;
}

}  // namespace evenkeel::closed_loop
