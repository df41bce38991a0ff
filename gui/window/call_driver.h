#pragma once

#include <QObject>
#include <QTimer>
#include <optional>

#include "gui/panels/tuning_model.h"
#include "gui/window/live_run.h"
#include "gui/window/services.h"

namespace evenkeel {

/// Connects the window to the calls: polls updates 30 times a second, ten times where nothing moves, and sends
/// commands. The call runs in its own threads and does not depend on this timer.
class CallDriver : public QObject {
  Q_OBJECT

 public:
  CallDriver(CallBackend& calls, const AlgorithmCatalog& catalog, TuningModel& tuning, QObject* parent = nullptr);

  /// With what is tuned now, the volume and the link.
  void start(StartCall call);
  void start_again();
  /// The devices and the direction of start_again(), where others were chosen since the last call began.
  void use_devices(const StartCall& chosen);
  void send(CallCommand command);
  /// Of this call, and of start_again().
  void choose_picture(const std::string& source);
  void choose_microphone(const std::string& audio);
  void choose_loudspeaker(const std::string& speaker);
  /// Of this call, and of all that follow.
  void set_volume(double volume);
  double volume() const { return volume_; }
  /// Emulated in calls from the next one on; nullopt: none.
  void set_link(const std::optional<LinkSettings>& link) { link_ = link; }
  /// Of this call, and of all that follow.
  void set_shadows(std::vector<std::string> names);
  /// Nullopt: nobody chose any.
  const std::optional<std::vector<std::string>>& shadows() const { return shadows_; }
  /// Into a new folder in that one; empty: Evenkeel among the user's videos.
  void start_recording(const QString& recordings);

  LiveRun& live() { return live_; }
  const CallStatus& status() const { return live_.status(); }
  bool has_call() const;
  /// Takes what is new at once: what a call left as it was stopped.
  void poll() { tick(); }
  /// Repeats the last call.
  const std::optional<StartCall>& last_call() const { return last_call_; }

 Q_SIGNALS:
  void polled();                         ///< after each poll
  void run_started();                    ///< the contents of live() were replaced
  void phase_changed();                  ///< or another call is in the same one
  void event_came(const QString& text);  ///< or a notice
  void noticed(const QString& sentence);
  void failed(const QString& sentence);
  void cameras_came(const std::vector<CameraChoice>& cameras);
  void microphones_came(const std::vector<SoundChoice>& microphones);
  void loudspeakers_came(const std::vector<SoundChoice>& loudspeakers);

 private:
  void tick();
  void set_pace(bool moves);
  void put_in_words();

  CallBackend& calls_;
  const AlgorithmCatalog& catalog_;
  TuningModel& tuning_;
  LiveRun live_;
  CallUpdates updates_;
  std::optional<StartCall> last_call_;
  bool video_muted_ = false;  // in the last call, at its end
  bool sound_muted_ = false;
  double volume_ = 1;
  std::optional<LinkSettings> link_;
  std::optional<std::vector<std::string>> shadows_;
  int still_polls_ = 0;  // in a row, up to a limit
  QTimer timer_;
};

}  // namespace evenkeel
