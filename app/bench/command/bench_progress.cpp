#include "app/bench/command/bench_progress.h"

#include <cmath>

#include "core/base/quantity.h"

namespace evenkeel::bench {
namespace {

std::string seconds_text(Duration time) {
  const auto seconds = static_cast<long long>(std::ceil(to_seconds(time)));
  return seconds < 120 ? std::to_string(seconds) + " s" : std::to_string((seconds + 30) / 60) + " min";
}

}  // namespace

BenchProgress::BenchProgress(std::size_t runs, Duration total) : runs_(runs), left_(total) {}

void BenchProgress::begin(const std::string& what, Duration length) {
  ++run_;
  what_ = what;
  length_ = length;
  if (line_.on_terminal()) return draw(0);
  line_.say(where() + " for " + seconds_text(length) + ", " + seconds_text(left_) + " left");
}

void BenchProgress::end() { left_ -= length_; }

std::string BenchProgress::where() const {
  return "run " + std::to_string(run_) + " of " + std::to_string(runs_) + ": " + what_;
}

void BenchProgress::draw(double share) {
  const auto gone = from_seconds(share * to_seconds(length_));
  line_.draw(where() + ", " + seconds_text(gone) + " of " + seconds_text(length_) + "; " + seconds_text(left_ - gone) +
             " left");
}

}  // namespace evenkeel::bench
