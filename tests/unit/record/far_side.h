#pragma once

#include <catch2/catch.hpp>
#include <cmath>
#include <memory>
#include <numbers>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "app/record/call/webm_recorder.h"
#include "codecs/opus_encoder.h"
#include "codecs/vpx_encoder_context.h"
#include "core/rtp/ntp.h"
#include "temporary_file.h"

namespace evenkeel::test {

inline constexpr LocalTime call_begin{100s};
inline constexpr DataSize ample = bytes(100'000'000);
inline constexpr std::uint32_t picture_zero = 4'294'900'000;  // wraps within the first second
inline constexpr std::uint32_t sound_zero = 123'456'789;

inline Picture even_picture(PictureSize size, int luma) {
  Picture picture;
  picture.resize(size.width, size.height);
  std::ranges::fill(picture.data, std::uint8_t{128});
  std::ranges::fill(picture.y(), static_cast<std::uint8_t>(luma));
  return picture;
}

/// The other side: pictures of 30 a second, white for the first 100 ms of each second of its clock and dark otherwise,
/// and sound of 20 ms that is loud at the same time for 50 ms; both sent across a way of 50 ms that varies.
class FarSide {
 public:
  explicit FarSide(double sound_clock = 1) : sound_clock_(sound_clock) { set_size({160, 120}); }

  void set_size(PictureSize size) {
    size_ = size;
    video_ = VpxEncoderContext::open({.width = size.width, .height = size.height}, kilobits_per_second(500));
    key_frame_ = true;
  }

  /// Of the picture at `at` on its clock, which runs beside ours.
  PictureQueue::Frame picture(Duration at) {
    EncodedFrame out;
    const bool white = at % 1s < 100ms;
    REQUIRE(
        video_->encode(even_picture(size_, white ? 220 : 40), 33ms, flags_of(std::exchange(key_frame_, false)), out));
    return {out.data, out.key_frame, picture_zero + static_cast<std::uint32_t>(at.count() * 9 / 100'000),
            call_begin + at + delay()};
  }

  /// Of the 20 ms from `at` on.
  RecordingQueue::Packet sound(Duration at) {
    std::vector<std::int16_t> samples(960);
    for (std::size_t i = 0; i < samples.size(); ++i) {
      const Duration time = at + to_duration(static_cast<std::int64_t>(i));
      const double phase = 2 * std::numbers::pi * 1000 * to_seconds(time);
      samples[i] = time % 1s < 50ms ? static_cast<std::int16_t>(12'000 * std::sin(phase)) : std::int16_t{0};
    }
    RecordingQueue::Packet packet;
    packet.rtp_timestamp = sound_zero + static_cast<std::uint32_t>(count_);
    packet.time = call_begin + at + delay();
    count_ += 960;
    const auto bytes = audio_.encode(samples);
    packet.size = bytes.size();
    std::ranges::copy(bytes, packet.bytes.begin());
    return packet;
  }
  /// By its card's clock, which may be off, 20 ms take so long.
  Duration packet_length() const { return Duration(std::llround(20e6 / sound_clock_)); }

  SyncRecord::Reports reports(Duration at) const {
    SyncRecord::Reports reports;
    const std::uint64_t ntp = to_ntp(LocalTime(5000s) + at);
    reports.picture = {ntp, picture_zero + static_cast<std::uint32_t>(at.count() * 9 / 100'000)};
    reports.sound = {ntp,
                     sound_zero + static_cast<std::uint32_t>(std::llround(to_seconds(at) * 48'000 * sound_clock_))};
    reports.has_picture = reports.has_sound = true;
    return reports;
  }

 private:
  Duration delay() { return 50ms + std::chrono::microseconds(random_() % 20'000); }

  double sound_clock_;
  PictureSize size_;
  std::unique_ptr<VpxEncoderContext> video_;
  bool key_frame_ = true;
  OpusEncoder audio_;
  std::int64_t count_ = 0;
  std::mt19937 random_{7};
};

struct Recording {
  TemporaryFile file;
  WebmRecorder recorder;

  Recording(DataSize limit = ample) { recorder.start(file.path, limit, std::make_shared<RecordingZero>()); }

  /// From `from` to `to`, with reports every half second as far as wanted.
  void run(FarSide& far, Duration from, Duration to, bool pictures = true, bool sound = true, bool reports = true) {
    Duration next_picture = from, next_sound = std::max(from, sound_at), next_step = from;
    while (std::min({next_picture, next_sound, next_step}) < to) {
      if (next_step <= next_picture && next_step <= next_sound) {
        if (reports) recorder.set_reports(far.reports(next_step));
        recorder.step(call_begin + next_step);
        next_step += 500ms;
      } else if (next_picture <= next_sound) {
        if (pictures) recorder.on_picture(far.picture(next_picture));
        next_picture += 33'333'334ns;
      } else {
        const auto packet = far.sound(next_sound);
        if (sound) recorder.on_received_sound(packet);
        next_sound += far.packet_length();
      }
    }
    sound_at = next_sound;
  }

  Duration sound_at{};
};

}  // namespace evenkeel::test
