#include "core/session/audio_playout.h"

#include <algorithm>

namespace evenkeel {
namespace {

constexpr Duration max_extra = 500ms;
constexpr Duration max_lateness = 2s;  // beyond it a timestamp is of another time
constexpr Duration same_lateness = 200ms;
constexpr double smoothing = 0.125;  // per packet: the loudspeaker asks for its blocks with jitter of its own

constexpr double max_stretch = 0.15;
constexpr double ms = samples_per_second / 1000.0;
constexpr double too_short = 1 * ms;  // below the target packets come too late
constexpr double too_long = 16 * ms;  // above it: more than the longest period that an operation inserts
constexpr Duration behind_queue = AudioDelay::min_target;
constexpr double dry = 20 * ms;  // a packet's duration, of which the next block is still to be taken

constexpr std::int64_t fade_after = samples_per_second / 10;
constexpr double fade_out = 1.0 / (samples_per_second / 10.0);  // per sample
constexpr double fade_in = 1.0 / (samples_per_second / 200.0);
constexpr std::size_t max_waiting = 2 * max_packet_samples + block_samples;

}  // namespace

AudioPlayout::AudioPlayout(AudioDecoder& decoder, TimeStretch& stretch, Duration start)
    : decoder_(decoder), stretch_(stretch), delay_(start), queue_(stretch.window(), max_waiting) {}

void AudioPlayout::set_extra_delay(Duration extra) { extra_ = std::clamp(extra, Duration::zero(), max_extra); }

// The sound fades in again.
void AudioPlayout::reset() {
  packets_.clear();
  delay_.reset();
  queue_.clear();
  unwrapper_.reset();
  decoder_.reset();
  stray_.reset();
  next_.reset();
  playing_.reset();
  held_is_new_ = true;
  stretch_debt_ = 0;
  concealed_ = waited_for_ = 0;
  gain_ = 0;
}

void AudioPlayout::on_packet(std::uint32_t rtp_timestamp, std::span<const std::uint8_t> payload, LocalTime arrival,
                             bool speech, const SoundCopy& copy) {
  const auto samples = is_plausible_opus(payload) ? decoder_.samples_of(payload) : std::nullopt;
  if (!samples || (is_of_another_time(rtp_timestamp, arrival) && !begins_anew(rtp_timestamp, arrival))) {
    ++stats_.packets_refused;
    return;
  }
  stray_.reset();
  const std::int64_t timestamp = unwrapper_.unwrap(rtp_timestamp);
  if (packets_.contains(timestamp)) {
    ++stats_.packets_repeated;
    return;
  }
  const auto least_before = delay_.least();
  delay_.on_arrival(to_duration(timestamp), arrival);
  // What is held counts from the least, and moves with it at once: while a queue grows the least does so in steps.
  if (least_before) held_ -= to_seconds(*delay_.least() - *least_before) * samples_per_second;
  store(timestamp, {payload, *samples, arrival, speech, copy});
}

Duration AudioPlayout::delay_of(std::uint32_t rtp_timestamp, LocalTime arrival) const {
  return arrival.time_since_epoch() - to_duration(unwrapper_.peek(rtp_timestamp));
}

bool AudioPlayout::is_of_another_time(std::uint32_t rtp_timestamp, LocalTime arrival) const {
  return delay_.least() && std::chrono::abs(delay_of(rtp_timestamp, arrival) - *delay_.least()) > max_lateness;
}

// One stray packet moves nothing. Two that agree are a new beginning, from small numbers: leaps do not add up.
bool AudioPlayout::begins_anew(std::uint32_t rtp_timestamp, LocalTime arrival) {
  const Duration delay = delay_of(rtp_timestamp, arrival);
  const bool agrees =
      stray_ && rtp_timestamp != stray_->timestamp && std::chrono::abs(delay - stray_->delay) <= same_lateness;
  stray_ = {delay, rtp_timestamp};
  if (!agrees) return false;
  reset();
  ++stats_.restarts;
  return true;
}

void AudioPlayout::store(std::int64_t timestamp, const ArrivedSound& sound) {
  const bool fits = sound.copy.bytes.size() <= max_opus_payload - sound.payload.size();
  const bool copies = fits && sound.copy.age > 0 && decoder_.samples_of(sound.copy.bytes) == sound.copy.age;
  if (copies || decoder_.has_copy_of_previous(sound.payload)) ++stats_.fec_packets_received;
  if (next_ && timestamp < *next_) {
    ++stats_.packets_discarded;
    return;
  }
  if (packets_.full()) leave_out_first();
  AudioPackets::Packet& packet = packets_.insert(timestamp);
  packet.samples = sound.samples;
  packet.arrival = sound.arrival;
  packet.speech = sound.speech;
  packet.copy_samples = copies ? sound.copy.age : 0;
  packet.set_bytes(sound.payload, copies ? sound.copy.bytes : std::span<const std::uint8_t>());
}

// What is not even played late must not be waited for.
void AudioPlayout::leave_out_first() {
  const AudioPackets::Packet& first = packets_.first();
  if (next_ && first.timestamp >= *next_) next_ = first.timestamp + static_cast<std::int64_t>(first.samples);
  held_is_new_ = true;
  packets_.pop();
  ++stats_.packets_discarded;
}

// In samples: how much later than by the least delay the sample of that timestamp goes into the queue now.
double AudioPlayout::hold_of(std::int64_t timestamp, LocalTime now) const {
  const Duration hold = now.time_since_epoch() - to_duration(timestamp) - delay_.least().value_or(Duration::zero());
  return to_seconds(hold) * samples_per_second;
}

bool AudioPlayout::begun(LocalTime now) {
  if (next_) return true;
  if (packets_.empty()) return false;
  const std::int64_t first = packets_.first().timestamp;
  if (hold_of(first, now) < to_seconds(target_delay()) * samples_per_second) return false;
  next_ = first;
  return true;
}

void AudioPlayout::pull(LocalTime now, SoundBlock& out) {
  if (!begun(now)) {
    playing_.reset();
    out.fill(0);
    meter_.on_sound(out);
    return;
  }
  while (queue_.waiting() < block_samples) produce(now);
  stretch(now);
  const std::int64_t begins = *next_ - static_cast<std::int64_t>(queue_.waiting());
  playing_ = concealed_ == 0 ? std::optional(static_cast<std::uint32_t>(begins)) : std::nullopt;
  queue_.take(out);
  stats_.total_samples_received += static_cast<std::int64_t>(block_samples);
  meter_.on_sound(out);
}

void AudioPlayout::produce(LocalTime now) {
  while (!packets_.empty() && packets_.first().timestamp < *next_) leave_out_first();  // it overlaps what was played
  if (packets_.empty()) return wait();
  measure(now);
  if (packets_.first().timestamp > *next_) skip_what_was_waited_for(now);
  const std::int64_t gap = packets_.first().timestamp - *next_;
  if (gap == 0) {
    play_first(now);
  } else {
    fill_gap(gap);
  }
}

void AudioPlayout::measure(LocalTime now) {
  const double hold = hold_of(*next_, now);
  held_ = held_is_new_ ? hold : held_ + smoothing * (hold - held_);
  held_is_new_ = false;
}

void AudioPlayout::play_first(LocalTime now) {
  const AudioPackets::Packet& packet = packets_.first();
  account(packet, now);
  const auto out = queue_.append(packet.samples);
  if (!decoder_.decode(packet.payload(), out)) {
    decoder_.conceal(out);
    ++stats_.packets_refused;
    stats_.concealed_samples += static_cast<std::int64_t>(packet.samples);
  }
  fade(out, true);
  speech_ = packet.speech;
  concealed_ = waited_for_ = 0;
  next_ = packet.timestamp + static_cast<std::int64_t>(packet.samples);
  packets_.pop();
}

void AudioPlayout::account(const AudioPackets::Packet& packet, LocalTime now) {
  const auto count = static_cast<double>(packet.samples);
  const Duration waits = to_duration(static_cast<std::int64_t>(queue_.waiting()));
  stats_.jitter_buffer_delay += to_seconds(now - packet.arrival + waits) * count;
  stats_.jitter_buffer_target_delay += to_seconds(target_delay()) * count;
  stats_.jitter_buffer_emitted_count += static_cast<std::int64_t>(packet.samples);
}

// Of the copy beside its sound, else of that in it. The codec makes them as long as the packet itself.
std::size_t AudioPlayout::copied_samples(const AudioPackets::Packet& packet) const {
  if (!packet.copy().empty()) return packet.copy_samples;
  return decoder_.has_copy_of_previous(packet.payload()) ? packet.samples : 0;
}

// Of the gap before a packet its copy makes up for the last part.
std::int64_t AudioPlayout::copied_part(std::int64_t gap) const {
  const auto samples = static_cast<std::int64_t>(copied_samples(packets_.first()));
  return gap >= samples ? samples : 0;
}

// What was concealed while packets might still come was in the place of those that are lost, as far as the hold has
// become too long by it.
void AudioPlayout::skip_what_was_waited_for(LocalTime now) {
  const std::int64_t gap = packets_.first().timestamp - *next_;
  const auto excess = static_cast<std::int64_t>(std::max(0.0, hold_of(*next_, now) - wanted_hold()));
  const auto skipped = std::min({gap - copied_part(gap), waited_for_, excess});
  *next_ += skipped;
  waited_for_ -= skipped;
  if (skipped > 0) held_is_new_ = true;
}

void AudioPlayout::fill_gap(std::int64_t gap) {
  const std::int64_t copied = copied_part(gap);
  if (concealed_ == 0 || copied == gap)
    delay_.on_missing(to_duration(static_cast<std::int64_t>(packets_.first().samples)));
  if (copied == gap) {
    play_copy();
    return;
  }
  *next_ += std::min(gap - copied, to_samples(block_duration));
  conceal();
}

void AudioPlayout::play_copy() {
  const AudioPackets::Packet& after = packets_.first();
  const std::size_t samples = copied_samples(after);
  const auto out = queue_.append(samples);
  const bool decoded =
      after.copy().empty() ? decoder_.decode_copy(after.payload(), out) : decoder_.decode(after.copy(), out);
  if (!decoded) decoder_.conceal(out);
  fade(out, true);
  ++stats_.copies_played;
  *next_ += static_cast<std::int64_t>(samples);
  concealed_ = waited_for_ = 0;
}

// Nothing is there to be played, not even later.
void AudioPlayout::wait() {
  conceal();
  waited_for_ += to_samples(block_duration);
  held_is_new_ = true;
}

// A block at a time: what the codec makes up of shorter ones has steps in it.
void AudioPlayout::conceal() {
  const auto out = queue_.append(block_samples);
  const auto samples = to_samples(block_duration);
  if (concealed_ == 0) ++stats_.concealment_events;
  if (gain_ > 0) {
    decoder_.conceal(out);
  } else {
    std::fill(out.begin(), out.end(), std::int16_t{0});
    stats_.silent_concealed_samples += samples;
  }
  fade(out, false);
  concealed_ += samples;
  stats_.concealed_samples += samples;
  if (speech_) stats_.concealed_speech_samples += samples;
}

// Down from 100 ms of concealment on, up with what is real.
void AudioPlayout::fade(std::span<std::int16_t> samples, bool real) {
  if (real && gain_ == 1) return;
  std::int64_t at = concealed_;
  for (std::int16_t& sample : samples) {
    if (real) {
      gain_ = std::min(1.0, gain_ + fade_in);
    } else if (at++ >= fade_after) {
      gain_ = std::max(0.0, gain_ - fade_out);
    }
    sample = static_cast<std::int16_t>(sample * gain_);
  }
}

// In samples. While a queue grows each packet is later than the one before: the target covers what came before, and
// would learn of it too late. At 15 % sound goes along with 150 ms more per second.
double AudioPlayout::wanted_hold() const {
  return to_seconds(std::max(target_delay(), delay_.queue() + behind_queue)) * samples_per_second;
}

// What is to be played next should be here by now.
bool AudioPlayout::runs_dry() const { return packets_.empty() && static_cast<double>(queue_.waiting()) <= dry; }

void AudioPlayout::stretch(LocalTime now) {
  stretch_debt_ = std::max(0.0, stretch_debt_ - max_stretch * block_samples);
  if (stretch_debt_ > 0 || concealed_ > 0) return;
  const std::size_t window = stretch_.window();
  const double wanted = wanted_hold();
  if (held_ < wanted - too_short || runs_dry()) {
    adapt(stretch_.lengthened(queue_.newest(window)), window - std::min(window, queue_.waiting()));
  } else if (held_ > wanted + too_long && decode_ahead(now)) {
    adapt(stretch_.shortened(queue_.newest(window)), window - std::min(window, queue_.waiting()));
  }
}

// Two periods become one, and both must still be there.
bool AudioPlayout::decode_ahead(LocalTime now) {
  while (queue_.waiting() < stretch_.window()) {
    if (packets_.empty() || packets_.first().timestamp != *next_) return false;
    play_first(now);
  }
  return true;
}

// `untouched`: how many samples of the window were played and cannot be changed.
void AudioPlayout::adapt(std::span<const std::int16_t> changed, std::size_t untouched) {
  const std::size_t window = stretch_.window();
  if (changed.empty() || changed.size() == window) return;
  const bool longer = changed.size() > window;
  const std::size_t period = longer ? changed.size() - window : window - changed.size();
  const std::size_t touched = longer ? period : 2 * period;
  if (touched > window - untouched || (longer && period > queue_.room())) return;
  queue_.replace_newest(window, changed);
  held_ += longer ? static_cast<double>(period) : -static_cast<double>(period);
  stretch_debt_ = static_cast<double>(period);
  (longer ? stats_.inserted_samples_for_deceleration : stats_.removed_samples_for_acceleration) +=
      static_cast<std::int64_t>(period);
}

}  // namespace evenkeel
