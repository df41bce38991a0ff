#include "gui/call/control_bar.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QPainter>
#include <array>

#include "gui/call/button.h"
#include "gui/call/picture_menu.h"
#include "gui/call/sound_controls.h"
#include "gui/call/status_line.h"
#include "gui/theme/theme.h"

namespace evenkeel {
namespace {

constexpr int usual_margin = 8;
constexpr int tight_margin = 4;
constexpr int vertical_margin = 5;
constexpr int usual_gap = 4;
constexpr int tight_gap = 2;
constexpr int room_for_status = 420;   ///< beside buttons with words
constexpr int least_for_status = 300;  ///< beside icons

QString record_tip(bool pictures) {
  return pictures ? ControlBar::tr("Records picture and sound, and the telemetry (R).")
                  : ControlBar::tr(
                        "Records the run, which is its telemetry: this call receives no picture, and IVF takes no "
                        "others (R).");
}

}  // namespace

ControlBar::ControlBar(QWidget* parent)
    : QWidget(parent),
      status_(new StatusLine),
      buttons_(new QWidget),
      sound_(new SoundControls),
      picture_(new PictureMenu(this)),
      layout_(new QGridLayout(this)) {
  auto* row = new QHBoxLayout(buttons_);
  row->setContentsMargins(0, 0, 0, 0);
  row->addWidget(sound_);
  mute_ = add_toggle(Icon::camera, tr("Mute video"),
                     tr("The other side sees a notice instead of your picture; a camera is off (V)."));
  mute_->setMenu(picture_);
  share_ = add(Icon::share, tr("Share the link"), tr("Copies the link of this call, for whoever shall join it."));
  record_ = add_toggle(Icon::record, tr("Record"), record_tip(true));
  hang_up_ = new Button(Icon::hang_up, tr("Hang up"), tr("Ends the call."), Button::Role::danger);
  row->addWidget(hang_up_);
  full_screen_ = add_toggle(Icon::full_screen, tr("Full screen"), tr("Shows the call on the full screen (F)."));
  stats_ = add_toggle(Icon::plot, tr("Stats"), tr("Shows or hides rate, delay, loss and frames (P)."));
  lab_ = add_toggle(Icon::sliders, tr("Lab"), tr("Shows or hides all plots, tuning, theory and link (T)."));
  menu_ = add(Icon::menu, tr("Menu"), tr("All that the window can do."));
  menu_->setPopupMode(QToolButton::InstantPopup);
  share_->hide();
  record_->set_widest_word("0:00:00");
  mute_->set_widest_word(tr("Video muted"));
  full_screen_->set_widest_word(tr("Leave"));
  connect(mute_, &Button::clicked, this, [this](bool on) {
    pending_mute_.request(on);
    Q_EMIT mute_requested(on);
  });
  connect(record_, &Button::clicked, this, [this](bool on) {
    pending_record_.request(on);
    Q_EMIT record_requested(on);
  });
  layout_->setHorizontalSpacing(8);
  layout_->setVerticalSpacing(2);
  arrange(sizeHint().width());
  // A click leaves the focus where it is: Enter accepts who rings, and Space is for the plots.
  for (QWidget* control : findChildren<QWidget*>())
    if (control->focusPolicy() & Qt::ClickFocus) control->setFocusPolicy(Qt::TabFocus);
}

Button* ControlBar::add(Icon icon, const QString& word, const QString& tool_tip) {
  auto* button = new Button(icon, word, tool_tip);
  buttons_->layout()->addWidget(button);
  return button;
}

Button* ControlBar::add_toggle(Icon icon, const QString& word, const QString& tool_tip) {
  Button* button = add(icon, word, tool_tip);
  button->setCheckable(true);
  return button;
}

void ControlBar::set_status(const CallStatus& status) {
  show_recording(status);
  status_->set_status(status);
  sound_->set_status(status);
  const bool call = has_call(status);
  const bool muted = pending_mute_.shown(status.video_muted);
  mute_->setEnabled(call && status.sends);
  picture_->set_source(status.source_option);
  mute_->setChecked(muted);
  mute_->set_icon(muted ? Icon::camera_off : Icon::camera);
  mute_->setText(muted ? tr("Video muted") : tr("Mute video"));
  hang_up_->setEnabled(call);
  shares_ = call && !status.invitation.empty();
  share_->setVisible(shares_ && !full_screen_->isHidden());
  record_->setEnabled(call);
}

void ControlBar::show_recording(const CallStatus& status) {
  if (status.recording != recording_) recording_since_ = status.run_time;
  // Of what is in the recording: while it rings there is nothing. The run has rows all the time.
  const Duration time = status.records_pictures ? status.recorded_time : status.run_time - recording_since_;
  recording_ = status.recording;
  const bool recording = pending_record_.shown(has_call(status) && !recording_.empty());
  record_->setChecked(recording);
  record_->set_icon(recording ? Icon::stop : Icon::record);
  record_->set_icon_color(theme_of(palette()).danger);
  record_->setText(!recording ? tr("Record") : clock_words(time));
  record_->setAccessibleName(!recording ? tr("Record") : tr("Stop recording"));
  const auto size = status.records_pictures ? std::optional(status.recorded) : std::nullopt;
  status_->set_recording(recording ? recording_words(time, size) : QString());
  record_->setToolTip(record_tip(status.records_pictures));
  record_->setAccessibleDescription(record_->toolTip());
}

void ControlBar::set_full_screen(bool full_screen) {
  full_screen_->setChecked(full_screen);
  full_screen_->set_icon(full_screen ? Icon::leave_full_screen : Icon::full_screen);
  full_screen_->setText(full_screen ? tr("Leave") : tr("Full screen"));
  full_screen_->setAccessibleName(full_screen ? tr("Leave full screen") : tr("Full screen"));
}

/// The least important buttons lose their words first. Returns what the row then takes, with its margins.
int ControlBar::width_with(Words words) {
  const std::array<Button*, 7> by_importance{hang_up_, stats_, lab_, mute_, record_, share_, full_screen_};
  const std::size_t with_word = words == Words::all ? 5 : words == Words::some ? 3 : 0;
  for (std::size_t i = 0; i < by_importance.size(); ++i)
    by_importance[i]->set_shape(i < with_word ? Button::Shape::beside : Button::Shape::icon_only);
  menu_->set_shape(Button::Shape::icon_only);
  record_->setVisible(words != Words::fewest);
  full_screen_->setVisible(words != Words::fewest);
  share_->setVisible(shares_ && words != Words::fewest);
  const bool tight = words >= Words::tight;
  sound_->set_room(tight                 ? SoundControls::Room::tight
                   : words == Words::all ? SoundControls::Room::words
                                         : SoundControls::Room::icons);
  // The menu is in reach then by a long press and by the keyboard.
  mute_->setPopupMode(tight ? QToolButton::DelayedPopup : QToolButton::MenuButtonPopup);
  const int margin = tight ? tight_margin : usual_margin;
  layout_->setContentsMargins(margin, vertical_margin, margin, vertical_margin);
  buttons_->layout()->setSpacing(tight ? tight_gap : usual_gap);
  buttons_->layout()->invalidate();
  return buttons_->layout()->sizeHint().width() + 2 * margin;
}

/// As many words as leave room for the state in the same row, with the number that people compare; where not even icons
/// do, as many as have room in a row of their own.
void ControlBar::arrange(int width) {
  const int least = status_->has_number() ? StatusLine::width_with_number : least_for_status;
  bool one_row = false;
  for (const Words words : {Words::all, Words::some, Words::none}) {
    one_row = width_with(words) + (words == Words::none ? least : room_for_status) <= width;
    if (one_row) break;
  }
  if (!one_row)
    for (const Words words : {Words::all, Words::some, Words::none, Words::tight, Words::fewest})
      if (width_with(words) <= width) break;
  layout_->removeWidget(status_);
  layout_->removeWidget(buttons_);
  layout_->addWidget(status_, 0, 0);
  layout_->addWidget(buttons_, one_row ? 0 : 1, one_row ? 1 : 0, one_row ? Qt::AlignRight : Qt::AlignHCenter);
  layout_->setColumnStretch(0, 1);
}

int ControlBar::needed_height(int width) {
  arrange(width);
  // Otherwise the layouts would return old sizes until their posted events arrive.
  buttons_->layout()->invalidate();
  layout_->invalidate();
  return layout_->sizeHint().height();
}

void ControlBar::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), palette().color(QPalette::Window));
}

}  // namespace evenkeel
