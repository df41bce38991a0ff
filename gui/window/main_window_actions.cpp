#include <QAction>
#include <QActionGroup>
#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QFileInfo>
#include <QKeyEvent>
#include <QMenuBar>
#include <QMessageBox>
#include <utility>

#include "gui/call/button.h"
#include "gui/call/sound_controls.h"
#include "gui/window/dialogs.h"
#include "gui/window/main_window.h"
#include "gui/window/recent_runs_menu.h"

namespace evenkeel {
namespace {

std::optional<std::string> text_of(const std::optional<QString>& words) {
  return words ? std::optional(words->toStdString()) : std::nullopt;
}

bool is_plain(const QKeyEvent& event) {
  return (event.modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier)) == Qt::NoModifier;
}

}  // namespace

/// In the bar at the top, and in the menu of the call's controls. The actions belong to the window as well: a menu bar
/// that is hidden has no shortcuts.
void MainWindow::build_menus() {
  build_file_menu();
  build_call_menu();
  build_view_menu();
  build_help_menu();
  auto* all = new QMenu(this);
  all->setAccessibleName(tr("Menu"));
  for (QAction* menu : menuBar()->actions()) {
    all->addMenu(menu->menu());
    addActions(menu->menu()->actions());
  }
  call_view_->controls().menu().setMenu(all);
}

void MainWindow::build_help_menu() {
  auto* help = menuBar()->addMenu(tr("&Help"));
  connect(help->addAction(tr("&Keyboard shortcuts")), &QAction::triggered, this, [this] { show_shortcuts(this); });
  connect(help->addAction(tr("&About Evenkeel")), &QAction::triggered, this, [this] {
    QMessageBox::about(this, tr("About Evenkeel"),
                       tr("Evenkeel %1\n\nVideo calls whose rate control can be trusted, seen and tuned.\n"
                          "BSD-3-Clause; with QCustomPlot (GPL 3) and Qt (LGPL 3).")
                           .arg(QApplication::applicationVersion()));
  });
}

void MainWindow::build_file_menu() {
  auto* menu = menuBar()->addMenu(tr("&File"));
  const auto add = [&](const QString& text, const QKeySequence& keys, auto&& slot) {
    auto* action = menu->addAction(text);
    action->setShortcut(keys);
    connect(action, &QAction::triggered, this, slot);
  };
  add(tr("&Open recorded runs…"), QKeySequence("Ctrl+O"), [this] { ask_for_runs(); });
  auto* recent = new RecentRunsMenu(settings_, this);
  menu->addMenu(recent);
  start_page_->open_runs_button().setMenu(recent);
  start_page_->open_runs_button().setPopupMode(QToolButton::MenuButtonPopup);
  connect(recent, &RecentRunsMenu::chosen, this, [this](const QString& folder) { open_runs({folder}); });
  add(tr("&Close recorded runs"), {}, [this] { close_runs(); });
  menu->addSeparator();
  add(tr("&Save configuration…"), QKeySequence("Ctrl+S"), [this] { save_configuration(); });
  add(tr("&Load configuration…"), QKeySequence("Ctrl+L"), [this] { load_configuration(); });
  menu->addSeparator();
  add(tr("S&ettings…"), QKeySequence("Ctrl+,"), [this] { show_settings(); });
  menu->addSeparator();
  add(tr("Export visible range as CS&V…"), QKeySequence("Ctrl+E"), [this] { plot_pane_->export_csv(); });
  add(tr("Export plots as &PNG, PDF or SVG…"), QKeySequence("Ctrl+Shift+E"), [this] { plot_pane_->export_picture(); });
  menu->addSeparator();
  add(tr("&Quit"), QKeySequence("Ctrl+Q"), [this] { close(); });
}

