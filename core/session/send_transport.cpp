#include "core/session/send_transport.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/rtp/packetizer.h"

namespace evenkeel {
namespace {

constexpr Duration rate_memory = 1s;  // over which the circuit breaker's sending rate is measured
constexpr Duration size_memory = 2s;  // of what is being sent, which a pause of the picture changes
constexpr std::int64_t usual_packet = 1200;
// A repair packet is 16 bytes larger than the largest packet that it mends, a retransmission 2.
constexpr std::size_t slot_overhead = 16;

}  // namespace

SendTransport::SendTransport(const SendTransportConfig& config, std::unique_ptr<RateController> controller,
                             std::unique_ptr<Pacer> pacer)
    : config_(config),
      controller_(std::move(controller)),
      pool_(std::max(config.max_packet_size, Packetizer::min_packet_size) + slot_overhead),
      queue_(std::move(pacer)),
      padding_limit_(config.max_packet_size),
      sender_reports_(config.ssrc, config.cname, config.clock_id),
      path_(config.delay_kind) {
  left_.reserve(PacedQueue::largest_batch);
}

std::uint16_t SendTransport::add_stream(RtpSendStream& stream) {
  streams_.push_back(&stream);
  return static_cast<std::uint16_t>(streams_.size() - 1);
}

void SendTransport::set_format(const MediaFormat& format) {
  format_ = format;
  for (RtpSendStream* stream : streams_) stream->set_format(format);
}

void SendTransport::start(LocalTime now, Duration round_trip) {
  now_ = last_sent_ = now;
  running_ = true;
  sender_reports_.start(now);
  paced_until_ = now;
  blocked_until_.reset();
  stuck_ = StuckDatagram();
  estimate_.reset();
  counters_.last_arrival.reset();  // the peer may be another one, with another clock
  window_.on_sent(now);
  pairs_.start(now);
  sent_log_.reset();
  padding_.start(on_wire(padding_size()));
  path_.restart(path_.delay_kind());
  const bool told = format_.feedback == ArrivalFeedback::congestion;
  if (!told && round_trip > Duration::zero()) path_.on_answer({now, round_trip}, now);
  circuit_breaker_.start(now);
  pacer().reset(now);
  shadows_.start(config_.limits, config_.seed, now);
  apply(controller_->start(config_.limits, config_.seed, now), now);
}

void SendTransport::suspend(LocalTime now) {
  now_ = now;
  running_ = false;
  shadows_.suspend();
  discard_queue();
}

void SendTransport::on_new_keys() {
  discard_queue();
  for (RtpSendStream* stream : streams_) stream->make_room();
}

void SendTransport::discard_queue() {
  polled_ = Polled::nothing;
  // A number that was sealed once must not be sealed again: then it stays a gap.
  std::size_t numbered = config_.sealed ? 0 : queue_.queue().offered();
  while (const auto packet = queue_.discard(now_)) {
    if (numbered > 0) {
      --numbered;
      streams_[packet->stream]->take_back(1);
      if (read_transport_wide_number(pool_.packet(packet->slot), format_.transport_wide_id)) --next_wide_number_;
    }
    pool_.release(packet->slot);
    ++counters_.packets_discarded;
  }
}

void SendTransport::discard(PacketClass kind, LocalTime now) {
  while (const auto packet = queue_.discard(kind, now)) {
    pool_.release(packet->slot);
    ++counters_.packets_discarded;
  }
}

void SendTransport::fill(std::optional<DataRate> rate, LocalTime now) {
  now_ = now;
  if (rate && !padding_.fills()) discard_video(now);
  padding_.fill(rate, now);
}

void SendTransport::discard_retransmissions(LocalTime now) {
  now_ = now;
  for (const PacketClass kind : {PacketClass::retransmission, PacketClass::owed_repair}) discard(kind, now);
}

void SendTransport::discard_video(LocalTime now) {
  now_ = now;
  using enum PacketClass;
  for (const PacketClass kind : {retransmission, owed_repair, video, repair, padding}) discard(kind, now);
}

void SendTransport::limit_packet_size(std::size_t size) {
  padding_limit_ = size;
  padding_.resize(on_wire(padding_size()));
}

void SendTransport::on_black_hole(LocalTime now) {
  discard_video(now);
  RateLimits limits = limits_from_here();
  limits.start = limits.clamp(std::max(rate_, config_.limits.start));
  apply(controller_->start(limits, config_.seed, now), now);
}

void SendTransport::push_size_probe(std::size_t size, LocalTime now) {
  const std::uint32_t slot = pool_.acquire();
  const std::size_t written = streams_[padding_stream_]->write_padding(size, pool_.memory(slot));
  push_size_probe(slot, written, padding_stream_, now);
}

void SendTransport::push_size_probe(std::uint32_t slot, std::size_t size, std::uint16_t stream, LocalTime now) {
  pool_.set_size(slot, size);
  OutgoingPacket packet{slot, stream, PacketClass::padding, on_wire(size), DataSize(), now};
  packet.size_probe = true;
  push(packet, now);
}

DataSize SendTransport::on_wire(std::size_t rtp_size) const {
  return bytes(static_cast<std::int64_t>(rtp_size)) + config_.ip_overhead;
}

void SendTransport::push(const OutgoingPacket& packet, LocalTime now) {
  now_ = now;
  if (queue_.push(packet, now)) return;
  pool_.release(packet.slot);
  ++counters_.packets_discarded;
  if (packet.kind == PacketClass::video) media_lost_ = true;
}

void SendTransport::push_written(std::uint32_t slot, std::size_t size, std::uint16_t stream, PacketClass kind,
                                 LocalTime now) {
  pool_.set_size(slot, size);
  push({slot, stream, kind, on_wire(size), reported_payload(kind, pool_.packet(slot)), now}, now);
}

void SendTransport::expire(LocalTime now) {
  while (const auto packet = queue_.expire(now)) {
    pool_.release(packet->slot);
    ++counters_.packets_discarded;
    if (packet->kind == PacketClass::video) media_lost_ = true;
  }
}

void SendTransport::on_report_block(const ReportBlock& block, Duration frame_interval, LocalTime now) {
  now_ = now;
  CircuitBreaker::Facts facts;
  facts.round_trip_time = path_.round_trip_time().smoothed().value_or(Duration::zero());
  facts.frame_interval = frame_interval;
  facts.sending_rate = std::min(rate_, sent_log_.rate_over(rate_memory, now));
  facts.packet_size = usual_packet_size(now);
  const auto before = circuit_breaker_.state();
  const DataRate limit = circuit_breaker_.limit();
  circuit_breaker_.on_report(block, facts, now);
  if (circuit_breaker_.state() != before) return follow_breaker(before, now);
  if (circuit_breaker_.limit() != limit) apply(update_, now);
}

// Sound makes the mean of all packets a small one, and is little of the rate that is judged by it.
DataSize SendTransport::usual_packet_size(LocalTime now) const {
  if (const auto size = sent_log_.mean_size_over(size_memory, now)) return *size;
  const TransportCounters& c = counters_;
  return bytes(c.sound_packets > 0 ? c.sound_bytes / c.sound_packets : usual_packet);
}

void SendTransport::follow_breaker(CircuitBreaker::State before, LocalTime now) {
  const auto state = circuit_breaker_.state();
  if (state == before) return;
  if (state == CircuitBreaker::State::open) {
    discard_queue();
    media_lost_ = true;
  }
  if (before == CircuitBreaker::State::open) return reopen(now);
  apply(update_, now);
}

std::span<const PacketResult> SendTransport::on_feedback(const CongestionFeedback& feedback, LocalTime arrival,
                                                         LocalTime now) {
  now_ = now;
  return on_report(path_.on_feedback(feedback, arrival, now), now);
}

std::span<const PacketResult> SendTransport::on_feedback(const TransportWideFeedback& feedback, LocalTime now) {
  now_ = now;
  return on_report(path_.on_feedback(feedback, now), now);
}

bool SendTransport::on_answer(const ReportBlock& block, LocalTime arrival) {
  const auto answer = streams_.front()->answer(block, arrival);
  if (answer) path_.on_answer(*answer, arrival);
  return answer.has_value();
}

std::span<const PacketResult> SendTransport::on_report(const std::optional<PathReport>& report, LocalTime now) {
  if (!report) return {};
  for (const PacketResult& r : path_.size_probes()) {
    if (r.received) counters_.wire_bytes_arrived += r.size.bytes();
  }
  for (const PacketResult& r : report->packets) {
    if (r.received) counters_.wire_bytes_arrived += r.size.bytes();
    if (r.arrival) counters_.last_arrival = std::max(counters_.last_arrival.value_or(*r.arrival), *r.arrival);
  }
  if (config_.keep_packet_results) {
    kept_results_.insert(kept_results_.end(), report->packets.begin(), report->packets.end());
  }
  if (report->min_round_trip_time > Duration::zero()) pacer().set_min_round_trip_time(report->min_round_trip_time);
  shadows_.on_report(*report);
  if (const auto update = controller_->on_report(*report)) apply(*update, now);
  return report->packets;
}

void SendTransport::apply(const RateUpdate& update, LocalTime now) {
  paced_bits(now);
  update_ = format_.feedback == ArrivalFeedback::none ? without_arrivals() : update;
  window_.set(update_.window);
  padding_.on_update(update_, now);
  rate_ = update_.target;
  rate_ = std::min(rate_, circuit_breaker_.limit());
  queue_.set_rate(pacer_rate(), now);
}

// No controller can work without arrivals: the peer gets what it asks for, up to the start rate, under the breaker.
RateUpdate SendTransport::without_arrivals() const {
  const RateLimits& limits = config_.limits;
  const DataRate rate = std::max(limits.minimum, std::min(limits.start, estimate_.value_or(limits.start)));
  return {.target = rate, .pacing = rate, .window = std::nullopt};
}

void SendTransport::on_estimate(DataRate rate, LocalTime now) {
  now_ = now;
  estimate_ = rate;
  apply(update_, now);
}

void SendTransport::set_report_rate(DataRate rate, LocalTime now) {
  if (rate == report_rate_) return;
  now_ = now;
  paced_bits(now);
  report_rate_ = rate;
  if (running_) queue_.set_rate(pacer_rate(), now);
}

// The limit is one of the rate over a second: a frame may leave faster than that, but not while the breaker cuts it.
DataRate SendTransport::pacer_rate() const {
  if (update_.pacing <= DataRate()) return DataRate();  // also without pacing: zero times infinity is no number
  const DataRate limit = circuit_breaker_.limit();
  const DataRate rate = config_.pacing_gain * less_reports(std::min(update_.pacing, limit));
  return circuit_breaker_.state() == CircuitBreaker::State::reduced ? std::min(rate, less_reports(limit)) : rate;
}

double SendTransport::paced_bits(LocalTime now) {
  const DataRate rate = pacer().rate();
  if (rate < DataRate::unlimited()) paced_bits_ += rate.bps() * to_seconds(now - paced_until_);
  paced_until_ = now;
  return paced_bits_;
}

void SendTransport::run_timers(LocalTime now) {
  const auto tick = controller_->next_tick();
  if (tick && *tick <= now) {
    if (const auto update = controller_->on_tick(now)) apply(*update, now);
  }
  const auto breaker_tick = circuit_breaker_.next_tick();
  if (!breaker_tick || *breaker_tick > now) return;
  const auto before = circuit_breaker_.state();
  circuit_breaker_.on_tick(now);
  follow_breaker(before, now);
}

// Carefully, from the start.
void SendTransport::reopen(LocalTime now) {
  media_lost_ = true;
  path_.forget_in_flight();
  pacer().reset(now);
  shadows_.start(config_.limits, config_.seed, now);
  apply(controller_->start(config_.limits, config_.seed, now), now);
}

Duration SendTransport::idle_time(LocalTime now) const {
  const DataRate rate = pacer().rate();
  if (!queue().empty() || counters_.packets_sent == 0 || rate <= bits_per_second(1)) return 0ms;
  return std::max<Duration>(now - last_sent_ - last_size_ / rate, 0ms);
}

Duration SendTransport::time_for(DataSize size) const {
  const DataRate rate = std::max(pacer().rate(), rate_);
  if (size <= bytes(0)) return Duration::zero();
  if (rate <= bits_per_second(1)) return 1h;
  return size / rate;
}

Duration SendTransport::queue_time() const { return time_for(queue().size()); }

Duration SendTransport::media_queue_time() const {
  return time_for(queue().size() - queue().size(PacketClass::repair) - queue().size(PacketClass::padding));
}

// What the path monitor knows comes to the new controller with its first report, on packets sent under the one before.
void SendTransport::set_controller(std::unique_ptr<RateController> controller, LocalTime now) {
  now_ = now;
  controller_ = std::move(controller);
  if (!running_) return;  // start() will start it
  apply(controller_->start(limits_from_here(), config_.seed, now), now);
}

void SendTransport::set_shadows(ShadowControllers shadows, LocalTime now) {
  now_ = now;
  shadows_ = std::move(shadows);
  if (running_) shadows_.start(limits_from_here(), config_.seed, now);
}

RateLimits SendTransport::limits_from_here() const {
  RateLimits limits = config_.limits;
  limits.call_start = limits.start;
  limits.start = limits.clamp(rate_);
  return limits;
}

void SendTransport::set_pacer(std::unique_ptr<Pacer> pacer, LocalTime now) {
  now_ = now;
  paced_bits(now);
  queue_.set_pacer(std::move(pacer), now);
}

std::vector<PacketResult> SendTransport::take_packet_results() { return std::exchange(kept_results_, {}); }

}  // namespace evenkeel
