#include "app/record/received_recorder.h"

#include <algorithm>
#include <utility>

#include "app/record/limit_text.h"
#include "core/rtp/vp8_payload.h"

namespace evenkeel {
namespace {

constexpr Duration far_off = std::chrono::seconds(10);
constexpr int clock_error = 500;  // a clock may be off by one part in so many

}  // namespace

void ReceivedRecorder::start(std::string path, DataSize limit, std::shared_ptr<RecordingZero> zero) {
  stop();
  const std::lock_guard lock(mutex_);
  path_ = std::move(path);
  limit_ = limit;
  zero_ = std::move(zero);
  first_timestamp_.reset();
  length_ = {};
  error_.clear();
  end_.clear();
}

void ReceivedRecorder::stop() {
  const std::lock_guard lock(mutex_);
  path_.clear();
  const auto failed = ivf_.close();
  if (failed && error_.empty()) error_ = *failed;
}

void ReceivedRecorder::on_frame(const ReceivedFrame& frame) {
  const std::lock_guard lock(mutex_);
  if (!path_.empty() && error_.empty() && end_.empty()) write(frame);
}

void ReceivedRecorder::write(const ReceivedFrame& frame) {
  if (!ivf_.is_open() && !begin(frame)) return;
  if (ivf_.size() + IvfWriter::size_of_frame(frame.data.size()) > limit_) return stop_at_limit();
  const Duration time = place(frame);
  const auto failed = ivf_.write(frame.data, std::exchange(empty_, false) ? Duration::zero() : time);
  if (failed)
    error_ = *failed;
  else
    length_ = std::max(length_, time);
}

// By the sender's clock; where that is far from when the picture came, it is another sender's, which begins anywhere.
Duration ReceivedRecorder::place(const ReceivedFrame& frame) {
  const std::uint32_t ticks = frame.rtp_timestamp - *first_timestamp_;
  const Duration time = first_time_ + Duration(static_cast<std::int64_t>(ticks) * 100'000 / 9);
  const Duration came = zero_->since(frame.completed);
  if (std::chrono::abs(time - came) <= far_off + std::max(came, Duration::zero()) / clock_error) return time;
  first_timestamp_ = frame.rtp_timestamp;
  return first_time_ = std::max(came, length_);
}

void ReceivedRecorder::stop_at_limit() {
  end_ = limit_text(path_, limit_);
  if (const auto failed = ivf_.close()) error_ = *failed;
}

bool ReceivedRecorder::begin(const ReceivedFrame& frame) {
  const auto size = vp8_key_frame_dimensions(frame.data);
  if (!size) return false;
  if (const auto failed = ivf_.open(path_, size->width, size->height)) {
    error_ = *failed;
    return false;
  }
  first_timestamp_ = frame.rtp_timestamp;
  first_time_ = std::max(Duration::zero(), zero_->since(frame.completed));
  empty_ = true;
  return true;
}

bool ReceivedRecorder::running() const {
  const std::lock_guard lock(mutex_);
  return !path_.empty();
}

bool ReceivedRecorder::writes() const {
  const std::lock_guard lock(mutex_);
  return !path_.empty() && error_.empty() && end_.empty();
}

DataSize ReceivedRecorder::size() const {
  const std::lock_guard lock(mutex_);
  return ivf_.size();
}

Duration ReceivedRecorder::length() const {
  const std::lock_guard lock(mutex_);
  return length_;
}

std::string ReceivedRecorder::end() const {
  const std::lock_guard lock(mutex_);
  return end_;
}

std::string ReceivedRecorder::error() const {
  const std::lock_guard lock(mutex_);
  return error_;
}

}  // namespace evenkeel
