#include "gui/window/questions.h"

#include <QFileDialog>
#include <QInputDialog>

namespace evenkeel {
namespace {

QString ask_for_words(QWidget* parent, const QString& title, const QString& label, const QString& suggestion) {
  bool given = false;
  const QString text = QInputDialog::getText(parent, title, label, QLineEdit::Normal, suggestion, &given);
  return given ? text : QString();
}

}  // namespace

Questions ask_by_dialogs() {
  return {[](QWidget* parent, const QString& title, const QString& filter) {
            return QFileDialog::getOpenFileName(parent, title, {}, filter);
          },
          [](QWidget* parent, const QString& title, const QString& suggestion, const QString& filter) {
            return QFileDialog::getSaveFileName(parent, title, suggestion, filter);
          },
          [](QWidget* parent, const QString& title) { return QFileDialog::getExistingDirectory(parent, title); },
          ask_for_words};
}

}  // namespace evenkeel
