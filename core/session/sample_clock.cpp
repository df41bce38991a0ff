#include "core/session/sample_clock.h"

#include <algorithm>
#include <cmath>

#include "core/frames/sound.h"

namespace evenkeel {
namespace {

constexpr double memory = 10;         // seconds
constexpr double max_skew = 1000e-6;  // cards are better than 200 ppm
constexpr double settled = 100;       // blocks, from which on one of them cannot move much
constexpr double max_step = 5e-3;     // seconds: what a single block may seem to be off
constexpr double elsewhere = 0.2;     // seconds
constexpr int max_elsewhere = 50;     // blocks
// As if so much was known of a clock without skew, in weighted seconds squared: the slope of the first second is noise.
constexpr double prior = 10;

double to_seconds_of(std::int64_t samples) { return static_cast<double>(samples) / samples_per_second; }

}  // namespace

void SampleClock::begin(std::int64_t sample, LocalTime captured) {
  reset();
  begun_ = true;
  sample_ = sample;
  time_ = captured;
}

double SampleClock::residual(std::int64_t sample, LocalTime captured) const {
  return to_seconds(captured - time_) - to_seconds_of(sample - sample_);
}

bool SampleClock::is_elsewhere(double off) {
  elsewhere_ = std::abs(off) > elsewhere ? elsewhere_ + 1 : 0;
  return elsewhere_ >= max_elsewhere;
}

void SampleClock::on_block(std::int64_t sample, LocalTime captured) {
  if (!begun_) begin(sample, captured);
  const double expected = offset_ + skew_ * to_seconds_of(sample - sample_);
  const double off = residual(sample, captured) - expected;
  if (is_elsewhere(off)) return begin(sample, captured);
  move_to(sample);
  const double step = weight_ < settled ? elsewhere : max_step;
  add(expected + std::clamp(off, -step, step));
}

// The sums are about x = 0, which is always the last block: so they stay small in a call of days.
void SampleClock::move_to(std::int64_t sample) {
  const double dx = to_seconds_of(sample - sample_);
  const double kept = std::exp(-dx / memory);
  xx_ = kept * (xx_ - 2 * dx * x_ + dx * dx * weight_);
  xy_ = kept * (xy_ - dx * y_);
  x_ = kept * (x_ - dx * weight_);
  y_ *= kept;
  weight_ *= kept;
  time_ += to_duration(sample - sample_);
  sample_ = sample;
}

void SampleClock::add(double off) {
  weight_ += 1;
  y_ += off;
  const double spread = xx_ - x_ * x_ / weight_ + prior;
  skew_ = std::clamp((xy_ - x_ * y_ / weight_) / spread, -max_skew, max_skew);
  offset_ = (y_ - skew_ * x_) / weight_;
}

std::optional<LocalTime> SampleClock::time_of(std::int64_t sample) const {
  if (!begun_) return std::nullopt;
  const double beyond = to_seconds_of(sample - sample_);
  return time_ + from_seconds(beyond + offset_ + skew_ * beyond);
}

std::optional<double> SampleClock::sample_at(LocalTime time) const {
  if (!begun_) return std::nullopt;
  const double seconds = (to_seconds(time - time_) - offset_) / (1 + skew_);
  return static_cast<double>(sample_) + seconds * samples_per_second;
}

}  // namespace evenkeel
