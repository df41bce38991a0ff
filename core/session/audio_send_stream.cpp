#include "core/session/audio_send_stream.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/rtp/audio_level.h"
#include "core/rtp/extensions.h"
#include "core/rtp/opus_payload.h"
#include "core/rtp/rtp_packet.h"

namespace evenkeel {
namespace {

constexpr Duration rate_memory = 500ms;
constexpr Duration flowing = 1s;
constexpr double loss_memory = 200;        // packets, 4 s of them
constexpr double least_loss = 0.001;       // for 9 s after the last loss of a path that lost one in a hundred
constexpr std::size_t most_samples = 960;  // of 20 ms
constexpr int most_packets = 500;          // that one report counts for: a peer may say anything

}  // namespace

AudioSendStream::AudioSendStream(const RtpSendStreamConfig& config, SendTransport& transport)
    : transport_(transport), rtp_(config), index_(transport.add_stream(rtp_)) {}

void AudioSendStream::start() {
  next_sample_.reset();
  previous_size_ = 0;
  remembered_ = 0;
  pushed_ = LocalTime{};
  highest_.reset();
  loss_ = 0;
  longest_wait_.reset();
}

void AudioSendStream::push(const EncodedSound& sound, LocalTime now) {
  PacketPool& pool = transport_.pool();
  const std::uint32_t slot = pool.acquire();
  const std::size_t size = is_plausible_opus(sound.payload()) ? write(sound, pool.memory(slot)) : 0;
  if (size == 0) return pool.release(slot);
  measure(transport_.on_wire(size), now);
  transport_.push_written(slot, size, index_, PacketClass::audio, now);
}

// What the packet is to hold of the one before. While nothing gets lost, and where packets are long because each bit
// counts (SoundPlan), it would be for nothing.
SoundCopy AudioSendStream::copy_for(const EncodedSound& sound, std::size_t room) const {
  const bool needed = copies_ && loss_ >= least_loss && !sound.has_copy && sound.samples <= most_samples;
  if (!needed || previous_size_ == 0 || next_sample_ != sound.sample) return {};
  const std::size_t both = previous_size_ + sound.size;
  if (both > max_opus_payload || redundant_header_size + both > room) return {};
  return {std::span(previous_).first(previous_size_), static_cast<std::uint16_t>(previous_samples_)};
}

// The marker begins what follows a gap (RFC 7587, section 4.1), and the first packet does.
std::size_t AudioSendStream::write(const EncodedSound& sound, std::span<std::uint8_t> out) {
  const MediaFormat& format = transport_.format();
  const auto level = encode_audio_level({sound.below_full_scale, sound.voice});
  std::array<RtpExtension, 2> extensions;
  std::size_t count = 0;
  // Where feedback does not cover sound, a number would be missing in it, and be taken for a loss.
  const bool is_numbered = format.transport_wide_id != 0 && format.feedback_of_sound;
  if (is_numbered) extensions[count++] = {format.transport_wide_id, transport_wide_number_to_come};
  if (format.audio_level_id != 0) extensions[count++] = {format.audio_level_id, level};
  const auto told = std::span(extensions).first(count);
  const SoundCopy copy = copy_for(sound, out.size() - std::min(out.size(), rtp_header_size(told)));
  const std::uint8_t type = copy.bytes.empty() ? format.audio : format.redundant_audio;
  const RtpHeader header{next_sample_ != sound.sample, type, 0, rtp_.begin_counted(sound.sample, sound.captured),
                         rtp_.ssrc()};
  const std::size_t size = write_rtp_header(header, told, out);
  const std::size_t payload = size == 0 ? 0 : write_payload(sound, copy, out.subspan(size));
  if (payload == 0) return 0;
  remember(sound);
  return size + payload;
}

std::size_t AudioSendStream::write_payload(const EncodedSound& sound, const SoundCopy& copy,
                                           std::span<std::uint8_t> out) const {
  const auto payload = sound.payload();
  if (!copy.bytes.empty()) return write_redundant_sound({payload, copy}, transport_.format().audio, out);
  if (out.size() < payload.size()) return 0;
  std::ranges::copy(payload, out.begin());
  return payload.size();
}

void AudioSendStream::remember(const EncodedSound& sound) {
  next_sample_ = sound.sample + static_cast<std::int64_t>(sound.samples);
  previous_samples_ = sound.samples;
  previous_size_ = sound.size <= previous_.size() && sound.samples <= SoundCopy::max_age ? sound.size : 0;
  std::ranges::copy(std::span(sound.bytes).first(previous_size_), previous_.begin());
}

void AudioSendStream::on_left(const OutgoingPacket& packet, LocalTime now) {
  longest_wait_ = std::max(longest_wait_.value_or(Duration::zero()), Duration(now - packet.queued));
}

void AudioSendStream::on_report(const ReportBlock& block) {
  const auto before = std::exchange(highest_, block.extended_highest_sequence);
  if (!before) return;
  const auto packets =
      std::clamp(static_cast<std::int32_t>(block.extended_highest_sequence - *before), 0, most_packets);
  const double weight = 1 - std::exp(-packets / loss_memory);
  loss_ += weight * (block.fraction_lost / 256.0 - loss_);
}

bool AudioSendStream::flows(LocalTime now) const { return pushed_ != LocalTime{} && now < pushed_ + flowing; }

void AudioSendStream::measure(DataSize wire, LocalTime now) {
  remembered_ = remembered_bytes(now) + static_cast<double>(wire.bytes());
  pushed_ = now;
}

double AudioSendStream::remembered_bytes(LocalTime now) const {
  return remembered_ * std::exp(-to_seconds(now - pushed_) / to_seconds(rate_memory));
}

DataRate AudioSendStream::rate(LocalTime now) const {
  return bits_per_second(8 * remembered_bytes(now) / to_seconds(rate_memory));
}

}  // namespace evenkeel
