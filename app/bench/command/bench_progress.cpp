#include "app/bench/command/bench_progress.h"

#include <unistd.h>

#include <cmath>
#include <cstdio>

#include "core/units/quantity.h"

namespace evenkeel::bench {
namespace {

std::string seconds_text(Duration time) {
  const auto seconds = static_cast<long long>(std::ceil(to_seconds(time)));
  return seconds < 120 ? std::to_string(seconds) + " s" : std::to_string((seconds + 30) / 60) + " min";
}

}  // namespace

BenchProgress::BenchProgress(std::size_t runs, Duration total)
    : terminal_(isatty(STDERR_FILENO) == 1), runs_(runs), left_(total) {}

void BenchProgress::begin(const std::string& what, Duration length) {
  ++run_;
  what_ = what;
  length_ = length;
  if (terminal_) return draw(0);
  std::fprintf(stderr, "run %zu of %zu: %s for %s, %s left\n", run_, runs_, what.c_str(), seconds_text(length).c_str(),
               seconds_text(left_).c_str());
}

void BenchProgress::part(double share) {
  if (terminal_) draw(share);
}

void BenchProgress::end() { left_ -= length_; }

void BenchProgress::draw(double share) {
  const auto gone = from_seconds(share * to_seconds(length_));
  std::fprintf(stderr, "\r\033[Krun %zu of %zu: %s, %s of %s; %s left", run_, runs_, what_.c_str(),
               seconds_text(gone).c_str(), seconds_text(length_).c_str(), seconds_text(left_ - gone).c_str());
  std::fflush(stderr);
}

void BenchProgress::say(const std::string& text) {
  if (terminal_) std::fputs("\r\033[K", stderr);
  std::fprintf(stderr, "%s\n", text.c_str());
}

void BenchProgress::finish() {
  if (terminal_) std::fputs("\r\033[K", stderr);
}

}  // namespace evenkeel::bench
