#include "gui/call/call_words.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>

#include "gui/call/sound_words.h"

namespace evenkeel {
namespace {

using Phase = CallStatus::Phase;

struct CallViewWords {
  Q_DECLARE_TR_FUNCTIONS(evenkeel::CallView)
};

/// Which the desktop lends, and may take back.
bool shows_screen(const CallStatus& status) { return status.source_option == "screen"; }

/// Texts of states for which the call gave none.
QString phase_words(Phase phase) {
  switch (phase) {
    case Phase::idle:
      return CallViewWords::tr("No call");
    case Phase::opening:
      return CallViewWords::tr("Opening the camera and the network");
    case Phase::waiting:
      return CallViewWords::tr("Waiting for a call");
    case Phase::connecting:
      return CallViewWords::tr("Connecting");
    case Phase::ringing:
      return CallViewWords::tr("Ringing");
    case Phase::in_call:
      return CallViewWords::tr("In call");
    case Phase::silent:
      return CallViewWords::tr("The other side is silent: waiting for it to return");
    case Phase::ended:
      break;
  }
  return CallViewWords::tr("The call is over");
}

QString capitalized(QString text) {
  if (!text.isEmpty()) text[0] = text[0].toUpper();
  return text;
}

/// Without what concerns this end only.
QString call_words(const CallStatus& status) {
  const QString text = capitalized(QString::fromStdString(status.text));
  return text.isEmpty() ? phase_words(status.phase) : text;
}

/// Pictures go both ways, or did until it fell silent.
bool has_peer(const CallStatus& status) { return status.phase == Phase::in_call || status.phase == Phase::silent; }

QString feedback_words(const CallStatus& status) {
  if (status.feedback == "rfc8888") return CallViewWords::tr(" What arrives is told by RFC 8888.");
  if (status.feedback == "transport-wide")
    return CallViewWords::tr(" What arrives is told by transport-wide feedback.");
  return status.feedback == "none" ? CallViewWords::tr(" What arrives is not told.") : QString();
}

QString server_meaning(const CallStatus& status) {
  return CallViewWords::
      tr("Encrypted as far as the server %1, by %2. The server itself sees and hears the call, and so does whoever it "
         "gives them to.")
          .arg(QString::fromStdString(status.server), QString::fromStdString(status.cipher));
}

QString encrypted_meaning(const CallStatus& status) {
  QString text = status.server.empty()
                     ? CallViewWords::tr("Encrypted, by %1.").arg(QString::fromStdString(status.cipher))
                     : server_meaning(status);
  if (!status.local_candidate.empty() && !status.remote_candidate.empty()) {
    text += CallViewWords::tr(" It goes to %1 (candidates: %2 here, %3 there).")
                .arg(QString::fromStdString(status.peer), QString::fromStdString(status.local_candidate),
                     QString::fromStdString(status.remote_candidate));
  }
  text += feedback_words(status);
  if (const QString number = number_to_compare(status); !number.isEmpty()) {
    text += CallViewWords::tr(" The number is %1. ").arg(number) + number_meaning();
  }
  return text;
}

QString rate_words(double bps) {
  if (bps >= 999'500) return QString::number(bps / 1e6, 'f', 2) + " Mbit/s";
  return QString::number(bps / 1e3, 'f', 0) + " kbit/s";
}

}  // namespace

bool has_call(const CallStatus& status) { return status.phase != Phase::idle && status.phase != Phase::ended; }

StatusLevel level_of(const CallStatus& status) {
  if (!has_call(status)) return StatusLevel::quiet;
  const bool to_be_answered = status.phase == Phase::ringing && status.kind == CallKind::listen;
  const SoundStatus& sound = status.sound;
  const bool lost = sound.microphone.state == SoundDeviceStatus::State::lost ||
                    sound.loudspeaker.state == SoundDeviceStatus::State::lost;
  const bool to_be_seen_to = status.source_lost || lost || sound.speaks_while_muted || to_be_answered;
  if (status.phase == Phase::silent || to_be_seen_to) return StatusLevel::attention;
  return status.phase == Phase::in_call ? StatusLevel::good : StatusLevel::under_way;
}

QString status_words(const CallStatus& status) {
  QStringList parts{call_words(status), warning_words(status)};
  parts.removeAll(QString());
  return parts.join(" · ");
}

QString warning_words(const CallStatus& status) {
  QStringList parts;
  if (status.source_lost && has_call(status) && !call_words(status).contains("lost"))
    parts << (shows_screen(status) ? CallViewWords::tr("nothing is shown") : CallViewWords::tr("camera lost"));
  if (status.peer_records && has_peer(status)) parts << CallViewWords::tr("the other side records");
  return parts.join(" · ");
}

QString mode_words(const CallStatus& status, std::optional<ControllerMode> mode) {
  if (status.phase == Phase::in_call && status.sends && status.feedback == "none") {
    return CallViewWords::tr("The other side tells no arrivals: no more than the start rate goes to it");
  }
  if (!mode || status.phase != Phase::in_call) return {};
  return capitalized(CallViewWords::tr(in_words(*mode).data()));  // of a literal, which ends with a zero
}

QString remote_notice(const CallStatus& status) {
  return status.phase == Phase::silent ? call_words(status) : QString();
}

QString remote_placeholder(const CallStatus& status) {
  if (!status.receives && has_call(status))
    return CallViewWords::tr("This call only sends, so there is no picture to show.");
  if (status.phase == Phase::in_call) return CallViewWords::tr("Waiting for the first picture");
  return call_words(status);
}

QString own_notice(const CallStatus& status) {
  if (!has_call(status)) return {};
  if (status.source_lost)
    return shows_screen(status) ? CallViewWords::tr("Nothing is shown") : CallViewWords::tr("Camera lost");
  if (!status.video_muted && status.sound.video_paused) return sound_only_words(status.sound);
  QStringList notices{status.video_muted ? CallViewWords::tr("Video muted") : QString(), muted_words(status.sound)};
  notices.removeAll(QString());
  return notices.join('\n');
}

Secrecy secrecy_of(const CallStatus& status) {
  if (!has_call(status)) return Secrecy::unknown;
  if (status.encrypted) return Secrecy::encrypted;
  const bool plain_listener = status.phase == Phase::waiting && status.invitation.empty();
  return has_peer(status) || plain_listener ? Secrecy::open_to_readers : Secrecy::unknown;
}

QString secrecy_meaning(const CallStatus& status) {
  const bool demo = status.kind == CallKind::demo;
  switch (secrecy_of(status)) {
    case Secrecy::unknown:
      return {};
    case Secrecy::encrypted:
      return encrypted_meaning(status);
    case Secrecy::open_to_readers:
      break;
  }
  if (demo) return CallViewWords::tr("Not encrypted. The demo stays on this machine, so nobody else can see it.");
  return CallViewWords::tr(
      "Not encrypted. Everybody on the way between the two machines can see, hear and change the call. Use it on "
      "networks that you trust, or inside a VPN.");
}

QString secrecy_name(const CallStatus& status) {
  if (secrecy_of(status) != Secrecy::encrypted) return CallViewWords::tr("Not encrypted");
  return status.server.empty() ? CallViewWords::tr("Encrypted")
                               : CallViewWords::tr("The server sees and hears the call");
}

QString number_to_compare(const CallStatus& status) {
  if (!has_peer(status) || status.kind == CallKind::demo) return {};
  return QString::fromStdString(status.number);
}

QString number_meaning() {
  return CallViewWords::tr(
      "Both of you see this number. Read it to each other: if yours differ, somebody is in between.");
}

QString ringing_words(const CallStatus& status) {
  const QString peer = QString::fromStdString(status.peer);
  if (status.kind == CallKind::listen) {
    return CallViewWords::tr("%1 calls. No picture and no sound goes out before you accept.")
        .arg(peer.isEmpty() ? CallViewWords::tr("Somebody") : peer);
  }
  return peer.isEmpty() ? CallViewWords::tr("It rings at the other side.")
                        : CallViewWords::tr("It rings at %1.").arg(peer);
}

QString again_words(CallKind kind) {
  if (kind == CallKind::demo) return CallViewWords::tr("Run the demo again");
  return kind == CallKind::listen ? CallViewWords::tr("Wait for a call again") : CallViewWords::tr("Call again");
}

QString figures_words(const Sample& sample, bool incoming) {
  QStringList parts;
  if (sample.frame_width && sample.frame_height) {
    parts += QString("%1x%2").arg(*sample.frame_width, 0, 'f', 0).arg(*sample.frame_height, 0, 'f', 0);
  }
  if (sample.frames_per_second) parts += QString("%1 fps").arg(*sample.frames_per_second, 0, 'f', 0);
  const auto rate = incoming ? sample.receive_bitrate_bps : sample.send_bitrate_bps;
  if (rate) parts += rate_words(*rate);
  // The delay from camera to screen if known, which is what people notice; otherwise that of the packets.
  const auto delay = sample.end_to_end_delay_ms ? sample.end_to_end_delay_ms : sample.one_way_delay_ms;
  if (delay && incoming) parts += QString("%1 ms").arg(*delay, 0, 'f', 0);
  return parts.join("  ");
}

QString clock_words(Duration time) {
  const auto seconds = std::max<std::int64_t>(std::chrono::duration_cast<std::chrono::seconds>(time).count(), 0);
  const QString tail = QString("%1").arg(seconds % 60, 2, 10, QChar('0'));
  if (seconds < 3600) return QString("%1:%2").arg(seconds / 60).arg(tail);
  return QString("%1:%2:%3").arg(seconds / 3600).arg(seconds / 60 % 60, 2, 10, QChar('0')).arg(tail);
}

QString recording_words(Duration time, std::optional<DataSize> size) {
  constexpr double megabyte = 1e6, gigabyte = 1e9;
  if (!size) return CallViewWords::tr("Recording %1, the run only").arg(clock_words(time));
  const auto all = static_cast<double>(size->bytes());
  const QString number = all < gigabyte ? CallViewWords::tr("%1 MB").arg(all / megabyte, 0, 'f', 1)
                                        : CallViewWords::tr("%1 GB").arg(all / gigabyte, 0, 'f', 2);
  return CallViewWords::tr("Recording %1, %2").arg(clock_words(time), number);
}

}  // namespace evenkeel
