#pragma once

#include <QString>
#include <QStringList>
#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "gui/window/last_folder.h"

class QWidget;

namespace evenkeel {

/// How the window asks for files, folders, texts and consent; tests replace these functions. Each returns an empty
/// string, or false, if the user cancels.
struct Dialogs {
  std::function<QString(QWidget* parent, FileUse use, const QString& title, const QString& filter)> file_to_open;
  std::function<QString(QWidget* parent, FileUse use, const QString& title, const QString& suggestion,
                        const QString& filter)>
      file_to_save;
  std::function<QString(QWidget* parent, FileUse use, const QString& title)> folder;
  std::function<QString(QWidget* parent, const QString& title, const QString& label, const QString& suggestion)> words;
  /// Whether to do what cannot be undone; `verb` names it on the button.
  std::function<bool(QWidget* parent, const QString& title, const QString& question, const QString& verb)> confirmed;
  /// Asks for one of several answers, each a verb on a button; returns its index, or nullopt if the user cancels.
  std::function<std::optional<std::size_t>(QWidget* parent, const QString& title, const QString& question,
                                           const QStringList& verbs)>
      chosen;
  /// In the desktop's own window for files.
  std::function<void(const QString& path)> show_folder;
};

Dialogs real_dialogs();

struct Shortcut {
  QString keys;
  QString does;
};

/// All shortcuts of the window, in display order.
std::vector<Shortcut> shortcuts();

/// Shows the list in a non-modal dialog.
void show_shortcuts(QWidget* parent);

}  // namespace evenkeel
