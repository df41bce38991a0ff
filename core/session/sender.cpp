#include "core/session/sender.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/rtp/opus_payload.h"
#include "core/rtp/rtp_packet.h"

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
  v.rtp.ntp_clock = c.ntp_clock;
  v.first_picture_id = c.first_picture_id;
  v.max_packet_size = c.max_packet_size;
  return v;
}

constexpr std::size_t most_requests = 256;  // of one message that are answered; ours have 48
constexpr std::size_t max_feedbacks = 16;   // of one message that are read; ours have one

constexpr Duration longest_before_sound = 20ms;  // a packet of it

// While the picture pauses: it is known then that there is enough for one, and no more is sent in vain.
constexpr DataRate filling_rate = kilobits_per_second(200);
constexpr Duration longest_filled_queue = 40ms;
constexpr double filling_growth = 1.5;  // of what was sent during use_time
constexpr Duration use_time = 1s;
constexpr double used_share = 0.7;  // of the rate: encoders and reports leave some of it

// Of the streams beside the video.
RtpSendStreamConfig other_stream(const SenderConfig& c, std::uint32_t index, std::uint8_t MediaFormat::*type) {
  RtpSendStreamConfig stream;
  stream.ssrc = c.ssrc + index;
  stream.first_sequence_number = c.first_sequence_number;
  stream.first_timestamp = c.first_rtp_timestamp;
  stream.ntp_clock = c.ntp_clock;
  stream.payload_type = type;
  return stream;
}

RtpSendStreamConfig sound_stream(const SenderConfig& c) {
  RtpSendStreamConfig stream = other_stream(c, 3, &MediaFormat::audio);
  stream.clock_rate = opus_clock_rate;
  return stream;
}

// Of the rate, as it is asked for; the plan counts per byte of media.
ProtectionConfig protection_config(const RecoveryConfig& recovery) {
  const auto share = recovery.protection;
  return {share ? std::optional(*share / (1 - *share)) : std::nullopt};
}

}  // namespace

Sender::Sender(const SenderConfig& config, std::unique_ptr<RateController> controller, std::unique_ptr<Pacer> pacer)
    : config_(config),
      transport_(transport_config(config), std::move(controller), std::move(pacer)),
      video_(video_config(config), transport_),
      retransmissions_(other_stream(config, 1, &MediaFormat::retransmission), transport_config(config), transport_),
      repair_(other_stream(config, 2, &MediaFormat::repair), protection_config(config.recovery), transport_),
      sound_(sound_stream(config), transport_),
      packet_sizes_(config.max_packet_size),
      telemetry_(config.samples_receive_rate) {
  set_recovery(config.recovery_parameters);
}

void Sender::start(LocalTime now, Duration round_trip) {
  video_.start(now);
  retransmissions_.start();
  repair_.start(now);
  sound_.start();
  sound_plan_.start();
  acknowledged_.reset();
  broken_.reset();
  report_sum_.reset();
  features_known_ = negotiated_.features.has_value();
  set_peer_features(negotiated_.features.value_or(PeerFeatures()));
  transport_.set_sound_muted(std::nullopt);
  change_path(now, round_trip);
}

void Sender::set_negotiated(const Negotiated& negotiated) {
  if (negotiated == negotiated_) return;
  suspend();  // what waits was written for another peer
  negotiated_ = negotiated;
  transport_.set_format(negotiated.format);
  video_.set_payload_type(negotiated.format.video);
  retransmissions_.set_alone(negotiated.format.repair == 0);  // no Evenkeel
}

void Sender::set_peer_features(const PeerFeatures& features) {
  const RecoveryConfig& wanted = config_.recovery;
  features_ = common(features, {wanted.retransmission, wanted.repair(), wanted.references, true, true});
  sound_.set_copies(features_.sound_copies && negotiated_.format.redundant_audio != 0);
  retransmissions_.set_enabled(features_.retransmission);
  repair_.set_enabled(features_.repair);
  transport_.pad_on(padding_stream());
  if (!features_.repair) video_.set_repair_share(std::nullopt);
}

