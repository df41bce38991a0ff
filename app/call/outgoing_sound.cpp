#include "app/call/outgoing_sound.h"

#include <algorithm>
#include <utility>

#include "core/frames/sound_level.h"

namespace evenkeel {
namespace {

constexpr std::size_t longest_packet = 1920;  // samples
constexpr int processor_memory = 2;           // blocks, in which what it heard before may still be
constexpr Duration pause = 200ms;             // between blocks: the microphone was away
constexpr Duration gap = 15ms;                // beyond what the microphone's clock lets expect: blocks were lost
constexpr int gap_blocks = 20;                // in a row that show it: after some that are late others are in time
constexpr Duration clocks_known = 20s;        // two time constants of the clocks' regression
constexpr Duration adapt_period = 5s;
constexpr int speech_to_tell = 30;  // blocks
constexpr double quiet = 0.003;     // -50 dB: no speech that is meant for anyone

}  // namespace

OutgoingSound::OutgoingSound(const AudioProcessorConfig& processing, Settings settings, Sink sink)
    : processing_(processing), processor_(processing), settings_(std::move(settings)), sink_(std::move(sink)) {
  collected_.reserve(longest_packet);
}

void OutgoingSound::set_muted(bool muted) {
  if (std::exchange(muted_, muted) == muted) return;
  spoke_ = false;
  speech_ = 0;
  if (!muted) return;
  hushed_ = processor_memory;
  std::ranges::fill(collected_, std::int16_t{0});
  voice_ = false;
}

void OutgoingSound::on_played(const SoundBlock& block, LocalTime heard) {
  reference_.push(block, heard);
  if (!played_since_) played_since_ = heard;
  played_clock_.on_block(played_, heard);
  played_ += static_cast<std::int64_t>(block_samples);
}

void OutgoingSound::on_block(const SoundBlock& captured_block, LocalTime captured) {
  SoundBlock block = captured_block;
  count_pause(captured);
  clock_.on_block(sample_, captured);
  process(block, captured);
  listen_while_muted();
  hush(block);
  level_ = sound_level(block);
  collect(block);
  sample_ += static_cast<std::int64_t>(block_samples);
}

void OutgoingSound::hush(SoundBlock& block) {
  if (!muted_ && hushed_ == 0) return;
  if (!muted_) --hushed_;
  block.fill(0);
}

/// Timestamps go on by what the microphone was away for, so that the other end does not take the pause for a delay.
void OutgoingSound::count_pause(LocalTime captured) {
  const auto last = std::exchange(last_captured_, captured);
  if (!last || captured - *last < pause) return count_gap(captured);
  late_ = 0;
  sample_ += to_samples(captured - *last) - static_cast<std::int64_t>(block_samples);
  collected_.clear();
  clock_.reset();
}

/// Blocks that are lost between the microphone and here would leave all that follows behind by their length. Between
/// packets, which are of samples without a gap.
void OutgoingSound::count_gap(LocalTime captured) {
  const auto expected = clock_.time_of(sample_);
  if (!expected || captured - *expected < gap) {
    late_ = 0;
    return;
  }
  const Duration off = captured - *expected;
  least_late_ = late_ == 0 ? off : std::min(least_late_, off);
  if (++late_ < gap_blocks || !collected_.empty()) return;
  sample_ += to_samples(least_late_);
  late_ = 0;
}

void OutgoingSound::process(SoundBlock& block, LocalTime captured) {
  cancel_echo(captured);
  if (!processes_) return;
  adapt_suppression(captured);
  processor_.process(block);
}

void OutgoingSound::cancel_echo(LocalTime captured) {
  for (std::size_t left = reference_.due(captured); left > 0; --left) {
    const auto played = reference_.pop();
    if (!played || !processes_) continue;
    processor_.on_played(played->block);
    processor_.set_delay(played->heard - captured);
  }
}

void OutgoingSound::adapt_suppression(LocalTime now) {
  if (!played_since_ || now - *played_since_ < clocks_known || now - adapted_ < adapt_period) return;
  adapted_ = now;
  const EchoSuppression needed = suppression_for(clock_.skew() - played_clock_.skew(), processing_.suppression);
  if (std::exchange(processing_.suppression, needed) != needed) processor_.set_config(processing_);
}

void OutgoingSound::listen_while_muted() {
  if (!muted_ || !processes_) return;
  const bool speaks = processor_.voice() && processor_.meter().level() > quiet;
  speech_ = std::max(0, speech_ + (speaks ? 1 : -1));
  spoke_ = spoke_ || speech_ >= speech_to_tell;
}

void OutgoingSound::collect(const SoundBlock& block) {
  if (collected_.empty()) {
    const SoundSendSettings settings = settings_();
    wanted_ = settings.wanted;
    encoder_.set_target(settings.target);
    encoder_.set_packet_duration(settings.packet_duration);
    encoder_.set_expected_loss(settings.expected_loss);
    packet_.sample = sample_;
    voice_ = false;
  }
  if (!wanted_) return;
  collected_.insert(collected_.end(), block.begin(), block.end());
  voice_ = voice_ || (!muted_ && processes_ && processor_.voice());
  if (collected_.size() >= encoder_.packet_samples()) encode();
}

void OutgoingSound::encode() {
  const auto bytes = encoder_.encode(collected_);
  packet_.samples = collected_.size();
  packet_.captured = clock_.time_of(packet_.sample).value_or(LocalTime{});
  packet_.below_full_scale = decibels_below_full_scale(sound_level(collected_));
  packet_.voice = voice_;
  packet_.has_copy = encoder_.made_copy();
  collected_.clear();
  if (bytes.empty() || bytes.size() > packet_.bytes.size()) return;
  packet_.size = bytes.size();
  std::ranges::copy(bytes, packet_.bytes.begin());
  ++packets_;
  sink_(packet_);
}

std::optional<double> OutgoingSound::echo_return_loss_enhancement() const {
  return processes_ ? processor_.echo_return_loss_enhancement() : std::nullopt;
}

}  // namespace evenkeel
