#include "app/call/sound_player.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/rtp/ntp.h"

namespace evenkeel {
namespace {

constexpr Duration call_start = 1500ms;  // a controller has filled the link's queue, and emptied it again

}  // namespace

SoundPlayer::SoundPlayer(const Config& config, Callbacks callbacks)
    : config_(config),
      callbacks_(std::move(callbacks)),
      playout_(decoder_, stretch_, call_start),
      grid_(config.run_start) {}

void SoundPlayer::on_packet(std::uint32_t rtp_timestamp, std::span<const std::uint8_t> payload, LocalTime arrival,
                            bool speech, const SoundCopy& copy) {
  received_ = true;
  last_packet_ = arrival;
  playout_.on_packet(rtp_timestamp, payload, arrival, speech, copy);
}

void SoundPlayer::on_new_source() {
  playout_.reset();
  sync_.reset();
}

void SoundPlayer::finish(LocalTime now) {
  if (callbacks_.take_packets) callbacks_.take_packets(*this);
  on_new_source();
  if (callbacks_.follow) callbacks_.follow(sync_, now);
  level_ = 0;
}

void SoundPlayer::pull(SoundBlock& out, LocalTime now, LocalTime heard) {
  if (callbacks_.take_packets) callbacks_.take_packets(*this);
  playout_.pull(now, out);
  level_ = playout_.meter().level();
  row_level_ = std::max(row_level_, playout_.meter().level());
  keep_in_step(now, heard);
  apply_volume(out);
  take_sample(now);
}

void SoundPlayer::keep_in_step(LocalTime now, LocalTime heard) {
  if (const auto playing = playout_.playing()) {
    sync_.on_sound(*playing, heard);
    measure(*playing, heard);
  }
  if (callbacks_.follow) callbacks_.follow(sync_, now);
  playout_.set_extra_delay(sync_.sound_hold());
}

void SoundPlayer::measure(std::uint32_t rtp_timestamp, LocalTime heard) {
  constexpr Duration plausible = 10s;  // beyond, the clocks differ
  if (!callbacks_.same_clock || !callbacks_.same_clock()) return;
  const auto captured = sync_.sound_captured(rtp_timestamp);
  if (!captured) return;
  const auto delay = from_ntp_units(static_cast<std::int64_t>(to_ntp(heard) - *captured) >> 16);
  if (delay > 0s && delay < plausible) delay_.add(to_milliseconds(delay));
}

/// A volume that changes does so over the block, without a step.
void SoundPlayer::apply_volume(SoundBlock& block) {
  const double from = applied_volume_;
  const double to = std::clamp(volume_.load(), 0.0, 1.0);
  applied_volume_ = to;
  if (from == 1 && to == 1) return;
  for (std::size_t i = 0; i < block.size(); ++i) {
    const double gain = std::lerp(from, to, static_cast<double>(i + 1) / static_cast<double>(block.size()));
    block[i] = static_cast<std::int16_t>(std::lround(gain * block[i]));
  }
}

void SoundPlayer::take_sample(LocalTime now) {
  const auto time = grid_.due(now);
  if (!time || !received_) return;
  const AudioPlayoutStats& stats = playout_.stats();
  const auto number = [](std::int64_t n) { return static_cast<double>(n); };
  Sample sample;
  sample.time = *time;
  sample.flow = config_.flow;
  sample.audio_level = std::exchange(row_level_, 0.0);
  sample.total_audio_energy = playout_.meter().total_energy();
  sample.total_samples_received = number(stats.total_samples_received);
  sample.concealed_samples = number(stats.concealed_samples);
  sample.silent_concealed_samples = number(stats.silent_concealed_samples);
  sample.concealed_speech_samples = number(stats.concealed_speech_samples);
  sample.concealment_events = number(stats.concealment_events);
  sample.inserted_samples_for_deceleration = number(stats.inserted_samples_for_deceleration);
  sample.removed_samples_for_acceleration = number(stats.removed_samples_for_acceleration);
  sample.audio_jitter_buffer_delay_ms = to_milliseconds(playout_.held());
  sample.jitter_buffer_target_delay_ms = to_milliseconds(playout_.target_delay());
  const std::uint64_t before = callbacks_.discarded ? callbacks_.discarded() : 0;
  sample.audio_packets_discarded =
      static_cast<double>(before) + number(stats.packets_discarded + stats.packets_refused);
  sample.audio_fec_packets_received = number(stats.fec_packets_received);
  sample.sound_delay_ms = delay_.take();
  if (const auto skew = sync_.skew()) sample.av_skew_ms = to_milliseconds(*skew);
  samples_.push(sample);
}

}  // namespace evenkeel