// Whose numbers are missing in the video's stream are asked for again, those in the others are not: libwebrtc pads
// there as well.
std::uint16_t Sender::padding_stream() const {
  if (features_.repair) return repair_.stream();
  const MediaFormat& format = negotiated_.format;
  return format.padding == 0 && format.retransmission != 0 ? retransmissions_.stream() : video_.stream();
}

void Sender::change_path(LocalTime now, Duration round_trip) {
  now_ = now;
  telemetry_.start(now);
  repair_.plan().reset();
  if (video_paused()) video_.demand_key_frame(now);
  sound_plan_.start();
  packet_sizes_.start(transport_.config().ip_overhead, size_probes() != SizeProbes::none);
  follow_packet_sizes(packet_sizes_.limit(), now);  // before padding of that size may leave
  transport_.start(now, round_trip);
}

void Sender::push_frame(const EncodedFrame& frame, LocalTime now) {
  if (!wants_video() || video_paused()) return;
  now_ = now;
  if (features_.repair) video_.set_repair_share(repair_.share());
  leave_to_sound(now);
  video_.reserve(retransmissions_.rate(now), config_.recovery_parameters.retransmission_share);
  if (frame.key_frame) broken_.reset();
  video_.push_frame(frame, now);
  repair_.on_frame(video_.frame_interval(), video_.use(), now);
}

void Sender::push_sound(const EncodedSound& sound, LocalTime now) {
  if (!wants_sound()) return;
  now_ = now;
  sound_.push(sound, now);
  transport_.set_sound_muted(sound_muted_);
  leave_to_sound(now);
}

// What stands on the link before sound makes it late. Where repair fills the gaps the pacer only saves something up
// while a window is full, and all of it leaves at once as repair then: 3000 bytes take 80 ms at 0.3 Mbit/s.
void Sender::leave_to_sound(LocalTime now) {
  const bool flows = sound_.flows(now);
  video_.set_sound(flows ? sound_.rate(now) : DataRate());
  transport_.limit_idle(flows && features_.repair ? std::optional(longest_before_sound) : std::nullopt);
}

// Where no sound comes there is nothing to leave the rate to.
void Sender::plan_sound(LocalTime now) {
  const bool paused = video_paused();
  if (sends_sound() && sound_.flows(now)) {
    const DataRate rate = transport_.rate();
    const bool used = transport_.sent_log().rate_over(use_time, now) >= used_share * rate;
    sound_plan_.on_rate(rate, used, now);
  } else {
    sound_plan_.start();
  }
  if (video_paused()) return fill(now);
  if (!paused) return;
  transport_.fill(std::nullopt, now);
  video_.demand_key_frame(now);
}

// Sound is not to wait behind what stands for the picture: on a link that has no room for one, where controllers let
// long queues stand, most of the time there is nothing of it. It grows from little on, so that what is too much for the
// link is seen while the queue is still short.
void Sender::fill(LocalTime now) {
  const bool queued = transport_.path().queueing_delay().value_or(Duration::zero()) > longest_filled_queue;
  const DataRate sent = std::max(transport_.sent_log().rate_over(use_time, now), sound_.rate(now));
  const DataRate most = std::min({filling_rate, transport_.rate(), filling_growth * sent});
  transport_.fill(queued ? DataRate() : most, now);
}

void Sender::on_rtcp(const RtcpCompound& rtcp, LocalTime arrival, LocalTime now) {
  now_ = now;
  if (!running()) return;
  // Once for each call: a peer that changes its mind would have a key frame each time.
  if (!rtcp.features.empty() && !std::exchange(features_known_, true)) {
    set_peer_features(parse_features(rtcp.features));
  }
  if (rtcp.reference_time) transport_.on_reference_time(*rtcp.reference_time, arrival);
  on_report_blocks(rtcp, now);
  on_arrivals(rtcp, arrival, now);
  plan_sound(now);
  on_video_feedback(rtcp, now);
  if (features_.repair) update_protection(now);
}

