#pragma once

#include <QAbstractButton>
#include <QLabel>
#include <QStringList>

#include "gui/call/picture_surface.h"
#include "gui/call/status_line.h"

namespace evenkeel::test {

/// What stands somewhere in the window for people to read, however it is drawn.
inline QString visible_words(QWidget& root) {
  QStringList words;
  for (QWidget* widget : root.findChildren<QWidget*>()) {
    if (!widget->isVisible()) continue;
    if (const auto* label = qobject_cast<QLabel*>(widget)) words << label->text();
    if (const auto* button = qobject_cast<QAbstractButton*>(widget)) words << button->text();
    if (const auto* line = qobject_cast<StatusLine*>(widget))
      words << line->words() << line->sound_words() << line->quality_words();
    if (const auto* picture = qobject_cast<PictureSurface*>(widget))
      words << picture->notice() << picture->placeholder();
  }
  return words.join('\n');
}

}  // namespace evenkeel::test
