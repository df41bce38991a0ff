#include "gui/call/sound_words.h"

#include <QCoreApplication>
#include <QStringList>

#include "gui/call/call_words.h"

namespace evenkeel {
namespace {

using State = SoundDeviceStatus::State;

struct SoundWords {
  Q_DECLARE_TR_FUNCTIONS(evenkeel::SoundWords)
};

QString capitalized(QString text) {
  if (!text.isEmpty()) text[0] = text[0].toUpper();
  return text;
}

QString device_words(const SoundDeviceStatus& device, SoundEnd end) {
  const bool microphone = end == SoundEnd::microphone;
  switch (device.state) {
    case State::missing:
      return microphone ? SoundWords::tr("no microphone") : SoundWords::tr("no loudspeaker");
    case State::lost:
      return microphone ? SoundWords::tr("microphone lost") : SoundWords::tr("loudspeaker lost: you hear nothing");
    case State::off:
      return microphone ? SoundWords::tr("microphone off") : SoundWords::tr("loudspeaker off");
    case State::unknown:
    case State::running:
      break;
  }
  return {};
}

/// Of a device that is missing from the start, or off, only a reminder stands there: what changes in the call comes
/// before it, since the end of the line is what goes in a narrow window.
bool is_known(const SoundDeviceStatus& device) { return device.state == State::missing || device.state == State::off; }

/// Whoever has no microphone need not know that it is muted.
QString microphone_words(const SoundStatus& sound) {
  const QString device = device_words(sound.microphone, SoundEnd::microphone);
  if (!device.isEmpty() || !sound.muted) return device;
  return sound.speaks_while_muted ? SoundWords::tr("you are muted, but you speak") : SoundWords::tr("you are muted");
}

QString other_side(const CallStatus& status) {
  if (status.server.empty()) return SoundWords::tr("the other side");
  return SoundWords::tr("the server %1").arg(QString::fromStdString(status.server));
}

/// Whoever sends no sound anyway need not know that none would be taken.
QString taking_words(const CallStatus& status) {
  const bool speaks = device_words(status.sound.microphone, SoundEnd::microphone).isEmpty();
  if (!status.sound.peer_takes_none || !speaks || status.phase != CallStatus::Phase::in_call) return {};
  return SoundWords::tr("%1 takes no sound").arg(other_side(status));
}

QString peer_words(const CallStatus& status) {
  if (status.phase != CallStatus::Phase::in_call) return {};
  if (status.sound.peer == SoundStatus::Peer::none) return SoundWords::tr("%1 has no sound").arg(other_side(status));
  return status.sound.peer == SoundStatus::Peer::muted ? SoundWords::tr("the other side is muted") : QString();
}

QString slow_words(const SoundStatus& sound) {
  return sound.video_paused ? SoundWords::tr("sound only: the connection is too slow for the picture") : QString();
}

}  // namespace

QString sound_words(const CallStatus& status) {
  if (!has_call(status)) return {};
  QStringList news;
  QStringList known;
  if (status.sends) {
    (is_known(status.sound.microphone) ? known : news) << microphone_words(status.sound);
    news << taking_words(status) << slow_words(status.sound);
  }
  if (status.receives) {
    (is_known(status.sound.loudspeaker) ? known : news)
        << device_words(status.sound.loudspeaker, SoundEnd::loudspeaker);
    news << peer_words(status);
  }
  QStringList parts = news + known;
  parts.removeAll(QString());
  return capitalized(parts.join(" · "));
}

QString muted_words(const SoundStatus& sound) {
  const bool hears = device_words(sound.microphone, SoundEnd::microphone).isEmpty();
  return hears ? capitalized(microphone_words(sound)) : QString();
}

QString sound_only_words(const SoundStatus& sound) { return capitalized(slow_words(sound)); }

QString problem_with(const SoundDeviceStatus& device, SoundEnd end) {
  if (device.state != State::missing && device.state != State::lost) return {};
  const QString text = QString::fromStdString(device.text);
  return capitalized(text.isEmpty() ? device_words(device, end) : text);
}

}  // namespace evenkeel