void Sender::on_report_blocks(const RtcpCompound& rtcp, LocalTime now) {
  const std::array ssrcs{video_.rtp().ssrc(), retransmissions_.rtp().ssrc(), repair_.rtp().ssrc(), sound_.rtp().ssrc()};
  for (const ReportBlock& block : rtcp.reports) {
    if (is_sound(block.ssrc)) sound_.on_report(block);
  }
  if (const auto block = report_sum_.of(rtcp.reports, ssrcs)) {
    transport_.on_report_block(*block, video_.frame_interval(), now);
  }
}

// Only of the negotiated kind: two kinds would report each packet twice, by two clocks.
void Sender::on_arrivals(const RtcpCompound& rtcp, LocalTime arrival, LocalTime now) {
  switch (transport_.format().feedback) {
    case ArrivalFeedback::none:
      take_answers(rtcp, arrival);
      if (rtcp.remb_bps) transport_.on_estimate(bits_per_second(static_cast<double>(*rtcp.remb_bps)), now);
      return;
    case ArrivalFeedback::transport_wide:
      return on_transport_wide(rtcp, arrival, now);
    case ArrivalFeedback::congestion:
      break;
  }
  const std::size_t feedbacks = std::min(rtcp.feedbacks.size(), max_feedbacks);
  for (const CongestionFeedback& feedback : std::span(rtcp.feedbacks).first(feedbacks)) {
    take_results(transport_.on_feedback(feedback, arrival, now), now);
  }
}

void Sender::on_transport_wide(const RtcpCompound& rtcp, LocalTime arrival, LocalTime now) {
  take_answers(rtcp, arrival);
  const std::size_t feedbacks = std::min(rtcp.transport_wide_feedbacks.size(), max_feedbacks);
  for (const TransportWideFeedback& feedback : std::span(rtcp.transport_wide_feedbacks).first(feedbacks)) {
    take_results(transport_.on_feedback(feedback, now), now);
  }
}

void Sender::take_answers(const RtcpCompound& rtcp, LocalTime arrival) {
  for (const ReportBlock& block : rtcp.reports) {
    if ((is_video(block.ssrc) || is_sound(block.ssrc)) && transport_.on_answer(block, arrival)) return;
  }
}

void Sender::take_results(std::span<const PacketResult> results, LocalTime now) {
  for (const PacketResult& packet : results) {
    if (!is_video(packet.ssrc)) continue;
    if (!packet.received) repair_.plan().on_lost(packet.rtp_sequence);
    if (packet.late) repair_.plan().on_found(packet.rtp_sequence);
  }
  const std::size_t before = packet_sizes_.limit();
  bool changed = packet_sizes_.on_probes(transport_.path().size_probes());
  changed |= packet_sizes_.on_results(results, now);
  if (changed) follow_packet_sizes(before, now);
}

// Of what is larger nothing arrived, and nothing mends it: a key frame begins anew.
void Sender::follow_packet_sizes(std::size_t before, LocalTime now) {
  const std::size_t limit = packet_sizes_.limit();
  video_.limit_packet_size(limit);
  retransmissions_.limit_packet_size(packet_sizes_.carried());
  transport_.limit_packet_size(limit);
  if (limit >= before) return;
  transport_.on_black_hole(now);
  repair_.forget_packets();
  video_.demand_key_frame(now);
}

void Sender::update_protection(LocalTime now) {
  ProtectionPlan::Path path;
  path.round_trip_time = transport_.path().round_trip_time().smoothed();
  path.frame_interval = video_.frame_interval();
  path.in_competition = transport_.controller().state().mode == ControllerMode::competition;
  repair_.plan().update(path, now);
}

void Sender::on_video_feedback(const RtcpCompound& rtcp, LocalTime now) {
  for (const PictureLossIndication& pli : rtcp.picture_losses) {
    if (is_video(pli.media_ssrc)) video_.on_picture_loss(now);
  }
  for (const Nack& nack : rtcp.nacks) {
    if (is_video(nack.media_ssrc))
      on_requests(std::span(nack.sequence_numbers).first(std::min(nack.sequence_numbers.size(), most_requests)), now);
  }
  for (const ReferenceSelection& selection : rtcp.reference_selections) {
    const auto id = video_.frames().id_from_low_bits(selection.picture_id, 15);
    if (is_video(selection.media_ssrc) && id) acknowledged_ = *id;
  }
  for (const SliceLoss& loss : rtcp.slice_losses) {
    if (is_video(loss.media_ssrc)) mark_broken(video_.frames().id_from_low_bits(loss.picture_id_low_6, 6));
  }
}

