#include "gui/figures/figure_range.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace evenkeel {
namespace {

class Extent {
 public:
  explicit Extent(bool logarithmic) : logarithmic_(logarithmic) {}

  void add(double value) {
    if (!is_drawable(value, logarithmic_)) return;
    range_ = range_ ? FigureRange{std::min(range_->lower, value), std::max(range_->upper, value)}
                    : FigureRange{value, value};
  }
  std::optional<FigureRange> range() const { return range_; }

 private:
  bool logarithmic_;
  std::optional<FigureRange> range_;
};

/// The next of 1, 2, 5 times a power of ten, downwards or upwards.
double round_log(double value, bool up) {
  constexpr std::array steps{1.0, 2.0, 5.0, 10.0};
  constexpr double slack = 1e-9;
  const double decade = std::pow(10, std::floor(std::log10(value)));
  const double ratio = value / decade;
  if (up) return decade * *std::ranges::find_if(steps, [&](double step) { return step >= ratio * (1 - slack); });
  return decade * *std::find_if(steps.rbegin(), steps.rend(), [&](double s) { return s <= ratio * (1 + slack); });
}

/// A single value needs an axis around it.
FigureRange widened(FigureRange range, bool logarithmic) {
  if (logarithmic) {
    return range.upper > range.lower * 1.01 ? range : FigureRange{range.lower / 2, range.upper * 2};
  }
  const double size = std::max(std::abs(range.lower), std::abs(range.upper));
  if (range.upper - range.lower > size * 1e-9) return range;
  const double half = size > 0 ? size * 0.1 : 1;
  return {range.lower - half, range.upper + half};
}

/// Starts at zero if that does not compress the data too much.
FigureRange padded(FigureRange range) {
  const double gap = 0.06 * (range.upper - range.lower);
  const bool from_zero = range.lower >= 0 && range.lower < 0.5 * range.upper;
  const bool to_zero = range.upper <= 0 && range.upper > 0.5 * range.lower;
  return {from_zero ? 0 : range.lower - gap, to_zero ? 0 : range.upper + gap};
}

/// The axis's own limits override those of the data, if valid.
FigureRange as_wished(FigureRange range, const FigureAxis& axis) {
  FigureRange wished = range;
  if (axis.minimum && is_drawable(*axis.minimum, axis.logarithmic)) wished.lower = *axis.minimum;
  if (axis.maximum && is_drawable(*axis.maximum, axis.logarithmic)) wished.upper = *axis.maximum;
  return wished.lower < wished.upper ? wished : range;
}

void add_points(const FigurePanel& panel, Extent& x, Extent& y) {
  for (const FigureSeries& series : panel.series) {
    for (std::size_t i = 0; i < std::min(series.x.size(), series.y.size()); ++i) {
      if (!is_drawable(series.x[i], panel.x.logarithmic) || !is_drawable(series.y[i], panel.y.logarithmic)) continue;
      x.add(series.x[i]);
      y.add(series.y[i]);
    }
  }
}

void add_bars(const FigurePanel& panel, Extent& y) {
  for (const FigureBars& bars : panel.bars) {
    for (std::size_t i = 0; i < std::min(bars.values.size(), panel.categories.size()); ++i) y.add(bars.values[i]);
  }
}

bool has_markers(const FigurePanel& panel) {
  return std::ranges::any_of(panel.series, [](const FigureSeries& series) {
    return series.style == FigureSeries::Style::points || series.style == FigureSeries::Style::line_and_points;
  });
}

/// To the next readable number, if that is near: 60 for 59.9.
FigureRange snapped(FigureRange range) {
  const double width = range.upper - range.lower;
  const double step = round_log(width / 5, false);
  const double lower = std::floor(range.lower / step) * step;
  const double upper = std::ceil(range.upper / step) * step;
  constexpr double near = 0.025;
  return {range.lower - lower < near * width ? lower : range.lower,
          upper - range.upper < near * width ? upper : range.upper};
}

FigureRange around_markers(FigureRange range, bool logarithmic) {
  constexpr double part = 0.02;
  if (logarithmic) {
    const double factor = std::pow(range.upper / range.lower, part);
    return {range.lower / factor, range.upper * factor};
  }
  const double gap = part * (range.upper - range.lower);
  return {range.lower == 0 ? 0 : range.lower - gap, range.upper + gap};
}

/// Bars start at the end of the axis: the shortest must still be visible.
FigureRange around_bars(FigureRange range, bool logarithmic) {
  if (!logarithmic) return {std::min(range.lower, 0.0), std::max(range.upper, 0.0)};
  return {round_log(range.lower / 2, false), range.upper};
}

}  // namespace

bool is_drawable(double value, bool logarithmic) {
  // QCustomPlot calculates with squares and ratios of these.
  constexpr double largest = 1e100;
  if (!std::isfinite(value) || std::abs(value) > largest) return false;
  return !logarithmic || value > 1 / largest;
}

std::optional<FigureRange> x_range(const FigurePanel& panel) {
  if (!panel.categories.empty()) return FigureRange{0.5, static_cast<double>(panel.categories.size()) + 0.5};
  Extent x(panel.x.logarithmic), y(panel.y.logarithmic);
  add_points(panel, x, y);
  if (!x.range()) return std::nullopt;
  for (const FigureSpan& span : panel.spans) {
    x.add(span.from);
    x.add(span.to);
  }
  FigureRange range = widened(*x.range(), panel.x.logarithmic);
  if (!panel.x.logarithmic) range = snapped(range);
  return as_wished(has_markers(panel) ? around_markers(range, panel.x.logarithmic) : range, panel.x);
}

std::optional<FigureRange> y_range(const FigurePanel& panel) {
  Extent x(panel.x.logarithmic && panel.categories.empty()), y(panel.y.logarithmic);
  add_points(panel, x, y);
  add_bars(panel, y);
  if (!y.range()) return std::nullopt;
  for (const FigureLimit& limit : panel.limits) y.add(limit.y);
  FigureRange range = *y.range();
  if (!panel.bars.empty()) range = around_bars(range, panel.y.logarithmic);
  range = widened(range, panel.y.logarithmic);
  range = panel.y.logarithmic ? FigureRange{round_log(range.lower, false), round_log(range.upper * 1.05, true)}
                              : padded(range);
  return as_wished(range, panel.y);
}

}  // namespace evenkeel
