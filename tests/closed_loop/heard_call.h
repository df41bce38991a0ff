#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "app/lab/closed_loop/simulation.h"
#include "core/session/audio_playout.h"
#include "core/session/av_sync.h"
#include "core/session/playout_delay.h"

namespace evenkeel::test {

/// Packets of SoundSource, whose size tells how long they are; each has a copy of the one before.
class MadeUpDecoder final : public AudioDecoder {
 public:
  std::optional<std::size_t> samples_of(std::span<const std::uint8_t> packet) const override {
    return packet.size() >= 100 ? 1920 : 960;
  }
  bool has_copy_of_previous(std::span<const std::uint8_t>) const override { return true; }
  bool decode(std::span<const std::uint8_t>, std::span<std::int16_t> out) override { return fill(out); }
  bool decode_copy(std::span<const std::uint8_t>, std::span<std::int16_t> out) override { return fill(out); }
  void conceal(std::span<std::int16_t> out) override { fill(out); }
  void reset() override {}

 private:
  static bool fill(std::span<std::int16_t> out) {
    std::ranges::fill(out, std::int16_t{0});
    return true;
  }
};

/// A voice of 130 Hz.
class MadeUpStretch final : public TimeStretch {
 public:
  std::size_t window() const override { return usual; }
  std::span<const std::int16_t> lengthened(std::span<const std::int16_t>) override {
    return std::span(samples_).first(usual + period);
  }
  std::span<const std::int16_t> shortened(std::span<const std::int16_t>) override {
    return std::span(samples_).first(usual - period);
  }

 private:
  static constexpr std::size_t usual = 1476;  // of SonicStretch
  static constexpr std::size_t period = 369;
  std::array<std::int16_t, usual + period> samples_{};
};

/// Of a call that is heard: somebody talks from its begin on.
inline closed_loop::FlowConfig heard_config(const std::string& controller, std::uint64_t seed) {
  closed_loop::FlowConfig config;
  config.controller = controller;
  config.max_packet_size = 1200;
  config.delay_kind = DelayKind::estimated;
  config.limits.maximum = megabits_per_second(8);
  config.sound_from = 0s;
  config.seed = seed;
  config.mends_losses = true;
  return config;
}

/// What is heard and seen of a flow, by the app's jitter buffers, which are in step as in the app: the loudspeaker
/// takes a block each 10 ms, or a little more or less where its clock is off.
class HeardCall {
 public:
  struct Block {
    LocalTime at{};
    std::int64_t concealed = 0, stretched = 0;  ///< of all so far
    Duration held{}, target{};
  };
  struct Skew {
    LocalTime at{};
    Duration skew{};  ///< of sound against the picture, true; negative: it is early
  };

  explicit HeardCall(const closed_loop::Flow& flow, Duration block = 10ms)
      : flow_(flow), block_(block), playout_(decoder_, stretch_, start) {
    if (flow.sound_arrived.empty()) return;
    for (LocalTime now = closed_loop::epoch; now < flow.sound_arrived.back().at; now += block_) step(now);
  }

  /// Seconds, of what is heard between two times since the start.
  double concealed(Duration from, Duration to) const {
    return to_seconds(to_duration(at(to).concealed - at(from).concealed));
  }
  double stretched(Duration from, Duration to) const {
    return to_seconds(to_duration(at(to).stretched - at(from).stretched));
  }
  double mean_held_ms(Duration from, Duration to) const {
    double sum = 0;
    const auto count = (to - from) / Duration(10ms);
    for (Duration time = from; time < to; time += 10ms) sum += to_milliseconds(at(time).held);
    return sum / static_cast<double>(count);
  }
  const std::vector<Block>& blocks() const { return blocks_; }
  const std::vector<Skew>& skews() const { return skews_; }

 private:
  // What no jitter buffer knows of: encoding, decoding and the screen; the loudspeaker.
  static constexpr Duration picture_takes = 10ms;
  static constexpr Duration loudspeaker_takes = 15ms;

