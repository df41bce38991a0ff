#include "gui/window/call_driver.h"

#include <QDateTime>
#include <QDir>
#include <QStandardPaths>
#include <algorithm>

#include "gui/settings/option_words.h"
#include "gui/store/event_words.h"

namespace evenkeel {
namespace {

constexpr int poll_interval_ms = 33;
constexpr int still_interval_ms = 100;
constexpr int polls_until_still = 30;

QString usual_recordings() {
  const QString movies = QStandardPaths::writableLocation(QStandardPaths::MoviesLocation);
  return (movies.isEmpty() ? QDir::homePath() : movies) + QStringLiteral("/Evenkeel");
}

}  // namespace

CallDriver::CallDriver(CallBackend& calls, const AlgorithmCatalog& catalog, TuningModel& tuning, QObject* parent)
    : QObject(parent), calls_(calls), catalog_(catalog), tuning_(tuning) {
  connect(&tuning, &TuningModel::parameter_changed, this, [this](const QString& key, const QString& text) {
    send(SetParameter{key.toStdString(), text.toStdString()});
  });
  connect(&tuning, &TuningModel::controller_changed, this,
          [this](const QString& name) { send(SetController{name.toStdString()}); });
  connect(&tuning, &TuningModel::send_loop_changed, this,
          [this](const QString& name) { send(SetSendLoop{name.toStdString()}); });
  connect(&timer_, &QTimer::timeout, this, &CallDriver::tick);
  timer_.setTimerType(Qt::PreciseTimer);
  timer_.start(poll_interval_ms);
}

void CallDriver::start(StartCall call) {
  call.tuning = tuning_.state();
  call.volume = volume_;
  call.link = link_;
  call.shadows = shadows_;
  last_call_ = call;
  send(std::move(call));
}

// Who had muted camera or microphone does not expect to be seen or heard in the next call.
void CallDriver::start_again() {
  if (!last_call_) return;
  start(*last_call_);
  if (video_muted_) send(MuteVideo{true});
  if (sound_muted_) send(MuteSound{true});
}

void CallDriver::use_devices(const StartCall& chosen) {
  if (!last_call_) return;
  last_call_->source = chosen.source;
  last_call_->audio = chosen.audio;
  last_call_->speaker = chosen.speaker;
  last_call_->direction = chosen.direction;
}

void CallDriver::choose_picture(const std::string& source) {
  if (last_call_ && source != "screen") last_call_->source = source;  // which is asked for each time
  send(ChoosePicture{source});
}

void CallDriver::choose_microphone(const std::string& audio) {
  if (last_call_) last_call_->audio = audio;
  send(ChooseMicrophone{audio});
}

void CallDriver::choose_loudspeaker(const std::string& speaker) {
  if (last_call_) last_call_->speaker = speaker;
  send(ChooseLoudspeaker{speaker});
}

void CallDriver::set_volume(double volume) {
  volume_ = volume;
  if (has_call()) send(SetVolume{volume});
}

void CallDriver::set_shadows(std::vector<std::string> names) {
  shadows_ = names;
  if (has_call()) send(SetShadows{std::move(names)});
}

void CallDriver::start_recording(const QString& recordings) {
  const QString all = recordings.isEmpty() ? usual_recordings() : recordings;
  send(StartRecording{(all + '/' + QDateTime::currentDateTime().toString("yyyy-MM-dd_HH-mm-ss")).toStdString()});
}

void CallDriver::send(CallCommand command) {
  calls_.send(std::move(command));
  set_pace(true);
}

// Without somebody in the call or a level nothing moves that is polled for: a laptop should rest. Pictures announce
// themselves.
void CallDriver::set_pace(bool moves) {
  still_polls_ = moves ? 0 : std::min(still_polls_ + 1, polls_until_still);
  const int interval = still_polls_ < polls_until_still ? poll_interval_ms : still_interval_ms;
  if (timer_.interval() != interval) timer_.start(interval);
}

bool CallDriver::has_call() const {
  return status().phase != CallStatus::Phase::idle && status().phase != CallStatus::Phase::ended;
}

/// They come in the words of the command line.
void CallDriver::put_in_words() {
  for (RunEvent& event : updates_.events)
    if (event.kind != RunEvent::Kind::note) event.text = option_words(event.text);  // that is the user's own
  for (std::string& notice : updates_.notices) notice = event_words(option_words(notice));
  for (std::string& failure : updates_.failures) failure = event_words(option_words(failure));
}

void CallDriver::tick() {
  const CallStatus::Phase before = status().phase;
  calls_.poll(updates_);
  put_in_words();
  const bool another = live_.apply(updates_);
  if (has_call()) {
    video_muted_ = status().video_muted;
    sound_muted_ = status().sound.muted;
  }
  const auto& controllers = catalog_.controllers();
  const auto running = std::find_if(controllers.begin(), controllers.end(),
                                    [&](const auto& c) { return c.name == tuning_.state().controller; });
  if (running != controllers.end()) live_.data().law_terms = running->law_terms;
  if (another) Q_EMIT run_started();
  for (const RunEvent& event : updates_.events) Q_EMIT event_came(QString::fromStdString(event_words(event)));
  for (const std::string& notice : updates_.notices) {
    Q_EMIT event_came(QString::fromStdString(notice));
    Q_EMIT noticed(QString::fromStdString(notice));
  }
  for (const std::string& failure : updates_.failures) Q_EMIT failed(QString::fromStdString(failure));
  if (updates_.cameras) Q_EMIT cameras_came(*updates_.cameras);
  if (updates_.microphones) Q_EMIT microphones_came(*updates_.microphones);
  if (updates_.loudspeakers) Q_EMIT loudspeakers_came(*updates_.loudspeakers);
  const bool waits = status().phase == CallStatus::Phase::waiting;
  set_pace((has_call() && !waits) || status().phase != before || status().sound.capture_level);
  if (another || status().phase != before) Q_EMIT phase_changed();  // a call that fails at once, and so does the next
  Q_EMIT polled();
}

}  // namespace evenkeel
