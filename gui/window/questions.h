#pragma once

#include <QString>
#include <functional>

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

}  // namespace evenkeel
