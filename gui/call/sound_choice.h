#pragma once

#include <QComboBox>
#include <QString>
#include <optional>
#include <vector>

#include "gui/backend/call_backend.h"

namespace evenkeel {

enum class SoundEnd { microphone, loudspeaker };

/// What can be chosen as one: the system's, those that are there, and none; of microphones a test sound as well.
struct SoundEntry {
  QString option;  ///< as in StartCall: empty is the system's
  QString words;
};
/// With `chosen` among them if it is a file.
std::vector<SoundEntry> sound_entries(SoundEnd end, const std::vector<SoundChoice>& present, const QString& chosen);

/// The list of microphones or loudspeakers. The system's is chosen at first, and while the wanted one is not there.
class SoundChoiceBox : public QComboBox {
  Q_OBJECT
 public:
  explicit SoundChoiceBox(SoundEnd end, QWidget* parent = nullptr);

  void set_present(const std::vector<SoundChoice>& present);
  bool present_known() const { return present_known_; }
  /// As for StartCall. What is not there is chosen as soon as it is.
  void set_wanted(const QString& option);
  /// What was chosen or set, even while it is not there; nullopt: nothing was.
  const std::optional<QString>& wanted() const { return wanted_; }
  /// For StartCall: what is wanted, or the system's while it is known not to be there; nullopt: nothing was wanted.
  std::optional<QString> option() const;

 Q_SIGNALS:
  /// By somebody, from the list.
  void option_chosen(const QString& option);
  /// Another one is in force, also where the wanted one came or went; or it is known for the first time what is there.
  void option_changed();

 private:
  void fill();
  void changed_from(const std::optional<QString>& before, bool first = false);

  SoundEnd end_;
  std::vector<SoundChoice> present_;
  bool present_known_ = false;
  std::optional<QString> wanted_;
};

}  // namespace evenkeel
