#pragma once

#include <QColor>
#include <QPen>
#include <QPointF>
#include <QString>

#include "core/base/controller_mode.h"
#include "gui/plots/curve_marker.h"
#include "gui/plots/plot_spec.h"
#include "gui/theme/theme.h"

class QPainter;

namespace evenkeel {

constexpr std::size_t max_runs = 6;

/// How a curve is drawn, here and wherever it is named.
struct CurveLook {
  QPen pen;
  CurveMarker marker{};

  bool operator==(const CurveLook&) const = default;
};

/// The colour of a run if several are overlaid.
QColor run_color(std::size_t run, const Theme& theme);
/// The name of a run beside a piece of its colour, with its marker.
CurveLook run_look(std::size_t run, const Theme& theme);

/// With one run colours and markers distinguish the curves of a plot, up to twelve of them. With several they
/// distinguish the runs, and dashes the curves, up to twelve as well. What shadow controllers would have sent has
/// hollow markers.
CurveLook curve_look(const PlotSpec& plot, std::size_t curve, std::size_t run, std::size_t runs, const Theme& theme);
/// A curve of several runs, as the legend of a plot names it: without what belongs to a run.
CurveLook look_without_run(const PlotSpec& plot, std::size_t curve, const Theme& theme);
/// The part of the distance between markers by which those of a curve are moved, so that curves which lie over each
/// other show theirs beside each other.
double marker_phase(const PlotSpec& plot, std::size_t curve, std::size_t run, std::size_t runs);
/// The ink of markers on a plot.
MarkerInk marker_ink(const QColor& color, const Theme& theme);

/// A value with about three digits and a true minus sign.
QString reading_text(double value);
/// The same with its sign: "+0.31".
QString difference_text(double difference);

QString text_of(std::string_view text);

constexpr double loss_mark_size = 7;
constexpr double repaired_mark_size = 7;
constexpr double key_frame_mark_size = 7;
constexpr double jump_mark_size = 7;
constexpr double mode_band_height = 6;

/// A triangle that hangs from a point.
void draw_loss_mark(QPainter& painter, QPointF top, const QColor& color);
/// A ring that hangs from a point.
void draw_repaired_mark(QPainter& painter, QPointF top, const QColor& color);
/// A stroke that stands on a point.
void draw_key_frame_mark(QPainter& painter, QPointF bottom, const QColor& color);
/// An arch that stands around a point.
void draw_jump_mark(QPainter& painter, QPointF bottom, const QColor& color);
/// A piece of the band of a mode, below a line: thin for the usual one, in low delay; thick in competition; two lines
/// in an outage; a hairline at the start.
void draw_mode_band(QPainter& painter, QPointF top_left, double width, ControllerMode mode, const QColor& color);

}  // namespace evenkeel