// What was sent again in vain, or cannot be sent again, is better done without; and so is what would take longer to
// send again than a frame that jumps past it.
void Sender::on_requests(std::span<const std::uint16_t> numbers, LocalTime now) {
  std::optional<std::uint16_t> in_vain;
  for (const std::uint16_t number : numbers) {
    if (video_.is_before_key_frame(number)) continue;
    const auto kind = retransmissions_.on_request(number, now);
    using Kind = RetransmissionAnswer::Kind;
    if (kind == Kind::twice || kind == Kind::too_old || kind == Kind::over_budget) in_vain = number;
  }
  if (numbers.empty()) return;
  if (video_.is_before_key_frame(in_vain.value_or(numbers.back()))) return;
  const SentFrames::Frame* frame = video_.frames().find(in_vain.value_or(numbers.back()));
  if (frame == nullptr) return;
  const bool many = 2 * numbers.size() > 3 * static_cast<std::size_t>(std::max(frame->packets, 2));
  if (in_vain || many) mark_broken(frame->id);
}

// A key frame that leaves mends all before it, and of itself what was lost is sent again.
void Sender::mark_broken(std::optional<std::uint16_t> id) {
  if (id && !video_.key_frame_leaves()) broken_ = *id;
}

void Sender::take_left() {
  transport_.take_left([this](const OutgoingPacket& packet, Datagram bytes) {
    if (packet.kind == PacketClass::retransmission) return retransmissions_.on_left(packet.wire);
    if (packet.kind == PacketClass::repair || packet.kind == PacketClass::owed_repair) return repair_.on_left(packet);
    if (packet.kind == PacketClass::audio) return sound_.on_left(packet, now_);
    if (packet.size_probe) return packet_sizes_.on_probe_left(now_);
    if (packet.kind != PacketClass::video) return;
    const std::uint16_t number = rtp_sequence_number(bytes);
    const SentFrames::Frame* frame = video_.on_left(number, bytes, packet.wire, now_);
    packet_sizes_.on_media_left(now_);
    retransmissions_.on_video_left(number, bytes, now_);
    repair_.on_video_left(number, bytes, packet.wire, frame, now_);
  });
}

LocalTime Sender::next_wake() const {
  LocalTime wake = transport_.next_wake();
  if (!running()) return wake;
  for (const auto time : {retransmissions_.next_wake(), next_size_probe()}) wake = std::min(wake, time.value_or(wake));
  return wake;
}

// A probe that is lost leaves a gap: in the video's numbers such gaps are asked for again.
Sender::SizeProbes Sender::size_probes() const {
  const MediaFormat& format = negotiated_.format;
  if (!config_.probes_packet_size || format.feedback == ArrivalFeedback::none) return SizeProbes::none;
  if (features_.repair && format.padding != 0) return SizeProbes::padding;
  if (features_.retransmission && format.retransmission != 0) return SizeProbes::retransmission;
  return format.padding != 0 ? SizeProbes::padding : SizeProbes::none;
}

// One at a time, and none where packets are that small for the sound's sake.
std::optional<LocalTime> Sender::next_size_probe() const {
  const auto due = packet_sizes_.next_probe();
  if (!due || !transport_.accepts_media() || transport_.queue().packets(PacketClass::padding) > 0) return std::nullopt;
  if (video_.wanted_packet_size() <= packet_sizes_.limit()) return std::nullopt;
  switch (size_probes()) {
    case SizeProbes::none:
      return std::nullopt;
    case SizeProbes::retransmission:
      return retransmissions_.has_size_probe(packet_sizes_.probe_size()) ? due : std::nullopt;
    case SizeProbes::padding:
      break;
  }
  return due;
}

