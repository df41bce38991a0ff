#include "gui/plots/marked_graph.h"

#include <algorithm>
#include <cmath>

namespace evenkeel {
namespace {

constexpr double least_distance_px = 110;
constexpr int stamp_side = 14;  // with room for rims and smoothed edges

/// 1, 2 or 5 times a power of ten.
double round_step(double least) {
  const double power = std::pow(10, std::floor(std::log10(least)));
  for (const double digit : {1.0, 2.0, 5.0})
    if (digit * power >= least) return digit * power;
  return 10 * power;
}

double snapped(double place, double ratio) { return std::round(place * ratio) / ratio; }

}  // namespace

void MarkedGraph::set_marker(const CurveMarker& marker, const MarkerInk& ink, double phase) {
  marker_ = marker;
  ink_ = ink;
  phase_ = phase;
  stamp_ = {};
}

std::vector<double> MarkedGraph::marker_keys() const {
  std::vector<double> keys;
  const QCPRange range = mKeyAxis->range();
  const double width = std::max(1, mKeyAxis->axisRect()->width());
  if (marker_.shape == MarkerShape::none || !(range.size() > 0)) return keys;
  const double step = round_step(range.size() * least_distance_px / width);
  const double first = std::ceil(range.lower / step - phase_);
  // Counted: of values that differ in their last digits alone, the next multiple may be the same number.
  const int most = static_cast<int>(width / least_distance_px) + 1;
  for (int i = 0; i < most && (first + i + phase_) * step <= range.upper; ++i)
    keys.push_back((first + i + phase_) * step);
  return keys;
}

/// On the line; nullopt where there is none.
std::optional<double> MarkedGraph::value_at(double key) const {
  const auto before = mDataContainer->findBegin(key, true);
  if (before == mDataContainer->constEnd() || before->key > key) return std::nullopt;
  const auto after = before + 1;
  if (after == mDataContainer->constEnd() || std::isnan(before->value) || std::isnan(after->value)) return std::nullopt;
  if (mLineStyle == lsStepLeft || after->key <= before->key) return before->value;
  return before->value + (after->value - before->value) * (key - before->key) / (after->key - before->key);
}

void MarkedGraph::draw(QCPPainter* painter) {
  QCPGraph::draw(painter);
  for (const double key : marker_keys())
    if (const auto value = value_at(key)) draw_marker_at(*painter, coordsToPixels(key, *value));
}

void MarkedGraph::draw_marker_at(QCPPainter& painter, QPointF at) {
  // On a page that may be zoomed the marker stays a shape.
  const bool on_screen =
      !painter.modes().testFlag(QCPPainter::pmNoCaching) && !painter.modes().testFlag(QCPPainter::pmVectorized);
  if (on_screen) return stamp(painter, at);
  painter.setAntialiasing(true);
  draw_marker(painter, at, marker_, ink_, curve_marker_size);
}

void MarkedGraph::stamp(QCPPainter& painter, QPointF at) {
  const double ratio = painter.device()->devicePixelRatioF();
  if (stamp_.isNull() || stamp_.devicePixelRatio() != ratio) {
    stamp_ = QPixmap(QSize(stamp_side, stamp_side) * ratio);
    stamp_.setDevicePixelRatio(ratio);
    stamp_.fill(Qt::transparent);
    QPainter on_stamp(&stamp_);
    on_stamp.setRenderHint(QPainter::Antialiasing);
    draw_marker(on_stamp, QPointF(stamp_side, stamp_side) / 2, marker_, ink_, curve_marker_size);
  }
  const QPointF corner = at - QPointF(stamp_side, stamp_side) / 2;
  painter.drawPixmap(QPointF(snapped(corner.x(), ratio), snapped(corner.y(), ratio)), stamp_);
}

void MarkedGraph::drawLegendIcon(QCPPainter* painter, const QRectF& area) const {
  QCPGraph::drawLegendIcon(painter, area);
  painter->setAntialiasing(true);
  draw_marker(*painter, area.center(), marker_, ink_, curve_marker_size);
}

}  // namespace evenkeel
