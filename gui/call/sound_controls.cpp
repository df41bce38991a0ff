#include "gui/call/sound_controls.h"

#include <QGridLayout>
#include <QSlider>
#include <algorithm>

#include "gui/call/call_words.h"
#include "gui/call/level_meter.h"
#include "gui/call/sound_menu.h"
#include "gui/call/sound_words.h"

namespace evenkeel {
namespace {

constexpr int usual_slider = 64;
constexpr int short_slider = 40;
constexpr int shortest_slider = 28;
constexpr int usual_gap = 4;
constexpr int tight_gap = 2;
constexpr int page_step = 10;

QString mute_tool_tip() {
  return SoundControls::tr("Sends silence instead of your microphone; the other side is told (M).");
}

}  // namespace

SoundControls::SoundControls(QWidget* parent)
    : QWidget(parent),
      mute_(new Button(Icon::microphone, tr("Mute"), mute_tool_tip())),
      own_meter_(new LevelMeter(Qt::Vertical, tr("Your level"), tr("How loud your microphone hears you."))),
      devices_(new Button(Icon::speaker, tr("Sound"), tr("Chooses the microphone and the loudspeaker."))),
      menu_(new SoundMenu(this)),
      volume_(new QSlider(Qt::Horizontal)),
      peer_meter_(new LevelMeter(Qt::Horizontal, tr("Level of the other side"), tr("How loud the other side is."))) {
  mute_->setCheckable(true);
  mute_->set_widest_word(tr("Muted"));
  devices_->setMenu(menu_);
  devices_->setPopupMode(QToolButton::InstantPopup);
  volume_->setRange(0, 100);
  volume_->setPageStep(page_step);
  volume_->setValue(100);
  volume_->setAccessibleName(tr("Volume"));
  volume_->setToolTip(tr("How loud you hear the other side."));
  auto* grid = new QGridLayout(this);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->addWidget(mute_, 0, 0, 4, 1);
  grid->addWidget(own_meter_, 0, 1, 4, 1);
  grid->addWidget(devices_, 0, 2, 4, 1);
  grid->addWidget(volume_, 1, 3);
  grid->addWidget(peer_meter_, 2, 3);
  grid->setRowStretch(0, 1);
  grid->setRowStretch(3, 1);
  set_room(Room::words);
  connect(mute_, &Button::clicked, this, [this](bool on) {
    pending_mute_.request(on);
    Q_EMIT mute_requested(on);
  });
  connect(volume_, &QSlider::valueChanged, this, &SoundControls::volume_chosen);
  connect(menu_, &SoundMenu::option_chosen, this, &SoundControls::option_chosen);
  connect(menu_, &SoundMenu::test_requested, this, &SoundControls::test_requested);
  connect(menu_, &SoundMenu::devices_requested, this, &SoundControls::devices_requested);
  devices_->installEventFilter(this);
}

/// Who is about to open the menu shall find in it what is plugged in by now.
bool SoundControls::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Enter || event->type() == QEvent::FocusIn) Q_EMIT devices_requested();
  return QWidget::eventFilter(watched, event);
}

void SoundControls::set_status(const CallStatus& status) {
  const bool call = has_call(status);
  show_mute(status);
  menu_->set_status(status.sound);
  devices_->setEnabled(call);
  volume_->setEnabled(call && status.receives);
  const bool sends = call && status.sends && !mute_->isChecked();
  own_meter_->set_level(sends ? status.sound.capture_level : std::nullopt);
  peer_meter_->set_level(call && status.receives ? status.sound.playing_level : std::nullopt);
}

void SoundControls::show_mute(const CallStatus& status) {
  const bool muted = pending_mute_.shown(status.sound.muted);
  const QString problem = problem_with(status.sound.microphone, SoundEnd::microphone);
  mute_->setEnabled(has_call(status) && status.sends);
  mute_->setChecked(muted);
  mute_->set_icon(muted || !problem.isEmpty() ? Icon::microphone_off : Icon::microphone);
  mute_->setText(muted ? tr("Muted") : tr("Mute"));
  const QString tool_tip = problem.isEmpty() ? mute_tool_tip() : problem + '\n' + mute_tool_tip();
  if (tool_tip == mute_->toolTip()) return;
  mute_->setToolTip(tool_tip);
  mute_->setAccessibleDescription(tool_tip);
}

void SoundControls::set_present(SoundEnd end, const std::vector<SoundChoice>& present) {
  menu_->set_present(end, present);
}

void SoundControls::set_room(Room room) {
  const bool words = room == Room::words;
  for (Button* button : {mute_, devices_}) button->set_shape(words ? Button::Shape::beside : Button::Shape::icon_only);
  volume_->setFixedWidth(words ? usual_slider : room == Room::icons ? short_slider : shortest_slider);
  layout()->setSpacing(room == Room::tight ? tight_gap : usual_gap);
  // Otherwise the layouts would return old sizes until their posted events arrive.
  layout()->invalidate();
  updateGeometry();
}

void SoundControls::set_volume(int percent) { volume_->setValue(percent); }
int SoundControls::volume() const { return volume_->value(); }

double volume_factor(int percent) {
  const double place = std::clamp(percent, 0, 100) / 100.0;
  return place * place * place;
}

}  // namespace evenkeel
