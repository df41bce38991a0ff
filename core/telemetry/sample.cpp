#include "core/telemetry/sample.h"

#include <array>

namespace evenkeel {
namespace {

constexpr Column gauge(std::string_view name, std::string_view unit, int decimals,
                       std::optional<double> Sample::*member) {
  return {name, unit, ColumnKind::gauge, decimals, member};
}

constexpr Column counter(std::string_view name, std::optional<double> Sample::*member) {
  return {name, "", ColumnKind::counter, 0, member};
}

constexpr std::array table{
    Column{"time", "s", ColumnKind::time, 3, nullptr},
    Column{"flow", "", ColumnKind::flow, 0, nullptr},
    gauge("targetBitrate", "bit/s", 0, &Sample::target_bitrate_bps),
    gauge("sendBitrate", "bit/s", 0, &Sample::send_bitrate_bps),
    gauge("receiveBitrate", "bit/s", 0, &Sample::receive_bitrate_bps),
    gauge("mediaBitrate", "bit/s", 0, &Sample::media_bitrate_bps),
    gauge("oneWayDelay", "ms", 3, &Sample::one_way_delay_ms),
    Column{"oneWayDelayKind", "", ColumnKind::delay_kind, 0, nullptr},
    gauge("queueingDelay", "ms", 3, &Sample::queueing_delay_ms),
    gauge("roundTripTime", "ms", 3, &Sample::round_trip_time_ms),
    counter("packetsSent", &Sample::packets_sent),
    counter("packetsLost", &Sample::packets_lost),
    gauge("fractionLost", "", 6, &Sample::fraction_lost),
    gauge("dataMismatch", "bytes", 1, &Sample::data_mismatch_bytes),
    gauge("rateMismatch", "bit/s", 0, &Sample::rate_mismatch_bps),
    gauge("pacerQueue", "ms", 3, &Sample::pacer_queue_ms),
    gauge("framesPerSecond", "", 2, &Sample::frames_per_second),
    gauge("frameWidth", "", 0, &Sample::frame_width),
    gauge("frameHeight", "", 0, &Sample::frame_height),
    counter("keyFramesEncoded", &Sample::key_frames_encoded),
    counter("framesDecoded", &Sample::frames_decoded),
    counter("freezeCount", &Sample::freeze_count),
    gauge("linkCapacity", "bit/s", 0, &Sample::link_capacity_bps),
    gauge("linkQueue", "ms", 3, &Sample::link_queue_ms),
    gauge("quantizer", "", 1, &Sample::quantizer),
    counter("framesSkipped", &Sample::frames_skipped),
    gauge("endToEndDelay", "ms", 3, &Sample::end_to_end_delay_ms),
    gauge("jitterBufferDelay", "ms", 3, &Sample::jitter_buffer_delay_ms),
    counter("pliCount", &Sample::pli_count),
    counter("framesEncoded", &Sample::frames_encoded),
    counter("framesReceived", &Sample::frames_received),
    counter("framesDropped", &Sample::frames_dropped),
    counter("lossEvents", &Sample::loss_events),
    gauge("outstanding", "bytes", 0, &Sample::outstanding_bytes),
    gauge("longestFrameInterval", "ms", 1, &Sample::longest_frame_interval_ms),
    gauge("propagationDelay", "ms", 3, &Sample::propagation_delay_ms),
    gauge("delayThreshold", "ms", 3, &Sample::delay_threshold_ms),
    gauge("predictedDelay", "ms", 3, &Sample::predicted_delay_ms),
    gauge("lawTerm1", "", 6, &Sample::law_term_1),
    gauge("lawTerm2", "", 6, &Sample::law_term_2),
    gauge("lawTerm3", "", 6, &Sample::law_term_3),
    Column{"controllerMode", "", ColumnKind::controller_mode, 0, nullptr},
    gauge("capacityEstimate", "bit/s", 0, &Sample::capacity_estimate_bps),
    gauge("targetQueue", "ms", 3, &Sample::target_queue_ms),
    gauge("predictedQueue", "ms", 3, &Sample::predicted_queue_ms),
    counter("paddingPacketsSent", &Sample::padding_packets_sent),
    Column{"paddingBytesSent", "bytes", ColumnKind::counter, 0, &Sample::padding_bytes_sent},
    gauge("reportBitrate", "bit/s", 0, &Sample::report_bitrate_bps),
    counter("nackCount", &Sample::nack_count),
    counter("retransmittedPacketsSent", &Sample::retransmitted_packets_sent),
    Column{"retransmittedBytesSent", "bytes", ColumnKind::counter, 0, &Sample::retransmitted_bytes_sent},
    counter("evenkeelRepairPacketsSent", &Sample::repair_packets_sent),
    Column{"evenkeelRepairBytesSent", "bytes", ColumnKind::counter, 0, &Sample::repair_bytes_sent},
    counter("fecPacketsReceived", &Sample::repair_packets_received),
    counter("fecPacketsDiscarded", &Sample::repair_packets_discarded),
    counter("evenkeelPacketsRepaired", &Sample::packets_repaired),
    counter("evenkeelReferenceJumps", &Sample::reference_jumps),
    gauge("evenkeelProtectionShare", "", 4, &Sample::protection_share),
    gauge("evenkeelHeadroom", "", 4, &Sample::headroom),
    Column{"totalFreezesDuration", "s", ColumnKind::counter, 3, &Sample::total_freezes_duration_s},
    Column{"totalInterFrameDelay", "s", ColumnKind::counter, 3, &Sample::total_inter_frame_delay_s},
    gauge("evenkeelCaptureWait", "ms", 3, &Sample::capture_wait_ms),
    Column{"totalEncodeTime", "s", ColumnKind::counter, 6, &Sample::total_encode_time_s},
    gauge("evenkeelFrameWait", "ms", 3, &Sample::frame_wait_ms),
    gauge("evenkeelFrameSendTime", "ms", 3, &Sample::frame_send_time_ms),
    Column{"totalDecodeTime", "s", ColumnKind::counter, 6, &Sample::total_decode_time_s},
    counter("evenkeelPicturesOvertaken", &Sample::pictures_overtaken),
    counter("evenkeelVideoPacketsLost", &Sample::video_packets_lost),
    gauge("evenkeelSoundBitrate", "bit/s", 0, &Sample::sound_bitrate_bps),
    gauge("evenkeelSoundQueue", "ms", 3, &Sample::sound_queue_ms),
    gauge("evenkeelVideoPaused", "", 0, &Sample::video_paused),
    gauge("evenkeelSoundMuted", "", 0, &Sample::sound_muted),
    gauge("evenkeelCaptureAudioLevel", "", 4, &Sample::capture_audio_level),
    gauge("echoReturnLossEnhancement", "dB", 1, &Sample::echo_return_loss_enhancement_db),
    gauge("audioLevel", "", 4, &Sample::audio_level),
    Column{"totalAudioEnergy", "", ColumnKind::counter, 6, &Sample::total_audio_energy},
    counter("totalSamplesReceived", &Sample::total_samples_received),
    counter("concealedSamples", &Sample::concealed_samples),
    counter("silentConcealedSamples", &Sample::silent_concealed_samples),
    counter("evenkeelConcealedSpeechSamples", &Sample::concealed_speech_samples),
    counter("concealmentEvents", &Sample::concealment_events),
    counter("insertedSamplesForDeceleration", &Sample::inserted_samples_for_deceleration),
    counter("removedSamplesForAcceleration", &Sample::removed_samples_for_acceleration),
    gauge("evenkeelAudioJitterBufferDelay", "ms", 3, &Sample::audio_jitter_buffer_delay_ms),
    gauge("jitterBufferTargetDelay", "ms", 3, &Sample::jitter_buffer_target_delay_ms),
    counter("evenkeelAudioPacketsReceived", &Sample::audio_packets_received),
    counter("evenkeelAudioPacketsLost", &Sample::audio_packets_lost),
    counter("evenkeelAudioPacketsDiscarded", &Sample::audio_packets_discarded),
    counter("evenkeelAudioFecPacketsReceived", &Sample::audio_fec_packets_received),
    gauge("evenkeelSoundDelay", "ms", 3, &Sample::sound_delay_ms),
    gauge("evenkeelAvSkew", "ms", 3, &Sample::av_skew_ms),
    gauge("evenkeelShadow1TargetBitrate", "bit/s", 0, &Sample::shadow_target_1_bps),
    gauge("evenkeelShadow2TargetBitrate", "bit/s", 0, &Sample::shadow_target_2_bps),
    gauge("evenkeelShadow3TargetBitrate", "bit/s", 0, &Sample::shadow_target_3_bps),
    gauge("evenkeelDelayVariation", "ms", 3, &Sample::delay_variation_ms),
    counter("evenkeelPacketsLate", &Sample::packets_late),
    counter("evenkeelUnwantedRetransmissions", &Sample::unwanted_retransmissions),
    gauge("evenkeelReorderingWindow", "ms", 3, &Sample::reordering_window_ms),
};

}  // namespace

std::string_view to_string(DelayKind kind) { return kind == DelayKind::true_ ? "true" : "estimated"; }

std::span<const Column> columns() { return table; }

const Column* find_column(std::string_view name) {
  for (const Column& column : table)
    if (column.name == name) return &column;
  return nullptr;
}

void merge(Sample& into, const Sample& from) {
  if (from.one_way_delay_kind) into.one_way_delay_kind = from.one_way_delay_kind;
  if (from.controller_mode) into.controller_mode = from.controller_mode;
  for (const Column& column : table)
    if (column.member != nullptr && from.*column.member) into.*column.member = from.*column.member;
}

}  // namespace evenkeel
