#include "core/net/pacer_thread.h"

#include <algorithm>

#include "core/net/clock.h"

namespace evenkeel {
namespace {

constexpr std::size_t packet_ring_size = 1 << 14;
constexpr Duration least_sleep = 20us;
constexpr int max_inputs = 4;  // of a kind, between two looks at what is to be sent

// Returns whether more may wait.
template <class T, class Take>
bool take_some(HandoverQueue<T>& queue, Take take) {
  for (int i = 0; i < max_inputs; ++i)
    if (!queue.take(take)) return false;
  return true;
}

bool receives_sound(const Negotiated& peer) { return peer.peer_receives_sound && peer.format.audio != 0; }

}  // namespace

PacerThread::PacerThread(const Config& config, std::unique_ptr<Sender> sender, DatagramSink& sink)
    : config_(config),
      sender_(std::move(sender)),
      driver_(*sender_, sink, monotonic_now),
      packets_(config.records_packets ? packet_ring_size : 1),
      grid_(config.run_start),
      thread_([this] { run(); }) {}

PacerThread::~PacerThread() { stop(); }

void PacerThread::stop() {
  stop_ = true;
  wakeup_.wake();
  if (thread_.joinable()) thread_.join();
}

void PacerThread::start(const CallStart& start, Seal seal) {
  {
    const std::lock_guard lock(call_change_mutex_);
    call_change_.start = start;
    call_change_.route.reset();
    if (seal.sealer) call_change_.seal = std::move(seal);
  }
  wakeup_.wake();
}

void PacerThread::change_route(const NewRoute& route) {
  {
    const std::lock_guard lock(call_change_mutex_);
    call_change_.route = route;
  }
  wakeup_.wake();
}

void PacerThread::suspend() {
  {
    const std::lock_guard lock(call_change_mutex_);
    call_change_.suspend = true;
    call_change_.start.reset();
    call_change_.route.reset();
  }
  wakeup_.wake();
}

bool PacerThread::push_frame(EncodedFrame&& frame) {
  const bool taken = frames_.push(std::move(frame));
  wakeup_.wake();
  return taken;
}

bool PacerThread::push_sound(const EncodedSound& sound) {
  const bool taken = sound_.push(sound);
  wakeup_.wake();
  return taken;
}

void PacerThread::on_rtcp(ReceivedRtcp&& rtcp) {
  rtcp_.push(std::move(rtcp));
  wakeup_.wake();
}

bool PacerThread::post(Command command) {
  const bool taken = commands_.push(std::move(command));
  wakeup_.wake();
  return taken;
}

void PacerThread::run() {
  realtime_.enter();
  while (!stop_) {
    const bool more = take_input();
    driver_.run(peer_);
    record_packets();
    take_sample();
    signal();
    // A wake-up in the past, for whatever reason, must not let a real-time thread take the processor for itself.
    const LocalTime due = more ? LocalTime() : std::min(sender_->next_wake(), grid_.next(signals_.nobody_calls));
    wakeup_.wait_until(std::max(due, monotonic_now() + least_sleep));
  }
  realtime_.leave();
}

// A peer that wants neither picture nor sound gets nothing.
void PacerThread::begin_call(const CallStart& start) {
  sender_->set_delay_kind(start.delay_kind);
  sender_->set_negotiated(start.negotiated);
  const bool receives = start.negotiated.peer_receives_video || receives_sound(start.negotiated);
  if (receives) sender_->start(monotonic_now(), start.round_trip);
  ++calls_;
}

void PacerThread::take_call_change() {
  CallChange change;
  {
    const std::lock_guard lock(call_change_mutex_);
    change = std::exchange(call_change_, {});
  }
  if (change.suspend) sender_->suspend();
  if (change.seal.sealer) {
    config_.sealing->set_sealer(std::move(change.seal.sealer));
    sender_->seal(change.seal.ip_overhead);
    sender_->on_new_keys();
  }
  if (change.start) {
    peer_ = change.start->peer;
    if (change.start->ip_overhead) sender_->seal(*change.start->ip_overhead);
    begin_call(*change.start);
  }
  if (!change.route) return;
  peer_ = change.route->route;
  sender_->seal(change.route->ip_overhead);
  if (sender_->running()) sender_->change_path(monotonic_now(), change.route->round_trip);
}

// A peer that floods us with reports must not keep media from leaving: some at a time.
bool PacerThread::take_input() {
  take_call_change();
  SendTransport& transport = sender_->transport();
  const DataRate reports = bits_per_second(signals_.report_rate_bps) + transport.sender_report_rate();
  transport.set_report_rate(reports, monotonic_now());
  bool more = take_some(commands_, [this](const Command& command) { command(*sender_, monotonic_now()); });
  more |= take_some(
      rtcp_, [this](const ReceivedRtcp& rtcp) { sender_->on_rtcp(rtcp.compound, rtcp.arrival, monotonic_now()); });
  more |= take_sound();
  more |= take_some(frames_, [this](const EncodedFrame& frame) { sender_->push_frame(frame, monotonic_now()); });
  return more;
}

bool PacerThread::take_sound() {
  for (int i = 0; i < max_inputs; ++i) {
    const auto sound = sound_.pop();
    if (!sound) return false;
    sender_->push_sound(*sound, monotonic_now());
  }
  return true;
}

void PacerThread::record_packets() {
  if (!config_.records_packets) return;
  for (const PacketResult& r : sender_->take_packet_results()) {
    PacketRecord record{config_.flow, r.rtp_sequence, r.size, r.sent - config_.run_start,
                        std::nullopt, r.one_way_delay};
    if (r.received && r.one_way_delay) record.arrival_time = record.send_time + *r.one_way_delay;
    packets_.push(record);
  }
}

void PacerThread::take_sample() {
  const LocalTime now = monotonic_now();
  const auto time = grid_.due(now, signals_.nobody_calls);
  if (!time) return;
  Sample sample;
  sample.time = *time;
  sample.flow = config_.flow;
  std::optional<DataRate> capacity;
  if (config_.link_state) {
    const LinkState link = config_.link_state();
    if (link.capacity < DataRate::unlimited()) capacity = link.capacity;
    if (capacity) sample.link_capacity_bps = capacity->bps();
    sample.link_queue_ms = to_milliseconds(link.queue_delay);
  }
  sender_->sample(now, sample, capacity);
  samples_.push(sample);
}

void PacerThread::signal() {
  signals_.media_target_bps = sender_->media_target().bps();
  signals_.sending_rate_bps = sender_->running() ? sender_->transport().rate().bps() : 0;
  signals_.pacer_queue_ns = sender_->pacer_queue().count();
  if (sender_->take_key_frame_request()) signals_.key_frame_wanted = true;
  signals_.references = sender_->references();
  signals_.acknowledged = sender_->acknowledged_frame().value_or(SenderSignals::no_frame);
  if (const auto broken = sender_->take_broken_frame()) signals_.broken = *broken;
  const CircuitBreaker& breaker = sender_->circuit_breaker();
  signals_.breaker_reason = breaker.reason().empty() ? "" : breaker.reason().data();  // string literals
  signals_.breaker_state = static_cast<int>(breaker.state());
  signals_.calls = calls_;  // after the target that it begins with
  signals_.in_call = sender_->running();
  signals_.running = sender_->wants_video();
  signals_.packet_size = sender_->running() ? static_cast<int>(sender_->packet_size_limit()) : 0;
  signals_.packets_given_up = sender_->transport().counters().packets_given_up;
  signals_.round_trip_ns = sender_->path().round_trip_time().smoothed().value_or(Duration::zero()).count();
  signal_sound();
}

void PacerThread::signal_sound() {
  const SoundPlan& plan = sender_->sound_plan();
  signals_.sound_target_bps = plan.bitrate().bps();
  signals_.sound_packet_ns = plan.packet().count();
  signals_.sound_loss = sender_->sound().loss();
  signals_.sound_taken = sender_->sends_sound();
  signals_.sound_wanted = sender_->wants_sound();
  signals_.video_paused = sender_->video_paused();
}

}  // namespace evenkeel
