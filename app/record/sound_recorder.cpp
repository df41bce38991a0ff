#include "app/record/sound_recorder.h"

#include <algorithm>
#include <filesystem>

#include "app/record/limit_text.h"
#include "core/frames/sound.h"

namespace evenkeel {
namespace {

// Timestamps and this machine's clock may drift apart by so much: a standstill of the way, and cards' clocks. What is
// further off was sent by another clock.
constexpr std::int64_t max_standstill = 10 * samples_per_second;
constexpr std::int64_t max_drift = 500;  // in parts: 1/500

bool is_plausible(std::int64_t start, std::int64_t expected) {
  return std::abs(start - expected) <= max_standstill + expected / max_drift;
}

}  // namespace

std::optional<SoundRecordings> sound_recordings_beside(const std::string& pictures) {
  namespace fs = std::filesystem;
  std::error_code unknown;
  const auto status = fs::status(pictures, unknown);
  if (fs::exists(status) && !fs::is_regular_file(status)) return std::nullopt;
  const fs::path path(pictures);
  const std::string stem = path.stem().string();
  const std::string begin = stem == "received" ? "" : stem + ".";
  const auto beside = [&](const char* side) { return (path.parent_path() / (begin + side + ".opus")).string(); };
  return SoundRecordings{beside("received"), beside("sent")};
}

void SoundRecorder::start(std::string path, DataSize limit, std::shared_ptr<RecordingZero> zero) {
  stop();
  path_ = std::move(path);
  limit_ = limit;
  zero_ = std::move(zero);
  newest_.reset();
  error_.clear();
  end_.clear();
}

void SoundRecorder::stop() {
  write_held();
  path_.clear();
  const auto failed = ogg_.close();
  if (failed && error_.empty()) error_ = *failed;
}

void SoundRecorder::on_packet(std::span<const std::uint8_t> payload, std::uint32_t rtp_timestamp, LocalTime time) {
  if (!is_plausible_opus(payload) || !samples_of_opus(payload)) return;
  if (path_.empty() || !error_.empty() || !end_.empty()) return;
  hold(payload, place(rtp_timestamp, time));
}

std::int64_t SoundRecorder::place(std::uint32_t rtp_timestamp, LocalTime time) {
  const std::int64_t expected = to_samples(zero_->since(time));
  const auto step = static_cast<std::int32_t>(rtp_timestamp - newest_timestamp_);
  const std::int64_t start = newest_.value_or(0) + step;
  const bool continues = newest_ && is_plausible(start, expected);
  if (continues && step < 0) return start;
  newest_timestamp_ = rtp_timestamp;
  newest_ = continues ? start : expected;
  return *newest_;
}

void SoundRecorder::hold(std::span<const std::uint8_t> payload, std::int64_t start) {
  if (held_count_ == held_.size()) write_first();
  const auto begin = held_.begin(), end = begin + static_cast<std::ptrdiff_t>(held_count_);
  const auto at = std::upper_bound(begin, end, start, [](std::int64_t s, const Packet& p) { return s < p.start; });
  std::move_backward(at, end, end + 1);
  at->start = start;
  at->size = payload.size();
  std::ranges::copy(payload, at->bytes.begin());
  ++held_count_;
}

void SoundRecorder::write_first() {
  if (held_count_ == 0) return;
  write(held_.front());
  std::move(held_.begin() + 1, held_.begin() + static_cast<std::ptrdiff_t>(held_count_), held_.begin());
  --held_count_;
}

void SoundRecorder::write_held() {
  while (held_count_ > 0) write_first();
}

void SoundRecorder::write(const Packet& packet) {
  if (!error_.empty() || !end_.empty()) return;
  auto failed = ogg_.is_open() ? std::nullopt : ogg_.open(path_);
  if (!failed && ogg_.size() + ogg_.growth(packet.payload(), packet.start) > limit_) return stop_at_limit();
  if (!failed) failed = ogg_.write(packet.payload(), packet.start);
  if (failed) error_ = *failed;
}

void SoundRecorder::stop_at_limit() {
  end_ = limit_text(path_, limit_);
  if (const auto failed = ogg_.close()) error_ = *failed;
}

}  // namespace evenkeel
