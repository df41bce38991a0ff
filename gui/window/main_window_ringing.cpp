#include <QApplication>

#include "gui/call/ringing_card.h"
#include "gui/window/main_window.h"
#include "gui/window/ringing_dialog.h"
#include "gui/window/window_title.h"

// What an incoming call, and a call that runs, ask of the desktop: to be seen whatever is in front, and a screen that
// stays on.
namespace evenkeel {

void MainWindow::connect_desktop() {
  connect(&notification_, &CallNotification::open_requested, this, &MainWindow::come_to_front);
}

void MainWindow::follow_call() {
  if (closed_) return;
  const CallStatus& status = driver_.status();
  using Phase = CallStatus::Phase;
  const bool somebody =
      status.phase == Phase::in_call || status.phase == Phase::silent || status.phase == Phase::ringing;
  awake_.keep(somebody);
  follow_ringing(status.phase == Phase::ringing && status.kind == CallKind::listen);
}

void MainWindow::follow_ringing(bool rings) {
  const bool seen = QGuiApplication::applicationState() == Qt::ApplicationActive && isVisible() && !isMinimized();
  if (!rings || seen) notification_.close();
  if (rings && !seen && !notified_) notification_.show(host_of(QString::fromStdString(driver_.status().peer)));
  notified_ = rings && (notified_ || !seen);
  if (!rings) {
    delete ringing_dialog_;
    return;
  }
  if (ringing_dialog_ && ringing_dialog_->is_blocked()) delete ringing_dialog_;
  if (ringing_dialog_) return ringing_dialog_->set_status(driver_.status());
  QWidget* const dialog = RingingDialog::dialog_over(*this);
  if (dialog == nullptr) return;
  ringing_dialog_ = new RingingDialog(*dialog, driver_.status());
  connect_ringing(ringing_dialog_->card());
  ringing_dialog_->show();
  ringing_dialog_->raise();
}

void MainWindow::connect_ringing(RingingCard& card) {
  connect(&card, &RingingCard::answered, this, [this](bool accept) {
    driver_.send(AnswerCall{accept, driver_.status().caller});
  });
  connect(&card, &RingingCard::new_link_requested, call_view_, &CallView::new_link_wanted);
}

/// From the notification: also where the window is hidden or minimized.
void MainWindow::come_to_front() {
  setWindowState((windowState() & ~Qt::WindowMinimized) | Qt::WindowActive);
  show();
  raise();
  activateWindow();
}

}  // namespace evenkeel
