#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "core/base/controller_mode.h"
#include "core/base/delay_kind.h"
#include "core/base/time.h"
#include "core/telemetry/flow_name.h"

namespace evenkeel {

std::string_view to_string(DelayKind kind);

/// One row of telemetry: the state of one flow at one instant. A field is empty where it is unknown. Rates are in bit/s
/// and count IP packets unless the name says media; counters run from the start of the flow. Trivially copyable.
struct Sample {
  Duration time{};  ///< from the start of the run, monotonic
  FlowName flow;

  std::optional<double> target_bitrate_bps;
  std::optional<double> send_bitrate_bps;
  std::optional<double> receive_bitrate_bps;
  std::optional<double> media_bitrate_bps;  ///< what the encoder puts out
  std::optional<double> one_way_delay_ms;
  std::optional<DelayKind> one_way_delay_kind;
  std::optional<ControllerMode> controller_mode;
  std::optional<double> queueing_delay_ms;
  std::optional<double> delay_variation_ms;  ///< between packets in a row: PathMonitor::delay_variation()
  std::optional<double> round_trip_time_ms;
  std::optional<double> packets_sent;
  std::optional<double> packets_lost;
  std::optional<double> fraction_lost;        ///< 0 to 1
  std::optional<double> data_mismatch_bytes;  ///< d_c - d_e of RMC
  std::optional<double> rate_mismatch_bps;    ///< r_c - r_e
  std::optional<double> pacer_queue_ms;
  std::optional<double> frames_per_second;
  std::optional<double> frame_width;
  std::optional<double> frame_height;
  std::optional<double> key_frames_encoded;
  std::optional<double> frames_decoded;
  std::optional<double> freeze_count;
  std::optional<double> link_capacity_bps;
  std::optional<double> link_queue_ms;
  std::optional<double> quantizer;            ///< of VP8, 0 to 63
  std::optional<double> frames_skipped;       ///< by the sender, to keep its queue short
  std::optional<double> end_to_end_delay_ms;  ///< captured to shown
  std::optional<double> jitter_buffer_delay_ms;
  std::optional<double> pli_count;
  std::optional<double> frames_encoded;
  std::optional<double> frames_received;
  std::optional<double> frames_dropped;
  std::optional<double> loss_events;
  std::optional<double> outstanding_bytes;          ///< sent and not yet reported on
  std::optional<double> longest_frame_interval_ms;  ///< between two shown pictures, of those that ended in this row
  std::optional<double> propagation_delay_ms;       ///< one way, as the path monitor believes: delay without queues
  std::optional<double> delay_threshold_ms;         ///< of the running law: DelayPrediction
  std::optional<double> predicted_delay_ms;         ///< its equilibrium: DelayPrediction
  std::optional<double> law_term_1;                 ///< RateController::terms() at the last update, in their order
  std::optional<double> law_term_2;
  std::optional<double> law_term_3;
  std::optional<double> capacity_estimate_bps;  ///< RateController::state(), as controller_mode and the next two
  std::optional<double> target_queue_ms;
  std::optional<double> predicted_queue_ms;
  std::optional<double> padding_packets_sent;  ///< of packets_sent, those that carry nothing
  std::optional<double> padding_bytes_sent;    ///< of these, IP packets
  std::optional<double> report_bitrate_bps;    ///< of the receiver's RTCP, which goes the other way
  std::optional<double> nack_count;            ///< packets that the receiver asked for, again included
  std::optional<double> retransmitted_packets_sent;
  std::optional<double> retransmitted_bytes_sent;  ///< IP packets
  std::optional<double> repair_packets_sent;
  std::optional<double> repair_bytes_sent;  ///< IP packets
  std::optional<double> repair_packets_received;
  std::optional<double> repair_packets_discarded;   ///< of these, those that were wrong or mended nothing
  std::optional<double> packets_repaired;           ///< lost packets that repair brought back
  std::optional<double> reference_jumps;            ///< frames that refer to an acknowledged one, past a loss
  std::optional<double> protection_share;           ///< of the rate, that is meant for repair at least
  std::optional<double> headroom;                   ///< of the rate, that video leaves to repair
  std::optional<double> total_freezes_duration_s;   ///< W3C totalFreezesDuration
  std::optional<double> total_inter_frame_delay_s;  ///< W3C totalInterFrameDelay, of shown pictures
  std::optional<double> capture_wait_ms;            ///< captured until the encoder begins, mean of the row's pictures
  std::optional<double> total_encode_time_s;        ///< W3C totalEncodeTime, of encoded frames
  std::optional<double> frame_wait_ms;        ///< media before a frame as it comes to the pacer, largest of the row
  std::optional<double> frame_send_time_ms;   ///< first to last packet of a frame leaves, mean of the row's frames
  std::optional<double> total_decode_time_s;  ///< W3C totalDecodeTime, of decoded frames
  std::optional<double> pictures_overtaken;   ///< decoded and never shown: two later ones were due as well
  std::optional<double> video_packets_lost;   ///< of packets_lost: neither sent again, nor repair, nor padding
  // What controllers beside the running one would send at (ShadowControllers); run.json has their names, as `shadow`.
  std::optional<double> shadow_target_1_bps;
  std::optional<double> shadow_target_2_bps;
  std::optional<double> shadow_target_3_bps;
  std::optional<double> packets_late;  ///< counted as lost and came all the same: packets_lost is without them
  std::optional<double> unwanted_retransmissions;  ///< packets sent again that came, and that nobody missed any more
  std::optional<double> reordering_window_ms;  ///< so long after later ones a packet may come until it counts as lost
  // Of sound, where it is sent.
  std::optional<double> sound_bitrate_bps;    ///< on the wire, of send_bitrate_bps
  std::optional<double> sound_queue_ms;       ///< longest wait of a packet of sound for the pacer, in this row
  std::optional<double> video_paused;         ///< 1 while the rate is left to sound alone, else 0
  std::optional<double> sound_muted;          ///< 1 while the microphone is muted, else 0
  std::optional<double> capture_audio_level;  ///< W3C audioLevel of the row's loudest captured 10 ms, 0 to 1
  std::optional<double> echo_return_loss_enhancement_db;  ///< W3C echoReturnLossEnhancement
  // Of sound, where it is played; W3C's names, if it has one, of the inbound stream.
  std::optional<double> audio_level;             ///< of the row's loudest block of 10 ms, 0 to 1
  std::optional<double> total_audio_energy;      ///< full scale squared, seconds
  std::optional<double> total_samples_received;  ///< played, concealed ones included
  std::optional<double> concealed_samples;
  std::optional<double> silent_concealed_samples;  ///< of them: faded out entirely
  std::optional<double> concealed_speech_samples;  ///< of them: not in a pause between words
  std::optional<double> concealment_events;
  std::optional<double> inserted_samples_for_deceleration;
  std::optional<double> removed_samples_for_acceleration;
  std::optional<double> audio_jitter_buffer_delay_ms;   ///< what sound waits in the jitter buffer, now
  std::optional<double> jitter_buffer_target_delay_ms;  ///< what it is meant to wait
  std::optional<double> audio_packets_received;
  std::optional<double> audio_packets_lost;
  std::optional<double> audio_packets_discarded;     ///< came too late, or were none
  std::optional<double> audio_fec_packets_received;  ///< that hold a copy of the sound before them
  std::optional<double> sound_delay_ms;              ///< captured to heard, mean of the row's blocks
  std::optional<double> av_skew_ms;                  ///< by how much sound is later than the picture
};

/// Takes over every field that `from` has; time and flow stay.
void merge(Sample& into, const Sample& from);

enum class ColumnKind {
  time,
  flow,
  delay_kind,
  controller_mode,
  gauge,    ///< a value of the moment
  counter,  ///< a total since the start of the flow
};

/// One column of telemetry.csv.
struct Column {
  std::string_view name;  ///< "targetBitrate"
  std::string_view unit;  ///< "bit/s", "ms", "bytes", "s" or empty
  ColumnKind kind = ColumnKind::gauge;
  int decimals = 0;                                 ///< digits after the point in CSV
  std::optional<double> Sample::*member = nullptr;  ///< of gauges and counters only
};

/// Every column in the order of telemetry.csv. CSV, summaries and plots all come from this one table.
std::span<const Column> columns();

/// Nothing where there is no such column.
const Column* find_column(std::string_view name);

}  // namespace evenkeel
