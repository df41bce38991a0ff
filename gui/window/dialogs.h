#pragma once

#include <QString>
#include <functional>
#include <vector>

class QWidget;

namespace evenkeel {

/// How the window asks people for files, folders and words: by dialogs, unless a test answers in their place. Each
/// returns an empty text where nothing was chosen.
struct Questions {
  std::function<QString(QWidget* parent, const QString& title, const QString& filter)> file_to_open;
  std::function<QString(QWidget* parent, const QString& title, const QString& suggestion, const QString& filter)>
      file_to_save;
  std::function<QString(QWidget* parent, const QString& title)> folder;
  std::function<QString(QWidget* parent, const QString& title, const QString& label, const QString& suggestion)> words;
};

Questions ask_by_dialogs();

struct Shortcut {
  QString keys;
  QString does;
};

/// All of the window, in the order in which they are shown.
const std::vector<Shortcut>& shortcuts();

/// The list, as a dialog that does not stop the window.
void show_shortcuts(QWidget* parent);

}  // namespace evenkeel
