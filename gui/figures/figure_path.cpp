#include "gui/figures/figure_path.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <unordered_set>

namespace evenkeel {
namespace {

/// Appends the points that a page can show of those from `begin` up to `end`, which lie in one column.
void add_column(const FigurePath& path, std::size_t begin, std::size_t end, FigurePath& out) {
  const auto by_y = [&](std::size_t a, std::size_t b) { return path[a].y() < path[b].y(); };
  std::array<std::size_t, 4> kept{begin, begin, begin, end - 1};
  for (std::size_t i = begin; i < end; ++i) {
    if (by_y(i, kept[1])) kept[1] = i;
    if (by_y(kept[2], i)) kept[2] = i;
  }
  std::ranges::sort(kept);
  const auto last = std::unique(kept.begin(), kept.end());
  for (auto i = kept.begin(); i != last; ++i) out.push_back(path[*i]);
}

double length_of(const FigurePath& path) {
  double length = 0;
  for (std::size_t i = 1; i < path.size(); ++i) {
    const QPointF step = path[i] - path[i - 1];
    if (!is_break(step)) length += std::hypot(step.x(), step.y());
  }
  return length;
}

QPointF at_length(const FigurePath& path, double wanted) {
  double length = 0;
  for (std::size_t i = 1; i < path.size(); ++i) {
    const QPointF step = path[i] - path[i - 1];
    if (is_break(step)) continue;
    const double more = std::hypot(step.x(), step.y());
    if (length + more >= wanted && more > 0) return path[i - 1] + step * ((wanted - length) / more);
    length += more;
  }
  return path.back();
}

FigurePath along_line(const FigurePath& path, double first, double spacing) {
  const double length = length_of(path);
  const double shift = std::fmod(first, spacing) / spacing;
  FigurePath places;
  for (int i = 0; i < 3 && length > 0; ++i) places.push_back(at_length(path, length * (i + shift) / 3));
  return places;
}

}  // namespace

bool is_break(QPointF point) { return std::isnan(point.x()) || std::isnan(point.y()); }

FigurePath thin_line(const FigurePath& path, double column) {
  FigurePath out;
  for (std::size_t begin = 0; begin < path.size();) {
    if (is_break(path[begin])) {
      out.push_back(path[begin++]);
      continue;
    }
    const double place = std::floor(path[begin].x() / column);
    std::size_t end = begin + 1;
    while (end < path.size() && !is_break(path[end]) && std::floor(path[end].x() / column) == place) ++end;
    add_column(path, begin, end, out);
    begin = end;
  }
  return out;
}

FigurePath thin_cloud(const FigurePath& path, double cell) {
  std::unordered_set<std::int64_t> taken;
  FigurePath out;
  for (const QPointF& point : path) {
    if (is_break(point)) continue;
    const auto column = static_cast<std::int64_t>(std::floor(point.x() / cell));
    const auto row = static_cast<std::int64_t>(std::floor(point.y() / cell));
    if (taken.insert(column * (std::int64_t{1} << 32) + row).second) out.push_back(point);
  }
  return out;
}

FigurePath steps_of(const FigurePath& path) {
  FigurePath out;
  for (std::size_t i = 0; i < path.size(); ++i) {
    const bool follows = i > 0 && !is_break(path[i]) && !is_break(path[i - 1]);
    if (follows) out.emplace_back(path[i].x(), path[i - 1].y());
    out.push_back(path[i]);
  }
  return out;
}

FigurePath marker_places(const FigurePath& path, double first, double spacing) {
  FigurePath places;
  double next = first;
  for (std::size_t i = 1; i < path.size(); ++i) {
    const QPointF a = path[i - 1], b = path[i];
    if (is_break(b - a) || b.x() < next) continue;
    while (next < a.x()) next += spacing;  // the line began, or began again, further to the right
    for (; next <= b.x(); next += spacing) {
      const double part = b.x() > a.x() ? (next - a.x()) / (b.x() - a.x()) : 0;
      places.push_back(a + (b - a) * part);
    }
  }
  return places.size() >= 3 || path.empty() ? places : along_line(path, first, spacing);
}

}  // namespace evenkeel
