#pragma once

#include <QAbstractButton>

#include "gui/plots/curve_style.h"
#include "gui/plots/plot_spec.h"

namespace evenkeel {

/// The name of a curve with a sample of its line and its value at the cursor, one per run. Clicking hides or shows the
/// curve; checked means shown. One that can be removed has that in its menu, and Delete does it.
class LegendItem : public QAbstractButton {
  Q_OBJECT

 public:
  struct Reading {
    QString text;
    QColor color;
  };

  LegendItem(const QString& name, CurveSpec::Mark mark, bool removable, QWidget* parent = nullptr);

  void set_name(const QString& name);
  void set_look(const CurveLook& look);
  /// Marks the name as that of a curve on the right-hand axis.
  void set_right_axis(bool right);
  /// One reading per run, in order.
  void set_readings(std::vector<Reading> readings);
  /// Resets the width of the readings.
  void reset_width();

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return sizeHint(); }

 Q_SIGNALS:
  void remove_asked();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void enterEvent(QEnterEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  QString spoken() const;
  int room_for(const QString& reading) const;

  void tell_name();
  QString shown_name() const;

  CurveSpec::Mark mark_;
  bool removable_;
  bool right_axis_ = false;
  CurveLook look_;
  std::vector<Reading> readings_;
  std::vector<int> widths_;  // of the readings: they only grow, so that the legend does not move
};

/// Draws the sample of a line with its marker, or the shape of a mark, into an area.
void draw_legend_sample(QPainter& painter, const QRectF& area, const CurveLook& look, CurveSpec::Mark mark,
                        const Theme& theme);

}  // namespace evenkeel
