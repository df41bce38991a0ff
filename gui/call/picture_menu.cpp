#include "gui/call/picture_menu.h"

#include <algorithm>

namespace evenkeel {

PictureMenu::PictureMenu(QWidget* parent) : QMenu(parent) {
  setAccessibleName(tr("What the other side sees"));
  fill();
  connect(this, &QMenu::aboutToShow, this, [this] {
    fill();
    Q_EMIT devices_requested();  // For the next time: entries that move under the mouse are chosen by mistake.
  });
}

void PictureMenu::fill() {
  clear();
  for (const CameraChoice& camera : cameras_) {
    const bool chosen = std::ranges::count(camera.also, source_) > 0;
    add(QString::fromStdString(camera.display), chosen ? source_ : camera.source);
  }
  add(tr("Screen or window…"), "screen");
  add(tr("Moving test picture"), "test");
}

/// A screen is asked for anew each time.
void PictureMenu::add(const QString& words, const std::string& source) {
  QAction* action = addAction(words);
  action->setCheckable(true);
  action->setChecked(source == source_);
  connect(action, &QAction::triggered, this, [this, source] {
    if (source != source_ || source == "screen") Q_EMIT source_chosen(QString::fromStdString(source));
  });
}

}  // namespace evenkeel
