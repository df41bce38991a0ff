#include "core/session/sender.h"

#include <utility>

namespace evenkeel {
namespace {

SendTransportConfig transport_config(const SenderConfig& c) {
  SendTransportConfig t;
  t.ssrc = c.ssrc;
  t.cname = c.cname;
  t.clock_id = c.clock_id;
  t.limits = c.limits;
  t.ip_overhead = c.ip_overhead;
  t.max_packet_size = c.max_packet_size;
  t.delay_kind = c.delay_kind;
  t.seed = c.seed;
  t.keep_packet_results = c.keep_packet_results;
  t.pacing_gain = c.pacing_gain;
  return t;
}

VideoSendStreamConfig video_config(const SenderConfig& c) {
  VideoSendStreamConfig v;
  v.rtp.ssrc = c.ssrc;
  v.rtp.first_sequence_number = c.first_sequence_number;
  v.rtp.first_timestamp = c.first_rtp_timestamp;
  v.first_picture_id = c.first_picture_id;
  v.max_packet_size = c.max_packet_size;
  return v;
}

}  // namespace

Sender::Sender(const SenderConfig& config, std::unique_ptr<RateController> controller, std::unique_ptr<Pacer> pacer)
    : transport_(transport_config(config), std::move(controller), std::move(pacer)),
      video_(video_config(config), transport_),
      telemetry_(config.samples_receive_rate) {}

void Sender::start(LocalTime now) {
  video_.start(now);
  change_path(now);
}

void Sender::change_path(LocalTime now) {
  now_ = now;
  telemetry_.start(now);
  transport_.start(now);
}

void Sender::push_frame(const EncodedFrame& frame, LocalTime now) {
  if (!transport_.accepts_media()) return;
  now_ = now;
  video_.push_frame(frame, now);
}

void Sender::on_rtcp(const RtcpCompound& rtcp, LocalTime arrival, LocalTime now) {
  now_ = now;
  if (!running()) return;
  for (const ReportBlock& block : rtcp.reports) {
    if (block.ssrc == video_.rtp().ssrc()) transport_.on_report_block(block, video_.frame_interval(), now);
  }
  for (const CongestionFeedback& feedback : rtcp.feedbacks) transport_.on_feedback(feedback, arrival, now);
  for (const PictureLossIndication& pli : rtcp.picture_losses) {
    if (pli.media_ssrc == video_.rtp().ssrc()) video_.on_picture_loss(now);
  }
}

std::size_t Sender::poll_batch(LocalTime now, std::span<Datagram> out) {
  now_ = now;
  return transport_.poll_batch(now, out);
}

void Sender::on_batch_sent(std::size_t count, LocalTime now) {
  now_ = now;
  transport_.on_batch_sent(count, now);
}

void Sender::on_refused(LocalTime now) {
  now_ = now;
  transport_.on_refused(now);
}

std::optional<Sender::Datagram> Sender::poll(LocalTime now) {
  Datagram datagram;
  return poll_batch(now, {&datagram, 1}) == 1 ? std::optional(datagram) : std::nullopt;
}

DataRate Sender::media_target() const {
  return transport_.accepts_media() ? video_.target() : transport_.config().limits.minimum;
}

bool Sender::take_key_frame_request() {
  if (transport_.take_media_lost()) video_.demand_key_frame(now_);
  return video_.take_key_frame_request(now_);
}

void Sender::set_controller(std::unique_ptr<RateController> controller, LocalTime now) {
  now_ = now;
  transport_.set_controller(std::move(controller), now);
}

void Sender::set_pacer(std::unique_ptr<Pacer> pacer, LocalTime now) {
  now_ = now;
  transport_.set_pacer(std::move(pacer), now);
}

void Sender::sample(LocalTime now, Sample& out, std::optional<DataRate> link_capacity) {
  now_ = now;
  telemetry_.sample(now, transport_, video_, link_capacity, out);
}

}  // namespace evenkeel
