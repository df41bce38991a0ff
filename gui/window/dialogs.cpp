#include "gui/window/dialogs.h"

#include <QCoreApplication>
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
#include <algorithm>

namespace evenkeel {
namespace {

struct Words {
  Q_DECLARE_TR_FUNCTIONS(evenkeel::Dialogs)
};

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

std::optional<std::size_t> ask_to_choose(QWidget* parent, const QString& title, const QString& question,
                                         const QStringList& verbs) {
  QMessageBox box(QMessageBox::Question, title, question, QMessageBox::Cancel, parent);
  box.setTextFormat(Qt::PlainText);
  std::vector<QAbstractButton*> buttons;
  for (const QString& verb : verbs) buttons.push_back(box.addButton(verb, QMessageBox::AcceptRole));
  box.setDefaultButton(QMessageBox::Cancel);
  box.exec();
  const auto found = std::ranges::find(buttons, box.clickedButton());
  if (found == buttons.end()) return std::nullopt;
  return static_cast<std::size_t>(found - buttons.begin());
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
  const auto all = shortcuts();
  auto* table = new QTableWidget(static_cast<int>(all.size()), 2, parent);
  table->setAccessibleName(Words::tr("Keyboard shortcuts"));
  table->setHorizontalHeaderLabels({Words::tr("Keys"), Words::tr("What they do")});
  table->verticalHeader()->hide();
  table->setEditTriggers(QAbstractItemView::NoEditTriggers);
  table->setSelectionBehavior(QAbstractItemView::SelectRows);
  table->setTabKeyNavigation(false);  // Tab leads on
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
          ask_to_choose,
          [](const QString& path) { QDesktopServices::openUrl(QUrl::fromLocalFile(path)); }};
}

std::vector<Shortcut> shortcuts() {
  return {
      {Words::tr("Space"), Words::tr("Pause or resume the plots")},
      {Words::tr("F"), Words::tr("Enter or leave full screen")},
      {Words::tr("M"), Words::tr("Mute or unmute your microphone")},
      {Words::tr("V"), Words::tr("Mute or unmute the video")},
      {Words::tr("O"), Words::tr("Show or hide your own picture")},
      {Words::tr("R"), Words::tr("Start or stop recording")},
      {Words::tr("N"), Words::tr("Set a marker on the plots")},
      {Words::tr("P"), Words::tr("Show or hide the plots")},
      {Words::tr("T"), Words::tr("Show or hide tuning, theory and link")},
      {Words::tr("Ctrl+Z"), Words::tr("Undo the last parameter change")},
      {Words::tr("Ctrl+Shift+Z"), Words::tr("Redo")},
      {Words::tr("Ctrl+S"), Words::tr("Save the configuration to a file")},
      {Words::tr("Ctrl+L"), Words::tr("Load a configuration from a file")},
      {Words::tr("Ctrl+,"), Words::tr("Settings")},
      {Words::tr("Ctrl+O"), Words::tr("Open recorded runs")},
      {Words::tr("Ctrl+E"), Words::tr("Export the visible range as CSV")},
      {Words::tr("Ctrl+Shift+E"), Words::tr("Export the plots as PNG, PDF or SVG")},
      {Words::tr("Ctrl+H"), Words::tr("Hang up")},
      {Words::tr("Ctrl+Q"), Words::tr("Quit; hangs up")},
      {Words::tr("Left, Right"), Words::tr("In the plots: pan")},
      {Words::tr("+, -"), Words::tr("In the plots: zoom")},
      {Words::tr("Home, End"), Words::tr("In the plots: show all, follow")},
      {Words::tr("Shift+Left, Shift+Right"), Words::tr("In the plots: move the cursor")},
      {Words::tr("Enter, Ctrl+click"), Words::tr("In the plots: set a cursor, the first or the second")},
      {Words::tr("Z"), Words::tr("In the plots: zoom to the time between the cursors")},
      {Words::tr("Right drag, Shift+drag"), Words::tr("In the plots: zoom to a box")},
      {Words::tr("Esc, double click"), Words::tr("In the plots: back to before the box")},
      {Words::tr("Up, Down"), Words::tr("In the plots: select one, for columns to be added")},
      {Words::tr("Delete"), Words::tr("On the name of an added curve: remove it")},
      {Words::tr("Esc"), Words::tr("Leave a field, otherwise the full screen")},
      {Words::tr("?"), Words::tr("This list")},
  };
}

void show_shortcuts(QWidget* parent) {
  auto* dialog = new QDialog(parent);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(Words::tr("Keyboard shortcuts"));
  auto* layout = new QVBoxLayout(dialog);
  layout->addWidget(make_table(dialog));
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, dialog);
  QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::close);
  layout->addWidget(buttons);
  dialog->resize(520, 560);
  dialog->show();
}

}  // namespace evenkeel