  void step(LocalTime now) {
    const auto& sound = flow_.sound_arrived;
    for (; next_sound_ < sound.size() && sound[next_sound_].at <= now; ++next_sound_) {
      const std::vector<std::uint8_t> payload(sound[next_sound_].size);
      playout_.on_packet(sound[next_sound_].sample, payload, sound[next_sound_].at);
    }
    for (; next_report_ < flow_.reports_arrived.size() && flow_.reports_arrived[next_report_].at <= now; ++next_report_)
      follow(flow_.reports_arrived[next_report_].reports);
    SoundBlock block;
    playout_.pull(now, block);
    if (const auto playing = playout_.playing()) {
      heard_ = {*playing, now + loudspeaker_takes};
      sync_.on_sound(*playing, now + loudspeaker_takes);
    }
    show_pictures(now);
    sync_.on_time(now);
    playout_.set_extra_delay(sync_.sound_hold());
    const auto& stats = playout_.stats();
    blocks_.push_back({now, stats.concealed_samples,
                       stats.inserted_samples_for_deceleration + stats.removed_samples_for_acceleration,
                       playout_.held(), playout_.target_delay()});
  }

  void follow(const SyncRecord::Reports& reports) {
    if (reports.has_sound) sync_.on_sound_report(reports.sound.ntp, reports.sound.rtp_timestamp);
    if (reports.has_picture) sync_.on_picture_report(reports.picture.ntp, reports.picture.rtp_timestamp);
  }

  void show_pictures(LocalTime now) {
    const auto& pictures = flow_.pictures_arrived;
    for (; next_picture_ < pictures.size() && pictures[next_picture_].given_out <= now; ++next_picture_) {
      const auto& picture = pictures[next_picture_];
      pictures_.set_extra_delay(sync_.picture_hold());
      waiting_.push_back(
          {picture.rtp_timestamp, pictures_.show_at(picture.rtp_timestamp, picture.completed, picture.recovered)});
    }
    while (!waiting_.empty() && waiting_.front().at <= now) {
      const Played shown{waiting_.front().rtp_timestamp, std::max(waiting_.front().at, now - 10ms) + picture_takes};
      waiting_.erase(waiting_.begin());
      sync_.on_picture(shown.rtp_timestamp, shown.at);
      if (const auto skew = true_skew(shown)) skews_.push_back({now, *skew});
    }
  }

  struct Played {
    std::uint32_t rtp_timestamp = 0;
    LocalTime at{};
  };
  // By the last reports, which are as true of what was before.
  std::optional<Duration> true_skew(const Played& shown) const {
    if (!heard_ || flow_.reports_arrived.empty() || shown.at - heard_->at > 100ms) return std::nullopt;
    AvSync exact;
    const auto& reports = flow_.reports_arrived.back().reports;
    exact.on_sound_report(reports.sound.ntp, reports.sound.rtp_timestamp);
    exact.on_picture_report(reports.picture.ntp, reports.picture.rtp_timestamp);
    exact.on_sound(heard_->rtp_timestamp, heard_->at);
    exact.on_picture(shown.rtp_timestamp, shown.at);
    return exact.skew();
  }

  Block at(Duration time) const {
    return blocks_.at(std::min(static_cast<std::size_t>(time / block_), blocks_.size() - 1));
  }

  const closed_loop::Flow& flow_;
  static constexpr Duration start = 1500ms;  // as in the app
  Duration block_;
  MadeUpDecoder decoder_;
  MadeUpStretch stretch_;
  AudioPlayout playout_;
  PlayoutDelay pictures_;
  AvSync sync_;
  std::size_t next_sound_ = 0, next_picture_ = 0, next_report_ = 0;
  std::optional<Played> heard_;
  std::vector<Played> waiting_;
  std::vector<Block> blocks_;
  std::vector<Skew> skews_;
};

}  // namespace evenkeel::test
