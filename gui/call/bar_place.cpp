#include "gui/call/bar_place.h"

#include "gui/call/control_bar.h"

namespace evenkeel {

BarPlace::BarPlace(QWidget* parent) : QStatusBar(parent) {
  setSizeGripEnabled(false);
  setAccessibleName(tr("Call"));
}

void BarPlace::take(ControlBar& bar) {
  bar_ = &bar;
  bar.setParent(this);
  bar.show();
  arrange();
}

void BarPlace::arrange() {
  if (bar_ == nullptr || bar_->parentWidget() != this) return;
  const int height = bar_->needed_height(width());
  if (height != minimumHeight()) setFixedHeight(height);
  bar_->setGeometry(0, 0, width(), height);
}

void BarPlace::resizeEvent(QResizeEvent*) { arrange(); }

}  // namespace evenkeel
