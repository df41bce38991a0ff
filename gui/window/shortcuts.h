#pragma once

#include <QString>
#include <vector>

class QWidget;

namespace evenkeel {

struct Shortcut {
  QString keys;
  QString does;
};

/// All of the window, in the order in which they are shown.
const std::vector<Shortcut>& shortcuts();

/// The list, as a dialog that does not stop the window.
void show_shortcuts(QWidget* parent);

}  // namespace evenkeel
