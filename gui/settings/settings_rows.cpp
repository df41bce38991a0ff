#include "gui/settings/settings_rows.h"

#include <QCoreApplication>

namespace evenkeel {
namespace {

struct SettingsDialogWords {
  Q_DECLARE_TR_FUNCTIONS(evenkeel::SettingsDialog)
};

}  // namespace

std::vector<SettingsRow> settings_rows() {
  using enum SettingsPage;
  const QString rates = SettingsDialogWords::tr("Your sending rate");
  const QString way = SettingsDialogWords::tr("The way to the other side");
  const QString browsers = SettingsDialogWords::tr("The page for browsers that the link leads to");
  const QString losses = SettingsDialogWords::tr("Lost packets");
  return {
      {video, {}, "source", SettingsDialogWords::tr("Camera")},
      {video, {}, "size", SettingsDialogWords::tr("Picture size")},
      {video, {}, "fps", SettingsDialogWords::tr("Pictures per second")},
      {video, {}, "largest-picture", SettingsDialogWords::tr("Largest picture of the other side")},
      {video, {}, "surface", SettingsDialogWords::tr("Draw the other side's picture by")},
      {sound, {}, "audio", SettingsDialogWords::tr("Microphone")},
      {sound, {}, "speaker", SettingsDialogWords::tr("Loudspeaker")},
      {sound, {}, "ring", SettingsDialogWords::tr("Where it rings")},
      {sound, {}, "audio-processing", SettingsDialogWords::tr("Before it is sent")},
      {network, rates, "start-bitrate", SettingsDialogWords::tr("Start rate")},
      {network, rates, "min-bitrate", SettingsDialogWords::tr("Lowest rate")},
      {network, rates, "max-bitrate", SettingsDialogWords::tr("Highest rate")},
      {network, way, "bind", SettingsDialogWords::tr("Wait at address and port")},
      {network, way, "map-port", SettingsDialogWords::tr("Ask the router to forward the port")},
      {network, way, "answer", SettingsDialogWords::tr("When somebody calls")},
      {network, way, "stun", SettingsDialogWords::tr("STUN server")},
      {network, way, "turn", SettingsDialogWords::tr("TURN server")},
      {network, way, "turn-user", SettingsDialogWords::tr("Name at the TURN server")},
      {network, way, "turn-password-file", SettingsDialogWords::tr("File with the password there")},
      {network, browsers, "page", SettingsDialogWords::tr("Address of the page")},
      {network, browsers, "page-bind", SettingsDialogWords::tr("Serve it at address and port")},
      {network, browsers, "no-page", SettingsDialogWords::tr("Serve no page: for Evenkeel alone")},
      {recording, {}, "recordings", SettingsDialogWords::tr("Folder of recordings")},
      {recording, {}, "record-format", SettingsDialogWords::tr("Write recordings as")},
      {recording, {}, "record-pictures", SettingsDialogWords::tr("Pictures of")},
      {recording, {}, "record-limit", SettingsDialogWords::tr("End a recording at")},
      {controller, {}, "pacing-gain", SettingsDialogWords::tr("Pacing rate over the controller's")},
      {controller, losses, "protection", SettingsDialogWords::tr("Share of the rate for repair packets")},
      {controller, losses, "retransmission", SettingsDialogWords::tr("Send lost packets again")},
      {controller, losses, "references", SettingsDialogWords::tr("Mend losses without key frames")},
  };
}

QString page_title(SettingsPage page) {
  switch (page) {
    case SettingsPage::video:
      return SettingsDialogWords::tr("&Video");
    case SettingsPage::sound:
      return SettingsDialogWords::tr("&Sound");
    case SettingsPage::network:
      return SettingsDialogWords::tr("&Network");
    case SettingsPage::recording:
      return SettingsDialogWords::tr("&Recording");
    case SettingsPage::controller:
      return SettingsDialogWords::tr("&Controller");
  }
  return {};
}

QString choice_words(const QString& option, const QString& text) {
  if (option == "answer" && text == "always") return SettingsDialogWords::tr("Accept at once");
  if (option == "answer" && text == "ask") return SettingsDialogWords::tr("Ask");
  if (option == "record-pictures" && text == "received") return SettingsDialogWords::tr("The other side, as they came");
  if (option == "record-pictures" && text == "both") return SettingsDialogWords::tr("Both sides, side by side");
  if (option == "record-format" && text == "webm") return SettingsDialogWords::tr("WebM, for any player");
  if (option == "record-format" && text == "ivf") return SettingsDialogWords::tr("IVF and Opus, for measurements");
  if (option == "surface" && text == "auto") return SettingsDialogWords::tr("The graphics card, where there is one");
  if (option == "surface" && text == "gpu") return SettingsDialogWords::tr("OpenGL, also without a graphics card");
  if (option == "surface" && text == "software") return SettingsDialogWords::tr("Software alone");
  return text;
}

std::vector<OptionPart> parts_of(const QString& option) {
  if (option != "audio-processing") return {};
  return {{"high-pass", SettingsDialogWords::tr("Leave out the lowest tones")},
          {"echo", SettingsDialogWords::tr("Take out the echo of the loudspeaker")},
          {"noise", SettingsDialogWords::tr("Suppress noise")},
          {"gain", SettingsDialogWords::tr("Even out how loud you are")}};
}

bool is_device(const QString& option) { return option == "source" || option == "audio" || option == "speaker"; }

bool has_device_list(const QString& option) { return is_device(option) || option == "ring"; }

}  // namespace evenkeel