void MainWindow::build_call_menu() {
  auto* menu = menuBar()->addMenu(tr("&Call"));
  auto* hang_up = menu->addAction(tr("&Hang up"));
  hang_up->setShortcut(QKeySequence("Ctrl+H"));
  connect(hang_up, &QAction::triggered, this, [this] { driver_.send(HangUp{}); });
  const auto add = [&](const QString& text, int key) {
    connect(menu->addAction(text), &QAction::triggered, this, [this, key] { press_key(key); });
  };
  // The keys are only shown here; keyPressEvent() handles them, because a shortcut of a single letter would take it
  // from text fields.
  add(tr("&Mute your microphone\tM"), Qt::Key_M);
  add(tr("Mute &video\tV"), Qt::Key_V);
  add(tr("Show or hide &own picture\tO"), Qt::Key_O);
  add(tr("&Record\tR"), Qt::Key_R);
  add(tr("Set a m&arker\tN"), Qt::Key_N);
  connect(menu->addAction(tr("&Share the link")), &QAction::triggered, this, &MainWindow::share_link);
  menu->addSeparator();
  auto* undo = tuning_.undo_stack().createUndoAction(this, tr("&Undo:"));
  auto* redo = tuning_.undo_stack().createRedoAction(this, tr("R&edo:"));
  undo->setShortcut(QKeySequence("Ctrl+Z"));
  redo->setShortcuts({QKeySequence("Ctrl+Shift+Z"), QKeySequence("Ctrl+Y")});
  menu->addActions({undo, redo});
}

void MainWindow::build_view_menu() {
  auto* menu = menuBar()->addMenu(tr("&View"));
  const auto add = [&](const QString& text, int key) {
    connect(menu->addAction(text), &QAction::triggered, this, [this, key] { press_key(key); });
  };
  add(tr("&Full screen\tF"), Qt::Key_F);
  add(tr("&Pause the plots\tSpace"), Qt::Key_Space);
  add(tr("S&tats\tP"), Qt::Key_P);
  add(tr("Lab: all plots, t&uning, theory and link\tT"), Qt::Key_T);
  connect(menu->addAction(tr("Reset &layout")), &QAction::triggered, this, [this] { docks_->set_default_layout(); });
  menu->addSeparator();
  auto* group = new QActionGroup(menu);
  const auto appearance = [&](const QString& text, Appearance which, const QString& name) {
    auto* action = group->addAction(menu->addAction(text));
    action->setCheckable(true);
    action->setChecked(settings_.text("window/appearance") == name);
    connect(action, &QAction::triggered, this, [this, which, name] {
      settings_.set_text("window/appearance", name);
      appearance_.apply(which);
    });
  };
  appearance(tr("Appearance of the &system"), Appearance::system, "");
  appearance(tr("Li&ght"), Appearance::light, "light");
  appearance(tr("&Dark"), Appearance::dark, "dark");
}

void MainWindow::ask_for_runs() {
  const QString folder = dialogs_.folder(this, FileUse::run, tr("A run folder, as Record wrote it"));
  if (!folder.isEmpty()) open_runs({folder});
}

void MainWindow::ask_for_note() {
  const QString text =
      dialogs_.words(this, tr("Set a marker"), tr("A word or two for the marker, at the present time:"), tr("note"));
  if (!text.isEmpty()) driver_.send(AddNote{text.toStdString()});
}

void MainWindow::save_configuration() {
  QString path = dialogs_.file_to_save(this, FileUse::configuration, tr("Save the configuration"), "evenkeel.toml",
                                       tr("TOML (*.toml)"));
  if (path.isEmpty()) return;
  const auto& source = start_page_->wanted_source();
  const std::string error = services_.save_configuration(
      path.toStdString(), {.tuning = tuning_.state(),
                           .source = text_of(source),
                           .audio = text_of(start_page_->wanted_sound(SoundEnd::microphone)),
                           .speaker = text_of(start_page_->wanted_sound(SoundEnd::loudspeaker)),
                           .direction = start_page_->chosen().direction.value_or(Direction::both),
                           .shadows = driver_.shadows()});
  if (error.empty()) {
    show_notice(tr("Written: %1. Load… takes it, and so does the command line.").arg(path));
  } else {
    show_error(QString::fromStdString(error));
  }
}

ConfigurationPart MainWindow::ask_for_part(const std::vector<ConfigurationChange>& changes) {
  QStringList lines;
  for (const auto& [name, before, after] : changes) {
    const QString from = before.empty() ? tr("the default") : QString::fromStdString(before);
    lines.append(tr("%1: %2 instead of %3").arg(QString::fromStdString(name), QString::fromStdString(after), from));
  }
  const QString question =
      tr("This file also changes how calls are made, from the next one on:") + "\n\n" + lines.join('\n');
  const auto answer =
      dialogs_.chosen(this, tr("Load a configuration"), question, {tr("Only the &tuning"), tr("&Everything")});
  if (!answer) return ConfigurationPart::nothing;
  return *answer == 0 ? ConfigurationPart::tuning : ConfigurationPart::everything;
}

