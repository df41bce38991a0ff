#include "gui/plots/plot_canvas.h"

#include <QToolTip>
#include <cmath>

#include "gui/plots/time_ticker.h"

namespace evenkeel {
namespace {

constexpr double pixels_per_value_tick = 30;
constexpr double pixels_per_time_tick = 90;
constexpr double zoom_per_notch = 0.8;
constexpr double pan_per_notch = 0.1;  // of the visible span
constexpr double least_box_px = 5;     // in width: smaller ones were meant as a click
constexpr double least_box_height_px = 12;
constexpr int least_height_px = 40;  ///< of the axes: in less no curve can be read

double notches(int angle_delta) { return angle_delta / 120.0; }

void dress_axis(QCPAxis& axis, const Theme& theme, const QFont& font) {
  axis.setBasePen(QPen(theme.axis, 1));
  axis.setTickPen(Qt::NoPen);
  axis.setSubTickPen(Qt::NoPen);
  axis.setTickLength(0);
  axis.setSubTicks(false);
  axis.setTickLabelColor(theme.faint_text);
  axis.setTickLabelFont(font);
  axis.setTickLabelPadding(5);
  axis.setLabelColor(theme.faint_text);
  axis.setLabelFont(font);
  axis.grid()->setPen(QPen(theme.grid, 1));
  axis.grid()->setSubGridVisible(false);
  axis.grid()->setZeroLinePen(QPen(theme.axis, 1));
}

bool is_flat(const QRectF& box) { return box.height() < least_box_height_px; }

}  // namespace

PlotCanvas::PlotCanvas(QWidget* parent) : QCustomPlot(parent), marks_(new EventMarks(this)) {
  layer(QStringLiteral("overlay"))->setMode(QCPLayer::lmLogical);  // it is empty and needs no buffer
  setAutoAddPlottableToLegend(false);
  setPlottingHints(QCP::phFastPolylines | QCP::phCacheLabels);
  setMouseTracking(true);
  setFocusPolicy(Qt::NoFocus);
  plotLayout()->setAutoMargins(QCP::msNone);
  plotLayout()->setMargins({});
  axisRect()->setAutoMargins(QCP::msNone);
  axisRect()->setMinimumMargins({});
  axisRect()->setMinimumSize(10, least_height_px);
  xAxis->setTicker(QSharedPointer<TimeTicker>::create());
  xAxis->grid()->setZeroLinePen(Qt::NoPen);
  yAxis->setNumberFormat(QStringLiteral("g"));
  yAxis->setNumberPrecision(6);
  yAxis2->setNumberFormat(QStringLiteral("g"));
  yAxis2->setNumberPrecision(6);
}

void PlotCanvas::apply_theme(const Theme& theme) {
  QFont small(font());
  small.setPointSizeF(std::max(7.0, small.pointSizeF() * 0.92));
  setBackground(QBrush(theme.plot_background));
  for (QCPAxis* axis : {xAxis, yAxis, yAxis2}) dress_axis(*axis, theme, small);
  xAxis->grid()->setZeroLinePen(Qt::NoPen);
  yAxis->setBasePen(Qt::NoPen);
  yAxis2->setBasePen(Qt::NoPen);
  yAxis2->grid()->setVisible(false);
  marks_->set_theme(theme);
  cursor_.set_theme(theme);
}

void PlotCanvas::set_margins(Margins margins) {
  axisRect()->setMargins({margins.left, margins.top, margins.right, margins.bottom});
}

void PlotCanvas::set_time_labels_shown(bool shown) {
  xAxis->setTickLabels(shown);
  cursor_.set_time_shown(shown);
}

void PlotCanvas::set_right_axis_shown(bool shown) {
  yAxis2->setVisible(shown);
  yAxis2->setTickLabels(shown);
}

void PlotCanvas::redraw_overlay() {
  update(drawn_overlay_ | cursor_.area(*this));
  drawn_overlay_ = {};
}

void PlotCanvas::paintEvent(QPaintEvent* event) {
  QCustomPlot::paintEvent(event);
  QPainter painter(this);
  cursor_.draw(painter, *this);
  drawn_overlay_ |= cursor_.area(*this);
}

int PlotCanvas::time_axis_width() const {
  return width() - axisRect()->margins().left() - axisRect()->margins().right();
}

void PlotCanvas::take_size() {
  if (viewport() == rect()) return;
  setViewport(rect());
  updateLayout();
}

bool PlotCanvas::over_axes(double x) const { return x < axisRect()->left() || x > axisRect()->right() + 1; }

void PlotCanvas::set_begin(double time_s) {
  if (auto ticker = xAxis->ticker().dynamicCast<TimeTicker>()) ticker->set_begin(time_s);
}

void PlotCanvas::mousePressEvent(QMouseEvent* event) {
  Q_EMIT pressed();
  if (over_axes(event->position().x())) return;
  const bool left = event->button() == Qt::LeftButton;
  const bool shift = event->modifiers().testFlag(Qt::ShiftModifier);
  if (event->button() == Qt::RightButton || (left && shift)) {
    box_from_ = event->position();
  } else if (left && event->modifiers().testFlag(Qt::ControlModifier)) {
    Q_EMIT cursor_set(xAxis->pixelToCoord(event->position().x()));
  } else if (left) {
    drag_x_ = event->position().x();
  }
}

void PlotCanvas::cancel_box() {
  box_from_.reset();
  cursor_.set_box({});
  redraw_overlay();
}

/// A flat one is as high as the plot: it is about the time alone.
QRectF PlotCanvas::box_to(QPointF to) const {
  const QRectF area(axisRect()->rect());
  QRectF box = QRectF(*box_from_, to).normalized();
  if (is_flat(box)) box = QRectF(box.left(), area.top(), box.width(), area.height());
  return box.intersected(area);
}

void PlotCanvas::stretch_box(QPointF to) {
  const QRectF box = box_to(to);
  cursor_.set_box(box.width() < least_box_px ? QRectF() : box);
  redraw_overlay();
}

void PlotCanvas::finish_box(QPointF to) {
  const QRectF box = box_to(to);
  const bool flat = is_flat(QRectF(*box_from_, to).normalized());
  cancel_box();
  if (box.width() < least_box_px) return;
  const auto range = [](QCPAxis& axis, double first, double last) {
    QCPRange found(axis.pixelToCoord(first), axis.pixelToCoord(last));
    found.normalize();
    return found;
  };
  Q_EMIT box_drawn({range(*xAxis, box.left(), box.right()), !flat, range(*yAxis, box.bottom(), box.top()),
                    range(*yAxis2, box.bottom(), box.top())});
}

void PlotCanvas::mouseMoveEvent(QMouseEvent* event) {
  const double x = event->position().x();
  if (box_from_) stretch_box(event->position());
  if (drag_x_) {
    const double by_s = xAxis->pixelToCoord(*drag_x_) - xAxis->pixelToCoord(x);
    drag_x_ = x;
    setCursor(Qt::ClosedHandCursor);
    if (by_s != 0) Q_EMIT pan_asked(by_s);
  }
  if (over_axes(x)) {
    Q_EMIT left();
  } else {
    Q_EMIT hovered(xAxis->pixelToCoord(x));
    show_mark_text(*event);
  }
}

void PlotCanvas::show_mark_text(const QMouseEvent& event) {
  const QString text = drag_x_ || box_from_ ? QString() : marks_->text_near(event.position().x());
  if (text == mark_text_) return;
  mark_text_ = text;
  QToolTip::showText(event.globalPosition().toPoint(), text, this);
}

void PlotCanvas::mouseReleaseEvent(QMouseEvent* event) {
  if (box_from_) finish_box(event->position());
  drag_x_.reset();
  unsetCursor();
}

void PlotCanvas::mouseDoubleClickEvent(QMouseEvent*) { Q_EMIT back_asked(); }

void PlotCanvas::wheelEvent(QWheelEvent* event) {
  const double x = event->position().x();
  const QPoint turned = event->angleDelta();
  event->accept();
  if (over_axes(x)) {
    if (turned.y() != 0) Q_EMIT scale_asked(std::pow(zoom_per_notch, notches(turned.y())), x > axisRect()->right());
    return;
  }
  const bool sideways = std::abs(turned.x()) > std::abs(turned.y()) || event->modifiers().testFlag(Qt::ShiftModifier);
  if (sideways) {
    const int delta = turned.x() != 0 ? turned.x() : turned.y();
    Q_EMIT pan_asked(-notches(delta) * pan_per_notch * xAxis->range().size());
  } else if (turned.y() != 0) {
    Q_EMIT zoom_asked(std::pow(zoom_per_notch, notches(turned.y())), xAxis->pixelToCoord(x));
  }
}

void PlotCanvas::leaveEvent(QEvent* event) {
  QCustomPlot::leaveEvent(event);
  mark_text_.clear();
  Q_EMIT left();
}

void PlotCanvas::resizeEvent(QResizeEvent* event) {
  if (event->size().isEmpty()) return;
  for (QCPAxis* axis : {yAxis, yAxis2}) {
    axis->ticker()->setTickCount(std::max(2, static_cast<int>(event->size().height() / pixels_per_value_tick)));
  }
  xAxis->ticker()->setTickCount(std::max(2, static_cast<int>(event->size().width() / pixels_per_time_tick)));
  // Does not call QCustomPlot's handler, which draws at once: after a layout change all plots would be drawn in one
  // turn of the event loop.
  Q_EMIT resized();
}

}  // namespace evenkeel
