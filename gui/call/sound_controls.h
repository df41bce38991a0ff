#pragma once

#include <QWidget>
#include <vector>

#include "gui/backend/call_backend.h"
#include "gui/call/button.h"
#include "gui/call/pending_toggle.h"
#include "gui/call/sound_choice.h"

class QSlider;

namespace evenkeel {

class LevelMeter;
class SoundMenu;

/// The sound of a call: mute, the level of the own microphone, the choice of devices, and the volume of the other side,
/// with its level.
class SoundControls : public QWidget {
  Q_OBJECT
 public:
  explicit SoundControls(QWidget* parent = nullptr);

  void set_status(const CallStatus& status);
  void set_present(SoundEnd end, const std::vector<SoundChoice>& present);
  /// Where there is little room: icons without words, and a shorter slider; where there is even less, a very short one.
  enum class Room { words, icons, tight };
  void set_room(Room room);
  /// The slider's place, 0 to 100.
  void set_volume(int percent);
  int volume() const;

  Button& mute() { return *mute_; }
  Button& devices() { return *devices_; }
  SoundMenu& menu() { return *menu_; }
  QSlider& volume_slider() { return *volume_; }
  LevelMeter& own_meter() { return *own_meter_; }
  LevelMeter& peer_meter() { return *peer_meter_; }

 Q_SIGNALS:
  void mute_requested(bool muted);
  void volume_chosen(int percent);
  void option_chosen(evenkeel::SoundEnd end, const QString& option);
  void test_requested();
  void devices_requested();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void show_mute(const CallStatus& status);

  Button* mute_;
  LevelMeter* own_meter_;
  Button* devices_;
  SoundMenu* menu_;
  QSlider* volume_;
  LevelMeter* peer_meter_;
  PendingToggle pending_mute_;
};

/// What the samples are multiplied by at a place of the slider from 0 to 100: its cube, as in PulseAudio, because half
/// as loud is much less than half.
double volume_factor(int percent);

}  // namespace evenkeel
