#include "app/record/call/sound_track.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace evenkeel {
namespace {

constexpr std::size_t usual_packets = 128;
constexpr std::int32_t max_reordering = 10 * samples_per_second;
constexpr std::int64_t max_drift = samples_per_second / 200;     // what is further off is a gap
constexpr std::int64_t min_drift = samples_per_second / 1000;    // what is less is left alone
constexpr std::int64_t max_stretch = 200;                        // one sample in so many
constexpr std::int64_t max_concealed = samples_per_second / 10;  // beyond, silence

}  // namespace

SoundTrack::SoundTrack() { held_.reserve(usual_packets); }

void SoundTrack::push(const Packet& packet) {
  const auto is_later = [&](const Packet& held) {
    const auto step = static_cast<std::int32_t>(held.rtp_timestamp - packet.rtp_timestamp);
    return step > 0 && step < max_reordering;
  };
  auto at = held_.end();
  while (at != held_.begin() && is_later(*std::prev(at))) --at;
  held_.insert(at, packet);
}

void SoundTrack::decode(std::int64_t until, const Place& place) {
  std::size_t done = 0;
  for (; done < held_.size(); ++done) {
    const std::int64_t start = place(held_[done]);
    if (start >= until) break;
    put(held_[done], start);
  }
  held_.erase(held_.begin(), held_.begin() + static_cast<std::ptrdiff_t>(done));
}

void SoundTrack::put(const Packet& packet, std::int64_t start) {
  const auto samples = decoder_.samples_of(packet.payload());
  if (!samples) return;
  const auto out = std::span(decoded_).first(*samples);
  const std::int64_t end = begin_ + static_cast<std::int64_t>(samples_.size());
  if (start + static_cast<std::int64_t>(*samples) / 2 < end) return;  // twice, or too late for its place
  if (start > end + max_drift) fill_gap(start);
  if (!decoder_.decode(packet.payload(), out)) std::ranges::fill(out, std::int16_t{0});
  append_stretched(out, start - (begin_ + static_cast<std::int64_t>(samples_.size())));
  began_ = true;
}

void SoundTrack::fill_gap(std::int64_t start) {
  const std::int64_t gap = start - begin_ - static_cast<std::int64_t>(samples_.size());
  if (began_ && gap <= max_concealed) {
    const std::int64_t whole =
        gap / static_cast<std::int64_t>(block_samples) * static_cast<std::int64_t>(block_samples);
    const auto out = std::span(decoded_).first(static_cast<std::size_t>(whole));
    if (whole > 0) decoder_.conceal(out);
    append(out);
  }
  samples_.resize(static_cast<std::size_t>(start - begin_));
}

void SoundTrack::append(std::span<const std::int16_t> samples) {
  samples_.insert(samples_.end(), samples.begin(), samples.end());
}

// Linear interpolation: a voice loses nothing by it that can be heard.
void SoundTrack::append_stretched(std::span<const std::int16_t> samples, std::int64_t late) {
  const auto size = static_cast<std::int64_t>(samples.size());
  const std::int64_t more = std::clamp(late, -size / max_stretch, size / max_stretch);
  if (std::abs(late) < min_drift || more == 0) return append(samples);
  const double step = static_cast<double>(size - 1) / static_cast<double>(size + more - 1);
  for (std::int64_t i = 0; i < size + more; ++i) {
    const double at = step * static_cast<double>(i);
    const auto left = std::min(static_cast<std::size_t>(at), samples.size() - 2);
    const double right = at - static_cast<double>(left);
    samples_.push_back(static_cast<std::int16_t>(std::lround(std::lerp(samples[left], samples[left + 1], right))));
  }
}

void SoundTrack::mix_into(std::span<std::int32_t> out, std::int64_t from) {
  const auto size = static_cast<std::int64_t>(samples_.size());
  const std::int64_t skip = std::clamp<std::int64_t>(from - begin_, 0, size);
  const std::int64_t first = begin_ + skip;  // nothing is there before it
  const std::int64_t count = std::clamp<std::int64_t>(from + std::ssize(out) - first, 0, size - skip);
  for (std::int64_t i = 0; i < count; ++i) {
    out[static_cast<std::size_t>(first - from + i)] += samples_[static_cast<std::size_t>(skip + i)];
  }
  samples_.erase(samples_.begin(), samples_.begin() + static_cast<std::ptrdiff_t>(skip + count));
  begin_ = first + count;
  if (samples_.empty()) begin_ = std::max(begin_, from + std::ssize(out));
}

}  // namespace evenkeel
