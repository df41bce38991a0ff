#pragma once

#include <QStatusBar>

namespace evenkeel {

class ControlBar;

/// The place of a call's bar below all that a window shows: its buttons stay where they are whatever opens beside the
/// picture. As high as the bar needs in the width that it has.
class BarPlace : public QStatusBar {
  Q_OBJECT
 public:
  explicit BarPlace(QWidget* parent = nullptr);

  /// The bar is in here from now on, until somebody else becomes its parent. It must outlive its stay.
  void take(ControlBar& bar);
  /// After what the bar needs may have changed.
  void arrange();
  QSize sizeHint() const override { return {0, minimumHeight()}; }

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void paintEvent(QPaintEvent*) override {}  // the bar covers it

 private:
  ControlBar* bar_ = nullptr;
};

}  // namespace evenkeel
