#pragma once

#include <QPixmap>

#include "gui/plots/qcustomplot.h"

#include <optional>
#include <vector>

#include "gui/plots/curve_marker.h"

namespace evenkeel {

/// A curve with a few markers. They lie at multiples of a round step of the axis, chosen from the zoom: as the plot
/// scrolls they move with the curve.
class MarkedGraph : public QCPGraph {
  Q_OBJECT

 public:
  MarkedGraph(QCPAxis* keys, QCPAxis* values) : QCPGraph(keys, values) {}

  /// `phase`, from 0 to 1, is the part of a step by which the markers are moved: those of curves that lie over each
  /// other do not hide each other.
  void set_marker(const CurveMarker& marker, const MarkerInk& ink, double phase);
  const CurveMarker& marker() const { return marker_; }

  /// Where the markers are in what is visible, as keys of the axis.
  std::vector<double> marker_keys() const;

 protected:
  void draw(QCPPainter* painter) override;
  void drawLegendIcon(QCPPainter* painter, const QRectF& area) const override;

 private:
  std::optional<double> value_at(double key) const;
  void draw_marker_at(QCPPainter& painter, QPointF at);
  void stamp(QCPPainter& painter, QPointF at);

  CurveMarker marker_;
  MarkerInk ink_;
  double phase_ = 0;
  QPixmap stamp_;  // the marker as drawn: copying it takes a fraction of the time of smoothing its edges
};

}  // namespace evenkeel
