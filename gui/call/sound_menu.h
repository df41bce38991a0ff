#pragma once

#include <QMenu>
#include <vector>

#include "gui/call/sound_choice.h"

namespace evenkeel {

/// Chooses the microphone and the loudspeaker of a call that runs. Made anew whenever it opens.
class SoundMenu : public QMenu {
  Q_OBJECT
 public:
  explicit SoundMenu(QWidget* parent);

  void set_present(SoundEnd end, const std::vector<SoundChoice>& present);
  /// What is chosen, and what is wrong with it.
  void set_status(const SoundStatus& sound) { sound_ = sound; }

 Q_SIGNALS:
  /// By somebody. As for StartCall: empty is the system's.
  void option_chosen(evenkeel::SoundEnd end, const QString& option);
  void test_requested();
  /// It opens: what is there may have changed.
  void devices_requested();

 private:
  void fill();
  void add(SoundEnd end, const SoundDeviceStatus& device, const std::vector<SoundChoice>& present);

  std::vector<SoundChoice> microphones_;
  std::vector<SoundChoice> loudspeakers_;
  SoundStatus sound_;
};

}  // namespace evenkeel
