#pragma once

#include <QWidget>
#include <optional>
#include <vector>

#include "gui/backend/call_backend.h"

class QLabel;

namespace evenkeel {

class Button;
class LevelMeter;
class SoundChoiceBox;

/// On the start page: the choice of the microphone, with a meter that moves while one speaks, and of the loudspeaker,
/// with a button that lets it be heard. It listens only while it is visible.
class SoundSetup : public QWidget {
  Q_OBJECT
 public:
  explicit SoundSetup(QWidget* parent = nullptr);

  /// Of the preview.
  void set_status(const SoundStatus& status);
  /// Ends the preview, so that the microphone is free; it begins again when this is shown again.
  void end_preview();

  SoundChoiceBox& microphone() { return *microphone_; }
  SoundChoiceBox& loudspeaker() { return *loudspeaker_; }
  LevelMeter& meter() { return *meter_; }
  Button& test() { return *test_; }
  /// What is wrong; empty where nothing is.
  QString problem() const;

 Q_SIGNALS:
  /// As for PreviewSound; nullopt: the preview ends. Not before the microphones are known.
  void preview_requested(const std::optional<QString>& audio);
  void test_requested(const QString& speaker);

 protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  void begin_preview();

  SoundChoiceBox* microphone_;
  SoundChoiceBox* loudspeaker_;
  LevelMeter* meter_;
  Button* test_;
  QLabel* problem_;
  bool previewing_ = false;
};

}  // namespace evenkeel
