#pragma once

#include <QAction>
#include <QTest>
#include <cstdlib>

#include "gui/window/main_window.h"

namespace evenkeel::test {

/// For whoever wants to look at it: pictures of a widget of the window, light and dark, in the folder EVENKEEL_LOOK.
inline void keep_look(MainWindow& window, QWidget& widget, const QString& name) {
  const char* const folder = std::getenv("EVENKEEL_LOOK");
  if (folder == nullptr) return;
  for (const char* appearance : {"&Dark", "Li&ght"}) {
    for (QAction* action : window.findChildren<QAction*>())
      if (action->text() == appearance) action->trigger();
    QTest::qWait(700);
    widget.grab().save(QString("%1/%2-%3.png").arg(folder, name, QString(appearance).remove('&').toLower()));
  }
}

}  // namespace evenkeel::test