void MainWindow::show_loaded(const Configuration& loaded) {
  if (loaded.source) start_page_->set_source(QString::fromStdString(*loaded.source));
  show_sound(loaded.audio, loaded.speaker);
  start_page_->set_port(loaded.port);
  start_page_->set_direction(told_direction());
  driver_.use_devices(start_page_->chosen());
}

void MainWindow::load_configuration() {
  const QString path = dialogs_.file_to_open(this, FileUse::configuration, tr("Load a configuration"),
                                             tr("TOML (*.toml);;All files (*)"));
  if (path.isEmpty()) return;
  const auto loaded =
      services_.load_configuration(path.toStdString(), [this](const auto& changes) { return ask_for_part(changes); });
  if (!loaded && loaded.error.empty()) return;  // the user took nothing of it
  const QString error = loaded ? tuning_.replace(loaded.value->tuning) : QString::fromStdString(loaded.error);
  if (!error.isEmpty()) return show_error(error);
  if (loaded.value->shadows) take_shadows(*loaded.value->shadows);
  if (!loaded.value->tuning_only) show_loaded(*loaded.value);
  const QString loaded_words =
      (driver_.has_call()
           ? tr("Loaded: %1; the tuning and the shadow controllers act now, everything else from the next call on.")
           : tr("Loaded: %1."))
          .arg(path);
  show_notice(loaded_words + QString::fromStdString(loaded.value->notice.empty() ? "" : " " + loaded.value->notice));
}

void MainWindow::set_full_screen(bool on) {
  if (on == full_screen_call_) return;
  full_screen_call_ = on;
  menuBar()->setVisible(!on && pages_->currentWidget() != call_view_);
  docks_->set_available(!on && pages_->currentWidget() != start_page_, !on && pages_->currentWidget() == call_view_);
  call_view_->set_full_screen(on);
  setWindowState(on ? windowState() | Qt::WindowFullScreen : windowState() & ~Qt::WindowFullScreen);
}

/// The window manager can end the full screen too; then the hidden parts must come back.
void MainWindow::changeEvent(QEvent* event) {
  QMainWindow::changeEvent(event);
  if (event->type() == QEvent::WindowStateChange && full_screen_call_ && !isFullScreen()) set_full_screen(false);
  // Who comes back to the window may have plugged something in meanwhile.
  const bool comes_back = event->type() == QEvent::ActivationChange && isActiveWindow();
  if (comes_back && pages_ != nullptr && pages_->currentWidget() == start_page_) driver_.send(FollowDevices{true});
}

void MainWindow::toggle_recording() {
  if (driver_.status().recording.empty()) {
    records_by_hand_ = true;
    driver_.start_recording(QString::fromStdString(services_.options->text_of("recordings").value_or("")));
  } else {
    driver_.send(StopRecording{});
  }
}

/// Whatever ended it, as soon as it is whole. What failed has been said by then, and stays.
void MainWindow::tell_recording() {
  const QString before = std::exchange(recording_, QString::fromStdString(driver_.status().recording));
  if (before.isEmpty() || before == recording_) return;
  records_by_hand_ = false;
  const QFileInfo place(before);
  if (!place.exists()) return;  // nothing came
  if (place.isDir()) settings_.add_recent_run(before);
  const bool run_only = !driver_.status().records_pictures;
  const QString words =
      (run_only ? tr("Recorded into %1: the run only, since the call received no picture") : tr("Recorded into %1"))
          .arg(before);
  // A failure that names it has said where it is.
  if (!messages_->message().contains(before)) show_notice(words);
  const QString folder = place.isDir() ? before : place.absolutePath();
  if (QFileInfo(folder).isDir()) messages_->offer_folder([this, folder] { dialogs_.show_folder(folder); });
}

/// Keys that the focused control did not use.
bool MainWindow::press_key(int key) {
  if (pages_->currentWidget() == start_page_ && key != Qt::Key_Question) return false;
  const bool in_call = pages_->currentWidget() == call_view_;
  switch (key) {
    case Qt::Key_Space:
      return plot_pane_->toggle_pause(), true;
    case Qt::Key_Question:
      return show_shortcuts(this), true;
    case Qt::Key_Escape:
      return set_full_screen(false), true;
    case Qt::Key_P:
      return docks_->want_stats(!docks_->plots_wanted()), true;
    case Qt::Key_T:
      return docks_->want_lab(!docks_->lab_wanted()), true;
    default:
      break;
  }
  if (!in_call) return false;
  switch (key) {
    case Qt::Key_F:
      return set_full_screen(!full_screen_call_), true;
    case Qt::Key_O:
      return call_view_->video().set_own_visible(!call_view_->video().own_visible()), true;
    case Qt::Key_V:
      return driver_.send(MuteVideo{!driver_.status().video_muted}), true;
    case Qt::Key_R:
      return toggle_recording(), true;
    case Qt::Key_M:
      return call_view_->toggle_sound_mute(), true;
    case Qt::Key_N:
      return ask_for_note(), true;
    default:
      return false;
  }
}

