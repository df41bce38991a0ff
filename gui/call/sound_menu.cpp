#include "gui/call/sound_menu.h"

#include <QActionGroup>

#include "gui/call/sound_words.h"

namespace evenkeel {

SoundMenu::SoundMenu(QWidget* parent) : QMenu(parent) {
  setAccessibleName(tr("Microphone and loudspeaker"));
  fill();
  connect(this, &QMenu::aboutToShow, this, [this] {
    fill();
    Q_EMIT devices_requested();  // For the next time: entries that move under the mouse are chosen by mistake.
  });
}

void SoundMenu::set_present(SoundEnd end, const std::vector<SoundChoice>& present) {
  (end == SoundEnd::microphone ? microphones_ : loudspeakers_) = present;
}

void SoundMenu::fill() {
  clear();
  add(SoundEnd::microphone, sound_.microphone, microphones_);
  add(SoundEnd::loudspeaker, sound_.loudspeaker, loudspeakers_);
  addSeparator();
  connect(addAction(tr("Test the loudspeaker")), &QAction::triggered, this, &SoundMenu::test_requested);
}

void SoundMenu::add(SoundEnd end, const SoundDeviceStatus& device, const std::vector<SoundChoice>& present) {
  addSection(end == SoundEnd::microphone ? tr("Microphone") : tr("Loudspeaker"));
  if (const QString problem = problem_with(device, end); !problem.isEmpty()) addAction(problem)->setEnabled(false);
  auto* group = new QActionGroup(this);
  const QString chosen = QString::fromStdString(device.option);
  for (const SoundEntry& entry : sound_entries(end, present, chosen)) {
    QAction* action = group->addAction(addAction(entry.words));
    action->setCheckable(true);
    action->setChecked(entry.option == chosen);
    connect(action, &QAction::triggered, this,
            [this, end, option = entry.option] { Q_EMIT option_chosen(end, option); });
  }
}

}  // namespace evenkeel
