#include "gui/call/call_view.h"

#include <QApplication>
#include <QEvent>
#include <QLayout>
#include <algorithm>

#include "gui/call/button.h"
#include "gui/call/ended_box.h"
#include "gui/call/loss_words.h"
#include "gui/call/status_line.h"

namespace evenkeel {

CallView::CallView(PictureSlot& remote, PictureSlot& own, QWidget* parent)
    : QWidget(parent),
      video_(new VideoView(remote, own, this)),
      controls_(new ControlBar(this)),
      ended_(new EndedBox(this)) {
  idle_.setObjectName("idle");
  idle_.setSingleShot(true);
  idle_.setInterval(idle_ms);
  connect(&idle_, &QTimer::timeout, this, &CallView::rest);
  connect_controls();
  ended_->hide();
  set_status({});
}

void CallView::connect_controls() {
  connect(controls_, &ControlBar::mute_requested, this, &CallView::mute_requested);
  connect(controls_, &ControlBar::record_requested, this, &CallView::record_requested);
  connect(&controls_->hang_up(), &Button::clicked, this, &CallView::hang_up_requested);
  connect(&controls_->full_screen(), &Button::clicked, this, &CallView::full_screen_requested);
  connect(&controls_->plots(), &Button::clicked, this, &CallView::plots_toggled);
  connect(&controls_->panels(), &Button::clicked, this, &CallView::panels_toggled);
  connect(&ended_->again(), &Button::clicked, this, &CallView::call_again_requested);
  connect(&ended_->back(), &Button::clicked, this, &CallView::back_requested);
}

void CallView::set_status(const CallStatus& status) {
  const bool over = !has_call(status);
  if (over && has_call(status_)) video_->remote().forget_picture();
  // A new call must not begin with the pictures of the one before it.
  if (status.run != status_.run) video_->remote().forget_picture();
  // Nor does who hung up stay in sight, by a last picture that came late either.
  if (status.phase == CallStatus::Phase::waiting) video_->remote().forget_picture();
  status_ = status;
  const bool had_loss_line = controls_->status().has_loss_line();
  controls_->set_status(status);
  if (controls_->status().has_loss_line() != had_loss_line) place();
  // After the end of the call the box shows the text.
  video_->set_placeholder(over ? QString() : remote_placeholder(status));
  video_->remote().set_notice(remote_notice(status));
  video_->own().set_notice(own_notice(status));
  video_->set_own_available(!over && status.sends);
  video_->set_mirror_own(status.source_text.starts_with("camera") && status.source_running);
  if (over) ended_->set_status(status);
  if (over == ended_->isHidden()) {
    show_ended(over);
  }
  if (over) place();
  if (full_screen_ && must_stay_awake()) wake();
}

void CallView::show_ended(bool over) {
  const bool had_focus = isAncestorOf(QApplication::focusWidget());
  ended_->setVisible(over);
  if (!over) return;
  set_figures(nullptr, nullptr);
  set_losses({}, {});
  if (had_focus) ended_->again().setFocus();  // Its button to hang up has gone.
}

void CallView::set_figures(const Sample* outgoing, const Sample* incoming) {
  controls_->status().set_mode(outgoing ? outgoing->controller_mode : std::nullopt);
  video_->remote().set_caption(incoming ? figures_words(*incoming, true) : QString());
  // Without the size: it is the camera's, which does not change, and there is little room.
  Sample short_one;
  if (outgoing) short_one.send_bitrate_bps = outgoing->send_bitrate_bps;
  video_->own().set_caption(figures_words(short_one, false));
}

void CallView::set_losses(const LossOutcome& outgoing, const LossOutcome& incoming) {
  controls_->status().set_losses(loss_words(incoming, outgoing));
}

void CallView::set_plots_shown(bool shown) { controls_->plots().setChecked(shown); }
void CallView::set_panels_shown(bool shown) { controls_->panels().setChecked(shown); }

void CallView::toggle_mute() { controls_->mute().click(); }
void CallView::toggle_record() { controls_->record().click(); }
void CallView::toggle_full_screen() { controls_->full_screen().click(); }
void CallView::toggle_plots() { controls_->plots().click(); }
void CallView::toggle_panels() { controls_->panels().click(); }
void CallView::hang_up() { controls_->hang_up().click(); }

void CallView::set_full_screen(bool full_screen) {
  controls_->set_full_screen(full_screen);
  if (full_screen == full_screen_) return;
  full_screen_ = full_screen;
  if (full_screen) {
    qApp->installEventFilter(this);  // Movements over any widget count.
  } else {
    qApp->removeEventFilter(this);
  }
  wake();
  place();
}

bool CallView::must_stay_awake() const { return status_.phase != CallStatus::Phase::in_call || status_.source_lost; }

void CallView::wake() {
  unsetCursor();
  controls_->show();
  if (full_screen_) {
    idle_.start();
  } else {
    idle_.stop();
  }
}

void CallView::rest() {
  if (!full_screen_) return;
  if (must_stay_awake() || QApplication::activePopupWidget()) return wake();
  // Keys go on to the window's shortcuts: a hidden button would swallow Space.
  if (controls_->isAncestorOf(QApplication::focusWidget())) QApplication::focusWidget()->clearFocus();
  controls_->hide();
  setCursor(Qt::BlankCursor);
}

bool CallView::eventFilter(QObject* watched, QEvent* event) {
  switch (event->type()) {
    case QEvent::MouseMove:
    case QEvent::MouseButtonPress:
    case QEvent::Wheel:
    case QEvent::KeyPress:
    case QEvent::TouchBegin:
      wake();
      break;
    default:
      break;
  }
  return QWidget::eventFilter(watched, event);
}

void CallView::resizeEvent(QResizeEvent*) { place(); }

void CallView::hideEvent(QHideEvent*) {
  idle_.stop();
  unsetCursor();
}

void CallView::place() {
  const int bar = controls_->needed_height(width());
  controls_->setGeometry(0, height() - bar, width(), bar);
  // Side by side they need not be composed with every picture; on the full screen the bar lies over the picture.
  video_->setGeometry(0, 0, width(), full_screen_ ? height() : height() - bar);
  if (ended_->isHidden()) return;
  const int width = std::clamp(video_->width() - 32, 200, 520);
  const int height = ended_->layout()->totalHeightForWidth(width);
  ended_->setGeometry((video_->width() - width) / 2, (video_->height() - height) / 2, width, height);
}

}  // namespace evenkeel