/// From a field or a list, in which letters are text, back to the picture. Returns false where the focus is elsewhere.
bool MainWindow::leave_field() {
  const QWidget* focused = QApplication::focusWidget();
  const bool types = focused != nullptr && (focused->testAttribute(Qt::WA_InputMethodEnabled) ||
                                            qobject_cast<const QComboBox*>(focused) != nullptr);
  if (!types || pages_->currentWidget() == start_page_) return false;
  pages_->currentWidget() == call_view_ ? call_view_->take_focus() : pages_->currentWidget()->setFocus();
  activateWindow();  // it may be the field of a floating pane
  return true;
}

void MainWindow::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape && leave_field()) return;
  if (!is_plain(*event) || event->isAutoRepeat() || !press_key(event->key())) QMainWindow::keyPressEvent(event);
}

/// Also in a pane that floats, which is a window of its own, and not in a dialog.
bool MainWindow::has_own(const QWidget& widget) const {
  const QWidget* const window = widget.window();
  return window == this || (qobject_cast<const QDockWidget*>(window) != nullptr && window->parentWidget() == this);
}

/// A list whose entries are only chosen would search them for the letter, also for each repetition of a key that is
/// held down.
bool MainWindow::press_in_list(const QKeyEvent& key) {
  const bool letter = key.key() >= Qt::Key_A && key.key() <= Qt::Key_Z;
  if (!letter || !is_plain(key)) return false;
  if (!key.isAutoRepeat()) key_of_list_ = press_key(key.key()) ? key.key() : 0;
  return key.key() == key_of_list_;
}

/// Of a pane that floats come the keys that nothing in it used: they go no further than to its window.
bool MainWindow::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::KeyPress) return QMainWindow::eventFilter(watched, event);
  auto& key = static_cast<QKeyEvent&>(*event);
  if (qobject_cast<QComboBox*>(watched) != nullptr) return press_in_list(key);
  const auto* const dock = qobject_cast<QDockWidget*>(watched);
  if (dock == nullptr || !dock->isFloating()) return QMainWindow::eventFilter(watched, event);
  keyPressEvent(&key);
  return key.isAccepted();
}

void MainWindow::restore() {
  const QString appearance = settings_.text("window/appearance");
  appearance_.apply(appearance == "dark"    ? Appearance::dark
                    : appearance == "light" ? Appearance::light
                                            : Appearance::system);
  restoreGeometry(settings_.bytes("window/geometry"));
  docks_->restore_layout(settings_.bytes("window/docks"));
  plot_layouts_.restore(settings_, plot_pane_->plots());
  plot_pane_->restore_data(settings_.bytes("plots/data"));
  VideoView& video = call_view_->video();
  bool known = false;
  const int corner = settings_.text("call/own_corner").toInt(&known);
  if (known && corner >= 0 && corner <= static_cast<int>(Corner::bottom_right)) {
    video.set_own_corner(static_cast<Corner>(corner));
  }
  video.set_own_visible(settings_.text("call/own_picture") != "hidden");
  const int volume = settings_.text("call/volume").toInt(&known);
  if (known) call_view_->controls().sound().set_volume(volume);
}

void MainWindow::persist() {
  set_full_screen(false);
  settings_.set_bytes("window/geometry", saveGeometry());
  settings_.set_bytes("window/docks", docks_->layout());
  plot_layouts_.persist(settings_, plot_pane_->plots());
  settings_.set_bytes("plots/data", plot_pane_->data_state());
  const VideoView& video = call_view_->video();
  settings_.set_text("call/own_corner", QString::number(static_cast<int>(video.own_corner())));
  settings_.set_text("call/volume", QString::number(call_view_->controls().sound().volume()));
  settings_.set_text("call/own_picture", video.own_visible() ? "shown" : "hidden");
}

}  // namespace evenkeel
