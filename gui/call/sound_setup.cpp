#include "gui/call/sound_setup.h"

#include <QGridLayout>
#include <QLabel>

#include "gui/call/button.h"
#include "gui/call/level_meter.h"
#include "gui/call/sound_choice.h"
#include "gui/call/sound_words.h"

namespace evenkeel {

SoundSetup::SoundSetup(QWidget* parent)
    : QWidget(parent),
      microphone_(new SoundChoiceBox(SoundEnd::microphone)),
      loudspeaker_(new SoundChoiceBox(SoundEnd::loudspeaker)),
      meter_(new LevelMeter(Qt::Horizontal, tr("Level of your microphone"), tr("How loud your microphone hears you."))),
      test_(new Button(Icon::speaker, tr("Test"), tr("Plays a short sound on this loudspeaker."))),
      problem_(new QLabel) {
  auto* grid = new QGridLayout(this);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setSpacing(8);
  grid->addWidget(microphone_, 0, 0);
  grid->addWidget(meter_, 0, 1, Qt::AlignVCenter);
  grid->addWidget(loudspeaker_, 1, 0);
  grid->addWidget(test_, 1, 1);
  grid->addWidget(problem_, 2, 0, 1, 2);
  grid->setColumnStretch(0, 1);
  for (SoundChoiceBox* box : {microphone_, loudspeaker_}) box->setMinimumHeight(test_->sizeHint().height());
  test_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  problem_->setWordWrap(true);
  problem_->setTextFormat(Qt::PlainText);
  problem_->setAccessibleName(tr("What is wrong with the sound"));
  problem_->hide();
  connect(microphone_, &SoundChoiceBox::option_changed, this, [this] {
    if (isVisible()) begin_preview();
  });
  connect(test_, &Button::clicked, this, [this] { Q_EMIT test_requested(loudspeaker_->option().value_or(QString())); });
}

void SoundSetup::set_status(const SoundStatus& status) {
  meter_->set_level(status.capture_level);
  QStringList problems{problem_with(status.microphone, SoundEnd::microphone),
                       problem_with(status.loudspeaker, SoundEnd::loudspeaker)};
  problems.removeAll(QString());
  const QString text = problems.join('\n');
  if (text == problem_->text()) return;
  problem_->setText(text);
  problem_->setVisible(!text.isEmpty());
}

QString SoundSetup::problem() const { return problem_->text(); }

/// Not before it is known what is there: by then the command line has been heard too, and with it who wants no
/// microphone.
void SoundSetup::begin_preview() {
  if (!microphone_->present_known()) return;
  previewing_ = true;
  Q_EMIT preview_requested(microphone_->option().value_or(QString()));
}

void SoundSetup::end_preview() {
  if (!previewing_) return;
  previewing_ = false;
  Q_EMIT preview_requested(std::nullopt);
}

void SoundSetup::showEvent(QShowEvent*) { begin_preview(); }
void SoundSetup::hideEvent(QHideEvent*) { end_preview(); }

}  // namespace evenkeel
