#include "gui/panels/preset_choice.h"

#include <QComboBox>
#include <QEvent>
#include <QLabel>
#include <QVBoxLayout>
#include <algorithm>

#include "gui/panels/panel_widgets.h"
#include "gui/panels/tuning_model.h"
#include "gui/theme/chosen_tip.h"
#include "gui/theme/theme.h"

namespace evenkeel {

PresetChoice::PresetChoice(const AlgorithmCatalog& catalog, const TuningState& state, Meaning meaning)
    : presets_(presets(catalog)), place_(meaning), box_(new QComboBox), meaning_(small_label({})) {
  box_->addItem(tr("Your own"));
  for (const Preset& preset : presets_) box_->addItem(preset.words);
  box_->setAccessibleName(tr("Preset"));
  box_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  box_->setMinimumContentsLength(12);
  InputGuard::protect(box_);
  setFocusProxy(box_);
  set_text_color(meaning_, theme_of(palette()).faint_text);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(3);
  column->addWidget(box_);
  column->addWidget(meaning_);
  connect(box_, &QComboBox::activated, this, &PresetChoice::chosen);
  connect(box_, &QComboBox::currentIndexChanged, this, &PresetChoice::explain);
  show_state(state);
  explain();
}

void PresetChoice::show_state(const TuningState& state) {
  const auto found = std::ranges::find_if(presets_, [&](const Preset& p) { return with_preset(state, p) == state; });
  box_->setCurrentIndex(found == presets_.end() ? 0 : static_cast<int>(found - presets_.begin()) + 1);
}

void PresetChoice::explain() {
  const Preset* const preset = chosen_preset();
  const QString meaning = preset != nullptr ? preset->meaning : QString();
  const QString tip = tr("A controller with its parameters, by what it is good for. Undo takes it back.");
  const bool below = place_ == Meaning::below;
  meaning_->setText(meaning);
  meaning_->setVisible(below && preset != nullptr);
  set_chosen_tip(*box_, below || meaning.isEmpty() ? tip : tip + "\n\n" + meaning);
  box_->setAccessibleDescription(meaning);
}

const Preset* PresetChoice::chosen_preset() const {
  const int index = box_->currentIndex();
  return index > 0 ? &presets_[static_cast<std::size_t>(index - 1)] : nullptr;
}

void PresetChoice::apply_to(TuningModel& model) const {
  const Preset* const preset = chosen_preset();
  if (preset == nullptr) return;
  model.replace(with_preset(model.state(), *preset), tr("use the preset “%1”").arg(preset->words));
}

std::optional<TuningState> PresetChoice::tuning() const {
  const Preset* const preset = chosen_preset();
  return preset == nullptr ? std::nullopt : std::optional(with_preset({}, *preset));
}

void PresetChoice::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange) set_text_color(meaning_, theme_of(palette()).faint_text);
  QWidget::changeEvent(event);
}

}  // namespace evenkeel
