#include "tests/sound/comparison.h"

#include <algorithm>
#include <cmath>

namespace evenkeel::test {

double energy_of(std::span<const std::int16_t> samples) {
  double sum = 0;
  for (const std::int16_t s : samples) sum += static_cast<double>(s) * s;
  return sum;
}

double difference_of(std::span<const std::int16_t> a, std::span<const std::int16_t> b) {
  double sum = 0;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
    sum += (static_cast<double>(a[i]) - b[i]) * (static_cast<double>(a[i]) - b[i]);
  return sum;
}

double segmental_snr(std::span<const std::int16_t> wanted, std::span<const std::int16_t> got) {
  constexpr std::size_t segment = 960;
  constexpr double quiet = segment * 100.0 * 100.0;
  double sum = 0;
  int count = 0;
  for (std::size_t at = 0; at + segment <= std::min(wanted.size(), got.size()); at += segment) {
    const double signal = energy_of(wanted.subspan(at, segment));
    if (signal < quiet) continue;
    const double noise = difference_of(wanted.subspan(at, segment), got.subspan(at, segment)) + 1;
    sum += std::clamp(10 * std::log10(signal / noise), -10.0, 35.0);
    ++count;
  }
  return count > 0 ? sum / count : 0;
}

}  // namespace evenkeel::test