void Sender::probe_packet_size(LocalTime now) {
  const auto due = next_size_probe();
  if (!due || now < *due) return;
  const std::size_t size = packet_sizes_.probe_size();
  packet_sizes_.on_probe_queued(now);
  if (size_probes() == SizeProbes::retransmission) return retransmissions_.push_size_probe(size, now);
  transport_.push_size_probe(size, now);
}

std::size_t Sender::poll_batch(LocalTime now, std::span<Datagram> out) {
  now_ = now;
  retransmissions_.poll(now);
  probe_packet_size(now);
  drop_stale_video(now);
  repair_.fill(now);
  return transport_.poll_batch(now, out);
}

void Sender::on_batch_sent(std::size_t count, LocalTime now) {
  now_ = now;
  transport_.on_batch_sent(count, now);
  take_left();
}

void Sender::on_refused(LocalTime now) {
  now_ = now;
  const std::int64_t given_up = transport_.counters().packets_given_up;
  transport_.on_refused(now);
  if (transport_.counters().packets_given_up == given_up) return;
  take_left();
  const auto size = transport_.too_large();
  const std::size_t before = packet_sizes_.limit();
  if (size && packet_sizes_.on_refused(*size, now)) follow_packet_sizes(before, now);
}

void Sender::drop_stale_video(LocalTime now) {
  if (!video_.is_stale()) return;
  transport_.discard_video(now);
  video_.demand_key_frame(now);
}

std::optional<Sender::Datagram> Sender::poll(LocalTime now) {
  Datagram datagram;
  return poll_batch(now, {&datagram, 1}) == 1 ? std::optional(datagram) : std::nullopt;
}

DataRate Sender::media_target() const {
  return wants_video() && !video_paused() ? video_.target() : transport_.config().limits.minimum;
}

bool Sender::take_key_frame_request() {
  if (video_paused()) return false;  // what the peer asks for meanwhile is answered by the first frame after it
  if (transport_.take_media_lost()) video_.demand_key_frame(now_);
  return video_.take_key_frame_request(now_);
}

void Sender::set_recovery(const RecoveryParameters& parameters) {
  config_.recovery_parameters = parameters;
  video_.set_headroom(parameters.headroom);
  repair_.plan().set_limits(parameters.protection);
  retransmissions_.set_share(parameters.retransmission_share);
}

void Sender::set_controller(std::unique_ptr<RateController> controller, LocalTime now) {
  now_ = now;
  transport_.set_controller(std::move(controller), now);
}

void Sender::set_shadows(ShadowControllers shadows, LocalTime now) {
  now_ = now;
  transport_.set_shadows(std::move(shadows), now);
}

void Sender::set_pacer(std::unique_ptr<Pacer> pacer, LocalTime now) {
  now_ = now;
  transport_.set_pacer(std::move(pacer), now);
}

void Sender::sample(LocalTime now, Sample& out, std::optional<DataRate> link_capacity) {
  now_ = now;
  telemetry_.sample(now, transport_, video_, link_capacity, out);
  sample_recovery(out);
  sample_sound(out);
}

void Sender::sample_sound(Sample& out) {
  const auto wait = sound_.take_longest_wait();
  if (!running() || !sends_sound()) return out.sound_bitrate_bps.reset();
  if (wait) out.sound_queue_ms = to_milliseconds(*wait);
  out.video_paused = video_paused() ? 1 : 0;
  out.sound_muted = sound_muted_ ? 1 : 0;
}

void Sender::sample_recovery(Sample& out) const {
  if (!features_.mends_losses()) return;
  out.retransmitted_packets_sent = static_cast<double>(retransmissions_.packets());
  out.retransmitted_bytes_sent = static_cast<double>(retransmissions_.bytes_on_wire());
  out.repair_packets_sent = static_cast<double>(repair_.packets());
  out.repair_bytes_sent = static_cast<double>(repair_.bytes_on_wire());
  if (!features_.repair || !running()) return;
  out.protection_share = repair_.share();
  out.headroom = video_.headroom();
}

}  // namespace evenkeel
