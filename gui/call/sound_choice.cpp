#include "gui/call/sound_choice.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QSignalBlocker>
#include <algorithm>
#include <utility>

#include "gui/theme/chosen_tip.h"

namespace evenkeel {
namespace {

const char* const none = "none";
const char* const test_sound = "test";

struct SoundChoiceWords {
  Q_DECLARE_TR_FUNCTIONS(evenkeel::SoundChoice)
};

/// "mic" says the same as nothing.
QString simplified(const QString& option) { return option == "mic" ? QString() : option; }

bool is_file(SoundEnd end, const QString& option) {
  if (end == SoundEnd::loudspeaker) return option.endsWith(".wav", Qt::CaseInsensitive);
  return !option.isEmpty() && option != none && option != test_sound && !option.startsWith("mic:");
}

}  // namespace

std::vector<SoundEntry> sound_entries(SoundEnd end, const std::vector<SoundChoice>& present, const QString& chosen) {
  const bool microphone = end == SoundEnd::microphone;
  std::vector<SoundEntry> entries{{{},
                                   microphone ? SoundChoiceWords::tr("Microphone of the system")
                                              : SoundChoiceWords::tr("Loudspeaker of the system")}};
  for (const SoundChoice& choice : present) {
    entries.push_back({QString::fromStdString(choice.option), QString::fromStdString(choice.display)});
  }
  if (is_file(end, chosen))
    entries.push_back({chosen, SoundChoiceWords::tr("File %1").arg(QFileInfo(chosen).fileName())});
  if (microphone) entries.push_back({test_sound, SoundChoiceWords::tr("Test sound: a beep each second")});
  entries.push_back(
      {none, microphone ? SoundChoiceWords::tr("No microphone") : SoundChoiceWords::tr("No loudspeaker")});
  return entries;
}

SoundChoiceBox::SoundChoiceBox(SoundEnd end, QWidget* parent) : QComboBox(parent), end_(end) {
  const bool microphone = end == SoundEnd::microphone;
  setAccessibleName(microphone ? tr("Microphone") : tr("Loudspeaker"));
  setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  setMinimumContentsLength(16);
  fill();
  connect(this, &QComboBox::activated, this, [this](int index) {
    const std::optional<QString> before = option();
    wanted_ = itemData(index).toString();
    changed_from(before);
    Q_EMIT option_chosen(*wanted_);
  });
}

void SoundChoiceBox::set_present(const std::vector<SoundChoice>& present) {
  const std::optional<QString> before = option();
  hidePopup();  // entries that move under the mouse are chosen by mistake
  present_ = present;
  const bool first = !std::exchange(present_known_, true);
  changed_from(before, first);
}

void SoundChoiceBox::set_wanted(const QString& option_text) {
  const std::optional<QString> before = option();
  wanted_ = simplified(option_text);
  changed_from(before);
}

std::optional<QString> SoundChoiceBox::option() const {
  if (!wanted_ || !present_known_) return wanted_;
  const auto entries = sound_entries(end_, present_, *wanted_);
  return std::ranges::find(entries, *wanted_, &SoundEntry::option) == entries.end() ? QString() : *wanted_;
}

void SoundChoiceBox::changed_from(const std::optional<QString>& before, bool first) {
  fill();
  if (first || option().value_or(QString()) != before.value_or(QString())) Q_EMIT option_changed();
}

void SoundChoiceBox::fill() {
  const QSignalBlocker quiet(this);
  clear();
  for (const SoundEntry& entry : sound_entries(end_, present_, wanted_.value_or(QString())))
    addItem(entry.words, entry.option);
  setCurrentIndex(std::max(findData(option().value_or(QString())), 0));
  set_chosen_tip(*this, end_ == SoundEnd::microphone ? tr("The microphone, or other sound, that the other side hears.")
                                                     : tr("The loudspeaker that plays the other side."));
}

}  // namespace evenkeel
