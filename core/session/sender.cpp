#include "core/session/sender.h"

#include <algorithm>
#include <utility>

#include "core/rtp/extensions.h"
#include "core/rtp/ntp.h"

namespace evenkeel {
namespace {

constexpr Duration rate_memory = 1s;             // over which the circuit breaker's sending rate is measured
constexpr Duration longest_frame_interval = 1s;  // of the circuit breaker's T_f: beyond, the camera paused

PacketizerConfig packetizer_config(const SenderConfig& c) {
  PacketizerConfig p;
  p.ssrc = c.ssrc;
  p.first_sequence_number = c.first_sequence_number;
  p.first_picture_id = c.first_picture_id;
  p.max_packet_size = c.max_packet_size;
  return p;
}

}  // namespace

Sender::Sender(const SenderConfig& config, std::unique_ptr<RateController> controller,
               std::unique_ptr<SendLoop> send_loop)
    : config_(config),
      controller_(std::move(controller)),
      send_loop_(std::move(send_loop)),
      packetizer_(packetizer_config(config)),
      path_(config.delay_kind) {}

void Sender::start(LocalTime now) {
  last_arrival_.reset();  // the peer may be another one, with another clock
  now_ = started_ = last_media_sent_ = now;
  second_of_pair_ = false;
  next_pair_ = now;
  running_ = true;
  key_frames_.demand(now);
  next_report_ = now;
  rate_integrated_ = now;
  blocked_until_.reset();
  media_target_.reset();
  sent_log_.reset();
  padding_.start(on_wire(config_.max_packet_size));
  path_.restart(path_.delay_kind());
  circuit_breaker_.start(now);
  send_loop_->reset(now);
  apply(controller_->start(config_.limits, config_.seed, now), now);
}

void Sender::suspend() {
  running_ = false;
  discard_queue();
}

void Sender::discard_queue() {
  polled_ = Polled::nothing;
  while (const auto packet = send_loop_->discard()) pool_.release(packet->slot);
}

std::uint32_t Sender::rtp_timestamp(LocalTime t) const {  // 90 kHz, RFC 7741
  const std::int64_t ticks = t.time_since_epoch().count() / 1000 * 9 / 100;
  return config_.first_rtp_timestamp + static_cast<std::uint32_t>(ticks);
}

void Sender::push_frame(const EncodedFrame& frame, LocalTime now) {
  if (!running_ || circuit_breaker_.state() == CircuitBreaker::State::open) return;
  now_ = now;
  if (last_capture_ != LocalTime{} && frame.capture_time > last_capture_) {
    frame_interval_ = std::min<Duration>(frame.capture_time - last_capture_, longest_frame_interval);
  }
  last_capture_ = frame.capture_time;
  MediaTarget::Frame made{.rate = rate_, .backlog = pacer_queue(), .idle = pacer_idle(), .interval = frame_interval_};
  const auto capture = encode_capture_time(to_ntp(frame.capture_time));
  const std::array<RtpExtension, 1> extensions{{{abs_capture_time_id, capture}}};
  packetizer_.begin(frame, rtp_timestamp(frame.capture_time), extensions);
  for (;;) {
    const std::uint32_t slot = pool_.acquire();
    const std::size_t size = packetizer_.next(pool_.memory(slot));
    if (size == 0) {
      pool_.release(slot);
      break;
    }
    pool_.set_size(slot, size);
    made.wire += on_wire(size);
    send_loop_->enqueue({on_wire(size), slot}, now);
  }
  const auto payload = static_cast<std::int64_t>(frame.data.size());
  media_bytes_ += payload;
  made.payload = bytes(payload);
  // A send loop that is faster than the frames come keeps no backlog, and none is to be asked of the encoder.
  const bool faster = config_.pacing_gain > 1;
  if (faster) made.backlog = std::max(made.backlog, MediaTarget::usual_stock);
  media_target_.on_frame(made, faster ? std::nullopt : update_.idle_share);
}

// Since when the packet that left last would have been followed by another one.
Duration Sender::pacer_idle() const {
  const DataRate rate = send_loop_->state(now_).rate;
  if (send_loop_->queued() > DataSize() || packets_sent_ == 0 || rate <= bits_per_second(1)) return 0ms;
  return std::max<Duration>(now_ - last_media_sent_ - last_media_size_ / rate, 0ms);
}

void Sender::on_rtcp(const RtcpCompound& rtcp, LocalTime arrival, LocalTime now) {
  now_ = now;
  if (!running_) return;
  for (const ReportBlock& block : rtcp.reports) {
    if (block.ssrc == config_.ssrc) on_report_block(block, now);
  }
  for (const CongestionFeedback& feedback : rtcp.feedbacks) on_feedback(feedback, arrival, now);
  for (const PictureLossIndication& pli : rtcp.picture_losses) {
    if (pli.media_ssrc != config_.ssrc) continue;
    key_frames_.request(now, path_.round_trip_time().smoothed().value_or(Duration::zero()));
  }
}

void Sender::on_report_block(const ReportBlock& block, LocalTime now) {
  CircuitBreaker::Facts facts;
  facts.round_trip_time = path_.round_trip_time().smoothed().value_or(Duration::zero());
  facts.frame_interval = frame_interval_;
  facts.sending_rate = std::min(rate_, sent_log_.sent_after(now - rate_memory) / rate_memory);
  facts.packet_size = bytes(packets_sent_ > 0 ? wire_bytes_sent_ / packets_sent_ : 1200);
  const auto before = circuit_breaker_.state();
  circuit_breaker_.on_report(block, facts, now);
  if (circuit_breaker_.state() == before) return;
  if (circuit_breaker_.state() == CircuitBreaker::State::open) discard_queue();
  apply(update_, now);
}

void Sender::on_feedback(const CongestionFeedback& feedback, LocalTime arrival, LocalTime now) {
  const auto report = path_.on_feedback(feedback, config_.ssrc, arrival, now);
  if (!report) return;
  for (const PacketResult& r : report->packets) {
    if (r.received) wire_bytes_arrived_ += r.size.bytes();
    if (r.arrival) last_arrival_ = last_arrival_ ? std::max(*last_arrival_, *r.arrival) : *r.arrival;
  }
  if (config_.keep_packet_results) {
    kept_results_.insert(kept_results_.end(), report->packets.begin(), report->packets.end());
  }
  if (report->min_round_trip_time > Duration::zero()) send_loop_->set_min_round_trip_time(report->min_round_trip_time);
  if (const auto update = controller_->on_report(*report)) apply(*update, now);
}

void Sender::apply(const RateUpdate& update, LocalTime now) {
  integrate_rate(now);
  update_ = update;
  padding_.on_update(update, now);
  rate_ = update.target;
  if (circuit_breaker_.state() == CircuitBreaker::State::reduced) rate_ = std::min(rate_, circuit_breaker_.limit());
  send_loop_->set_rate(send_loop_rate(), now);
}

DataRate Sender::send_loop_rate() const {
  if (update_.pacing <= DataRate()) return DataRate();  // also without pacing: zero times infinity is no number
  const DataRate rate = config_.pacing_gain * update_.pacing;
  return circuit_breaker_.state() == CircuitBreaker::State::reduced ? std::min(rate, circuit_breaker_.limit()) : rate;
}

void Sender::integrate_rate(LocalTime now) {
  const DataRate rate = send_loop_->state(now).rate;
  if (rate < DataRate::unlimited()) rate_integral_ += rate.bps() * to_seconds(now - rate_integrated_);
  rate_integrated_ = now;
}

void Sender::run_timers(LocalTime now) {
  const auto tick = controller_->next_tick();
  if (tick && *tick <= now) {
    if (const auto update = controller_->on_tick(now)) apply(*update, now);
  }
  const auto breaker_tick = circuit_breaker_.next_tick();
  if (!breaker_tick || *breaker_tick > now) return;
  const auto before = circuit_breaker_.state();
  circuit_breaker_.on_tick(now);
  if (circuit_breaker_.state() == before) return;
  if (circuit_breaker_.state() == CircuitBreaker::State::open) {
    discard_queue();
  } else {  // closed again: carefully, from the start
    key_frames_.demand(now);
    path_.forget_in_flight();
    send_loop_->reset(now);
    apply(controller_->start(config_.limits, config_.seed, now), now);
  }
}

DataRate Sender::media_target() const {
  if (!running_ || circuit_breaker_.state() == CircuitBreaker::State::open) return config_.limits.minimum;
  return media_target_.of(rate_);
}

Duration Sender::pacer_queue() const {
  const DataRate rate = std::max(send_loop_->state(now_).rate, rate_);
  if (send_loop_->queued() == DataSize()) return Duration::zero();
  if (rate <= bits_per_second(1)) return 1h;
  return send_loop_->queued() / rate;
}

bool Sender::take_key_frame_request() { return key_frames_.take(now_); }

void Sender::set_delay_kind(DelayKind kind) {
  if (kind != path_.delay_kind()) path_.restart(kind);
}

std::vector<PacketResult> Sender::take_packet_results() { return std::exchange(kept_results_, {}); }

}  // namespace evenkeel
