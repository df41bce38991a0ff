#include "gui/window/dialogs.h"

#include <QDesktopServices>
#include <QDialog>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QHeaderView>
#include <QInputDialog>
#include <QMessageBox>
#include <QPushButton>
#include <QSettings>
#include <QStandardPaths>
#include <QTableWidget>
#include <QUrl>
#include <QVBoxLayout>

namespace evenkeel {
namespace {

QString ask_for_words(QWidget* parent, const QString& title, const QString& label, const QString& suggestion) {
  bool given = false;
  const QString text = QInputDialog::getText(parent, title, label, QLineEdit::Normal, suggestion, &given);
  return given ? text : QString();
}

bool ask_to_confirm(QWidget* parent, const QString& title, const QString& question, const QString& verb) {
  QMessageBox box(QMessageBox::Question, title, question, QMessageBox::Cancel, parent);
  QPushButton* const does = box.addButton(verb, QMessageBox::AcceptRole);
  box.setDefaultButton(QMessageBox::Cancel);
  box.exec();
  return box.clickedButton() == does;
}

/// The folder of the last file, otherwise that of recordings.
QString folder() {
  const QString last = QSettings().value("files/last").toString();
  if (!last.isEmpty() && QFileInfo(last).isDir()) return last;
  return QStandardPaths::writableLocation(QStandardPaths::MoviesLocation);
}

QString remembered(const QString& path) {
  if (!path.isEmpty()) QSettings().setValue("files/last", QFileInfo(path).absolutePath());
  return path;
}

QTableWidget* make_table(QWidget* parent) {
  const auto& all = shortcuts();
  auto* table = new QTableWidget(static_cast<int>(all.size()), 2, parent);
  table->setAccessibleName("Keyboard shortcuts");
  table->setHorizontalHeaderLabels({"Keys", "What they do"});
  table->verticalHeader()->hide();
  table->setEditTriggers(QAbstractItemView::NoEditTriggers);
  table->setSelectionBehavior(QAbstractItemView::SelectRows);
  for (int row = 0; row < table->rowCount(); ++row) {
    const Shortcut& shortcut = all[static_cast<std::size_t>(row)];
    table->setItem(row, 0, new QTableWidgetItem(shortcut.keys));
    table->setItem(row, 1, new QTableWidgetItem(shortcut.does));
  }
  table->resizeColumnsToContents();
  table->horizontalHeader()->setStretchLastSection(true);
  return table;
}

}  // namespace

Dialogs real_dialogs() {
  return {[](QWidget* parent, const QString& title, const QString& filter) {
            return remembered(QFileDialog::getOpenFileName(parent, title, folder(), filter));
          },
          [](QWidget* parent, const QString& title, const QString& suggestion, const QString& filter) {
            return remembered(QFileDialog::getSaveFileName(parent, title, folder() + '/' + suggestion, filter));
          },
          [](QWidget* parent, const QString& title) {
            return remembered(QFileDialog::getExistingDirectory(parent, title, folder()));
          },
          ask_for_words,
          ask_to_confirm,
          [](const QString& path) { QDesktopServices::openUrl(QUrl::fromLocalFile(path)); }};
}

const std::vector<Shortcut>& shortcuts() {
  static const std::vector<Shortcut> all{
      {"Space", "Pause or resume the plots"},
      {"F", "Enter or leave full screen"},
      {"M", "Mute or unmute your microphone"},
      {"V", "Mute or unmute the video"},
      {"O", "Show or hide your own picture"},
      {"R", "Start or stop recording"},
      {"N", "Set a marker on the plots"},
      {"P", "Show or hide the plots"},
      {"T", "Show or hide tuning, theory and link"},
      {"Ctrl+Z", "Undo the last parameter change"},
      {"Ctrl+Shift+Z", "Redo"},
      {"Ctrl+S", "Save the configuration to a file"},
      {"Ctrl+L", "Load a configuration from a file"},
      {"Ctrl+,", "Settings"},
      {"Ctrl+O", "Open recorded runs"},
      {"Ctrl+E", "Export the visible range as CSV"},
      {"Ctrl+Shift+E", "Export the plots as PNG or PDF"},
      {"Ctrl+H", "Hang up"},
      {"Ctrl+Q", "Quit; hangs up"},
      {"Left, Right", "In the plots: pan"},
      {"+, -", "In the plots: zoom"},
      {"Home, End", "In the plots: show all, follow"},
      {"Shift+Left, Shift+Right", "In the plots: move the cursor"},
      {"Enter, Ctrl+click", "In the plots: set a cursor, the first or the second"},
      {"Z", "In the plots: zoom to the time between the cursors"},
      {"Right drag, Shift+drag", "In the plots: zoom to a box"},
      {"Esc, double click", "In the plots: back to before the box"},
      {"Up, Down", "In the plots: select one, for columns to be added"},
      {"Delete", "On the name of an added curve: remove it"},
      {"Esc", "Leave full screen"},
      {"?", "This list"},
  };
  return all;
}

void show_shortcuts(QWidget* parent) {
  auto* dialog = new QDialog(parent);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle("Keyboard shortcuts");
  auto* layout = new QVBoxLayout(dialog);
  layout->addWidget(make_table(dialog));
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, dialog);
  QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::close);
  layout->addWidget(buttons);
  dialog->resize(520, 560);
  dialog->show();
}

}  // namespace evenkeel
