#pragma once

#include "gui/plots/qcustomplot.h"

#include "gui/plots/cursor_line.h"
#include "gui/plots/event_marks.h"
#include "gui/theme/theme.h"

namespace evenkeel {

/// The area of a plot with its axes. Mouse input becomes signals, because the time axis is common to all plots.
class PlotCanvas : public QCustomPlot {
  Q_OBJECT

 public:
  struct Margins {
    int left = 0;
    int right = 0;
    int top = 0;
    int bottom = 0;
  };

  /// What a box was drawn around.
  struct Box {
    QCPRange time_s;
    bool values = false;  ///< it was high enough to mean values too
    QCPRange left;
    QCPRange right;
  };

  explicit PlotCanvas(QWidget* parent = nullptr);

  void apply_theme(const Theme& theme);
  /// Fixed, so that the time axes of all plots are aligned.
  void set_margins(Margins margins);
  void set_time_labels_shown(bool shown);
  void set_right_axis_shown(bool shown);
  void set_right_axis_color(const QColor& color) { yAxis2->setTickLabelColor(color); }

  EventMarks& marks() { return *marks_; }
  CursorLine& cursor() { return cursor_; }
  /// Labels of the time axis before it are not shown.
  void set_begin(double time_s);
  /// Whether a box is being drawn; cancel_box() forgets it.
  bool drawing_box() const { return box_from_.has_value(); }
  void cancel_box();
  /// Redraws only the cursor and the notes.
  void redraw_overlay();
  /// The width of the time axis after the next take_size().
  int time_axis_width() const;
  /// To be called after resized(), when it is this plot's turn to be redrawn; until then it shows the picture of the
  /// former size.
  void take_size();
  QSize minimumSizeHint() const override { return {120, least_height}; }

  /// With the numbers of its axes: in less a curve is a strip. Five plots just fit into a window of 1280x720; where
  /// they have no room for it they scroll.
  static constexpr int least_height = 64;

 Q_SIGNALS:
  void zoom_asked(double factor, double around_s);
  void pan_asked(double by_s);
  void scale_asked(double factor, bool right);  ///< of a value axis
  void back_asked();                            ///< by a double click
  void box_drawn(const PlotCanvas::Box& box);
  void cursor_set(double time_s);  ///< by Ctrl and a click
  void hovered(double time_s);
  void left();
  void pressed();
  void resized();

 protected:
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  bool over_axes(double x) const;
  QRectF box_to(QPointF to) const;
  void stretch_box(QPointF to);
  void finish_box(QPointF to);
  void show_mark_text(const QMouseEvent& event);

  EventMarks* marks_;  // owned by the plot's layers
  CursorLine cursor_;
  QRegion drawn_overlay_;
  std::optional<double> drag_x_;
  std::optional<QPointF> box_from_;
  QString mark_text_;
};

}  // namespace evenkeel
