#include "gui/window/dialogs.h"

#include <QCoreApplication>
#include <QDesktopServices>
#include <QDialog>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QHeaderView>
#include <QInputDialog>
#include <QMessageBox>
#include <QPushButton>
#include <QTableWidget>
#include <QUrl>
#include <QVBoxLayout>
#include <algorithm>

namespace evenkeel {
namespace {

struct DialogsWords {
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

QTableWidget* make_table(QWidget* parent) {
  const auto all = shortcuts();
  auto* table = new QTableWidget(static_cast<int>(all.size()), 2, parent);
  table->setAccessibleName(DialogsWords::tr("Keyboard shortcuts"));
  table->setHorizontalHeaderLabels({DialogsWords::tr("Keys"), DialogsWords::tr("What they do")});
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
  return {[](QWidget* parent, FileUse use, const QString& title, const QString& filter) {
            return remember_folder(use, QFileDialog::getOpenFileName(parent, title, last_folder(use), filter));
          },
          [](QWidget* parent, FileUse use, const QString& title, const QString& suggestion, const QString& filter) {
            const QString place = last_folder(use) + '/' + suggestion;
            return remember_folder(use, QFileDialog::getSaveFileName(parent, title, place, filter));
          },
          [](QWidget* parent, FileUse use, const QString& title) {
            return remember_folder(use, QFileDialog::getExistingDirectory(parent, title, last_folder(use)));
          },
          ask_for_words,
          ask_to_confirm,
          ask_to_choose,
          [](const QString& path) { QDesktopServices::openUrl(QUrl::fromLocalFile(path)); }};
}

std::vector<Shortcut> shortcuts() {
  return {
      {DialogsWords::tr("Space"), DialogsWords::tr("Pause or resume the plots")},
      {DialogsWords::tr("F"), DialogsWords::tr("Enter or leave full screen")},
      {DialogsWords::tr("M"), DialogsWords::tr("Mute or unmute your microphone")},
      {DialogsWords::tr("V"), DialogsWords::tr("Mute or unmute the video")},
      {DialogsWords::tr("O"), DialogsWords::tr("Show or hide your own picture")},
      {DialogsWords::tr("R"), DialogsWords::tr("Start or stop recording")},
      {DialogsWords::tr("N"), DialogsWords::tr("Set a marker on the plots")},
      {DialogsWords::tr("P"), DialogsWords::tr("Show or hide the plots")},
      {DialogsWords::tr("T"), DialogsWords::tr("Show or hide tuning, theory and link")},
      {DialogsWords::tr("Ctrl+Z"), DialogsWords::tr("Undo the last parameter change")},
      {DialogsWords::tr("Ctrl+Shift+Z"), DialogsWords::tr("Redo")},
      {DialogsWords::tr("Ctrl+S"), DialogsWords::tr("Save the configuration to a file")},
      {DialogsWords::tr("Ctrl+L"), DialogsWords::tr("Load a configuration from a file")},
      {DialogsWords::tr("Ctrl+,"), DialogsWords::tr("Settings")},
      {DialogsWords::tr("Ctrl+O"), DialogsWords::tr("Open recorded runs")},
      {DialogsWords::tr("Ctrl+E"), DialogsWords::tr("Export the visible range as CSV")},
      {DialogsWords::tr("Ctrl+Shift+E"), DialogsWords::tr("Export the plots as PNG, PDF or SVG")},
      {DialogsWords::tr("Ctrl+H"), DialogsWords::tr("Hang up")},
      {DialogsWords::tr("Ctrl+Q"), DialogsWords::tr("Quit; hangs up")},
      {DialogsWords::tr("Left, Right"), DialogsWords::tr("In the plots: pan")},
      {DialogsWords::tr("+, -"), DialogsWords::tr("In the plots: zoom")},
      {DialogsWords::tr("Home, End"), DialogsWords::tr("In the plots: show all, follow")},
      {DialogsWords::tr("Shift+Left, Shift+Right"), DialogsWords::tr("In the plots: move the cursor")},
      {DialogsWords::tr("Enter, Ctrl+click"), DialogsWords::tr("In the plots: set a cursor, the first or the second")},
      {DialogsWords::tr("Z"), DialogsWords::tr("In the plots: zoom to the time between the cursors")},
      {DialogsWords::tr("Right drag, Shift+drag"), DialogsWords::tr("In the plots: zoom to a box")},
      {DialogsWords::tr("Esc, double click"), DialogsWords::tr("In the plots: back to before the box")},
      {DialogsWords::tr("Up, Down"), DialogsWords::tr("In the plots: select one, for columns to be added")},
      {DialogsWords::tr("Delete"), DialogsWords::tr("On the name of an added curve: remove it")},
      {DialogsWords::tr("Esc"), DialogsWords::tr("Leave a field, otherwise the full screen")},
      {DialogsWords::tr("?"), DialogsWords::tr("This list")},
  };
}

void show_shortcuts(QWidget* parent) {
  auto* dialog = new QDialog(parent);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(DialogsWords::tr("Keyboard shortcuts"));
  auto* layout = new QVBoxLayout(dialog);
  layout->addWidget(make_table(dialog));
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, dialog);
  QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::close);
  layout->addWidget(buttons);
  dialog->resize(520, 560);
  dialog->show();
}

}  // namespace evenkeel
