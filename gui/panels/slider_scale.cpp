#include "gui/panels/slider_scale.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>

namespace evenkeel {
namespace {

/// mantissa * 10^exponent, rounded once: 102 * 0.0001 would be 0.010200000000000001.
double decimal(long long mantissa, int exponent) {
  const std::string text = std::to_string(mantissa) + "e" + std::to_string(exponent);
  double value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

int decade_of(double value) { return static_cast<int>(std::floor(std::log10(value))); }

/// 1, 1.02 ... 2, 2.05 ... 5, 5.1 ... 9.9 in every decade.
std::vector<double> logarithmic(double minimum, double maximum) {
  std::vector<double> stops;
  for (int decade = decade_of(minimum); decade <= decade_of(maximum); ++decade)
    for (int mantissa = 100; mantissa < 1000; mantissa += mantissa < 200 ? 2 : mantissa < 500 ? 5 : 10)
      stops.push_back(decimal(mantissa, decade - 2));
  return stops;
}

/// Multiples of 1, 2 or 5 times a power of ten; at most 250 of them.
std::vector<double> linear(double minimum, double maximum) {
  const double least = (maximum - minimum) / 250;
  int exponent = decade_of(least);
  long long step = 1;
  while (decimal(step, exponent) < least * (1 - 1e-9)) step = step == 1 ? 2 : step == 2 ? 5 : 10;
  std::vector<double> stops;
  const double width = decimal(step, exponent);
  const long long end = std::llround(std::floor(maximum / width));
  for (long long n = std::llround(std::ceil(minimum / width)); n <= end; ++n)
    stops.push_back(decimal(n * step, exponent));
  return stops;
}

bool is_whole(ParameterKind kind) { return kind == ParameterKind::integer || kind == ParameterKind::size; }

std::vector<double> between(double minimum, double maximum, double typical) {
  if (minimum >= maximum) return {};
  if (minimum < 0 || typical > maximum / 4) return linear(minimum, maximum);
  const double below_typical = typical > 0 ? std::min(maximum / 1e4, typical / 10) : maximum / 1e5;
  const double lowest = minimum > 0 ? minimum : below_typical;
  return maximum / lowest > 100 ? logarithmic(lowest, maximum) : linear(minimum, maximum);
}

}  // namespace

SliderScale::SliderScale(ParameterKind kind, double minimum, double maximum, double typical)
    : stops_(between(minimum, maximum, typical)) {
  if (is_whole(kind))
    for (double& stop : stops_) stop = std::round(stop);
  std::erase_if(stops_, [&](double stop) { return stop <= minimum || stop >= maximum; });
  stops_.insert(stops_.begin(), minimum);
  stops_.push_back(maximum);
  stops_.erase(std::unique(stops_.begin(), stops_.end()), stops_.end());
}

double SliderScale::value(int position) const {
  return stops_[static_cast<std::size_t>(std::clamp(position, 0, last()))];
}

int SliderScale::position(double value) const {
  const auto above = std::lower_bound(stops_.begin(), stops_.end(), value);
  if (above == stops_.begin()) return 0;
  if (above == stops_.end()) return last();
  const auto index = static_cast<int>(above - stops_.begin());
  return *above - value < value - *(above - 1) ? index : index - 1;
}

}  // namespace evenkeel
