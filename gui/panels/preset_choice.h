#pragma once

#include <QWidget>
#include <optional>
#include <vector>

#include "gui/panels/presets.h"

class QComboBox;
class QLabel;

namespace evenkeel {

class TuningModel;

/// A list of presets. "Your own" stands for a tuning that is none of them.
class PresetChoice : public QWidget {
  Q_OBJECT
 public:
  enum class Meaning { below, in_tool_tip };

  PresetChoice(const AlgorithmCatalog& catalog, const TuningState& state, Meaning meaning);

  /// Shows which of them a state is.
  void show_state(const TuningState& state);
  /// What is chosen, in one step of the model's undo stack; does nothing where that is "Your own", or holds already.
  void apply_to(TuningModel& model) const;
  /// What is chosen over all defaults; nullopt where that is "Your own".
  std::optional<TuningState> tuning() const;

 Q_SIGNALS:
  void chosen();  ///< by somebody

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void explain();
  const Preset* chosen_preset() const;

  std::vector<Preset> presets_;
  Meaning place_;
  QComboBox* box_;
  QLabel* meaning_;
};

}  // namespace evenkeel
