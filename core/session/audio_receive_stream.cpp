#include "core/session/audio_receive_stream.h"

#include <algorithm>

#include "core/rtp/audio_level.h"
#include "core/rtp/extensions.h"

namespace evenkeel {
namespace {

constexpr Duration silence_time = 1s;  // longer than a browser takes to start a microphone
constexpr std::uint8_t quiet = 50;     // dB below full scale: no speech that is meant for anyone

/// Nullopt where it tells none.
std::optional<AudioLevel> level_of(const RtpPacketView& packet) {
  const auto element = packet.extension(audio_level_id);
  return element ? decode_audio_level(*element) : std::nullopt;
}

}  // namespace

void AudioReceiveStream::begin() {
  new_source_ = true;
  highest_.reset();
  lost_before_ = stats_.lost;
  missing_ = 0;
  size_ = 0;
  note_level({}, {});
}

void AudioReceiveStream::on_packet(const RtpPacketView& packet, const SoundCopy& copy,
                                   const std::optional<TrackedSequence>& sequence, LocalTime arrival) {
  ++stats_.packets;
  if (sequence) count(*sequence);
  if (!sequence || !is_plausible_opus(packet.payload) || size_ == max_waiting) {
    ++stats_.discarded;
    return;
  }
  keep(packet, copy, arrival);
}

// A new beginning within one source jumped over numbers that nobody sent.
void AudioReceiveStream::count(const TrackedSequence& sequence) {
  const bool first = sequence.begins || !highest_;
  missing_ += first ? 0 : sequence.highest - *highest_ - 1;
  highest_ = sequence.highest;
  stats_.lost = lost_before_ + static_cast<std::uint64_t>(std::max<std::int64_t>(missing_, 0));
}

// A copy that finds no room behind the payload is left out: no peer of ours sends it.
void AudioReceiveStream::keep(const RtpPacketView& packet, const SoundCopy& copy, LocalTime arrival) {
  ReceivedSound& sound = waiting_[(first_ + size_) % max_waiting];
  ++size_;
  const auto level = level_of(packet);
  sound.rtp_timestamp = packet.header.timestamp;
  sound.arrival = arrival;
  sound.new_source = new_source_;
  sound.speech = !level || level->voice || level->below_full_scale < quiet;
  note_level(level ? std::optional(level->below_full_scale) : std::nullopt, arrival);
  sound.size = packet.payload.size();
  const auto behind = std::ranges::copy(packet.payload, sound.bytes.begin()).out;
  const bool fits = copy.bytes.size() <= max_opus_payload - sound.size;
  sound.copy_size = fits ? static_cast<std::uint16_t>(copy.bytes.size()) : 0;
  sound.copy_age = copy.age;
  std::copy_n(copy.bytes.begin(), sound.copy_size, behind);
  new_source_ = false;
}

void AudioReceiveStream::note_level(std::optional<std::uint8_t> below_full_scale, LocalTime arrival) {
  audible_ = below_full_scale && *below_full_scale != AudioLevel::silence;
  if (below_full_scale != AudioLevel::silence) {
    silent_since_.reset();
  } else if (!silent_since_) {
    silent_since_ = arrival;
  }
  silent_ = silent_since_ && arrival - *silent_since_ >= silence_time;
}

std::optional<ReceivedSound> AudioReceiveStream::poll() {
  if (size_ == 0) return std::nullopt;
  const ReceivedSound& sound = waiting_[first_];
  first_ = (first_ + 1) % max_waiting;
  --size_;
  return sound;
}

}  // namespace evenkeel
