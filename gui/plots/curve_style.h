#pragma once

#include <QColor>
#include <QPen>
#include <QPointF>
#include <QString>

#include "gui/plots/plot_spec.h"
#include "gui/theme/theme.h"

class QPainter;

namespace evenkeel {

constexpr std::size_t max_runs = 6;

/// The colour of a run if several are overlaid.
QColor run_color(std::size_t run, const Theme& theme);

/// With one run colours distinguish the curves of a plot; with several, colours distinguish the runs and line styles
/// the curves.
QPen curve_pen(const PlotSpec& plot, std::size_t curve, std::size_t run, std::size_t runs, const Theme& theme);

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
constexpr double usual_band_height = 3;

/// A triangle that hangs from a point.
void draw_loss_mark(QPainter& painter, QPointF top, const QColor& color);
/// A ring that hangs from a point.
void draw_repaired_mark(QPainter& painter, QPointF top, const QColor& color);
/// A stroke that stands on a point.
void draw_key_frame_mark(QPainter& painter, QPointF bottom, const QColor& color);
/// An arch that stands around a point.
void draw_jump_mark(QPainter& painter, QPointF bottom, const QColor& color);
/// A piece of a band, around a point.
void draw_mode_mark(QPainter& painter, QPointF middle, double width, const QColor& color);

}  // namespace evenkeel
