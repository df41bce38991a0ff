#include "gui/window/questions.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QInputDialog>
#include <QSettings>
#include <QStandardPaths>

namespace evenkeel {
namespace {

QString ask_for_words(QWidget* parent, const QString& title, const QString& label, const QString& suggestion) {
  bool given = false;
  const QString text = QInputDialog::getText(parent, title, label, QLineEdit::Normal, suggestion, &given);
  return given ? text : QString();
}

/// Where the last file was, else where recordings go.
QString folder() {
  const QString last = QSettings().value("files/last").toString();
  if (!last.isEmpty() && QFileInfo(last).isDir()) return last;
  return QStandardPaths::writableLocation(QStandardPaths::MoviesLocation);
}

QString remembered(const QString& path) {
  if (!path.isEmpty()) QSettings().setValue("files/last", QFileInfo(path).absolutePath());
  return path;
}

}  // namespace

Questions ask_by_dialogs() {
  return {[](QWidget* parent, const QString& title, const QString& filter) {
            return remembered(QFileDialog::getOpenFileName(parent, title, folder(), filter));
          },
          [](QWidget* parent, const QString& title, const QString& suggestion, const QString& filter) {
            return remembered(QFileDialog::getSaveFileName(parent, title, folder() + '/' + suggestion, filter));
          },
          [](QWidget* parent, const QString& title) {
            return remembered(QFileDialog::getExistingDirectory(parent, title, folder()));
          },
          ask_for_words};
}

}  // namespace evenkeel
