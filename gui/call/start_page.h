#pragma once

#include <QStringList>
#include <QWidget>
#include <optional>
#include <vector>

#include "gui/backend/call_backend.h"
#include "gui/call/call_card.h"
#include "gui/call/camera_card.h"
#include "gui/call/sound_choice.h"
#include "gui/call/wait_card.h"

class QBoxLayout;
class QComboBox;

namespace evenkeel {

class MessageBar;
class SoundSetup;

/// The start page: the three ways to start a call, what goes each way, and the choice of the camera, the microphone and
/// the loudspeaker.
class StartPage : public QWidget {
  Q_OBJECT
 public:
  explicit StartPage(PictureSlot& own, QWidget* parent = nullptr);
  ~StartPage() override;

  /// The newest first; at most CallCard::max_recent.
  void set_recent(const QStringList& addresses) { call_->set_recent(addresses); }
  const QStringList& recent() const { return call_->recent(); }
  void set_cameras(const std::vector<CameraChoice>& cameras) { camera_->set_cameras(cameras); }
  /// Chooses the source; also called with the path in answer to file_requested().
  void set_source(const QString& source) { camera_->set_source(source); }
  std::optional<QString> source() const { return camera_->source(); }
  const std::optional<QString>& wanted_source() const { return camera_->wanted(); }
  /// The devices that are there.
  void set_sound_choices(SoundEnd end, const std::vector<SoundChoice>& present) { box(end).set_present(present); }
  /// Chooses a microphone or loudspeaker, as for StartCall, as soon as it is there.
  void set_sound(SoundEnd end, const QString& option) { box(end).set_wanted(option); }
  const std::optional<QString>& wanted_sound(SoundEnd end) { return box(end).wanted(); }
  void set_own_addresses(const QStringList& addresses) { wait_->set_own_addresses(addresses); }
  void set_port(int port) { wait_->set_port(port); }
  /// Whether calls go to addresses, in plain RTP; by default they go to links.
  void set_insecure_rtp(bool insecure);
  /// Of calls and of waiting; a demo goes both ways.
  void set_direction(Direction direction);
  /// Shows a sentence in the bar at the top; empty: hides the bar.
  void set_error(const QString& sentence);
  void set_notice(const QString& sentence);

  /// A call with the devices and the direction that are chosen, to nobody yet.
  StartCall chosen();

  CallCard& call_card() { return *call_; }
  WaitCard& wait_card() { return *wait_; }
  CameraCard& camera_card() { return *camera_; }
  SoundSetup& sound_setup() { return *sound_; }
  Button& demo_button() { return *demo_; }
  QComboBox& direction() { return *direction_; }
  Button& settings_button() { return *settings_; }
  Button& open_runs_button() { return *open_runs_; }
  MessageBar& messages() { return *messages_; }

 Q_SIGNALS:
  /// `call` is without the tuning, which the window adds. The preview has been ended before.
  void start_requested(const evenkeel::StartCall& start);
  void preview_requested(const std::optional<QString>& source);
  void devices_requested();
  void file_requested();
  void source_chosen(const QString& source);  ///< from the list
  void source_renamed(const QString& from, const QString& to);
  /// By somebody, from a list; as for StartCall.
  void sound_chosen(evenkeel::SoundEnd end, const QString& option);
  void sound_preview_requested(const std::optional<QString>& audio);
  void loudspeaker_test_requested(const QString& speaker);
  void open_runs_requested();
  void settings_requested();

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  QWidget* build_title();
  QWidget* build_ways();
  QWidget* build_direction();
  Card* build_demo();
  void set_tab_order();
  void connect_sound();
  SoundChoiceBox& box(SoundEnd end);
  void start(CallKind kind, const std::string& address);

  MessageBar* messages_;
  CallCard* call_;
  WaitCard* wait_;
  CameraCard* camera_;
  SoundSetup* sound_;
  Button* demo_ = nullptr;
  QComboBox* direction_ = nullptr;
  Button* settings_ = nullptr;
  Button* open_runs_ = nullptr;
  QBoxLayout* columns_ = nullptr;
};

}  // namespace evenkeel
